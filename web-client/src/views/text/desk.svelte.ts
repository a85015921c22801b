/** The command line of one viewer: takes what is written, has it carried out, and keeps what was answered. */

import { spoken, t } from "../../i18n/index.svelte.ts";
import "../../i18n/text.ts";
import { type Alone, NOUNS, type Parsed, parse, VERBS } from "../../state/commands.ts";
import { completions, tokensOf } from "../../state/words.ts";
import { preferences } from "../../store/preferences.svelte.ts";
import type { TableState } from "../table/table.svelte.ts";
import { type Journal, journalOf } from "../table/telling/journal.svelte.ts";
import { ended } from "../table/telling/narrator.ts";
import { ballotOf, boardOf, statusOf, timesOf } from "../table/telling/status.ts";
import { explain, help, last, pit } from "./answers.ts";
import { answer, ask, cancel, questions } from "./asks.ts";
import { again, choose, legal, onMove, stance, unvote, withdraw } from "./moves.ts";
import { bot, claimHand, heard, onPerson, people, say, seatOrder, sit, start } from "./people.ts";
import { type Reply, refused, told } from "./reply.ts";
import { vocabularies } from "./vocabulary.svelte.ts";

/** Lines that can be brought back. */
const REMEMBERED = 50;

export class Desk {
  text = $state("");
  /** Orders on their way: their answers come in the order in which they were written. */
  waiting = $state(0);
  readonly journal: Journal;
  #past: readonly string[] = [];
  #at: number | null = null;
  #draft = "";
  /** What is done when it is confirmed. */
  #sure: (() => Promise<Reply>) | null = null;
  #turn: Promise<void> = Promise.resolve();

  constructor(readonly table: TableState) {
    this.journal = journalOf(table);
  }

  /** Carries out what is written, and empties the line. */
  enter(): void {
    const line = this.text.trim();
    this.text = "";
    this.#at = null;
    if (line !== "" && line !== this.#past.at(-1)) this.#past = [...this.#past, line].slice(-REMEMBERED);
    this.waiting += 1;
    this.#turn = this.#turn.then(() => this.#carryOut(line));
  }

  /** Brings back what was written before, or after it: -1 is earlier. */
  recall(step: -1 | 1): void {
    const { length } = this.#past;
    if (length === 0) return;
    if (this.#at === null) {
      if (step === 1) return;
      this.#draft = this.text;
    }
    const at = (this.#at ?? length) + step;
    if (at < 0) return;
    this.#at = at >= length ? null : at;
    this.text = this.#at === null ? this.#draft : (this.#past[this.#at] ?? "");
  }

  /** The line with its last word completed; null where nothing fits. */
  get completed(): string | null {
    const line = this.text;
    const tokens = tokensOf(line);
    const end = tokens.at(-1);
    if (!end || end.to < line.length) return null;
    const begun = line.slice(end.from);
    const names = tokens.length > 1 ? (this.table.model.table?.members ?? []).map(({ name }) => name) : [];
    const person = names.find(
      (name) => name.toLowerCase().startsWith(begun.toLowerCase()) && name.length > begun.length,
    );
    const keys = tokens.length > 1 ? NOUNS : VERBS;
    const whole = completions(vocabularies(), keys, begun)[0] ?? person;
    return whole === undefined ? null : line.slice(0, end.from) + whole;
  }

  async #carryOut(line: string): Promise<void> {
    if (line !== "") this.journal.tell("asked", [line]);
    const reply = await this.#reply(line).catch(() => refused(t("app.failed")));
    this.#sure = reply.sure ?? null;
    const lines = reply.lines.map(ended);
    // What was refused comes first, what helps after it.
    if (reply.done) this.journal.tell("answer", lines);
    else this.journal.tell("refused", lines, "answer");
    this.waiting -= 1;
  }

  async #reply(line: string): Promise<Reply> {
    const parsed = parse(line, vocabularies());
    const sure = this.#sure;
    if (sure && parsed.is === "answer" && parsed.number === null) {
      return parsed.yes ? sure() : told(t("text.not_done"));
    }
    return this.#order(parsed);
  }

  async #order(parsed: Parsed): Promise<Reply> {
    const { table } = this;
    switch (parsed.is) {
      case "again":
        return again(table);
      case "choose":
        return choose(table, parsed.written);
      case "move":
        return onMove(table, parsed.verb, parsed.written, parsed.text);
      case "person":
        return onPerson(table, parsed.verb, parsed.who);
      case "ask":
        return ask(table, parsed.kind, parsed.who, parsed.draw);
      case "claim_hand":
        return claimHand(table);
      case "answer":
        return answer(table, parsed.yes, parsed.number);
      case "say":
        return say(table, parsed.to, parsed.text);
      case "sit":
        return sit(table, parsed.side);
      case "start":
        return start(table, parsed.starter);
      case "bot":
        return bot(table, parsed.side);
      case "bet":
        return (await stand()).bet(table, parsed.outcome, parsed.stake);
      case "cheer":
        return (await stand()).cheer(table, parsed.side);
      case "advise":
        return (await stand()).advise(table, parsed.side, parsed.pit, parsed.text);
      case "listen":
        return (await stand()).listen(table, parsed.on);
      case "pit":
        return pit(table, parsed.pit, parsed.side);
      case "help":
        return help(parsed.about);
      case "alone":
        return this.#alone(parsed.verb);
      case "unclear":
        return explain(parsed);
      default:
        return parsed satisfies never;
    }
  }

  async #alone(verb: Alone): Promise<Reply> {
    const { table } = this;
    switch (verb) {
      case "object":
      case "approve":
      case "undecided":
        return stance(table, verb);
      case "withdraw":
        return withdraw(table);
      case "unvote":
        return unvote(table);
      case "cancel":
        return cancel(table);
      case "leave":
      case "ready":
      case "unready":
      case "rematch":
        return seatOrder(table, verb);
      case "unbet":
        return (await stand()).unbet(table);
      case "bets":
        return (await stand()).bets(table);
      case "status":
        return told(...statusOf(table));
      case "board":
        return told(...boardOf(table));
      case "time":
        return told(...timesOf(table));
      case "ballot":
        return told(...ballotOf(table));
      case "moves":
        return legal(table);
      case "last":
        return last(table);
      case "people":
        return people(table);
      case "heard":
        return heard(table);
      case "asks":
        return questions(table);
      case "repeat":
        return this.journal.last.length > 0 ? told(...this.journal.last) : told(t("text.log.none"));
      case "clear":
        this.journal.clear();
        return told(t("text.cleared"));
      case "drawn":
        preferences.setText(false);
        return told(t("text.drawing"));
      default:
        return verb satisfies never;
    }
  }
}

/** What only those who watch need is loaded when they do. */
function stand() {
  return spoken(import("./bets.ts"));
}
