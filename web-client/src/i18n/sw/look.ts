/** The texts of `en/look.ts` in Swahili. */

import type { look as en } from "../en/look.ts";
import type { Swahili } from "../translate.ts";

export const look = {
  "look.title": "Mwonekano na mwendo",
  "look.language": "Lugha",
  "look.language.failed": "{language} haikuweza kupakiwa. Angalia muunganisho kisha ujaribu tena.",
  "look.theme": "Rangi",
  "look.theme.system": "Kama mfumo",
  "look.theme.light": "Mchana",
  "look.theme.dark": "Usiku",
  "look.speed": "Hatua huchukua kwa kuzidi",
  "look.speed.0": "Bila mwendo",
  "look.speed.2000": "Sekunde 2",
  "look.speed.4000": "Sekunde 4",
  "look.speed.8000": "Sekunde 8",
  "look.betting": "Madau ya watazamaji",
  "look.betting.show": "Yaonyeshe",
} as const satisfies Swahili<typeof en>;
