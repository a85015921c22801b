/** The menu behind the reader's own name. Loaded with it. */

import type { Text } from "../translate.ts";

export const who = {
  "name.change": "Change name",
  "name.title": "What shall others call you?",
  "name.label": "Name",
  "name.hint": "2 to 24 letters or digits. It is shown to everybody in the room.",
  "name.save": "Use this name",
  "who.guest": "You play as a guest.",
  "who.account": "Signed in as {login}.",
  "who.account.key": "Signed in.",
  "who.coins": { one: "{n} coin to bet with", other: "{n} coins to bet with" },
  "who.staked": { one: "{n} more in open bets", other: "{n} more in open bets" },
  "who.link.join": "Make an account or sign in",
  "who.link.account": "Your account",
  "who.link.profile": "Your profile",
  "who.link.device": "App and notices",
  "who.link.learn": "Learn to play",
  "who.link.analysis": "Analysis board",
  "who.link.records": "Read a record",
  "who.link.leaderboard": "Tables",
  "who.link.betting": "Betting",
  "who.link.admin": "Look after the server",
  "who.out": "Sign out",
  "who.granted": {
    one: "{n} coin was added to your wallet.",
    other: "{n} coins were added to your wallet.",
  },
} as const satisfies Readonly<Record<string, Text>>;
