/** The texts of `en/plot.ts` in Swahili. */

import type { plot as en } from "../en/plot.ts";
import type { Swahili } from "../translate.ts";

export const plot = {
  "plot.title": "Mwenendo wa mchezo",
  "plot.pool": "Mgawo wa kapu",
  "plot.secured": "Kete zilizo salama",
  "plot.secured.how": "Zilizoliwa, au zilizo katika mafahali yao: hakuna awezaye kuzichukua tena.",
  "plot.more": "{n}: zaidi ya nusu",
  "plot.line": "{name} {value}",
  "plot.plies": "hatua",
  "plot.bets": "madau",
  "plot.at.start": "Kabla ya hatua ya kwanza: salama Kusini {south}, Kaskazini {north}.",
  "plot.at": "Hatua ya {ply}, {side}, {move}: salama Kusini {south}, Kaskazini {north}.",
  "plot.at.tries": { one: "Jaribio {n} lilirudishwa.", other: "Majaribio {n} yalirudishwa." },
  "plot.read": "Soma mchoro hatua kwa hatua",
  "plot.keys": "Vishale huenda hatua kwa hatua.",
  "plot.tries": {
    one: "jaribio {n} lililorudishwa kabla ya hatua ya {ply}",
    other: "majaribio {n} yaliyorudishwa kabla ya hatua ya {ply}",
  },
  "plot.summary.lead": "{side} inaongoza kwa kete salama, {more} kwa {less}, baada ya hatua {n}.",
  "plot.summary.even": "Pande zote mbili zina kete {more} salama baada ya hatua {n}.",
  "plot.summary.split": "Madau yalipofungwa: {split}.",
  "plot.summary.one": "{outcome} {percent}",
  "plot.end.won": "{side} ilishinda",
  "plot.end.draw": "Sare",
  "plot.end.void": "Hauhesabiwi",
  "plot.percent": "{n} %",
  "plot.percent.below": "<1 %",
  "plot.data": "Onyesha data",
  "plot.data.ply": "Hatua",
  "plot.data.who": "Upande",
  "plot.data.what": "Shimo",
  "plot.data.tries": "Zilizorudishwa",
  "plot.data.south": "Salama Kusini",
  "plot.data.north": "Salama Kaskazini",
  "plot.data.pool": "Madau yalipofungwa",
} as const satisfies Swahili<typeof en>;
