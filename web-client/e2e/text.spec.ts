/** The text mode as a client of its own: whole matches by written orders alone. */

import { isAccessible } from "./axe.ts";
import { pair } from "./pair.ts";
import { Writer } from "./text.ts";
import { expect, test } from "./world.ts";

test("a match is played by written orders alone, from the seats to the last seed", async ({ world }) => {
  const amina = new Writer(await world.person("Amina"));
  const ben = new Writer(await world.person("Ben", { phone: true }));
  const both = [amina, ben];
  const room = await world.room(amina.person, (settings) => ({
    ...settings,
    title: "By the fire",
    starter: "agreement",
    team_max: 1,
    game: { ...settings.game, pits: 6, seeds_per_pit: 3 },
    clock: { type: "none" },
  }));
  for (const one of both) await one.enters(room);

  await test.step("they sit down, agree on who starts, and are ready", async () => {
    expect(await amina.writes("play 3")).toContain("No turn is being played.");
    expect(await amina.writes("sit south")).toContain("You have a seat.");
    expect(await ben.writes("sit north")).toContain("You have a seat.");
    expect(await amina.writes("start south")).toContain("You would let South start.");
    await ben.writes("start south");
    await amina.writes("ready");
    expect(await ben.writes("ready")).toContain("You are ready.");
    await expect(amina.log).toContainText("The game begins. South starts: both sides agreed.");
    await expect(amina.log).toContainText("You are to move.");
    await expect(ben.log).toContainText("South is to move.");
  });

  await test.step("nothing that is wrong is silent", async () => {
    expect(await amina.writes("vtoe 3")).toMatch(/“vtoe” is no order here\. Did you mean vote\?/);
    expect(await amina.writes("propose")).toContain("Which pit?");
    expect(await amina.writes("play 99")).toContain("there is no such pit in your row");
    expect(await amina.writes("N3")).toContain("South is to move");
    expect(await amina.writes("vote 3")).toContain("write play 3");
    expect(await amina.writes("object")).toContain("No move is being tried.");
    expect(await amina.writes("pass Ben")).toContain("Nobody here is called Ben");
    expect(await amina.writes("yes")).toContain("Nothing is asked");
    expect(await ben.writes("play 3")).toMatch(/Not done/);
    await isAccessible(ben.person.page);
  });

  await test.step("a pit is looked at, and then played by an empty line", async () => {
    const [pit = ""] = await amina.moves();
    expect(await amina.writes(pit)).toMatch(/^Pit \d+: .*laps?, .*ends in [SN]\d+\.\nPress Enter/);
    await amina.line.press("Enter");
    await expect(ben.log).toContainText(new RegExp(`South played pit ${pit}: .*ends in [SN]\\d+\\.`));
    await expect(ben.log).toContainText("You are to move.");
    expect(await ben.writes("last")).toContain(`1. South, Amina: Pit ${pit}`);
  });

  await test.step("they talk", async () => {
    expect(await ben.writes("say well begun")).toContain("Said to all.");
    await expect(amina.log).toContainText("Ben, to all: well begun");
  });

  await test.step("they play to the end", async () => {
    const over = /wins\.|A draw\./;
    for (let turn = 0; turn < 300; turn++) {
      const mover = both[(turn + 1) % 2] ?? amina;
      const told = await mover.untilTold("status", /You are to move|wins\.|A draw\./);
      if (over.test(told)) break;
      const [pit = ""] = await mover.moves();
      expect(await mover.writes(`play ${pit}`)).toContain(`You lay pit ${pit}.`);
      const other = both[turn % 2] ?? ben;
      await other.untilTold("status", /You are to move|wins\.|A draw\.|North is to move|South is to move/);
    }
    for (const one of both) {
      const told = await one.untilTold("status", over);
      const [, south, north] = /South (\d+), North (\d+)/.exec(told) ?? [];
      expect(Number(south) + Number(north)).toBe(36);
    }
  });

  await test.step("and would go on", async () => {
    expect(await amina.writes("rematch")).toContain("You would go on.");
    await expect(ben.log).toContainText("Amina would go on.");
  });
});

