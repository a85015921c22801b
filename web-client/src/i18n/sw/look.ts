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
  "look.telling": "Yanayosimuliwa kwa maneno",
  "look.telling.little": "Zamu, hatua na yanayokuhitaji tu",
  "look.telling.usual": "Kama kawaida",
  "look.telling.all": "Yote, hata kila kura",
  "look.room": "Vyumba",
  "look.text": "Kwa maneno, na mstari wa kuandika amri",
  "look.betting": "Madau ya watazamaji",
  "look.betting.show": "Yaonyeshe",
  "look.speed.20000": "Sekunde 20, polepole",
  "look.sound": "Sauti ya ubao",
  "look.sound.0": "Imezimwa",
  "look.sound.1": "Ya chini",
  "look.sound.2": "Ya kati",
  "look.sound.3": "Ya juu",
} as const satisfies Swahili<typeof en>;
