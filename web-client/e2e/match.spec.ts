/** A whole match as people play it: five browsers, one server. */

import { expect, type Person, test, type World } from "./world.ts";

test("two teams propose, vote, try, withdraw and play to the last seed before a spectator", async ({
  world,
}) => {
  const amina = await world.person("Amina");
  const ben = await world.person("Ben");
  const chiku = await world.person("Chiku");
  const dalila = await world.person("Dalila", { phone: true });
  const enzo = await world.person("Enzo", { motion: true });
  const room = await world.room(amina, (settings) => ({
    ...settings,
    title: "Under the tree",
    starter: "agreement",
    team_max: 2,
    game: { ...settings.game, pits: 6, seeds_per_pit: 3 },
    decision: {
      ...settings.decision,
      mode: "plurality",
      hand: "rotating",
      min_ms: 0,
      settle_ms: 0,
      vote_ms: 120_000,
      consent_ms: 60_000,
    },
    clock: { type: "none" },
  }));

  for (const person of [amina, ben, chiku, dalila, enzo]) await person.enters(room);
  for (const person of [amina, ben]) await person.sits("South");
  for (const person of [chiku, dalila]) await person.sits("North");
  await amina.presses("South starts");
  await chiku.presses("South starts");
  for (const person of [amina, ben, chiku, dalila]) await person.isReady();

  await test.step("a proposal is for the own side only", async () => {
    await expect(amina.page.getByRole("heading", { name: "Your team is to move" })).toBeVisible();
    await amina.pit("S3").click();
    await amina.presses("Propose with a reason");
    await amina.page.getByLabel("Why this move?").fill("it opens the row");
    await amina.presses("Propose");
    await expect(ben.page.getByText("it opens the row", { exact: true })).toBeVisible();
    for (const stranger of [chiku, dalila, enzo]) {
      await expect(stranger.page.getByText("South decides among themselves.")).toBeVisible();
      await expect(stranger.page.getByText("it opens the row")).toHaveCount(0);
    }
  });

  /** Fresh snapshots for a member of each side and for a spectator, to be held against what pages folded. */
  const anew = () => lookAnew(world, [amina, chiku, enzo], room);

  await test.step("a vote outlives a reload in the middle of the ballot", async () => {
    await amina.votesFor("S3");
    await expect(ben.page.getByText("1 vote", { exact: true })).toBeVisible();
    await anew();
    await amina.page.reload();
    await expect(amina.page.getByRole("button", { name: "Vote for pit 3" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await expect(amina.page.getByText("it opens the row", { exact: true })).toBeVisible();
  });

  await test.step("a tie lets the hand's move be tried, in the open", async () => {
    await ben.votesFor("S5");
    for (const person of [amina, ben, chiku, dalila, enzo]) {
      await expect(person.page.getByRole("heading", { name: /tried pit [35]$/ })).toBeVisible();
    }
    await anew();
  });

  await test.step("the team takes it back and the board is as before", async () => {
    const [layer, partner] = (await amina.page.getByRole("heading", { name: "You tried" }).isVisible())
      ? [amina, ben]
      : [ben, amina];
    await partner.presses("Object");
    await expect(layer.page.getByRole("heading", { name: "Your team is to move" })).toBeVisible();
    await expect(enzo.page.getByText("1 move was taken back in this turn")).toBeVisible();
    for (const pit of ["S1", "S3", "S5", "N1"]) await expect(enzo.pit(pit)).toHaveAccessibleName(/3 seeds/);
    await anew();
  });

  await test.step("talk reaches those it is for", async () => {
    await amina.says("pit one?");
    await expect(ben.page.getByText("pit one?", { exact: true })).toBeVisible();
    await enzo.says("what a game");
    await expect(chiku.page.getByText("pit one?")).toHaveCount(0);
    await expect(enzo.page.getByText("pit one?")).toHaveCount(0);
  });

  await test.step("they play to the end", async () => {
    await playToTheEnd([amina, ben], [chiku, dalila], anew);
    for (const person of [amina, ben, chiku, dalila, enzo]) {
      await expect(person.page.getByRole("heading", { name: /wins$|A draw/ })).toBeVisible();
    }
    const scores = await enzo.page.locator("dl dd").allTextContents();
    expect(scores.map(Number).reduce((sum, score) => sum + score, 0)).toBe(36);
    await anew();
  });

  await test.step("and begin another one", async () => {
    for (const person of [amina, ben, chiku, dalila]) await person.presses("Next game of the match");
    for (const pit of ["S1", "N6"]) await expect(enzo.pit(pit)).toHaveAccessibleName(/3 seeds/);
    await anew();
  });

  await test.step("what every page folded is what the server tells anew", () => {
    // Six looks of three people: the table for each, and the own stream of the two who sit.
    expect(world.witness.compare()).toBeGreaterThan(60);
    expect(world.witness.faults).toEqual([]);
  });
});

/** Each of these people opens the room in one more tab, which starts from snapshots, and closes it again. */
async function lookAnew(world: World, people: readonly Person[], room: string): Promise<void> {
  for (const person of people) {
    const tab = await world.tab(person);
    await tab.enters(room);
    await tab.page.close();
  }
}

/** Both members of the side to move vote for the same pit, turn after turn. */
async function playToTheEnd(
  south: readonly [Person, Person],
  north: readonly [Person, Person],
  anew: () => Promise<void>,
): Promise<void> {
  const ended = south[0].page.getByRole("heading", { name: /wins$|A draw/ });
  for (let turn = 0; turn < 150; turn++) {
    const [first, second] = await sideToMove(south, north);
    if (await ended.isVisible()) return;
    if (turn === 3) await anew();
    const [pit] = await first.choices();
    if (pit === undefined) throw new Error("nothing may be chosen");
    await first.pit(pit).click();
    const number = pit.slice(1);
    const act = first.page.getByRole("region", { name: `Pit ${number}`, exact: true });
    const lay = act.getByRole("button", { name: `Lay pit ${number}`, exact: true });
    const vote = act.getByRole("button", { name: `Vote for pit ${number}`, exact: true });
    await expect(lay.or(vote).first()).toBeVisible();
    if (await lay.isVisible()) await lay.click();
    else {
      await vote.click();
      await second.votesFor(pit);
    }
    await expect.poll(async () => (await ended.isVisible()) || (await plies(first)) > turn).toBe(true);
  }
  throw new Error("the game did not end");
}

/** Waits until one side may choose, or the game is over. */
async function sideToMove(
  south: readonly [Person, Person],
  north: readonly [Person, Person],
): Promise<readonly [Person, Person]> {
  let side = south;
  await expect
    .poll(async () => {
      for (const team of [south, north]) {
        if ((await team[0].choices()).length > 0) {
          side = team;
          return true;
        }
      }
      return south[0].page.getByRole("heading", { name: /wins$|A draw/ }).isVisible();
    })
    .toBe(true);
  return side;
}

async function plies(person: Person): Promise<number> {
  await person.page.getByRole("tab", { name: "Moves" }).click();
  return person.page.getByRole("tabpanel").getByRole("listitem").count();
}
