/** The size of the window, for what style sheets cannot decide. */

import { WIDE } from "../board/geometry.ts";

class Screen {
  wide = $state(matchMedia(WIDE).matches);
  height = $state(innerHeight);

  constructor() {
    matchMedia(WIDE).addEventListener("change", (event) => {
      this.wide = event.matches;
    });
    addEventListener("resize", () => {
      this.height = innerHeight;
    });
  }
}

export const screen = new Screen();
