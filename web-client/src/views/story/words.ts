/** What happened at a point of a story, in words. Nobody reads it as one of a side, so nobody is "you". */

import { t } from "../../i18n/index.svelte.ts";
import "../../i18n/moves.ts";
import "../../i18n/news.ts";
import "../../i18n/story.ts";
import type { Model } from "../../state/model.ts";
import { partsOf } from "../../state/moves.ts";
import { nameOfMember } from "../../state/select.ts";
import type { Point, Told } from "../../state/story.ts";
import { questionOf } from "../table/motions.ts";
import { sentenceOf } from "../table/telling/announce.ts";
import { outcomeOfTrace, pitOf, sideName } from "../words.ts";

/** All that was told at a point, a sentence each. `model`: how it stood then. */
export function saidAt(model: Model, point: Point): readonly string[] {
  // A move that is laid and stands at once is told once, as played.
  const stands = point.marks.includes("ply");
  return point.told.flatMap((told) => {
    if (stands && told.event.k === "laid") return [];
    return sentence(model, told, stands) ?? [];
  });
}

/** What else was told at a point than the move that stood at it. */
export function besides(model: Model, point: Point): readonly string[] {
  return point.told.flatMap((told) => {
    const { k } = told.event;
    const move = k === "stood" || (k === "laid" && point.marks.includes("ply"));
    return move ? [] : (sentence(model, told, false) ?? []);
  });
}

/** `whole`: a move that stood is told with what it did, though it had been tried before. */
export function sentence(model: Model, { stream, event }: Told, whole: boolean): string | null {
  const name = (member: number) => nameOfMember(model, member);
  const n = (model.table?.game?.position.pits.length ?? 0) / 2;
  switch (event.k) {
    case "laid": {
      const { by, move, trace } = event.d;
      if (partsOf(move).pit === null) return t("story.tried.special", { name: name(by) });
      return t("story.tried", { name: name(by), pit: pitOf(move), outcome: outcomeOfTrace(trace, n) });
    }
    case "stood": {
      const { side, by, move, trace } = event.d;
      if (!whole) return null;
      const said = { name: name(by), side: sideName(side), pit: pitOf(move) };
      if (partsOf(move).pit === null) return t("story.played.special", said);
      return t("story.played", { ...said, outcome: outcomeOfTrace(trace, n) });
    }
    case "consent_counted": {
      const { approvals, objections, need } = event.d;
      // As a move is laid nobody has said anything of it.
      if (approvals + objections === 0) return null;
      return t("story.counts", { approvals, objections, need });
    }
    case "said":
    case "team_said":
    case "stand_said": {
      const said = { name: name(event.d.by), text: event.d.text };
      if (stream === "south" || stream === "north")
        return t("story.said.team", { ...said, side: sideName(stream) });
      return t(stream === "stand" ? "story.said.stand" : "story.said", said);
    }
    case "seated":
      return t("story.seated", { name: name(event.d.member), side: sideName(event.d.side) });
    case "unseated":
      return t("story.unseated", { name: name(event.d.member), side: sideName(event.d.side) });
    case "ballot_opened": {
      const side = sideName(event.d.side);
      const options = event.d.options?.length ?? 0;
      return event.d.kind === "run_off"
        ? t("story.run_off", { side, n: options })
        : t("story.votes", { side });
    }
    case "voted": {
      const { by, move } = event.d;
      return move === null
        ? t("story.unvoted", { name: name(by) })
        : t("story.voted", { name: name(by), pit: pitOf(move) });
    }
    case "votes_told":
      return t("story.votes.told", { n: event.d.voted });
    case "stance_taken":
      return stanceOf(name(event.d.by), event.d.stance);
    case "stances_told":
      return event.d.stances.flatMap(({ member, stance }) => stanceOf(name(member), stance) ?? []).join(" ");
    case "council_seated":
      return t("story.council", {
        side: sideName(event.d.side),
        n: event.d.members.length,
      });
    case "motion_opened": {
      const { side, by, what } = event.d;
      return t("story.asked", { name: name(by), side: sideName(side), question: questionOf(model, what) });
    }
    case "motion_ended":
      return t(`news.offer.${event.d.end}`, { side: sideName(event.d.side) });
    default:
      return sentenceOf(model, { id: 0, stream, event });
  }
}

function stanceOf(name: string, stance: "approve" | "object" | "undecided"): string | null {
  return stance === "undecided" ? null : t(`story.stance.${stance}`, { name });
}
