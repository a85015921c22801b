import { defineConfig } from "@playwright/test";
import usual from "./playwright.config.ts";

/** `npx playwright test -c record.config.ts` records `src/state/recorded` anew from the real server. */
export default defineConfig(usual, { testMatch: ["record.ts", "pictures.ts"], workers: 1 });
