/** The replay of a room: a real match with tries and withdrawals, looked at by people who were not there. */

import { isAccessible } from "./axe.ts";
import { Match } from "./storytellers.ts";
import { expect, type Look, type Person, test } from "./world.ts";

async function opens(person: Person, path: string): Promise<void> {
  await person.page.goto(path);
  await expect(person.page.getByRole("grid")).toBeVisible();
}

/** Numbers of seeds as the board names them, pit by pit. */
function board({ page }: Person): Promise<string[]> {
  return page
    .locator("[role=gridcell]")
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label") ?? ""));
}

function heading({ page }: Person) {
  return page.getByRole("region", { name: /^(Move|Before|After)/ }).first();
}

function list({ page }: Person) {
  return page.getByRole("region", { name: "Moves", exact: true });
}

async function at({ page }: Person): Promise<string | null> {
  return new URL(page.url()).searchParams.get("at");
}

test("a stranger steps, scrubs and shares a match with its tries, withdrawals and talk", async ({
  world,
}) => {
  const match = await Match.of(world);
  await match.plays();
  await match.ends();
  const told = match.north.model;
  const reader = await world.person("Stranger");
  const { page } = reader;
  const scrub = page.getByRole("slider", { name: "Place in the story" });

  await test.step("it begins with the game, and tells it move by move", async () => {
    await opens(reader, `${match.room}/story`);
    await expect(page).toHaveTitle(/^Under the tree, the replay/);
    await expect(heading(reader)).toContainText("The game begins. South starts: both sides agreed.");
    const moves = list(reader);
    await expect(moves.getByText("Amina: A good evening to both sides")).toBeVisible();
    await expect(moves.getByText(/^(Amina|Ben) tries pit \d+: .*/)).toHaveCount(4);
    await expect(moves.getByText(/The team took the move back\.$/)).toBeVisible();
    await expect(moves.getByText("Its maker took the move back.")).toBeVisible();
    await expect(moves.getByText(/^The hand passes to (Amina|Ben)\.$/)).toBeVisible();
    await expect(moves.getByText(/North took move 4 back and decides anew\./)).toBeVisible();
    await expect(moves.getByText("taken back", { exact: true })).toHaveCount(1);
    await expect(moves.getByText("Chiku: Well sown")).toBeVisible();
    await expect(moves.getByText(/North wins\. South gave up\./)).toBeVisible();
    // What a side said among themselves is nobody's business.
    await expect(page.getByText("That one feeds their row")).toHaveCount(0);
    await isAccessible(page);
  });

  await test.step("keys step through what happened, and through the moves", async () => {
    await page.keyboard.press("ArrowRight");
    await expect(heading(reader)).toContainText(/tries pit \d+/);
    await expect(page.locator("[role=status][aria-live=polite]")).toContainText(/tries pit \d+/);
    const tried = await board(reader);
    await page.keyboard.press("ArrowRight");
    await expect(heading(reader)).toContainText("0 for it, 1 of 1 against it.");
    await expect.poll(() => board(reader)).not.toEqual(tried);
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => board(reader)).toEqual(tried);
    await page.keyboard.press("Shift+ArrowRight");
    await expect(heading(reader)).toContainText(/plays pit \d+ for South/);
    await expect(page.getByText("1 of 4 moves played")).toBeAttached();
    await page.keyboard.press("Shift+ArrowRight");
    await expect(heading(reader)).toContainText(/Chiku plays pit \d+ for North/);
    await page.keyboard.press("End");
    await expect(heading(reader)).toContainText("North wins.");
    await expect.poll(() => board(reader)).toHaveLength(16);
    await page.keyboard.press("Home");
    await expect(heading(reader)).toContainText("The game begins.");
  });

  await test.step("on the board the arrows move over it, and step with Shift", async () => {
    await reader.pit("S2").focus();
    await page.keyboard.press("ArrowRight");
    await expect(reader.pit("S3")).toBeFocused();
    await expect(heading(reader)).toContainText("The game begins.");
    await page.keyboard.press("Shift+ArrowRight");
    await expect(heading(reader)).toContainText(/plays pit \d+ for South/);
    await page.keyboard.press("Shift+ArrowLeft");
  });

  await test.step("the slider goes anywhere and says where it is", async () => {
    const most = Number(await scrub.getAttribute("max"));
    expect(most).toBeGreaterThan(12);
    await scrub.fill(String(most));
    await expect(heading(reader)).toContainText("North wins.");
    await expect(scrub).toHaveAttribute("aria-valuetext", /North wins/);
    await scrub.focus();
    await page.keyboard.press("ArrowLeft");
    await expect(scrub).toHaveValue(String(most - 1));
  });

  await test.step("the course of the game says how far it is, and leads to any move", async () => {
    const course = page.getByRole("region", { name: "The course of the game" });
    const plies = course.getByRole("slider");
    await expect(course.getByRole("img", { name: /safe.*after 4 moves|after 4 moves.*safe/ })).toBeVisible();
    await page.keyboard.press("Home");
    await expect(plies).toHaveAttribute("aria-valuenow", "0");
    await plies.focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect(heading(reader)).toContainText(/Chiku plays pit \d+ for North/);
    await expect(plies).toHaveAttribute("aria-valuetext", /^Move 2, North/);
    await page.keyboard.press("Home");
    await expect(heading(reader)).toContainText("The game begins.");
    const box = await plies.boundingBox();
    if (!box) throw new Error("the course has no place");
    await page.mouse.click(box.x + box.width * 0.72, box.y + box.height / 2);
    // Where the plot says it is, the story is: somewhere behind the second move.
    await expect(plies).toHaveAttribute("aria-valuetext", /^Move [34], /);
    const [place = ""] = /^Move \d, \w+/.exec((await plies.getAttribute("aria-valuetext")) ?? "") ?? [];
    await expect(heading(reader)).toContainText(place);
  });

  await test.step("the address leads another one to the same board", async () => {
    await list(reader)
      .getByRole("button", { name: /^(Amina|Ben) tries pit/ })
      .last()
      .click();
    await expect(heading(reader)).toContainText("Move 3, South");
    await page.getByRole("button", { name: "Turn the board" }).click();
    await expect.poll(() => at(reader)).not.toBeNull();
    await expect.poll(() => page.url()).toContain("side=north");
    const seen = await board(reader);
    const other = await world.person("Second", { phone: true });
    await opens(other, new URL(page.url()).pathname + new URL(page.url()).search);
    await expect(heading(other)).toContainText("Move 3, South");
    await expect.poll(() => board(other)).toEqual(seen);
    await expect
      .poll(async () =>
        [await at(other), await at(reader)].every((one, _, [first]) => one !== null && one === first),
      )
      .toBe(true);
  });

  await test.step("the last board is the one that was played to", async () => {
    await page.keyboard.press("End");
    const { pits } = told.table?.game?.position ?? { pits: [] };
    const counts = async () =>
      (await board(reader)).map((name) => Number(/(\d+) seeds?/.exec(name)?.[1] ?? 0)).sort();
    await expect.poll(counts).toEqual([...pits].sort());
  });
});

