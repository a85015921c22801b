/** A match on the drawn table by keyboard alone: nobody clicks, and the focus goes where the Tab key takes it. */

import type { Locator, Page } from "@playwright/test";
import { isAccessible } from "./axe.ts";
import { pair } from "./pair.ts";
import { expect, type Person, test } from "./world.ts";

/** As many stops as a page may have. */
const STOPS = 150;

class Typist {
  private constructor(readonly person: Person) {}

  /** Whoever types listens, too: what the page says aloud is kept. */
  static async of(person: Person): Promise<Typist> {
    await person.page.addInitScript(() => {
      const said: string[] = [];
      Object.assign(window, { said });
      new MutationObserver((changes) => {
        for (const { target, addedNodes } of changes)
          if (target instanceof Element && target.matches("[aria-live]"))
            for (const node of addedNodes) if (node instanceof Element) said.push(node.textContent ?? "");
      }).observe(document, { childList: true, subtree: true });
    });
    return new Typist(person);
  }

  get page(): Page {
    return this.person.page;
  }

  async enters(room: string): Promise<void> {
    await this.page.goto(room);
    await expect(this.page.getByRole("grid")).toBeVisible();
  }

  sits(side: "South" | "North"): Promise<void> {
    return this.button(`Sit with ${side}`);
  }

  lets(side: "South" | "North"): Promise<void> {
    return this.button(`${side} starts`);
  }