test("a team of two proposes, votes, tries, objects and takes back in words", async ({ world }) => {
  const amina = new Writer(await world.person("Amina"));
  const ben = new Writer(await world.person("Ben"));
  const chiku = new Writer(await world.person("Chiku", { phone: true, theme: "dark" }));
  await pair(world, [amina, ben], chiku, { tries_max: 3 });

  await test.step("a proposal with its reason is for the own side", async () => {
    await expect(ben.log).toContainText("Your team is to move.");
    await expect(ben.log).toContainText("Your side votes.");
    expect(await ben.writes("propose 2 because it Keeps the row")).toContain("You propose pit 2.");
    await expect(amina.log).toContainText("Ben puts up pit 2: it Keeps the row");
    expect(await ben.writes("vote 2")).toContain("You vote for pit 2.");
    const ballot = await amina.untilTold("ballot", /Ben/);
    expect(ballot).toMatch(/Pit 2; |Pit 2: |Pit 2/);
    expect(ballot).toContain("“it Keeps the row”");
    expect(await chiku.writes("ballot")).not.toContain("Keeps");
    await expect(chiku.log).not.toContainText("Keeps");
  });

  const hand = (await amina.writes("status")).includes("The hand of South: Amina") ? amina : ben;
  const partner = hand === amina ? ben : amina;

  await test.step("the hand tries a move, its partner objects, and it is taken back", async () => {
    expect(await partner.writes("play 3")).toMatch(/Not done|Your side votes/);
    expect(await hand.writes("play 3")).toContain("You lay pit 3.");
    await expect(partner.log).toContainText(/South tries pit 3: .*Object within 2:00, or it stands\./);
    await expect(chiku.log).toContainText("South tries pit 3:");
    expect(await partner.writes("status")).toMatch(/tried pit 3/);
    expect(await partner.writes("object")).toContain("You object.");
    for (const one of [hand, chiku]) await expect(one.log).toContainText("The team took the move back.");
    expect(await hand.writes("play 3")).toContain("This move was taken back in this turn.");
  });

  await test.step("its maker takes a move back as well, and the next one is let stand", async () => {
    await hand.writes("play 4");
    await expect(partner.log).toContainText("South tries pit 4:");
    expect(await partner.writes("withdraw")).toMatch(/Not done/);
    expect(await hand.writes("withdraw")).toContain("You take the move back.");
    await expect(partner.log).toContainText("Its maker took the move back.");
    await hand.writes("play 5");
    await expect(partner.log).toContainText("South tries pit 5:");
    expect(await partner.writes("let it stand")).toContain("You let it stand.");
    await expect(chiku.log).toContainText("South's move stands: pit 5.");
    await expect(chiku.log).toContainText("You are to move.");
  });

  await test.step("the hand passes on, a draw is offered and refused, and somebody gives up", async () => {
    const [pit = ""] = await chiku.moves();
    await chiku.writes(`play ${pit}`);
    const name = partner.person.name;
    await hand.untilTold("status", /Your team is to move/);
    expect(await hand.writes(`pass the hand to ${name.slice(0, 2)}`)).toContain(`The hand goes to ${name}.`);
    await expect(partner.log).toContainText(`The hand passes to ${name}.`);
    expect(await chiku.writes("offer draw")).toContain("You ask: End it as a draw?");
    await expect(partner.log).toContainText("North asks you: End it as a draw?");
    expect(await partner.writes("no")).toContain("You say no: End it as a draw?");
    await expect(chiku.log).toContainText("South does not agree.");
    expect(await chiku.writes("resign")).toContain("Write yes to do it.");
    expect(await chiku.writes("no")).toContain("Nothing was done.");
    await chiku.writes("give up");
    await chiku.writes("yes");
    for (const one of [amina, ben, chiku]) await expect(one.log).toContainText("South wins.");
    await isAccessible(chiku.person.page);
    await isAccessible(amina.person.page);
  });
});

