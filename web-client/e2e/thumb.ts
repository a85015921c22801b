/**
 * A thumb on a telephone: it knows no mouse and no keys. Before it taps it sees to it that what it wants is in view,
 * is large enough to be hit, and that nothing lies over it; it moves the page as a thumb does.
 */

import type { CDPSession, Locator, Page } from "@playwright/test";
import { expect } from "./world.ts";

/** What a fingertip needs, in CSS pixels. */
export const FINGERTIP = 44;
/** The least width of a pit where a hundred of them are in view at once; beside it the panel has steps to correct. */
export const SMALL_PIT = { width: 34, height: FINGERTIP } as const;

/** The longest stroke, as a part of the screen, and the moves that it is told in. */
const STROKE = 0.6;
const STROKE_STEPS = 8;

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Spot extends Size {
  readonly x: number;
  readonly y: number;
  /** What a tap would hit in its place; null when it is what is wanted. */
  readonly covered: string | null;
}

export class Thumb {
  /** Everything that was tapped, with the least box of each kind: for the report of a test. */
  readonly taps = {
    count: 0,
    smallest: { width: Number.POSITIVE_INFINITY, height: Number.POSITIVE_INFINITY },
  };

  private constructor(
    private readonly page: Page,
    private readonly cdp: CDPSession,
  ) {}

  static async on(page: Page): Promise<Thumb> {
    return new Thumb(page, await page.context().newCDPSession(page));
  }

  async tap(target: Locator, least: Size = { width: FINGERTIP, height: FINGERTIP }): Promise<void> {
    const spot = await this.#reach(target);
    expect(spot.width, `width of ${target}`).toBeGreaterThanOrEqual(least.width);
    expect(spot.height, `height of ${target}`).toBeGreaterThanOrEqual(least.height);
    const { smallest } = this.taps;
    smallest.width = Math.min(smallest.width, spot.width);
    smallest.height = Math.min(smallest.height, spot.height);
    this.taps.count += 1;
    await this.page.touchscreen.tap(spot.x, spot.y);
  }

  /** The page moves under the thumb: down for what lies below. As far as one stroke goes. */
  async swipe(distance: number): Promise<void> {
    const { width, height } = this.page.viewportSize() ?? { width: 390, height: 844 };
    const far = Math.max(-STROKE, Math.min(distance, STROKE)) * height;
    const from = height / 2 + far / 2;
    await this.#touch("touchStart", width / 2, from);
    for (let step = 1; step <= STROKE_STEPS; step++)
      await this.#touch("touchMove", width / 2, from - (far * step) / STROKE_STEPS);
    await this.#touch("touchEnd");
  }

  /** Nothing on the page makes it wider than the screen. */
  async fits(): Promise<void> {
    const { wide, screen } = await this.page.evaluate(() => ({
      wide: document.documentElement.scrollWidth,
      screen: innerWidth,
    }));
    expect(wide, "width of the page").toBeLessThanOrEqual(screen);
  }

  async #reach(target: Locator): Promise<Spot> {
    await expect(target).toBeVisible();
    await expect(target).toBeEnabled();
    let last = "";
    for (let tries = 0; tries < 40; tries++) {
      const spot = await target.evaluate(spotOf);
      if (spot.covered === null) return spot;
      last = spot.covered;
      const tall = this.page.viewportSize()?.height ?? 844;
      const away = (spot.y - tall / 2) / tall;
      if (last === "beyond the screen") await this.swipe(away);
      else if (!(await this.#clears())) await this.swipe(away > 0 ? 0.2 : -0.2);
    }
    throw new Error(`${target} cannot be tapped: ${last}`);
  }

  async #touch(type: "touchStart" | "touchMove" | "touchEnd", x = 0, y = 0): Promise<void> {
    const touchPoints = type === "touchEnd" ? [] : [{ x, y }];
    await this.cdp.send("Input.dispatchTouchEvent", { type, touchPoints });
  }

  /** A message that lies over the page is put away, as whoever reads it would. */
  async #clears(): Promise<boolean> {
    const messages = this.page.locator(".toasts button:visible");
    if ((await messages.count()) === 0) return false;
    const box = await messages.last().boundingBox();
    if (!box) return true;
    expect(Math.min(box.width, box.height), "the cross of a message").toBeGreaterThanOrEqual(FINGERTIP);
    await this.page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    return true;
  }
}

/** Where a thing can be hit, once it holds still. A pit is hit in its cell, and a mark in its label. */
async function spotOf(element: Element): Promise<Spot> {
  const hit = element.querySelector(".reach") ?? element.closest("label") ?? element;
  const frame = () => new Promise((next) => requestAnimationFrame(next));
  let box = hit.getBoundingClientRect();
  for (let still = 0; still < 2; ) {
    await frame();
    const now = hit.getBoundingClientRect();
    still = now.x === box.x && now.y === box.y && now.width === box.width ? still + 1 : 0;
    box = now;
  }
  const { width, height } = box;
  const x = box.x + width / 2;
  const y = box.y + height / 2;
  const inside = x > 0 && x < innerWidth && box.y >= 0 && box.bottom <= innerHeight;
  if (!inside) return { x, y, width, height, covered: "beyond the screen" };
  // Its middle, and what a thumb that is a little off would hit.
  for (const [dx, dy] of [
    [0, 0],
    [-0.4, 0],
    [0.4, 0],
    [0, -0.4],
    [0, 0.4],
  ] as const) {
    const found = document.elementFromPoint(x + dx * width, y + dy * height);
    const own = found !== null && (element.contains(found) || hit.contains(found) || found.contains(hit));
    if (!own) return { x, y, width, height, covered: `under ${found?.outerHTML.slice(0, 120) ?? "nothing"}` };
  }
  return { x, y, width, height, covered: null };
}
