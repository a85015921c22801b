/**
 * What a line of the text mode means. Understands the words of the language that is spoken and the English ones, and
 * says what it did not understand. It knows no rules and no room: whoever carries it out finds out what is possible.
 */

import type { Side } from "../board/ring.ts";
import type { Hearers, Outcome } from "../wire/generated/protocol.ts";
import type { AskKind } from "./asks.ts";
import { nearest, type Token, tokensOf, type Vocabulary, wordAt } from "./words.ts";

/** Orders that consist of their word alone. */
export const ALONE = [
  "object",
  "approve",
  "undecided",
  "withdraw",
  "unvote",
  "cancel",
  "leave",
  "ready",
  "unready",
  "rematch",
  "unbet",
  "status",
  "board",
  "time",
  "ballot",
  "moves",
  "last",
  "people",
  "heard",
  "asks",
  "bets",
  "repeat",
  "clear",
  "drawn",
] as const;
export type Alone = (typeof ALONE)[number];

/** Orders about a move. */
export const ON_MOVES = ["play", "vote", "propose", "look", "block"] as const;
export type OnMove = (typeof ON_MOVES)[number];

/** Orders about a person. */
export const ON_PEOPLE = ["pass", "name", "trust", "untrust", "person"] as const;
export type OnPerson = (typeof ON_PEOPLE)[number];

/** Orders with a shape of their own. */
const OTHERS = [
  "pit",
  "ask",
  "claim",
  "resign",
  "yes",
  "no",
  "say",
  "all",
  "stand",
  "sit",
  "start",
  "bot",
  "bet",
  "cheer",
  "advise",
  "listen",
  "help",
] as const;

export const VERBS = [...ON_MOVES, ...ALONE, ...ON_PEOPLE, ...OTHERS] as const;
export type Verb = (typeof VERBS)[number];

/** What may be asked for after `ask`. */
const KINDS = [
  "draw",
  "takeback",
  "pause",
  "adjourn",
  "abort",
  "extend",
  "replace",
  "kick",
  "mute",
  "resume",
] as const;
/** Other words that orders are made of. */
export const NOUNS = [
  ...KINDS,
  "hand",
  "win",
  "south",
  "north",
  "lot",
  "fewer",
  "left",
  "right",
  "on",
  "off",
] as const;

/** A move as it was written: in the notation, and whose row was named, if one was. */
export interface Written {
  readonly move: string;
  readonly side: Side | null;
}

export type Parsed =
  /** Nothing was written: what was chosen is done. */
  | { readonly is: "again" }
  /** A pit alone: it is chosen, and what it does is told. */
  | { readonly is: "choose"; readonly written: Written }
  | { readonly is: "move"; readonly verb: OnMove; readonly written: Written | null; readonly text: string }
  | { readonly is: "alone"; readonly verb: Alone }
  | { readonly is: "person"; readonly verb: OnPerson; readonly who: string }
  | { readonly is: "ask"; readonly kind: AskKind | "resume"; readonly who: string; readonly draw: boolean }
  | { readonly is: "claim_hand" }
  | { readonly is: "answer"; readonly yes: boolean; readonly number: number | null }
  | { readonly is: "say"; readonly to: Hearers | null; readonly text: string }
  | { readonly is: "sit"; readonly side: Side | null }
  | { readonly is: "start"; readonly starter: Side | null }
  | { readonly is: "bot"; readonly side: Side }
  | { readonly is: "bet"; readonly outcome: Outcome; readonly stake: number | null }
  | { readonly is: "cheer"; readonly side: Side }
  | { readonly is: "advise"; readonly side: Side; readonly pit: number | null; readonly text: string }
  | { readonly is: "listen"; readonly on: boolean }
  | { readonly is: "pit"; readonly pit: number; readonly side: Side | null }
  | { readonly is: "help"; readonly about: Verb | null }
  | Unclear;

