/** Records: saved from a replay as people do it, read in again, and refused where they are not true. */

import { readFile } from "node:fs/promises";
import { isAccessible } from "./axe.ts";
import { Match } from "./storytellers.ts";
import { expect, type Look, type Person, test } from "./world.ts";

async function board({ page }: Person): Promise<string[]> {
  await expect(page.getByRole("grid")).toBeVisible();
  return page
    .locator("[role=gridcell]")
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label") ?? ""));
}

/** Saves a file from the replay, as it came. */
async function saves({ page }: Person, what: string): Promise<{ path: string; text: string; name: string }> {
  const coming = page.waitForEvent("download");
  await page.getByRole("dialog").getByRole("link", { name: what, exact: true }).click();
  const file = await coming;
  const path = await file.path();
  return { path, text: await readFile(path, "utf8"), name: file.suggestedFilename() };
}

/** The words of each entry of the list of moves. */
function entries({ page }: Person): Promise<string[]> {
  return page.getByRole("region", { name: "Moves", exact: true }).getByRole("button").allTextContents();
}

test("a record is saved as text and as data, and both are read in again", async ({ world }) => {
  const match = await Match.of(world);
  await match.plays();
  await match.ends();
  const reader = await world.person("Stranger");
  const { page } = reader;
  await page.goto(`${match.room}/story`);
  await page.getByRole("button", { name: "To the end" }).click();
  const seen = await board(reader);
  await page.getByRole("button", { name: "Picture and record" }).click();

  const picture = page.getByRole("img", { name: /^The board at this moment/ });
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1200);
  await isAccessible(page);
  const image = page.getByRole("link", { name: "Save the picture" });
  const coming = page.waitForEvent("download");
  await image.click();
  const png = await readFile(await (await coming).path(), "utf8");
  expect(png.slice(1, 4)).toBe("PNG");

  const text = await saves(reader, "Save as text");
  const data = await saves(reader, "Save as data");
  expect(text.name).toMatch(/^en-dodoi-[\d-]+\.txt$/);
  expect(text.text).toContain('[Event "Under the tree"]');
  expect(text.text).toMatch(/~\d+/);
  expect(JSON.parse(data.text).format).toBe("sindillo-record");

  await page.getByRole("dialog").getByRole("link", { name: "Read a record in" }).click();
  await expect(page.getByRole("heading", { name: "Read a record" })).toBeVisible();
  await isAccessible(page);
  await page.getByLabel("The record", { exact: true }).fill(text.text);
  await page.getByRole("button", { name: "Play it through" }).click();
  await expect(page.getByText("agrees with the rules: 1 game, 5 moves.")).toBeVisible();
  await page.getByRole("button", { name: "To the end" }).click();
  await expect.poll(() => board(reader)).toEqual(seen);
  // Who tried what, and that it was taken back, is in the text as well.
  const told = (await entries(reader)).join("\n");
  expect(told).toMatch(/(Amina|Ben) tries pit \d+/);
  expect(told).toMatch(/took the move back/);
  expect(told).toMatch(/North took move 4 back/);
  await isAccessible(page);

  await page.getByRole("button", { name: "Read another record" }).click();
  await page.getByLabel("Choose a file").setInputFiles(data.path);
  await expect(page.getByText("agrees with the rules: 1 game, 5 moves.")).toBeVisible();
  await page.getByRole("button", { name: "To the end" }).click();
  await expect.poll(() => board(reader)).toEqual(seen);
  // The data has everything that everybody was told.
  expect((await entries(reader)).join("\n")).toContain("Chiku: Well sown");
});

