/** Who watches, and who listens to it: what the table has to know before anything of the stand is loaded. */

import type { Model } from "./model.ts";

/** Whether the viewer watches: all of the stand is for him alone. */
export function isWatching(model: Model): boolean {
  return model.table !== null && model.role.seats.length === 0 && !model.table.settings.practice;
}

/** Whether a side can choose to listen in this room. */
export function mayListen(model: Model): boolean {
  const settings = model.table?.settings;
  return !!settings?.stand.advice && !settings.rated && !settings.practice;
}
