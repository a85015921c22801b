/** The analysis board: lines are played for both sides, kept in the address, and looked at by the engine. */

import { isAccessible } from "./axe.ts";
import { gather, joins } from "./bettors.ts";
import { expect, type Look, type Person, test } from "./world.ts";

const EIGHT_FOUR = "0,7,0,1,7,2,0,3/8,0,1,1,1,8,8,2 7:8 S -";

async function opens(person: Person, query = ""): Promise<void> {
  await person.page.goto(`/analysis${query}`);
  await person.mayChoose();
}

async function address(person: Person): Promise<string> {
  return decodeURIComponent(new URL(person.page.url()).search);
}

test("moves of both sides are played, stepped through, and varied", async ({ world }) => {
  const reader = await world.person("Reader");
  const { page } = reader;
  await page.goto("/");
  await page.getByRole("banner").getByRole("link", { name: "Analysis board" }).click();
  await reader.mayChoose();
  await reader.plays("S8");
  await expect(page.getByRole("heading", { name: "North is to move" })).toBeVisible();
  await expect(page.locator("[role=status][aria-live=polite]")).toContainText(
    /South plays pit 8: .* North is to move/,
  );
  await reader.mayChoose();
  // A second touch plays what a first one chose.
  await reader.pit("N4").click();
  await expect(page.getByRole("region", { name: "Pit 4", exact: true })).toContainText("takes 8");
  await reader.pit("N4").click();
  await expect(page.getByText(EIGHT_FOUR)).toBeVisible();
  await expect.poll(() => address(reader)).toContain("moves=8+4");

  await page.getByRole("button", { name: "One move back" }).click();
  await expect(page.getByRole("heading", { name: "North is to move" })).toBeVisible();
  await reader.mayChoose();
  await reader.plays("N5");
  await expect.poll(() => address(reader)).toContain("moves=8+4+(5)&at=3");
  await page.reload();
  await expect(page.getByRole("heading", { name: "South is to move" })).toBeVisible();
  const moves = page.getByRole("region", { name: "Moves" });
  await expect(moves.getByRole("button", { name: /^Move 2, North, pit 5/ })).toHaveAttribute(
    "aria-current",
    "step",
  );
  await moves.getByRole("button", { name: "Make this the main line" }).click();
  await expect.poll(() => address(reader)).toContain("moves=8+5+(4)");
  await moves.getByRole("button", { name: /^Move 1, South, pit 8/ }).click();
  await expect(page.getByRole("heading", { name: "North is to move" })).toBeVisible();
  await moves.getByRole("button", { name: "Take this move away" }).click();
  await expect.poll(() => address(reader)).not.toContain("moves");
  await expect(page.getByRole("heading", { name: "South is to move" })).toBeVisible();
});

test("the keyboard alone plays and steps", async ({ world }) => {
  const reader = await world.person("Reader");
  const { page } = reader;
  await opens(reader, "?game=en_dodoi&pits=8&moves=8+4");
  await expect(page.getByText(EIGHT_FOUR)).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("heading", { name: "North is to move" })).toBeVisible();
  await page.keyboard.press("Home");
  await expect(page.getByRole("button", { name: "Start", exact: true })).toHaveAttribute(
    "aria-current",
    "step",
  );
  await page.keyboard.press("End");
  await expect(page.getByText(EIGHT_FOUR)).toBeVisible();
  await reader.mayChoose();
  await reader.pit("S2").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Pit 2", exact: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect.poll(() => address(reader)).toContain("moves=8+4+2");
  // On the board the arrows move over it, and step with Shift.
  await page.keyboard.press("ArrowRight");
  await expect(reader.pit("S3")).toBeFocused();
  await page.keyboard.press("Shift+ArrowLeft");
  await expect(page.getByText(EIGHT_FOUR)).toBeVisible();
  await expect(reader.pit("S3")).toBeFocused();
});

test("the engine's lines are told in seeds, and played by choosing one", async ({ world }) => {
  const reader = await world.person("Reader");
  const { page } = reader;
  await opens(reader, "?game=en_dodoi&pits=8&moves=8+4");
  await page.getByLabel("Show its best lines").check();
  const lines = page.getByRole("region", { name: "What the engine would play" }).getByRole("listitem");
  await expect(lines).toHaveCount(3);
  await expect(lines.first()).toContainText(/(South|North) \d+ seeds? ahead|Level/);
  await lines.first().getByRole("button").click();
  await expect(page.getByRole("heading", { name: "North is to move" })).toBeVisible();
  await page.keyboard.press("End");
  await expect.poll(async () => (await address(reader)).split("+").length).toBeGreaterThan(4);
});

