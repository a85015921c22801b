/**
 * Records matches of the real server for `src/state/recorded.test.ts`: all that one viewer is told, with a fresh
 * snapshot of every stream at many moments. Not a test: `npx playwright test -c record.config.ts`.
 */

import { writeFile } from "node:fs/promises";
import type { Motion, MotionKind, RoomSettings, Side } from "../src/wire/generated/protocol.ts";
import { Line } from "./line.ts";
import { test, type World } from "./world.ts";

const INTO = "src/state/recorded";
const NAMES: Readonly<Record<Side, readonly string[]>> = {
  south: ["Acacia", "Basalt", "Cedar", "Dune", "Ebony", "Fern", "Gorge", "Heath", "Iris"],
  north: ["Flint", "Granite"],
};

class Gathering {
  recorded: readonly Line[] = [];

  private constructor(
    readonly world: World,
    readonly room: string,
    readonly south: readonly Line[],
    readonly north: readonly Line[],
    readonly stand: Line,
  ) {}

  /** People of two sides and one who watches, seated and ready to begin. */
  static async of(
    world: World,
    sizes: Readonly<Record<Side, number>>,
    change: Partial<Omit<RoomSettings, "decision">> & { decision: Partial<RoomSettings["decision"]> },
  ): Promise<Gathering> {
    const host = await world.person("Acacia");
    const path = await world.room(host, (settings) => ({
      ...settings,
      // Where the stand bets, it is given time before each game.
      stand: { ...settings.stand, betting: "off" },
      ...change,
      title: "Recorded",
      visibility: "unlisted",
      game: { ...settings.game, pits: 6, seeds_per_pit: 3 },
      starter: "agreement",
      decision: { ...settings.decision, ...change.decision, min_ms: 0, settle_ms: 0 },
    }));
    const room = path.replace("/r/", "");
    const sit = async (side: Side) => {
      const lines: Line[] = [];
      for (const name of NAMES[side].slice(0, sizes[side])) {
        const person = name === host.name ? host : await world.person(name);
        const line = await Line.of(person.page, room);
        await line.asks({ k: "seat.take", d: { side } });
        lines.push(line);
      }
      return lines;
    };
    const south = await sit("south");
    const north = await sit("north");
    const watcher = await world.person("Watcher");
    return new Gathering(world, room, south, north, await Line.of(watcher.page, room));
  }

  get all(): readonly Line[] {
    return [...this.south, ...this.north, this.stand];
  }

  team(side: Side): readonly Line[] {
    return side === "south" ? this.south : this.north;
  }

  async begin(): Promise<void> {
    for (const line of [this.first("south"), this.first("north")]) {
      await line.asks({ k: "starter.set", d: { starter: "south" } });
    }
    for (const line of [...this.south, ...this.north]) await line.asks({ k: "ready.set", d: { on: true } });
    await this.ply(1);
  }

  first(side: Side): Line {
    const [line] = this.team(side);
    if (!line) throw new Error("nobody sits there");
    return line;
  }

  /** Everybody has heard that this ply is to be played, and may see the ballot if there is one. */
  async ply(ply: number): Promise<void> {
    for (const line of this.all) await line.until(() => line.turn?.ply === ply);
    const turn = this.stand.turn;
    if (!turn || turn.deadline === null) return;
    for (const line of this.team(turn.side)) await line.until(() => line.ballot !== null);
  }

  /** A legal move of the turn, counted from the left. */
  move(index: number): string {
    const moves = this.stand.model.legal?.moves ?? [];
    const offer = moves[Math.min(index, moves.length - 1)];
    if (!offer) throw new Error("there is no legal move");
    return offer.move;
  }

  /** Those who are recorded get everything anew. */
  async lookAnew(): Promise<void> {
    for (const line of this.recorded) await line.looksAnew();
  }

