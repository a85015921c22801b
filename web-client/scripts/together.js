/**
 * Which modules come in one file. Left to itself the bundler makes a file of each handful of modules that the same
 * pages need: two dozen small files for a room, of which a browser fetches six at a time. So what every page begins
 * with is one file, what lobby and room both need another, and the rest stays with the part that needs it.
 */

import { fileURLToPath } from "node:url";

const path = (name) => fileURLToPath(new URL(`../src/${name}`, import.meta.url));
const FIRST = path("main.ts");
const BEGIN = path("start.ts");
const LOBBY = path("views/lobby/Lobby.svelte");
const ROOM = path("views/table/Room.svelte");

/** The name of the file that a module goes into; null where the bundler decides. */
export function together(id, graph) {
  // What is asked for by name is no part of what it shares with others.
  if ([FIRST, BEGIN, LOBBY, ROOM].includes(id)) return null;
  const from = (root) => reach(root, graph).has(id);
  if (from(FIRST)) return "first";
  if (from(BEGIN)) return "begin";
  if (from(LOBBY) && from(ROOM)) return "both";
  return null;
}

/** What every page needs is named in the HTML: it comes beside the first code, which need not ask for it. */
export function inSight() {
  return {
    name: "in-sight",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        const files = Object.values(bundle ?? {}).filter(({ name }) => ["begin", "both"].includes(name));
        return files.flatMap(({ fileName, viteMetadata }) => [
          {
            tag: "link",
            injectTo: "head",
            attrs: { rel: "modulepreload", crossorigin: true, href: `/${fileName}` },
          },
          ...[...viteMetadata.importedCss].map((css) => ({
            tag: "link",
            injectTo: "head",
            attrs: { rel: "stylesheet", crossorigin: true, href: `/${css}` },
          })),
        ]);
      },
    },
  };
}

/** What a part asks for beside itself: nothing that was named in the HTML. */
export function stillAway(_part, files) {
  return files.filter((file) => !/\/(begin|both|first)-/.test(file));
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
