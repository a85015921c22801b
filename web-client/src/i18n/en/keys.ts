/** What the keys do. Loaded with the board, after it. */

import type { Text } from "../translate.ts";

export const keys = {
  "keys.title": "Keys",
  "keys.lead":
    "These keys work while the focus is on the board; the Tab key leads there and on. While you write, letters are only letters.",
  "keys.group.board": "Moving and deciding",
  "keys.group.told": "To be told",
  "keys.group.tried": "While a move is tried",
  "keys.group.shown": "While a move is shown",
  "keys.group.page": "Elsewhere on the page",
  "keys.arrows": "from pit to pit, and across to the facing one",
  "keys.ends": "to the ends of the row",
  "keys.number": "to the pit of that number in your row; two digits soon after one another make one number",
  "keys.enter": "chooses the pit and shows what it does; pressed again it plays, or votes",
  "keys.tab": "from a chosen pit to its ways to turn, and on to the council",
  "keys.escape": "chooses nothing; in the ways of a pit: back to it",
  "keys.council": "to the council beside the board",
  "keys.talk": "to the talk; Escape leads back",
  "keys.ask": "what you may ask, and giving up",
  "keys.help": "this list",
  "keys.status": "whose turn it is, what you may do, how the game stands",
  "keys.time": "the clocks",
  "keys.ballot": "the ballot: moves, votes and what they do",
  "keys.repeat": "what was told last, once more",
  "keys.object": "you object, or no longer",
  "keys.approve": "you let it stand, or are undecided again",
  "keys.withdraw": "takes your own tried move back",
  "keys.hold": "holds the move, and goes on",
  "keys.step": "the next step",
  "keys.back": "back a lap",
  "keys.skip": "to the end of the move",
  "keys.tabs": "from tab to tab, and to the first and the last",
  "keys.lines": "in the talk: from line to line, to a name",
  "keys.close": "closes a dialog; the focus goes back to where it was",
  "keys.none": "No line was told yet.",
} as const satisfies Readonly<Record<string, Text>>;
