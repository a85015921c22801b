/** The texts of `en/lobby.ts` in Swahili. */

import type { lobby as en } from "../en/lobby.ts";
import type { Swahili } from "../translate.ts";

export const lobby = {
  "time.d": { one: "siku {n}", other: "siku {n}" },
  "time.h": "saa {n}",
  "game.enkeshui.about":
    "Ng'ombe wanakuwa mafahali ambao hakuna awezaye kuwainua. Timu hula kilicho mkabala na shimo tupu, na safu inayofuata.",
  "game.enkeshui-russ.about":
    "Enkeshui kama ilivyoandikwa mwaka 1984: kula katika kila mzunguko, bila kuchagua mwelekeo.",
  "game.en-gehe.about":
    "Mchezo wa mashujaa: safu mbili za hadi mashimo hamsini, watu wanane kila upande, kila hatua kwa makubaliano.",
  "game.en-dodoi.about":
    "Mchezo wa wachungaji na rahisi zaidi wa kuanzia: panda, endelea kutoka mashimo yenye kete, kula kutoka matupu.",
  "game.cross-endodoi.about":
    "Idadi ya kete huonyesha njia: witiri kama saa, shufwa kinyume chake, mzunguko kwa mzunguko.",
  "game.ndoto.about": "Makundi madogo, kete mbili kila shimo. Kete moja huweza kuingia shimo tupu tu.",
  "game.layli-goobalay.about":
    "Kutoka Somalia: kete tatu mkabala hufanya mashimo mawili yenye mimba ambayo hukua tu.",
  "game.layli-marin.about":
    "Mashimo kumi na mawili kila safu, kupanda kama saa, zamu ya kwanza kutoka mwisho wa kulia.",
  "game.layli-gabradarre.about": "Kete tano kila shimo; zilizoliwa hutawanywa upya kwa mchezo ujao.",
  "lobby.games.learn": "Jinsi ya kucheza",
  "lobby.title": "Mankala ya timu",
  "lobby.lead":
    "Timu nzima kwa kila safu. Zungumzeni, pigeni kura, jaribuni hatua, irudisheni, iacheni ibaki.",
  "lobby.practise": "Fanya mazoezi sasa",
  "lobby.practise.hint": "Safu zote mbili ni zako. Hakuna kujisajili, hakuna anayesubiri.",
  "lobby.bot": "Cheza na roboti",
  "lobby.open": "Fungua chumba",
  "lobby.rooms": "Vyumba vya kuingia",
  "lobby.rooms.none":
    "Kwa sasa hakuna chumba cha umma kilicho wazi. Fungua kimoja utume kiungo chake, au fanya mazoezi hadi wengine waje.",
  "lobby.rooms.open": "Fungua cha kwanza",
  "lobby.rooms.loading": "Inatafuta vyumba",
  "lobby.rooms.failed": "Orodha ya vyumba haikupakiwa. Ukurasa unaiomba tena kila baada ya sekunde chache.",
  "lobby.room.sit": "Keti",
  "lobby.room.sit.in": "Keti katika {room}",
  "lobby.room.seats": "viti {taken} kati ya {all}",
  "lobby.room.watching": { one: "mtazamaji {n}", other: "watazamaji {n}" },
  "lobby.phase.seating": "kuketi",
  "lobby.phase.playing": { one: "hatua {n} imechezwa", other: "hatua {n} zimechezwa" },
  "lobby.phase.ended": "mchezo umekwisha",
  "lobby.games": "Michezo sita, ubao wa aina moja",
  "lobby.games.lead": "Yote hupandwa katika safu mbili. Chagua mmoja ufungue chumba nao.",
  "lobby.games.open": "Fungua chumba cha {game}",
  "lobby.sample": "Ubao wa safu mbili zenye mashimo manane kila moja, kete nne katika kila shimo",
  "lobby.slow": "polepole",
  "lobby.rated": "wa viwango",
  "lobby.bets": "madau yamefunguliwa",
  "lobby.mine": "Michezo yako",
  "lobby.mine.told": "Niarifiwe zamu yangu ikifika",
  "lobby.mine.awaits": "unakusubiri",
  "lobby.mine.turn": "ni zamu ya {side}",
  "lobby.mine.yours": "ni zamu ya upande wako",
  "lobby.mine.side": "Unaketi na {side}",
  "lobby.mine.left": "imebaki {time}",
  "lobby.mine.over": "muda umekwisha",
  "lobby.mine.count": { one: "mchezo {n} unakusubiri", other: "michezo {n} inakusubiri" },
} as const satisfies Swahili<typeof en>;
