/** A room that is being thought of: what is chosen so far, and what does not fit yet. */

import { SIDES } from "../../../board/ring.ts";
import { t } from "../../../i18n/index.svelte.ts";
import "../../../i18n/opening.ts";
import type {
  Clock,
  GameInfo,
  Refusal,
  RoomSettings,
  SettingsProblem,
} from "../../../wire/generated/protocol.ts";
import { refusalOf } from "../../refusals.ts";
import {
  clockOf,
  type Field,
  outOfBounds,
  type Pace,
  paceOf,
  placeOf,
  problemOf,
  settled,
  withGame,
  withPace,
} from "./settle.ts";

/** Why a room was not opened; `lost` when the server could not be asked. */
export type Refused = Refusal | "lost";

export class Draft {
  game: GameInfo;
  settings: RoomSettings;
  bots = $state({ south: 0, north: 0 });
  /** What is wrong, by the field it is shown at. */
  #wrong = $state.raw<ReadonlyMap<Field, string>>(new Map());
  /** What is wrong and has no field. */
  refused = $state("");

  constructor(
    private readonly games: readonly GameInfo[],
    first: GameInfo,
  ) {
    this.game = $state.raw(first);
    this.settings = $state(structuredClone(first.defaults));
  }

  get pace(): Pace {
    return paceOf(this.settings);
  }

  choose(preset: string): void {
    const chosen = this.games.find((one) => one.preset === preset);
    if (!chosen) return;
    this.settings = structuredClone(withGame($state.snapshot(this.settings), this.game, chosen));
    this.game = chosen;
  }

  setPace(pace: Pace): void {
    this.settings = structuredClone(withPace($state.snapshot(this.settings), this.game, pace));
  }

  setClock(type: Clock["type"]): void {
    this.settings.clock = clockOf(type, this.game, $state.snapshot(this.settings.clock));
  }

  wrong(field: Field): string | null {
    return this.#wrong.get(field) ?? null;
  }

  get fits(): boolean {
    return this.#wrong.size === 0 && this.refused === "";
  }

  /** What would be sent; nothing while something does not fit. */
  ready(): { settings: RoomSettings; bots: { south: number; north: number } } | null {
    const settings = settled($state.snapshot(this.settings));
    const bots = $state.snapshot(this.bots);
    this.#show(outOfBounds(settings), settings.clock);
    for (const side of SIDES) {
      const n = bots[side];
      if (!(Number.isInteger(n) && n >= 0 && n <= settings.team_max))
        this.#wrong = new Map<Field, string>([...this.#wrong, [`bots.${side}`, t("problem.bots")]]);
    }
    return this.fits ? { settings, bots } : null;
  }

  /** What the server said against it. */
  refuse(why: Refused): void {
    if (why === "lost") this.refused = t("app.failed");
    else if (why.code === "bad_settings") this.#show(why.problems, this.settings.clock);
    else this.refused = refusalOf(why);
  }

  #show(problems: readonly SettingsProblem[], clock: Clock): void {
    const placed = new Map<Field, string>();
    const others: string[] = [];
    for (const problem of problems) {
      const place = placeOf(problem, clock);
      const said = problemOf(problem, place, this.pace);
      if (place) placed.set(place, said);
      else others.push(said);
    }
    this.#wrong = placed;
    this.refused = others.join(" ");
  }
}
