/** A world for one test: a server, and people with a browser each. A page that fails fails the test. */

import {
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from "@playwright/test";
import type { GameInfo, Preset, RoomSettings } from "../src/wire/generated/protocol.ts";
import { Server, type Settings } from "./server.ts";
import { Witness } from "./witness.ts";

export interface Look {
  readonly theme?: "light" | "dark";
  readonly phone?: boolean;
  /** A phone with all that a browser does differently there: its viewport, its touch, two pixels to a point. */
  readonly mobile?: boolean;
  /** One pixel for two points: for pictures that are kept. */
  readonly small?: boolean;
  /** Whether moves are shown in motion; most tests want the result at once. */
  readonly motion?: boolean;
  /** The name of the machine in place of its address: browsers make passkeys for names alone. */
  readonly named?: boolean;
  /** What the browser reads, if not the English of the tests: "pl-PL". */
  readonly locale?: string;
  /** Whether the browser runs the service worker of the page. */
  readonly worker?: boolean;
}

export class World {
  readonly #contexts: BrowserContext[] = [];
  readonly faults: string[] = [];
  readonly witness = new Witness();
  /** Errors in the console that a test brings about on purpose. */
  expected: RegExp | null = null;

  constructor(
    readonly server: Server,
    private readonly browser: Browser,
  ) {}

  /** Somebody who gave no name: the server makes one up. */
  async guest(look: Look = {}): Promise<Person> {
    return this.#enter(null, look);
  }

  async person(name: string, look: Look = {}): Promise<Person> {
    return this.#enter(name, look);
  }

  async #enter(wish: string | null, look: Look): Promise<Person> {
    const context = await this.browser.newContext({
      baseURL: look.named ? this.server.address.replace("127.0.0.1", "localhost") : this.server.address,
      viewport: look.phone || look.mobile ? { width: 390, height: 844 } : { width: 1440, height: 900 },
      hasTouch: look.phone || look.mobile || false,
      ...(look.mobile ? { isMobile: true, deviceScaleFactor: 2 } : {}),
      ...(look.small ? { deviceScaleFactor: 0.5 } : {}),
      colorScheme: look.theme ?? "light",
      ...(look.locale ? { locale: look.locale } : {}),
      ...(look.worker ? { serviceWorkers: "allow" as const } : {}),
      reducedMotion: look.motion ? "no-preference" : "reduce",
    });
    this.#contexts.push(context);
    const entered = await context.request.post("/api/session", { data: { name: wish } });
    expect(entered.status(), await entered.text()).toBe(200);
    const { name }: { name: string } = await entered.json();
    return new Person(name, await this.#page(name, context));
  }

  /** The same person in another tab. */
  async tab({ name, page }: Person): Promise<Person> {
    return new Person(name, await this.#page(name, page.context()));
  }

  async #page(name: string, context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    page.on("pageerror", (error) => this.faults.push(`${name}: ${error.stack ?? error.message}`));
    page.on("console", (message) => {
      if (message.type() === "error") this.faults.push(`${name}: ${message.text()}`);
    });
    this.witness.watch(name, page);
    return page;
  }

  /** A room with settings of its own, opened by this person over the same door as the page. */
  async room(
    host: Person,
    change: (settings: RoomSettings) => RoomSettings,
    preset: Preset = "en-dodoi",
    bots = { south: 0, north: 0 },
  ): Promise<string> {
    const games: GameInfo[] = await (await host.page.request.get("/api/games")).json();
    const game = games.find((one) => one.preset === preset);
    if (!game) throw new Error(`the server does not offer ${preset}`);
    // Where the stand bets it is given time before each game: a test that is about that says so.
    const stand = { ...game.defaults.stand, betting: "off" as const };
    const settings = change({ ...game.defaults, stand });
    const answer = await host.page.request.post("/api/rooms", {
      data: { settings, bots },
    });
    expect(answer.status(), await answer.text()).toBeLessThan(300);
    return `/r/${(await answer.json()).room}`;
  }

  async end(): Promise<void> {
    for (const context of this.#contexts) await context.close();
    await this.server.stop();
  }
}

/** Time can only be stopped at a moment that has not passed yet. */
const AHEAD_MS = 1_000;
/** A part of a step of a move that is shown. */
const A_MOMENT_MS = 50;

export class Person {
  constructor(
    readonly name: string,
    readonly page: Page,
  ) {}

  /** By pointer, he is nobody else. */
  get person(): Person {
    return this;
  }

  async enters(room: string): Promise<void> {
    await this.page.goto(room);
    await expect(this.page.getByRole("grid")).toBeVisible();
  }

  async sits(side: "South" | "North"): Promise<void> {
    await this.presses(`Sit with ${side}`);
    await expect(this.page.getByRole("button", { name: "I am ready" })).toBeVisible();
  }

  /** Agrees that a side starts. */
  async lets(side: "South" | "North"): Promise<void> {
    await this.presses(`${side} starts`);
  }

  async isReady(): Promise<void> {
    await this.presses("I am ready");
  }

  async presses(button: string): Promise<void> {
    await this.page.getByRole("button", { name: button, exact: true }).click();
  }

  /** Asks for something in the menu of what a side may ask. */
  async asks(what: string): Promise<void> {
    const dialog = this.page.getByRole("dialog");
    await this.presses("Ask or give up");
    await dialog.getByRole("button", { name: `Ask: ${what}`, exact: true }).click();
    if (what === "Giving up") await dialog.getByRole("button", { name: "Yes", exact: true }).click();
    await expect(dialog).toHaveCount(0);
  }

  /**
   * From now on time stands still on his page, and passes when the test says so: what moves is neither missed nor waited
   * for. His page must have been entered after `clock.install`.
   */
  async holdsTime(): Promise<void> {
    const now = await this.page.evaluate(() => Date.now());
    await this.page.clock.pauseAt(now + AHEAD_MS);
  }

  /** Time passes in small steps until so many of these are seen, and stands still again. */
  async passesUntil(seen: Locator, count: number): Promise<void> {
    await expect
      .poll(async () => {
        await this.page.clock.runFor(A_MOMENT_MS);
        return seen.count();
      })
      .toBe(count);
  }

  pit(name: string) {
    return this.page.locator(`[role=gridcell][data-name=${name}]`);
  }

  /** Names of the pits that may be chosen now, in the order of the board. */
  async choices(): Promise<string[]> {
    return this.page
      .locator("[role=gridcell].may-choose")
      .evaluateAll((cells) => cells.map((cell) => cell.getAttribute("data-name") ?? ""));
  }

  /** The pits that may be chosen, once there are any. */
  async mayChoose(): Promise<string[]> {
    let choices: string[] = [];
    await expect
      .poll(async () => {
        choices = await this.choices();
        return choices.length;
      })
      .toBeGreaterThan(0);
    return choices;
  }

  /** Alone on a side: looks, plays, and waits until it is done. */
  async plays(pit: string): Promise<void> {
    await this.pit(pit).click();
    await this.presses(`Play pit ${pit.slice(1)}`);
    await expect(this.page.getByRole("region", { name: `Pit ${pit.slice(1)}`, exact: true })).toHaveCount(0);
  }

  /** To the own team, or to everybody for those who watch. On a phone the talk is a tab. */
  async says(line: string): Promise<void> {
    const tab = this.page.getByRole("tab", { name: "Talk" });
    const before = this.page.getByRole("tab", { selected: true });
    const name = await before.textContent();
    await tab.click();
    await this.page.getByLabel("Say something").fill(line);
    await this.presses("Say");
    await expect(this.page.getByText(line)).toBeVisible();
    await this.page.getByRole("tab", { name: name ?? "Talk" }).click();
  }

  async votesFor(pit: string): Promise<void> {
    const number = pit.slice(1);
    const chosen = this.page.getByRole("region", { name: `Pit ${number}`, exact: true });
    if (!(await chosen.isVisible())) await this.pit(pit).click();
    await chosen.getByRole("button", { name: `Vote for pit ${number}`, exact: true }).click();
  }
}

export const test = base.extend<{ world: World; settings: Settings }>({
  /** What the host of the server sets: `test.use({ settings: … })`. */
  settings: [{}, { option: true }],
  world: async ({ browser, settings }, use, info) => {
    const world = new World(await Server.start(settings), browser);
    await use(world);
    const faults = world.faults.filter((fault) => !world.expected?.test(fault));
    world.witness.compare();
    faults.push(...world.witness.faults);
    await world.end();
    if (info.status !== info.expectedStatus) await info.attach("server.log", { body: world.server.said });
    expect(faults).toEqual([]);
  },
});

export { expect };
