/** The texts of `en/talk.ts` in Swahili. */

import type { talk as en } from "../en/talk.ts";
import type { Swahili } from "../translate.ts";

export const talk = {
  "chat.team": "Timu",
  "chat.all": "Wote",
  "chat.stand": "Jukwaa",
  "chat.team.hint": "Upande wako pekee husoma hapa.",
  "chat.all.hint": "Wote chumbani husoma hapa.",
  "chat.stand.hint": "Watazamaji pekee husoma hapa.",
  "chat.label": "Sema kitu",
  "chat.send": "Sema",
  "chat.none": "Hakuna aliyesema kitu bado.",
  "chat.hidden": "Unaficha anachosema {names}.",
  "chat.hidden.show": "Kionyeshe tena",
  "chat.outside": "sauti ya nje",
  "chat.muted": "Umenyamazishwa katika chumba hiki. Unaweza kusoma na kucheza, lakini si kuandika.",
} as const satisfies Swahili<typeof en>;
