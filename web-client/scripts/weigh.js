/**
 * Weighs what a visitor loads before the first page stands: fails when it is more than was agreed.
 * Run after the build, which leaves the list of its files in the manifest.
 */

import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

/** Why not less: docs/decisions/0022. */
const BUDGET = { js: 80 * 1024, css: 12 * 1024 };
const PAGES = ["src/views/lobby/Lobby.svelte", "src/views/table/Room.svelte"];

const manifest = JSON.parse(readFileSync("dist/.vite/manifest.json", "utf8"));
let heavy = false;

for (const page of PAGES) {
  const files = new Set();
  collect("index.html", files);
  collect(page, files);
  for (const kind of ["js", "css"]) {
    const bytes = [...files]
      .filter((file) => file.endsWith(`.${kind}`))
      .reduce((sum, file) => sum + gzipSync(readFileSync(`dist/${file}`), { level: 9 }).length, 0);
    const over = bytes > BUDGET[kind];
    heavy ||= over;
    const kilo = (value) => (value / 1024).toFixed(1);
    process.stdout.write(
      `${page}: ${kilo(bytes)} of ${kilo(BUDGET[kind])} KiB ${kind}, gzip${over ? ": TOO MUCH" : ""}\n`,
    );
  }
}
if (heavy) process.exit(1);

function collect(name, files) {
  const entry = manifest[name];
  if (!entry) throw new Error(`the build has no ${name}`);
  if (files.has(entry.file)) return;
  files.add(entry.file);
  for (const css of entry.css ?? []) files.add(css);
  for (const needed of entry.imports ?? []) collect(needed, files);
}
