/** What the lobby says. Loaded with it. */

import type { Text } from "../translate.ts";

export const lobby = {
  "time.d": { one: "{n} day", other: "{n} days" },
  "time.h": "{n} h",
  "game.enkeshui.about":
    "Cattle become bulls that nobody may lift. A team takes what faces an empty pit, and its row after it.",
  "game.enkeshui-russ.about":
    "Enkeshui as written down in 1984: captures on every lap, no choice of direction.",
  "game.en-gehe.about": "The warriors' game: two rows of up to fifty pits, eight a side, every move agreed.",
  "game.en-dodoi.about":
    "The herders' game and the simplest to begin with: sow, go on from full pits, capture from empty ones.",
  "game.cross-endodoi.about":
    "The number of seeds sets the way: odd goes clockwise, even counterclockwise, lap by lap.",
  "game.ndoto.about": "Small herds, two a pit. A single seed may only step into an empty pit.",
  "game.layli-goobalay.about": "From Somalia: three facing seeds make two pregnant pits that only grow.",
  "game.layli-marin.about": "Twelve pits a row, sown clockwise, the first turn from the right end.",
  "game.layli-gabradarre.about": "Five seeds a pit; what was captured is spread anew for the next game.",
  "lobby.games.learn": "How it is played",
  "lobby.title": "Team mancala",
  "lobby.lead": "A whole team to each row. Talk it over, vote, try a move, take it back, let it stand.",
  "lobby.practise": "Practise now",
  "lobby.practise.hint": "Both rows are yours. Nothing to sign, nobody waiting.",
  "lobby.bot": "Play the bot",
  "lobby.open": "Open a room",
  "lobby.rooms": "Rooms to join",
  "lobby.rooms.none":
    "No public room is open at this moment. Open one and share its link, or practise until others come.",
  "lobby.rooms.open": "Open the first one",
  "lobby.rooms.loading": "Looking for rooms",
  "lobby.rooms.failed": "The list of rooms did not load. It is asked for again every few seconds.",
  "lobby.room.sit": "Sit down",
  "lobby.room.sit.in": "Sit down in {room}",
  "lobby.room.seats": "{taken} of {all} seats",
  "lobby.room.watching": { one: "{n} watching", other: "{n} watching" },
  "lobby.phase.seating": "taking seats",
  "lobby.phase.playing": { one: "{n} move played", other: "{n} moves played" },
  "lobby.phase.ended": "game over",
  "lobby.games": "Six games, one kind of board",
  "lobby.games.lead": "All are sown in two rows. Choose one to open a room with it.",
  "lobby.games.open": "Open a room for {game}",
  "lobby.sample": "A board of two rows with eight pits each, four seeds in every pit",
  "lobby.slow": "slow",
  "lobby.rated": "rated",
  "lobby.bets": "bets open",
  "lobby.mine": "Your games",
  "lobby.mine.told": "Be told when it is your turn",
  "lobby.mine.awaits": "waits for you",
  "lobby.mine.turn": "{side} is to move",
  "lobby.mine.yours": "your side is to move",
  "lobby.mine.side": "You sit with {side}",
  "lobby.mine.left": "{time} left",
  "lobby.mine.over": "time is up",
  "lobby.mine.count": { one: "{n} game waits for you", other: "{n} games wait for you" },
} as const satisfies Readonly<Record<string, Text>>;
