/**
 * Weighs what a visitor loads before the first page stands, in each language: fails when it is more than was agreed. Tells
 * also what a table could ask for at most, with every dialog, the stand and the sounds; what a match really loads is
 * weighed by `e2e/touch.spec.ts`.
 * Run after the build, which leaves the list of its files in the manifest.
 */

import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const BUDGET = { js: 64 * 1024, css: 12 * 1024 };
/** What a page begins with: the first code, and what it asks for at once. */
const BEGIN = "src/start.ts";
const TABLE = "src/views/table/Room.svelte";
const PAGES = { "src/views/lobby/Lobby.svelte": "main", [TABLE]: "room.html" };
/** A file of texts: of one language everywhere, or of one part of the page. */
const TEXTS = /^src\/i18n\/([a-z]{2})(?:\/[a-z]+)?\.ts$/;

const manifest = JSON.parse(readFileSync("dist/.vite/manifest.json", "utf8"));
/** The first code of other pages is in a file that is named after it. */
manifest.main = manifest[Object.keys(manifest).find((name) => /^_main-/.test(name))];
const languages = new Set(Object.keys(manifest).flatMap((name) => TEXTS.exec(name)?.[1] ?? []));
if (languages.size === 0) throw new Error("the build has no texts");
let heavy = false;

for (const [page, first] of Object.entries(PAGES)) {
  for (const language of languages) {
    const files = new Set();
    for (const part of [first, BEGIN, page]) collect(part, files, language);
    weigh(`${page} ${language}`, "js", files);
  }
  const files = new Set();
  for (const part of [first, BEGIN, page]) collect(part, files, null);
  weigh(page, "css", files);
}
for (const language of languages) {
  const files = new Set();
  for (const part of [PAGES[TABLE], BEGIN, TABLE]) collect(part, files, language, true);
  const bytes = [...files].reduce((sum, file) => sum + packed(file), 0);
  process.stdout.write(
    `all that a table can ask for, ${language}: ${(bytes / 1000).toFixed(1)} kB in ${files.size} files, gzip\n`,
  );
}
if (heavy) process.exit(1);

function weigh(what, kind, files) {
  const bytes = [...files]
    .filter((file) => file.endsWith(`.${kind}`))
    .reduce((sum, file) => sum + packed(file), 0);
  const over = bytes > BUDGET[kind];
  heavy ||= over;
  const kilo = (value) => (value / 1024).toFixed(1);
  process.stdout.write(
    `${what}: ${kilo(bytes)} of ${kilo(BUDGET[kind])} KiB ${kind}, gzip${over ? ": TOO MUCH" : ""}\n`,
  );
}

function packed(file) {
  return gzipSync(readFileSync(`dist/${file}`), { level: 9 }).length;
}

/** With what it needs, and the texts that it waits for in the language that is spoken; `later`: all it may ask for. */
function collect(name, files, language, later = false) {
  const entry = manifest[name];
  if (!entry) throw new Error(`the build has no ${name}`);
  if (files.has(entry.file)) return;
  files.add(entry.file);
  for (const css of entry.css ?? []) files.add(css);
  for (const needed of entry.imports ?? []) collect(needed, files, language, later);
  for (const part of entry.dynamicImports ?? [])
    if (language !== null && isAskedFor(part, language, later)) collect(part, files, language, later);
}

/** The other pages are no part of a table, though the beginning knows where they are. */
function isAskedFor(part, language, later) {
  const texts = TEXTS.exec(part);
  if (texts) return texts[1] === language;
  return later && !(part in PAGES) && part !== "src/views/Beside.svelte";
}
