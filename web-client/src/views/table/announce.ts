/** What happened, in one sentence for those who listen. Silence for what is only seen or heard elsewhere. */

import { t } from "../../i18n/index.svelte.ts";
import "../../i18n/news.ts";
import type { Model, News } from "../../state/model.ts";
import { nameOfMember } from "../../state/select.ts";
import { reasonOf } from "../ends.ts";
import { outcomeOfTrace, pitOf, sideName } from "../words.ts";

/** Whether it is told to the eye as well, since nothing that stays on the page says so. */
export function isTurningPoint({ event }: News): boolean {
  switch (event.k) {
    case "game_began":
      return event.d.race === null;
    case "withdrawn":
    case "hand_passed":
    case "flagged":
    case "muted":
    case "banned":
    case "reported":
      return true;
    case "ballot_closed":
      return event.d.result.type === "won" && event.d.result.by !== "votes";
    default:
      return false;
  }
}

export function sentenceOf(model: Model, { event }: News): string | null {
  const name = (member: number | null) => nameOfMember(model, member);
  const n = (model.table?.game?.position.pits.length ?? 0) / 2;
  switch (event.k) {
    case "game_began":
      return t("news.began", { side: sideName(event.d.starter), why: t(`news.began.${event.d.how}`) });
    case "turn_began":
      return t("turn.theirs", { side: sideName(event.d.side) });
    case "laid":
      return t("move.tried", {
        side: sideName(event.d.trace.side),
        pit: pitOf(event.d.move),
        outcome: outcomeOfTrace(event.d.trace, n),
      });
    case "stood":
      // A tried move was told when it was laid.
      return event.d.tried
        ? null
        : t("move.played", {
            side: sideName(event.d.side),
            pit: pitOf(event.d.move),
            outcome: outcomeOfTrace(event.d.trace, n),
          });
    case "withdrawn":
      return t(`news.withdrawn.${event.d.why}`);
    case "hand_passed":
      return event.d.to === null ? null : t(`news.hand.${event.d.why}`, { name: name(event.d.to) });
    case "flagged":
      return t(event.d.effect === "lost" ? "news.flag.lost" : "news.flag.passed", {
        side: sideName(event.d.side),
      });
    case "game_ended": {
      const { result } = event.d;
      const who = result.winner === null ? t("end.draw") : t("end.won", { side: sideName(result.winner) });
      const why = reasonOf(result, model.table?.game?.position.turn ?? "south");
      return `${who}. ${why} ${t("end.score.full", result.score)}`;
    }
    case "muted":
      return t(event.d.on ? "news.muted" : "news.unmuted", { name: name(event.d.member) });
    case "banned":
      return t(event.d.on ? "news.banned" : "news.lifted", { name: name(event.d.member) });
    case "host_named":
      return t("news.host", { name: name(event.d.member) });
    case "reported":
      return t("news.reported", { by: name(event.d.by), about: name(event.d.about) });
    case "held":
      return t(`room.hold.${event.d.reason}`);
    case "ballot_closed":
      switch (event.d.result.type) {
        case "won": {
          const pit = pitOf(event.d.result.move);
          const { by } = event.d.result;
          return by === "votes" ? t("news.ballot.won", { pit }) : t(`news.ballot.won.${by}`, { pit });
        }
        case "run_off":
          return t("news.ballot.run_off");
        case "too_few":
          return t("news.ballot.too_few");
        case "laid":
        case "void":
          return null;
        default:
          return event.d.result satisfies never;
      }
    default:
      return null;
  }
}
