/**
 * Pictures of the page in every situation, to be looked at; some of them are the ones in `docs/pictures`. Not a
 * test: `npx playwright test -c record.config.ts pictures`.
 */

import type { Page } from "@playwright/test";
import type { RoomSettings } from "../src/wire/generated/protocol.ts";
import { AT_ONCE, bets, gather, joins, plays } from "./bettors.ts";
import { type Person, test, type World } from "./world.ts";

/** Where all of them go, and where those of the documentation go. */
const INTO = process.env.PICTURES ?? "test-results/pictures";
const DOCS = "../docs/pictures";
const LOOKS = [
  { size: "wide", width: 1440, height: 900 },
  { size: "phone", width: 390, height: 844 },
] as const;

/** Both sizes and both themes of what is on a page now; for the documentation by day, if it has a use for it. */
async function picture(page: Page, name: string, full = false, docs: string | null = null): Promise<void> {
  for (const { size, width, height } of LOOKS) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.waitForFunction((scheme) => document.documentElement.dataset.theme === scheme, colorScheme);
      await isDrawn(page);
      const path = `${INTO}/${name}-${size}-${colorScheme}.png`;
      const shot = { fullPage: full && size === "phone" };
      await page.screenshot({ path, ...shot });
      if (docs && colorScheme === "light")
        await page.screenshot({ path: `${DOCS}/${docs}-${size}.png`, ...shot });
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: "light" });
  await isDrawn(page);
}

/** Two frames have passed: one in which the size is noticed, one in which the board is drawn for it. */
async function isDrawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))),
  );
}

type Change = (settings: RoomSettings) => RoomSettings;

const PATIENT: Partial<RoomSettings["decision"]> = {
  min_ms: 0,
  settle_ms: 0,
  vote_ms: 300_000,
  consent_ms: 300_000,
};

const council =
  (change: Partial<RoomSettings["decision"]> = {}, more: Partial<RoomSettings> = {}): Change =>
  (settings) => ({
    ...settings,
    title: "Under the tree",
    team_max: 5,
    starter: "agreement",
    clock: { type: "bank", ms: 900_000, increment_ms: 10_000, flag: "pass_hand" },
    ...more,
    decision: { ...settings.decision, mode: "majority", ...PATIENT, ...change },
  });

/** Guests on both sides, ready; South starts. */
async function begin(
  world: World,
  sizes: { south: number; north: number },
  change: Change,
  preset: "en-dodoi" | "enkeshui" | "en-gehe" | "layli-goobalay" = "en-dodoi",
): Promise<{ room: string; south: Person[]; north: Person[] }> {
  const host = await world.guest();
  const room = await world.room(host, change, preset);
  const side = async (name: "South" | "North", count: number, first: Person[] = []) => {
    const team = [...first];
    while (team.length < count) team.push(await world.guest());
    for (const person of team) {
      await person.enters(room);
      await person.sits(name);
    }
    return team;
  };
  const south = await side("South", sizes.south, [host]);
  const north = await side("North", sizes.north);
  for (const [person] of [south, north]) await person?.presses("South starts");
  for (const person of [...south, ...north]) await person.isReady();
  return { room, south, north };
}

async function middle(person: Person): Promise<string> {
  const choices = await person.mayChoose();
  return choices[Math.floor(choices.length / 2)] ?? "";
}

/** Turns in which South votes as one and North, alone or as one, answers. */
async function turns(south: readonly Person[], north: readonly Person[], count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) {
    for (const team of [south, north]) {
      const [first] = team;
      if (!first) continue;
      const pit = await middle(first);
      if (team.length === 1) await first.plays(pit);
      else for (const person of team.slice(0, Math.floor(team.length / 2) + 1)) await person.votesFor(pit);
    }
  }
}

async function propose(person: Person, pit: string, note: string): Promise<void> {
  await person.pit(pit).click();
  await person.presses("Propose with a reason");
  await person.page.getByLabel("Why this move?").fill(note);
  await person.presses("Propose");
  await person.presses("Choose nothing");
}

