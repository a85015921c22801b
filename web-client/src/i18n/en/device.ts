/** The page about this device: notices of slow games, and Sindillo as an app. Loaded with it. */

import type { Text } from "../translate.ts";

export const device = {
  "device.title": "App and notices",
  "device.lead": "How Sindillo reaches you when no page of it is open, and how to have it at hand.",
  "device.loading": "Looking what is turned on",
  "device.notices": "Notices of slow games",
  "device.notices.lead":
    "In games with hours or days for a move, this browser can tell you what you missed. Nothing is told until you turn it on.",
  "device.state.on": "Notices are on in this browser.",
  "device.state.off": "Notices are off in this browser.",
  "device.on": "Turn on in this browser",
  "device.off": "Turn off in this browser",
  "device.on.done": "From now on this browser tells you of slow games.",
  "device.off.done": "This browser tells you nothing any more.",
  "device.kinds": "Tell me when",
  "device.kind.turn": "my side has the turn and waits for me",
  "device.kind.tried": "my side tries a move that I may object to",
  "device.kind.motion": "a question of my team waits for my answer",
  "device.kind.ended": "a game is over",
  "device.kind.rematch": "somebody wants another game",
  "device.once":
    "Each of these once a turn, and never while you have the room open. A notice says which room and what for, nothing that your team keeps to itself, and only your browser can read it.",
  "device.others": "Other browsers with notices on",
  "device.others.since": "since {day}",
  "device.others.unknown": "A browser",
  "device.others.forget": "Turn off",
  "device.others.forget.which": "Turn off: {agent}, since {day}",
  "device.others.forgotten": "That browser tells you nothing any more.",
  "device.wrong.denied":
    "Your browser does not let this page tell you anything. Allow notifications for it in the settings of the browser, and try again.",
  "device.wrong.unsupported": "This browser cannot tell you anything while the page is closed.",
  "device.wrong.home":
    "On an iPhone or iPad, put Sindillo on the home screen first (below), open it from there, and turn notices on in it.",
  "device.wrong.insecure": "Browsers tell of pages with https alone, and this server is reached without.",
  "device.wrong.service":
    "The push service of your browser cannot be reached, or it has none. Try again later, or with another browser.",
  "device.wrong.host": "Whoever runs this server has turned notices off.",
  "device.app": "Sindillo as an app",
  "device.app.lead": "It starts like any other app of your device, in a window of its own.",
  "device.app.install": "Install",
  "device.app.installed": "Sindillo is installed on this device.",
  "device.app.how":
    "Browsers that can do this offer it in their own menu, as “Install” or “Add to home screen”.",
  "device.app.share":
    "On an iPhone or iPad: open the menu “Share” of the browser, then “Add to Home Screen”.",
} as const satisfies Readonly<Record<string, Text>>;
