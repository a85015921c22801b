/** Every page in both themes and two sizes: accessible, and pictured to be looked at. */

import type { Page } from "@playwright/test";
import { isAccessible } from "./axe.ts";
import { expect, type Look, test } from "./world.ts";

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
      decision: { ...settings.decision, mode: "majority", vote_ms: 120_000 },
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

    await expect.poll(async () => (await amina.choices()).length).toBeGreaterThan(0);
    await ben.votesFor("S4");
    await amina.pit("S6").click();
    await expect(amina.page.getByRole("region", { name: "Pit 6" })).toBeVisible();
    await isAccessible(amina.page);
    await picture(amina.page, "ballot");

    await amina.presses("Give up the game");
    await amina.presses("Give up");
    await ben.presses("Give up the game");
    await ben.presses("Give up");
    await expect(amina.page.getByRole("heading", { name: "North wins" })).toBeVisible();
    await isAccessible(amina.page);
    await picture(amina.page, "end");
  });
}

test("a room that is not there says so, and shows the way out", async ({ world }) => {
  world.expected = /404/;
  const visitor = await world.person("Visitor");
  await visitor.page.goto("/r/0000000000000000");
  await expect(visitor.page.getByRole("heading", { name: "This room cannot be entered" })).toBeVisible();
  await isAccessible(visitor.page);
  await visitor.page.getByRole("link", { name: "To the lobby", exact: true }).click();
  await expect(visitor.page.getByRole("heading", { name: "Team mancala" })).toBeVisible();
});
