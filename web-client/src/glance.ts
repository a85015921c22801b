/**
 * The board at a glance: the first code of a room's page. It draws the board that came with the page, where it will
 * stand, with what draws it later; the page takes its place when it has drawn its own. Nothing is said here and
 * nothing can be pressed.
 */

import { Drawing, type Words } from "./board/drawing.ts";
import { heightFor, layout, WIDE } from "./board/geometry.ts";
import { Layers } from "./board/layers.ts";
import { lift, spread } from "./glance/sheet.ts";
import { readsWords, themeWished } from "./store/wished.ts";
import { decodeGlance } from "./wire/decode.ts";
import type { Glance } from "./wire/generated/protocol.ts";

/** Texts come with the page, and so do names for who does not see. */
const SILENT: Words = {
  board: () => "",
  row: () => "",
  side: () => "",
  sideLetter: () => "",
  pit: () => "",
  heap: () => "",
  lap: () => "",
};

document.documentElement.dataset.theme = themeWished();
const glance = decodeGlance(document.getElementById("glance")?.textContent ?? "");
if (glance && !readsWords()) show(glance);

function show({ viewer, practice, position }: Glance): void {
  const host = spread(practice);
  const { pits, bulls, captured } = position;
  const height = heightFor(matchMedia(WIDE).matches, innerHeight);
  const plan = layout({ n: pits.length / 2, viewer, width: host.clientWidth, height });
  const drawing = new Drawing(new Layers(host), plan, SILENT);
  drawing.stand({ pits, bulls: new Map(bulls.map(({ pit, owner }) => [pit, owner])), captured });
  // What is laid out for one width fits no other; a bar of a phone's browser that comes or goes changes the height alone.
  const width = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth !== width) lift();
  });
}
