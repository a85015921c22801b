/** Nothing but a thumb on a telephone: the largest board from the lobby to its last seed, and ways to turn. */

import { isAccessible } from "./axe.ts";
import { SMALL_PIT, Thumb } from "./thumb.ts";
import { expect, type Person, test } from "./world.ts";

const PITS = 50;
/** Laps of a move that can be held and stepped through. */
const LONG = 4;
const SEEDS = 400;
/** In 300 random games none had as many (docs/rules.md, 2.8); a game that is not over by then has a fault. */
const MOST_PLIES = 450;
/** What a table may weigh as it is sent, with a game on it: what is loaded before anybody asks for more. */
const MOST_BYTES = 150_000;

test("a whole match of two by fifty is played with a thumb", async ({ world }, info) => {
  // Two hundred turns: a busy machine takes its time for them.
  test.setTimeout(900_000);
  const visitor = await world.person("Visitor", { mobile: true, motion: true });
  const { page } = visitor;
  // As slowly as it may be shown, until it is not wanted any more: a thumb takes its time.
  await page.addInitScript(() =>
    localStorage.setItem("sindillo.speed", localStorage.getItem("sindillo.speed") ?? "20000"),
  );
  const thumb = await Thumb.on(page);
  const picture = (name: string) => page.screenshot({ path: info.outputPath(`${name}.png`) });
  const press = (name: string) => thumb.tap(page.getByRole("button", { name, exact: true }));
  let weight = 0;

  await test.step("from the lobby into a room with a bot", async () => {
    await page.goto("/");
    await press("Open a room for En Gehé");
    await expect(page.getByRole("dialog", { name: "Open a room" })).toBeVisible();
    await press("Open the room");
    await press("Sit with South");
    await press("Add a bot to North");
    await press("I am ready");
    await visitor.mayChoose();
    await thumb.fits();
  });

  await test.step("a move in motion is held, stepped, and gone on with", async () => {
    await isStill(visitor);
    const pit = await longMove(visitor, thumb, await visitor.mayChoose());
    await picture("chosen");
    await press(`Play pit ${pit.slice(1)}`);
    await press("Hold");
    await expect(page.getByRole("button", { name: "Go on" })).toBeVisible();
    await press("Next step");
    await picture("held");
    await press("Go on");
    await press("Skip to the end");
  });

  await test.step("a table that is come to by its link is light", async () => {
    await visitor.mayChoose();
    await page.reload({ waitUntil: "networkidle" });
    await visitor.mayChoose();
    weight = await weightOf(visitor);
    expect(weight).toBeGreaterThan(50_000);
    expect(weight).toBeLessThanOrEqual(MOST_BYTES);
  });

  await test.step("from now on moves are there at once, as the reader likes it", async () => {
    await press("Look and motion");
    await thumb.tap(page.getByRole("radio", { name: "No motion" }));
    await press("Close");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await isStill(visitor);
  });

  await test.step("both rows, facing pits, and all panels", async () => {
    await visitor.mayChoose();
    const faces = await facing(visitor);
    expect(faces).toHaveLength(PITS);
    for (const { apart, gap } of faces) {
      expect(apart).toBeLessThan(1);
      expect(gap).toBeLessThan(1);
    }
    for (const tab of ["Talk", "Moves", "Teams", "Council"]) {
      await thumb.tap(page.getByRole("tab", { name: new RegExp(`^${tab}`) }));
      await expect(page.getByRole("tabpanel")).toBeVisible();
      await thumb.fits();
      await isAccessible(page);
    }
    await picture("panels");
  });

  let own = 1;
  let whole = 0;
  await test.step("to the last seed", async () => {
    for (; own < MOST_PLIES; own++) {
      const choices = await turnOrEnd(visitor);
      if (choices.length === 0) break;
      const pit = choices[(own * 7) % choices.length] ?? "";
      await looks(visitor, thumb, pit);
      // Now and then the slip of a thumb is corrected, or it is thought over.
      if (own % 20 === 5 && choices.length > 1) await steps(visitor, thumb, choices, pit);
      else if (own % 20 === 15) {
        await press("Choose nothing");
        await looks(visitor, thumb, pit);
        await thumb.tap(visitor.pit(pit), SMALL_PIT);
      } else await press(`Play pit ${pit.slice(1)}`);
      await isOver(visitor, pit);
      if (own % 10 === 0) {
        await thumb.fits();
        expect(await seedsOf(visitor)).toBe(SEEDS);
      }
      if (own === 40) await picture("middle");
    }
  });

  await test.step("the end is told, and the way on is in reach", async () => {
    const end = page.getByRole("region", { name: /^(Your side wins|North wins|A draw)$/ });
    await expect(end).toBeVisible();
    const [far, near] = await end.locator("dd").allTextContents();
    expect(Number(far) + Number(near)).toBe(SEEDS);
    await thumb.fits();
    await isAccessible(page);
    await picture("end");
    whole = await weightOf(visitor);
    await thumb.tap(page.getByRole("tab", { name: "Moves" }));
    await thumb.tap(end.getByRole("link", { name: "To the lobby" }));
    await expect(page.getByRole("heading", { name: "Team mancala" })).toBeVisible();
  });
  await info.attach("taps", { body: JSON.stringify({ ...thumb.taps, own, weight, whole }) });
});

