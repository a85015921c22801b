/** What the beginning of a game waits for, in one sentence. */

import { SIDES } from "../../board/ring.ts";
import { list, t } from "../../i18n/index.svelte.ts";
import "../../i18n/seats.ts";
import type { Model } from "../../state/model.ts";
import { memberOf, notReady, teamOf } from "../../state/select.ts";
import { sideName } from "../words.ts";

/** Names that fit into a sentence. */
const NAMED = 4;

/** Nothing while it is counted down. */
export function waitOf(model: Model): string {
  const { table, role } = model;
  if (table?.start_at != null) return "";
  if (role.seats.length === 0) return t("seat.wait.sit");
  const empty = SIDES.find((side) => teamOf(model, side).length === 0);
  if (empty) return t("seat.wait.other", { side: sideName(empty) });
  const waiting = notReady(model).filter((member) => member.id !== role.member);
  const me = memberOf(model, role.member);
  if (me && !me.ready && waiting.length === 0) return t("seat.wait.you");
  const names = waiting.map((member) => member.name);
  if (names.length === 0) return t("seat.wait.nobody");
  if (names.length === 1) return t("seat.wait.one", { name: names[0] ?? "" });
  return names.length > NAMED
    ? t("seat.wait.many", { names: names.slice(0, NAMED - 1).join(", "), n: names.length - NAMED + 1 })
    : t("seat.wait.others", { names: list(names) });
}