test("it plays by itself, is held, and ends where the game does", async ({ world }) => {
  const match = await Match.of(world);
  await match.plays();
  await match.ends();
  const reader = await world.person("Stranger", { motion: true });
  const { page } = reader;
  // There is time to hold a move in its middle.
  await page.clock.install();
  await page.addInitScript(() => localStorage.setItem("sindillo.speed", "20000"));
  await opens(reader, `${match.room}/story`);
  const scrub = page.getByRole("slider", { name: "Place in the story" });
  // The keys are those of the page where no button has the focus.
  await page.getByRole("heading", { name: "Moves" }).click();
  await reader.holdsTime();
  await page.keyboard.press(" ");
  await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
  await reader.passesUntil(page.locator(".board.is-playing"), 1);
  await page.keyboard.press(" ");
  await page.clock.resume();
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await expect(scrub).toHaveValue("1");
  await expect(page.locator(".board.is-playing")).toBeVisible();
  // Held in the middle of a move: a step shows its end, and goes no further.
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".board.is-playing")).toHaveCount(0);
  await expect(scrub).toHaveValue("1");
  for (const _ of [1, 2]) await page.getByRole("button", { name: /^Speed/ }).click();
  await expect(page.getByRole("button", { name: "Speed, 4 times" })).toBeVisible();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(scrub).toHaveValue((await scrub.getAttribute("max")) ?? "", { timeout: 120_000 });
  await expect(heading(reader)).toContainText("North wins.");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
});

test("a game that goes on is told so far, and more when there is more", async ({ world }) => {
  const match = await Match.of(world);
  await match.plays();
  const reader = await world.person("Stranger");
  const { page } = reader;
  await page.clock.install();
  await opens(reader, `${match.room}/story`);
  await expect(page.getByText("The game goes on. This is the story so far.")).toBeVisible();
  await page.keyboard.press("End");
  await expect(heading(reader)).toContainText("Well sown");
  await match.ends();
  await page.clock.runFor(21_000);
  await expect(page.getByText("More has happened in the meantime.")).toBeVisible();
  await page.getByRole("button", { name: "Show it" }).click();
  await page.clock.runFor(20_000);
  await expect(heading(reader)).toContainText("North wins.");
  await expect(page.getByText("The game goes on. This is the story so far.")).toHaveCount(0);
});

