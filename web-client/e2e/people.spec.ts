/** Who misbehaves: hidden by one, reported by another, muted and sent away by the host, and let in again. */

import type { Locator, Page } from "@playwright/test";
import { isAccessible } from "./axe.ts";
import { expect, type Person, test } from "./world.ts";

/** Opens what may be done about somebody, from the list of the teams. */
async function looksAt(person: Person, name: string): Promise<void> {
  const more = person.page.getByRole("button", { name: `${name}: more` });
  await openTeams(person, more);
  await more.click();
  await expect(person.page.getByRole("dialog", { name })).toBeVisible();
}

/** Before a game the teams are there; on a phone, and while a game is played, they are a tab. */
async function openTeams({ page }: Person, member: Locator): Promise<void> {
  const tab = page.getByRole("tab", { name: "Teams" });
  await expect(tab.or(member).first()).toBeVisible();
  if (await tab.isVisible()) await tab.click();
}

async function saysToAll({ page }: Person, line: string): Promise<void> {
  await page.getByRole("tab", { name: "Talk" }).click();
  const all = page.getByRole("button", { name: "All", exact: true });
  await all.click();
  await page.getByLabel("Say something").fill(line);
  await page.getByRole("button", { name: "Say", exact: true }).click();
  await expect(page.getByText(line)).toBeVisible();
}

test("what a person says is hidden for one reader alone, over a reload, until it is shown again", async ({
  world,
}) => {
  const amina = await world.person("Amina");
  const ben = await world.person("Ben");
  const chiku = await world.person("Chiku");
  const room = await world.room(amina, (settings) => settings);
  for (const person of [amina, ben, chiku]) await person.enters(room);
  await ben.sits("South");
  await chiku.sits("North");
  await saysToAll(ben, "you all play like stones");
  await saysToAll(chiku, "good evening");

  await amina.page.getByRole("tab", { name: "Talk" }).click();
  await amina.page.getByRole("list", { name: "All" }).getByRole("button", { name: "Ben" }).click();
  await isAccessible(amina.page);
  await amina.presses("Hide what Ben says");
  await expect(amina.page.getByText("you all play like stones", { exact: true })).toHaveCount(0);
  await expect(amina.page.getByText("good evening", { exact: true })).toBeVisible();
  await expect(chiku.page.getByText("you all play like stones", { exact: true })).toHaveCount(1);

  await amina.page.reload();
  await amina.page.getByRole("tab", { name: "Talk" }).click();
  await expect(amina.page.getByText("good evening", { exact: true })).toBeVisible();
  await expect(amina.page.getByText("you all play like stones", { exact: true })).toHaveCount(0);
  await expect(amina.page.getByText("You hide what Ben says.")).toBeVisible();
  await amina.presses("Show it again");
  await expect(amina.page.getByText("you all play like stones", { exact: true })).toBeVisible();
});

