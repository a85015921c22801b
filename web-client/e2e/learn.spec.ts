/** Lessons, rules and puzzles: they are played, and the server is asked whether what they say is so. */

import type { Page } from "@playwright/test";
import { reaches, type Step } from "../src/state/lessons.ts";
import { LESSONS, TAUGHT } from "../src/views/learn/lessons.ts";
import type { AnalysisReply } from "../src/wire/generated/protocol.ts";
import { isAccessible } from "./axe.ts";
import { expect, type Look, test } from "./world.ts";

/** What sets the best move of a puzzle apart, in seeds, at least. */
const CLEARLY = 3;

/** As the page asks. Whoever asks much is told to wait, and does. */
async function asks(page: Page, { game, from }: Step, moves: string, lines = 0): Promise<AnalysisReply> {
  let told: AnalysisReply | null = null;
  await expect(async () => {
    const data = { game, from, moves, tell: 1, lines };
    const answer = await page.request.post("/api/analysis", { data });
    expect(answer.status(), await answer.text()).toBe(200);
    told = await answer.json();
  }).toPass();
  if (!told) throw new Error("the server did not answer");
  return told;
}

for (const game of TAUGHT) {
  test(`each step of ${game} can be done, and the engine agrees on its puzzles`, async ({ world }) => {
    const { page } = await world.person("Reader");
    for (const step of LESSONS[game].steps) {
      const start = await asks(page, step, "");
      expect(start.outcome, step.topic).toBeNull();
      expect(start.position.turn, step.topic).toBe("south");
      const reply = await asks(page, step, step.move);
      const [told] = reply.told;
      expect(told && reaches(step.goal, told, reply.outcome !== null), step.topic).toBe(true);
      expect(told?.move, step.topic).toBe(step.move);
    }
    expect(LESSONS[game].puzzles.length).toBeGreaterThan(0);
    for (const puzzle of LESSONS[game].puzzles) {
      const { analysis, position } = await asks(page, puzzle, "", 2);
      const [best, second] = analysis?.lines ?? [];
      expect(position.turn, puzzle.from).toBe("south");
      expect(best?.moves[0], puzzle.from).toBe(puzzle.move);
      const ahead = (best?.worth.seeds ?? 0) - (second?.worth.seeds ?? 0);
      expect(ahead, puzzle.from).toBeGreaterThanOrEqual(CLEARLY);
    }
  });
}

