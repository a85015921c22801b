/** Words and customs that are told, each with where it is written: `docs/rules.md`, part 5. */

const MERKER = "Merker 1904 (Mancala World)";
const ENKESHUI = "Wikipedia, Enkeshui (it); Mancala World, Enkeshui";

export interface Word {
  readonly word: string;
  readonly plural?: string;
  /** Other spellings of it in the sources. */
  readonly also?: readonly string[];
  /** Maa, Somali, Swahili, or English where the sources give a word in translation. */
  readonly lang: "mas" | "so" | "sw" | "en";
  readonly meaning: string;
  readonly source: string;
}

export const WORDS = [
  {
    word: "Enkeshui",
    also: ["Engesho"],
    lang: "mas",
    meaning: "game",
    source: "Mancala World and Wikipedia, Enkeshui",
  },
  {
    word: "En Gehé",
    plural: "’n gehén",
    also: ["En Gehe", "En Gesche", "Geshe", "Guehe"],
    lang: "mas",
    meaning: "game",
    source: "Merker 1904 (Mancala World); Ludii; Wikipedia, En Gehé",
  },
  {
    word: "En Dodoi",
    plural: "en dodo",
    also: ["Endodoi"],
    lang: "mas",
    meaning: "game",
    source: "Mancala World, En Dodoi; Wikipedia, Endodoi",
  },
  { word: "en gurtóto", plural: "’n gurtót", lang: "mas", meaning: "pit", source: MERKER },
  { word: "ol mátua", plural: "el mátuan", lang: "mas", meaning: "row", source: MERKER },
  { word: "os soid", plural: "es soido", lang: "mas", meaning: "seed", source: MERKER },
  { word: "ol alai", plural: "el ala", lang: "mas", meaning: "pin", source: "Mancala World, En Dodoi" },
  { word: "ol gulangulu", lang: "mas", meaning: "nuts", source: "Mancala World, En Gehé" },
  { word: "Sindillo", lang: "mas", meaning: "inventor", source: "Mancala World, En Gehé" },
  { word: "Maitoumbe", lang: "mas", meaning: "first_man", source: "Mancala World, En Gehé" },
  { word: "Loita", also: ["Loitha"], lang: "mas", meaning: "section", source: MERKER },
  {
    word: "Kisongo",
    also: ["Kisonga", "Misonga"],
    lang: "mas",
    meaning: "section",
    source: "Merker 1904 (Mancala World); Ludii",
  },
  { word: "boma", lang: "sw", meaning: "boma", source: ENKESHUI },
  { word: "cow", lang: "en", meaning: "cow", source: "Driedger (Mancala World; awale.info)" },
  { word: "bull", lang: "en", meaning: "bull", source: ENKESHUI },
  { word: "to eat", lang: "en", meaning: "eat", source: "awale.info, Enkeshui" },
  { word: "to sleep", lang: "en", meaning: "sleep", source: "Driedger; awale.info, Enkeshui" },
  {
    word: "Layli Goobalay",
    also: ["Leyla Gobale"],
    lang: "so",
    meaning: "game",
    source: "Mancala World; Ludii",
  },
  { word: "uur", also: ["ςùr"], lang: "so", meaning: "uur", source: "Marin 1931; Mancala World" },
  { word: "abar", lang: "so", meaning: "abar", source: "Marin 1931" },
  { word: "salo", lang: "so", meaning: "salo", source: "Mancala World, Layli Goobalay" },
] as const satisfies readonly Word[];

export const CUSTOMS = [
  { custom: "team", sources: "Mancala World, Enkeshui and En Gehé; Wikipedia, En Gehé" },
  { custom: "try", sources: "Wikipedia, Enkeshui (it); Mancala World, Enkeshui" },
  { custom: "watch", sources: "Wikipedia, Enkeshui (pl, it)" },
  { custom: "herds", sources: "Wikipedia, Enkeshui (pl, it); Mancala World, Enkeshui" },
  { custom: "who", sources: "Mancala World, En Gehé, En Dodoi and Enkeshui" },
  { custom: "legend", sources: "Mancala World, En Gehé" },
  { custom: "second_hand", sources: "docs/rules.md" },
] as const satisfies readonly { readonly custom: string; readonly sources: string }[];
