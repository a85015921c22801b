/** The texts of `en/nav.ts` in Swahili. */

import type { nav as en } from "../en/nav.ts";
import type { Swahili } from "../translate.ts";

export const nav = {
  "nav.title": "Kurasa",
  "nav.learn": "Jifunze",
  "nav.analysis": "Ubao wa uchambuzi",
} as const satisfies Swahili<typeof en>;