test("a report reaches the host alone, who mutes, sends away, and lets in again", async ({ world }, info) => {
  // The browser itself reports that the door is shut.
  world.expected = /403/;
  const picture = (page: Page, name: string) =>
    page.screenshot({ path: info.outputPath(`${name}.png`), fullPage: false });
  const amina = await world.person("Amina");
  const ben = await world.person("Ben");
  const chiku = await world.person("Chiku", { phone: true });
  const room = await world.room(amina, (settings) => ({ ...settings, title: "Under the tree" }));
  for (const person of [amina, ben, chiku]) await person.enters(room);
  await amina.sits("South");
  await ben.sits("South");
  await chiku.sits("North");
  await saysToAll(ben, "you all play like stones");

  await test.step("the report is written on a phone, and read by the host", async () => {
    await looksAt(chiku, "Ben");
    await picture(chiku.page, "person-phone");
    await chiku.presses("Tell the host");
    await expect(chiku.page.getByLabel("What should the host know of Ben?")).toBeFocused();
    await chiku.page.getByLabel("What should the host know of Ben?").fill("He insults everybody.");
    await isAccessible(chiku.page);
    await picture(chiku.page, "report-phone");
    await chiku.presses("Send to the host");
    await expect(chiku.page.getByText("The host knows.").first()).toBeVisible();
    await amina.presses("1 report");
    await expect(amina.page.getByText("Chiku about Ben")).toBeVisible();
    await expect(amina.page.getByText("He insults everybody.")).toBeVisible();
    await isAccessible(amina.page);
    await picture(amina.page, "reports");
    await expect(ben.page.getByText("He insults everybody.")).toHaveCount(0);
    await expect(ben.page.getByRole("button", { name: /report/ })).toHaveCount(0);
  });

  await test.step("the host mutes: the room knows it, and the muted one cannot write", async () => {
    await amina.presses("Look at Ben");
    await expect(amina.page.getByRole("dialog", { name: "Ben" })).toBeVisible();
    await isAccessible(amina.page);
    await picture(amina.page, "person-host");
    await amina.presses("Mute Ben");
    await expect(ben.page.getByText("You are muted in this room.")).toBeVisible();
    await expect(ben.page.getByLabel("Say something")).toHaveCount(0);
    const muted = chiku.page.getByText(/muted/).first();
    await openTeams(chiku, muted);
    await expect(muted).toBeVisible();
    await looksAt(amina, "Ben");
    await amina.presses("Let Ben write again");
    await ben.page.getByRole("tab", { name: "Talk" }).click();
    await expect(ben.page.getByLabel("Say something")).toBeVisible();
  });

  await test.step("the host sends away: asked once more, then at once and for good", async () => {
    await looksAt(amina, "Ben");
    await amina.presses("Send Ben away");
    await expect(amina.page.getByRole("dialog", { name: "Send Ben away?" })).toBeVisible();
    await picture(amina.page, "ban");
    await amina.presses("Back");
    await expect(amina.page.getByRole("dialog", { name: "Ben" })).toBeVisible();
    await amina.presses("Send Ben away");
    await amina.presses("Send Ben away");
    await expect(ben.page.getByRole("heading", { name: "You were sent away from this room" })).toBeVisible();
    await isAccessible(ben.page);
    await picture(ben.page, "banned");
    await expect(amina.page.getByText(/sent away/).first()).toBeVisible();
    const again: string[] = [];
    ben.page.on("request", (request) => again.push(request.url()));
    await ben.page.reload();
    await expect(ben.page.getByRole("heading", { name: "You were sent away from this room" })).toBeVisible();
    // One look at the door and no more: nobody knocks again by itself.
    const tickets = () => again.filter((url) => url.endsWith("/api/ws-ticket")).length;
    expect(tickets()).toBeLessThanOrEqual(1);
    await ben.page.evaluate(() => dispatchEvent(new Event("online")));
    await ben.page.getByRole("link", { name: "To the lobby", exact: true }).click();
    await expect(ben.page.getByRole("heading", { name: "Team mancala" })).toBeVisible();
    expect(tickets()).toBeLessThanOrEqual(1);
  });

  await test.step("the ban is lifted, and who was sent away comes back as himself", async () => {
    await looksAt(amina, "Ben");
    await picture(amina.page, "person-banned");
    await amina.presses("Let Ben in again");
    await ben.enters(room);
    await ben.sits("South");
    await expect(
      amina.page.getByRole("region", { name: "Teams" }).getByText("Ben", { exact: true }),
    ).toBeVisible();
  });

  await test.step("the host hands the room over", async () => {
    await looksAt(amina, "Ben");
    await amina.presses("Make Ben the host");
    await amina.presses("Make Ben the host");
    await expect(ben.page.getByRole("button", { name: "Add a bot to North" })).toBeVisible();
    await expect(amina.page.getByRole("button", { name: "Add a bot to North" })).toHaveCount(0);
  });
});

test("the dialog about a person gives the keyboard back to where it came from", async ({ world }) => {
  const amina = await world.person("Amina");
  const ben = await world.person("Ben");
  const room = await world.room(amina, (settings) => settings);
  for (const person of [amina, ben]) await person.enters(room);
  await ben.sits("South");
  const opener = amina.page.getByRole("button", { name: "Ben: more" });
  await opener.focus();
  await amina.page.keyboard.press("Enter");
  await expect(amina.page.getByRole("dialog", { name: "Ben" })).toBeVisible();
  await amina.page.keyboard.press("Escape");
  await expect(amina.page.getByRole("dialog")).toHaveCount(0);
  await expect(opener).toBeFocused();
});
