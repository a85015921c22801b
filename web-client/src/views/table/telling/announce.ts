/** What happened, in one sentence for those who listen. Silence for what is only seen or heard elsewhere. */

import { other, type Side } from "../../../board/ring.ts";
import { list, t } from "../../../i18n/index.svelte.ts";
import "../../../i18n/asks.ts";
import "../../../i18n/news.ts";
import "../../../i18n/telling.ts";
import type { Model, News } from "../../../state/model.ts";
import { memberOf, nameOfMember, teamOf } from "../../../state/select.ts";
import { LARGE_FROM, type Motion } from "../../../wire/generated/protocol.ts";
import { reasonOf } from "../../ends.ts";
import { outcomeOfTrace, pitOf, sideName, timeOf } from "../../words.ts";
import { questionOf } from "../motions.ts";
import { lineAloud } from "../talk/words.ts";

/** Whether it is told to the eye as well, since nothing that stays on the page says so. */
export function isTurningPoint({ event }: News): boolean {
  switch (event.k) {
    case "game_began":
      return event.d.race === null;
    // Who begins with the hand is seen beside the name.
    case "hand_passed":
      return event.d.why !== "elected";
    case "withdrawn":
    case "hand_chosen":
    case "flagged":
    case "ears_opened":
    case "muted":
    case "banned":
    case "reported":
    case "taken_back":
    case "time_given":
    case "offer_ended":
    case "motion_ended":
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
    case "turn_began": {
      const { side } = event.d;
      if (!isOwn(model, side)) return t("turn.theirs", { side: sideName(side) });
      return t(teamOf(model, side).length === 1 ? "turn.yours.alone" : "turn.yours");
    }
    case "laid": {
      const { by, move, trace } = event.d;
      const { side } = trace;
      const tried = t("move.tried", {
        side: sideName(side),
        pit: pitOf(move),
        outcome: outcomeOfTrace(trace, n),
      });
      if (!isOwn(model, side) || by === model.role.member) return tried;
      const time = timeOf(model.table?.settings.decision.consent_ms ?? 0);
      return `${tried} ${t("news.tried.object", { time })}`;
    }
    case "stood": {
      const said = { side: sideName(event.d.side), pit: pitOf(event.d.move) };
      // What a tried move does was told when it was laid.
      if (event.d.tried) return t("news.stands", said);
      return t("move.played", { ...said, outcome: outcomeOfTrace(event.d.trace, n) });
    }
    case "closing_set":
      return t(event.d.until === null ? "news.closing.not" : "news.closing");
    case "stance_taken": {
      const { by, stance, quiet } = event.d;
      if (by === model.role.member || quiet) return null;
      return t(`news.stance.${stance}`, { name: name(by) });
    }
    case "consent_counted": {
      const { objections, approvals } = event.d;
      const side = model.table?.game?.turn?.side;
      // A small side is told of each by name.
      if (side && model.role.seats.includes(side) && teamOf(model, side).length < LARGE_FROM) return null;
      return t("news.consent", { objections, approvals });
    }
    case "voted": {
      const { by, move, quiet } = event.d;
      if (by === model.role.member || quiet) return null;
      return move === null
        ? t("news.voted.not", { name: name(by) })
        : t("news.voted", { name: name(by), pit: pitOf(move) });
    }
    case "votes_told": {
      const ballot = model.teams[event.d.side]?.ballot;
      return ballot ? t("news.votes", { n: event.d.voted, all: ballot.effective }) : null;
    }
    case "seated": {
      const { member, side } = event.d;
      if (member === model.role.member) return null;
      return t("news.seated", { name: name(member), side: sideName(side) });
    }
    case "unseated": {
      const { member, side } = event.d;
      if (member === model.role.member) return null;
      return t("news.unseated", { name: name(member), side: sideName(side) });
    }
    case "ready_set": {
      const { member, on } = event.d;
      if (member === model.role.member) return null;
      return t(on ? "news.ready" : "news.ready.not", { name: name(member) });
    }
    case "rematch_set": {
      const { member, on } = event.d;
      return on && member !== model.role.member ? t("news.rematch", { name: name(member) }) : null;
    }
    case "said":
    case "team_said":
    case "stand_said": {
      const { by } = event.d;
      if (by === model.role.member) return null;
      const text = lineAloud(model, event.d);
      const who = name(by) || ("name" in event.d ? (event.d.name ?? "") : "");
      return t(`news.${event.k}`, { name: who, text });
    }
    case "withdrawn":
      return t(`news.withdrawn.${event.d.why}`);
    case "hand_passed":
      return event.d.to === null
        ? null
        : t(`news.hand.${event.d.why}`, { name: name(event.d.to), side: sideName(event.d.side) });
    case "flagged":
      return t(`news.flagged.${event.d.effect}`, { side: sideName(event.d.side) });
    case "hand_chosen": {
      const { to, why, side } = event.d;
      if (to === null) return null;
      return t(why === "named" ? "news.chosen.named" : "news.chosen.claimed", {
        name: name(to),
        side: sideName(side),
      });
    }
    case "period_began": {
      const { side, clock } = event.d;
      return t("news.period", { side: sideName(side), n: clock.periods[side] + 1 });
    }
    case "time_given": {
      const { by, ms } = event.d;
      return t("news.time_given", {
        side: sideName(by),
        other: sideName(other(by)),
        n: Math.round(ms / 1000),
      });
    }
    case "taken_back":
      return t("news.taken_back", { side: sideName(event.d.side), ply: event.d.ply });
    case "offered": {
      const { side, what } = event.d;
      // Who is to answer hears it from his own side.
      if (model.role.seats.includes(other(side))) return null;
      return t("news.offer", {
        side: sideName(side),
        other: sideName(other(side)),
        question: questionOf(model, what),
      });
    }
    case "offer_ended": {
      const { side, end } = event.d;
      const who = end === "cancelled" || end === "void" ? side : other(side);
      return t(`news.offer.${end}`, { side: sideName(who) });
    }
    case "resume_set":
      return t(event.d.at === null ? "news.resume.not" : "news.resume");
    case "released":
      return event.d.still.length === 0 ? t("news.released") : null;
    case "presence_changed": {
      const { member, presence } = event.d;
      const own = memberOf(model, member)?.seats.some((side) => model.role.seats.includes(side)) ?? false;
      if (member === model.role.member || presence === "grace") return null;
      if (!own && model.table?.settings.clock.type === "slow") return null;
      return t(presence === "away" ? "news.away" : "news.back", { name: name(member) });
    }
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
    // That it will begin is told where it is counted down.
    case "start_set":
      return event.d.at === null && !model.table?.game ? t("news.start.not") : null;
    case "ears_opened":
      return t(event.d.on ? "news.ears.on" : "news.ears.off", { side: sideName(event.d.side) });
    case "advised": {
      const { by, pit, text } = event.d;
      return pit === null
        ? t("news.advised", { name: name(by), text })
        : t("news.advised.pit", { name: name(by), pit, text }).trimEnd();
    }
    case "host_named":
      return t("news.host", { name: name(event.d.member) });
    case "reported":
      return t("news.reported", { by: name(event.d.by), about: name(event.d.about) });
    case "held":
      return t(`room.hold.${event.d.reason}`);
    case "ballot_opened":
      return event.d.kind === "run_off"
        ? t("news.ballot.opened.run_off", { n: event.d.options?.length ?? 0 })
        : t("news.ballot.opened");
    case "proposed": {
      const { by, move, note } = event.d;
      if (by === model.role.member) return null;
      const said = { name: name(by), pit: pitOf(move) };
      return note ? t("news.proposed.note", { ...said, note }) : t("news.proposed", said);
    }
    case "blocked": {
      const { by, move, reason } = event.d;
      return t("news.blocked", { name: name(by), pit: pitOf(move), reason });
    }
    case "fell_back": {
      const side = event.d.side;
      return t("news.fell_back", { name: name(model.table?.game?.hands[side] ?? null) });
    }
    case "council_seated": {
      const { members } = event.d;
      return members.length === 0 ? null : t("news.council", { names: list(members.map(name)) });
    }
    case "motion_opened": {
      const { side, by, what, answer } = event.d;
      if (by === model.role.member) return null;
      const who = answer
        ? t("motion.from", { side: sideName(other(side)) })
        : t("motion.by", { name: name(by) });
      return t("news.motion.opened", { who, question: questionOf(model, what) });
    }
    case "motion_ended": {
      const { side, motion, end } = event.d;
      const what = askedIn(model, side, motion);
      // What passed is told by what follows from it, and an answer to the other side as the end of its offer.
      if (what === null || (end !== "failed" && end !== "expired")) return null;
      return t(`news.motion.${end}`, { question: questionOf(model, what) });
    }
    case "ballot_closed":
      switch (event.d.result.type) {
        case "won": {
          const pit = pitOf(event.d.result.move);
          const { by } = event.d.result;
          return by === "votes" ? t("news.ballot.won", { pit }) : t(`news.ballot.won.${by}`, { pit });
        }
        case "run_off":
          return t("news.ballot.run_off");
        // Told with what follows.
        case "too_few":
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

/** Whether a side is the viewer's one and only: who holds both is told of each by its name. */
function isOwn({ role }: Model, side: Side): boolean {
  return role.seats.length === 1 && role.seats[0] === side;
}

/** What a side was asked by one of its own: the motion itself is gone from what the side sees. */
function askedIn(model: Model, side: Side, motion: number): Motion | null {
  for (const { event } of model.news) {
    if (event.k !== "motion_opened" || event.d.side !== side || event.d.motion !== motion) continue;
    return event.d.answer ? null : event.d.what;
  }
  return null;
}
