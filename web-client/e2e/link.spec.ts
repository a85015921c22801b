/** The line breaks, the game does not. */

import { expect, test } from "./world.ts";

test("a page whose server was killed in mid-ballot says so, comes back by itself and has lost nothing", async ({
  world,
}) => {
  // The browser itself reports the requests that fail while nobody listens.
  world.expected = /ERR_|Failed to load resource|WebSocket connection/;
  const amina = await world.person("Amina");
  const ben = await world.person("Ben");
  const chiku = await world.person("Chiku");
  const room = await world.room(amina, (settings) => ({
    ...settings,
    starter: "agreement",
    decision: { ...settings.decision, mode: "plurality", min_ms: 0, settle_ms: 0, vote_ms: 120_000 },
    clock: { type: "none" },
  }));
  for (const person of [amina, ben, chiku]) await person.enters(room);
  for (const person of [amina, ben]) await person.sits("South");
  await chiku.sits("North");
  for (const person of [amina, chiku]) await person.presses("South starts");
  for (const person of [amina, ben, chiku]) await person.isReady();
  await amina.votesFor("S4");
  await expect(ben.page.getByText("1 vote", { exact: true })).toBeVisible();

  await world.server.kill();
  await expect(ben.page.getByText("The connection is lost.")).toBeVisible();
  await ben.page.getByLabel("Say something").fill("is anybody there?");
  await ben.presses("Say");
  await world.server.revive();

  await test.step("what was said while nobody heard it arrives once", async () => {
    await expect(ben.page.getByText("The connection is lost.")).toHaveCount(0);
    await expect(amina.page.getByText("is anybody there?", { exact: true })).toHaveCount(1);
    await expect(ben.page.getByText("is anybody there?", { exact: true })).toHaveCount(1);
    await expect(chiku.page.getByText("is anybody there?")).toHaveCount(0);
  });

  await test.step("the vote that was cast before counts, and the game goes on", async () => {
    await expect(ben.page.getByText("1 vote", { exact: true })).toBeVisible();
    await expect.poll(async () => (await ben.choices()).length).toBeGreaterThan(0);
    await ben.votesFor("S4");
    await expect(chiku.page.getByRole("heading", { name: "You are to move" })).toBeVisible();
    await amina.page.getByRole("tab", { name: "Moves" }).click();
    await expect(amina.page.getByRole("tabpanel").getByRole("listitem")).toHaveCount(1);
  });
});
