/** The stand: bets in an unlisted room from the first coin to the payout, voices, and what players never learn. */

import type { Page } from "@playwright/test";
import type { RoomSettings, ServerFrame } from "../src/wire/generated/protocol.ts";
import { isAccessible } from "./axe.ts";
import { expect, type Person, test, type World } from "./world.ts";

type Change = (settings: RoomSettings) => RoomSettings;

const quick: Change = (settings) => ({
  ...settings,
  title: "By the well",
  visibility: "unlisted",
  starter: "agreement",
  team_max: 2,
  clock: { type: "none" },
  decision: { ...settings.decision, min_ms: 0, settle_ms: 0 },
  stand: { betting: "pool", delay_ms: 0, delay_plies: 0, cheers: true, advice: true },
});

interface Gathering {
  readonly room: string;
  readonly south: Person;
  readonly north: Person;
}

/** One a side, seated, South to start; nobody is ready yet. */
async function gather(world: World, change: Change = quick): Promise<Gathering> {
  const south = await world.person("Acacia");
  const north = await world.person("Flint");
  const room = await world.room(south, change);
  for (const person of [south, north]) await person.enters(room);
  await south.sits("South");
  await north.sits("North");
  for (const person of [south, north]) await person.presses("South starts");
  return { room, south, north };
}

async function begins({ south, north }: Gathering): Promise<void> {
  for (const person of [south, north]) await person.isReady();
  // The stand has its time until the game begins.
  await expect(south.page.getByRole("heading", { name: /begins in/ })).toBeVisible();
  await expect(south.page.getByText(/South starts|South is to move|You are to move/).first()).toBeVisible();
  await south.mayChoose();
}

async function plays(person: Person): Promise<void> {
  const choices = await person.mayChoose();
  await person.plays(choices[0] ?? "");
}

async function giveUp(person: Person): Promise<void> {
  await person.asks("Giving up");
}

/** A watcher who has read what coins are. */
async function watches(person: Person, room: string): Promise<void> {
  await person.enters(room);
  await person.presses("Understood");
  await expect(person.page.getByRole("heading", { name: "Who will win?" })).toBeVisible();
}

async function bets(person: Person, outcome: string, stake: number): Promise<void> {
  await person.page
    .getByRole("group", { name: "What do you bet on?" })
    .getByRole("button", { name: outcome })
    .click();
  await person.page.getByLabel("Stake", { exact: true }).fill(String(stake));
  await person.page.getByRole("button", { name: new RegExp(`^(Place|Change to) ${stake} `) }).click();
  await expect(person.page.getByText(`You have placed ${stake} coins on ${outcome}.`)).toBeVisible();
}

/** All that the server tells a page about bets. */
function listen(page: Page): ServerFrame[] {
  const frames: ServerFrame[] = [];
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      const frame: ServerFrame = JSON.parse(String(payload));
      if (frame.f === "market" || frame.f === "ticket") frames.push(frame);
    }),
  );
  return frames;
}

test("a bet is placed, changed, taken back and placed again, locked with the game, and paid when it ends", async ({
  world,
}) => {
  const table = await gather(world);
  const heard = [listen(table.south.page), listen(table.north.page)];
  for (const person of [table.south, table.north]) await person.enters(table.room);
  const one = await world.person("Watcher");
  const two = await world.person("Other", { phone: true });

  await test.step("the terms come first, and then the card", async () => {
    await one.enters(table.room);
    await expect(one.page.getByText("Coins are play money")).toBeVisible();
    await isAccessible(one.page);
    await watches(one, table.room);
    await expect(one.page.getByText("Your wallet: 1,000 coins")).toBeVisible();
    await isAccessible(one.page);
  });

  await test.step("the stake is set, not added to", async () => {
    await bets(one, "South", 50);
    await expect(one.page.getByText("Your wallet: 950 coins")).toBeVisible();
    await expect(one.page.getByText("Nobody on another side yet")).toBeVisible();
    await bets(one, "North", 80);
    await expect(one.page.getByText("Your wallet: 920 coins")).toBeVisible();
    await one.presses("Take 80 back");
    await expect(one.page.getByText("Your wallet: 1,000 coins")).toBeVisible();
    await expect(one.page.getByText("Your stake is back in your wallet.")).toBeVisible();
    await bets(one, "South", 100);
    await one.page.reload();
    await expect(one.page.getByText("You have placed 100 coins on South.")).toBeVisible();
  });

  await test.step("a stake out of range is not sent", async () => {
    await one.page.getByLabel("Stake", { exact: true }).fill("9");
    await expect(one.page.getByText("From 10 to 200 coins.").first()).toBeVisible();
    await one.page.getByLabel("Stake", { exact: true }).fill("100");
  });

  await test.step("another one bets against it, on a phone", async () => {
    await watches(two, table.room);
    await bets(two, "North", 50);
    await isAccessible(two.page);
    await expect(one.page.getByText("150 coins", { exact: true })).toBeVisible();
    await expect(one.page.getByText(/^Contested/)).toBeVisible();
    // Sealed: nobody learns who has bet on what.
    await expect(one.page.getByText(/%/)).toHaveCount(0);
  });

  await test.step("the lock tells the split, and what the own bet pays", async () => {
    await begins(table);
    for (const person of [one, two]) {
      await expect(person.page.getByRole("heading", { name: "What the stand thinks" })).toBeVisible();
      await expect(
        person.page.getByRole("img", { name: /South 67 %, Draw 0 %, North 33 %/ }).first(),
      ).toBeVisible();
    }
    await expect(one.page.getByText("You get 150 if South wins (stake included).")).toBeVisible();
    await expect(two.page.getByText("You get 150 if North wins (stake included).")).toBeVisible();
    await isAccessible(one.page);
  });

  await test.step("the plot shows the pot to the stand, and safe seeds to all", async () => {
    for (let turn = 0; turn < 2; turn++) for (const person of [table.south, table.north]) await plays(person);
    const plot = one.page.getByRole("region", { name: "The course of the game" });
    await expect(plot.getByText("South 67 %")).toBeVisible();
    const reader = plot.getByRole("slider");
    await reader.focus();
    await one.page.keyboard.press("Home");
    await expect(reader).toHaveAttribute("aria-valuetext", /^Before the first move/);
    await one.page.keyboard.press("ArrowRight");
    await expect(reader).toHaveAttribute("aria-valuetext", /^Move 1, South/);
    await plot.getByRole("button", { name: "Show data" }).click();
    await expect(plot.getByRole("row")).toHaveCount(8);
    await isAccessible(one.page);
    const seen = table.south.page.getByRole("region", { name: "The course of the game" });
    await expect(seen.getByText("Seeds that are safe")).toBeVisible();
    await expect(seen.getByText("Share of the pot")).toHaveCount(0);
    await expect(table.south.page.getByText(/67 %/)).toHaveCount(0);
  });

  await test.step("the end pays who was right", async () => {
    await giveUp(table.north);
    await expect(one.page.getByRole("heading", { name: "How the bets ended" })).toBeVisible();
    await expect(one.page.getByText("You staked 100 and got 150 back: 50 coins more.")).toBeVisible();
    await expect(
      two.page.getByText("You staked 50 coins on North. They went to those who were right."),
    ).toBeVisible();
    await isAccessible(one.page);
    await isAccessible(two.page);
    await one.page.reload();
    await expect(one.page.getByText("You staked 100 and got 150 back: 50 coins more.")).toBeVisible();
    // The pot of the game that is over is nobody's secret any more.
    await expect(table.south.page.getByText("Share of the pot")).toBeVisible();
  });

  for (const frames of heard) expect(frames).toEqual([]);
});
