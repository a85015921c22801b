/** What is said about people and to the host. Loaded with those dialogs. */

import type { Text } from "../translate.ts";

export const people = {
  "person.side": "sits with {side}",
  "person.watches": "watches",
  "person.you": "What you see",
  "person.hide": "Hide what {name} says",
  "person.hide.about": "For you alone, in this room. You can take it back at any time.",
  "person.hidden": "What {name} says is hidden for you.",
  "person.show": "Show again what {name} says",
  "person.shown": "What {name} says is shown again.",

  "person.report": "Tell the host",
  "person.report.about": "The host of the room reads it. Nobody else does, {name} neither.",
  "person.report.what": "What should the host know of {name}?",
  "person.report.go": "Send to the host",
  "person.reported": "The host knows.",

  "person.team": "Ask your side",
  "person.team.mute": "Mute {name}",
  "person.team.mute.about": "Your side votes on it. Who is muted can play, but not write.",
  "person.team.kick": "Send {name} away",
  "person.team.kick.about": "Your side votes on it. Who is sent away does not come back in.",
  "person.team.asked": "Your side is asked.",
  "person.team.few": "A side of fewer than three people leaves that to the host.",

  "person.host": "As the host",
  "person.mute": "Mute {name}",
  "person.mute.about": "Can play and watch, but not write.",
  "person.muted": "{name} is muted.",
  "person.unmute": "Let {name} write again",
  "person.unmuted": "{name} may write again.",
  "person.unseat": "Take the seat of {name}",
  "person.unseat.about": "Watches from then on, and may sit down again.",
  "person.unseated": "{name} watches now.",
  "person.pass": "Make {name} the host",
  "person.pass.sure": "Make {name} the host?",
  "person.pass.about": "You are no longer the host then. Only {name} can give it back.",
  "person.passed": "{name} is the host now.",
  "person.ban": "Send {name} away",
  "person.ban.sure": "Send {name} away?",
  "person.ban.about":
    "{name} leaves the room at once and cannot come back, under any name. The seat becomes free. You can let them in again later.",
  "person.banned": "{name} was sent away.",
  "person.lift": "Let {name} in again",
  "person.lifted": "{name} may come in again.",
  "person.back": "Back",

  "reports.title": "Told to you as the host",
  "reports.lead": "Only you read this. What to do about it is yours: open the person named.",
  "reports.about": "{by} about {about}",
  "reports.open": "Look at {name}",
} as const satisfies Readonly<Record<string, Text>>;
