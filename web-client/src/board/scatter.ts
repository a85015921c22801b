/**
 * Where seeds come to lie in a pit. Each pit has its own places, the same every time, and a seed keeps its place
 * when others come or go: what the eye has counted stays counted. Pure.
 */

export interface Spot {
  readonly x: number;
  readonly y: number;
  /** Degrees. */
  readonly turn: number;
  /** Which of the three shades of nut. */
  readonly shade: 0 | 1 | 2;
}

/** Seeds that lie side by side on the floor; more of them make a heap on top. */
export const FLOOR = 13;
/** No more than these are drawn; the number beside the pit says the rest. */
export const DRAWN = 22;

/** A number in [0, 1) that depends on nothing but the two arguments. */
export function chance(a: number, b: number): number {
  let h = (a + 1) * 374761393 + (b + 1) * 668265263;
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  h = Math.imul(h ^ (h >>> 16), 2246822519);
  return ((h ^ (h >>> 15)) >>> 0) / 4294967296;
}

/** The place of the `index`-th seed of a pit, in units of the pit's own radius around its middle. */
export function spot(pit: number, index: number): Spot {
  const heaped = index >= FLOOR;
  const place = heaped ? HEAP[(index - FLOOR) % HEAP.length] : PLACES[index];
  const { x, y } = place ?? { x: 0, y: 0 };
  const angle = chance(pit, heaped ? 901 : 900) * 2 * Math.PI;
  const wobble = (salt: number) => (chance(pit * 31 + salt, index) - 0.5) * 0.07;
  const shade = chance(pit + 77, index);
  return {
    x: x * Math.cos(angle) - y * Math.sin(angle) + wobble(1),
    y: x * Math.sin(angle) + y * Math.cos(angle) + wobble(2),
    turn: Math.round(chance(pit + 13, index) * 180),
    shade: shade < 0.5 ? 0 : shade < 0.82 ? 1 : 2,
  };
}

/** Places in the unit disc, spread evenly, the inner ones first. */
function spread(count: number, reach: number): readonly { readonly x: number; readonly y: number }[] {
  const places = Array.from({ length: count }, (_, index) => {
    const radius = Math.sqrt((index + 0.5) / count);
    const angle = index * 2.39996;
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  });
  const apart = 1.62 / Math.sqrt(count);
  for (let round = 0; round < 120; round++) {
    for (const a of places) {
      for (const b of places) {
        const dx = a.x - b.x;
        const dy = a.y - b.y;
        const distance = Math.hypot(dx, dy);
        if (a === b || distance === 0 || distance >= apart) continue;
        const push = ((apart - distance) / distance) * 0.25;
        a.x += dx * push;
        a.y += dy * push;
      }
      const radius = Math.hypot(a.x, a.y);
      if (radius > 1) {
        a.x /= radius;
        a.y /= radius;
      }
    }
  }
  return places
    .sort((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y))
    .map(({ x, y }) => ({ x: x * reach, y: y * reach }));
}

const PLACES = spread(FLOOR, 0.76);
const HEAP = spread(DRAWN - FLOOR, 0.5);
