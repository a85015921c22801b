/** People with accounts, a match between two, and bets on it: what tests and pictures of profiles need. */

import type { RoomSettings } from "../src/wire/generated/protocol.ts";
import { expect, type Look, type Person, type World } from "./world.ts";

/** Accounts are made by the tests that bet with them. */
export const AT_ONCE = { SINDILLO_MIN_ACCOUNT_AGE_HOURS: "0" } as const;

export async function joins(world: World, name: string, look: Look = {}): Promise<Person> {
  const person = await world.person(name, look);
  const made = await person.page.request.post("/api/account", {
    data: { login: name.toLowerCase(), password: "seeds in the left pit" },
  });
  expect(made.status(), await made.text()).toBe(200);
  return person;
}

const open =
  (change: Partial<RoomSettings> = {}) =>
  (settings: RoomSettings): RoomSettings => ({
    ...settings,
    title: "By the well",
    visibility: "public",
    starter: "agreement",
    team_max: 2,
    clock: { type: "none" },
    decision: { ...settings.decision, min_ms: 0, settle_ms: 0 },
    stand: { ...settings.stand, betting: "pool" },
    ...change,
  });

export interface Match {
  readonly room: string;
  readonly south: Person;
  readonly north: Person;
}

export async function gather(
  world: World,
  south: Person,
  north: Person,
  change: Partial<RoomSettings> = {},
): Promise<Match> {
  const room = await world.room(south, open(change));
  for (const person of [south, north]) await person.enters(room);
  await south.sits("South");
  await north.sits("North");
  for (const person of [south, north]) await person.presses("South starts");
  return { room, south, north };
}

/** Two moves each, and North gives up. */
export async function plays({ south, north }: Match): Promise<void> {
  for (const person of [south, north]) await person.isReady();
  for (let turn = 0; turn < 2; turn++) {
    for (const person of [south, north]) {
      const choices = await person.mayChoose();
      await person.plays(choices[0] ?? "");
    }
  }
  await north.asks("Giving up");
  await expect(south.page.getByRole("heading", { name: /wins|won/i }).first()).toBeVisible();
}

export async function bets(person: Person, room: string, outcome: string, stake: number): Promise<void> {
  await person.enters(room);
  const terms = person.page.getByRole("button", { name: "Understood", exact: true });
  const card = person.page.getByRole("group", { name: "What do you bet on?" });
  await terms.or(card).first().waitFor();
  if (await terms.isVisible()) await terms.click();
  const { page } = person;
  await page
    .getByRole("group", { name: "What do you bet on?" })
    .getByRole("button", { name: outcome })
    .click();
  await page.getByLabel("Stake", { exact: true }).fill(String(stake));
  await page.getByRole("button", { name: `Place ${stake} on ${outcome}` }).click();
  await expect(page.getByText(`You have placed ${stake} coins on ${outcome}.`)).toBeVisible();
}
