/** The accessibility checker, put into the page as a script of the test. */

import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect } from "./world.ts";

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly target: readonly string[] }[];
}

/** No serious or critical violation; nothing at all where `strict`. */
export async function isAccessible(page: Page): Promise<void> {
  const axe = await readFile("node_modules/axe-core/axe.min.js", "utf8");
  // Evaluated, not added as an element: the page's security policy allows no other scripts.
  await page.evaluate(axe);
  const violations = await page.evaluate(async () => {
    const { axe: checker } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: Violation[] }> };
    };
    const tags = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"];
    return (await checker.run({ runOnly: tags })).violations;
  });
  const told = violations.map(
    ({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`,
  );
  expect(told).toEqual([]);
}
