/** The stand: bets in an unlisted room from the first coin to the payout, voices, and what players never learn. */

import type { Page } from "@playwright/test";
import type { RoomSettings, ServerFrame } from "../src/wire/generated/protocol.ts";
import { isAccessible } from "./axe.ts";
import { expect, type Look, type Person, test, type World } from "./world.ts";

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
  // Who watches is given time, and all see how much.
  await expect(south.page.getByRole("heading", { name: /begins in/ })).toBeVisible();
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

  await test.step("another one bets against it, on a phone, and the board of the first stays where it is", async () => {
    const board = () => one.page.getByRole("grid").boundingBox();
    const before = await board();
    await watches(two, table.room);
    await bets(two, "North", 50);
    await isAccessible(two.page);
    await expect(one.page.getByText("150 coins", { exact: true })).toBeVisible();
    await expect(one.page.getByText(/^Contested/)).toBeVisible();
    expect(await board()).toEqual(before);
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

test("whoever has a stake is asked before he sits down; then he plays, and may not bet any more", async ({
  world,
}) => {
  const table = await gather(world);
  const one = await world.person("Watcher");
  await watches(one, table.room);
  await bets(one, "South", 50);
  await one.presses("Sit with North");
  const dialog = one.page.getByRole("dialog", { name: "You have a stake in this match" });
  await expect(dialog).toBeVisible();
  await isAccessible(one.page);
  await dialog.getByRole("button", { name: "Keep the stake and watch" }).click();
  await expect(one.page.getByText("You have placed 50 coins on South.")).toBeVisible();
  await one.presses("Sit with North");
  await one.presses("Withdraw and join");
  await expect(one.page.getByRole("button", { name: "I am ready" })).toBeVisible();
  await expect(one.page.getByRole("heading", { name: "Who will win?" })).toHaveCount(0);
  await one.presses("Stand up and watch");
  await expect(one.page.getByText("Whoever sits or sat in this match does not bet on it.")).toBeVisible();
});

test("a bet whose answer was lost with the line is sent again by the same name, and placed once", async ({
  world,
}) => {
  const table = await gather(world);
  const one = await world.person("Watcher");
  const names: string[] = [];
  await one.page.routeWebSocket(/\/ws\//, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      server.send(message);
      const order: { k: string; c: string } = JSON.parse(String(message));
      if (order.k !== "bet.set") return;
      names.push(order.c);
      // It reaches the server; its answer does not reach the page.
      if (names.length === 1) void socket.close();
    });
  });
  await watches(one, table.room);
  await bets(one, "South", 50);
  await expect(one.page.getByText("Your wallet: 950 coins")).toBeVisible();
  expect(names).toHaveLength(2);
  expect(names[0]).toBe(names[1]);
});

test("betting that is hidden is nowhere, until it is wanted back", async ({ world }) => {
  const table = await gather(world);
  const one = await world.person("Watcher");
  await one.enters(table.room);
  await one.presses("Do not show betting");
  await expect(one.page.getByText("Coins are play money")).toHaveCount(0);
  await one.page.reload();
  await expect(one.page.getByText("Choose a side, or stay and watch.")).toBeVisible();
  const other = await world.person("Other");
  await watches(other, table.room);
  await bets(other, "South", 50);
  const third = await world.person("Third");
  await watches(third, table.room);
  await bets(third, "North", 50);
  await begins(table);
  await expect(other.page.getByText("Share of the pot")).toBeVisible();
  await expect(one.page.getByText("Seeds that are safe")).toBeVisible();
  for (const words of [/bet|coin|pot\b|stake/i, /%/])
    await expect(one.page.getByRole("main").getByText(words)).toHaveCount(0);
  await one.presses("Look and motion");
  await one.page.getByLabel("Show them").check();
  await one.page.keyboard.press("Escape");
  await expect(one.page.getByRole("heading", { name: "What the stand thinks" })).toBeVisible();
  await expect(one.page.getByText("Share of the pot")).toBeVisible();
});

test("bets on one side alone go back with their reason when the game begins", async ({ world }) => {
  const table = await gather(world);
  const one = await world.person("Watcher");
  await watches(one, table.room);
  await bets(one, "South", 50);
  const words =
    "All bets were on the same outcome, so nobody could win from another. Your stake of 50 coins is back.";
  // To the ear as well, for a moment.
  const heard = one.page
    .getByRole("status")
    .filter({ hasText: words })
    .waitFor({ state: "attached", timeout: 120_000 });
  await begins(table);
  await expect(one.page.getByRole("main").getByText(words)).toBeVisible();
  await heard;
});

