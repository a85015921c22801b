/**
 * From what is chosen in the dialog to settings, and from what is wrong with settings to where it is shown. What goes
 * together is the server's to say; here numbers are only held against the bounds that it publishes.
 */

import { t } from "../../../i18n/index.svelte.ts";
import "../../../i18n/opening.ts";
import {
  BOUNDS,
  type Clock,
  type GameInfo,
  LARGE_FROM,
  type RoomSettings,
  type SettingsProblem,
} from "../../../wire/generated/protocol.ts";

export type Pace = "live" | "slow";
type Bounded = keyof typeof BOUNDS;
/** A field of the dialog that something can be wrong with. */
export type Field =
  | Bounded
  | "title"
  | "game.pits"
  | "game.seeds_per_pit"
  | "series"
  | "starter"
  | "stand.betting"
  | "rated"
  | "bots.south"
  | "bots.north";

const SECOND = 1000;
const MINUTE = 60_000;
const HOUR = 3_600_000;
const MOST_COUNCIL_FREE = LARGE_FROM - 1;

export function paceOf({ clock }: RoomSettings): Pace {
  return clock.type === "slow" ? "slow" : "live";
}

export function usualOf(game: GameInfo, pace: Pace): RoomSettings {
  return pace === "slow" ? game.slow : game.defaults;
}

/** The same room at another pace: other times, the rest as it was chosen. */
export function withPace(settings: RoomSettings, game: GameInfo, pace: Pace): RoomSettings {
  const { clock, decision } = usualOf(game, pace);
  const { vote_ms, min_ms, settle_ms, runoff_ms, consent_ms, fallback_ms } = decision;
  const times = { vote_ms, min_ms, settle_ms, runoff_ms, consent_ms, fallback_ms };
  return { ...settings, clock, decision: { ...settings.decision, ...times } };
}

/** Another game: what is usual for it, with the name, the openness and the stand that were chosen. */
export function withGame(settings: RoomSettings, from: GameInfo, to: GameInfo): RoomSettings {
  const usual = usualOf(to, paceOf(settings));
  const untouched = settings.title === from.defaults.title;
  return {
    ...usual,
    title: untouched ? usual.title : settings.title,
    visibility: settings.visibility,
    stand: settings.stand,
    rated: settings.rated,
  };
}

/** What is sent: choices that another one made pointless are left out. */
export function settled(settings: RoomSettings): RoomSettings {
  const { decision, team_max, stand, rated } = settings;
  return {
    ...settings,
    // A rating tells of those who sit, so nobody else helps.
    stand: { ...stand, advice: stand.advice && !rated },
    decision: {
      ...decision,
      block: decision.block && decision.mode === "consensus",
      council: team_max > MOST_COUNCIL_FREE ? decision.council : 0,
    },
  };
}

/** A clock of another kind, with what is usual for it. */
export function clockOf(type: Clock["type"], game: GameInfo, before: Clock): Clock {
  const flag = before.type === "none" ? "pass_hand" : before.flag;
  switch (type) {
    case "none":
      return { type };
    case "per_move": {
      const usual = game.defaults.clock;
      return { type, ms: usual.type === type ? usual.ms : 2 * MINUTE, flag };
    }
    case "bank":
      return { type, ms: 10 * MINUTE, increment_ms: 10 * SECOND, flag };
    case "byo_yomi":
      return { type, ms: 10 * MINUTE, periods: 5, period_ms: 30 * SECOND, flag };
    case "slow": {
      const usual = game.slow.clock;
      return { type, ms: usual.type === type ? usual.ms : 48 * HOUR, flag };
    }
    default:
      return type satisfies never;
  }
}

