/** The texts of `en/lessons.ts` in Swahili. */

import type { lessons as en } from "../en/lessons.ts";
import type { Swahili } from "../translate.ts";

export const lessons = {
  "learn.title": "Jifunze kucheza",
  "learn.lead":
    "Michezo sita kwenye aina moja ya ubao: kila mmoja una somo, kanuni zenye picha, na mafumbo. Na ilikotoka.",
  "learn.games": "Michezo",
  "learn.game": "Jinsi ya kucheza {game}",
  "learn.back": "Michezo yote",
  "learn.lesson": "Somo",
  "learn.lesson.lead": "Unacheza Kusini, safu ya chini. Chagua shimo uone linakoelekea, kisha ulicheze.",
  "learn.steps": "Hatua za somo",
  "learn.step": "Hatua ya {n} kati ya {all}",
  "learn.done": "imekamilika",
  "learn.good": "Ndivyo hasa.",
  "learn.other": "Hiyo ilikuwa hatua nyingine. Angalia matokeo yake, kisha ujaribu tena.",
  "learn.next": "Hatua inayofuata",
  "learn.again": "Jaribu tena",
  "learn.repeat": "Mara nyingine",
  "learn.further": "Endelea kucheza kutoka hapa kwenye ubao wa uchambuzi",
  "learn.progress": "Hatua {n} kati ya {all} zimefanywa",
  "learn.all_done": "Hatua zote zimekamilika.",
  "learn.rules": "Kanuni",
  "learn.rules.lead":
    "Kila picha ni hali ya ubao na hatua moja. Alama zinaonyesha inapoanza, kila mzunguko unapoishia, na kinacholiwa.",
  "learn.diagram.show": "Onyesha hatua",
  "learn.diagram.back": "Rudi kabla ya hatua",
  "learn.puzzles": "Mafumbo",
  "learn.puzzles.lead":
    "Yamepatikana kwa utafutaji: katika kila hali hatua moja ni bora wazi kuliko nyingine, na si kila mara ndiyo inayokula zaidi.",
  "learn.puzzle": "Fumbo la {n}",
  "learn.puzzle.text": "Zamu ya Kusini. Fikiria Kaskazini itajibu nini.",
  "learn.sources": "Kanuni zinatoka wapi",
  "learn.sources.lead":
    "Vyanzo vinapotofautiana au visiposema kitu, seva hii imechagua, na docs/rules.md ya mradi inaeleza.",
  "learn.task.sown": "Cheza shimo lolote.",
  "learn.task.laps": {
    one: "Tafuta hatua yenye mzunguko {n} au zaidi.",
    other: "Tafuta hatua yenye mizunguko {n} au zaidi.",
  },
  "learn.task.captured": { one: "Kula kete {n} kwa zamu moja.", other: "Kula kete {n} kwa zamu moja." },
  "learn.task.bulls": { one: "Tengeneza fahali.", other: "Tengeneza mafahali {n} kwa zamu moja." },
  "learn.task.uurs": "Tengeneza uur mbili.",
  "learn.task.home": "Ishia kwenye shimo tupu la safu yako bila kula kitu.",
  "learn.task.in_bull": "Ishia kwenye shimo ambalo ni la mtu daima.",
  "learn.task.ways": "Chagua shimo 8, kisha mwelekeo, na ulicheze.",
  "learn.task.over": "Maliza mchezo kwa hatua hii.",
  "learn.task.best": "Tafuta hatua bora.",
  "learn.topic.sow": "Kupanda",
  "learn.rule.sow":
    "Inua kete zote za shimo lako na uziangushe moja moja katika mashimo yanayofuata: kulia kwenye safu yako, kisha kurudi kwenye safu nyingine.",
  "learn.topic.relay": "Kuendeleza",
  "learn.rule.relay":
    "Kete ya mwisho ikiangukia shimo lisilo tupu, kete zote zilizomo huinuliwa na kupandwa kuanzia hapo, katika safu yoyote. Kila upandaji ni mzunguko; zamu huendelea hadi mzunguko uishie kwenye shimo tupu.",
  "learn.topic.capture": "Kula",
  "learn.rule.capture":
    "Kete ya mwisho ikiangukia shimo lako tupu, na shimo linalotazamana lina kete, unakula kete hizo pamoja na kete iliyozila.",
  "learn.topic.stay": "Hakuna mkabala",
  "learn.rule.stay":
    "Shimo linalotazamana likiwa tupu, hakuna kinacholiwa: kete hubaki ilipoanguka na zamu huisha. Ni vivyo hivyo zamu ikiishia kwenye shimo tupu la safu nyingine.",
  "learn.topic.end": "Mwisho",
  "learn.rule.end":
    "Mchezo huisha upande wenye zamu usipoweza kucheza. Kilichobaki ubaoni huenda kwa upande mwingine. Kete nyingi hushinda.",
  "learn.topic.odd": "Witiri na shufwa",
  "learn.rule.odd":
    "Idadi witiri ya kete hupandwa kama saa, kushoto kwenye safu yako; idadi shufwa hupandwa kinyume chake. Kuendeleza na kula ni kama En Dodoi.",
  "learn.topic.anew": "Huamuliwa upya",
  "learn.rule.anew":
    "Kwa kila mzunguko huamuliwa upya, na kete ya mwisho iliyoanguka huhesabiwa. Hivyo zamu moja yaweza kwenda njia zote mbili.",
  "learn.topic.single": "Kete moja",
  "learn.rule.single":
    "Kete moja inaweza kuanza tu shimo linalofuata likiwa tupu. Kula huchukua kete za mkabala peke yake: kete iliyokula hubaki.",
  "learn.topic.more_than_half": "Zaidi ya nusu",
  "learn.rule.more_than_half":
    "Aliyekula zaidi ya nusu ya kete zote hushinda papo hapo. Upande usioweza kucheza pia humaliza mchezo; kisha kila upande hubaki na safu yake.",
  "learn.topic.uurs": "Uur",
  "learn.rule.uurs":
    "Ukiishia kwenye shimo lako tupu, na kete tatu kamili ziko mkabala, moja kati yake huvuka. Mashimo yote mawili sasa yana mbili na ni uur zako, mashimo yenye mimba: yako daima, hayainuliwi, na hukua kwa kila kete inayoingia.",
  "learn.topic.four": "Idadi nyingine yoyote",
  "learn.rule.four":
    "Kete moja, mbili, au zaidi ya tatu zikiwa mkabala na shimo tupu, huliwa pamoja na kete iliyozila.",
  "learn.topic.in_uur": "Kuishia kwenye uur",
  "learn.rule.in_uur":
    "Upandaji unaoishia kwenye uur ya upande wowote umekwisha: kete hubaki humo, na hakuna kinacholiwa.",
  "learn.topic.chain": "Kula na mnyororo",
  "learn.rule.chain":
    "Kula huchukua kete za mkabala na kete iliyokula. Mashimo yako yanayofuata yakiwa matupu pia, na kila moja likitazamana na shimo lenye kete, kete hizo nazo huliwa.",
  "learn.topic.first_lap": "Mzunguko wa kwanza tu hula",
  "learn.rule.first_lap":
    "Mzunguko wa kwanza tu wa zamu waweza kula. Ukiendelezwa, hakuna mzunguko wa baadaye unaokula. Vyanzo havikubaliani: katika Enkeshui ya Russ kila mzunguko waweza.",
  "learn.topic.bull": "Fahali",
  "learn.rule.bull":
    "Kete ya mwisho ya mzunguko ikifanya nne shimoni, katika safu yoyote, shimo huwa fahali wa anayecheza, na zamu huisha. Hakuna awezaye kumwinua fahali; hukua kwa kila kete inayoingia.",
  "learn.topic.two_bulls": "Mafahali wawili",
  "learn.rule.two_bulls":
    "Kete mbili za mwisho za mzunguko zikiangukia mashimo yenye mbili na tatu, kwa mpangilio wowote, yote mawili huwa mafahali.",
  "learn.topic.in_bull": "Kuishia kwa fahali",
  "learn.rule.in_bull":
    "Upandaji unaoishia kwa fahali umekwisha: kete hubaki humo. Fahali aliye mkabala na kete ya mwisho hawezi kuliwa.",
  "learn.topic.ways": "Kuchagua njia",
  "learn.rule.ways":
    "Mzunguko unaoangusha kete katika kila shimo la safu nyingine humpa anayecheza haki: njia ya kila mzunguko wa baadaye wa zamu hiyo, kulia au kushoto.",
  "learn.topic.only_bulls": "Mwisho wa mchezo",
  "learn.rule.only_bulls":
    "Mchezo huisha upande wenye zamu usipokuwa na kete nje ya mafahali. Upande mwingine huchukua zilizomo katika safu yake, na kete za kila fahali huenda kwa mwenyewe.",
  "learn.board.en-dodoi":
    "Safu mbili za mashimo sita hadi kumi na mawili, kwa kawaida manane, kila moja na kete tatu hadi sita, kwa kawaida nne. Somo lina mashimo sita kila safu.",
  "learn.board.en-gehe":
    "Safu mbili za mashimo 40 hadi 50 yaliyochimbwa ardhini, kete nne kila moja, na timu ya watu wanane kila safu, au sita hadi wanane. Somo lina mashimo sita kila safu.",
  "learn.board.enkeshui":
    "Safu mbili za mashimo manane, kumi au kumi na mawili na kete 48: kwa mashimo manane kete nne nne, mawili ya mwisho yakiwa matupu. Mbio huamua nani aanze: pande zote hupanda pamoja kutoka mwisho wa kulia, na wa kwanza kulala ndiye anayeanza.",
  "learn.board.cross-endodoi":
    "Safu mbili za mashimo sita, kete tatu hadi sita kila moja. William Daniel Troyka aliubuni mwaka 2002.",
  "learn.board.ndoto":
    "Safu mbili za mashimo manane, kete mbili kila moja. Kuendeleza hufanyika kutoka kila shimo lenye kete, kama En Dodoi.",
  "learn.board.layli-goobalay":
    "Safu mbili za mashimo sita, kete nne kila moja, kutoka Somalia. Kwa mujibu wa Marin huchezwa kwa mashimo kumi na mawili na kama saa, na Gabradarre kwa kete tano kila shimo.",
  "learn.customs": "Jinsi inavyochezwa na walioibuni",
  "learn.customs.lead":
    "Enkeshui, En Gehé na En Dodoi ni michezo ya Wamasai. Yanayosimuliwa hapa yamo katika vyanzo vilivyotajwa.",
  "learn.custom.team":
    "Upande ni timu: hadi watu watano katika Enkeshui, ambapo watu waweza kuingia na kutoka mchezo ukiendelea, na sita hadi wanane katika En Gehé, ambapo mmoja hucheza na timu hukubaliana kila hatua.",
  "learn.custom.try":
    "Hatua yaweza kujaribiwa: wote huona mwendo wake, na huwa ya mwisho inapoachwa ibaki. Vyumba hapa hufanya kazi vivyo hivyo.",
  "learn.custom.watch": "Watazamaji huzungumza, hushauri, na huweka dau juu ya matokeo. Kasi ni sifa njema.",
  "learn.custom.herds":
    "Ufugaji, si kilimo, ndio unaotoa taswira: kete ni ng'ombe, mashimo ni maboma. Arobaini na nane ni namba ya bahati, na mashimo ya safu ni shufwa kwa sababu namba shufwa ni za kike.",
  "learn.custom.who":
    "Inasemwa En Gehé ni mchezo wa wanaume na mashujaa, En Dodoi wa wavulana na wachungaji, na wanawake walizuiwa. Hiyo ni historia; hapa kila mtu hucheza.",
  "learn.custom.legend":
    "Katika hadithi mchezo ulibuniwa na Sindillo, mwana wa Maitoumbe, mtu wa kwanza. Seva hii imepata jina kwake.",
  "learn.custom.second_hand":
    "Mengi ya haya yaliandikwa na wageni, na vyanzo vya kale zaidi vilisomwa kupitia maneno ya wengine. Anayejua zaidi anaombwa auambie mradi.",
  "learn.words": "Maneno",
  "learn.words.lead":
    "Maneno ya Kimaa na ya Kisomali, pamoja na wingi na tahajia nyingine pale vyanzo vinapozitaja. Tahajia za Kimaa nyingi ni za mwaka 1904, na si za pekee.",
  "learn.word.plural": "wingi:",
  "learn.word.also": "pia huandikwa:",
  "learn.word.game": "mchezo",
  "learn.word.inventor": "katika hadithi, aliyebuni mchezo; seva hii ina jina lake",
  "learn.word.first_man": "katika hadithi, mtu wa kwanza, baba yake Sindillo",
  "learn.word.section": "sehemu ya Wamasai",
  "learn.word.pit": "shimo",
  "learn.word.row": "safu, upande",
  "learn.word.seed": "jiwe, kete",
  "learn.word.pin": "kijiti cha mfupa kinachohesabu michezo iliyoshindwa au pointi",
  "learn.word.nuts": "Caesalpinia bonduc, mbegu zake za kijivu ndizo kete",
  "learn.word.cow": "kete",
  "learn.word.boma": "shimo: zizi la ng'ombe",
  "learn.word.bull": "shimo lililopatikana daima",
  "learn.word.eat": "kuchukua kete",
  "learn.word.sleep": "kuishia kwenye shimo tupu",
  "learn.word.uur": "Kisomali: shimo lenye mimba",
  "learn.word.abar": "Kisomali, njaa: zamu isiyokula kitu",
  "learn.word.salo": "Kisomali: kidonge cha mavi makavu ya ngamia kinachotumika kama kete",
} as const satisfies Swahili<typeof en>;
