/**
 * Weighs what a visitor loads before the first page stands, in each language: fails when it is more than was agreed.
 * Run after the build, which leaves the list of its files in the manifest.
 */

import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const BUDGET = { js: 64 * 1024, css: 12 * 1024 };
/** What every page begins with: the first code, and what it asks for at once. */
const BEGIN = ["index.html", "src/start.ts"];
const PAGES = ["src/views/lobby/Lobby.svelte", "src/views/table/Room.svelte"];
/** A file of texts: of one language everywhere, or of one part of the page. */
const TEXTS = /^src\/i18n\/([a-z]{2})(?:\/[a-z]+)?\.ts$/;

const manifest = JSON.parse(readFileSync("dist/.vite/manifest.json", "utf8"));
const languages = new Set(Object.keys(manifest).flatMap((name) => TEXTS.exec(name)?.[1] ?? []));
if (languages.size === 0) throw new Error("the build has no texts");
let heavy = false;

for (const page of PAGES) {
  for (const language of languages) {
    const files = new Set();
    for (const part of [...BEGIN, page]) collect(part, files, language);
    weigh(`${page} ${language}`, "js", files);
  }
  const files = new Set();
  for (const part of [...BEGIN, page]) collect(part, files, null);
  weigh(page, "css", files);
}
if (heavy) process.exit(1);

function weigh(what, kind, files) {
  const bytes = [...files]
    .filter((file) => file.endsWith(`.${kind}`))
    .reduce((sum, file) => sum + gzipSync(readFileSync(`dist/${file}`), { level: 9 }).length, 0);
  const over = bytes > BUDGET[kind];
  heavy ||= over;
  const kilo = (value) => (value / 1024).toFixed(1);
  process.stdout.write(
    `${what}: ${kilo(bytes)} of ${kilo(BUDGET[kind])} KiB ${kind}, gzip${over ? ": TOO MUCH" : ""}\n`,
  );
}

/** With what it needs, and the texts that it waits for in the language that is spoken. */
function collect(name, files, language) {
  const entry = manifest[name];
  if (!entry) throw new Error(`the build has no ${name}`);
  if (files.has(entry.file)) return;
  files.add(entry.file);
  for (const css of entry.css ?? []) files.add(css);
  for (const needed of entry.imports ?? []) collect(needed, files, language);
  for (const later of entry.dynamicImports ?? [])
    if (language !== null && TEXTS.exec(later)?.[1] === language) collect(later, files, language);
}
