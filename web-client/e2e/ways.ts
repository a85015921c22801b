/**
 * A page in all the ways in which people look at it: by day and by night, on a table and in a hand, on the smallest
 * screen, with large letters, zoomed, and in the colours of their system. What is wrong is gathered, not thrown: one
 * run tells it all.
 */

import type { Page } from "@playwright/test";
import { COLOURS, violations } from "./axe.ts";

const WIDE = { width: 1440, height: 900 } as const;
const PHONE = { width: 390, height: 844 } as const;
/** WCAG 1.4.10: a page of 1280 at 400 %. */
const SMALLEST = { width: 320, height: 640 } as const;
/** 1440 by 900 at 200 %. */
const ZOOMED = { width: 720, height: 450 } as const;
const SCHEMES = [
  ["light", undefined],
  ["dark", COLOURS],
] as const;

export async function faultsOf(page: Page, name: string): Promise<readonly string[]> {
  const faults: string[] = [];
  const note = (how: string, found: readonly string[]) =>
    faults.push(...found.map((fault) => `${name}, ${how}: ${fault}`));
  // By night and in the colours of a system the same things stand in the same places: asked is how they are seen.
  for (const [colorScheme, rules] of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    for (const size of [WIDE, PHONE]) {
      await stands(page, size);
      note(`${colorScheme} ${size.width}`, await violations(page, rules));
    }
  }
  await page.emulateMedia({ colorScheme: "light", forcedColors: "active" });
  await stands(page, WIDE);
  note("forced colours", await violations(page, COLOURS));
  await page.emulateMedia({ colorScheme: "light", forcedColors: "none" });
  for (const size of [SMALLEST, ZOOMED, PHONE]) {
    await stands(page, size);
    note(`${size.width} wide`, await page.evaluate(cutOff));
  }
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  for (const size of [WIDE, PHONE]) {
    await stands(page, size);
    note(`letters at 200 %, ${size.width} wide`, await page.evaluate(cutOff));
  }
  await page.evaluate(() => {
    document.documentElement.style.removeProperty("font-size");
  });
  await stands(page, WIDE);
  return faults;
}

async function stands(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))),
  );
}

/** In the page: whether it has to be moved sideways, and words that do not fit where they stand. */
function cutOff(): readonly string[] {
  const faults: string[] = [];
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) faults.push(`the page is ${scrollWidth} wide`);
  for (const element of document.querySelectorAll("body *")) {
    const words = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    );
    const box = element.getBoundingClientRect();
    if (!words || box.width <= 1 || box.height <= 1 || element.closest("svg")) continue;
    const style = getComputedStyle(element);
    if (style.visibility === "hidden" || element.closest(".unseen, .skip")) continue;
    const told = `${element.tagName.toLowerCase()}.${element.className}: ${element.textContent?.trim().slice(0, 40)}`;
    // A name too long for its place ends in dots, and is whole elsewhere.
    const hides = /hidden|clip/.test(`${style.overflowX} ${style.overflowY}`);
    const shortened = style.textOverflow === "ellipsis";
    if (hides && !shortened && element.scrollWidth > element.clientWidth + 1) faults.push(`cut off: ${told}`);
    if (hides && element.scrollHeight > element.clientHeight + 4) faults.push(`cut off below: ${told}`);
    if (box.right > innerWidth + 1 && !movedSideways(element)) faults.push(`beyond the edge: ${told}`);
  }
  return faults;

  function movedSideways(element: Element): boolean {
    for (let above = element.parentElement; above && above !== document.body; above = above.parentElement)
      if (/auto|scroll/.test(getComputedStyle(above).overflowX)) return true;
    return false;
  }
}
