/** The accessibility checker, put into the page as a script of the test. */

import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect } from "./world.ts";

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly target: readonly string[] }[];
}

/** The checker's text, read once. */
let checker: Promise<string> | null = null;

/** No violation of any weight. */
export async function isAccessible(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
}

const ALL = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"] as const;
/** All rules of these that depend on the colours. */
export const COLOURS = ["color-contrast", "link-in-text-block"] as const;

/** What the checker finds, a line for each. */
export async function violations(page: Page, asked: readonly string[] = ALL): Promise<readonly string[]> {
  // Evaluated, not added as an element: the page's security policy allows no other scripts. Once for each document.
  if (!(await page.evaluate(() => "axe" in window))) {
    checker ??= readFile("node_modules/axe-core/axe.min.js", "utf8");
    await page.evaluate(await checker);
  }
  const found = await page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: Violation[] }> };
    };
    return (await axe.run({ runOnly })).violations;
  }, asked);
  return found.map(
    ({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`,
  );
}
