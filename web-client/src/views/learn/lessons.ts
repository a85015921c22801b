/**
 * What is learnt of each game: its topics in their order, each with a position. The rule of a topic is said in
 * `i18n/en/lessons.ts`, after `docs/rules.md`. That each move does what it is to show, a browser test asks the server.
 */

import type { Goal, Step } from "../../state/lessons.ts";
import type { GameChoice, Preset } from "../../wire/generated/protocol.ts";
import { PUZZLES } from "./puzzles.ts";

export const TAUGHT = [
  "en-dodoi",
  "en-gehe",
  "enkeshui",
  "cross-endodoi",
  "ndoto",
  "layli-goobalay",
] as const satisfies readonly Preset[];
export type Taught = (typeof TAUGHT)[number];

export type Topic =
  | "sow"
  | "relay"
  | "capture"
  | "stay"
  | "end"
  | "odd"
  | "anew"
  | "single"
  | "more_than_half"
  | "uurs"
  | "four"
  | "in_uur"
  | "chain"
  | "first_lap"
  | "bull"
  | "two_bulls"
  | "in_bull"
  | "ways"
  | "only_bulls";

export interface Taken extends Step {
  readonly topic: Topic;
}

export interface Lesson {
  readonly steps: readonly Taken[];
  readonly puzzles: readonly Step[];
  /** Where the rules come from, as `docs/rules.md` has them. */
  readonly sources: readonly string[];
}

const MANCALA_WORLD = "Mancala World (mancala.fandom.com)";
const MERKER = "Merker, 1904 (Mancala World)";
const RUSS = "Russ, Mancala Games, 1984 (StoneShark/MancalaGames)";
const DRIEDGER = "Driedger, The Game of Bao, or Mankala, in East Africa, Nairobi 1972 (driedger.ca/mankala)";

const small = (preset: Preset): GameChoice => ({ preset, pits: 6, seeds_per_pit: 4 });
const eight = (preset: Preset, seeds_per_pit: number): GameChoice => ({ preset, pits: 8, seeds_per_pit });

function step(topic: Topic, game: GameChoice, from: string, move: string, goal: Goal): Taken {
  return { topic, game, from, move, goal };
}

/** What all relay games without bulls have in common, on the small board. */
function common(preset: Preset): readonly Taken[] {
  const game = small(preset);
  return [
    step("sow", game, "4,1,0,2,0,1/2,0,3,0,1,2 16:16 S -", "1", { what: "sown" }),
    step("relay", game, "4,0,1,0,2,0/1,0,0,0,3,0 20:17 S -", "1", { what: "laps", n: 2 }),
    step("capture", game, "2,0,0,1,0,0/0,0,0,5,0,3 18:19 S -", "1", { what: "captured", n: 6 }),
    step("stay", game, "3,0,0,0,2,0/1,0,0,0,3,0 20:19 S -", "1", { what: "home" }),
    step("end", game, "0,1,2,0,0,0/0,1,0,0,0,0 22:22 S -", "3", { what: "over" }),
  ];
}

const cross = small("cross-endodoi");
const layli = small("layli-goobalay");
const ndoto = eight("ndoto", 2);
const enkeshui = eight("enkeshui", 4);

