/** The board under people's hands: motion that is held and wound, ways, sound, and the largest board on a phone. */

import { isAccessible } from "./axe.ts";
import { expect, type Person, test, type World } from "./world.ts";

async function practises(world: World, visitor: Person, preset: "en-dodoi" | "en-gehe" | "enkeshui") {
  const room = await world.room(visitor, (settings) => ({ ...settings, practice: true }), preset);
  await visitor.enters(room);
}

/** Numbers beside the pits, in the order of the board. */
function counts(visitor: Person): Promise<string[]> {
  return visitor.page.locator(".board .count").allTextContents();
}

/** A step is there at once; who waits longer for a button is at the end. */
const A_STEP_MS = 2_000;

const inHand = (visitor: Person) => visitor.page.locator(".hand:visible .hand-count");

test("a move is held, shown step by step, turned back and gone on with", async ({ world }) => {
  const visitor = await world.person("Visitor", { motion: true });
  const { page } = visitor;
  await page.clock.install();
  await page.addInitScript(() => localStorage.setItem("sindillo.speed", "20000"));
  await practises(world, visitor, "en-dodoi");
  const [pit = ""] = await visitor.mayChoose();
  const before = await counts(visitor);
  await visitor.pit(pit).click();
  await visitor.holdsTime();
  await visitor.presses(`Play pit ${pit.slice(1)}`);
  await visitor.presses("Hold");
  await page.clock.resume();
  await visitor.presses("Back a lap");
  await expect(page.getByRole("button", { name: "Go on" })).toBeVisible();
  for (let lap = 0; lap < 12; lap++) await visitor.presses("Back a lap");
  // All the way back: the seeds of the pit are in the hand, and nothing else has happened.
  let lifted: string[] = [];
  let changed: number[] = [];
  await expect
    .poll(async () => {
      lifted = await counts(visitor);
      changed = lifted.flatMap((seeds, index) => (seeds === before[index] ? [] : [index]));
      return changed.length;
    })
    .toBe(1);
  const [from = 0] = changed;
  expect(lifted[from]).toBe("0");
  await expect(inHand(visitor)).toHaveText(before[from] ?? "");
  await visitor.presses("Next step");
  await expect(inHand(visitor)).toHaveText(String(Number(before[from]) - 1));
  await isAccessible(page);
  // Another size of the window changes nothing of it.
  await page.setViewportSize({ width: 800, height: 900 });
  await expect(inHand(visitor)).toHaveText(String(Number(before[from]) - 1));
  await page.setViewportSize({ width: 1440, height: 900 });
  await visitor.presses("Speed: usual");
  await expect(page.getByRole("button", { name: "Speed: double" })).toBeVisible();
  await visitor.holdsTime();
  await visitor.presses("Go on");
  await visitor.presses("Skip to the end");
  await page.clock.resume();
  await expect(page.locator(".board.is-playing")).toHaveCount(0);
  const after = await counts(visitor);

  // The same with the keys, on the board.
  await visitor.holdsTime();
  await visitor.presses("Show the last move again");
  await expect(page.locator(".board.is-playing")).toBeVisible();
  await visitor.pit(pit).focus();
  await page.keyboard.press("p");
  await expect(page.getByRole("button", { name: "Go on" })).toBeVisible();
  await page.clock.resume();
  for (let lap = 0; lap < 12; lap++) await page.keyboard.press(",");
  await expect.poll(() => counts(visitor)).toEqual(lifted);
  await page.keyboard.press(".");
  await expect(inHand(visitor)).toHaveText(String(Number(before[from]) - 1));
  await page.keyboard.press("Escape");
  await expect(page.locator(".board.is-playing")).toHaveCount(0);
  await expect.poll(() => counts(visitor)).toEqual(after);
});

test("who wants no motion looks at the last move step by step", async ({ world }) => {
  const visitor = await world.person("Visitor");
  const { page } = visitor;
  await practises(world, visitor, "en-dodoi");
  const [pit = ""] = await visitor.mayChoose();
  await visitor.plays(pit);
  const after = await counts(visitor);
  await visitor.presses("Show the last move again");
  await expect(page.getByRole("button", { name: "Go on" })).toBeVisible();
  await expect.poll(() => counts(visitor)).not.toEqual(after);
  const seen = new Set<string>();
  // Each step is shown as done. The button goes with the last one.
  const next = page.getByRole("button", { name: "Next step" });
  await expect(async () => {
    while ((await next.count()) > 0) {
      seen.add((await counts(visitor)).join(" "));
      await next.click({ timeout: A_STEP_MS });
    }
    await expect(page.locator(".board.is-playing")).toHaveCount(0, { timeout: A_STEP_MS });
  }).toPass();
  expect(seen.size).toBeGreaterThan(2);
  await expect.poll(() => counts(visitor)).toEqual(after);
});

