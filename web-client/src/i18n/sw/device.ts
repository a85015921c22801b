/** The texts of `en/device.ts` in Swahili. */

import type { device as en } from "../en/device.ts";
import type { Swahili } from "../translate.ts";

export const device = {
  "device.title": "Programu na arifa",
  "device.lead":
    "Jinsi Sindillo inavyokufikia wakati hakuna ukurasa wake uliofunguliwa, na jinsi ya kuwa nayo karibu.",
  "device.loading": "Inatazama kilichowashwa",
  "device.notices": "Arifa za michezo ya polepole",
  "device.notices.lead":
    "Katika michezo yenye saa au siku kwa kila hatua, kivinjari hiki kinaweza kukuambia ulichokosa. Hakuna kinachosemwa hadi ukiwashe.",
  "device.state.on": "Kivinjari hiki kinakuarifu.",
  "device.state.off": "Kivinjari hiki hakikuarifu chochote.",
  "device.on": "Washa katika kivinjari hiki",
  "device.off": "Zima katika kivinjari hiki",
  "device.on.done": "Kuanzia sasa kivinjari hiki kinakuarifu.",
  "device.off.done": "Kivinjari hiki hakitakuarifu chochote tena.",
  "device.kinds": "Niarifu wakati",
  "device.kind.turn": "ni zamu ya upande wangu na unanisubiri",
  "device.kind.tried": "upande wangu unajaribu hatua ninayoweza kuipinga",
  "device.kind.motion": "swali la timu yangu linasubiri jibu langu",
  "device.kind.ended": "mchezo umekwisha",
  "device.kind.rematch": "mtu anataka mchezo mwingine",
  "device.once":
    "Kila moja mara moja kwa zamu, na kamwe si wakati umefungua chumba hicho. Arifa inasema chumba kipi na kwa nini, si chochote ambacho timu inajiwekea, na kivinjari chako pekee ndicho kinachoweza kuisoma.",
  "device.others": "Vivinjari vingine vinavyokuarifu",
  "device.others.since": "tangu {day}",
  "device.others.unknown": "Kivinjari",
  "device.others.forget": "Zima",
  "device.others.forget.which": "Zima: {agent}, tangu {day}",
  "device.others.forgotten": "Kivinjari hicho hakitakuarifu chochote tena.",
  "device.wrong.denied":
    "Kivinjari chako hakiruhusu ukurasa huu kukuarifu. Ruhusu arifa katika mipangilio yake, kisha jaribu tena.",
  "device.wrong.unsupported": "Kivinjari hiki hakiwezi kukuarifu wakati ukurasa umefungwa.",
  "device.wrong.home":
    "Kwenye iPhone au iPad, weka kwanza Sindillo kwenye skrini ya mwanzo (hapa chini), ifungue kutoka hapo, kisha washa arifa ndani yake.",
  "device.wrong.insecure":
    "Vivinjari huarifu kuhusu kurasa zenye https pekee, na seva hii inafikiwa bila hiyo.",
  "device.wrong.service":
    "Huduma ya arifa ya kivinjari chako haipatikani, au haipo. Jaribu tena baadaye, au kwa kivinjari kingine.",
  "device.wrong.host": "Anayeendesha seva hii amezima arifa.",
  "device.app": "Sindillo kama programu",
  "device.app.lead": "Inaanza kama programu nyingine yoyote ya kifaa chako, katika dirisha lake yenyewe.",
  "device.app.install": "Sakinisha",
  "device.app.installed": "Sindillo imesakinishwa kwenye kifaa hiki.",
  "device.app.how":
    "Vivinjari vinavyoweza kufanya hivi huitoa katika menyu yao, kama “Sakinisha” au “Ongeza kwenye skrini ya kwanza”.",
  "device.app.share":
    "Kwenye iPhone au iPad: fungua menyu “Shiriki” ya kivinjari, kisha “Ongeza kwenye Skrini ya Kwanza”.",
} as const satisfies Swahili<typeof en>;