  /** Two of the side to move agree on a move that then stands. */
  async agree(index = 0): Promise<void> {
    const turn = this.stand.turn;
    if (!turn) throw new Error("no turn");
    const move = this.move(index);
    for (const line of this.team(turn.side)) {
      if (this.stand.turn?.ply !== turn.ply || (line.ballot && line.turn?.tried)) break;
      if (line.ballot) await line.votes(move);
    }
    await this.ply(turn.ply + 1);
  }

  async giveUp(side: Side): Promise<void> {
    await this.carry(side, { type: "resign" });
    for (const line of this.all) await line.until(({ table }) => table?.game?.result != null);
  }

  /** One of a side asks, and as many of it agree as are needed. */
  async carry(side: Side, what: Motion): Promise<void> {
    const [first, ...others] = this.team(side);
    await first?.asks({ k: "motion.open", d: { what } });
    const need = first?.asked(what.type)?.need ?? 1;
    for (const line of others.slice(0, need - 1)) await line.answers(what.type, true);
  }

  /** As many of a side answer the other one as settle it. */
  async answer(side: Side, what: MotionKind, yes: boolean): Promise<void> {
    const [first] = this.team(side);
    await first?.until(() => first.asked(what) !== null);
    const { need, effective } = first?.asked(what) ?? { need: 1, effective: 1 };
    const enough = yes ? need : effective - need + 1;
    for (const line of this.team(side).slice(0, enough)) await line.answers(what, yes);
  }

  async again(game: number): Promise<void> {
    for (const line of [...this.south, ...this.north]) await line.asks({ k: "rematch.set", d: { on: true } });
    for (const line of this.all)
      await line.until(({ table }) => table?.game?.game === game && !table.game.result);
    await this.ply(1);
  }
}

async function keep(name: string, line: Line): Promise<void> {
  await writeFile(`${INTO}/${name}.json`, `${JSON.stringify(line.frames)}\n`);
}

