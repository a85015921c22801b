/**
 * A team of two against one, at the moment when South is to move: whoever sits there comes to it in his own way, by
 * pointer, by keys or by written orders.
 */

import type { RoomSettings } from "../src/wire/generated/protocol.ts";
import type { Person, World } from "./world.ts";

/** Somebody who can take a seat. */
export interface Sitter {
  readonly person: Person;
  enters(room: string): Promise<void>;
  sits(side: "South" | "North"): Promise<void>;
  /** Agrees that this side starts. */
  lets(side: "South" | "North"): Promise<void>;
  isReady(): Promise<void>;
}

/** One fixed hand a side lays, after its team has voted if it likes; what is laid is tried for two minutes. */
export async function pair<Way extends Sitter>(
  world: World,
  south: readonly [Way, Way],
  north: Sitter,
  decision: Partial<RoomSettings["decision"]> = {},
): Promise<void> {
  const [first, second] = south;
  const room = await world.room(first.person, (settings) => ({
    ...settings,
    title: "Two and one",
    starter: "agreement",
    team_max: 2,
    decision: {
      ...settings.decision,
      mode: "hand",
      hand: "fixed",
      min_ms: 0,
      settle_ms: 0,
      vote_ms: 300_000,
      consent_ms: 120_000,
      ...decision,
    },
    clock: { type: "none" },
  }));
  const all = [first, second, north];
  for (const one of all) await one.enters(room);
  for (const one of south) await one.sits("South");
  await north.sits("North");
  for (const one of [first, north]) await one.lets("South");
  for (const one of all) await one.isReady();
}
