import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { live } from "../../../a11y/live.svelte.ts";
import type { Line } from "../../../state/telling.ts";
import { Journal } from "./journal.svelte.ts";
import { ended, Narrator } from "./narrator.ts";

const wishes = vi.hoisted(() => ({ telling: "usual", text: false }));
vi.mock("../../../store/preferences.svelte.ts", () => ({ preferences: wishes }));

function line(text: string, change: Partial<Line> = {}): Line {
  return { text, from: "usual", topic: null, urgent: false, ...change };
}

/** What stands in each region. */
function spoken() {
  const texts = (lines: typeof live.polite.lines) => lines.map(({ text }) => text);
  return { polite: texts(live.polite.lines), urgent: texts(live.urgent.lines) };
}

describe("a narrator", () => {
  let journal: Journal;
  let narrator: Narrator;

  beforeEach(() => {
    vi.useFakeTimers({ now: 1_000_000 });
    Object.assign(wishes, { telling: "usual", text: false });
    journal = new Journal();
    narrator = new Narrator(journal);
  });
  afterEach(() => {
    narrator.stop();
    // Lines go by themselves after a while.
    vi.advanceTimersByTime(60_000);
    expect(spoken()).toEqual({ polite: [], urgent: [] });
    vi.useRealTimers();
  });

  it("tells in one breath what happens together", () => {
    narrator.add([line("One")]);
    vi.advanceTimersByTime(100);
    narrator.add([line("Two.")]);
    expect(spoken().polite).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(spoken().polite).toEqual(["One. Two."]);
    expect(journal.entries.map(({ text }) => text)).toEqual(["One.", "Two."]);
    expect(journal.last).toEqual(["One.", "Two."]);
  });

  it("lets one breath be heard before the next, and loses nothing", () => {
    narrator.add([line("One.")]);
    vi.advanceTimersByTime(200);
    narrator.add([line("Two.")]);
    vi.advanceTimersByTime(500);
    narrator.add([line("Three.")]);
    expect(journal.entries).toHaveLength(1);
    vi.advanceTimersByTime(1000);
    expect(spoken().polite).toEqual(["One.", "Two. Three."]);
    expect(journal.entries).toHaveLength(3);
  });

  it("does not let what needs somebody wait, and tells the whole breath in one place", () => {
    narrator.add([line("One.")]);
    vi.advanceTimersByTime(200);
    narrator.add([line("North played pit 3.")]);
    vi.advanceTimersByTime(50);
    narrator.add([line("You are to move", { urgent: true })]);
    vi.advanceTimersByTime(200);
    expect(spoken()).toEqual({ polite: ["One."], urgent: ["North played pit 3. You are to move."] });
  });

  it("writes in the text mode, and leaves the reading to the log", () => {
    wishes.text = true;
    narrator.add([line("One."), line("Two.", { urgent: true })]);
    vi.advanceTimersByTime(200);
    expect(spoken()).toEqual({ polite: [], urgent: [] });
    expect(journal.entries.map(({ text }) => text)).toEqual(["One.", "Two."]);
  });

  it("tells no more than is wanted", () => {
    wishes.telling = "little";
    narrator.add([line("A vote.", { from: "all" }), line("A proposal.")]);
    vi.advanceTimersByTime(2000);
    expect(journal.entries).toEqual([]);
    narrator.add([line("A move.", { from: "little" })]);
    vi.advanceTimersByTime(2000);
    expect(journal.entries.map(({ text }) => text)).toEqual(["A move."]);
  });
});

it("makes sentences of titles", () => {
  expect(ended("You are to move")).toBe("You are to move.");
  for (const text of ["Done.", "Really?", "Ben: “no”", "So:"]) expect(ended(text)).toBe(text);
});
