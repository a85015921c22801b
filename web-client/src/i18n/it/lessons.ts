/** The texts of `en/lessons.ts` in Italian. */

import type { lessons as en } from "../en/lessons.ts";
import type { Italian } from "../translate.ts";

export const lessons = {
  "learn.title": "Impara a giocare",
  "learn.lead":
    "Sei giochi su un solo tipo di tavoliere: per ciascuno una lezione, le regole con le figure e dei problemi. E da dove vengono.",
  "learn.games": "I giochi",
  "learn.game": "Come si gioca a {game}",
  "learn.back": "Tutti i giochi",
  "learn.lesson": "Lezione",
  "learn.lesson.lead": "Giochi Sud, la fila in basso. Scegli una buca per vedere dove porta, e giocala.",
  "learn.steps": "Passi",
  "learn.step": "Passo {n} di {all}",
  "learn.done": "fatto",
  "learn.good": "Proprio così.",
  "learn.other": "Era un'altra mossa. Guarda che cosa ne è venuto, e riprova.",
  "learn.next": "Prossimo passo",
  "learn.again": "Riprova",
  "learn.repeat": "Ancora una volta",
  "learn.further": "Continua da qui sul tavoliere d'analisi",
  "learn.progress": "{n} passi su {all} fatti",
  "learn.all_done": "Tutti i passi sono fatti.",
  "learn.rules": "Regole",
  "learn.rules.lead":
    "Ogni figura è una posizione con una mossa. I segni mostrano dove comincia, dove finisce ogni giro e che cosa cattura.",
  "learn.diagram.show": "Mostra la mossa",
  "learn.diagram.back": "Torna a prima",
  "learn.puzzles": "Problemi",
  "learn.puzzles.lead":
    "Trovati con la ricerca: in ogni posizione una mossa è chiaramente migliore delle altre, e non sempre è quella che cattura di più.",
  "learn.puzzle": "Problema {n}",
  "learn.puzzle.text": "Muove Sud. Pensa a che cosa risponde Nord.",
  "learn.sources": "Da dove vengono le regole",
  "learn.sources.lead":
    "Dove le fonti non concordano o tacciono questo server ha fatto una scelta, detta nel docs/rules.md del progetto.",
  "learn.task.sown": "Gioca una buca qualsiasi.",
  "learn.task.laps": {
    one: "Trova una mossa di {n} giro o più.",
    many: "Trova una mossa di {n} giri o più.",
    other: "Trova una mossa di {n} giri o più.",
  },
  "learn.task.captured": {
    one: "Cattura {n} seme in un turno.",
    many: "Cattura {n} semi in un turno.",
    other: "Cattura {n} semi in un turno.",
  },
  "learn.task.bulls": {
    one: "Fai un toro.",
    many: "Fai {n} tori in un turno.",
    other: "Fai {n} tori in un turno.",
  },
  "learn.task.uurs": "Fai due uur.",
  "learn.task.home": "Finisci in una buca vuota della tua fila senza catturare nulla.",
  "learn.task.in_bull": "Finisci in una buca che è già di qualcuno per sempre.",
  "learn.task.ways": "Scegli la buca 8, poi una direzione, e giocala.",
  "learn.task.over": "Finisci la partita con questa mossa.",
  "learn.task.best": "Trova la mossa migliore.",
  "learn.topic.sow": "La semina",
  "learn.rule.sow":
    "Solleva tutti i semi di una tua buca e lasciali cadere uno a uno nelle seguenti: verso destra lungo la tua fila, poi indietro lungo l'altra.",
  "learn.topic.relay": "La staffetta",
  "learn.rule.relay":
    "Quando l'ultimo seme cade in una buca non vuota, tutto il suo contenuto si solleva e si semina da lì, in entrambe le file. Ogni semina così è un giro; il turno continua finché un giro finisce in una buca vuota.",
  "learn.topic.capture": "La cattura",
  "learn.rule.capture":
    "Quando l'ultimo seme cade in una tua buca vuota e quella di fronte è piena, catturi i semi di fronte, e anche il seme che li ha presi.",
  "learn.topic.stay": "Niente di fronte",
  "learn.rule.stay":
    "Quando la buca di fronte è vuota non si prende nulla: il seme resta dov'è e il turno è finito. Così anche quando un turno finisce in una buca vuota dell'altra fila.",
  "learn.topic.end": "La fine",
  "learn.rule.end":
    "La partita finisce quando chi deve muovere non può. Ciò che resta sul tavoliere va all'altra parte. Vince chi ha più semi.",
  "learn.topic.odd": "Dispari e pari",
  "learn.rule.odd":
    "Un numero dispari di semi si semina in senso orario, verso sinistra lungo la tua fila; un numero pari in senso antiorario. Staffetta e cattura sono come in En Dodoi.",
  "learn.topic.anew": "Deciso ogni volta",
  "learn.rule.anew":
    "Per ogni giro si decide di nuovo, contando l'ultimo seme caduto. Così un turno può andare in entrambi i sensi.",
  "learn.topic.single": "Un seme solo",
  "learn.rule.single":
    "Un seme solo può partire soltanto se la buca seguente è vuota. La cattura prende solo i semi di fronte: il seme che li ha presi resta.",
  "learn.topic.more_than_half": "Più della metà",
  "learn.rule.more_than_half":
    "Chi ha catturato più della metà dei semi vince subito. Anche una parte che non può muovere chiude la partita; allora ciascuna tiene la propria fila.",
  "learn.topic.uurs": "Gli uur",
  "learn.rule.uurs":
    "Quando finisci in una tua buca vuota e di fronte ci sono esattamente tre semi, uno dei tre passa di qua. Ora entrambe le buche ne hanno due e sono i tuoi uur, buche gravide: tue per sempre, mai sollevate, crescono con ogni seme che vi cade.",
  "learn.topic.four": "Ogni altro numero",
  "learn.rule.four":
    "Se di fronte alla buca vuota ci sono uno, due o più di tre semi, si catturano insieme al seme che li ha presi.",
  "learn.topic.in_uur": "Finire in un uur",
  "learn.rule.in_uur":
    "Una semina che finisce in un uur di una delle due parti è finita: il seme vi resta e non si prende nulla.",
  "learn.topic.chain": "Cattura e catena",
  "learn.rule.chain":
    "La cattura prende i semi di fronte e il seme che li ha presi. Se anche le tue buche seguenti sono vuote e ciascuna ne ha di fronte una piena, si prendono anche quei semi.",
  "learn.topic.first_lap": "Cattura solo il primo giro",
  "learn.rule.first_lap":
    "Solo il primo giro di un turno può catturare. Se prosegue in staffetta, nessun giro successivo prende nulla. Le fonti non concordano: in Enkeshui secondo Russ può ogni giro.",
  "learn.topic.bull": "Un toro",
  "learn.rule.bull":
    "Quando l'ultimo seme di un giro fa quattro in una buca, di una qualsiasi fila, essa diventa un toro di chi muove e il turno è finito. Nessuno può più sollevare un toro; cresce con ogni seme che vi cade.",
  "learn.topic.two_bulls": "Due tori",
  "learn.rule.two_bulls":
    "Quando gli ultimi due semi di un giro cadono in buche da due e da tre, in qualsiasi ordine, entrambe diventano tori.",
  "learn.topic.in_bull": "Finire in un toro",
  "learn.rule.in_bull":
    "Una semina che finisce in un toro è finita: il seme vi resta. Un toro di fronte all'ultimo seme non si può catturare.",
  "learn.topic.ways": "La scelta della direzione",
  "learn.rule.ways":
    "Un giro che lascia un seme in ogni buca dell'altra fila dà a chi muove un diritto: la direzione di ogni giro successivo di quel turno, destra o sinistra.",
  "learn.topic.only_bulls": "La fine della partita",
  "learn.rule.only_bulls":
    "La partita finisce quando chi deve muovere non ha semi fuori dai tori. L'altra parte prende ciò che sta nella propria fila, e i semi di ogni toro vanno al suo padrone.",
  "learn.board.en-dodoi":
    "Due file da sei a dodici buche, di solito otto, con tre-sei semi in ciascuna, di solito quattro. Nella lezione le buche sono sei per fila.",
  "learn.board.en-gehe":
    "Due file di 40-50 buche scavate in terra, con quattro semi in ciascuna, e una squadra di otto per fila, o da sei a otto. Nella lezione le buche sono sei per fila.",
  "learn.board.enkeshui":
    "Due file di otto, dieci o dodici buche e 48 semi: con otto buche quattro per una, e due buche d'estremità vuote. Chi comincia lo decide una corsa: le due parti seminano insieme dall'estremità destra, e comincia la prima che si addormenta.",
  "learn.board.cross-endodoi":
    "Due file di sei buche con tre-sei semi in ciascuna. L'ha inventato William Daniel Troyka nel 2002.",
  "learn.board.ndoto":
    "Due file di otto buche con due semi in ciascuna. La staffetta prosegue da ogni buca piena, come in En Dodoi.",
  "learn.board.layli-goobalay":
    "Due file di sei buche con quattro semi in ciascuna, dalla Somalia. Secondo Marin si gioca con dodici buche e in senso orario, a Gabradarre con cinque semi per buca.",
  "learn.customs": "Come gioca chi l'ha creato",
  "learn.customs.lead":
    "Enkeshui, En Gehé ed En Dodoi sono giochi dei Maasai. Ciò che se ne racconta qui sta nelle fonti indicate.",
  "learn.custom.team":
    "Una parte è una squadra: fino a cinque in Enkeshui, dove si può entrare e uscire durante la partita, da sei a otto in En Gehé, dove muove uno solo e la squadra si accorda su ogni mossa.",
  "learn.custom.try":
    "Una mossa si può provare: tutti ne vedono il corso, ed è definitiva quando la si lascia stare. Le stanze qui funzionano allo stesso modo.",
  "learn.custom.watch": "Chi guarda parla, consiglia e scommette sull'esito. La rapidità è una virtù.",
  "learn.custom.herds":
    "Le immagini vengono dalla pastorizia, non dall'agricoltura: i semi sono vacche, le buche recinti. Quarantotto è un numero fortunato, e le buche di una fila sono pari perché i numeri pari sono femminili.",
  "learn.custom.who":
    "En Gehé è detto il gioco degli uomini e dei guerrieri, En Dodoi quello dei ragazzi e dei pastori, e le donne ne erano escluse. È storia; qui giocano tutti.",
  "learn.custom.legend":
    "Nella leggenda il gioco fu inventato da Sindillo, figlio di Maitoumbe, il primo uomo. Da lui questo server ha il nome.",
  "learn.custom.second_hand":
    "Quasi tutto fu scritto da visitatori, e le fonti più antiche sono lette attraverso le parole di altri. Chi ne sa di più è pregato di dirlo al progetto.",
  "learn.words": "Parole",
  "learn.words.lead":
    "Parole maa e somale, con il plurale e le altre grafie dove le fonti li danno. Le grafie maa sono per lo più del 1904 e non sono le sole.",
  "learn.word.plural": "plurale:",
  "learn.word.also": "scritto anche:",
  "learn.word.game": "un gioco",
  "learn.word.inventor": "nella leggenda, chi creò il gioco; questo server ne porta il nome",
  "learn.word.first_man": "nella leggenda il primo uomo, padre di Sindillo",
  "learn.word.section": "una sezione dei Maasai",
  "learn.word.pit": "una buca",
  "learn.word.row": "una fila, una parte",
  "learn.word.seed": "una pietra, un seme",
  "learn.word.pin": "uno spillo d'osso che conta le partite vinte o i punti",
  "learn.word.nuts": "Caesalpinia bonduc, le cui noci grigie sono i semi",
  "learn.word.cow": "un seme",
  "learn.word.boma": "una buca: un recinto per il bestiame",
  "learn.word.bull": "una buca vinta per sempre",
  "learn.word.eat": "catturare",
  "learn.word.sleep": "finire in una buca vuota",
  "learn.word.uur": "somalo: una buca gravida",
  "learn.word.abar": "somalo, carestia: un turno che non cattura nulla",
  "learn.word.salo": "somalo: una pallina di sterco secco di cammello che fa da seme",
} as const satisfies Italian<typeof en>;