test("lobby and opening a room", async ({ world }) => {
  const visitor = await world.guest();
  for (const [preset, title] of [
    ["en-dodoi", "Under the tree"],
    ["enkeshui", "Evening herd"],
    ["en-gehe", "Eight against eight"],
    ["layli-goobalay", "By the well"],
  ] as const) {
    await world.room(await world.guest(), (settings) => ({ ...settings, title }), preset);
  }
  await visitor.page.goto("/");
  await visitor.page.getByText("By the well").waitFor();
  await picture(visitor.page, "lobby", false, "lobby");
  await visitor.presses("Open a room");
  await picture(visitor.page, "open", false, "open");
  await visitor.page.getByText("More settings").click();
  await picture(visitor.page, "open-more", true);
});

test("seats", async ({ world }) => {
  const host = await world.guest();
  const room = await world.room(host, council());
  const other = await world.guest();
  await other.enters(room);
  await picture(other.page, "seats-stranger");
  await host.enters(room);
  await host.sits("South");
  await other.sits("North");
  await host.presses("South starts");
  await other.isReady();
  await picture(host.page, "seats", true);
});

test("people, what was agreed, and the own games", async ({ world }) => {
  const days = { type: "slow", ms: 172_800_000, flag: "pass_hand" } as const;
  const { south, north, room } = await begin(
    world,
    { south: 2, north: 1 },
    council({}, { title: "By the well", clock: days }),
  );
  const [host] = south as [Person];
  const [other] = north as [Person];
  await host.page.getByRole("tab", { name: "Teams" }).click();
  await host.page.getByRole("button", { name: `${other.name}: more` }).click();
  await picture(host.page, "person", false, "person");
  await host.page.keyboard.press("Escape");
  await host.presses("How this room decides");
  await picture(host.page, "how");
  await host.page.goto("/");
  const mine = host.page.getByRole("region", { name: "Your games" });
  await mine.getByText("waits for you").waitFor();
  await mine.evaluate((element) => element.scrollIntoView());
  await picture(host.page, "mine", false, "mine");
  await host.enters(room);
});

test("a ballot, a try, and what others see of it", async ({ world }) => {
  const { room, south, north } = await begin(world, { south: 5, north: 3 }, council());
  const watcher = await world.guest();
  await watcher.enters(room);
  const [one, two, three, four, five] = south as [Person, Person, Person, Person, Person];
  const [opponent] = north as [Person];
  await picture(one.page, "ballot-empty", true);
  await turns(south, north, 3);
  const choices = await one.mayChoose();
  const [a = "", b = ""] = [choices[1], choices.at(-2)];
  await one.says("The right end is full again.");
  await propose(two, a, "takes most, and their left stays empty");
  await propose(three, b, "keeps our right end safe");
  await two.votesFor(a);
  await three.votesFor(b);
  await four.votesFor(a);
  await four.says("Two laps are enough.");
  await two.page.mouse.move(5, 5);
  await picture(two.page, "ballot", true);
  await isDrawn(two.page);
  await two.page.screenshot({ path: `${DOCS}/table-wide.png` });
  await five.pit(a).click();
  await five.page.mouse.move(5, 5);
  await picture(five.page, "ballot-chosen", true, "ballot");
  await picture(watcher.page, "ballot-watch", true);
  await picture(opponent.page, "ballot-opponent");
});

test("a tried move", async ({ world }) => {
  const { room, south, north } = await begin(world, { south: 5, north: 1 }, council({ mode: "hand" }));
  const watcher = await world.guest();
  await watcher.enters(room);
  const hand = await handOf(south);
  const pit = await middle(hand);
  await hand.pit(pit).click();
  await picture(hand.page, "hand-chosen", true);
  const others = south.filter((person) => person !== hand) as [Person, Person, Person];
  await picture(others[1].page, "hand-other", true);
  await hand.presses(`Lay pit ${pit.slice(1)}`);
  await others[0].presses("Object");
  await picture(others[1].page, "try", true, "try");
  await picture(hand.page, "try-layer");
  await picture(watcher.page, "try-watch");
  await others[1].presses("Object");
  await others[1].page.getByText(/1 move was taken back/).waitFor();
  await picture(others[1].page, "withdrawn", true);
  await picture(north[0]?.page ?? hand.page, "withdrawn-opponent");
});