test("the board is silent until its sound is turned on, and then heard", async ({ world }) => {
  const visitor = await world.person("Visitor", { motion: true });
  const { page } = visitor;
  await page.addInitScript(() => {
    const heard = { devices: 0, voices: 0 };
    Object.assign(window, { heard });
    const Device = window.AudioContext;
    window.AudioContext = class extends Device {
      constructor() {
        super();
        heard.devices += 1;
      }
      override createStereoPanner() {
        heard.voices += 1;
        return super.createStereoPanner();
      }
    };
  });
  const heard = () =>
    page.evaluate(() => (window as unknown as { heard: { devices: number; voices: number } }).heard);
  await page.clock.install();
  await practises(world, visitor, "en-dodoi");
  const [pit = ""] = await visitor.mayChoose();
  await visitor.pit(pit).click();
  await visitor.holdsTime();
  await visitor.presses(`Play pit ${pit.slice(1)}`);
  await visitor.presses("Skip to the end");
  await page.clock.resume();
  expect(await heard()).toEqual({ devices: 0, voices: 0 });
  const sound = page.getByRole("button", { name: "Sound" });
  await expect(sound).toHaveAttribute("aria-pressed", "false");
  await sound.click();
  await expect(sound).toHaveAttribute("aria-pressed", "true");
  await visitor.presses("Show the last move again");
  await expect.poll(async () => (await heard()).voices).toBeGreaterThan(3);
  await page.reload();
  await expect(sound).toHaveAttribute("aria-pressed", "true");
  // Nobody has touched the new page yet.
  expect(await heard()).toEqual({ devices: 0, voices: 0 });
});

test("where a move can turn, its way is chosen on the board", async ({ world }) => {
  const visitor = await world.person("Visitor");
  const { page } = visitor;
  const ways = page.getByRole("group", { name: "Ways to turn" });

  /** Looks at each pit that may be played; plays one of them where none has a choice. */
  async function findsWays(): Promise<string | null> {
    for (let game = 0; game < 3; game++) {
      await practises(world, visitor, "enkeshui");
      for (let ply = 0; ply < 14; ply++) {
        const choices = await visitor.mayChoose();
        for (const pit of choices) {
          await visitor.pit(pit).click();
          await expect(page.getByRole("region", { name: `Pit ${pit.slice(1)}`, exact: true })).toBeVisible();
          if ((await page.locator(".fork").count()) > 0) return pit;
        }
        await visitor.presses(`Play pit ${choices.at(-1)?.slice(1)}`);
        // The sides take turns: what may be chosen then is in the other row.
        await expect.poll(async () => (await visitor.choices()).join()).not.toBe(choices.join());
      }
    }
    return null;
  }

  const pit = await findsWays();
  expect(pit).not.toBeNull();
  await expect(ways).toBeVisible();
  const all = ways.getByRole("button");
  await expect.poll(() => all.count()).toBeGreaterThan(1);
  for (const box of await all.evaluateAll((buttons) =>
    buttons.map((one) => one.getBoundingClientRect().height),
  )) {
    expect(box).toBeGreaterThanOrEqual(44);
  }
  await isAccessible(page);
  // From the pit with the keyboard: the ways come next, turn by turn; what is chosen is shown on the board.
  await visitor.pit(pit ?? "").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(ways.getByRole("button", { name: "Back a turn" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(visitor.pit(pit ?? "")).toBeFocused();
  // Turns that change nothing by themselves are passed through.
  const chosen = ways.locator("[aria-pressed=true]");
  for (let turn = 0; turn < 16 && (await chosen.count()) === 0; turn++) await all.last().click();
  await expect(chosen).toHaveCount(1);
  await expect(page.locator(".move-marks.is-preview")).toBeVisible();
  const before = await counts(visitor);
  await chosen.click();
  await expect(ways).toHaveCount(0);
  await expect.poll(() => counts(visitor)).not.toEqual(before);
});

test("a game of two by fifty is opened on a phone by touch", async ({ world }) => {
  const visitor = await world.person("Visitor", { phone: true, theme: "dark" });
  const { page } = visitor;
  const room = await world.room(
    visitor,
    (settings) => ({ ...settings, practice: true, game: { ...settings.game, pits: 50 } }),
    "en-gehe",
  );
  await visitor.enters(room);
  await visitor.mayChoose();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  // Facing pits stay together, and each can be hit.
  for (const number of [1, 10, 11, 25, 26, 50]) {
    const near = await visitor.pit(`S${number}`).locator(".reach").boundingBox();
    const far = await visitor
      .pit(`N${51 - number}`)
      .locator(".reach")
      .boundingBox();
    expect(near && far).not.toBeNull();
    if (!near || !far) return;
    expect(Math.abs(near.x - far.x)).toBeLessThan(1);
    expect(Math.abs(near.y - (far.y + far.height))).toBeLessThan(1);
    expect(Math.min(near.width, far.width)).toBeGreaterThanOrEqual(24);
    expect(Math.min(near.height, far.height)).toBeGreaterThanOrEqual(44);
  }

  await isAccessible(page);
  for (let ply = 0; ply < 6; ply++) {
    const choices = await visitor.mayChoose();
    const pit = choices[Math.floor((choices.length * (ply + 1)) / 8)] ?? "";
    const before = await counts(visitor);
    await visitor.pit(pit).tap();
    await expect(visitor.pit(pit)).toHaveAttribute("aria-selected", "true");
    // What it does and the way to do it are in view, and so is the pit.
    await expect(
      page.getByRole("button", { name: `Play pit ${pit.slice(1)}`, exact: true }),
    ).toBeInViewport();
    await expect(visitor.pit(pit)).toBeInViewport();
    // A first touch looks, a second one plays.
    await visitor.pit(pit).tap();
    await expect.poll(() => counts(visitor)).not.toEqual(before);
    const seeds = (await counts(visitor)).reduce((sum, count) => sum + Number(count), 0);
    const taken = await page.locator(".heap-number").allTextContents();
    expect(seeds + taken.reduce((sum, count) => sum + Number(count), 0)).toBe(400);
  }
});
