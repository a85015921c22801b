/**
 * Whose lines this browser does not show, room by room. For this reader alone: nobody learns of it. Kept in local
 * storage; a browser without it forgets.
 */

const KEY = "sindillo.hidden";
/** Rooms that are remembered, the last ones changed. */
const ROOMS = 50;

class Hidden {
  #rooms = $state.raw<ReadonlyMap<string, ReadonlySet<number>>>(read());

  of(room: string): ReadonlySet<number> {
    return this.#rooms.get(room) ?? new Set();
  }

  set(room: string, member: number, on: boolean): void {
    const members = new Set(this.of(room));
    if (on) members.add(member);
    else members.delete(member);
    const rooms = new Map(this.#rooms);
    rooms.delete(room);
    if (members.size > 0) rooms.set(room, members);
    this.#rooms = new Map([...rooms].slice(-ROOMS));
    write(this.#rooms);
  }
}

/** `room:3,7 room:12`, the room changed last at the end. */
function read(): ReadonlyMap<string, ReadonlySet<number>> {
  let text = "";
  try {
    text = localStorage.getItem(KEY) ?? "";
  } catch {
    // Storage is off: everybody is shown until somebody is hidden.
  }
  const rooms = text.split(" ").flatMap((entry): [string, Set<number>][] => {
    const [room, list] = entry.split(":");
    const members = (list ?? "").split(",").map(Number).filter(Number.isSafeInteger);
    return room && list && members.length > 0 ? [[room, new Set(members)]] : [];
  });
  return new Map(rooms);
}

function write(rooms: ReadonlyMap<string, ReadonlySet<number>>): void {
  try {
    const text = [...rooms].map(([room, members]) => `${room}:${[...members].join(",")}`).join(" ");
    localStorage.setItem(KEY, text);
  } catch {
    // Storage is off: the choice holds until the page is closed.
  }
}

export const hidden = new Hidden();
