/**
 * Words as somebody writes them on the command line of the text mode: taken apart, and told apart whatever their case
 * and marks. Which words there are comes from the texts of a language.
 */

/** What stands for a word: `word.vote` is "vote, v". The first one is the word that help shows. */
export type Vocabulary = Readonly<Record<`word.${string}`, string>>;

export interface Token {
  /** Without case and marks. */
  readonly word: string;
  /** Where it begins in the line, and where it ends. */
  readonly from: number;
  readonly to: number;
}

/** "Głosuj" and "glosuj" are the same word. */
export function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ł", "l").replaceAll("’", "'");
}

export function tokensOf(line: string): readonly Token[] {
  return [...line.matchAll(/[^\s,;]+/gu)].map((match) => ({
    word: fold(match[0]).replace(/(?<=.)[:.!?]+$/, ""),
    from: match.index,
    to: match.index + match[0].length,
  }));
}

/** Ways to write one word in all the vocabularies, each as the words it consists of. */
function phrases(vocabularies: readonly Vocabulary[], key: string): readonly (readonly string[])[] {
  return vocabularies.flatMap((words) =>
    (words[`word.${key}`] ?? "").split(",").map((way) =>
      fold(way)
        .split(/\s+/)
        .filter((one) => one !== ""),
    ),
  );
}

/** The word of these keys that stands at this place, and how many tokens it takes: the longest there is. */
export function wordAt<Key extends string>(
  vocabularies: readonly Vocabulary[],
  keys: readonly Key[],
  tokens: readonly Token[],
  at: number,
): { readonly key: Key; readonly length: number } | null {
  let best: { readonly key: Key; readonly length: number } | null = null;
  for (const key of keys) {
    for (const way of phrases(vocabularies, key)) {
      const fits = way.length > 0 && way.every((word, index) => tokens[at + index]?.word === word);
      if (fits && way.length > (best?.length ?? 0)) best = { key, length: way.length };
    }
  }
  return best;
}

/** How a language writes a word, for help: the first way of the first vocabulary. */
export function shownWord(vocabularies: readonly Vocabulary[], key: string): string {
  return (vocabularies[0]?.[`word.${key}`] ?? key).split(",")[0]?.trim() ?? key;
}

/** Words of these keys that begin so, as the first vocabulary writes them, shortest first. */
export function completions(
  vocabularies: readonly Vocabulary[],
  keys: readonly string[],
  begun: string,
): readonly string[] {
  const start = fold(begun);
  if (start === "") return [];
  const all = keys.flatMap((key) =>
    vocabularies.flatMap((words) => (words[`word.${key}`] ?? "").split(",").map((way) => way.trim())),
  );
  const fitting = [...new Set(all)].filter((way) => fold(way).startsWith(start) && fold(way) !== start);
  return fitting.sort((a, b) => a.length - b.length);
}

/** The word that was probably meant: one or two letters away, or begun so. */
export function nearest(
  vocabularies: readonly Vocabulary[],
  keys: readonly string[],
  said: string,
): string | null {
  const wanted = fold(said);
  let best: { readonly way: string; readonly far: number } | null = null;
  for (const key of keys) {
    for (const words of vocabularies) {
      for (const way of (words[`word.${key}`] ?? "").split(",").map((one) => one.trim())) {
        const far = distance(wanted, fold(way));
        const most = way.length > 4 ? 2 : 1;
        if (way.length > 2 && far <= most && far < (best?.far ?? 3)) best = { way, far };
      }
    }
  }
  return best?.way ?? completions(vocabularies, keys, said)[0] ?? null;
}

/** Letters that have to be changed, added or left out, or neighbours that changed places. */
function distance(a: string, b: string): number {
  let earlier: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same);
      const crossed = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next.push(crossed ? Math.min(least, (earlier[j - 2] ?? 0) + 1) : least);
    }
    earlier = row;
    row = next;
  }
  return row.at(-1) ?? 0;
}
