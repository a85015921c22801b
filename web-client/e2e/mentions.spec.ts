/** Pits and moves that are named in the talk, and what a side points out to itself on the board. */

import { isAccessible } from "./axe.ts";
import { expect, type Person, test, type World } from "./world.ts";

/** Amina and Ben with South, Chiku with North, Enzo in the stand: South votes and more than half decides. */
async function gather(world: World, phone = false) {
  const amina = await world.person("Amina", { phone });
  const [ben, chiku, enzo] = [
    await world.person("Ben"),
    await world.person("Chiku"),
    await world.person("Enzo"),
  ];
  const room = await world.room(ben, (settings) => ({
    ...settings,
    title: "Under the tree",
    starter: "agreement",
    clock: { type: "none" },
    decision: {
      ...settings.decision,
      mode: "majority",
      min_ms: 0,
      settle_ms: 0,
      vote_ms: 300_000,
      consent_ms: 60_000,
    },
  }));
  for (const person of [amina, ben, chiku, enzo]) await person.enters(room);
  for (const person of [amina, ben]) await person.sits("South");
  await chiku.sits("North");
  await ben.presses("South starts");
  await chiku.presses("South starts");
  for (const person of [amina, ben, chiku]) await person.isReady();
  await amina.mayChoose();
  return { amina, ben, chiku, enzo, room };
}

const line = (person: Person) => person.page.getByLabel("Say something");
const flags = (person: Person) => person.page.locator(".pointer .flag");
const chip = (person: Person, name: string) => person.page.getByRole("button", { name, exact: true });

async function say(person: Person, text: string): Promise<void> {
  await line(person).fill(text);
  await person.presses("Say");
  await expect(line(person)).toHaveValue("");
}

test("pits that are named are seen on the board, by the team alone and for this turn", async ({ world }) => {
  const { amina, ben, chiku, enzo, room } = await gather(world);

  await test.step("a line names pits, an arrow, and nothing that only looks like one", async () => {
    await say(ben, "#5 or N2>S1, not S9 nor US5");
    await expect(chip(amina, "pit 5 of ours")).toHaveText("our 5");
    await expect(chip(amina, "from pit 2 of theirs to pit 1 of ours")).toBeVisible();
    await expect(amina.page.locator(".mention")).toHaveCount(2);
    await expect(amina.page.getByRole("tabpanel").getByText("not S9 nor US5")).toBeVisible();
    await isAccessible(amina.page);
  });

  await test.step("whoever looks at a name sees the pit", async () => {
    const ring = amina.page.locator(".followed .followed-ring");
    await expect(ring).toHaveCount(0);
    await chip(amina, "pit 5 of ours").hover();
    await expect(ring).toHaveCount(1);
    await chip(amina, "from pit 2 of theirs to pit 1 of ours").focus();
    await expect(ring).toHaveCount(2);
    await line(amina).focus();
    await amina.page.mouse.move(5, 5);
    await expect(ring).toHaveCount(0);
  });

  await test.step("the team has flags on its board, nobody else does", async () => {
    await expect(flags(amina)).toHaveCount(2);
    await expect(amina.page.locator(".pointer .lead")).toHaveCount(1);
    await expect(flags(chiku)).toHaveCount(0);
    await expect(flags(enzo)).toHaveCount(0);
    // Whoever comes anew finds them too: they are the talk.
    const again = await world.tab(amina);
    await again.enters(room);
    await expect(flags(again)).toHaveCount(2);
    await again.page.close();
  });

  await test.step("who points elsewhere means that now", async () => {
    await say(ben, "no: #3");
    await expect(flags(amina)).toHaveCount(1);
  });

  await test.step("pits come into the line from the board: with shift, by the right button, by a key, by pointing", async () => {
    await ben.pit("S4").click({ modifiers: ["Shift"] });
    await expect(line(ben)).toHaveValue("S4 ");
    await expect(ben.page.getByRole("region", { name: "Pit 4", exact: true })).toHaveCount(0);
    await ben.pit("S2").hover();
    await ben.page.mouse.down({ button: "right" });
    await ben.pit("N6").hover();
    await ben.page.mouse.up({ button: "right" });
    await expect(line(ben)).toHaveValue("S4 S2>N6 ");
    await ben.presses("Point at the board");
    await isAccessible(ben.page);
    await ben.pit("N1").click();
    await ben.presses("Arrow");
    await ben.pit("N7").click();
    await expect(ben.page.getByText("Now the pit where it leads.")).toBeVisible();
    await ben.pit("S7").click();
    await ben.presses("Done");
    await expect(line(ben)).toHaveValue("S4 S2>N6 N1 N7>S7 ");
    await expect(ben.page.locator(".pointer.is-draft .flag")).toHaveCount(4);
    await line(ben).fill("");
    await expect(ben.page.locator(".pointer.is-draft")).toHaveCount(0);
    // Nothing was chosen by all this: the board is for moves again.
    const [pit = ""] = await ben.mayChoose();
    await ben.pit(pit).focus();
    await ben.page.keyboard.press("ArrowRight");
    await ben.page.keyboard.press("m");
    await expect(line(ben)).toHaveValue(/^S\d $/);
    await line(ben).fill("");
  });

  await test.step("the others read whose pit it is, and the flags go with the turn", async () => {
    await ben.page.getByRole("button", { name: "All", exact: true }).click();
    await say(ben, "#4, then");
    await chiku.page.getByRole("button", { name: "All", exact: true }).click();
    await expect(chip(chiku, "pit 4 of theirs")).toBeVisible();
    await expect(chip(enzo, "pit 4 of South")).toHaveText("South 4");
    await ben.page.getByRole("button", { name: "Team", exact: true }).click();
    const [pit = ""] = await amina.mayChoose();
    for (const person of [amina, ben]) await person.votesFor(pit);
    await chiku.mayChoose();
    await expect(flags(amina)).toHaveCount(0);
  });

  await test.step("a move that was played is named from the list of moves", async () => {
    await ben.page.getByRole("tab", { name: "Moves" }).click();
    await ben.presses("Name move 1 in the talk");
    await expect(line(ben)).toHaveValue("@1 ");
    await ben.presses("Say");
    await expect(ben.page.getByRole("button", { name: /^move 1, South: Pit \d+$/ })).toHaveText("move 1");
  });
});

