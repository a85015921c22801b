/** A name in one or two letters, where there is no room for more. The name is always written somewhere near. */

/** The first letter that can be seen, or two for names of several words, in capitals. */
export function initialsOf(name: string): string {
  return name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? "")
    .join("")
    .toUpperCase();
}