test("most votes win: words, votes, a tie, a withdrawal, a fallback, voices of the stand, two matches", async ({
  world,
}) => {
  const table = await Gathering.of(
    world,
    { south: 2, north: 2 },
    {
      series: { goal: "first_to_wins", wins: 2 },
      stand: { betting: "pool", delay_ms: 0, delay_plies: 0, cheers: true, advice: true },
      team_max: 3,
      clock: { type: "bank", ms: 600_000, increment_ms: 5000, flag: "lose" },
      decision: {
        mode: "plurality",
        hand: "rotating",
        vote_ms: 20_000,
        consent_ms: 60_000,
        fallback_ms: 500,
      },
    },
  );
  const [one, two] = table.south as [Line, Line];
  const [north] = table.north as [Line];
  table.recorded = [one, table.stand];
  await one.asks({ k: "chat.say", d: { to: "all", text: "good day" } });
  await two.asks({ k: "name.set", d: { name: "Basalt two" } });
  await table.stand.asks({ k: "chat.say", d: { to: "stand", text: "who will win?" } });
  await two.asks({ k: "ready.set", d: { on: true } });
  await two.asks({ k: "ready.set", d: { on: false } });
  await table.begin();
  await table.lookAnew();

  // South listens to the stand, and then no more to one who speaks there.
  await one.asks({ k: "ears.set", d: { on: true } });
  await table.stand.until(({ table }) => table?.ears.south ?? false);
  await table.stand.asks({ k: "advice.give", d: { side: "south", pit: 3, text: "it opens the row" } });
  await one.until(({ teams }) => (teams.south?.advice.length ?? 0) > 0);
  await table.lookAnew();
  await one.asks({ k: "advice.mute", d: { member: table.stand.me, on: true } });
  await table.lookAnew();
  await one.asks({ k: "advice.mute", d: { member: table.stand.me, on: false } });
  await one.asks({ k: "ears.set", d: { on: false } });

  await one.proposes(table.move(2), "it opens the row");
  await two.votes(table.move(2));
  await two.votes(table.move(4));
  await one.proposes(table.move(2), "it opens the row, and more");
  await two.asks({ k: "vote.clear", d: { ballot: two.ballot?.ballot ?? 0 } });
  await one.asks({ k: "chat.say", d: { to: "team", text: "the third?" } });
  await table.lookAnew();
  await one.votes(table.move(2));
  await two.votes(table.move(4));
  for (const line of table.all) await line.until(() => line.turn?.tried != null);
  await table.lookAnew();
  const [layer, partner] = one.turn?.tried?.by === one.me ? [one, two] : [two, one];
  await layer.asks({ k: "move.withdraw", d: {} });
  for (const line of table.south) await line.until(() => line.turn?.tried === null && line.ballot !== null);
  await table.lookAnew();
  await one.votes(table.move(1));
  await two.votes(table.move(3));
  for (const line of table.all) await line.until(() => line.turn?.tried != null);
  await partner.asks({ k: "object.set", d: { on: true } });
  for (const line of table.south) await line.until(() => line.turn?.tried === null && line.ballot !== null);
  await table.lookAnew();
  await table.agree(0);

  // Nobody of North votes: the hand may lay, and after a while anyone.
  await north.until(() => north.ballot?.hand_until != null);
  await table.lookAnew();
  const other = table.north.find((line) => !line.holdsHand) ?? north;
  const until = north.ballot?.hand_until ?? 0;
  await other.until(() => Date.now() > until + 50);
  await other.asks({ k: "move.lay", d: { move: table.move(1) } });
  await table.ply(3);
  await table.lookAnew();

  // One of South leaves in the middle of the ballot, comes back and may only advise.
  await two.votes(table.move(1));
  await two.asks({ k: "seat.leave", d: {} });
  await table.lookAnew();
  await one.votes(table.move(1));
  await table.ply(4);
  await two.asks({ k: "seat.take", d: { side: "south" } });
  await table.lookAnew();
  await table.agree(1);

  await one.asks({ k: "motion.open", d: { what: { type: "resign" } } });
  await table.lookAnew();
  const motion = one.model.teams.south?.motions[0]?.motion ?? 0;
  await one.asks({ k: "motion.vote", d: { motion, yes: null } });
  await table.giveUp("south");
  await table.lookAnew();
  await one.asks({ k: "rematch.set", d: { on: true } });
  await table.lookAnew();
  await table.again(2);
  await table.lookAnew();
  await table.agree(2);
  await table.giveUp("south");
  await table.lookAnew();
  await table.again(1);
  await table.lookAnew();
  await keep("plurality-south", one);
  await keep("plurality-stand", table.stand);
});

test("more than half must agree: a run-off, and moves that stand at once", async ({ world }) => {
  const table = await Gathering.of(
    world,
    { south: 3, north: 2 },
    {
      series: { goal: "single" },
      team_max: 3,
      clock: { type: "none" },
      decision: { mode: "majority", vote_ms: 60_000, runoff_ms: 20_000, tries_max: 0, consent_ms: 60_000 },
    },
  );
  const [one, two, three] = table.south as [Line, Line, Line];
  table.recorded = [one];
  await table.begin();
  await one.proposes(table.move(1), "a reason that goes into the run-off");
  await one.votes(table.move(1));
  await two.votes(table.move(3));
  await three.votes(table.move(5));
  await table.lookAnew();
  await one.until(() => one.ballot?.kind === "run_off");
  await table.lookAnew();
  await two.votes(table.move(1));
  await two.votes(table.move(3));
  await table.lookAnew();
  for (const line of [one, three]) {
    if (line.ballot?.kind === "run_off") await line.votes(table.move(1));
  }
  await table.ply(2);
  await table.lookAnew();
  for (let turn = 0; turn < 4; turn++) await table.agree(turn);
  await table.lookAnew();
  await table.giveUp("north");
  await table.lookAnew();
  await table.again(1);
  await table.lookAnew();
  await keep("majority-south", one);
});

