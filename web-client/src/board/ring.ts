/**
 * The ring of pits: S1..Sn are 0..n-1, N1..Nn are n..2n-1, and counterclockwise is upwards.
 * Naming and places only. What a move does is told by the server.
 */

export type Side = "south" | "north";

/** A pit by its place on the ring, 0..2n-1. */
export type Ring = number;

export const SIDES: readonly Side[] = ["south", "north"];

export function other(side: Side): Side {
  return side === "south" ? "north" : "south";
}

export function sideOf(ring: Ring, n: number): Side {
  return ring < n ? "south" : "north";
}

/** A side counts its own pits 1..n from its own left. */
export function numberOf(ring: Ring, n: number): number {
  return ring < n ? ring + 1 : ring - n + 1;
}

/** "S3", "N11": how people and notation name a pit. */
export function nameOf(ring: Ring, n: number): string {
  return `${ring < n ? "S" : "N"}${numberOf(ring, n)}`;
}

export function ringOf(side: Side, number: number, n: number): Ring {
  return side === "south" ? number - 1 : n + number - 1;
}

/** Own pit k looks at the other side's pit n+1-k. */
export function facing(ring: Ring, n: number): Ring {
  return 2 * n - 1 - ring;
}

/** The next pit; `direction` is 1 counterclockwise and -1 clockwise. */
export function next(ring: Ring, direction: 1 | -1, n: number): Ring {
  const size = 2 * n;
  return (ring + direction + size) % size;
}