test("pits are pointed at by touch", async ({ world }) => {
  const { amina, ben } = await gather(world, true);
  await amina.page.getByRole("tab", { name: "Talk" }).tap();
  await amina.page.getByRole("button", { name: "Point at the board" }).tap();
  await amina.pit("S6").tap();
  await amina.pit("N2").tap();
  await expect(amina.page.getByRole("group", { name: "Point at the board" })).toContainText("S6 N2");
  await isAccessible(amina.page);
  await amina.page.getByRole("button", { name: "Done", exact: true }).tap();
  await amina.page.getByRole("button", { name: "Say", exact: true }).tap();
  await expect(flags(ben)).toHaveCount(2);
  await chip(amina, "pit 2 of theirs").tap();
  await expect(chip(amina, "pit 2 of theirs")).toHaveAttribute("aria-pressed", "true");
  await expect(amina.page.locator(".followed .followed-ring")).toHaveCount(1);
});

test("the board follows a window that becomes narrower", async ({ world }) => {
  const { amina } = await gather(world);
  const width = () => amina.page.evaluate(() => document.documentElement.scrollWidth);
  await amina.page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(width).toBe(390);
});

test("a room of the lobby is joined with two taps", async ({ world }) => {
  const host = await world.person("Amina");
  const visitor = await world.person("Ben", { phone: true });
  const room = await world.room(host, (settings) => ({ ...settings, title: "By the well" }));
  await visitor.page.goto("/");
  await visitor.page.getByRole("button", { name: "Sit down in By the well" }).tap();
  await visitor.page.getByRole("button", { name: "I am ready" }).tap();
  await host.enters(room);
  await host.presses("Sit where fewer are");
  await host.isReady();
  for (const person of [host, visitor])
    await expect(person.page.getByRole("heading", { name: /to move/ })).toBeVisible();
});

test("who comes for the first time sees what may be played, and how", async ({ world }) => {
  const visitor = await world.person("Amina", { phone: true, motion: true });
  await visitor.page.goto("/");
  await visitor.page.getByRole("button", { name: "Play the bot" }).tap();
  const [pit = ""] = await visitor.mayChoose();
  await expect(visitor.page.locator(".inviting .may-choose")).not.toHaveCount(0);
  await expect(
    visitor.page.getByText("Choose a pit in the lower row to see where it leads, then play it."),
  ).toBeVisible();
  await visitor.pit(pit).tap();
  await expect(visitor.page.locator(".inviting")).toHaveCount(0);
});