/** In how many of its own small units a number of this field is shown: milliseconds as seconds, minutes or hours. */
export function unitOf(field: Field, pace: Pace): number {
  switch (field) {
    case "decision.vote_ms":
    case "decision.runoff_ms":
    case "decision.consent_ms":
      return pace === "slow" ? HOUR : SECOND;
    case "stand.delay_ms":
    case "clock.per_move.ms":
    case "clock.bank.increment_ms":
    case "clock.byo_yomi.period_ms":
      return SECOND;
    case "clock.bank.ms":
    case "clock.byo_yomi.ms":
      return MINUTE;
    case "clock.slow.ms":
      return HOUR;
    case "team_max":
    case "decision.tries_max":
    case "decision.takebacks_max":
    case "decision.council":
    case "stand.delay_plies":
    case "stand.betting":
    case "rated":
    case "clock.byo_yomi.periods":
    case "title":
    case "game.pits":
    case "game.seeds_per_pit":
    case "series":
    case "starter":
    case "bots.south":
    case "bots.north":
      return 1;
    default:
      return field satisfies never;
  }
}

/** Numbers that are missing, broken or out of the bounds that the server publishes. */
export function outOfBounds(settings: RoomSettings): SettingsProblem[] {
  return numbersOf(settings).flatMap(([field, value]): SettingsProblem[] => {
    const [min, max] = BOUNDS[field];
    const fits = Number.isInteger(value) && value >= min && value <= max;
    return fits ? [] : [{ type: "out_of_range", field, min, max }];
  });
}

function numbersOf({ team_max, decision, clock, stand }: RoomSettings): [Bounded, number][] {
  const numbers: [Bounded, number][] = [
    ["team_max", team_max],
    ["decision.vote_ms", decision.vote_ms],
    ["decision.consent_ms", decision.consent_ms],
    ["decision.tries_max", decision.tries_max],
    ["decision.takebacks_max", decision.takebacks_max],
    ["stand.delay_ms", stand.delay_ms],
    ["stand.delay_plies", stand.delay_plies],
  ];
  if (decision.council !== 0) numbers.push(["decision.council", decision.council]);
  switch (clock.type) {
    case "none":
      return numbers;
    case "per_move":
      return [...numbers, ["clock.per_move.ms", clock.ms]];
    case "slow":
      return [...numbers, ["clock.slow.ms", clock.ms]];
    case "bank":
      return [...numbers, ["clock.bank.ms", clock.ms], ["clock.bank.increment_ms", clock.increment_ms]];
    case "byo_yomi":
      return [
        ...numbers,
        ["clock.byo_yomi.ms", clock.ms],
        ["clock.byo_yomi.periods", clock.periods],
        ["clock.byo_yomi.period_ms", clock.period_ms],
      ];
    default:
      return clock satisfies never;
  }
}

/** Where a problem is shown; null for one that no field of the dialog can be blamed for. */
export function placeOf(problem: SettingsProblem, clock: Clock): Field | null {
  switch (problem.type) {
    case "title":
    case "series":
      return problem.type;
    case "pits":
      return "game.pits";
    case "seeds":
      return "game.seeds_per_pit";
    case "race_not_played":
      return "starter";
    case "betting":
      return "stand.betting";
    case "rated":
      return "rated";
    case "out_of_range": {
      const { field } = problem;
      if (field.startsWith("series.")) return "series";
      // The server names a field of the clock without its type.
      const names = [field, field.replace("clock.", `clock.${clock.type}.`)];
      return (Object.keys(BOUNDS) as Bounded[]).find((name) => names.includes(name)) ?? null;
    }
    default:
      return problem satisfies never;
  }
}

export function problemOf(problem: SettingsProblem, place: Field | null, pace: Pace): string {
  switch (problem.type) {
    case "title":
    case "race_not_played":
    case "series":
    case "betting":
    case "rated":
      return t(`problem.${problem.type}`);
    case "pits":
    case "seeds":
      return t(`problem.${problem.type}`, { min: problem.min, max: problem.max });
    case "out_of_range": {
      const { field, min, max } = problem;
      if (place === null) return t("problem.elsewhere", { field, min, max });
      const unit = unitOf(place, pace);
      return t("problem.out_of_range", { min: Math.ceil(min / unit), max: Math.floor(max / unit) });
    }
    default:
      return problem satisfies never;
  }
}
