/** The texts of `en/who.ts` in Swahili. */

import type { who as en } from "../en/who.ts";
import type { Swahili } from "../translate.ts";

export const who = {
  "name.change": "Badili jina",
  "name.title": "Wengine wakuiteje?",
  "name.label": "Jina",
  "name.hint": "Herufi au tarakimu 2 hadi 24. Linaonyeshwa kwa wote chumbani.",
  "name.save": "Tumia jina hili",
  "who.guest": "Unacheza kama mgeni.",
  "who.account": "Umeingia kama {login}.",
  "who.account.key": "Umeingia.",
  "who.coins": { one: "sarafu {n} ya kuwekea dau", other: "sarafu {n} za kuwekea dau" },
  "who.staked": { one: "{n} zaidi katika madau yanayosubiri", other: "{n} zaidi katika madau yanayosubiri" },
  "who.link.join": "Tengeneza akaunti au ingia",
  "who.link.account": "Akaunti yako",
  "who.link.profile": "Wasifu wako",
  "who.link.device": "Programu na arifa",
  "who.link.learn": "Jifunze kucheza",
  "who.link.analysis": "Ubao wa uchambuzi",
  "who.link.records": "Soma kumbukumbu",
  "who.link.leaderboard": "Majedwali",
  "who.link.betting": "Madau",
  "who.link.admin": "Tunza seva",
  "who.out": "Ondoka",
  "who.granted": {
    one: "Sarafu {n} imeongezwa katika pochi yako.",
    other: "Sarafu {n} zimeongezwa katika pochi yako.",
  },
} as const satisfies Swahili<typeof en>;