test("a position goes to the analysis board with the game and what was tried", async ({ world }) => {
  const match = await Match.of(world);
  await match.plays();
  await match.ends();
  const reader = await world.person("Stranger");
  const { page } = reader;
  await opens(reader, `${match.room}/story`);
  for (const _ of [1, 2]) await page.keyboard.press("Shift+ArrowRight");
  const seen = await board(reader);
  await page.getByRole("button", { name: "Analyse this position" }).click();
  await expect(page).toHaveURL(/\/analysis\?game=en_dodoi/);
  await expect(page.getByRole("heading", { name: "South is to move" })).toBeVisible();
  const counts = (names: string[]) => names.map((name) => name.replace(", can be played", ""));
  await expect.poll(async () => counts(await board(reader))).toEqual(counts(seen));
  // Two that were withdrawn, and one that was taken back.
  await expect(page.getByRole("listitem", { name: /^Another try for move/ })).toHaveCount(3);
});

test("several games are chosen from, and lines of somebody who is hidden stay out", async ({ world }) => {
  const match = await Match.of(world);
  await match.plays();
  await match.ends();
  await match.again();
  await match.opens(2);
  const reader = await world.person("Stranger");
  const { page } = reader;
  await opens(reader, `${match.room}/story`);
  const games = page.getByRole("navigation", { name: "Games" });
  await expect(games.getByRole("button")).toHaveText(["Match 1, game 1", "Match 2, game 1"]);
  await expect(list(reader).getByText("Chiku: Well sown")).toBeVisible();
  await games.getByRole("button", { name: "Match 2, game 1" }).click();
  await expect(heading(reader)).toContainText("The game begins.");
  await expect(list(reader).getByText("Chiku: Well sown")).toHaveCount(0);
  // The address follows a little later: before one goes anywhere there is no place in it.
  await expect.poll(() => at(reader)).not.toBeNull();
  const first = await at(reader);
  await page.keyboard.press("End");
  await expect(heading(reader)).toContainText(/(tries|plays) pit 3/);
  await expect.poll(() => at(reader)).not.toBe(first);
  await page.keyboard.press("Home");
  await expect(heading(reader)).toContainText("The game begins.");
  await expect.poll(() => at(reader)).toBe(first);
  // The beginning is that of the game, not of the room.
  await expect(games.getByRole("button", { name: "Match 2, game 1" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await isAccessible(page);

  // In the room the reader hides what Chiku says: so it is in the replay.
  const id = match.room.replace("/r/", "");
  await page.evaluate((entry) => localStorage.setItem("sindillo.hidden", entry), `${id}:${match.north.me}`);
  await opens(reader, `${match.room}/story`);
  await expect(list(reader).getByText(/North wins/)).toBeVisible();
  await expect(list(reader).getByText("Chiku: Well sown")).toHaveCount(0);
});

test("the end of a match leads to its replay, and the replay to the room", async ({ world }) => {
  const match = await Match.of(world);
  await match.plays();
  await match.ends();
  const reader = await world.person("Stranger");
  const { page } = reader;
  await reader.enters(match.room);
  await page.getByRole("link", { name: "Watch the replay" }).click();
  await expect(page).toHaveURL(/\/story$/);
  await expect(heading(reader)).toContainText("The game begins.");
  await page.getByRole("link", { name: "To the room" }).first().click();
  await expect(page.getByRole("heading", { name: "North wins" })).toBeVisible();
});

test("a room without a game, and no room at all, say so", async ({ world }) => {
  world.expected = /404/;
  const reader = await world.person("Stranger");
  const room = await world.room(reader, (settings) => settings);
  await reader.page.goto(`${room}/story`);
  await expect(reader.page.getByText("No game has been played in this room yet.")).toBeVisible();
  await isAccessible(reader.page);
  await reader.page.goto("/r/zzzzzzzzzz/story");
  await expect(reader.page.getByRole("alert").filter({ hasText: /room/ })).toBeVisible();
});

const LOOKS: readonly (Look & { readonly label: string })[] = [
  { label: "wide-light", theme: "light" },
  { label: "wide-dark", theme: "dark" },
  { label: "phone-light", theme: "light", phone: true },
  { label: "phone-dark", theme: "dark", phone: true },
];

test("the replay is accessible and fits, wide and on a phone, light and dark", async ({ world }, info) => {
  const match = await Match.of(world);
  await match.plays();
  await match.ends();
  for (const look of LOOKS) {
    const reader = await world.person(`Reader ${look.label.replace("-", " ")}`, look);
    const { page } = reader;
    await opens(reader, `${match.room}/story?at=1`);
    for (let step = 0; step < 6; step++) await page.keyboard.press("ArrowRight");
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over).toBeLessThanOrEqual(0);
    // What moves through the story is in reach without scrolling.
    const play = page.getByRole("button", { name: "Play", exact: true });
    await expect(play).toBeInViewport({ ratio: 1 });
    if (look.phone) {
      const grid = await page.getByRole("grid").boundingBox();
      const bar = await play.boundingBox();
      expect((grid?.y ?? 999) + (grid?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await expect(play).toBeInViewport({ ratio: 1 });
      await play.tap();
      await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
      await page.getByRole("button", { name: "Pause", exact: true }).tap();
      await page.evaluate(() => scrollTo(0, 0));
    }
    await isAccessible(page);
    await page.screenshot({ path: info.outputPath(`story-${look.label}.png`) });
  }
});
