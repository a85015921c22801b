import { describe, expect, test } from "vitest";
import { Attempt } from "./attempt.svelte.ts";

describe("something that is tried", () => {
  test("says when one has to sign in again before it, until it is tried anew or one has", async () => {
    const attempt = new Attempt();
    const refused = { ok: false, refusal: { code: "proof_needed" } } as const;
    expect(await attempt.make(async () => refused)).toBe(false);
    expect([attempt.stale, attempt.wrong !== ""]).toEqual([true, true]);
    attempt.clear();
    expect([attempt.stale, attempt.wrong]).toEqual([false, ""]);
    await attempt.make(async () => refused);
    expect(await attempt.make(async () => ({ ok: true, body: null }))).toBe(true);
    expect([attempt.stale, attempt.wrong]).toEqual([false, ""]);
  });

  test("does not say so of anything else that was refused", async () => {
    const attempt = new Attempt();
    expect(await attempt.make(async () => ({ ok: false, refusal: { code: "last_way" } }))).toBe(false);
    expect([attempt.stale, attempt.wrong !== ""]).toEqual([false, true]);
  });
});
