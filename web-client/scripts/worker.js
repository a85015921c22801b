/**
 * Builds what the browser runs beside the page, after the page: the service worker and the page without a connection.
 * Each is one plain script under a name that stays, so that a browser finds the next version of it; the worker is told
 * the files of this version of the page.
 */

import { copyFileSync, readdirSync } from "node:fs";
import { build } from "vite";

const files = readdirSync("dist/assets").map((name) => `/assets/${name}`);

/** A worker that is no module starts in every browser; a style sheet is a file of its own beside a module only. */
const PARTS = { sw: "iife", offline: "es" };

for (const [name, format] of Object.entries(PARTS)) {
  await build({
    configFile: false,
    // The page has what is public already.
    publicDir: false,
    logLevel: "warn",
    define: { FILES: JSON.stringify(files) },
    build: {
      target: "es2022",
      outDir: "dist",
      emptyOutDir: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: `src/worker/${name}.ts`,
        output: { format, entryFileNames: `${name}.js`, assetFileNames: "[name][extname]" },
      },
    },
  });
}
copyFileSync("src/worker/offline.html", "dist/offline.html");
