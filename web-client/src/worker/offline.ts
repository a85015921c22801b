/** The page that is shown where the server cannot be reached: it says so, in the reader's language, and comes back by itself. */

import { offline as en } from "../i18n/en/offline.ts";
import { offline as it } from "../i18n/it/offline.ts";
import { firstOf, isLanguage, type Language } from "../i18n/languages.ts";
import { offline as pl } from "../i18n/pl/offline.ts";
import { offline as sw } from "../i18n/sw/offline.ts";
import "../style/tokens.css";
import "../style/base.css";
import "./offline.css";

const TEXTS: Readonly<Record<Language, Readonly<Record<keyof typeof en, string>>>> = { en, pl, it, sw };
/** Milliseconds between two looks whether the server is there again. */
const LOOK_MS = 10_000;

const language = languageOf();
const root = document.documentElement;
root.lang = language;
const theme = chosen("theme");
const dark = matchMedia("(prefers-color-scheme: dark)").matches;
root.dataset.theme = theme === "dark" || (theme !== "light" && dark) ? "dark" : "light";

const texts = TEXTS[language];
for (const place of document.querySelectorAll<HTMLElement>("[data-say]")) {
  const key = place.dataset.say;
  if (key && Object.hasOwn(texts, key)) place.textContent = texts[key as keyof typeof en];
}
document.title = `${texts["offline.title"]} · Sindillo`;

document.getElementById("again")?.addEventListener("click", () => location.reload());
window.addEventListener("online", () => location.reload());
setInterval(look, LOOK_MS);

async function look(): Promise<void> {
  const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.reload();
}

function languageOf(): Language {
  const wish = chosen("language");
  return wish !== null && isLanguage(wish) ? wish : firstOf(navigator.languages);
}

/** What the reader chose for the page. */
function chosen(name: string): string | null {
  try {
    return localStorage.getItem(`sindillo.${name}`);
  } catch {
    return null;
  }
}
