/** The board that comes with the page of a room: it is where the page puts its own, and never in the way. */

import type { Page } from "@playwright/test";
import { expect, type Look, type Person, test, type World } from "./world.ts";

const LOOK = "#first-look";

/** A game of two, begun; whoever comes now is shown its board first. */
async function game(
  world: World,
  preset: "en-dodoi" | "en-gehe",
  practice = false,
): Promise<[string, Person]> {
  const host = await world.person("Amina");
  const room = await world.room(
    host,
    (settings) => ({ ...settings, practice, clock: { type: "none" } }),
    preset,
    {
      south: 0,
      north: practice ? 0 : 1,
    },
  );
  await host.enters(room);
  if (!practice) {
    await host.sits("South");
    await host.isReady();
  }
  await host.mayChoose();
  return [room, host];
}

/** Comes to a room whose page is not let go on yet: all that is there is what came with it. */
async function arrives(page: Page, room: string): Promise<() => void> {
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route("**/assets/start-*.js", async (route) => {
    await held;
    await route.continue();
  });
  // A room that has much to do lets its page go out without the board; a reload finds it.
  await expect(async () => {
    const answer = await page.goto(room, { waitUntil: "commit" });
    expect(await answer?.text()).toContain('id="glance"');
  }).toPass();
  return goOn;
}

/** Where each pit is on the screen, and how many seeds are said to be in it. */
function pits(page: Page, where: string) {
  return page.locator(`${where} .board`).evaluate((board) => {
    const boxes = [...board.querySelectorAll("[data-name] .hole")].map((hole) =>
      hole.getBoundingClientRect(),
    );
    const counts = [...board.querySelectorAll(".count")].map((count) => count.textContent);
    return boxes.map(({ x, y, width, height }, at) => ({
      at: [x, y, width, height].map(Math.round),
      seeds: counts[at],
    }));
  });
}

for (const preset of ["en-dodoi", "en-gehe"] as const)
  for (const practice of [false, true])
    for (const look of [{}, { mobile: true, theme: "dark" }] satisfies Look[]) {
      const on = look.mobile ? "a phone in the dark" : "a wide page";
      test(`${preset}${practice ? " alone" : ""} on ${on}: the first board lies where the page puts its own`, async ({
        world,
      }) => {
        const [room] = await game(world, preset, practice);
        const { page } = await world.person("Ben", look);
        const goOn = await arrives(page, room);
        await expect(page.locator(`${LOOK} .board`)).toBeVisible();
        await expect(page.locator("html")).toHaveAttribute("data-theme", look.mobile ? "dark" : "light");
        const first = await pits(page, LOOK);
        expect(first.length).toBe(preset === "en-gehe" ? 100 : 16);
        expect(first.reduce((sum, { seeds }) => sum + Number(seeds), 0)).toBeGreaterThan(0);
        // Numbers alone: words, and the letters of the sides, are those of a language that has not come yet.
        expect(await page.locator(LOOK).textContent()).toMatch(/^[\d\s]+$/);
        // Nobody is told of it who does not see it, and nothing of it can be pressed.
        await expect(page.getByRole("grid")).toHaveCount(0);
        goOn();
        await expect(page.getByRole("grid")).toBeVisible();
        await expect(page.locator(LOOK)).toHaveCount(0);
        expect(await pits(page, "#page")).toEqual(first);
      });
    }

test("who sits in the north has his own row below from the first look on", async ({ world }) => {
  const [south, north] = [await world.person("Amina"), await world.person("Ben", { phone: true })];
  const room = await world.room(south, (settings) => ({ ...settings, clock: { type: "none" }, team_max: 1 }));
  await south.enters(room);
  await south.sits("South");
  await north.enters(room);
  await north.sits("North");
  for (const person of [south, north]) await person.isReady();
  await expect(north.page.getByRole("heading", { name: /to move/ })).toBeVisible();
  const goOn = await arrives(north.page, room);
  await expect(north.page.locator(`${LOOK} .board`)).toBeVisible();
  const first = await pits(north.page, LOOK);
  goOn();
  await expect(north.page.getByRole("grid")).toBeVisible();
  expect(await pits(north.page, "#page")).toEqual(first);
});

test("the first look gives way to whatever else there is to show", async ({ world }) => {
  world.expected = /ERR_|Failed to load resource|WebSocket connection/;
  const [room] = await game(world, "en-dodoi");
  await test.step("a window of another size", async () => {
    const { page } = await world.person("Ben");
    const goOn = await arrives(page, room);
    await expect(page.locator(`${LOOK} .board`)).toBeVisible();
    await page.setViewportSize({ width: 900, height: 700 });
    await expect(page.locator(LOOK)).toHaveCount(0);
    goOn();
    await expect(page.getByRole("grid")).toBeVisible();
  });
  await test.step("words alone", async () => {
    const { page } = await world.person("Chiku");
    const goOn = await arrives(page, `${room}?text`);
    goOn();
    await expect(page.getByRole("heading", { name: /to move/ }).first()).toBeVisible();
    await expect(page.locator(LOOK)).toHaveCount(0);
  });
  await test.step("another page", async () => {
    const { page } = await world.person("Ebele");
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const goOn = await arrives(page, room);
    await expect(page.locator(`${LOOK} .board`)).toBeVisible();
    await page.evaluate(() => history.replaceState(null, "", "/rules"));
    goOn();
    await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible();
    await expect(page.locator(LOOK)).toHaveCount(0);
  });
  await test.step("a line that does not come", async () => {
    const { page } = await world.person("Dalmar");
    await page.routeWebSocket(
      /\/ws\//,
      (socket) => void socket.close({ code: 4404, reason: "no such room" }),
    );
    await page.goto(room);
    await expect(page.locator(LOOK)).toHaveCount(0);
    await expect(page.getByRole("main").getByRole("heading")).toBeVisible();
  });
});
