import { describe, expect, it } from "vitest";
import { everything } from "../i18n/samples.ts";
import { NOUNS, type Parsed, parse, VERBS } from "./commands.ts";
import { completions, fold, shownWord, type Vocabulary } from "./words.ts";

const LANGUAGES = ["en", "pl", "it", "sw"] as const;
type Tongue = (typeof LANGUAGES)[number];

function wordsOf(language: Tongue): Vocabulary {
  const part = everything.get(language)?.get("commands");
  if (!part) throw new Error(`no commands in ${language}`);
  return part as Vocabulary;
}

/** As the page has them: the spoken language first, then English. */
function vocabularies(language: Tongue): readonly Vocabulary[] {
  return language === "en" ? [wordsOf("en")] : [wordsOf(language), wordsOf("en")];
}

function read(line: string, language: Tongue = "en"): Parsed {
  return parse(line, vocabularies(language));
}

const five = { move: "5", side: null };

describe("a line in English", () => {
  it("is nothing, a pit, or a move with its turns", () => {
    expect(read("")).toEqual({ is: "again" });
    expect(read("   ")).toEqual({ is: "again" });
    expect(read("5")).toEqual({ is: "choose", written: five });
    expect(read("S5")).toEqual({ is: "choose", written: { move: "5", side: "south" } });
    expect(read("n12")).toEqual({ is: "choose", written: { move: "12", side: "north" } });
    expect(read("05")).toEqual({ is: "choose", written: five });
    for (const line of ["7LR", "7 left right", "7 l r", "7 left, right", "7l right", "7 lr"])
      expect(read(line)).toEqual({ is: "choose", written: { move: "7LR", side: null } });
  });

  it("takes the special move as the notation has it", () => {
    const written = { move: "3+4=1:1,2:1,8:3", side: null };
    expect(read("3+4=1:1,2:1,8:3")).toEqual({ is: "choose", written });
    expect(read("play 3+4=1:1,2:1,8:3")).toEqual({ is: "move", verb: "play", written, text: "" });
  });

  it("plays, votes, proposes with a reason and blocks with one", () => {
    expect(read("play 5")).toEqual({ is: "move", verb: "play", written: five, text: "" });
    expect(read("Vote for pit 5")).toEqual({ is: "move", verb: "vote", written: five, text: "" });
    expect(read("vote")).toEqual({ is: "move", verb: "vote", written: null, text: "" });
    expect(read("vote 7 left")).toEqual({
      is: "move",
      verb: "vote",
      written: { move: "7L", side: null },
      text: "",
    });
    expect(read("propose 5 because it Takes four")).toEqual({
      is: "move",
      verb: "propose",
      written: five,
      text: "it Takes four",
    });
    expect(read("p 5: why not?")).toEqual({ is: "move", verb: "propose", written: five, text: "why not?" });
    expect(read("block 5 we lose the bull")).toMatchObject({ verb: "block", text: "we lose the bull" });
    expect(read("block 5")).toMatchObject({ is: "unclear", lacks: "text", verb: "block" });
    expect(read("vote 5 please")).toMatchObject({ is: "unclear", lacks: "more", said: "please" });
    expect(read("vote for Ben")).toMatchObject({ is: "unclear", lacks: "pit" });
  });

  it("speaks of a tried move, of the hand and of trust", () => {
    for (const verb of ["object", "approve", "withdraw", "undecided", "unvote"] as const)
      expect(read(verb)).toEqual({ is: "alone", verb });
    expect(read("let it stand")).toEqual({ is: "alone", verb: "approve" });
    expect(read("take it back")).toEqual({ is: "alone", verb: "withdraw" });
    expect(read("pass the hand to Ben Ali")).toEqual({ is: "person", verb: "pass", who: "Ben Ali" });
    expect(read("pass Ben")).toEqual({ is: "person", verb: "pass", who: "Ben" });
    expect(read("pass")).toMatchObject({ is: "unclear", lacks: "who" });
    expect(read("claim the hand")).toEqual({ is: "claim_hand" });
    expect(read("object loudly")).toMatchObject({ is: "unclear", lacks: "more" });
  });

  it("asks, answers and gives up", () => {
    expect(read("offer draw")).toEqual({ is: "ask", kind: "draw", who: "", draw: false });
    expect(read("ask for a pause")).toEqual({ is: "ask", kind: "pause", who: "", draw: false });
    expect(read("ask kick Ben")).toEqual({ is: "ask", kind: "kick", who: "Ben", draw: false });
    expect(read("ask kick")).toMatchObject({ is: "unclear", lacks: "who" });
    expect(read("ask another hand")).toEqual({ is: "ask", kind: "replace", who: "", draw: false });
    expect(read("claim win")).toEqual({ is: "ask", kind: "claim", who: "", draw: false });
    expect(read("claim a draw")).toEqual({ is: "ask", kind: "claim", who: "", draw: true });
    expect(read("give up")).toEqual({ is: "ask", kind: "resign", who: "", draw: false });
    expect(read("yes")).toEqual({ is: "answer", yes: true, number: null });
    expect(read("no 2")).toEqual({ is: "answer", yes: false, number: 2 });
    expect(read("ask tea")).toMatchObject({ is: "unclear", lacks: "kind", said: "tea" });
  });

  it("says things as they were written", () => {
    expect(read("say Łódź, or 5?")).toEqual({ is: "say", to: null, text: "Łódź, or 5?" });
    expect(read("say because of that")).toEqual({ is: "say", to: null, text: "because of that" });
    expect(read("all hello")).toEqual({ is: "say", to: "all", text: "hello" });
    expect(read("say")).toMatchObject({ is: "unclear", lacks: "text" });
  });

  it("sits, starts, bets, cheers, advises and listens", () => {
    expect(read("sit")).toEqual({ is: "sit", side: null });
    expect(read("sit with South")).toEqual({ is: "sit", side: "south" });
    expect(read("sit east")).toMatchObject({ is: "unclear", lacks: "side" });
    expect(read("start lot")).toEqual({ is: "start", starter: null });
    expect(read("bet on north 50")).toEqual({ is: "bet", outcome: "north", stake: 50 });
    expect(read("bet draw")).toEqual({ is: "bet", outcome: "draw", stake: null });
    expect(read("cheer south")).toEqual({ is: "cheer", side: "south" });
    expect(read("advise north 3 look left")).toEqual({
      is: "advise",
      side: "north",
      pit: 3,
      text: "look left",
    });
    expect(read("listen off")).toEqual({ is: "listen", on: false });
    expect(read("pit n3")).toEqual({ is: "pit", pit: 3, side: "north" });
    expect(read("help vote")).toEqual({ is: "help", about: "vote" });
    expect(read("?")).toEqual({ is: "help", about: null });
  });

  it("names the word that was probably meant", () => {
    expect(read("vtoe 5")).toMatchObject({ is: "unclear", lacks: "verb", said: "vtoe 5", near: "vote" });
    expect(read("prop 5")).toMatchObject({ near: "propose" });
    expect(read("xyzzy")).toMatchObject({ is: "unclear", lacks: "verb", near: null });
    expect(read("ask drwa")).toMatchObject({ lacks: "kind", near: "draw" });
  });
});