test("one hand plays: tries, the hand passes, a flag, a server that is killed, an empty room", async ({
  world,
}) => {
  world.expected = /WebSocket|ERR_/;
  const table = await Gathering.of(
    world,
    { south: 2, north: 2 },
    {
      series: { goal: "single" },
      team_max: 2,
      clock: { type: "per_move", ms: 8000, flag: "pass_hand" },
      decision: { mode: "hand", hand: "fixed", vote_ms: 120_000, consent_ms: 60_000, fallback_ms: 60_000 },
    },
  );
  const [one, two] = table.south as [Line, Line];
  const [flint] = table.north as [Line];
  table.recorded = [flint, table.stand];
  await table.begin();
  const [hand, friend] = one.holdsHand ? [one, two] : [two, one];
  await friend.votes(table.move(1));
  await hand.asks({ k: "move.lay", d: { move: table.move(2) } });
  for (const line of table.all) await line.until(() => line.turn?.tried != null);
  await table.lookAnew();
  await friend.asks({ k: "object.set", d: { on: true } });
  for (const line of table.all) await line.until(() => line.turn?.tried === null);
  await table.lookAnew();
  await hand.asks({ k: "hand.pass", d: { to: friend.me } });
  await friend.asks({ k: "move.lay", d: { move: table.move(1) } });
  for (const line of table.all) await line.until(() => line.turn?.tried != null);
  await hand.asks({ k: "approve.set", d: { on: true } });
  await table.ply(2);
  await table.lookAnew();

  // The power fails while the ballot of North is open.
  await world.server.kill();
  await world.server.revive();
  for (const line of table.all) await line.connects(table.room);
  await table.lookAnew();
  for (const line of table.all) await line.until(({ table }) => table?.holds.length === 0);
  await table.lookAnew();

  // North lets its time run out: the hand passes on, with a little time.
  const before = table.stand.model.table?.game?.hands.north;
  for (const line of table.all) {
    await line.until(({ table }) => table?.game?.hands.north !== before);
  }
  await table.lookAnew();
  const next = table.north.find((line) => line.holdsHand) ?? table.first("north");
  await next.asks({ k: "move.lay", d: { move: table.move(0) } });
  for (const line of table.all) await line.until(() => line.turn?.tried != null || line.turn?.ply === 3);

  // Everybody but the one who watches goes; then all come back.
  for (const line of [...table.south, ...table.north]) await line.hangsUp();
  await table.stand.until(({ table }) => table?.holds.includes("empty") ?? false);
  await table.stand.looksAnew();
  for (const line of [...table.south, ...table.north]) await line.connects(table.room);
  await table.stand.until(({ table }) => table?.holds.length === 0);
  await table.lookAnew();
  await keep("hand-stand", table.stand);
  await keep("hand-north", flint);
});

test("an opening race", async ({ world }) => {
  const host = await world.person("Acacia");
  const path = await world.room(host, (settings) => ({ ...settings, practice: true }), "enkeshui");
  const line = await Line.of(host.page, path.replace("/r/", ""));
  for (const side of ["south", "north"] as const) await line.asks({ k: "seat.take", d: { side } });
  await line.until(({ table }) => table?.game?.race != null);
  await line.looksAnew();
  await keep("race-practice", line);
});

