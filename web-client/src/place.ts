/** Which page a path leads to: the lobby, a room by its link, or what lies beside them. */

export type Place =
  | { readonly at: "lobby" }
  | { readonly at: "room"; readonly room: string }
  | { readonly at: "beside"; readonly path: string };

export function placeOf(path: string): Place {
  if (path === "/" || path === "") return { at: "lobby" };
  const room = /^\/r\/([0-9a-z]+)\/?$/.exec(path)?.[1];
  return room === undefined ? { at: "beside", path } : { at: "room", room };
}
