/** Words and customs that are told, each with where it is written: `docs/rules.md`, part 5. */

const MERKER = "Merker 1904 (Mancala World)";
const ENKESHUI = "Wikipedia, Enkeshui (it); Mancala World, Enkeshui";

export interface Word {
  readonly word: string;
  /** Maa, Somali, or English where the sources give a word in translation. */
  readonly lang: "mas" | "so" | "en";
  readonly meaning: string;
  readonly source: string;
}

export const WORDS = [
  { word: "en gurtóto, ’n gurtót", lang: "mas", meaning: "pit", source: MERKER },
  { word: "ol mátua, el mátuan", lang: "mas", meaning: "row", source: MERKER },
  { word: "os soid, es soido", lang: "mas", meaning: "seed", source: MERKER },
  { word: "ol alai, el ala", lang: "mas", meaning: "pin", source: "Mancala World, En Dodoi" },
  { word: "ol gulangulu", lang: "mas", meaning: "nuts", source: "Mancala World, En Gehé" },
  { word: "cow", lang: "en", meaning: "cow", source: "Driedger (Mancala World; awale.info)" },
  { word: "boma", lang: "en", meaning: "boma", source: ENKESHUI },
  { word: "bull", lang: "en", meaning: "bull", source: ENKESHUI },
  { word: "to eat, to sleep", lang: "en", meaning: "eat", source: "awale.info, Enkeshui; Driedger" },
  { word: "uur", lang: "so", meaning: "uur", source: "Marin 1931; Mancala World" },
  { word: "abar", lang: "so", meaning: "abar", source: "Marin 1931" },
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