test("a council of three: trust, a claim, blocks, unseen votes, and what sides ask of each other", async ({
  world,
}) => {
  world.expected = /WebSocket|ERR_/;
  const table = await Gathering.of(
    world,
    { south: 3, north: 2 },
    {
      series: { goal: "single" },
      team_max: 4,
      clock: { type: "bank", ms: 600_000, increment_ms: 5000, flag: "lose" },
      decision: {
        mode: "consensus",
        hand: "volunteer",
        block: true,
        visibility: "counts",
        council: 3,
        takebacks_max: 2,
        vote_ms: 120_000,
        consent_ms: 60_000,
      },
    },
  );
  const [one, two, three] = table.south as [Line, Line, Line];
  const [flint, granite] = table.north as [Line, Line];
  table.recorded = [one, flint];
  await one.asks({ k: "hand.claim", d: {} });
  for (const line of [two, three]) await line.asks({ k: "trust.set", d: { member: one.me, on: true } });
  await three.asks({ k: "trust.set", d: { member: one.me, on: false } });
  await flint.asks({ k: "member.report", d: { member: two.me, text: "shouts" } });
  for (const on of [true, false]) await one.asks({ k: "member.mute", d: { member: granite.me, on } });
  await table.lookAnew();
  await table.begin();
  await table.lookAnew();

  await one.votes(table.move(1));
  await two.proposes(table.move(2), "it opens the row");
  await three.until(() => (three.ballot?.options.length ?? 0) > 1);
  const ballot = three.ballot?.ballot ?? 0;
  await three.asks({ k: "block.add", d: { ballot, move: table.move(1), reason: "it feeds their row" } });
  await two.votes(table.move(2));
  await table.lookAnew();
  await one.asks({ k: "vote.clear", d: { ballot } });
  await table.agree(2);
  await table.lookAnew();

  await table.carry("south", { type: "takeback", ply: 1 });
  await table.answer("north", "takeback", true);
  await table.ply(1);
  await table.lookAnew();
  await table.agree(3);

  await table.carry("north", { type: "extend" });
  await table.carry("north", { type: "pause" });
  await table.lookAnew();
  await table.answer("south", "pause", true);
  for (const line of table.all) await line.until(({ table }) => table?.holds.includes("agreed") ?? false);
  await table.lookAnew();
  await one.asks({ k: "motion.open", d: { what: { type: "resume" } } });
  await table.lookAnew();
  for (const line of table.all) await line.until(({ table }) => table?.holds.length === 0);
  await table.lookAnew();
  await table.carry("north", { type: "draw" });
  await table.answer("south", "draw", false);
  await flint.until(({ table }) => table?.offers.length === 0);
  await table.lookAnew();

  // Somebody leaves while his side is asked.
  await two.asks({ k: "motion.open", d: { what: { type: "resign" } } });
  await three.asks({ k: "seat.leave", d: {} });
  await table.lookAnew();
  await two.answers("resign", null);
  await one.asks({ k: "member.ban", d: { member: granite.me, on: true } });
  await one.until(({ table }) => table?.members.some((member) => member.banned) ?? false);
  await one.asks({ k: "member.ban", d: { member: granite.me, on: false } });
  await table.lookAnew();
  await one.asks({ k: "motion.open", d: { what: { type: "resign" } } });
  await two.answers("resign", true);
  for (const line of [one, two, flint]) await line.until(({ table }) => table?.game?.unsealed != null);
  await table.lookAnew();
  await keep("council-south", one);
  await keep("council-north", flint);
});

test("nine on a side: votes and stances are told together", async ({ world }) => {
  const table = await Gathering.of(
    world,
    { south: 9, north: 1 },
    {
      series: { goal: "single" },
      team_max: 9,
      clock: { type: "none" },
      decision: { mode: "plurality", vote_ms: 120_000, consent_ms: 60_000, runoff: false, quorum: 1 },
    },
  );
  const [one, two, ...others] = table.south as [Line, Line, ...Line[]];
  table.recorded = [one];
  await table.begin();
  await one.proposes(table.move(1), "it opens the row");
  await two.votes(table.move(2));
  await two.votes(table.move(1));
  await one.votes(table.move(2));
  await one.until(() => one.ballot?.voted === 2);
  await table.lookAnew();
  for (const [index, line] of others.entries()) await line.votes(table.move(index % 3));
  for (const line of table.all) await line.until(() => line.turn?.tried != null);
  const layer = one.turn?.tried?.by;
  const [objector, approver] = table.south.filter((line) => line.me !== layer) as [Line, Line];
  await objector.asks({ k: "object.set", d: { on: true } });
  await approver.asks({ k: "approve.set", d: { on: true } });
  await one.until(({ teams }) => teams.south?.stances.length === 2);
  await table.lookAnew();
  await keep("together-south", one);
});
