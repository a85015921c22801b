/**
 * How the page looks: twelve states at three sizes, by day and by night, held against the pictures in `e2e/looks`. After a
 * change that is meant to be seen: `npx playwright test looks --update-snapshots`, and look at what has changed.
 *
 * Everything that could differ by itself is held: time, names, chance, and the letters.
 */

import type { Page } from "@playwright/test";
import { tells } from "./told.ts";
import { expect, test, type World } from "./world.ts";

const SIZES = [
  { name: "wide", width: 1440, height: 900 },
  { name: "tablet", width: 820, height: 1180 },
  { name: "phone", width: 390, height: 844 },
] as const;
const THEMES = ["light", "dark"] as const;
/** Width of a line of text in the letters that the pictures were made with. */
const LETTERS = { font: "100px 'DejaVu Sans'", text: "Sindillo ăńż 0123456789", wide: 1240 } as const;
const LONG_AGO = new Date("2026-03-01T12:00:00Z");

type Opens = (page: Page, world: World) => Promise<void>;

const STATES: Readonly<Record<string, Opens>> = {
  "lobby-empty": async (page) => {
    await page.clock.setFixedTime(LONG_AGO);
    await page.goto("/", { waitUntil: "networkidle" });
  },
  "lobby-busy": async (page, world) => {
    for (const [name, preset, title] of [
      ["Acacia", "en-dodoi", "Under the tree"],
      ["Flint", "enkeshui", "Evening herd"],
      ["Granite", "en-gehe", "Eight against eight"],
    ] as const)
      await world.room(await world.person(name), (settings) => ({ ...settings, title }), preset);
    await page.clock.setFixedTime(LONG_AGO);
    await page.goto("/", { waitUntil: "networkidle" });
    await page.getByText("Eight against eight").waitFor();
  },
  open: async (page) => {
    await page.goto("/", { waitUntil: "networkidle" });
    await page.getByRole("button", { name: "Open a room", exact: true }).first().click();
    await page.getByRole("dialog").waitFor();
  },
  seats: (page) => tells(page, "council-south", ({ table }) => (table?.members.length ?? 0) > 3),
  ballot: (page) =>
    tells(page, "plurality-south", ({ teams }) => (teams.south?.ballot?.options.length ?? 0) > 1),
  tried: (page) => tells(page, "hand-north", ({ table }) => table?.game?.turn?.tried != null),
  withdrawn: (page) =>
    tells(page, "plurality-south", ({ table }) => (table?.game?.turn?.spent.length ?? 0) > 0),
  nine: (page) => tells(page, "together-south", ({ teams }) => (teams.south?.stances.length ?? 0) > 1),
  race: (page) => tells(page, "race-practice", ({ table }) => table?.game != null, "last"),
  end: (page) => tells(page, "majority-south", ({ table }) => table?.game?.result != null),
  stand: (page) => tells(page, "plurality-stand", ({ table }) => table?.game?.last != null, "last"),
  analysis: (page) => page.goto("/analysis", { waitUntil: "networkidle" }).then(() => undefined),
  lesson: (page) => page.goto("/learn/enkeshui", { waitUntil: "networkidle" }).then(() => undefined),
};

for (const [state, opens] of Object.entries(STATES)) {
  test(`looks as before: ${state}`, async ({ world }) => {
    test.setTimeout(600_000);
    // What is recorded has no profile and no wallet.
    world.expected = /40[034]/;
    const { page } = await world.person("Visitor", { small: true });
    const wide = await page.evaluate(({ font, text }) => {
      const pen = document.createElement("canvas").getContext("2d");
      if (!pen) return 0;
      pen.font = font;
      return Math.round(pen.measureText(text).width);
    }, LETTERS);
    test.skip(wide !== LETTERS.wide, `other letters: ${wide}`);
    await opens(page, world);
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
      for (const { name, width, height } of SIZES) {
        await page.setViewportSize({ width, height });
        await settles(page);
        await expect(page).toHaveScreenshot(`${state}-${name}-${theme}.png`);
      }
    }
  });
}

/** Letters pinned, the pointer away, no message that goes by itself, nothing on its way, at the top. */
async function settles(page: Page): Promise<void> {
  await page.mouse.move(1, 1);
  await page.waitForLoadState("networkidle");
  await page.evaluate(async () => {
    const { style } = document.documentElement;
    style.setProperty("--text", "'DejaVu Sans'");
    style.setProperty("--display", "'DejaVu Serif'");
    for (const messages of document.querySelectorAll<HTMLElement>(".toasts")) messages.hidden = true;
    scrollTo(0, 0);
    await document.fonts.ready;
    for (let frame = 0; frame < 3; frame++) await new Promise((next) => requestAnimationFrame(next));
  });
}