export const LESSONS: Readonly<Record<Taught, Lesson>> = {
  "en-dodoi": {
    steps: common("en-dodoi"),
    puzzles: PUZZLES["en-dodoi"],
    sources: [MERKER, MANCALA_WORLD, "Wikipedia, Endodoi", "Board and Pieces, Endodoi", RUSS],
  },
  "en-gehe": {
    steps: common("en-gehe"),
    puzzles: PUZZLES["en-gehe"],
    sources: [MERKER, MANCALA_WORLD, "Wikipedia, En Gehé", "Ludii, En Gehe.lud"],
  },
  enkeshui: {
    steps: [
      step("sow", enkeshui, "0,0,4,4,4,4,4,4/0,0,4,4,4,4,4,4 0:0 S f", "5", { what: "sown" }),
      step("relay", enkeshui, "0,0,4,4,4,4,4,4/0,0,4,4,4,4,4,4 0:0 S f", "7", { what: "laps", n: 8 }),
      step("chain", enkeshui, "0,1,0,0,0,3,0,0/1,0,0,0,2,4,0,1 18:18 S -", "2", { what: "captured", n: 7 }),
      step("first_lap", enkeshui, "0,2,0,1,0,0,0,0/0,0,3,0,0,0,0,2 20:20 S -", "2", { what: "laps", n: 2 }),
      step("bull", enkeshui, "3,0,1,3,0,0,0,2/1,1,0,0,1,0,0,0 18:18 S -", "1", { what: "bulls", n: 1 }),
      step("two_bulls", enkeshui, "3,0,2,3,0,0,0,1/0,0,0,0,0,2,0,1 18:18 S -", "1", { what: "bulls", n: 2 }),
      step("in_bull", enkeshui, "0,0,1,0,0,0,3,6s/1,5n,0,0,0,0,0,0 16:16 S -", "7", { what: "in_bull" }),
      step("ways", enkeshui, "1,0,0,0,0,0,0,9/0,1,0,0,0,0,1,0 18:18 S -", "8L", { what: "ways" }),
      step("only_bulls", enkeshui, "0,4s,2,0,0,0,1,0/0,0,0,1,0,4s,0,0 18:18 S -", "3", { what: "over" }),
    ],
    puzzles: PUZZLES.enkeshui,
    sources: [DRIEDGER, "Wikipedia, Enkeshui (en, it, sw)", MANCALA_WORLD, "awale.info, Enkeshui", RUSS],
  },
  "cross-endodoi": {
    steps: [
      step("odd", cross, "0,0,1,0,0,2/0,4,0,0,3,0 19:19 S -", "3", { what: "captured", n: 4 }),
      step("anew", cross, "0,2,0,2,0,0/0,0,0,3,0,0 20:21 S -", "2", { what: "laps", n: 2 }),
      step("stay", cross, "0,2,0,2,0,0/0,0,0,3,0,0 20:21 S -", "2", { what: "home" }),
      step("end", cross, "0,0,2,1,0,0/0,1,0,0,0,0 22:22 S -", "3", { what: "over" }),
    ],
    puzzles: PUZZLES["cross-endodoi"],
    sources: ["William Daniel Troyka, Cross-Endodoi, 2002 (Mancala World)", "Mancala World, Cross-Mancala"],
  },
  ndoto: {
    steps: [
      step("sow", ndoto, "2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2 0:0 S f", "1", { what: "sown" }),
      step("single", ndoto, "1,1,0,2,0,0,0,0/0,0,0,0,0,4,0,1 12:11 S -", "2", { what: "captured", n: 4 }),
      step("more_than_half", ndoto, "1,0,0,2,0,0,0,0/0,0,0,0,0,0,5,1 12:11 S -", "1", { what: "over" }),
    ],
    puzzles: PUZZLES.ndoto,
    sources: ["Wikipedia, Enkeshui (it)", RUSS],
  },
  "layli-goobalay": {
    steps: [
      step("sow", layli, "4,1,0,2,0,1/2,0,3,0,1,2 16:16 S -", "1", { what: "sown" }),
      step("relay", layli, "4,0,1,0,2,0/1,0,0,0,3,0 20:17 S -", "1", { what: "laps", n: 2 }),
      step("uurs", layli, "1,0,2,0,0,0/0,0,0,0,3,2 20:20 S -", "1", { what: "uurs" }),
      step("four", layli, "1,0,2,0,0,0/0,0,0,0,4,2 19:20 S -", "1", { what: "captured", n: 5 }),
      step("in_uur", layli, "2,1,2s,0,1,0/3,0,2s,0,4,0 16:17 S -", "1", { what: "in_bull" }),
      step("end", layli, "0,1,2,0,0,0/0,1,0,0,0,0 22:22 S -", "3", { what: "over" }),
    ],
    puzzles: PUZZLES["layli-goobalay"],
    sources: [
      "G. Marin, Somali Games, 1931",
      "R. Pankhurst, 1971 (Ludii)",
      MANCALA_WORLD,
      "Wikipedia, Layli Goobalay (en, it, sw)",
    ],
  },
};

export function taughtBy(slug: string): Taught | null {
  return TAUGHT.find((one) => one === slug.replaceAll("_", "-")) ?? null;
}
