/**
 * Turns a key and its values into a sentence. Texts are plain strings with `{name}` places; a text that depends
 * on a number is an object of plural forms, chosen by the value `n` after the rules of the language.
 */

export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;
export type Text = string | Plural;
export type Texts<Key extends string> = Readonly<Record<Key, Text>>;
/** The same texts in another language: no key more, none less, and all forms of the language where it has forms. */
export type Same<Part, Forms extends Intl.LDMLPluralRule> = Readonly<
  Record<keyof Part, string | Readonly<Record<Forms, string>>>
>;
/** Polish writes its fourth form, `other`, for fractions alone, and no text counts those. */
export type Polish<Part> = Same<Part, "one" | "few" | "many">;
/** `many` is for whole millions: "1.000.000 di monete". */
export type Italian<Part> = Same<Part, "one" | "many" | "other">;
export type Swahili<Part> = Same<Part, "one" | "other">;
export type Values = Readonly<Record<string, string | number>>;

export class Translator<Key extends string> {
  // Made when they are needed: not every page counts something before it can be seen.
  #plural: Intl.PluralRules | null = null;
  #number: Intl.NumberFormat | null = null;

  constructor(
    readonly language: string,
    private readonly texts: Partial<Texts<Key>>,
    /** The language as it is written where the reader is, for dates: "en-GB". */
    readonly locale: string = language,
  ) {}

  say(key: Key, values: Values = {}): string {
    const text = this.texts[key];
    // A text that was not loaded shows its key: ugly, but nothing falls over.
    if (text === undefined) return key;
    const form = typeof text === "string" ? text : this.#form(text, values.n);
    return form.replace(/\{(\w+)\}/g, (place, name: string) => {
      const value = values[name];
      if (value === undefined) return place;
      return typeof value === "number" ? this.number(value) : value;
    });
  }

  number(value: number, digits = 0): string {
    if (digits === 0) {
      this.#number ??= new Intl.NumberFormat(this.language);
      return this.#number.format(value);
    }
    const exact = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    return new Intl.NumberFormat(this.language, exact).format(value);
  }

  list(items: readonly string[]): string {
    return new Intl.ListFormat(this.language, { type: "conjunction" }).format(items);
  }

  #form(text: Plural, n: string | number | undefined): string {
    this.#plural ??= new Intl.PluralRules(this.language);
    return text[this.#plural.select(Number(n ?? 0))] ?? text.other ?? text.many ?? "";
  }
}