/** What was not understood: the word itself, or what is missing after it. */
export interface Unclear {
  readonly is: "unclear";
  readonly lacks: "verb" | "pit" | "side" | "kind" | "outcome" | "text" | "who" | "more";
  readonly verb: Verb | null;
  readonly said: string;
  /** The word that was probably meant. */
  readonly near: string | null;
}

export function parse(line: string, vocabularies: readonly Vocabulary[]): Parsed {
  const reader = new Reader(line, vocabularies);
  if (reader.ended) return { is: "again" };
  // "pit 5" asks about a pit, "5" chooses it.
  const alone = reader.written(false);
  if (alone) return reader.ended ? { is: "choose", written: alone } : unclear(reader, "more", null);
  const verb = reader.word(VERBS);
  if (!verb) return unclear(reader, "verb", null);
  return orderOf(verb, reader);
}

function orderOf(verb: Verb, reader: Reader): Parsed {
  const lacks = (what: Unclear["lacks"]) => unclear(reader, what, verb);
  switch (verb) {
    case "play":
    case "vote":
    case "look":
    case "propose":
    case "block": {
      const written = reader.written();
      if (written === null && !reader.ended) return lacks("pit");
      reader.skip("because");
      const reasons = verb === "propose" || verb === "block";
      if (!reasons && !reader.ended) return lacks("more");
      const text = reader.rest();
      if (verb === "block" && text === "") return lacks("text");
      return { is: "move", verb, written, text };
    }
    case "pass":
    case "name":
    case "trust":
    case "untrust":
    case "person": {
      // "pass the hand to Ben", "pass Ben".
      reader.word(["hand"]);
      reader.skip("to");
      const who = reader.rest();
      return who === "" ? lacks("who") : { is: "person", verb, who };
    }
    case "ask":
      return askOf(reader, lacks);
    case "claim": {
      const what = reader.word(["hand", "draw", "win"]);
      if (what === null) return lacks("kind");
      if (what === "hand") return { is: "claim_hand" };
      return { is: "ask", kind: "claim", who: "", draw: what === "draw" };
    }
    case "resign":
      return { is: "ask", kind: "resign", who: "", draw: false };
    case "yes":
    case "no":
      return { is: "answer", yes: verb === "yes", number: reader.number() };
    case "say":
    case "all":
    case "stand": {
      const to = verb === "say" ? null : verb;
      const text = reader.rest();
      return text === "" ? lacks("text") : { is: "say", to, text };
    }
    case "sit": {
      if (reader.ended) return { is: "sit", side: null };
      const where = reader.word(["south", "north", "fewer"]);
      if (where === null) return lacks("side");
      return { is: "sit", side: where === "fewer" ? null : where };
    }
    case "start": {
      const starter = reader.word(["south", "north", "lot"]);
      if (starter === null) return lacks("side");
      return { is: "start", starter: starter === "lot" ? null : starter };
    }
    case "bot":
    case "cheer": {
      const side = reader.word(["south", "north"]);
      return side === null ? lacks("side") : { is: verb, side };
    }
    case "bet": {
      const outcome = reader.word(["south", "north", "draw"]);
      return outcome === null ? lacks("outcome") : { is: "bet", outcome, stake: reader.number() };
    }
    case "advise": {
      const side = reader.word(["south", "north"]);
      if (side === null) return lacks("side");
      const pit = reader.number();
      const text = reader.rest();
      return pit === null && text === "" ? lacks("text") : { is: "advise", side, pit, text };
    }
    case "listen":
      return { is: "listen", on: reader.word(["on", "off"]) !== "off" };
    case "pit": {
      const written = reader.written();
      const pit = Number(/^\d+$/.exec(written?.move ?? "")?.[0] ?? 0);
      return pit === 0 ? lacks("pit") : { is: "pit", pit, side: written?.side ?? null };
    }
    case "help":
      return { is: "help", about: reader.word(VERBS) };
    default:
      return reader.ended ? { is: "alone", verb } : lacks("more");
  }
}

