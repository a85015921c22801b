/** What a path leads to that is neither the lobby nor a room. */

/** Pages that are found by their name alone. */
const NAMED = ["account", "device", "leaderboard", "betting", "admin", "analysis", "records"] as const;

export type Place =
  | { readonly at: (typeof NAMED)[number] | "nowhere" }
  /** Somebody's, by the name of the account; the own one where there is none. */
  | { readonly at: "profile"; readonly login: string | null }
  /** The replay of a room. */
  | { readonly at: "story"; readonly room: string }
  /** A game's own page, or the one about all. */
  | { readonly at: "learn"; readonly game: string | null };

export function placeOf(path: string): Place {
  const [, first, second = null, rest] = path.replace(/\/$/, "").split("/");
  const story = /^\/r\/([0-9a-z]+)\/story\/?$/.exec(path)?.[1];
  if (story !== undefined) return { at: "story", room: story };
  if (rest !== undefined) return { at: "nowhere" };
  if (first === "profile" && (second === null || LOGIN.test(second)))
    return { at: "profile", login: second?.toLowerCase() ?? null };
  if (first === "learn" && (second === null || GAME.test(second))) return { at: "learn", game: second };
  const named = second === null ? NAMED.find((one) => one === first) : undefined;
  return { at: named ?? "nowhere" };
}

/** A game by its name; whether there is such a game is seen on its page. */
const GAME = /^[a-z_-]{3,32}$/;
/** Signs that the name of an account may have. */
const LOGIN = /^[\w.-]{3,32}$/;
