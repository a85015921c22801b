/** Rows of `docs/defects.md` that only a page can show: D6, D21, F15, H4, I4. */

import type { Page, WebSocket } from "@playwright/test";
import { expect, type Person, test, type World } from "./world.ts";

/** A small game of one against one, begun by South, with somebody who watches. */
async function duel(world: World): Promise<{ south: Person; north: Person; watcher: Person }> {
  const south = await world.person("Amina");
  const north = await world.person("Ben");
  const watcher = await world.person("Chiku");
  const room = await world.room(south, (settings) => ({
    ...settings,
    title: "Under the tree",
    starter: "agreement",
    team_max: 2,
    decision: { ...settings.decision, mode: "hand", min_ms: 0, settle_ms: 0, tries_max: 0 },
    clock: { type: "none" },
  }));
  for (const person of [south, north, watcher]) await person.enters(room);
  await south.sits("South");
  await north.sits("North");
  for (const person of [south, north]) await person.presses("South starts");
  for (const person of [south, north]) await person.isReady();
  await south.mayChoose();
  return { south, north, watcher };
}

/** Something that only lives as long as the page is not loaded anew. */
function leaveMark(person: Person): Promise<void> {
  return person.page.evaluate(() => {
    (window as unknown as { mark: string }).mark = "here";
  });
}

function mark(person: Person): Promise<string | undefined> {
  return person.page.evaluate(() => (window as unknown as { mark?: string }).mark);
}

test("D6: who returns to a room that was evicted finds his page as he left it", async ({ world }) => {
  world.expected = /ERR_|Failed to load resource|WebSocket connection/;
  const { south, north } = await duel(world);
  await leaveMark(south);
  // What is the page's own: a pit that is looked at, a line that is not said yet.
  const [pit = ""] = await south.mayChoose();
  await south.pit(pit).click();
  const chosen = south.page.getByRole("region", { name: `Pit ${pit.slice(1)}`, exact: true });
  await expect(chosen).toBeVisible();
  await south.page.getByLabel("Say something").fill("I was about to say");
  await world.server.kill();
  await expect(south.page.getByText("The connection is lost.")).toBeVisible();
  await world.server.revive();
  await expect(south.page.getByText("The connection is lost.")).toHaveCount(0);
  expect(await mark(south)).toBe("here");
  await expect(chosen).toBeVisible();
  await expect(south.page.getByLabel("Say something")).toHaveValue("I was about to say");
  // Once the room goes on, what was looked at is what is played.
  await expect(south.page.getByText("The server came back.", { exact: false })).toHaveCount(0);
  await south.presses(`Play pit ${pit.slice(1)}`);
  await expect(north.page.getByRole("heading", { name: "You are to move" })).toBeVisible();
});

test("D21: a watcher who was out of reach through the end of a game reads on", async ({ world }) => {
  world.expected = /ERR_|Failed to load resource|WebSocket connection/;
  const { south, north, watcher } = await duel(world);
  await leaveMark(watcher);
  await watcher.page.context().setOffline(true);
  const [pit = ""] = await south.mayChoose();
  await south.plays(pit);
  const [answer = ""] = await north.mayChoose();
  await north.plays(answer);
  await watcher.page.context().setOffline(false);
  await watcher.page.getByRole("tab", { name: "Moves" }).click();
  await expect(watcher.page.getByRole("tabpanel").getByRole("listitem")).toHaveCount(2);
  expect(await mark(watcher)).toBe("here");
  const fresh = await world.tab(watcher);
  await fresh.enters(new URL(watcher.page.url()).pathname);
  for (const name of [pit, answer]) {
    const label = (await fresh.pit(name).getAttribute("aria-label")) ?? "";
    await expect(watcher.pit(name)).toHaveAttribute("aria-label", label);
  }
});