test("what sides ask of each other", async ({ world }) => {
  const { south, north } = await begin(world, { south: 3, north: 3 }, council({ takebacks_max: 2 }));
  const [one, two, three] = south as [Person, Person, Person];
  const [four, five] = north as [Person, Person];
  await turns(south, north, 2);
  const pit = await middle(one);
  for (const person of [one, two]) await person.votesFor(pit);
  await four.mayChoose();
  await one.presses("Ask or give up");
  await picture(one.page, "ask", false, "ask");
  await one.page.keyboard.press("Escape");
  await one.asks("Take your last move back");
  await picture(three.page, "question", true);
  await three.presses("Yes");
  await five.page.getByText("South asks you", { exact: true }).waitFor();
  await picture(five.page, "answer", true, "question");
  await picture(one.page, "asked", true);
  for (const person of [four, five]) await person.presses("Yes");
  await one.mayChoose();
  await picture(one.page, "taken-back", true, "taken-back");
  await one.asks("A pause");
  await two.presses("Yes");
  for (const person of [four, five]) await person.presses("Yes");
  await three.page.getByRole("heading", { name: "Paused" }).waitFor();
  await picture(three.page, "paused", true);
});

async function handOf(team: readonly Person[]): Promise<Person> {
  for (const person of team) {
    await person.mayChoose();
    if (await person.page.getByText("The hand is yours").isVisible()) return person;
  }
  throw new Error("nobody holds the hand");
}

test("a run-off", async ({ world }) => {
  const { south, north } = await begin(
    world,
    { south: 3, north: 2 },
    council({ vote_ms: 10_000, runoff_ms: 300_000, fallback_ms: 60_000 }),
  );
  const [one, two, three] = south as [Person, Person, Person];
  const choices = await one.mayChoose();
  await propose(one, choices[1] ?? "", "feeds the left");
  for (const [index, person] of [one, two, three].entries()) await person.votesFor(choices[index + 1] ?? "");
  await one.page
    .getByText(/Run-off/)
    .first()
    .waitFor();
  await two.votesFor(choices[1] ?? "");
  await picture(one.page, "runoff", true);
  await three.votesFor(choices[1] ?? "");
  // North does not vote at all.
  const [four, five] = north as [Person, Person];
  await four.page.getByText(/^No move was decided in time. You hold/).waitFor();
  await picture(four.page, "fallback-a", true);
  await picture(five.page, "fallback-b", true);
});

test("little time, then held by a restart", async ({ world }) => {
  world.expected = /ERR_|Failed to load resource|WebSocket connection/;
  const { south } = await begin(
    world,
    { south: 2, north: 1 },
    council({}, { clock: { type: "bank", ms: 25_000, increment_ms: 0, flag: "lose" } }),
  );
  const [one] = south as [Person];
  await one.page.locator(".clock.low").waitFor();
  await picture(one.page, "low", true);
  await world.server.kill();
  await one.page.getByText("The connection is lost.").waitFor();
  await picture(one.page, "lost", true);
  await world.server.revive();
  await one.page
    .getByText(/The server came back/)
    .first()
    .waitFor();
  await picture(one.page, "held", true);
});

test("the end of a game, and of a match with pins", async ({ world }) => {
  const { room, south, north } = await begin(
    world,
    { south: 2, north: 2 },
    council({}, { series: { goal: "first_to_wins", wins: 2 } }),
  );
  const watcher = await world.guest();
  await watcher.enters(room);
  const giveUp = async (team: readonly Person[]) => {
    const [first, second] = team as [Person, Person];
    await first.asks("Giving up");
    await second.presses("Yes");
  };
  await turns(south, north, 3);
  await giveUp(north);
  await south[0]?.page.getByRole("heading", { name: /wins$/ }).waitFor();
  await south[1]?.presses("Next game of the match");
  await picture(south[0]?.page ?? watcher.page, "end", true, "end");
  await picture(north[0]?.page ?? watcher.page, "end-lost");
  for (const person of [...south.slice(0, 1), ...north]) await person.presses("Next game of the match");
  await turns(south, north, 1).catch(() => undefined);
  await giveUp(north);
  await south[0]?.page
    .getByText(/won the match/)
    .first()
    .waitFor();
  await picture(south[0]?.page ?? watcher.page, "end-match", true);
  await picture(watcher.page, "end-match-watch");
});

