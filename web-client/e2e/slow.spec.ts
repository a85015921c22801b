/** A game of days: opened in the dialog, found again among the own games, played when one has time. */

import { isAccessible } from "./axe.ts";
import { expect, type Person, test } from "./world.ts";

test("a room is two taps away for who changes nothing", async ({ world }) => {
  const visitor = await world.person("Visitor", { phone: true });
  await visitor.page.goto("/");
  await visitor.page.getByRole("button", { name: "Open a room", exact: true }).first().tap();
  await visitor.page.getByRole("button", { name: "Open the room", exact: true }).tap();
  await expect(visitor.page.getByRole("heading", { name: /En Dodoi/ })).toBeVisible();
  await expect(visitor.page.getByText("Most votes win.")).toBeVisible();
});

test("who is faster than the list of games opens a room all the same", async ({ world }) => {
  const visitor = await world.person("Visitor");
  const { page } = visitor;
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/games", async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto("/");
  await visitor.presses("Open a room");
  answer();
  await expect(page.getByRole("dialog", { name: "Open a room" })).toBeVisible();
});

test("what does not fit is told at its field, wherever it is folded away", async ({ world }) => {
  const visitor = await world.person("Visitor");
  const { page } = visitor;
  await page.goto("/");
  await visitor.presses("Open a room");
  await page.getByText("More settings").click();
  await page.getByLabel("Tries a team may take back in a turn").fill("99");
  await page.getByText("More settings").click();
  await page.getByLabel("Name of the room").fill("!");
  await visitor.presses("Open the room");
  const tries = page.getByLabel("Tries a team may take back in a turn");
  await expect(tries).toBeFocused();
  await expect(tries).toHaveAccessibleDescription(/A number between 0 and 10\./);
  await tries.fill("2");
  // What only the server can judge comes back to its field just as well.
  world.expected = /422/;
  await visitor.presses("Open the room");
  await expect(page.getByLabel("Name of the room")).toBeFocused();
  await expect(page.getByLabel("Name of the room")).toHaveAccessibleDescription(/too short/);
  await isAccessible(page);
  await page.getByLabel("Name of the room").fill("Under the tree");
  await visitor.presses("Open the room");
  await expect(page.getByRole("heading", { name: /Under the tree/ })).toBeVisible();
});

test("a slow consensus room says how it decides, and waits among the own games", async ({ world }, info) => {
  const amina = await world.person("Amina");
  const chiku = await world.person("Chiku", { phone: true });
  const { page } = amina;

  await test.step("it is opened with a few choices", async () => {
    await page.goto("/");
    await amina.presses("Open a room");
    await page.getByLabel("Slow").check();
    await page.getByLabel("Name of the room").fill("By the well");
    await page.getByLabel("Nearly all must agree").check();
    await page.getByText("More settings").click();
    await page.getByLabel("Time for each move").selectOption({ label: "3 days" });
    await page.getByLabel("A member may block a move").check();
    await page.getByLabel("Votes that are cast").selectOption({ label: "The team sees how many, not who" });
    await isAccessible(page);
    await amina.presses("Open the room");
    await expect(page.getByRole("heading", { name: /By the well/ })).toBeVisible();
  });
  const room = new URL(page.url()).pathname;

  await test.step("a stranger reads how it decides", async () => {
    await chiku.enters(room);
    await expect(chiku.page.getByText("Nearly all must agree.")).toBeVisible();
    await expect(chiku.page.getByText("Slow game")).toBeVisible();
    await chiku.presses("All that was agreed");
    const said = chiku.page.getByRole("dialog", { name: "How this room decides" });
    await expect(said.getByText("3 days for each move.")).toBeVisible();
    await expect(said.getByText(/Nobody has to be here at the same time/)).toBeVisible();
    await expect(said.getByText(/A ballot lasts 12 hours at most/)).toBeVisible();
    await expect(said.getByText(/a member may block a move/)).toBeVisible();
    await expect(said.getByText(/see how many votes a move has, not whose/)).toBeVisible();
    await isAccessible(chiku.page);
    await chiku.page.screenshot({ path: info.outputPath("how-phone.png") });
    await chiku.page.keyboard.press("Escape");
  });

  const [first, second] = await test.step("they sit down where fewer sit, and the game begins", async () => {
    for (const person of [amina, chiku]) {
      await person.presses("Sit where fewer are");
      await person.isReady();
    }
    await expect
      .poll(async () => (await amina.choices()).length + (await chiku.choices()).length)
      .toBeGreaterThan(0);
    return (await amina.choices()).length > 0 ? [amina, chiku] : [chiku, amina];
  });

  await test.step("in the lobby it waits for the one, and not for the other", async () => {
    await first.page.goto("/");
    await second.page.goto("/");
    const waits = (person: Person) =>
      person.page.getByRole("region", { name: "Your games" }).getByRole("link", { name: /By the well/ });
    await expect(waits(first)).toContainText("waits for you");
    await expect(waits(first)).toContainText("your side is to move");
    await expect(waits(first)).toContainText("2 days 23 h left");
    await expect(waits(first)).toContainText("slow");
    await expect(first.page).toHaveTitle(/^1 game waits for you/);
    await expect(waits(second)).toContainText(/(South|North) is to move/);
    await expect(waits(second)).not.toContainText("waits for you");
    await isAccessible(first.page);
    await first.page.screenshot({ path: info.outputPath("lobby.png") });
    await waits(first).click();
    const [pit = ""] = await first.mayChoose();
    await first.plays(pit);
    await expect(waits(second)).toContainText("waits for you");
  });

  await test.step("who has no seat anywhere has no such list", async () => {
    const enzo = await world.person("Enzo");
    await enzo.page.goto("/");
    await expect(enzo.page.getByRole("link", { name: /By the well.*slow/ })).toBeVisible();
    await expect(enzo.page.getByRole("region", { name: "Your games" })).toHaveCount(0);
  });
});