test("a lesson is gone through: a wrong move, a right one, the next step", async ({ world }) => {
  const reader = await world.person("Reader");
  const { page } = reader;
  await page.goto("/");
  await page.getByRole("banner").getByRole("link", { name: "Learn", exact: true }).click();
  await page.getByRole("link", { name: "Layli Goobalay" }).click();
  const lesson = page.getByRole("region", { name: "Lesson", exact: true });
  const pit = (name: string) => lesson.locator(`[role=gridcell][data-name=${name}]`);
  await lesson.getByRole("button", { name: /^Step 3 of 6: Uurs/ }).click();
  await expect(lesson.getByText("Make two uurs.")).toBeVisible();
  await expect(pit("S3")).toHaveClass(/may-choose/);
  await pit("S3").click();
  await lesson.getByRole("button", { name: "Play pit 3" }).click();
  await expect(lesson.getByText(/^That was another move/)).toBeVisible();
  await lesson.getByRole("button", { name: "Try again" }).click();
  await expect(pit("S1")).toHaveClass(/may-choose/);
  await pit("S1").focus();
  await page.keyboard.press("Enter");
  await expect(lesson.getByText(/makes two uurs/)).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(lesson.getByText("That is it.")).toBeVisible();
  await expect(page.locator("[role=status][aria-live=polite]")).toContainText(/makes two uurs.*That is it/);
  await expect(lesson.getByRole("button", { name: /^Step 3 of 6: Uurs, done/ })).toBeVisible();
  await lesson.getByRole("button", { name: "Next step" }).click();
  await expect(lesson.getByRole("heading", { name: "Any other number" })).toBeFocused();
  await expect(lesson.getByText("Take 5 seeds in one turn.")).toBeVisible();
  await page.reload();
  await expect(lesson.getByRole("button", { name: /^Step 3 of 6: Uurs, done/ })).toBeVisible();
  await expect(lesson.getByRole("heading", { name: "Sowing" })).toBeVisible();
  await page.getByRole("link", { name: "All games" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Layli Goobalay" }).first()).toContainText(
    /1 of \d+ steps done/,
  );
  await page.getByRole("link", { name: "Layli Goobalay" }).click();
  await lesson.getByRole("button", { name: /^Step 4 of 6/ }).click();
  await expect(lesson.getByText("Take 5 seeds in one turn.")).toBeVisible();
  await expect(pit("S1")).toHaveClass(/may-choose/);
  await pit("S1").click();
  await expect(pit("S1")).toHaveClass(/is-chosen/);
  await pit("S1").click();
  await lesson.getByRole("link", { name: /on the analysis board/ }).click();
  await expect(page.getByText("1,0,2,0,0,0/0,0,0,0,4,2 19:20 S -")).toBeVisible();
});

test("who asks more than the server has time for waits a little, and is told nothing of it", async ({
  world,
}) => {
  world.expected = /429/;
  const { page } = await world.person("Reader");
  let asked = 0;
  await page.route("**/api/analysis", async (route) => {
    asked += 1;
    // Every second question comes too fast.
    if (asked % 2 === 1) await route.continue();
    else
      await route.fulfill({
        status: 429,
        json: { status: 429, refusal: { code: "rate_limited", wait_ms: 100 } },
      });
  });
  await page.goto("/learn/enkeshui");
  const steps = LESSONS.enkeshui.steps.length;
  await expect(page.getByRole("figure").getByRole("grid")).toHaveCount(steps);
  const lesson = page.getByRole("region", { name: "Lesson", exact: true });
  await lesson.getByRole("button", { name: /^Step 2 of/ }).click();
  await expect(lesson.locator(".may-choose").first()).toBeVisible();
  await page.goto("/analysis");
  const moves = page.getByRole("region", { name: /^Board/ }).locator(".may-choose");
  await expect(moves.first()).toBeVisible();
  await expect(page.getByText(/could not reach|too much at once/i)).toHaveCount(0);
  await page.unrouteAll();
});

test("the way of later laps is chosen in Enkeshui's lesson", async ({ world }) => {
  const { page } = await world.person("Reader");
  await page.goto("/learn/enkeshui");
  const lesson = page.getByRole("region", { name: "Lesson", exact: true });
  await lesson.getByRole("button", { name: /The choice of ways/ }).click();
  await expect(lesson.locator("[data-name=S8].may-choose")).toBeVisible();
  await lesson.locator("[data-name=S8]").click();
  await lesson
    .getByRole("group", { name: "Ways to turn" })
    .getByRole("button", { name: "left", exact: true })
    .click();
  await lesson.getByRole("button", { name: /^Play pit 8/ }).click();
  await expect(lesson.getByText("That is it.")).toBeVisible();
});

test("a rule is shown in motion, and taken back", async ({ world }) => {
  const { page } = await world.person("Reader", { motion: true });
  await page.goto("/learn/en_dodoi");
  const capture = page.getByRole("figure").filter({ hasText: "takes 6" });
  const facing = capture.locator("[role=gridcell][data-name=N4]");
  await expect(facing).toHaveAttribute("aria-label", "N4, 5 seeds");
  await capture.getByRole("button", { name: "Show the move" }).click();
  await expect(facing).toHaveAttribute("aria-label", "N4, empty");
  await capture.getByRole("button", { name: "Back to before it" }).click();
  await expect(facing).toHaveAttribute("aria-label", "N4, 5 seeds");
});

test("a puzzle knows its answer", async ({ world }) => {
  const { page } = await world.person("Reader");
  await page.goto("/learn/cross-endodoi");
  const puzzles = page.getByRole("region", { name: "Puzzles" });
  const pit = (name: string) => puzzles.locator(`[role=gridcell][data-name=${name}]`);
  await expect(pit("S3")).toHaveClass(/may-choose/);
  await pit("S3").click();
  await puzzles.getByRole("button", { name: "Play pit 3" }).click();
  await expect(puzzles.getByText(/^That was another move/)).toBeVisible();
  await puzzles.getByRole("button", { name: "Try again" }).click();
  await expect(pit("S6")).toHaveClass(/may-choose/);
  await pit("S6").click();
  await puzzles.getByRole("button", { name: "Play pit 6" }).click();
  await expect(puzzles.getByText("That is it.")).toBeVisible();
});

test("a game that is not taught is nowhere", async ({ world }) => {
  const { page } = await world.person("Reader");
  await page.goto("/learn/chess");
  await expect(page.getByRole("heading", { name: "There is nothing here" })).toBeVisible();
});

const LOOKS: readonly (Look & { readonly label: string })[] = [
  { label: "wide-light", theme: "light" },
  { label: "wide-dark", theme: "dark" },
  { label: "phone-light", theme: "light", phone: true },
  { label: "phone-dark", theme: "dark", phone: true },
];

for (const look of LOOKS) {
  test(`what is learnt is accessible and fits, ${look.label}`, async ({ world }, info) => {
    const { page } = await world.person("Gakuru", look);
    for (const [path, title] of [
      ["/learn", "Learn to play"],
      ["/learn/enkeshui", "How Enkeshui is played"],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
      await expect(page.getByText("Setting up the board")).toHaveCount(0);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(over, path).toBeLessThanOrEqual(0);
      await page.screenshot({
        path: info.outputPath(`${path.slice(1).replace("/", "-")}.png`),
        fullPage: true,
      });
      await isAccessible(page);
    }
  });
}
