/**
 * Every sentence of the page, in English: the reference for all other languages.
 * Keys are grouped by where they are seen. Plain words; no blame; say what happens next.
 */

import type { Text } from "./translate.ts";

export const en = {
  // ---- everywhere
  "app.name": "Sindillo",
  "app.home": "Sindillo, to the lobby",
  "app.skip": "To the content",
  "app.text": "Text mode: the room in words",
  "text.drawn": "Drawn board",
  "app.close": "Close",
  "app.messages": "Messages",
  "app.cancel": "Cancel",
  "app.you": "you",
  "app.failed": "The page could not reach the server. Check the connection and try again.",
  "app.retry": "Try again",
  "app.nowhere.title": "There is nothing here",
  "app.nowhere.text": "This address leads to no page. The lobby has the games.",
  "app.nowhere.go": "To the lobby",
  "time.days": "{d} d {h} h",
  "time.hours": "{h} h {m} min",
  "side.south": "South",
  "side.north": "North",
  "side.draw": "Draw",
  "side.south.letter": "S",
  "side.north.letter": "N",
  "side.yours": "your side",
  "look.open": "Look and motion",

  // ---- games
  "game.enkeshui": "Enkeshui",
  "game.enkeshui-russ": "Enkeshui after Russ",
  "game.en-gehe": "En Gehé",
  "game.en-dodoi": "En Dodoi",
  "game.cross-endodoi": "Cross-Endodoi",
  "game.ndoto": "Ndoto",
  "game.layli-goobalay": "Layli Goobalay",
  "game.layli-marin": "Layli Goobalay after Marin",
  "game.layli-gabradarre": "Layli Goobalay of Gabradarre",
  "game.board": "2 × {pits}",
  "game.full": "{game}, 2 × {pits}",

  // ---- the reader
  "who.open": "You",
  "who.purse": { one: "{n} coin", other: "{n} coins" },

  // ---- opening a room
  "open.mode.hand": "One hand plays, the others advise",
  "open.mode.plurality": "Most votes win",
  "open.mode.majority": "More than half must agree",
  "open.mode.consensus": "Nearly all must agree",
  "open.mode.anyone": "Whoever is first plays",

  // ---- the room
  "room.share": "Copy the link",
  "room.shared": "The link is copied. Whoever has it can come in.",
  "room.share.by_hand": "Copy this link to invite others:",
  "room.watching": { one: "{n} watching", other: "{n} watching" },
  "room.practice": "Practice",
  "room.entering": "Coming in",
  "room.link.lost": "The connection is lost. Your last orders are kept and sent when it is back.",
  "room.link.back": "Connected again.",
  "room.link.trying": "Trying again in {time}",
  "room.link.now": "Connecting",
  "room.link.draining": "The server is restarting. The game is held and goes on in a moment.",
  "room.how": "How this room decides",
  "room.slow": "Slow game",
  "room.reports": { one: "{n} report", other: "{n} reports" },

  // ---- seats
  "seat.title": "Teams",
  "seat.empty": "Nobody sits here yet.",
  "seat.hand": "holds the hand",
  "seat.presence.online": "here",
  "seat.presence.grace": "just lost the connection",
  "seat.presence.away": "away",
  "seat.you": "you",

  // ---- the board
  "board.name": "Board, {game}",
  "board.row": "{side}'s row",
  "board.pit": { one: "{name}, {n} seed", other: "{name}, {n} seeds" },
  "board.pit.empty": "{name}, empty",
  "board.pit.bull": { one: "{name}, {side}'s bull, {n} seed", other: "{name}, {side}'s bull, {n} seeds" },
  "board.pit.choice": "{pit}, can be played",
  "board.heap": { one: "{side} has captured {n} seed", other: "{side} has captured {n} seeds" },
  "board.lap": "lap {n}",
  "board.skip": "Skip to the end",
  "board.keys":
    "Arrow keys move over the board, a number goes to that pit, Enter chooses it. Question mark lists all keys.",

  // ---- moves in words
  "move.pit": "Pit {pit}",
  "move.turned": "{pit}, turning {directions}",
  "move.special": "Special move",
  "move.direction.L": "left",
  "move.direction.R": "right",
  "move.laps": { one: "{n} lap", other: "{n} laps" },
  "move.takes": { one: "takes {n}", other: "takes {n}" },
  "move.bulls": { one: "makes a bull", other: "makes {n} bulls" },
  "move.uurs": "makes two uurs",
  "move.ends": "ends in {pit}",
  "move.nothing": "takes nothing",
  "move.passes": "goes round for ever: the turn is lost",
  "moves.title": "Moves",

  // ---- the turn: who may do what, by when, and what if not
  "turn.yours": "Your team is to move",
  "turn.yours.alone": "You are to move",
  "turn.theirs": "{side} is to move",
  "turn.alone": "Choose a pit in the lower row to see where it leads, then play it.",
  "turn.alone.upper": "Choose a pit in the upper row to see where it leads, then play it.",
  "turn.single": "There is only one move. Anybody of the team may play it.",
  "turn.vote": "Choose a pit to see where it leads, then vote for it.",
  "turn.wait": "{name} lays the move of this turn. Your side votes from its next turn on.",
  "turn.spectator": "{side} decides among themselves.",
  "turn.next": "{side} decides among themselves. Then it is your side's turn.",
  "turn.spectator.hand": "{name} holds the hand for {side}.",
  "ballot.rule.hand": "{name} holds the hand and lays the move; votes are advice.",
  "ballot.rule.hand.you": "The hand is yours: you lay the move, votes are advice.",
  "turn.lay": "Choose a pit to see where it leads, then lay it.",
  "turn.anyone": "Choose a pit to see where it leads, then play it.",
  "ballot.rule.need": { one: "{n} of {all} decides.", other: "{n} of {all} must agree." },
  "ballot.rule.need.both": "Both of you must agree.",
  "ballot.rule.need.all": "All {n} must agree.",
  "ballot.rule.most": "The most votes win.",
  "ballot.rule.first": "The first move that anyone of you plays is tried.",
  "ballot.rule.run_off": "Run-off: only these moves are left, and the most votes win.",
  "ballot.you.none": "You have not voted.",
  "ballot.you.voted": "You voted for pit {pit}.",
  "ballot.you.late":
    "You sat down after this ballot opened: you may suggest moves, and vote from the next one on.",
  "ballot.you.council": "The council votes for your side: you may suggest moves and talk.",
  "turn.fallback.you":
    "No move was decided in time. You hold the hand: lay one now. When time is up, anyone of the team may.",
  "turn.fallback.other":
    "No move was decided in time. {name} may lay one now, and when time is up anyone of the team.",
  "turn.fallback.anyone": "No move was decided in time. Anyone of the team may lay one now.",
  "turn.undone": "{side} took move {ply}, pit {pit}, back and decides anew.",
  "turn.race": "The race is over: {side} slept first and starts.",
  "turn.race.void": "The race found no end, so the lot let {side} start.",
  "turn.left": "{time} left",
  "turn.closes": "closes in {time}",

  // ---- the council
  "council.title": "Council",

  // ---- what a side asks of itself and of the other one
  "ask.open": "Ask or give up",

  // ---- chat
  "chat.title": "Talk",
  "chat.unread": "{n} new",

  // ---- those who watch
  "strip.cheers": { one: "{n} cheer", other: "{n} cheers" },

  // ---- the end
  "end.pins": "Pins",

  // ---- clocks
  "clock.left": "{side}: {time}",
  "clock.periods": "and {n} × {time}",
} as const satisfies Readonly<Record<string, Text>>;
