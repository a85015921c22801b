/** What sides ask of themselves and of each other, as people do it: six browsers, one server. */

import { isAccessible } from "./axe.ts";
import { expect, type Person, test, type World } from "./world.ts";

type Team = readonly [Person, Person, Person];

/** The pit that a side votes for: some of them agree, and the move stands. */
async function agree(team: Team, votes: number): Promise<void> {
  const [first] = team;
  const pit = (await first.mayChoose())[0] ?? "";
  for (const person of team.slice(0, votes)) await person.votesFor(pit);
  await expect.poll(async () => (await first.choices()).length).toBe(0);
}

/** Each of these people opens the room in one more tab, which starts from snapshots, and closes it again. */
async function lookAnew(world: World, people: readonly Person[], room: string): Promise<void> {
  for (const person of people) {
    const tab = await world.tab(person);
    await tab.enters(room);
    await tab.page.close();
  }
}

/** The card of a question, by what it asks. */
function question(person: Person, text: RegExp) {
  return person.page.getByRole("article", { name: text });
}

async function says(person: Person, text: RegExp, answer: "Yes" | "No"): Promise<void> {
  await question(person, text).getByRole("button", { name: answer, exact: true }).click();
}

test("six people elect, ask, answer, pause and give up", async ({ world }) => {
  const names = ["Amina", "Ben", "Chiku", "Dalila", "Enzo"];
  const five: Person[] = [];
  for (const name of names) five.push(await world.person(name));
  const phone = await world.person("Femi", { phone: true });
  const [amina, ben, chiku, dalila, enzo] = five as [Person, Person, Person, Person, Person];
  const south: Team = [amina, ben, chiku];
  const north: Team = [dalila, enzo, phone];
  const everybody = [...south, ...north];
  const room = await world.room(amina, (settings) => ({
    ...settings,
    title: "Under the tree",
    starter: "agreement",
    team_max: 3,
    decision: {
      ...settings.decision,
      mode: "majority",
      hand: "elected",
      takebacks_max: 2,
      min_ms: 0,
      settle_ms: 0,
      vote_ms: 300_000,
      consent_ms: 60_000,
    },
    clock: { type: "byo_yomi", ms: 900_000, periods: 3, period_ms: 60_000, flag: "lose" },
  }));
  const anew = () => lookAnew(world, [ben, enzo], room);

  await test.step("who is trusted most holds the hand", async () => {
    for (const person of everybody) await person.enters(room);
    for (const person of south) await person.sits("South");
    for (const person of north) await person.sits("North");
    await amina.presses("Trust Ben");
    await chiku.presses("Trust Ben");
    await expect(amina.page.getByText(/trusted by 2/)).toBeVisible();
    await anew();
    await isAccessible(amina.page);
    await amina.presses("South starts");
    await dalila.presses("South starts");
    for (const person of everybody) await person.isReady();
    await expect(amina.page.getByText("2 of 3 must agree. You have not voted.")).toBeVisible();
    await amina.page.getByRole("tab", { name: "Teams" }).click();
    await expect(amina.page.getByText("Ben holds the hand.")).toBeVisible();
    await expect(amina.page.getByText("and 3 × 1:00")).toHaveCount(2);
  });

  await test.step("a ballot says what decides it, who is silent, and what was voted", async () => {
    const [pit = ""] = await amina.mayChoose();
    await amina.votesFor(pit);
    await expect(amina.page.getByText(`You voted for pit ${pit.slice(1)}.`)).toBeVisible();
    await expect(chiku.page.getByText("Still to vote: Ben and you.")).toBeVisible();
    await expect(
      chiku.page.getByText("When time is up, the move with the most votes is tried and may be taken back."),
    ).toBeVisible();
    await isAccessible(chiku.page);
    await chiku.votesFor(pit);
    await expect(dalila.page.getByRole("heading", { name: "Your team is to move" })).toBeVisible();
  });

  await test.step("the menu tells why something may not be asked", async () => {
    await dalila.presses("Ask or give up");
    const dialog = dalila.page.getByRole("dialog");
    const back = dialog.getByRole("button", { name: "Ask: Take your last move back" });
    await expect(back).toHaveAttribute("aria-disabled", "true");
    await expect(back).toHaveAccessibleDescription(/not your side's/);
    await isAccessible(dalila.page);
    await dalila.page.keyboard.press("Escape");
  });

  await test.step("a side asks its move back, and the other one lets it", async () => {
    await chiku.asks("Take your last move back");
    await expect(question(ben, /Take move 1 back/)).toContainText(
      "1 for it, 0 against. 2 of 3 must be for it.",
    );
    await isAccessible(ben.page);
    await says(ben, /Take move 1 back/, "Yes");
    await expect(question(dalila, /Take move 1 back/)).toContainText("South asks you");
    await isAccessible(phone.page);
    await says(dalila, /Take move 1 back/, "Yes");
    await says(phone, /Take move 1 back/, "Yes");
    await expect(amina.page.getByText(/South took move 1, pit \d+, back and decides anew\./)).toBeVisible();
    await expect(phone.page.getByText(/South took move 1, pit \d+, back and decides anew\./)).toBeVisible();
    await amina.page.getByRole("tab", { name: "Moves" }).click();
    await expect(amina.page.getByText("Moves taken back: South 1, North 0.")).toBeVisible();
    await anew();
    await agree(south, 2);
  });

  await test.step("the others give the hand to somebody else", async () => {
    await amina.presses("Ask or give up");
    const dialog = amina.page.getByRole("dialog");
    await dialog.getByLabel("Whom?").first().selectOption("Chiku");
    await dialog.getByRole("button", { name: "Ask: Another hand" }).click();
    const about = question(ben, /Give Ben's hand to Chiku/);
    await expect(about.getByText("It is about your hand, so the others decide.").last()).toBeVisible();
    await says(chiku, /Give Ben's hand to Chiku/, "Yes");
    await expect(ben.page.getByText(/The hand passes to Chiku/).first()).toBeVisible();
    await anew();
  });

  await test.step("both sides pause, votes wait, and half of one side goes on", async () => {
    await dalila.asks("A pause");
    await says(enzo, /Pause the game/, "Yes");
    for (const person of [amina, ben]) await says(person, /Pause the game/, "Yes");
    for (const person of everybody) {
      await expect(person.page.getByRole("heading", { name: "Paused" })).toBeVisible();
    }
    await isAccessible(enzo.page);
    await anew();
    await enzo.presses("Go on");
    await says(phone, /Go on playing/, "Yes");
    await expect(amina.page.getByText(/Goes on in 0:0\d/)).toBeVisible();
    for (const person of everybody) {
      await expect(person.page.getByRole("heading", { name: "Paused" })).toHaveCount(0);
    }
    await agree(north, 2);
  });

  await test.step("a draw is offered and declined, and both sides hear it", async () => {
    await enzo.asks("A draw");
    await says(phone, /End it as a draw/, "Yes");
    for (const person of [amina, ben]) await says(person, /End it as a draw/, "No");
    await expect(enzo.page.locator("[role=status][aria-live=polite]")).toContainText("South does not agree.");
    await expect(question(enzo, /End it as a draw/)).toHaveCount(0);
    await anew();
  });

  await test.step("a side gives up when more than half of it wants to", async () => {
    await amina.asks("Giving up");
    await expect(question(enzo, /Give up/)).toHaveCount(0);
    await says(ben, /Give up the game/, "Yes");
    for (const person of everybody) {
      await expect(person.page.getByRole("heading", { name: /North wins|Your side wins/ })).toBeVisible();
    }
    await isAccessible(amina.page);
    await anew();
  });

  await test.step("what every page folded is what the server tells anew", () => {
    expect(world.witness.compare()).toBeGreaterThan(60);
    expect(world.witness.faults).toEqual([]);
  });
});

test("where all must agree, a move is blocked with a reason", async ({ world }) => {
  const amina = await world.person("Amina");
  const ben = await world.person("Ben");
  const chiku = await world.person("Chiku", { phone: true });
  const room = await world.room(amina, (settings) => ({
    ...settings,
    title: "Under the tree",
    starter: "agreement",
    decision: {
      ...settings.decision,
      mode: "consensus",
      block: true,
      min_ms: 0,
      settle_ms: 0,
      vote_ms: 300_000,
      consent_ms: 60_000,
    },
    clock: { type: "none" },
  }));
  for (const person of [amina, ben, chiku]) await person.enters(room);
  for (const person of [amina, ben]) await person.sits("South");
  await chiku.sits("North");
  await amina.presses("South starts");
  await chiku.presses("South starts");
  for (const person of [amina, ben, chiku]) await person.isReady();

  await expect(amina.page.getByText("Both of you must agree. You have not voted.")).toBeVisible();
  const [pit = "", other = ""] = await amina.mayChoose();
  const number = pit.slice(1);
  await amina.votesFor(pit);
  await ben.presses(`Block pit ${number}`);
  await isAccessible(ben.page);
  await ben.page.getByLabel("Why must this not be played?").fill("it feeds their row");
  // Whoever turns his phone goes on with his words.
  await ben.page.setViewportSize({ width: 844, height: 390 });
  await ben.page.setViewportSize({ width: 1440, height: 900 });
  await ben.presses("Block");
  await expect(amina.page.getByText("it feeds their row", { exact: true })).toBeVisible();
  await expect(amina.page.getByText("With fewer than 2 of 2 votes it cannot win.")).toBeVisible();
  await expect(chiku.page.getByText(/it feeds their row/)).toHaveCount(0);
  const spent = ben.page.getByRole("button", { name: `Block pit ${number}` });
  await expect(spent).toHaveAttribute("aria-disabled", "true");
  await expect(spent).toHaveAccessibleDescription("You have blocked a move in this turn.");
  await isAccessible(amina.page);
  await lookAnew(world, [amina, ben, chiku], room);
  await ben.votesFor(other);
  await amina.votesFor(other);
  await expect(
    chiku.page.getByRole("heading", { name: /You are to move|Your team is to move/ }),
  ).toBeVisible();
  expect(world.witness.compare()).toBeGreaterThan(5);
  expect(world.witness.faults).toEqual([]);
});
