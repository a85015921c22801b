/** Every page there is, and every state of a table, in all the ways in which people look at them: nothing is wrong. */

import type { Place } from "../src/place.ts";
import type { Place as Beside } from "../src/views/place.ts";
import { AT_ONCE, gather, joins } from "./bettors.ts";
import { Match } from "./storytellers.ts";
import { faultsOf } from "./ways.ts";
import { expect, type Person, test } from "./world.ts";

test.use({ settings: AT_ONCE });

type Page = Exclude<Place["at"], "beside" | "room"> | Beside["at"];

/** A page that is added to the router is missing here, and the types say so. `{room}` is a match that was played. */
const PATHS: Readonly<Record<Page, readonly string[]>> = {
  lobby: ["/"],
  account: ["/account"],
  device: ["/device"],
  leaderboard: ["/leaderboard"],
  betting: ["/betting"],
  admin: ["/admin"],
  analysis: ["/analysis"],
  records: ["/records"],
  profile: ["/profile", "/profile/keeper", "/profile/nobody"],
  story: ["{room}/story"],
  learn: [
    "/learn",
    "/learn/enkeshui",
    "/learn/en-gehe",
    "/learn/en-dodoi",
    "/learn/cross-endodoi",
    "/learn/ndoto",
    "/learn/layli-goobalay",
  ],
  nowhere: ["/nothing-here"],
};

test("every page, for a guest", async ({ world }) => {
  test.setTimeout(1_200_000);
  // Somebody's page that is not there, and acts that are not for everybody.
  world.expected = /40[34]/;
  const match = await Match.of(world);
  await match.plays();
  await match.ends();
  await joins(world, "Keeper");
  const { learn: _, ...others } = PATHS;
  const paths = Object.values(others).flat();
  await areFaultless(
    await world.person("Guest"),
    paths.map((path) => path.replace("{room}", match.room)),
  );
});

test("every lesson", async ({ world }) => {
  test.setTimeout(1_200_000);
  await areFaultless(await world.person("Guest"), PATHS.learn);
});

test("the pages that have more on them for who looks after the server", async ({ world }) => {
  test.setTimeout(600_000);
  const keeper = await joins(world, "Keeper");
  await world.server.appoint("keeper");
  await areFaultless(keeper, ["/", "/account", "/profile", "/admin", "/betting"]);
});

test("the dialogs of the lobby", async ({ world }) => {
  test.setTimeout(600_000);
  const visitor = await world.person("Visitor");
  const { page } = visitor;
  const faults: string[] = [];
  await goes(visitor, "/");
  for (const button of ["Open a room", "Look and motion", "You: Visitor"]) {
    await page.getByRole("button", { name: button, exact: true }).first().click();
    await expect(page.locator("dialog[open], .who .menu")).toBeVisible();
    if (button === "Open a room") await page.getByText("More settings").click();
    faults.push(...(await faultsOf(page, button)));
    await page.keyboard.press("Escape");
  }
  expect(faults).toEqual([]);
});

test("a table in its states, for those who sit at it, watch it and bet on it", async ({ world }) => {
  test.setTimeout(1_200_000);
  const faults: string[] = [];
  const look = async (person: Person, state: string) => {
    faults.push(...(await faultsOf(person.page, state)));
  };
  const [acacia, flint] = [await world.person("Acacia"), await world.person("Flint")];
  const bettor = await joins(world, "Bettor");
  const ben = await world.person("Ben");
  const match = await gather(world, acacia, flint, {
    decision: {
      ...(await decisions(acacia)),
      mode: "majority",
      min_ms: 0,
      settle_ms: 0,
      vote_ms: 300_000,
      consent_ms: 300_000,
    },
  });
  await look(acacia, "seats, as host");
  await ben.enters(match.room);
  await look(ben, "seats, as a stranger");
  await bettor.enters(match.room);
  await look(bettor, "what coins are");
  await bettor.presses("Understood");
  await look(bettor, "the bet card");
  await ben.sits("South");
  await acacia.page.getByRole("button", { name: "Ben: more" }).click();
  await look(acacia, "about a person");
  await acacia.page.keyboard.press("Escape");
  for (const person of [acacia, flint, ben]) await person.isReady();

  const choices = await acacia.mayChoose();
  const pit = choices[2] ?? "";
  await look(acacia, "an empty ballot");
  await ben.pit(pit).click();
  await look(ben, "a chosen pit");
  await ben.votesFor(pit);
  await acacia.says("Five takes more than three.");
  await look(acacia, "a ballot with a vote");
  await look(bettor, "a game for a bettor");
  await look(flint, "the others decide");
  await acacia.presses("Ask or give up");
  await look(acacia, "what may be asked");
  await acacia.page.keyboard.press("Escape");
  await acacia.votesFor(pit);
  await flint.mayChoose();
  await flint.asks("Giving up");
  await expect(acacia.page.getByRole("heading", { name: "Your side wins" })).toBeVisible();
  await look(acacia, "the end, won");
  await look(flint, "the end, lost");
  await look(bettor, "the end for a bettor");
  expect(faults).toEqual([]);
});

test("a table that is not there, and one whose server went away", async ({ world }) => {
  test.setTimeout(600_000);
  world.expected = /404|ERR_|WebSocket/;
  const visitor = await world.person("Visitor");
  const faults: string[] = [];
  await visitor.page.goto("/r/0000000000000000");
  await expect(visitor.page.getByRole("heading", { name: "This room cannot be entered" })).toBeVisible();
  faults.push(...(await faultsOf(visitor.page, "no such room")));
  const room = await world.room(visitor, (settings) => ({ ...settings, practice: true }), "enkeshui");
  await visitor.enters(room);
  await visitor.mayChoose();
  faults.push(...(await faultsOf(visitor.page, "practice with bulls")));
  await world.server.kill();
  await expect(visitor.page.getByText("The connection is lost.")).toBeVisible();
  faults.push(...(await faultsOf(visitor.page, "no connection")));
  expect(faults).toEqual([]);
});

async function areFaultless(person: Person, paths: readonly string[]): Promise<void> {
  const faults: string[] = [];
  for (const path of paths) {
    await goes(person, path);
    faults.push(...(await faultsOf(person.page, path)));
  }
  expect(faults).toEqual([]);
}

async function decisions({ page }: Person) {
  const games = await (await page.request.get("/api/games")).json();
  return games.find(({ preset }: { preset: string }) => preset === "en-dodoi").defaults.decision;
}

/** There, with its words and nothing on its way. */
async function goes({ page }: Person, path: string): Promise<void> {
  await page.goto(path, { waitUntil: "networkidle" });
  await expect(page.locator("main h1, main h2").first()).toBeVisible();
}
