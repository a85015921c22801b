/** The analysis board. Loaded with it. */

import type { Text } from "../translate.ts";

export const analysis = {
  "analysis.title": "Analysis board",
  "analysis.steps": "Through the moves",
  "analysis.begin": "To the start",
  "analysis.back": "One move back",
  "analysis.forward": "One move on",
  "analysis.end": "To the end",
  "analysis.turn": "Turn the board",
  "analysis.keys":
    "The left and right arrow keys step through the moves, Home and End go to the start and the end; on the board, together with Shift.",
  "analysis.setup": "Set up",
  "analysis.setup.go": "Set it up",
  "analysis.game": "Game",
  "analysis.pits": "Pits in a row",
  "analysis.seeds": "Seeds in a pit",
  "analysis.from": "Position as text",
  "analysis.from.hint":
    "Leave it empty for the opening. South's row, a slash, North's row, each from its own left, with s or n behind a bull's number; then what South and North have captured, S or N for who is to move, and a dash:",
  "analysis.moves.hint": "Numbers of pits with a space between two, other tries in brackets behind a move:",
  "analysis.start": "Start",
  "analysis.none": "Choose a pit to see where it leads, then choose it once more to play it.",
  "analysis.last": "Move {ply}, {side}, pit {pit}: {outcome}.",
  "analysis.move": "Move {ply}, pit {pit}",
  "analysis.variation": "Another try for move {ply}",
  "analysis.promote": "Make this the main line",
  "analysis.prune": "Take this move away",
  "analysis.fault": "Move {ply}, {move}, cannot be played, so the line ends before it. {why}",
  "analysis.fault.text": "That is not how a move is written.",
  "analysis.unread": "Not all of the address could be read. This is what could.",
  "analysis.wrong.position":
    "This position cannot be read, or it does not occur in this game. The server says:",
  "analysis.wrong.moves": "The brackets among the moves do not fit, or there are too many moves.",
  "analysis.engine": "What the engine would play",
  "analysis.engine.on": "Show its best lines",
  "analysis.engine.looking": "Looking ahead",
  "analysis.engine.depth": {
    one: "Looked {n} move ahead. Choose a line to play it.",
    other: "Looked {n} moves ahead. Choose a line to play it.",
  },
  "analysis.engine.over": "Nothing is left to be played here.",
  "analysis.engine.barred":
    "You sit in a rated game that is being played, so the engine keeps its lines back until that game is over.",
  "analysis.engine.line": "Pits:",
  "analysis.share": "Keep and share",
  "analysis.copy.link": "Copy the link",
  "analysis.copied.link": "The link is copied. It leads to this position with all moves and tries.",
  "analysis.copy.position": "Copy the position",
  "analysis.copied.position": "The position is copied as text.",
  "analysis.from_here": "Begin anew from here",
  "analysis.records": "Read the record of a game in",
  "analysis.by_hand": "Copy it by hand:",
} as const satisfies Readonly<Record<string, Text>>;
