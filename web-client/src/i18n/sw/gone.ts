/** The texts of `en/gone.ts` in Swahili. */

import type { gone as en } from "../en/gone.ts";
import type { Swahili } from "../translate.ts";

export const gone = {
  "room.gone.title": "Huwezi kuingia chumba hiki",
  "room.gone.text": "Hakuna chumba nyuma ya kiungo hiki. Huenda kilikwisha zamani.",
  "room.banned.text":
    "Mwenyeji wa chumba, au upande wako mwenyewe, aliamua hivyo. Mwenyeji pekee anaweza kukuruhusu tena. Vyumba vingine vyote viko wazi kwako.",
  "room.banned.title": "Umetolewa katika chumba hiki",
  "room.unauthorized.text": "Seva haikijui tena kivinjari hiki. Pakia ukurasa upya urudi ulivyokuwa.",
  "room.replaced.title": "Kimefunguliwa katika kichupo kingine",
  "room.replaced.text": "Chumba hiki kinaendelea katika dirisha lako jipya zaidi.",
  "room.replaced.take": "Cheza hapa badala yake",
  "room.upgrade.title": "Ukurasa umepitwa na wakati",
  "room.upgrade.text": "Seva ina toleo jipya zaidi. Pakia ukurasa upya.",
  "room.reload": "Pakia upya",
} as const satisfies Swahili<typeof en>;
