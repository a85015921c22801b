/** People come back: over reloads, from sleep, in a second tab, to a newer server. */

import { Line } from "./line.ts";
import { expect, type Person, test, type World } from "./world.ts";

/** Two against one, at play; South starts and has nothing to hurry for. */
async function playing(world: World): Promise<{ room: string; people: [Person, Person, Person] }> {
  const people: [Person, Person, Person] = [
    await world.person("Amina"),
    await world.person("Ben"),
    await world.person("Chiku"),
  ];
  const [amina, ben, chiku] = people;
  const room = await world.room(amina, (settings) => ({
    ...settings,
    starter: "agreement",
    clock: { type: "none" },
    decision: { ...settings.decision, mode: "majority", min_ms: 0, settle_ms: 0, vote_ms: 300_000 },
  }));
  for (const person of people) await person.enters(room);
  for (const person of [amina, ben]) await person.sits("South");
  await chiku.sits("North");
  for (const person of [amina, chiku]) await person.presses("South starts");
  for (const person of people) await person.isReady();
  await amina.mayChoose();
  return { room, people };
}

test("a seat outlives twenty reloads at once before a game", async ({ world }) => {
  // Requests of a page that goes are cut off.
  world.expected = /ERR_|Failed to load resource|WebSocket/;
  const amina = await world.person("Amina");
  const ben = await world.person("Ben");
  const room = await world.room(amina, (settings) => settings);
  for (const person of [amina, ben]) await person.enters(room);
  await ben.sits("South");
  const line = await Line.of((await world.person("Chiku")).page, room.replace("/r/", ""));
  const stood = () =>
    line.frames.some((frame) => frame.f === "events" && frame.e.some((event) => event.k === "unseated"));
  let longest = 0;
  for (let time = 0; time < 20; time++) {
    const begun = Date.now();
    await ben.page.goto(room, { waitUntil: "commit" });
    longest = Math.max(longest, Date.now() - begun);
  }
  await expect(ben.page.getByRole("button", { name: "I am ready" })).toBeVisible();
  await expect(ben.page.getByRole("button", { name: "Stand up and watch" })).toBeVisible();
  await expect(amina.page.getByText("not ready", { exact: true })).toBeVisible();
  expect(stood()).toBe(false);
  // A page that took longer than the grace of a good-bye would have lost the seat by right.
  expect(longest).toBeLessThan(5000);
});

test("who says good-bye is waited for five seconds, who is cut off fifteen", async ({ world }) => {
  const { room, people } = await playing(world);
  const [amina, ben, chiku] = people;
  await chiku.page.getByRole("tab", { name: "Teams" }).click();
  const waited = chiku.page.getByText(/to come back/);

  await ben.page.close();
  await expect(waited).toHaveText(/0:0[1-5] to come back/);
  await expect(chiku.page.getByText(/away for/)).toBeVisible();

  const crash = await amina.page.context().newCDPSession(amina.page);
  void crash.send("Page.crash").catch(() => undefined);
  await expect(waited).toHaveText(/0:(0[6-9]|1[0-5]) to come back/);
  const again = await amina.page.context().newPage();
  await again.goto(room);
  await expect(waited).toHaveCount(0);
});

test("a page that the browser put away comes back at once to where it was", async ({ world }) => {
  const { people } = await playing(world);
  const [amina, ben, chiku] = people;
  await ben.page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
  });
  await chiku.page.getByRole("tab", { name: "Teams" }).click();
  await expect(chiku.page.getByText(/to come back/)).toBeVisible();
  await amina.votesFor("S3");
  await ben.page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });
  await expect(ben.page.getByText("For it: Amina")).toBeVisible();
  await expect(chiku.page.getByText(/to come back/)).toHaveCount(0);
});

test("two tabs of one person show the same vote, the last one", async ({ world }) => {
  const { room, people } = await playing(world);
  const [amina, ben] = people;
  const other = await world.tab(amina);
  await other.enters(room);
  await other.mayChoose();
  await amina.votesFor("S3");
  await expect(other.page.getByRole("button", { name: "Vote for pit 3" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await other.votesFor("S5");
  for (const tab of [amina, other]) {
    await expect(tab.page.getByRole("button", { name: "Vote for pit 5" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
  }
  await expect(ben.page.getByText("For it: Amina")).toHaveCount(1);
  await amina.page.reload();
  await expect(amina.page.getByRole("button", { name: "Vote for pit 5" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
});

test("a newer server is told between the own turns, and asked for after the game", async ({ world }) => {
  const { room, people } = await playing(world);
  const [amina, ben, chiku] = people;
  /** A server that was renewed between two connections. */
  const renewed = async (person: Person) => {
    let connections = 0;
    await person.page.routeWebSocket(/\/ws\//, (socket) => {
      const server = socket.connectToServer();
      connections += 1;
      const now = connections;
      server.onMessage((message) => {
        const text = String(message);
        socket.send(now === 1 ? text : text.replace(/"build":"[^"]*"/, '"build":"99.0.0"'));
      });
    });
    await person.enters(room);
    await person.page.evaluate(() => dispatchEvent(new Event("online")));
  };
  await renewed(chiku);
  await expect(chiku.page.getByText("There is a newer version of this page.")).toBeVisible();
  await renewed(amina);
  await amina.mayChoose();
  await expect(amina.page.getByText("There is a newer version of this page.")).toHaveCount(0);
  for (const person of [amina, ben]) await person.votesFor("S3");
  await expect(amina.page.getByText("There is a newer version of this page.")).toBeVisible();
  const [pit = ""] = await chiku.mayChoose();
  await expect(chiku.page.getByText("There is a newer version of this page.")).toHaveCount(0);
  await chiku.plays(pit);

  await chiku.presses("Ask or give up");
  const asking = chiku.page.getByRole("dialog");
  await asking.getByRole("button", { name: "Ask: Giving up", exact: true }).click();
  await asking.getByRole("button", { name: "Yes", exact: true }).click();
  const forced = amina.page.getByRole("dialog", { name: "There is a newer version of this page." });
  await expect(forced).toBeVisible();
  await amina.page.keyboard.press("Escape");
  await expect(forced).toBeVisible();
  await forced.getByRole("button", { name: "Load it" }).click();
  await expect(amina.page.getByRole("heading", { name: "Your side wins" })).toBeVisible();
});
