/** What happens when nobody acts, and what else is to be known of a turn, in words. */

import { t } from "../../i18n/index.svelte.ts";
import "../../i18n/closes.ts";
import { type Close, closeOf } from "../../state/council.ts";
import type { BallotView } from "../../wire/generated/protocol.ts";
import { pitOf } from "../words.ts";
import type { TableState } from "./table.svelte.ts";
import { handOf, holdsHand } from "./turn.ts";

export function rulesOf(table: TableState): readonly string[] {
  const { duty, model } = table;
  const view = model.table;
  const turn = view?.game?.turn;
  if (!view || !turn) return [];
  const said: string[] = [];
  if (duty.kind === "vote" || duty.kind === "advise") {
    const { ballot } = duty;
    if (ballot.closing !== null) said.push(winning(ballot));
    else if (ballot.deadline !== null) said.push(atClose(table, closeOf(view, ballot)));
  }
  if (model.role.seats.includes(turn.side) && turn.last_try) said.push(t("turn.last_try"));
  if (turn.spent.length > 0) said.push(t("turn.tries", { n: turn.spent.length }));
  return said;
}

/** What wins as it stands, where that is told. */
function winning(ballot: BallotView): string {
  const [first] = [...ballot.options].sort((a, b) => (b.votes ?? 0) - (a.votes ?? 0));
  return first?.votes ? t("turn.closing.pit", { pit: pitOf(first.move) }) : t("turn.closing");
}

function atClose(table: TableState, close: Close): string {
  const { settings } = table.model.table ?? {};
  const { quorum = 1, tie = "earliest", mode } = settings?.decision ?? {};
  const holds = holdsHand(table);
  const hand = handOf(table);
  switch (close) {
    case "fallback":
      if (mode === "anyone")
        return holds ? t("ballot.close.first.you") : t("ballot.close.first", { name: hand });
      return holds ? t("ballot.close.fallback.you") : t("ballot.close.fallback", { name: hand });
    case "flag": {
      const clock = settings?.clock;
      return clock && clock.type !== "none" ? t(`ballot.close.flag.${clock.flag}`) : "";
    }
    case "quorum":
      return t("ballot.close.quorum", { n: quorum, name: hand });
    case "blocked":
      return t("ballot.close.blocked", { name: hand });
    case "tie":
      return t(`ballot.close.tie.${tie}`);
    case "run_off":
    case "first_round":
    case "tried":
    case "played":
      return t(`ballot.close.${close}`);
  }
}
