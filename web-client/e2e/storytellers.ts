/** A short real match with what a replay is for: moves that are tried, withdrawn, played and taken back, and talk. */

import type { RoomSettings } from "../src/wire/generated/protocol.ts";
import { Line } from "./line.ts";
import type { Person, World } from "./world.ts";

export class Match {
  private constructor(
    readonly room: string,
    readonly south: readonly [Line, Line],
    readonly north: Line,
    readonly people: readonly Person[],
  ) {}

  /** Two sit with South, of whom one has the hand, and one with North. */
  static async of(
    world: World,
    change: (settings: RoomSettings) => RoomSettings = (settings) => settings,
  ): Promise<Match> {
    const people: Person[] = [];
    for (const name of ["Amina", "Ben", "Chiku"]) people.push(await world.person(name));
    const [host] = people as [Person, ...Person[]];
    const path = await world.room(host, (settings) =>
      change({
        ...settings,
        title: "Under the tree",
        series: { goal: "single" },
        starter: "agreement",
        team_max: 2,
        clock: { type: "bank", ms: 900_000, increment_ms: 5000, flag: "lose" },
        decision: {
          ...settings.decision,
          mode: "hand",
          hand: "fixed",
          vote_ms: 600_000,
          consent_ms: 600_000,
          takebacks_max: 2,
        },
      }),
    );
    const lines: Line[] = [];
    for (const { page } of people) lines.push(await Line.of(page, path.replace("/r/", "")));
    const [one, two, north] = lines as [Line, Line, Line];
    for (const line of [one, two]) await line.asks({ k: "seat.take", d: { side: "south" } });
    await north.asks({ k: "seat.take", d: { side: "north" } });
    return new Match(path, [one, two], north, people);
  }

  get all(): readonly Line[] {
    return [...this.south, this.north];
  }

  /** Who has the hand of South, and who has not. */
  get pair(): readonly [hand: Line, friend: Line] {
    const [one, two] = this.south;
    return one.holdsHand ? [one, two] : [two, one];
  }

  async begins(): Promise<void> {
    for (const line of [this.south[0], this.north])
      await line.asks({ k: "starter.set", d: { starter: "south" } });
    for (const line of this.all) await line.asks({ k: "ready.set", d: { on: true } });
    await this.ply(1);
  }

  async ply(ply: number): Promise<void> {
    for (const line of this.all)
      await line.until(
        ({ legal }) => line.turn?.ply === ply && line.turn.tried === null && legal?.ply === ply,
      );
  }

  /** A legal move of the turn, counted from the left. */
  move(index: number): string {
    const moves = this.north.model.legal?.moves ?? [];
    const offer = moves[Math.min(index, moves.length - 1)];
    if (!offer) throw new Error("there is no legal move");
    return offer.move;
  }

  /** The hand of South tries a move: everybody sees it. */
  async tries(index: number): Promise<void> {
    await this.pair[0].asks({ k: "move.lay", d: { move: this.move(index) } });
    for (const line of this.all) await line.until(() => line.turn?.tried != null);
  }

  /** Whoever has the first turn lays that move: South to try it, North alone to play it. */
  async opens(index: number): Promise<void> {
    if (this.north.turn?.side === "south") return this.tries(index);
    await this.north.asks({ k: "move.lay", d: { move: this.move(index) } });
    await this.ply(2);
  }

  async untried(): Promise<void> {
    for (const line of this.all) await line.until(() => line.turn?.tried === null);
  }

  /** The whole of it: four plies, two withdrawals, a hand that passes, a move taken back, and South gives up. */
  async plays(): Promise<void> {
    const [one] = this.south;
    await one.asks({ k: "chat.say", d: { to: "all", text: "A good evening to both sides" } });
    await this.begins();

    await this.tries(0);
    await this.pair[1].asks({ k: "object.set", d: { on: true } });
    await this.untried();
    await this.pair[1].asks({ k: "chat.say", d: { to: "team", text: "That one feeds their row" } });
    await this.tries(1);
    await this.pair[1].asks({ k: "approve.set", d: { on: true } });
    await this.ply(2);
    await this.north.asks({ k: "move.lay", d: { move: this.move(0) } });

    await this.ply(3);
    await this.tries(0);
    const [hand, friend] = this.pair;
    await hand.asks({ k: "move.withdraw", d: {} });
    await this.untried();
    await hand.asks({ k: "hand.pass", d: { to: friend.me } });
    for (const line of this.all) await line.until(() => friend.holdsHand);
    await this.tries(1);
    await hand.asks({ k: "approve.set", d: { on: true } });

    await this.ply(4);
    await this.north.asks({ k: "move.lay", d: { move: this.move(0) } });
    await this.ply(5);
    await this.north.asks({ k: "motion.open", d: { what: { type: "takeback", ply: 4 } } });
    for (const line of this.south) await line.answers("takeback", true);
    await this.ply(4);
    await this.north.asks({ k: "move.lay", d: { move: this.move(1) } });
    await this.ply(5);
    await this.north.asks({ k: "chat.say", d: { to: "all", text: "Well sown" } });
  }

  /** Everybody wants one more, and it begins. */
  async again(): Promise<void> {
    for (const line of this.all) await line.asks({ k: "rematch.set", d: { on: true } });
    await this.ply(1);
  }

  async ends(): Promise<void> {
    const [one, two] = this.south;
    await one.asks({ k: "motion.open", d: { what: { type: "resign" } } });
    await two.answers("resign", true);
    for (const line of this.all) await line.until(({ table }) => table?.game?.unsealed != null);
  }
}