test("who sits in a rated game is told that lines are kept back, until it is over", async ({ world }) => {
  const north = await joins(world, "Flint");
  const stand = { betting: "off", delay_ms: 0, delay_plies: 0, cheers: true, advice: false } as const;
  const match = await gather(world, await joins(world, "Acacia"), north, { rated: true, stand });
  for (const person of [match.south, match.north]) await person.isReady();
  await match.south.mayChoose();

  const reader = await world.tab(match.south);
  const { page } = reader;
  await opens(reader);
  await page.getByLabel("Show its best lines").check();
  await expect(page.getByText(/^You sit in a rated game that is being played/)).toBeVisible();
  const engine = page.getByRole("region", { name: "What the engine would play" });
  await expect(engine.getByRole("listitem")).toHaveCount(0);

  await north.asks("Giving up");
  await expect(match.south.page.getByRole("heading", { name: /wins|won/i }).first()).toBeVisible();
  await page.getByLabel("Show its best lines").uncheck();
  await page.getByLabel("Show its best lines").check();
  await expect(engine.getByRole("listitem")).toHaveCount(3);
});

test("a position is set up as text; what is none is refused in words", async ({ world }) => {
  world.expected = /400|422/;
  const reader = await world.person("Reader");
  const { page } = reader;
  await opens(reader);
  await reader.presses("Set up");
  const dialog = page.getByRole("dialog", { name: "Set up" });
  await dialog.getByLabel("Game").selectOption("Layli Goobalay");
  await dialog.getByLabel("Position as text").fill("1,0,2/0");
  await dialog.getByRole("button", { name: "Set it up" }).click();
  await expect(dialog.getByText(/^This position cannot be read/)).toBeVisible();
  await isAccessible(page);
  await dialog.getByLabel("Position as text").fill("1,0,2,0,0,0/0,0,0,0,3,2 20:20 S -");
  await dialog.getByLabel("Moves").fill("1 (3");
  await dialog.getByRole("button", { name: "Set it up" }).click();
  await expect(dialog.getByText(/^The brackets/)).toBeVisible();
  await dialog.getByLabel("Moves").fill("1");
  await dialog.getByRole("button", { name: "Set it up" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(/makes two uurs/).first()).toBeVisible();
  await expect(page.getByText("0,2s,2,0,0,0/0,0,0,0,2s,2 20:20 N -")).toBeVisible();
});

test("an address with a move that cannot be played says so, and ends before it", async ({ world }) => {
  const reader = await world.person("Reader");
  const { page } = reader;
  await opens(reader, "?game=en_dodoi&pits=8&moves=8+99+4");
  await expect(page.getByText(/^Move 2, 99, cannot be played.*no such pit/)).toBeVisible();
  await expect.poll(() => address(reader)).toMatch(/moves=8$/);
});

test("who asks too fast is told how long to wait, and asks again", async ({ world }) => {
  world.expected = /429/;
  const reader = await world.person("Reader");
  const { page } = reader;
  await opens(reader);
  const refusal = { code: "rate_limited", wait_ms: 3000 };
  await page.route("**/api/analysis", (route) =>
    route.fulfill({ status: 429, json: { status: 429, refusal } }),
  );
  await reader.pit("S8").click();
  await reader.presses("Play pit 8");
  await expect(page.getByText("Too much at once. Wait 0:03 and try again.")).toBeVisible();
  await page.unroute("**/api/analysis");
  await reader.presses("Try again");
  await expect(page.getByRole("heading", { name: "North is to move" })).toBeVisible();
  await expect(page.getByText(/^Too much at once/)).toHaveCount(0);
});

test("a game that is over says who has won", async ({ world }) => {
  const reader = await world.person("Reader");
  await reader.page.goto("/analysis?game=en_dodoi&pits=6&from=0,0,0,0,0,0/2,0,1,0,0,4+20:21+S+-");
  await expect(reader.page.getByRole("heading", { name: "The game is over: North has won" })).toBeVisible();
  await expect(reader.page.getByText("South 20, North 28")).toBeVisible();
});

const LOOKS: readonly (Look & { readonly label: string })[] = [
  { label: "wide-light", theme: "light" },
  { label: "wide-dark", theme: "dark" },
  { label: "phone-light", theme: "light", phone: true },
  { label: "phone-dark", theme: "dark", phone: true },
];

for (const look of LOOKS) {
  test(`the analysis board is accessible and fits, ${look.label}`, async ({ world }, info) => {
    const reader = await world.person("Gakuru", look);
    const { page } = reader;
    await opens(reader, "?game=en_dodoi&pits=8&moves=8+4+(3+5)+2+5+(6)&at=2");
    await page.getByLabel("Show its best lines").check();
    await expect(page.getByText(/Choose a line to play it/)).toBeVisible();
    const [pit = ""] = await reader.mayChoose();
    await reader.pit(pit).click();
    await expect(page.getByRole("region", { name: `Pit ${pit.slice(1)}`, exact: true })).toBeVisible();
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over).toBeLessThanOrEqual(0);
    await page.screenshot({
      path: info.outputPath(`analysis-${look.label}.png`),
      fullPage: look.phone ?? false,
    });
    await isAccessible(page);
  });
}