function askOf(reader: Reader, lacks: (what: Unclear["lacks"]) => Unclear): Parsed {
  const kind = reader.word([...KINDS, "resign", "claim", "hand"] as const);
  if (kind === null) return lacks("kind");
  if (kind === "claim") return { is: "ask", kind, who: "", draw: reader.word(["draw"]) !== null };
  reader.skip("to");
  const who = reader.rest();
  if ((kind === "kick" || kind === "mute") && who === "") return lacks("who");
  // "ask hand Ben" is how one asks for another hand.
  return { is: "ask", kind: kind === "hand" ? "replace" : kind, who, draw: false };
}

function unclear(reader: Reader, lacks: Unclear["lacks"], verb: Verb | null): Unclear {
  const said = reader.rest();
  const [first = ""] = said.split(/\s+/);
  const keys = lacks === "verb" ? VERBS : NOUNS;
  return { is: "unclear", lacks, verb, said, near: nearest(reader.vocabularies, keys, first) };
}

/** Reads a line from left to right, word by word. */
class Reader {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(
    private readonly line: string,
    readonly vocabularies: readonly Vocabulary[],
  ) {
    this.#tokens = tokensOf(line);
  }

  get ended(): boolean {
    return this.#at >= this.#tokens.length;
  }

  /** The next word, if it is one of these. */
  word<Key extends string>(keys: readonly Key[]): Key | null {
    const found = wordAt(this.vocabularies, keys, this.#tokens, this.#at);
    if (!found) return null;
    this.#at += found.length;
    return found.key;
  }

  /** Passes over a word that says nothing by itself. */
  skip(key: string): void {
    this.word([key]);
  }

  number(): number | null {
    const word = this.#tokens[this.#at]?.word ?? "";
    if (!/^\d{1,15}$/.test(word)) return null;
    this.#at += 1;
    return Number(word);
  }

  /** A move: "5", "S5", "5LR", "5 left, right", or the special move as the notation has it. */
  written(led = true): Written | null {
    const before = this.#at;
    if (led) {
      // "vote for pit 5"
      this.skip("for");
      this.skip("pit");
    }
    const word = this.#tokens[this.#at]?.word ?? "";
    if (/^\d+\+\d+=\d/.test(word)) return this.#special();
    const [, letter, pit, turns = ""] = /^([sn])?(\d{1,3})([lr]*)$/.exec(word) ?? [];
    if (pit === undefined) {
      this.#at = before;
      return null;
    }
    this.#at += 1;
    const side = letter === undefined ? null : letter === "s" ? "south" : "north";
    return { move: `${Number(pit)}${turns.toUpperCase()}${this.#turns()}`, side };
  }

  /** Its parts are put together with commas, which separate words elsewhere. */
  #special(): Written {
    const from = this.#tokens[this.#at]?.from ?? 0;
    const [move = ""] = /^\S+/.exec(this.line.slice(from)) ?? [];
    while (!this.ended && (this.#tokens[this.#at]?.from ?? 0) < from + move.length) this.#at += 1;
    return { move, side: null };
  }

  #turns(): string {
    let turns = "";
    for (;;) {
      const turn = this.word(["left", "right"]);
      const letters = /^[lr]+$/.exec(this.#tokens[this.#at]?.word ?? "")?.[0];
      if (turn) turns += turn === "left" ? "L" : "R";
      else if (letters) {
        turns += letters.toUpperCase();
        this.#at += 1;
      } else return turns;
    }
  }

  /** All that is left, as it was written. */
  rest(): string {
    const from = this.#tokens[this.#at]?.from;
    this.#at = this.#tokens.length;
    return from === undefined ? "" : this.line.slice(from).trim();
  }
}

/** Names that were meant by what was written: that name, or those that begin so. */
export function named<Person extends { readonly name: string }>(
  who: string,
  people: readonly Person[],
  same: (name: string) => string,
): readonly Person[] {
  const wanted = same(who);
  const exact = people.filter(({ name }) => same(name) === wanted);
  return exact.length > 0 ? exact : people.filter(({ name }) => same(name).startsWith(wanted));
}
