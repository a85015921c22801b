/** Fetches the story of the market of the game on the table: for the plot, and for an end that others came after. */

import { type Wanted, wantedStory } from "../../../state/stand.ts";
import { betting } from "../../../store/betting.svelte.ts";
import type { MarketStory } from "../../../wire/generated/protocol.ts";
import { stand } from "../../../wire/stand.ts";
import type { TableState } from "../table.svelte.ts";
import { turnIn } from "./crowd.ts";

/** Who sits in a room whose stand is behind learns how the bets ended when the stand does, and a little later. */
const AFTER_MS = 1000;

/** What is wanted now, compared by its key; null while the line is away: then everything stays as it is. */
export function storyKey(table: TableState): string | null {
  if (table.room.link.at !== "open") return null;
  return wantedStory(table.model, betting.hidden)?.key ?? "";
}

/** To be run untracked inside an effect that depends on the key alone. */
export function loadStory(table: TableState): () => void {
  const wanted = wantedStory(table.model, betting.hidden);
  if (!wanted) {
    table.story = null;
    return () => undefined;
  }
  if (table.story && table.story.view.game !== wanted.game) table.story = null;
  let left = false;
  const load = async () => {
    const story = await find(table.room.room, wanted);
    if (!left && story) table.story = story;
  };
  const delay = table.model.role.seats.length > 0 ? (table.model.table?.settings.stand.delay_ms ?? 0) : 0;
  const timer = setTimeout(() => void load(), (delay > 0 ? delay + AFTER_MS : 0) + turnIn(table.model));
  return () => {
    left = true;
    clearTimeout(timer);
  };
}

async function find(room: string, wanted: Wanted): Promise<MarketStory | null> {
  const market = wanted.market ?? (await lookUp(room, wanted.game));
  if (market === null) return null;
  const answer = await stand.market(room, market);
  return answer.ok ? answer.body : null;
}

/** The newest market of a game is the one that was locked; the others of it ended before it began. */
async function lookUp(room: string, game: number): Promise<number | null> {
  const answer = await stand.markets(room);
  return (answer.ok ? answer.body.find((row) => row.game === game)?.market : null) ?? null;
}
