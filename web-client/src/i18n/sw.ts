/** The texts of `en.ts` in Swahili. */

import type { en } from "./en.ts";
import type { Swahili } from "./translate.ts";

export const sw = {
  // ---- everywhere
  "app.name": "Sindillo",
  "app.home": "Sindillo, kwenda ukumbini",
  "app.skip": "Nenda kwenye maudhui",
  "app.text": "Hali ya maandishi: chumba kwa maneno",
  "text.drawn": "Ubao uliochorwa",
  "app.close": "Funga",
  "app.messages": "Ujumbe",
  "app.cancel": "Ghairi",
  "app.you": "wewe",
  "app.failed": "Ukurasa haukuweza kufikia seva. Angalia muunganisho kisha ujaribu tena.",
  "app.retry": "Jaribu tena",
  "app.nowhere.title": "Hapa hakuna kitu",
  "app.nowhere.text": "Anwani hii haifiki ukurasa wowote. Michezo iko ukumbini.",
  "app.nowhere.go": "Nenda ukumbini",
  "time.days": "siku {d} saa {h}",
  "time.hours": "saa {h} dak {m}",
  "side.south": "Kusini",
  "side.north": "Kaskazini",
  "side.draw": "Sare",
  "side.south.letter": "S",
  "side.north.letter": "N",
  "side.yours": "upande wako",
  "look.open": "Mwonekano na mwendo",

  // ---- games
  "game.enkeshui": "Enkeshui",
  "game.enkeshui-russ": "Enkeshui ya Russ",
  "game.en-gehe": "En Gehé",
  "game.en-dodoi": "En Dodoi",
  "game.cross-endodoi": "Cross-Endodoi",
  "game.ndoto": "Ndoto",
  "game.layli-goobalay": "Layli Goobalay",
  "game.layli-marin": "Layli Goobalay ya Marin",
  "game.layli-gabradarre": "Layli Goobalay ya Gabradarre",
  "game.board": "2 × {pits}",
  "game.full": "{game}, 2 × {pits}",

  // ---- the reader
  "who.open": "Wewe",
  "who.purse": { one: "sarafu {n}", other: "sarafu {n}" },

  // ---- opening a room
  "open.mode.hand": "Mkono mmoja hucheza, wengine hushauri",
  "open.mode.plurality": "Kura nyingi zaidi hushinda",
  "open.mode.majority": "Zaidi ya nusu wakubaliane",
  "open.mode.consensus": "Karibu wote wakubaliane",
  "open.mode.anyone": "Anayetangulia hucheza",

  // ---- the room
  "room.share": "Nakili kiungo",
  "room.shared": "Kiungo kimenakiliwa. Aliye nacho anaweza kuingia.",
  "room.share.by_hand": "Nakili kiungo hiki uwaalike wengine:",
  "room.watching": { one: "mtazamaji {n}", other: "watazamaji {n}" },
  "room.practice": "Mazoezi",
  "room.entering": "Unaingia",
  "room.link.lost": "Muunganisho umekatika. Maagizo yako ya mwisho yametunzwa na yatatumwa ukirudi.",
  "room.link.back": "Muunganisho umerudi.",
  "room.link.trying": "Kujaribu tena baada ya {time}",
  "room.link.now": "Inaunganisha",
  "room.link.draining": "Seva inaanza upya. Mchezo umesimama na utaendelea punde.",
  "room.how": "Chumba hiki huamuaje",
  "room.slow": "Mchezo wa polepole",
  "room.reports": { one: "taarifa {n}", other: "taarifa {n}" },

  // ---- seats
  "seat.title": "Timu",
  "seat.empty": "Hapa hajaketi mtu bado.",
  "seat.hand": "ndiye mkono",
  "seat.presence.online": "yupo",
  "seat.presence.grace": "muunganisho umekatika sasa hivi",
  "seat.presence.away": "hayupo",
  "seat.you": "wewe",

  // ---- the board
  "board.name": "Ubao, {game}",
  "board.row": "Safu ya {side}",
  "board.pit": { one: "{name}, kete {n}", other: "{name}, kete {n}" },
  "board.pit.empty": "{name}, tupu",
  "board.pit.bull": {
    one: "{name}, fahali wa {side}, kete {n}",
    other: "{name}, fahali wa {side}, kete {n}",
  },
  "board.pit.choice": "{pit}, laweza kuchezwa",
  "board.heap": { one: "{side} imekula kete {n}", other: "{side} imekula kete {n}" },
  "board.skip": "Ruka hadi mwisho",
  "board.keys":
    "Mishale hutembea kwenye ubao, nambari hupeleka kwenye shimo hilo, Enter hulichagua. Alama ya kuuliza huonyesha vitufe vyote.",

  // ---- moves in words
  "move.pit": "Shimo {pit}",
  "move.turned": "{pit}, kugeuka {directions}",
  "move.special": "Hatua maalumu",
  "move.direction.L": "kushoto",
  "move.direction.R": "kulia",
  "move.laps": { one: "mzunguko {n}", other: "mizunguko {n}" },
  "move.takes": { one: "inakula {n}", other: "inakula {n}" },
  "move.bulls": { one: "inafanya fahali", other: "inafanya mafahali {n}" },
  "move.uurs": "inafanya uur mbili",
  "move.ends": "inaishia {pit}",
  "move.nothing": "haili kitu",
  "move.passes": "inazunguka bila mwisho: zamu imepotea",
  "moves.title": "Hatua",

  // ---- the turn: who may do what, by when, and what if not
  "turn.yours": "Ni zamu ya timu yako",
  "turn.yours.alone": "Ni zamu yako",
  "turn.theirs": "Ni zamu ya {side}",
  "turn.alone": "Chagua shimo katika safu ya chini uone linafikia wapi, kisha licheze.",
  "turn.alone.upper": "Chagua shimo katika safu ya juu uone linafikia wapi, kisha licheze.",
  "turn.single": "Kuna hatua moja tu. Yeyote wa timu anaweza kuicheza.",
  "turn.vote": "Chagua shimo uone linafikia wapi, kisha lipigie kura.",
  "turn.wait": "{name} anacheza hatua ya zamu hii. Upande wako utapiga kura kuanzia zamu yake ijayo.",
  "turn.spectator": "{side} wanaamua wenyewe.",
  "turn.next": "{side} wanaamua wenyewe. Kisha ni zamu ya upande wako.",
  "turn.spectator.hand": "{name} ndiye mkono wa {side}.",
  "ballot.rule.hand": "{name} ndiye mkono na ndiye anayecheza hatua; kura ni ushauri.",
  "ballot.rule.hand.you": "Wewe ndiye mkono: wewe unacheza hatua, kura ni ushauri.",
  "turn.lay": "Chagua shimo uone linafikia wapi, kisha liweke.",
  "turn.anyone": "Chagua shimo uone linafikia wapi, kisha licheze.",
  "ballot.rule.need": { one: "{n} kati ya {all} anaamua.", other: "{n} kati ya {all} lazima wakubaliane." },
  "ballot.rule.need.both": "Lazima mkubaliane nyote wawili.",
  "ballot.rule.need.all": "Lazima mkubaliane nyote {n}.",
  "ballot.rule.most": "Kura nyingi zaidi hushinda.",
  "ballot.rule.first": "Hatua ya kwanza atakayoicheza yeyote kati yenu ndiyo inayojaribiwa.",
  "ballot.rule.run_off": "Duru ya pili: zimebaki hatua hizi tu, na kura nyingi zaidi hushinda.",
  "ballot.you.none": "Hujapiga kura.",
  "ballot.you.voted": "Umepigia kura shimo {pit}.",
  "ballot.you.late":
    "Uliketi baada ya kura hii kufunguliwa: unaweza kupendekeza hatua, na utapiga kura kuanzia ijayo.",
  "ballot.you.council":
    "Baraza linapiga kura kwa niaba ya upande wako: unaweza kupendekeza hatua na kuzungumza.",
  "turn.fallback.you":
    "Hakuna hatua iliyoamuliwa kwa wakati. Wewe ndiye mkono: weka moja sasa. Muda ukiisha, yeyote wa timu anaweza.",
  "turn.fallback.other":
    "Hakuna hatua iliyoamuliwa kwa wakati. {name} anaweza kuweka moja sasa, na muda ukiisha yeyote wa timu.",
  "turn.fallback.anyone": "Hakuna hatua iliyoamuliwa kwa wakati. Yeyote wa timu anaweza kuweka moja sasa.",
  "turn.undone": "{side} imerudisha hatua ya {ply}, shimo {pit}, na inaamua upya.",
  "turn.race": "Mbio zimekwisha: {side} ililala kwanza na inaanza.",
  "turn.race.void": "Mbio hazikupata mwisho, kwa hiyo bahati nasibu imeichagua {side} ianze.",
  "turn.left": "imebaki {time}",
  "turn.closes": "inafungwa baada ya {time}",

  // ---- the council
  "council.title": "Baraza",

  // ---- what a side asks of itself and of the other one
  "ask.open": "Uliza au kubali kushindwa",

  // ---- chat
  "chat.title": "Gumzo",
  "chat.unread": "{n} mpya",

  // ---- those who watch
  "strip.cheers": { one: "shangilio {n}", other: "mashangilio {n}" },

  // ---- the end
  "end.pins": "Vijiti",

  // ---- clocks
  "clock.left": "{side}: {time}",
  "clock.periods": "na {n} × {time}",
  "board.lap": "mzunguko {n}",
} as const satisfies Swahili<typeof en>;
