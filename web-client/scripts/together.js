/**
 * Which modules come in one file. Left to itself the bundler makes a file of each handful of modules that the same
 * pages need: two dozen small files for a room, of which a browser fetches six at a time. So what every page begins
 * with is one file, what lobby and room both need another, and the rest stays with the part that needs it.
 */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const path = (name) => fileURLToPath(new URL(`../src/${name}`, import.meta.url));
const FIRST = path("main.ts");
const BEGIN = path("start.ts");
const GLANCE = path("glance.ts");
const LOBBY = path("views/lobby/Lobby.svelte");
const ROOM = path("views/table/Room.svelte");
/** What a room needs besides and other pages too is not worth a file. */
const SMALL = /\/store\/(hidden|screen)\.svelte\.ts$/;

/** The name of the file that a module goes into; null where the bundler decides. */
export function together(id, graph) {
  // What is asked for by name is no part of what it shares with others.
  if ([FIRST, GLANCE, BEGIN, LOBBY, ROOM].includes(id)) return null;
  const from = (root) => reach(root, graph).has(id);
  if (from(FIRST)) return "first";
  if (from(GLANCE)) return "glance";
  if (from(BEGIN)) return "begin";
  if (from(ROOM) && (from(LOBBY) || SMALL.test(id))) return "both";
  return null;
}

/** The page of a room is the page of all else with its board first: one file, so that no head is written twice. */
export function asRoom() {
  const room = fileURLToPath(new URL("../room.html", import.meta.url));
  const main = '<script type="module" src="/src/main.ts"></script>';
  return {
    name: "as-room",
    enforce: "pre",
    resolveId: (id) => (id === "room.html" ? room : null),
    load(id) {
      if (id !== room) return null;
      const page = readFileSync(new URL("../index.html", import.meta.url), "utf8");
      if (!page.includes(main)) throw new Error("index.html begins otherwise");
      return page.replace(main, `<script type="module" src="/src/glance.ts"></script>\n    ${main}`);
    },
  };
}

/**
 * What a page needs is named in its HTML: it comes beside the first code, which need not ask for it. A room has its
 * board first: what the rest is made of leaves the line to it.
 */
export function inSight() {
  return {
    name: "in-sight",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle, path }) {
        if (!bundle) return [];
        const isRoom = path.endsWith("room.html");
        const later = isRoom ? { fetchpriority: "low" } : {};
        const link = (attrs) => ({ tag: "link", injectTo: "head", attrs: { ...attrs, crossorigin: true } });
        return needed(bundle, isRoom ? ["begin", "both", "Room"] : ["begin", "both"]).flatMap((file) => [
          ...(html.includes(file.fileName)
            ? []
            : [link({ rel: "modulepreload", href: `/${file.fileName}`, ...later })]),
          ...[...file.viteMetadata.importedCss].map((css) => link({ rel: "stylesheet", href: `/${css}` })),
        ]);
      },
    },
  };
}

/** The files of these names, each behind what it imports. */
function needed(bundle, names) {
  const found = new Set();
  const visit = (file) => {
    if (found.has(file)) return;
    for (const name of file.imports) visit(bundle[name]);
    found.add(file);
  };
  for (const name of names) {
    const file = Object.values(bundle).find((one) => one.type === "chunk" && one.name === name);
    if (!file) throw new Error(`there is no file ${name}: has it moved?`);
    visit(file);
  }
  return [...found];
}

/** What a part asks for beside itself: nothing that was named in the HTML. */
export function stillAway(_part, files, { hostType }) {
  if (hostType === "html") return files;
  return files.filter((file) => !/\/(begin|both|first|glance)-/.test(file));
}

/** The graph is complete when the first question comes. */
const reached = new Map();

/** Everything that comes with a module, at once and not later. */
function reach(root, graph) {
  const known = reached.get(root);
  if (known) return known;
  const found = new Set();
  const visit = (module) => {
    if (found.has(module)) return;
    found.add(module);
    for (const needed of graph.getModuleInfo(module)?.importedIds ?? []) visit(needed);
  };
  visit(root);
  if (found.size === 1) throw new Error(`${root} needs nothing: has it moved?`);
  reached.set(root, found);
  return found;
}
