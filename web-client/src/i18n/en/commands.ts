/**
 * Words of the command line of the text mode, each with the ways to write it, the usual one first. They are understood
 * in every language, beside those of the language that is spoken. Loaded with the text mode.
 */

import type { Text } from "../translate.ts";

export const commands = {
  // ---- moves
  "word.play": "play, lay",
  "word.vote": "vote, v",
  "word.propose": "propose, suggest, p",
  "word.look": "look, preview",
  "word.block": "block, veto",
  "word.unvote": "unvote, take back my vote",
  // ---- a tried move
  "word.object": "object, o",
  "word.approve": "approve, let it stand",
  "word.undecided": "undecided",
  "word.withdraw": "withdraw, take it back",
  // ---- the hand
  "word.pass": "pass",
  "word.name": "name, give",
  "word.trust": "trust",
  "word.untrust": "untrust, distrust",
  // ---- asking
  "word.ask": "ask, ask for, offer",
  "word.claim": "claim",
  "word.resign": "resign, give up",
  "word.yes": "yes, y, agree",
  "word.no": "no, refuse",
  "word.cancel": "cancel, take the question back",
  // ---- talk and people
  "word.say": "say, s",
  "word.all": "all, say to all",
  "word.stand": "stand, say to the stand",
  "word.person": "person",
  // ---- seats
  "word.sit": "sit, sit with",
  "word.leave": "leave, stand up",
  "word.ready": "ready",
  "word.unready": "unready, not ready",
  "word.start": "start, starts",
  "word.bot": "bot, add bot",
  "word.rematch": "rematch, again",
  // ---- the stand
  "word.bet": "bet, bet on",
  "word.unbet": "unbet, take back my bet",
  "word.cheer": "cheer",
  "word.advise": "advise",
  "word.listen": "listen",
  // ---- what is asked of the page
  "word.status": "status, st",
  "word.board": "board, position",
  "word.pit": "pit",
  "word.time": "time, clock",
  "word.ballot": "ballot, votes",
  "word.moves": "moves, legal",
  "word.last": "last, history",
  "word.people": "people, who",
  "word.heard": "talk, heard",
  "word.asks": "asks, questions",
  "word.bets": "bets, market",
  "word.repeat": "repeat, r",
  "word.help": "help, h, ?",
  "word.clear": "clear",
  "word.drawn": "drawn, draw the board",
  // ---- what stands after them
  "word.draw": "draw, a draw",
  "word.takeback": "takeback, my move back, take back",
  "word.pause": "pause, a pause",
  "word.adjourn": "adjourn, another day",
  "word.abort": "abort, call it off",
  "word.extend": "extend, give time",
  "word.replace": "replace, another hand",
  "word.kick": "kick, send away",
  "word.mute": "mute",
  "word.resume": "resume, go on",
  "word.hand": "hand, the hand",
  "word.win": "win, the win",
  "word.south": "south",
  "word.north": "north",
  "word.lot": "lot, by lot",
  "word.fewer": "fewer",
  "word.left": "left",
  "word.right": "right",
  "word.on": "on",
  "word.off": "off",
  "word.to": "to",
  "word.for": "for",
  "word.because": "because",
} as const satisfies Readonly<Record<string, Text>>;
