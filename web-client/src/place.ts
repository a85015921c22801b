/** What a path leads to. */

/** Pages that are found by their name alone. */
const NAMED = ["account", "leaderboard", "betting", "admin"] as const;

export type Place =
  | { readonly at: "lobby" | (typeof NAMED)[number] | "nowhere" }
  | { readonly at: "room"; readonly room: string }
  /** Somebody's, by the name of the account; the own one where there is none. */
  | { readonly at: "profile"; readonly login: string | null };

export function placeOf(path: string): Place {
  if (path === "/" || path === "") return { at: "lobby" };
  const [, first, second = null, rest] = path.replace(/\/$/, "").split("/");
  if (rest !== undefined) return { at: "nowhere" };
  if (first === "r" && second !== null && /^[0-9a-z]+$/.test(second)) return { at: "room", room: second };
  if (first === "profile" && (second === null || LOGIN.test(second)))
    return { at: "profile", login: second?.toLowerCase() ?? null };
  const named = second === null ? NAMED.find((one) => one === first) : undefined;
  return { at: named ?? "nowhere" };
}

/** Signs that the name of an account may have. */
const LOGIN = /^[\w.-]{3,32}$/;