test("a long board, ways to turn, and other languages are played in words as well", async ({ world }) => {
  const visitor = new Writer(await world.person("Visitor", { theme: "dark" }));
  const { page } = visitor.person;
  await test.step("two by fifty by tens", async () => {
    const room = await world.room(
      visitor.person,
      (settings) => ({ ...settings, practice: true, game: { ...settings.game, pits: 50 } }),
      "en-gehe",
    );
    await visitor.enters(room);
    await expect(page.getByRole("table")).toHaveCount(5);
    await expect(page.getByRole("table", { name: /S11 to S20, facing N40 to N31/ })).toBeVisible();
    expect(await visitor.writes("pit s12")).toContain("It faces N39");
    const [pit = ""] = await visitor.moves();
    expect(await visitor.writes(`play ${pit}`)).toContain(`You lay pit ${pit}.`);
    await isAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole("table")).toHaveCount(10);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await isAccessible(page);
  });

  await test.step("the buttons and the drawn board are there for whoever wants them", async () => {
    const choice = page.getByRole("table").getByRole("button").first();
    await choice.click();
    await expect(page.getByRole("region", { name: /^Pit \d+$/ })).toBeVisible();
    await page.getByRole("button", { name: "All orders" }).click();
    await expect(page.getByRole("dialog", { name: "All orders" })).toContainText("propose");
    await isAccessible(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await visitor.line.fill("drawn");
    await visitor.line.press("Enter");
    await expect(page.getByRole("grid")).toBeVisible();
    await page.reload();
    await expect(page.getByRole("grid")).toBeVisible();
  });

  await test.step("a way to turn is read, and written as it was told", async () => {
    let way = "";
    for (let game = 0; game < 3 && way === ""; game++) {
      const room = await world.room(
        visitor.person,
        (settings) => ({ ...settings, practice: true, clock: { type: "none" } }),
        "enkeshui",
      );
      await visitor.enters(room);
      await expect(visitor.log).toContainText("it slept first in the opening race");
      for (let ply = 0; ply < 14 && way === ""; ply++) {
        const told = await visitor.writes("moves");
        const turns = /^Pit (\d+):.*ways? to turn/m.exec(told)?.[1];
        if (turns) {
          const looked = await visitor.writes(`look ${turns}`);
          way = /(\d+(?: (?:left|right))+): \d+ lap/.exec(looked)?.[1] ?? "";
          continue;
        }
        const [pit = ""] = [...told.matchAll(/^Pit (\d+):/gm)].map(([, one = ""]) => one).slice(-1);
        expect(await visitor.writes(`play ${pit}`)).toContain("You lay pit");
      }
    }
    expect(way).not.toBe("");
    expect(await visitor.writes(way)).toMatch(/turning (left|right).*\n?Press Enter/s);
    expect(await visitor.writes(`play ${way}`)).toMatch(/You lay pit \d+, turning (left|right)/);
  });

  await test.step("Polish and English words, in one room", async () => {
    const pole = await world.person("Zosia", { locale: "pl-PL" });
    const room = await world.room(pole, (settings) => ({ ...settings, practice: true }));
    await pole.page.goto(`${room}?text`);
    const line = pole.page.getByRole("textbox", { name: "Napisz polecenie" });
    const log = pole.page.getByRole("log");
    for (const order of ["stan", "ruchy", "zagraj 2"]) {
      await line.fill(order);
      await line.press("Enter");
    }
    await expect(log).toContainText("Grasz dołek 2.");
    await line.fill("play 2");
    await line.press("Enter");
    await expect(log).toContainText(/Grasz dołek 2\.[\s\S]*Grasz dołek 2\./);
  });
});

test("a watcher bets, cheers and asks in words", async ({ world }) => {
  const host = new Writer(await world.person("Acacia"));
  const north = new Writer(await world.person("Flint"));
  const watcher = new Writer(await world.person("Watcher"));
  const room = await world.room(host.person, (settings) => ({
    ...settings,
    visibility: "unlisted",
    team_max: 1,
    clock: { type: "none" },
    stand: { betting: "pool", delay_ms: 0, delay_plies: 0, cheers: true, advice: true },
  }));
  for (const one of [host, north, watcher]) await one.enters(room);
  await host.writes("sit south");
  await north.writes("sit north");
  await watcher.untilTold("bets", /Bets close when the game begins[\s\S]*Your wallet: 1,000 coins/);
  expect(await watcher.writes("bet south 5")).toContain("A stake is from 10 to");
  expect(await watcher.writes("bet")).toContain("what you bet on");
  expect(await watcher.writes("bet south 50")).toContain("You have placed 50 coins on South.");
  expect(await watcher.writes("unbet")).toContain("Your stake is back in your wallet.");
  await watcher.writes("bet north 80");
  await host.writes("ready");
  await north.writes("ready");
  await host.untilTold("status", /is to move|You are to move/);
  await watcher.untilTold("bets", /All bets were on the same outcome.* Your stake of 80 coins is back/);
  expect(await watcher.writes("cheer north")).toContain("You cheer North.");
  expect(await host.writes("listen on")).toContain("Your side listens");
  await expect(watcher.log).toContainText("South listens to those who watch.");
  expect(await watcher.writes("advise south 2 quietly")).toContain("South hears your advice.");
  await expect(host.log).toContainText("From the stand, Watcher: pit 2. quietly");
});
