/** The sounds of one board: fetched when somebody wants to hear them, and let go with the board or with the wish. */

import type { PitPlace } from "../../../board/geometry.ts";
import { spoken } from "../../../i18n/index.svelte.ts";
import { preferences } from "../../../store/preferences.svelte.ts";
import type { Sounding } from "./sounding.ts";

/** To be called while a component is made. What is returned tells what sounds, if anything does. */
export function hearing(): () => Sounding | null {
  let sounding: Sounding | null = null;
  $effect(() => {
    if (preferences.volume === 0) return;
    let left = false;
    void spoken(import("./sounding.ts")).then(({ Sounding }) => {
      if (!left) sounding = new Sounding();
    });
    return () => {
      left = true;
      sounding?.close();
      sounding = null;
    };
  });
  return () => sounding;
}

/** From where a pit is heard: -1 at the left edge of a board of this width, 1 at the right one. */
export function sideOf(place: PitPlace | null | undefined, width: number): number {
  return place && width > 0 ? (place.x / width) * 2 - 1 : 0;
}