for (const [preset, pits, plies] of [
  ["enkeshui", 8, 14],
  ["layli-goobalay", 6, 14],
  ["en-gehe", 50, 3],
] as const) {
  test(`practice of ${preset}`, async ({ world }) => {
    const visitor = await world.guest();
    const change: Change = (settings) => ({
      ...settings,
      practice: true,
      clock: { type: "none" },
      game: { ...settings.game, pits },
    });
    await visitor.enters(await world.room(visitor, change, preset));
    await visitor.mayChoose();
    await picture(visitor.page, `${preset}-0`);
    for (let ply = 0; ply < plies; ply++) {
      const choices = await visitor.mayChoose();
      const pit = choices[(ply * 3) % choices.length] ?? "";
      await visitor.pit(pit).click();
      if (await visitor.page.getByText("Ways to turn").isVisible()) {
        await picture(visitor.page, `${preset}-ways`);
      }
      await visitor.page.keyboard.press("Enter");
      await visitor.page.getByRole("region", { name: /^Pit / }).waitFor({ state: "detached" });
    }
    await picture(visitor.page, preset, true);
  });
}

test("the stand: a card, the lock, the plot, advice, and the end", async ({ world }) => {
  const host = await world.guest();
  const room = await world.room(host, (settings) => ({
    ...settings,
    title: "Under the tree",
    visibility: "unlisted",
    stand: { betting: "pool", delay_ms: 0, delay_plies: 0, cheers: true, advice: true },
    starter: "agreement",
    team_max: 3,
    clock: { type: "bank", ms: 900_000, increment_ms: 10_000, flag: "pass_hand" },
    decision: { ...settings.decision, ...PATIENT },
  }));
  const south = host;
  const north = await world.guest();
  for (const [person, side] of [
    [south, "South"],
    [north, "North"],
  ] as const) {
    await person.enters(room);
    await person.sits(side);
    await person.presses("South starts");
  }
  const stakes = [
    ["South", 100],
    ["North", 80],
    ["South", 190],
    ["Draw", 10],
  ] as const;
  const stand: Person[] = [];
  for (const [outcome, stake] of stakes) {
    const watcher = await world.guest();
    stand.push(watcher);
    await watcher.enters(room);
    if (stand.length === 1) await picture(watcher.page, "stand-first");
    await watcher.presses("Understood");
    if (stand.length === 1) await picture(watcher.page, "stand-open", true);
    await watcher.page
      .getByRole("group", { name: "What do you bet on?" })
      .getByRole("button", { name: outcome })
      .click();
    await watcher.page.getByLabel("Stake", { exact: true }).fill(String(stake));
    await watcher.presses(`Place ${stake} on ${outcome}`);
    await watcher.page.getByText(`You have placed ${stake} coins`).waitFor();
  }
  const [one] = stand;
  if (!one) throw new Error("nobody watches");
  await picture(one.page, "stand-card", true, "stand-card");
  for (const person of [south, north]) await person.isReady();
  await one.page.getByRole("heading", { name: /begins in/ }).waitFor();
  await one.page.screenshot({ path: `${INTO}/stand-count.png` });
  await south.page.screenshot({ path: `${INTO}/stand-count-player.png` });
  await one.page.getByRole("heading", { name: "What the stand thinks" }).waitFor();
  await picture(one.page, "stand-locked", true, "stand-lock");
  await turns([south], [north], 6);
  await south.page.getByLabel("Listen to those who watch").click();
  await one.presses("Choose a pit on the board");
  await one.pit("S3").click();
  await one.page.getByLabel("What would you tell South?").fill("their left stays empty");
  await picture(one.page, "stand-advise", true);
  await one.presses("Advise South");
  await south.page.getByText("their left stays empty").first().waitFor();
  await picture(south.page, "stand-ears", true, "stand-ears");
  await picture(one.page, "stand-playing", true, "stand-plot");
  await turns([south], [north], 3);
  await north.asks("Giving up");
  await one.page.getByRole("heading", { name: "How the bets ended" }).waitFor();
  await picture(one.page, "stand-over", true, "stand-end");
  await picture(south.page, "stand-over-player", true);
});

