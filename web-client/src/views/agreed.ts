/** What was agreed in a room, in plain sentences. For the one who opens it and for everybody who comes in. */

import { t } from "../i18n/index.svelte.ts";
import "../i18n/opening.ts";
import type {
  Clock,
  Decision,
  FlagPolicy,
  RoomSettings,
  SeriesGoal,
  Stand,
} from "../wire/generated/protocol.ts";
import { lasting } from "./lasting.ts";
import { gameName } from "./words.ts";

export interface Agreed {
  readonly about: string;
  readonly said: readonly string[];
}

export function agreedOf(settings: RoomSettings): readonly Agreed[] {
  const { decision, clock } = settings;
  const parts: Agreed[] = [{ about: t("how.move"), said: moveOf(decision) }];
  if (clock.type === "slow") parts.unshift({ about: t("how.slow"), said: [t("how.slow.said")] });
  parts.push(
    { about: t("how.votes"), said: votesOf(decision) },
    { about: t("how.try"), said: triesOf(decision) },
    { about: t("how.hand"), said: handOf(decision) },
    { about: t("how.time"), said: [timeOf(clock), ...flagOf(clock)] },
    { about: t("how.back"), said: [backOf(decision)] },
    { about: t("how.match"), said: matchOf(settings) },
  );
  if (!settings.practice) parts.push({ about: t("how.stand"), said: standOf(settings.stand) });
  return parts;
}

/** What stands behind "more settings", in a line. */
export function briefOf({ decision, clock, series }: RoomSettings): string {
  const hand = t("open.more.hand", { how: small(t(`open.hand.${decision.hand}`)) });
  return [timeOf(clock), hand, small(goalOf(series))].map((part) => part.replace(/\.$/, "")).join(" · ");
}

export function goalOf(goal: SeriesGoal): string {
  switch (goal.goal) {
    case "single":
    case "refill":
    case "even_spread":
      return t(`open.series.${goal.goal}`);
    case "first_to_wins":
      return t("open.series.first_to_wins", { n: goal.wins });
    case "first_to_seeds":
      return t("open.series.first_to_seeds", { n: goal.seeds });
    default:
      return goal satisfies never;
  }
}

function moveOf({ mode, block, council, runoff }: Decision): string[] {
  const said = [t(`how.move.${mode}`)];
  if (mode === "majority" || mode === "consensus")
    said.push(t(runoff ? "how.move.runoff" : "how.move.no_runoff"));
  if (mode === "consensus" && block) said.push(t("how.move.block"));
  if (council > 0) said.push(t("how.council", { n: council }));
  return said;
}

function votesOf({ mode, vote_ms, visibility, tie }: Decision): string[] {
  const secret = [t(`how.votes.${visibility}`), t("how.votes.secret")];
  // The first vote plays at once: there is nothing to last, and nothing to tie.
  if (mode === "anyone") return secret;
  return [t("how.votes.time", { time: lasting(vote_ms) }), ...secret, t(`how.votes.${tie}`)];
}

function triesOf({ mode, tries_max, consent_ms }: Decision): string[] {
  if (tries_max === 0) return [t("how.try.none")];
  return [
    t(mode === "hand" ? "how.try.hand" : "how.try.few"),
    t("how.try.stands", { time: lasting(consent_ms) }),
    t("how.try.max", { n: tries_max }),
  ];
}

function handOf({ mode, hand }: Decision): string[] {
  const said = [t(`how.hand.${hand}`)];
  if (mode !== "hand") said.push(t("how.hand.else"));
  return [...said, t("how.hand.replace")];
}

function timeOf(clock: Clock): string {
  switch (clock.type) {
    case "none":
      return t("how.time.none");
    case "per_move":
    case "slow":
      return t("how.time.per_move", { time: lasting(clock.ms) });
    case "bank":
      return clock.increment_ms === 0
        ? t("how.time.bank.plain", { time: lasting(clock.ms) })
        : t("how.time.bank", { time: lasting(clock.ms), more: lasting(clock.increment_ms) });
    case "byo_yomi":
      return t("how.time.byo_yomi", {
        time: lasting(clock.ms),
        n: clock.periods,
        period: lasting(clock.period_ms),
      });
    default:
      return clock satisfies never;
  }
}

function flagOf(clock: Clock): string[] {
  const flag: FlagPolicy | null = clock.type === "none" ? null : clock.flag;
  return flag === null ? [] : [t(`how.time.${flag}`)];
}

function backOf({ takebacks_max }: Decision): string {
  return takebacks_max === 0 ? t("how.back.none") : t("how.back.n", { n: takebacks_max });
}

function matchOf({ game, series, starter, rated }: RoomSettings): string[] {
  const said = [
    `${gameName(game)}. ${goalOf(series)}.`,
    t("how.match.starts", { who: small(t(`open.starter.${starter}`)) }),
  ];
  return rated ? [...said, t("how.match.rated")] : said;
}

function standOf(stand: Stand): string[] {
  const { betting, cheers, advice } = stand;
  const said = [behindOf(stand), t(`how.stand.${betting}`)];
  if (cheers) said.push(t("how.stand.cheers"));
  if (advice) said.push(t("how.stand.advice"));
  if (!cheers && !advice) said.push(t("how.stand.silent"));
  return said;
}

function behindOf({ delay_ms, delay_plies: n }: Stand): string {
  const time = lasting(delay_ms);
  if (delay_ms === 0) return n === 0 ? t("how.stand.live") : t("how.stand.plies", { n });
  return n === 0 ? t("how.stand.delay", { time }) : t("how.stand.both", { time, n });
}

/** Within a sentence. */
function small(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}