test("a record that is not true is refused with its game, its move and its line", async ({ world }) => {
  world.expected = /422|400/;
  const match = await Match.of(world);
  await match.plays();
  await match.ends();
  const reader = await world.person("Stranger");
  const { page } = reader;
  const address = `/api/rooms/${match.room.replace("/r/", "")}/record`;
  const text = await (await page.request.get(address)).text();
  await page.goto("/records");
  const area = page.getByLabel("The record", { exact: true });
  const go = page.getByRole("button", { name: "Play it through" });

  await go.click();
  await expect(
    page.getByText("There is nothing to read yet: paste a record, or choose a file."),
  ).toBeVisible();

  // The last move that stood is said to take more than it does.
  const lines = text.split("\n");
  const moves = lines.findIndex((line, index) => index > 3 && line !== "" && !line.startsWith("["));
  const spoiled = text.replace(/(\n1\. (?:\^\S+ )?(?:~\d+ \{\d+\/\d+\} )*)(\d+)/, "$1$2+77");
  expect(spoiled).not.toBe(text);
  await area.fill(spoiled);
  await go.click();
  const fault = page.getByRole("region", {
    name: /^This record cannot be shown: game 1 · move 1 · line \d+/,
  });
  await expect(fault).toBeVisible();
  await expect(fault).toContainText("The move takes another number of seeds.");
  await expect(fault.locator("mark")).toContainText("+77");
  await expect(
    page.locator("[role=alert][aria-live=assertive], [aria-live=assertive]").first(),
  ).toContainText(/cannot be shown/);
  await isAccessible(page);
  await fault.getByRole("button", { name: "Go to the line" }).click();
  await expect(area).toBeFocused();
  const chosen = await area.evaluate((area: HTMLTextAreaElement) =>
    area.value.slice(area.selectionStart, area.selectionEnd),
  );
  expect(chosen).toContain("+77");
  expect(moves).toBeGreaterThan(3);

  // Mended where it was shown, it is read.
  await area.fill(text);
  await go.click();
  await expect(page.getByText(/agrees with the rules/)).toBeVisible();
  await page.getByRole("button", { name: "Read another record" }).click();

  await area.fill("It was a dark and stormy night.");
  await go.click();
  await expect(page.getByRole("heading", { name: /^This record cannot be shown/ })).toBeVisible();
  await expect(page.getByText("The server says:")).toBeVisible();

  const rules = text.replace('[RulesVersion "1"]', '[RulesVersion "99"]');
  expect(rules).not.toBe(text);
  await area.fill(rules);
  await go.click();
  await expect(
    page.getByText("It was played by rules that are not known here.", { exact: true }),
  ).toBeVisible();
});

test("a file is dropped on the page", async ({ world }) => {
  const match = await Match.of(world);
  await match.plays();
  await match.ends();
  const reader = await world.person("Stranger");
  const { page } = reader;
  const text = await (await page.request.get(`/api/rooms/${match.room.replace("/r/", "")}/record`)).text();
  await page.goto("/records");
  await expect(page.getByLabel("The record", { exact: true })).toBeVisible();
  const files = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "match.txt", { type: "text/plain" }));
    return data;
  }, text);
  await page.dispatchEvent("body", "dragover", { dataTransfer: files });
  await expect(page.getByText("Drop the file to read it")).toBeVisible();
  await page.dispatchEvent("body", "drop", { dataTransfer: files });
  await expect(page.getByText("agrees with the rules: 1 game, 5 moves.")).toBeVisible();
});

test("who sat on a side sees in the replay what his side said and voted, and nobody else does", async ({
  world,
}) => {
  const match = await Match.of(world);
  await match.plays();
  await match.ends();
  const [amina, , chiku] = match.people as [Person, Person, Person];
  const said = "That one feeds their row";
  await amina.page.goto(`${match.room}/story`);
  await expect(amina.page.getByText(`to South: ${said}`)).toBeVisible();
  await expect(amina.page.getByText(/^South votes\.$/).first()).toBeVisible();
  await isAccessible(amina.page);
  await chiku.page.goto(`${match.room}/story`);
  await expect(chiku.page.getByText("Chiku: Well sown")).toBeVisible();
  await expect(chiku.page.getByText(/Chiku asks North/).first()).toBeVisible();
  await expect(chiku.page.getByText(said)).toHaveCount(0);
});

const LOOKS: readonly (Look & { readonly label: string })[] = [
  { label: "wide-dark", theme: "dark" },
  { label: "phone-light", theme: "light", phone: true },
  { label: "phone-dark", theme: "dark", phone: true },
];

for (const look of LOOKS) {
  test(`the page of records is accessible and fits, ${look.label}`, async ({ world }, info) => {
    world.expected = /422|400/;
    const reader = await world.person("Gakuru", look);
    const { page } = reader;
    await page.goto("/records");
    await page.getByLabel("The record", { exact: true }).fill(`[Event "x"]\n\n1. ${"5 ".repeat(200)}`);
    await page.getByRole("button", { name: "Play it through" }).click();
    await expect(page.getByRole("heading", { name: /^This record cannot be shown/ })).toBeVisible();
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over).toBeLessThanOrEqual(0);
    await isAccessible(page);
    await page.screenshot({ path: info.outputPath(`records-${look.label}.png`) });
  });
}