  isReady(): Promise<void> {
    return this.button("I am ready");
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Tabs on until this has the focus, which must then be seen. */
  async to(target: Locator): Promise<void> {
    await expect(target.first()).toBeVisible();
    for (let stop = 0; stop < STOPS; stop++) {
      if (await target.first().evaluate((element) => element === document.activeElement)) {
        const outline = await target.first().evaluate((element) => getComputedStyle(element).outlineStyle);
        const drawn = (await this.#role()) === "gridcell";
        expect(drawn || outline !== "none").toBe(true);
        return;
      }
      await this.press("Tab");
    }
    throw new Error(`the Tab key does not lead to ${target}`);
  }

  async button(name: string | RegExp): Promise<void> {
    await this.to(this.page.getByRole("button", { name, exact: true }));
    await this.press("Enter");
  }

  /** What has the focus, in a few words. */
  stop(): Promise<string> {
    return this.page.evaluate(() => {
      const now = document.activeElement;
      const name = now?.getAttribute("aria-label") ?? now?.textContent?.trim().slice(0, 40) ?? "";
      return `${now?.tagName} ${now?.id} ${name}`;
    });
  }

  /** Tabs on until a pit has the focus. */
  async board(): Promise<void> {
    for (let stop = 0; stop < STOPS && (await this.#role()) !== "gridcell"; stop++) await this.press("Tab");
    expect(await this.#role()).toBe("gridcell");
  }

  #role(): Promise<string | null> {
    return this.page.evaluate(() => document.activeElement?.getAttribute("role") ?? null);
  }

  get pit(): Promise<string> {
    return this.page.evaluate(() => document.activeElement?.getAttribute("data-name") ?? "");
  }

  /** What was read aloud since the page was loaded, politely or not: lines go by themselves after a while. */
  heard(text: string | RegExp): Promise<void> {
    const wanted = typeof text === "string" ? expect.stringContaining(text) : expect.stringMatching(text);
    return expect
      .poll(() => this.page.evaluate(() => (window as unknown as { said: string[] }).said))
      .toEqual(expect.arrayContaining([wanted]));
  }

  /** From a pit that has the focus: to one that can be played, and plays it. */
  async plays(): Promise<string> {
    const choices = await this.person.mayChoose();
    const number = (choices[0] ?? "").slice(1);
    await this.press(...number);
    await expect.poll(() => this.pit).toBe(choices[0]);
    await this.press("Enter");
    await expect(this.page.getByRole("heading", { name: `Pit ${number}`, exact: true })).toBeVisible();
    await this.press("Enter");
    return number;
  }
}

test("a match is opened, played and given up by keyboard alone", async ({ world }) => {
  const amina = await Typist.of(await world.person("Amina"));
  const ben = await Typist.of(await world.person("Ben"));
  let room = "";

  await test.step("a room is opened from the lobby", async () => {
    await amina.page.goto("/");
    await amina.button("Open a room");
    await expect(amina.page.getByRole("dialog", { name: "Open a room" })).toBeVisible();
    await amina.to(amina.page.getByLabel("Name of the room"));
    await amina.press("Control+a");
    await amina.page.keyboard.type("Keys only");
    await amina.to(amina.page.getByLabel("Seats on each side"));
    await amina.press("Control+a", "1");
    await amina.press("Enter");
    await expect(amina.page.getByRole("heading", { name: /Keys only/ })).toBeVisible();
    room = new URL(amina.page.url()).pathname;
  });

  await test.step("both sit down and are ready, and the focus stays with them", async () => {
    await ben.page.goto(room);
    await amina.button("Sit with South");
    await ben.button("Sit with North");
    await amina.heard("Ben sits with North.");
    await amina.button("I am ready");
    // The button has another name now, and still the focus.
    await expect(amina.page.getByRole("button", { name: "Not ready after all" })).toBeFocused();
    await ben.button("I am ready");
    for (const one of [amina, ben]) await one.heard(/The game begins\. (South|North) starts/);
  });

  await test.step("the keys are listed, and the list gives the focus back", async () => {
    await amina.board();
    const from = await amina.pit;
    await amina.press("?");
    await expect(amina.page.getByRole("dialog", { name: "Keys" })).toBeVisible();
    await isAccessible(amina.page);
    await amina.press("Escape");
    await expect(amina.page.getByRole("dialog")).toHaveCount(0);
    await expect.poll(() => amina.pit).toBe(from);
  });

  await test.step("the Tab key goes round the whole table, forwards and backwards", async () => {
    for (const key of ["Tab", "Shift+Tab"]) {
      const stops: string[] = [];
      for (let stop = 0; stop < STOPS && stops.filter((one) => one === stops[0]).length < 3; stop++) {
        await amina.press(key);
        stops.push(await amina.stop());
      }
      expect(stops.filter((one) => one === stops[0]).length).toBe(3);
      // Once round is many places, and none of them twice in a row.
      expect(new Set(stops).size).toBeGreaterThan(12);
      expect(stops.filter((one, at) => one === stops[at + 1])).toEqual([]);
    }
    await amina.board();
  });

  await test.step("they move by arrows, ends and numbers, and hear what happens", async () => {
    await ben.board();
    let mover = amina;
    await expect
      .poll(async () => {
        const first = (await amina.person.choices()).length > 0;
        mover = first ? amina : ben;
        return first || (await ben.person.choices()).length > 0;
      })
      .toBe(true);
    const side = mover === amina ? "South" : "North";
    const waiter = mover === amina ? ben : amina;
    await mover.heard("You are to move.");
    await mover.press("Home", "ArrowRight", "ArrowUp", "ArrowDown", "End");
    await expect.poll(() => mover.pit).toMatch(/^[SN]8$/);
    await mover.press("s");
    await mover.heard(/You are to move\..*Captured: South 0, North 0\./);
    const number = await mover.plays();
    await waiter.heard(
      new RegExp(`${side} played pit ${number}: \\d+ laps?, .*ends in [SN]\\d+\\..*You are to move\\.`),
    );
    // The move is gone from the board's side panel, and the focus is on its pit.
    await expect.poll(() => mover.pit).toBe(`${side[0]}${number}`);
    await waiter.press("t");
    await waiter.heard(/South: \d+:\d\d\. North: \d+:\d\d\.|North: \d+:\d\d\. South: \d+:\d\d\./);
    for (let turn = 0; turn < 3; turn++) {
      await waiter.plays();
      await mover.plays();
    }
    await waiter.person.mayChoose();
    await waiter.press("r");
    await waiter.heard(/played pit/);
    await waiter.press("b");
    await waiter.heard("No ballot of your side is open.");
    await waiter.press("o");
    await waiter.heard("No move is being tried.");
  });

  await test.step("a pit is chosen and let go", async () => {
    const mover = (await amina.person.choices()).length > 0 ? amina : ben;
    const [pit = ""] = await mover.person.mayChoose();
    await mover.press(...pit.slice(1), "Enter");
    await expect(mover.page.getByRole("region", { name: `Pit ${pit.slice(1)}`, exact: true })).toBeVisible();
    await mover.press("Escape");
    await expect(mover.page.getByRole("region", { name: `Pit ${pit.slice(1)}`, exact: true })).toHaveCount(0);
    await expect.poll(() => mover.pit).toBe(pit);
  });

  await test.step("they talk: letters are letters where one writes", async () => {
    await amina.press("l");
    await expect(amina.page.getByLabel("Say something")).toBeFocused();
    await amina.to(amina.page.getByRole("button", { name: "All", exact: true }));
    await amina.press("Enter");
    await amina.to(amina.page.getByLabel("Say something"));
    await amina.page.keyboard.type("stop? 5");
    await amina.press("Enter");
    await ben.heard("Amina, to all: stop? 5");
    await expect(amina.page.getByRole("dialog")).toHaveCount(0);
    await expect(amina.page.getByLabel("Say something")).toBeFocused();
    await expect(amina.page.getByLabel("Say something")).toHaveValue("");
  });

  await test.step("one asks for a draw, the other one does not want it, and somebody gives up", async () => {
    await ben.board();
    await ben.press("q");
    await expect(ben.page.getByRole("dialog")).toBeVisible();
    await ben.button("Ask: A draw");
    await expect(ben.page.getByRole("dialog")).toHaveCount(0);
    await amina.heard(/North asks you: End it as a draw\?/);
    await amina.to(amina.page.getByRole("article").getByRole("button", { name: "No", exact: true }));
    await amina.press("Enter");
    await ben.heard("South does not agree.");
    // The question is gone from under the focus, which has landed somewhere that can be used.
    await expect.poll(() => amina.page.evaluate(() => document.activeElement !== document.body)).toBe(true);
    await ben.board();
    await ben.press("q");
    await ben.button("Ask: Giving up");
    await ben.button("Yes");
    for (const one of [amina, ben]) {
      await one.heard(/South wins\. .*South \d+, North \d+/);
      await expect(one.page.getByRole("heading", { name: /wins$/ })).toBeVisible();
    }
    await expect.poll(() => ben.page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  });
});

test("a team of two tries, objects and takes back by keyboard", async ({ world }) => {
  const amina = await Typist.of(await world.person("Amina"));
  const ben = await Typist.of(await world.person("Ben"));
  const chiku = await world.person("Chiku");
  await pair(world, [amina, ben], chiku);
  for (const one of [amina, ben]) {
    await one.heard(/Your team is to move\./);
    await one.board();
  }
  const holds = ({ page }: Typist) => page.getByText("The hand is yours").count();
  await expect.poll(async () => (await holds(amina)) + (await holds(ben))).toBe(1);
  const lays = (await holds(amina)) === 1 ? amina : ben;
  const partner = lays === amina ? ben : amina;

  // The partner votes for what he chose; the hand hears it, and tries something else.
  await partner.press("2", "Enter");
  await expect(partner.page.getByRole("region", { name: "Pit 2", exact: true })).toBeVisible();
  await partner.press("Enter");
  await expect(lays.page.getByText("1 vote", { exact: true })).toBeVisible();
  await lays.press("b");
  await lays.heard(/Pit 2; .*1 vote/);
  await lays.plays();
  await partner.heard(/South tries pit 1: .*Object within 2:00, or it stands\./);
  await partner.press("o");
  await partner.heard("You object.");
  await lays.heard("The team took the move back.");
  // Whoever was at the board is there still.
  for (const one of [amina, ben]) await expect.poll(() => one.pit).not.toBe("");
  await lays.press("3", "Enter");
  await expect(lays.page.getByRole("region", { name: "Pit 3", exact: true })).toBeVisible();
  await lays.press("Enter");
  await partner.heard(/South tries pit 3/);
  await partner.press("a");
  await partner.heard("You let it stand.");
  await lays.heard("South's move stands: pit 3.");
  await lays.press("c");
  await expect
    .poll(() => lays.page.evaluate(() => document.activeElement?.closest(".panel") !== null))
    .toBe(true);
});

test("what happens is told as much as somebody wants, and the skip link leads to the text mode", async ({
  world,
}) => {
  const visitor = await Typist.of(await world.person("Visitor"));
  const room = await world.room(visitor.person, (settings) => ({ ...settings, practice: true }));
  await visitor.page.goto(room);
  await visitor.board();
  await visitor.button("Look and motion");
  const all = visitor.page.getByRole("radio", { name: "As usual" });
  await visitor.to(all);
  await visitor.press("ArrowDown");
  await expect(visitor.page.getByRole("radio", { name: "Everything, also each vote" })).toBeChecked();
  await visitor.press("Escape");
  await expect(visitor.page.getByRole("button", { name: "Look and motion" })).toBeFocused();
  await visitor.page.reload();
  await expect(visitor.page.getByRole("grid")).toBeVisible();
  await visitor.press("Tab", "Tab");
  await expect(visitor.page.getByRole("button", { name: "Text mode: the room in words" })).toBeFocused();
  await visitor.press("Enter");
  await expect(visitor.page.getByRole("textbox", { name: "Write an order" })).toBeVisible();
  await visitor.page.reload();
  await expect(visitor.page.getByRole("textbox", { name: "Write an order" })).toBeVisible();
  await visitor.to(visitor.page.getByRole("button", { name: "Drawn board" }).last());
  await visitor.press("Enter");
  await expect(visitor.page.getByRole("grid")).toBeVisible();
});
