/** Somebody who asks faster than he may, at a server that lets him ask so often and no more. */

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Outcome } from "./ask.ts";
import { patiently } from "./patient.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Answers `burst` questions at once and then one in `wait` milliseconds, as the server does. */
function limited(burst: number, wait: number) {
  const asked: string[] = [];
  let refusals = 0;
  let spent = 0;
  const began = Date.now();
  const ask = patiently(async (what: string): Promise<Outcome<string>> => {
    const left = burst + Math.floor((Date.now() - began) / wait) - spent;
    if (left <= 0) {
      refusals += 1;
      return { ok: false, refusal: { code: "rate_limited", wait_ms: wait } };
    }
    spent += 1;
    asked.push(what);
    return { ok: true, body: what };
  });
  return { ask, asked, refusals: () => refusals };
}

const settled = () => vi.advanceTimersByTimeAsync(0);

it("does not come between who asks slowly and his answers", async () => {
  const { ask, asked } = limited(3, 500);
  expect(await ask("a")).toEqual({ ok: true, body: "a" });
  expect(await ask("b")).toEqual({ ok: true, body: "b" });
  expect(asked).toEqual(["a", "b"]);
});

it("answers everything that was asked too fast, each once, the newest first", async () => {
  const { ask, asked, refusals } = limited(2, 500);
  const told: string[] = [];
  for (const what of ["a", "b", "c", "d", "e"])
    void ask(what).then((outcome) => told.push(outcome.ok ? outcome.body : "refused"));
  await settled();
  expect(told).toEqual(["a", "b"]);
  await vi.advanceTimersByTimeAsync(500);
  expect(told).toEqual(["a", "b", "e"]);
  // What is asked meanwhile does not push past the pause.
  const before = refusals();
  void ask("f").then((outcome) => told.push(outcome.ok ? outcome.body : "refused"));
  await settled();
  expect(refusals()).toBe(before);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(told).toEqual(["a", "b", "e", "f", "d", "c"]);
  expect(asked).toEqual(told);
  // All waited together: a refusal of each of the three, and then no more than one for each pause.
  expect(refusals()).toBeLessThanOrEqual(6);
});

it("asks at once again when nothing waits any more", async () => {
  const { ask } = limited(1, 500);
  const both = [ask("a"), ask("b")];
  await vi.advanceTimersByTimeAsync(500);
  expect(await Promise.all(both)).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(500);
  expect(await ask("c")).toEqual({ ok: true, body: "c" });
});

it("passes on what no waiting would change, and a wait that is too long for anybody", async () => {
  for (const refusal of [{ code: "busy" }, null, { code: "rate_limited", wait_ms: 3_000 }] as const) {
    let asked = 0;
    const ask = patiently(async () => {
      asked += 1;
      return { ok: false as const, refusal };
    });
    expect(await ask(0)).toEqual({ ok: false, refusal });
    expect(asked).toBe(1);
  }
});

it("does not ask for ever", async () => {
  let asked = 0;
  const ask = patiently(async () => {
    asked += 1;
    return { ok: false as const, refusal: { code: "rate_limited" as const, wait_ms: 100 } };
  });
  const told = vi.fn();
  void ask(0).then(told);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toHaveBeenCalledWith({ ok: false, refusal: { code: "rate_limited", wait_ms: 100 } });
  expect(asked).toBe(6);
});

it("keeps no more questions than it may: the oldest are told that they came too fast", async () => {
  const { ask } = limited(0, 500);
  const told: number[] = [];
  for (let at = 0; at < 45; at++) void ask(`${at}`).then((outcome) => !outcome.ok && told.push(at));
  await settled();
  expect(told).toEqual([0, 1, 2, 3, 4]);
});
