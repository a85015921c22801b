/** Profile, tables, how betting works here, and those who look after a server. */

import { isAccessible } from "./axe.ts";
import { AT_ONCE, bets, gather, joins, plays } from "./bettors.ts";
import { expect, type Look, test } from "./world.ts";

test.use({ settings: AT_ONCE });

test("a bet with the coins of an account is in its profile, in the wallet above and in the tables", async ({
  world,
}) => {
  const one = await joins(world, "Watcher");
  const two = await joins(world, "Other");
  const match = await gather(world, await world.person("Acacia"), await world.person("Flint"));

  await one.page.goto("/");
  await expect(one.page.getByRole("button", { name: /1,100 coins/ })).toBeVisible();
  const row = one.page.getByRole("link", { name: /By the well/ });
  await expect(row.getByText("bets open")).toBeVisible();
  await bets(one, match.room, "South", 100);
  await bets(two, match.room, "North", 50);

  const { page } = await world.tab(one);
  const history = page.getByRole("region", { name: "Your bets" });
  await page.goto("/profile");
  await expect(history.getByText("100 on South")).toBeVisible();
  await expect(history.getByText("open").first()).toBeVisible();
  await expect(page.getByRole("button", { name: /1,000 coins/ })).toBeVisible();

  await plays(match);
  await expect(one.page.getByText("You staked 100 and got 150 back: 50 coins more.")).toBeVisible();
  await page.reload();
  await expect(history.getByText("+50")).toBeVisible();
  await expect(page.getByRole("button", { name: /1,150 coins/ })).toBeVisible();
  await isAccessible(page);

  await page.goto("/leaderboard");
  const bettors = page.getByRole("region", { name: "Bettors" });
  await expect(bettors.getByText(/^Counted is what bets in public rooms/)).toBeVisible();
  await page.getByLabel("Leave me out of the tables").check();
  await expect(page.getByText("You are left out of the tables.").first()).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Leave me out of the tables")).toBeChecked();
  await isAccessible(page);

  await two.page.goto("/profile/watcher");
  await expect(two.page.getByRole("heading", { name: "Watcher", level: 1 })).toBeVisible();
  await expect(two.page.getByText("100 on South")).toHaveCount(0);
});

test("a rated game changes ratings, told at its end and in the profile", async ({ world }) => {
  const south = await joins(world, "Acacia");
  const north = await joins(world, "Flint");
  const stand = { betting: "off", delay_ms: 0, delay_plies: 0, cheers: true, advice: false } as const;
  const match = await gather(world, south, north, { rated: true, stand });
  await plays(match);
  const told = south.page.getByRole("region", { name: "Ratings" });
  await expect(told.getByRole("listitem")).toHaveCount(2);
  await expect(told.getByRole("listitem").filter({ hasText: "Acacia" })).toContainText("+");
  await expect(told.getByRole("listitem").filter({ hasText: "Flint" })).toContainText("−");
  await isAccessible(south.page);
  await south.page.goto("/profile");
  await expect(south.page.getByRole("region", { name: "Rating" })).toContainText(/\d{4} ± \d+/);
  await expect(south.page.getByText(/^1 rated game\./)).toBeVisible();
});

test("how betting works here is read, hidden, and paused", async ({ world }) => {
  const person = await joins(world, "Reader");
  const { page } = person;
  await page.goto("/betting");
  await expect(page.getByText("Coins have no value.", { exact: false })).toBeVisible();
  await expect(page.getByText("10 to 200 coins")).toBeVisible();
  await expect(page.getByText(/^[0-9a-f]{64}$/)).toBeVisible();

  await page.getByRole("button", { name: "7 days" }).click();
  const dialog = page.getByRole("dialog", { name: "Take a break of 7 days?" });
  await isAccessible(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "1 day" }).click();
  await page.getByRole("button", { name: "Take the break" }).click();
  await expect(page.getByText(/^You take a break from betting until/)).toBeVisible();

  await page.getByLabel("Do not show me betting").check();
  await expect(page.getByText("Betting is hidden from you.").first()).toBeVisible();
  await expect(page.getByRole("button", { name: /coins/ })).toHaveCount(0);
  await page.goto("/profile");
  await expect(page.getByRole("heading", { name: "Reader", level: 1 })).toBeVisible();
  await expect(page.getByRole("region", { name: "Your bets" })).toHaveCount(0);
  await page.goto("/betting");
  await page.getByLabel("Do not show me betting").uncheck();
  await expect(page.getByRole("button", { name: /1,100 coins/ })).toBeVisible();
});

