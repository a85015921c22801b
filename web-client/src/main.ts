/**
 * The first code that comes: it is small, and asks at once for all that is needed to show something, so that nothing
 * waits for a part that could have come beside it.
 */

import { seen } from "./glance/sheet.ts";
import { placeOf } from "./place.ts";
import { languageWished } from "./store/wished.ts";
import { goAhead } from "./wire/ahead.ts";

const place = placeOf(location.pathname);
if (place.at === "room") goAhead(place.room);

const words = import.meta.glob("./i18n/{en,pl,it,sw}.ts");
const pages = {
  lobby: () => import("./views/lobby/Lobby.svelte"),
  room: () => import("./views/table/Room.svelte"),
  beside: () => import("./views/Beside.svelte"),
};
void seen().then(() => {
  // What does not come is asked for again by whoever needs it, and missed there.
  for (const part of [words[`./i18n/${languageWished()}.ts`], pages[place.at]])
    part?.().catch(() => undefined);
  void import("./start.ts");
});
