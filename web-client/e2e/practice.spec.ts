/** A visitor alone: nobody to wait for, nothing to sign. */

import { expect, test } from "./world.ts";

test("a practice game is two taps away", async ({ world }) => {
  const visitor = await world.person("Visitor", { phone: true });
  await visitor.page.goto("/");
  await visitor.page.getByRole("button", { name: "Practise now" }).tap();
  await expect(visitor.page.getByRole("heading", { name: "Practice" })).toBeVisible();
  const [pit = ""] = await visitor.mayChoose();
  const before = await visitor.pit(pit).getAttribute("aria-label");
  await visitor.pit(pit).tap();
  await visitor.presses(`Play pit ${pit.slice(1)}`);
  await expect(visitor.pit(pit)).not.toHaveAttribute("aria-label", before ?? "");
});

test("a move is played with the keyboard alone", async ({ world }) => {
  const visitor = await world.person("Visitor");
  const { page } = visitor;
  await page.goto("/");
  await page.getByRole("button", { name: "Practise now" }).focus();
  await page.keyboard.press("Enter");
  await visitor.mayChoose();
  await expect
    .poll(async () => {
      await page.keyboard.press("Tab");
      return page.evaluate(() => document.activeElement?.getAttribute("role"));
    })
    .toBe("gridcell");
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  const pit = await page.evaluate(() => document.activeElement?.getAttribute("data-name") ?? "");
  expect(pit).toMatch(/^[SN]\d+$/);
  const before = await visitor.pit(pit).getAttribute("aria-label");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: `Pit ${pit.slice(1)}`, exact: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(visitor.pit(pit)).not.toHaveAttribute("aria-label", before ?? "");
  await expect(page.locator("[role=status][aria-live=polite]")).toContainText(/played pit/);
  await expect(visitor.pit(pit)).toBeFocused();
});

test("a sowing is shown in motion until it is skipped", async ({ world }) => {
  const visitor = await world.person("Visitor", { motion: true });
  const { page } = visitor;
  await page.clock.install();
  await page.goto("/");
  await visitor.presses("Practise now");
  const [pit = ""] = await visitor.mayChoose();
  await visitor.pit(pit).click();
  await visitor.holdsTime();
  await visitor.presses(`Play pit ${pit.slice(1)}`);
  await expect(page.locator(".board.is-playing")).toBeVisible();
  await visitor.passesUntil(page.locator(".hand:visible"), 1);
  await visitor.presses("Skip to the end");
  await page.clock.resume();
  await expect(page.locator(".board.is-playing")).toHaveCount(0);
  await expect(visitor.pit(pit)).toHaveAccessibleName(/ 0 | 1 |empty/);
  await page.getByRole("tab", { name: "Moves" }).click();
  await visitor.holdsTime();
  await visitor.presses("Show the last move again");
  await expect(page.locator(".board.is-playing")).toBeVisible();
});

test("the opening race of Enkeshui is sown by two hands at once, and told", async ({ world }) => {
  const visitor = await world.person("Visitor", { motion: true });
  const { page } = visitor;
  const room = await world.room(visitor, (settings) => ({ ...settings, practice: true }), "enkeshui");
  await page.clock.install();
  await page.goto("/");
  await visitor.holdsTime();
  await page.goto(room);
  await visitor.passesUntil(page.locator(".hand:visible"), 2);
  await visitor.presses("Skip to the end");
  await page.clock.resume();
  await expect(page.locator(".board.is-playing")).toHaveCount(0);
  await expect(page.getByText(/The race is over: (South|North) slept first and starts\./)).toBeVisible();
  await visitor.holdsTime();
  await visitor.presses("Show the race again");
  await expect(page.locator(".board.is-playing")).toBeVisible();
});

test("the bot takes its seat, answers a move and is beaten or not", async ({ world }) => {
  const visitor = await world.person("Visitor");
  await visitor.page.goto("/");
  await visitor.presses("Play the bot");
  await expect(visitor.page.getByRole("heading", { name: /to move$/ })).toBeVisible();
  for (let turn = 0; turn < 3; turn++) {
    const [pit = ""] = await visitor.mayChoose();
    await visitor.plays(pit);
  }
  await visitor.page.getByRole("tab", { name: "Moves" }).click();
  await expect
    .poll(() => visitor.page.getByRole("tabpanel").getByRole("listitem").count())
    .toBeGreaterThanOrEqual(5);
});