test("those who look after the server act with a reason, and everybody reads it", async ({ world }) => {
  world.expected = /403|404|409|422/;
  const keeper = await joins(world, "Keeper");
  await joins(world, "Watcher");
  await keeper.page.goto("/admin");
  await expect(keeper.page.getByRole("heading", { name: "This page is not for you" })).toBeVisible();
  await world.server.appoint("keeper");
  // The server looks for what was changed beside it now and then.
  await expect(async () => {
    await keeper.page.reload();
    await expect(keeper.page.getByRole("heading", { name: "Look after the server" })).toBeVisible({
      timeout: 2000,
    });
  }).toPass();
  await isAccessible(keeper.page);

  const coins = keeper.page.getByRole("region", { name: "Coins of an account" });
  await coins.getByLabel("Name of the account").fill("watcher");
  await coins.getByLabel("Coins", { exact: true }).fill("120");
  await coins.getByLabel("Reason").fill("Lost by an outage on Sunday.");
  await coins.getByRole("button", { name: "Write it down" }).click();
  await expect(keeper.page.getByText("Done, and written into the books.").first()).toBeVisible();

  const market = keeper.page.getByRole("region", { name: "A market" });
  await market.getByLabel("Room").fill("nothing of that kind!");
  await market.getByLabel("Reason").fill("Nobody will ever know why.");
  await market.getByRole("button", { name: "Do it" }).click();
  await expect(market.getByRole("alert")).toHaveText("That is not a link of a room.");

  await keeper.page.goto("/betting");
  const audit = keeper.page.getByRole("region", { name: "What those who look after the server did" });
  await expect(audit.getByText(/^Gave account \d+ 120 coins$/)).toBeVisible();
  await expect(audit.getByText("Lost by an outage on Sunday.")).toBeVisible();
});

test("a room is opened with a delay, without bets, and rated; and says so", async ({ world }) => {
  const host = await joins(world, "Koko");
  const { page } = host;
  await page.goto("/");
  await host.presses("Open a room");
  const dialog = page.getByRole("dialog", { name: "Open a room" });
  await dialog.getByText("More settings").click();
  await dialog.getByLabel("Betting").selectOption("No bets");
  await dialog.getByLabel("Seconds behind").fill("30");
  await dialog.getByLabel("Moves behind").fill("21");
  await dialog.getByRole("checkbox", { name: /^Rated/ }).check();
  await expect(dialog.getByRole("checkbox", { name: /listen to their advice/ })).toBeDisabled();
  await dialog.getByRole("button", { name: "Open the room" }).click();
  await expect(dialog.getByLabel("Moves behind")).toHaveAttribute("aria-invalid", "true");
  await isAccessible(page);
  await dialog.getByLabel("Moves behind").fill("2");
  await dialog.getByRole("button", { name: "Open the room" }).click();
  await host.presses("All that was agreed");
  const how = page.getByRole("dialog", { name: "How this room decides" });
  await expect(
    how.getByText("They are 30 seconds behind, and as long as a game goes on at least 2 moves."),
  ).toBeVisible();
  await expect(how.getByText("There are no bets.")).toBeVisible();
  await expect(how.getByText("Its games count for the ratings", { exact: false })).toBeVisible();
  const visitor = await world.guest();
  await visitor.page.goto("/");
  await expect(visitor.page.getByText("rated", { exact: true })).toBeVisible();
});

test.describe("on a server without bets", () => {
  test.use({ settings: { SINDILLO_BETTING: "off" } });
  test("nothing is said of them", async ({ world }) => {
    const person = await joins(world, "Amina");
    const { page } = person;
    await page.goto("/");
    await page.getByRole("button", { name: /^You: Amina/ }).click();
    await expect(page.getByRole("link", { name: "Your profile" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Betting" })).toHaveCount(0);
    await page.keyboard.press("Escape");
    await person.presses("Open a room");
    await page.getByText("More settings").click();
    await expect(page.getByLabel("Seconds behind")).toBeVisible();
    await expect(page.getByLabel("Betting")).toHaveCount(0);
    world.expected = /404/;
    await page.goto("/betting");
    await expect(page.getByRole("heading", { name: "No bets are taken on this server" })).toBeVisible();
  });
});

const LOOKS: readonly (Look & { readonly label: string })[] = [
  { label: "wide-light", theme: "light" },
  { label: "wide-dark", theme: "dark" },
  { label: "phone-light", theme: "light", phone: true },
  { label: "phone-dark", theme: "dark", phone: true },
];

for (const look of LOOKS) {
  test(`profile, tables and betting are accessible and fit, ${look.label}`, async ({ world }) => {
    const person = await joins(world, "Gakuru", look);
    for (const [path, title] of [
      ["/profile", "Gakuru"],
      ["/leaderboard", "Tables"],
      ["/betting", "Betting"],
    ] as const) {
      await person.page.goto(path);
      await expect(person.page.getByRole("heading", { name: title, level: 1, exact: true })).toBeVisible();
      await expect(person.page.getByText("Looking it up")).toHaveCount(0);
      const over = await person.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(over, path).toBeLessThanOrEqual(0);
      await isAccessible(person.page);
    }
  });
}