describe.each(LANGUAGES)("%s", (language) => {
  const words = wordsOf(language);

  it("understands every way of every order that stands alone or with a move", () => {
    for (const verb of VERBS) {
      for (const way of words[`word.${verb}`]?.split(",") ?? []) {
        const parsed = read(`${way.trim().toUpperCase()} 5`, language);
        expect(parsed, way).not.toMatchObject({ is: "unclear", lacks: "verb" });
        expect(verbOf(parsed), way).toBe(verb);
      }
    }
  });

  it("understands English as well", () => {
    for (const verb of VERBS) {
      const parsed = read(`${shownWord([wordsOf("en")], verb)} 5`, language);
      expect(verbOf(parsed), verb).toBe(verb);
    }
  });

  it("has no way of two orders, and none that a pit could be", () => {
    const ways = VERBS.flatMap((verb) =>
      (words[`word.${verb}`] ?? "").split(",").map((way) => fold(way.trim())),
    );
    expect(ways.filter((way, at) => ways.indexOf(way) !== at)).toEqual([]);
    expect(ways.filter((way) => /^[sn]?\d/.test(way))).toEqual([]);
  });

  it("has a way for every word", () => {
    for (const key of [...VERBS, ...NOUNS, "to", "for", "because"])
      expect(words[`word.${key}`]?.trim(), key).toBeTruthy();
  });

  it("understands turns, sides and questions in its own words", () => {
    const say = (key: string) => shownWord([words], key);
    expect(read(`${say("vote")} 7 ${say("left")} ${say("right")}`, language)).toMatchObject({
      written: { move: "7LR" },
    });
    expect(read(`${say("sit")} ${say("north")}`, language)).toEqual({ is: "sit", side: "north" });
    for (const kind of ["draw", "pause", "takeback", "adjourn", "abort", "extend"] as const)
      expect(read(`${say("ask")} ${say(kind)}`, language)).toEqual({ is: "ask", kind, who: "", draw: false });
    expect(read(`${say("pass")} ${say("hand")} Ben`, language)).toMatchObject({ verb: "pass", who: "Ben" });
    expect(read(`${say("listen")} ${say("off")}`, language)).toEqual({ is: "listen", on: false });
    expect(read(`${say("propose")} 5 ${say("because")} Ściana`, language)).toMatchObject({ text: "Ściana" });
  });

  it("completes what was begun", () => {
    const whole = shownWord([words], "propose");
    expect(completions([words], VERBS, whole.slice(0, -2))).toContain(whole);
    expect(completions([words], VERBS, "")).toEqual([]);
  });
});

it("reads marks and letters in any form", () => {
  expect(read("glosuj 5", "pl")).toEqual(read("GŁOSUJ 5", "pl"));
  expect(read("sì", "it")).toEqual(read("si\u0300", "it"));
  expect(fold("ŻÓŁĆ")).toBe("zolc");
});

/** Which order a line was taken for. */
function verbOf(parsed: Parsed): string | null {
  switch (parsed.is) {
    case "move":
    case "alone":
    case "person":
      return parsed.verb;
    case "unclear":
      return parsed.verb;
    case "ask":
      return parsed.kind === "resign" ? "resign" : "ask";
    case "claim_hand":
      return "claim";
    case "answer":
      return parsed.yes ? "yes" : "no";
    case "say":
      return parsed.to ?? "say";
    case "again":
    case "choose":
      return null;
    default:
      return parsed.is;
  }
}