test("the bot", async ({ world }) => {
  const visitor = await world.guest();
  await visitor.page.goto("/");
  await visitor.presses("Play the bot");
  const pit = await middle(visitor);
  await visitor.plays(pit);
  await visitor.mayChoose();
  await picture(visitor.page, "bot", true);
});

test.describe("people and coins", () => {
  test.use({ settings: AT_ONCE });

  test("accounts, profiles, tables, betting", async ({ world }) => {
    const guest = await world.person("Quiet Heron", { named: true });
    await guest.page.goto("/account");
    await guest.page.getByRole("heading", { name: "Make an account" }).waitFor();
    await picture(guest.page, "account-guest", true, "account-guest");

    const one = await joins(world, "Naserian");
    const two = await joins(world, "Tipape");
    const three = await joins(world, "Lemayian");
    const sides = [await joins(world, "Acacia"), await joins(world, "Flint")] as const;
    for (const [outcome, stake, title] of [
      ["South", 100, "Under the tree"],
      ["North", 40, "Evening herd"],
      ["South", 200, "Eight against eight"],
    ] as const) {
      const match = await gather(world, ...sides, { rated: true, title, ...RATED });
      await bets(one, match.room, outcome, stake);
      await bets(two, match.room, outcome === "South" ? "North" : "South", 60);
      if (title === "Under the tree") {
        await one.page.goto("/");
        await one.page.getByText("bets open").waitFor();
        await one.page.getByRole("button", { name: /^You: / }).click();
        await one.page.getByRole("link", { name: "Tables" }).waitFor();
        await picture(one.page, "menu");
        await one.enters(match.room);
      }
      await plays(match);
      await match.south.page.getByRole("region", { name: "Ratings" }).getByRole("listitem").first().waitFor();
      if (title === "Under the tree") await picture(match.south.page, "end-rated", true);
    }
    const open = await gather(world, ...sides, { title: "By the well" });
    await bets(one, open.room, "North", 50);

    await one.page.goto("/account");
    await one.page.getByText("this one").waitFor();
    await picture(one.page, "account", true, "account");
    await one.presses("Delete the account");
    await picture(one.page, "account-delete");
    await one.page.goto("/profile");
    await one.page.getByText("50 on North").waitFor();
    await picture(one.page, "profile", true, "profile");
    await three.page.goto("/leaderboard");
    await three.page.getByRole("heading", { name: "Bettors" }).waitFor();
    await picture(three.page, "tables", true);

    await world.server.appoint("naserian");
    await one.page.waitForFunction(async () => {
      const answer = await fetch("/api/session");
      return (await answer.json()).account.admin;
    });
    for (const [login, why] of [
      ["tipape", "Lost by an outage on Sunday."],
      ["lemayian", "The same outage, one market earlier."],
    ]) {
      const act = { type: "adjust", login, amount: "120", taken: false };
      await one.page.request.post("/api/admin/betting", {
        data: { key: crypto.randomUUID(), act, reason: why },
      });
    }
    await one.page.goto("/betting");
    await one.page.getByText("Lost by an outage").waitFor();
    await picture(one.page, "betting", true, "betting");
    await one.page.goto("/admin");
    await one.page.getByRole("heading", { name: "What to look at" }).waitFor();
    await picture(one.page, "admin", true);
  });

  test("opening a room: those who watch, and rated", async ({ world }) => {
    const host = await world.guest();
    await host.page.goto("/");
    await host.presses("Open a room");
    await host.page.getByText("More settings").click();
    await host.page.getByRole("checkbox", { name: /^Rated/ }).check();
    await host.page.getByLabel("Seconds behind").scrollIntoViewIfNeeded();
    await picture(host.page, "open-stand");
  });
});

const RATED = {
  stand: { betting: "pool", delay_ms: 0, delay_plies: 0, cheers: true, advice: false },
} as const;