test("a way to turn is chosen with a thumb, on the board", async ({ world }) => {
  const visitor = await world.person("Visitor", { mobile: true });
  const { page } = visitor;
  const thumb = await Thumb.on(page);
  const press = (name: string) => thumb.tap(page.getByRole("button", { name, exact: true }));
  const ways = page.getByRole("group", { name: "Ways to turn" });

  /** Looks at each pit that may be played, and plays one of them where none has a choice. */
  async function findsWays(): Promise<boolean> {
    for (let game = 0; game < 4; game++) {
      const room = await world.room(visitor, (settings) => ({ ...settings, practice: true }), "enkeshui");
      await visitor.enters(room);
      for (let ply = 0; ply < 14; ply++) {
        const choices = await turnOrEnd(visitor);
        for (const pit of choices) {
          await looks(visitor, thumb, pit);
          if ((await page.locator(".fork").count()) > 0) return true;
        }
        const pit = choices.at(-1) ?? "";
        await press(`Play pit ${pit.slice(1)}`);
        await isOver(visitor, pit);
      }
    }
    return false;
  }

  expect(await findsWays(), "a pit that can go more than one way").toBe(true);
  const all = ways.getByRole("button");
  const chosen = ways.locator("[aria-pressed=true]");
  await expect(ways).toBeVisible();
  // Turns that change nothing by themselves are passed through.
  for (let turn = 0; turn < 16 && (await chosen.count()) === 0; turn++) await thumb.tap(all.last());
  await expect(chosen).toHaveCount(1);
  await expect(page.locator(".move-marks.is-preview")).toBeVisible();
  await thumb.fits();
  // A first touch looked, a second one plays.
  await thumb.tap(chosen);
  await expect(ways).toHaveCount(0);
  await turnOrEnd(visitor);
});

/** All that was loaded for the table, in bytes as they were sent. */
function weightOf({ page }: Person): Promise<number> {
  return page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.includes("/assets/"))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  );
}

/** The turn in which a pit was chosen has ended. */
async function isOver({ page }: Person, pit: string): Promise<void> {
  await expect(page.getByRole("region", { name: `Pit ${pit.slice(1)}`, exact: true })).toHaveCount(0);
}

async function isStill({ page }: Person): Promise<void> {
  await expect(page.locator(".board.is-playing")).toHaveCount(0);
}

/** The pits that may be played now; none when the game is over. */
async function turnOrEnd(visitor: Person): Promise<readonly string[]> {
  const over = visitor.page.locator(".ending");
  let choices: readonly string[] = [];
  await expect
    .poll(async () => {
      choices = await visitor.choices();
      return choices.length > 0 || (await over.count()) > 0;
    })
    .toBe(true);
  return choices;
}

/** A first touch looks: the pit, what it does and the way to do it are in view. */
async function looks(visitor: Person, thumb: Thumb, pit: string): Promise<void> {
  await thumb.tap(visitor.pit(pit), SMALL_PIT);
  await expect(visitor.pit(pit)).toHaveAttribute("aria-selected", "true");
  await expect(
    visitor.page.getByRole("button", { name: `Play pit ${pit.slice(1)}`, exact: true }),
  ).toBeInViewport();
  await expect(visitor.pit(pit)).toBeInViewport();
}

/** A pit whose move goes on for a while, looked at: one of a lap or two is over before it can be stepped through. */
async function longMove(visitor: Person, thumb: Thumb, choices: readonly string[]): Promise<string> {
  for (const pit of choices) {
    await looks(visitor, thumb, pit);
    const told = visitor.page.getByRole("region", { name: `Pit ${pit.slice(1)}`, exact: true });
    await expect(told).toContainText(/\d laps?,/);
    const laps = Number(/(\d+) laps?,/.exec((await told.textContent()) ?? "")?.[1]);
    if (laps >= LONG) return pit;
  }
  throw new Error("no move is long");
}

/** To the next pit that can be played and back, with steps as large as a fingertip; then it is played. */
async function steps(visitor: Person, thumb: Thumb, choices: readonly string[], pit: string): Promise<void> {
  const { page } = visitor;
  const at = choices.indexOf(pit);
  const next = choices[(at + 1) % choices.length] ?? "";
  await thumb.tap(page.getByRole("button", { name: "Next pit", exact: true }));
  await expect(visitor.pit(next)).toHaveAttribute("aria-selected", "true");
  await expect(visitor.pit(next)).toBeInViewport();
  await thumb.tap(page.getByRole("button", { name: "Pit before", exact: true }));
  await expect(visitor.pit(pit)).toHaveAttribute("aria-selected", "true");
  await thumb.tap(page.getByRole("button", { name: `Play pit ${pit.slice(1)}`, exact: true }));
}

/** For each pit of the near row how far its facing one is from standing right above it. */
function facing({ page }: Person): Promise<readonly { apart: number; gap: number }[]> {
  return page.evaluate((pits) => {
    const box = (name: string) =>
      document.querySelector(`[data-name=${name}] .reach`)?.getBoundingClientRect() ?? new DOMRect();
    return Array.from({ length: pits }, (_, index) => {
      const near = box(`S${index + 1}`);
      const far = box(`N${pits - index}`);
      return { apart: Math.abs(near.x - far.x), gap: Math.abs(near.y - far.bottom) };
    });
  }, PITS);
}

function seedsOf({ page }: Person): Promise<number> {
  return page.evaluate(() =>
    [...document.querySelectorAll(".board .count, .board .heap-number")].reduce(
      (sum, { textContent }) => sum + Number(textContent),
      0,
    ),
  );
}
