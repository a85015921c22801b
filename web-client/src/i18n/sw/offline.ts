/** The texts of `en/offline.ts` in Swahili. */

import type { offline as en } from "../en/offline.ts";
import type { Swahili } from "../translate.ts";

export const offline = {
  "offline.title": "Hakuna muunganisho",
  "offline.lead": "Seva ya Sindillo haipatikani. Ukurasa huu utarudi wenyewe itakapopatikana.",
  "offline.kept": "Kinachotunzwa",
  "offline.kept.seat": "Kiti chako, na chochote ulichopigia kura au kusema: vyote viko kwenye seva.",
  "offline.kept.tabs":
    "Meza zilizofunguliwa katika vichupo vingine zinabaki zilivyokuwa mwisho, na zitaendelea zenyewe.",
  "offline.waits": "Kinachosubiri",
  "offline.waits.moves":
    "Kucheza, mazoezi, masomo na uchambuzi: seva ndiyo inayojua kanuni, kwa hiyo kila hatua inaiuliza.",
  "offline.waits.clock": "Saa hazikusubiri: katika mchezo unaoendelea, yako inaendelea kama kawaida.",
  "offline.again": "Jaribu tena",
} as const satisfies Swahili<typeof en>;