test("F15: who watches is offered nothing that players do, and is never told that it is his turn", async ({
  world,
}) => {
  const { south, north, watcher } = await duel(world);
  const players = /^(Play|Lay|Vote|Propose|Object|Let it stand|Take back|Ask|Give up|I am ready|Next game)/;
  const turns = /you are to move|your team is to move|your turn/i;
  for (let ply = 0; ply < 4; ply++) {
    const mover = ply % 2 === 0 ? south : north;
    const [pit = ""] = await mover.mayChoose();
    // A watcher's pits are not to be pressed; he tries all the same.
    await watcher.pit(pit).click({ force: true });
    await expect(watcher.page.getByRole("button", { name: players })).toHaveCount(0);
    await expect(watcher.page.getByText(turns)).toHaveCount(0);
    expect(await watcher.page.title()).not.toMatch(turns);
    expect(await watcher.choices()).toEqual([]);
    const other = mover === south ? north : south;
    await expect(other.page.getByText(turns)).toHaveCount(0);
    await mover.plays(pit);
  }
});

/** The code of the table comes when the test says: what happens before that happens to a page that is not there. */
async function slowly(page: Page): Promise<() => void> {
  let come: () => void = () => undefined;
  const coming = new Promise<void>((resolve) => {
    come = resolve;
  });
  await page.route("**/assets/Room-*.js", async (route) => {
    await coming;
    await route.continue();
  });
  return come;
}

/** Time enough to come back many times; what is asked after that is answered after everything that was asked in it. */
async function aMinutePasses(page: Page): Promise<void> {
  await page.clock.runFor(60_000);
  await page.evaluate(() => fetch("/api/games").then((answer) => answer.json()));
}

for (const when of ["when its page is there", "before its page is there"]) {
  test(`H4: a page that the server no longer speaks to says so and stays away, ${when}`, async ({
    world,
  }) => {
    const visitor = await world.person("Visitor");
    const { page } = visitor;
    await page.clock.install();
    const come = await slowly(page);
    let sockets = 0;
    const ended = new Promise<void>((resolve) =>
      page.routeWebSocket(/\/ws\//, (socket) => {
        sockets += 1;
        const server = socket.connectToServer();
        // The first frame of a page from before an upgrade is answered like this.
        socket.onMessage(() => {
          void server.close();
          void socket.close({ code: 4426, reason: "the page is too old" }).then(resolve);
        });
      }),
    );
    const room = await world.room(visitor, (settings) => settings);
    if (when.startsWith("when")) come();
    await page.goto(room, { waitUntil: "commit" });
    await ended;
    come();
    await expect(page.getByRole("heading", { name: "The page is out of date" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Load again" })).toBeVisible();
    await aMinutePasses(page);
    expect(sockets).toBe(1);
    await page.unrouteAll();
  });
}

test("H4: a page that is refused a ticket before it is there says why, and leaves no line open", async ({
  world,
}) => {
  world.expected = /403|WebSocket/;
  const visitor = await world.person("Visitor");
  const { page } = visitor;
  await page.clock.install();
  const come = await slowly(page);
  let tickets = 0;
  await page.route("**/api/ws-ticket", (route) => {
    tickets += 1;
    return route.fulfill({ status: 403, json: { status: 403, refusal: { code: "banned" } } });
  });
  const lines: WebSocket[] = [];
  page.on("websocket", (line) => lines.push(line));
  const room = await world.room(visitor, (settings) => settings);
  await page.goto(room, { waitUntil: "commit" });
  await expect.poll(() => lines.map((line) => line.isClosed())).toEqual([true]);
  come();
  await expect(page.getByRole("heading", { name: "You were sent away from this room" })).toBeVisible();
  await aMinutePasses(page);
  expect(tickets).toBe(1);
  expect(lines).toHaveLength(1);
  await page.unrouteAll();
});

test("I4: what people write is shown as it was written and runs nothing", async ({ world }) => {
  const { south, north, watcher } = await duel(world);
  const lines = [
    "<img src=x onerror=window.mark='run'>",
    "<script>window.mark='run'</script>",
    '"><svg onload=window.mark=1>',
    "{{constructor.constructor('window.mark=1')()}}",
  ];
  for (const person of [south, north, watcher]) await leaveMark(person);
  const images = await north.page.locator("img, svg, script").count();
  for (const line of lines) await watcher.says(line);
  for (const person of [south, north]) {
    await person.page.getByRole("tab", { name: "Talk" }).click();
    await person.presses("All");
    for (const line of lines) await expect(person.page.getByText(line, { exact: true })).toBeVisible();
    expect(await mark(person)).toBe("here");
  }
  expect(await north.page.locator("img, script").count()).toBeLessThanOrEqual(images);
});
