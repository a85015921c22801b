import { expect, test } from "vitest";
import { providerSaid } from "./accounts.ts";

test("coming back from the provider says what is in the way", () => {
  expect(providerSaid("")).toBe(null);
  expect(providerSaid("?x=y")).toBe(null);
  expect(providerSaid("?signin=taken")).toBe("taken");
  expect(providerSaid("?signin=stale")).toBe("stale");
  expect(providerSaid("?signin=limited")).toBe("limited");
  for (const failing of ["unreachable", "refused", "expired", "invalid", "anything"]) {
    expect(providerSaid(`?signin=${failing}`)).toBe("failed");
  }
});
