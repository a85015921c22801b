/** Fetches the story of the market of the game on the table: for the plot, and for an end that others came after. */

import { wantedStory } from "../../../state/stand.ts";
import { betting } from "../../../store/betting.svelte.ts";
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
  if (table.story && table.story.view.market !== wanted.market) table.story = null;
  let left = false;
  const load = async () => {
    const answer = await stand.market(table.room.room, wanted.market);
    if (!left && answer.ok) table.story = answer.body;
  };
  const delay = table.model.role.seats.length > 0 ? (table.model.table?.settings.stand.delay_ms ?? 0) : 0;
  const timer = setTimeout(() => void load(), (delay > 0 ? delay + AFTER_MS : 0) + turnIn(table.model));
  return () => {
    left = true;
    clearTimeout(timer);
  };
}
