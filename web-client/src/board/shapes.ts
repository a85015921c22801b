/** Outlines as path data: dug holes, torn edges, horns. Nothing here knows the DOM. */

import type { Band } from "./geometry.ts";
import { chance } from "./scatter.ts";
import { round } from "./svg.ts";

/** A hole dug by hand: an ellipse that is not quite one, always the same for the same pit. */
export function dug(pit: number, x: number, y: number, rx: number, ry: number): string {
  const corners = 10;
  const points = Array.from({ length: corners }, (_, index) => {
    const angle = (index / corners) * 2 * Math.PI;
    const swell = 1 + (chance(pit * 7 + 3, index) - 0.5) * 0.075;
    return [x + rx * swell * Math.cos(angle), y + ry * swell * Math.sin(angle)] as const;
  });
  return smooth(points);
}

/** A closed curve through the middles between the points. */
function smooth(points: readonly (readonly [number, number])[]): string {
  const at = (index: number) => points[(index + points.length) % points.length] ?? [0, 0];
  const middle = (a: readonly [number, number], b: readonly [number, number]) =>
    `${round((a[0] + b[0]) / 2)} ${round((a[1] + b[1]) / 2)}`;
  let path = `M${middle(at(-1), at(0))}`;
  for (let index = 0; index < points.length; index++) {
    const [x, y] = at(index);
    path += `Q${round(x)} ${round(y)} ${middle(at(index), at(index + 1))}`;
  }
  return `${path}Z`;
}

/** The swept ground of a band: round where the board ends, torn where it goes on in another band. */
export function ground(band: Band, radius: number): string {
  const { x, y, width, height } = band;
  const right = x + width;
  const bottom = y + height;
  let path = `M${round(x + (band.openLeft ? 0 : radius))} ${round(y)}`;
  path += `H${round(right - (band.openRight ? 0 : radius))}`;
  path += band.openRight ? torn(right, y, bottom, 1) : rounded(right, y, right, bottom, radius, 1);
  path += `H${round(x + (band.openLeft ? 0 : radius))}`;
  path += band.openLeft ? torn(x, bottom, y, -1) : rounded(x, bottom, x, y, radius, 1);
  return `${path}Z`;
}

function rounded(
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
  radius: number,
  sweep: 0 | 1,
): string {
  const down = toY > fromY ? 1 : -1;
  const arc = (x: number, y: number) =>
    `A${round(radius)} ${round(radius)} 0 0 ${sweep} ${round(x)} ${round(y)}`;
  return `${arc(fromX, fromY + down * radius)}V${round(toY - down * radius)}${arc(toX - down * radius, toY)}`;
}

function torn(x: number, fromY: number, toY: number, out: 1 | -1): string {
  const teeth = 8;
  let path = "";
  for (let tooth = 1; tooth <= teeth; tooth++) {
    const y = fromY + ((toY - fromY) * tooth) / teeth;
    const reach = tooth === teeth ? 0 : out * (tooth % 2 === 0 ? 2.5 : -2.5);
    path += `L${round(x + reach)} ${round(y)}`;
  }
  return path;
}

/** Pebbles and scratches of a swept floor. */
export function specks(band: Band): string {
  const count = Math.round((band.width * band.height) / 900);
  let path = "";
  for (let index = 0; index < count; index++) {
    const x = band.x + 4 + chance(band.index * 17 + 1, index) * (band.width - 8);
    const y = band.y + 4 + chance(band.index * 17 + 2, index) * (band.height - 8);
    const long = 1 + chance(band.index * 17 + 3, index) * 5;
    path += `M${round(x)} ${round(y)}h${round(long)}`;
  }
  return path;
}

/** A pair of horns, lyre-shaped as a bull's, around (x, y): `size` is half their span. */
export function horns(x: number, y: number, size: number): string {
  const horn = (way: 1 | -1) => {
    const px = (value: number) => round(x + way * value * size);
    const py = (value: number) => round(y + value * size);
    return (
      `M${px(0.1)} ${py(0.16)}` +
      `C${px(0.55)} ${py(0.3)} ${px(0.98)} ${py(-0.02)} ${px(0.82)} ${py(-0.78)}` +
      `C${px(0.74)} ${py(-0.24)} ${px(0.48)} ${py(-0.1)} ${px(0.1)} ${py(-0.14)}Z`
    );
  };
  return horn(1) + horn(-1);
}

/** A nut: an ellipse around (x, y), turned by degrees. */
export function nut(x: number, y: number, rx: number, ry: number, turn: number): string {
  const angle = (turn * Math.PI) / 180;
  const dx = round(rx * Math.cos(angle));
  const dy = round(rx * Math.sin(angle));
  const half = `${round(rx)} ${round(ry)} ${turn} 1 1`;
  return `M${round(x - dx)} ${round(y - dy)}a${half} ${2 * dx} ${2 * dy}a${half} ${-2 * dx} ${-2 * dy}Z`;
}
