/** Why a room cannot be entered, or not any more. Loaded beside the table, before it is too late. */

import type { Text } from "../translate.ts";

export const gone = {
  "room.gone.title": "This room cannot be entered",
  "room.gone.text": "There is no room behind this link. It may have ended long ago.",
  "room.banned.text":
    "The host of the room, or your own side, decided so. Only the host can let you in again. All other rooms are open to you.",
  "room.banned.title": "You were sent away from this room",
  "room.unauthorized.text":
    "The server no longer knows this browser. Load the page again to come back as yourself.",
  "room.replaced.title": "Open in another tab",
  "room.replaced.text": "This room goes on in a newer window of yours.",
  "room.replaced.take": "Play here instead",
  "room.upgrade.title": "The page is out of date",
  "room.upgrade.text": "The server has a newer version. Load the page again.",
  "room.reload": "Load again",
} as const satisfies Readonly<Record<string, Text>>;
