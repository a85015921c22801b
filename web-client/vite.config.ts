import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { asRoom, inSight, stillAway, together } from "./scripts/together.js";

/** `npm run dev` talks to a server started beside it. */
const server = "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [svelte(), asRoom(), inSight()],
  build: {
    target: "es2022",
    // Read by scripts/weigh.js.
    manifest: true,
    // A `data:` URL in a style sheet is not in our content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: stillAway },
    rolldownOptions: {
      input: ["index.html", "room.html"],
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: together }] } },
    },
  },
  server: {
    proxy: { "/api": server, "/ws": { target: server, ws: true } },
  },
  test: {
    environment: "node",
    include: ["src/**/*.test.ts"],
    setupFiles: ["src/i18n/testing.ts"],
  },
});
