/** Every page in both themes and two sizes: accessible, and pictured to be looked at. */

import type { Page } from "@playwright/test";
import { isAccessible } from "./axe.ts";
import { expect, type Look, type Person, test } from "./world.ts";

const LOOKS: readonly (Look & { readonly label: string })[] = [
  { label: "wide-light", theme: "light" },
  { label: "wide-dark", theme: "dark" },
  { label: "phone-light", theme: "light", phone: true },
  { label: "phone-dark", theme: "dark", phone: true },
];

for (const look of LOOKS) {
  test(`lobby, table with an open ballot and end of game are accessible, ${look.label}`, async ({
    world,
  }, info) => {
    const picture = (page: Page, name: string) =>
      page.screenshot({ path: info.outputPath(`${name}-${look.label}.png`) });
    const amina = await world.person("Amina", look);
    const ben = await world.person("Ben");
    const chiku = await world.person("Chiku");
    const room = await world.room(amina, (settings) => ({
      ...settings,
      title: "Under the tree",
      starter: "agreement",
      team_max: 4,
      decision: { ...settings.decision, mode: "majority", min_ms: 0, settle_ms: 0, vote_ms: 120_000 },
    }));

    await amina.page.goto("/");
    await expect(amina.page.getByRole("link", { name: /Under the tree/ })).toBeVisible();
    await isAccessible(amina.page);
    await picture(amina.page, "lobby");
    await amina.presses("Open a room");
    await isAccessible(amina.page);
    await picture(amina.page, "open");
    await amina.page.keyboard.press("Escape");

    for (const person of [amina, ben, chiku]) await person.enters(room);
    await amina.sits("South");
    await isAccessible(amina.page);
    await picture(amina.page, "seats");
    await ben.sits("South");
    await chiku.sits("North");
    await amina.presses("South starts");
    await chiku.presses("South starts");
    for (const person of [amina, ben, chiku]) await person.isReady();

    for (let turn = 0; turn < 4; turn++) {
      const pit = await firstChoice(amina);
      for (const person of [amina, ben]) await person.votesFor(pit);
      const answer = await firstChoice(chiku);
      await chiku.plays(answer);
    }
    await amina.says("Five takes more than three.");
    await ben.says("And it leaves the right end full.");

    const choice = await firstChoice(amina);
    await ben.votesFor(choice);
    const other = (await amina.choices()).at(-1) ?? choice;
    await amina.pit(other).click();
    await expect(
      amina.page.getByRole("region", { name: `Pit ${other.slice(1)}`, exact: true }),
    ).toBeVisible();
    await isAccessible(amina.page);
    await picture(amina.page, "ballot");

    await amina.asks("Giving up");
    await ben.presses("Yes");
    await expect(amina.page.getByRole("heading", { name: "North wins" })).toBeVisible();
    await isAccessible(amina.page);
    await picture(amina.page, "end");
  });
}

async function firstChoice(person: Person): Promise<string> {
  const choices = await person.mayChoose();
  return choices[Math.floor(choices.length / 2)] ?? "";
}

test("how this room decides, and how any team does, is read in the room", async ({ world }) => {
  const visitor = await world.person("Visitor", { phone: true });
  const room = await world.room(visitor, (settings) => settings);
  await visitor.enters(room);
  await visitor.presses("All that was agreed");
  const dialog = visitor.page.getByRole("dialog", { name: "How this room decides" });
  await expect(dialog.getByText("This was agreed when the room was opened.", { exact: false })).toBeVisible();
  await dialog.getByText("How a team decides", { exact: true }).click();
  await expect(
    dialog.getByText("A side alone sees its votes, proposals and talk.", { exact: false }),
  ).toBeVisible();
  await isAccessible(visitor.page);
});

test("a room that is not there says so, and shows the way out", async ({ world }) => {
  world.expected = /404/;
  const visitor = await world.person("Visitor");
  await visitor.page.goto("/r/0000000000000000");
  await expect(visitor.page.getByRole("heading", { name: "This room cannot be entered" })).toBeVisible();
  await isAccessible(visitor.page);
  await visitor.page.getByRole("link", { name: "To the lobby", exact: true }).click();
  await expect(visitor.page.getByRole("heading", { name: "Team mancala" })).toBeVisible();
});