test("a guess is free, and worth a point", async ({ world }) => {
  const table = await gather(world, (settings) => {
    const room = quick(settings);
    return { ...room, stand: { ...room.stand, betting: "picks" } };
  });
  const one = await world.person("Watcher");
  const two = await world.person("Other", { phone: true });
  for (const [person, side] of [
    [one, "South"],
    [two, "North"],
  ] as const) {
    await watches(person, table.room);
    await expect(person.page.getByLabel("Stake", { exact: true })).toHaveCount(0);
    await person.page
      .getByRole("group", { name: "Your one free guess" })
      .getByRole("button", { name: side })
      .click();
    await person.presses(`Guess ${side}`);
    await expect(person.page.getByText(`You guess: ${side}.`)).toBeVisible();
  }
  await isAccessible(one.page);
  await begins(table);
  await expect(one.page.getByText("You get a point if South wins.")).toBeVisible();
  for (let turn = 0; turn < 2; turn++) for (const person of [table.south, table.north]) await plays(person);
  await giveUp(table.north);
  await expect(one.page.getByText("Your guess was right: one point.")).toBeVisible();
  await expect(two.page.getByText("You guessed North.")).toBeVisible();
});

test("the stand cheers, and advises the side that listens, which hears no more of whom it mutes", async ({
  world,
}) => {
  // Where nobody bets, nobody waits for the game to begin.
  const table = await gather(world, (settings) => {
    const room = quick(settings);
    return { ...room, stand: { ...room.stand, betting: "off" } };
  });
  const one = await world.person("Watcher");
  await one.enters(table.room);
  for (const person of [table.south, table.north]) await person.isReady();
  await table.south.mayChoose();
  await one.presses("Cheer for South");
  await expect(one.page.getByText("1 cheer", { exact: true })).toBeVisible();
  await expect(table.north.page.getByText("1 cheer", { exact: true })).toBeVisible();
  await expect(one.page.getByText("South listens to the stand")).toHaveCount(0);
  await table.south.page.getByLabel("Listen to those who watch").click();
  await expect(one.page.getByRole("heading", { name: "South listens to the stand" })).toBeVisible();
  await one.presses("Choose a pit on the board");
  await one.pit("S2").click();
  await expect(one.page.getByRole("button", { name: "Pit 2: choose another" })).toBeVisible();
  await one.page.getByLabel("What would you tell South?").fill("it opens the row");
  await isAccessible(one.page);
  await one.presses("Advise South");
  await expect(one.page.getByText("South has heard you.")).toBeVisible();
  const voices = table.south.page.getByRole("region", { name: "Outside voices" });
  await expect(voices.getByText("it opens the row")).toBeVisible();
  await expect(voices.getByText("From the stand: Watcher")).toBeVisible();
  await isAccessible(table.south.page);
  await expect(table.north.page.getByText("it opens the row")).toHaveCount(0);
  await voices.getByRole("button", { name: "Hear nothing more from Watcher" }).click();
  await expect(voices.getByRole("button", { name: "Hear Watcher again" })).toBeVisible();
});

test("who watches from behind is told so", async ({ world }) => {
  const table = await gather(world, (settings) => {
    const room = quick(settings);
    return { ...room, stand: { ...room.stand, delay_ms: 60_000 } };
  });
  const one = await world.person("Watcher");
  await one.enters(table.room);
  await expect(one.page.getByText("You are 1:00 behind the table.")).toBeVisible();
  await expect(table.south.page.getByText(/behind the table/)).toHaveCount(0);
});

const LOOKS: readonly (Look & { readonly name: string })[] = [
  { name: "Day", theme: "light", phone: false },
  { name: "Night", theme: "dark", phone: false },
  { name: "Dawn", theme: "light", phone: true },
  { name: "Dusk", theme: "dark", phone: true },
];

test("the card, the lock and the plot are accessible by day and by night, on a table and in a hand", async ({
  world,
}, info) => {
  // Four watch the same game: nobody waits four times for it to begin.
  const table = await gather(world);
  const watchers: Person[] = [];
  for (const { name, ...look } of LOOKS) watchers.push(await world.person(name, { ...look, motion: true }));
  const other = await world.person("Other");
  const each = async (name: string, does: (one: Person) => Promise<void>) => {
    for (const one of watchers) {
      await does(one);
      const path = info.outputPath(`${name}-${one.name}.png`);
      await one.page.screenshot({ path, fullPage: (one.page.viewportSize()?.width ?? 0) < 1000 });
      await isAccessible(one.page);
    }
  };
  await watches(other, table.room);
  await bets(other, "North", 40);
  await each("open", (one) => watches(one, table.room));
  await each("placed", (one) => bets(one, "South", 20));
  await begins(table);
  await each("locked", (one) =>
    expect(one.page.getByText("You get 30 if South wins (stake included).")).toBeVisible(),
  );
  for (let turn = 0; turn < 2; turn++) for (const person of [table.south, table.north]) await plays(person);
  await each("playing", (one) =>
    expect(one.page.getByRole("region", { name: "The course of the game" })).toBeVisible(),
  );
  await giveUp(table.south);
  await each("over", (one) => expect(one.page.getByText(/They went to those who were right/)).toBeVisible());
});
