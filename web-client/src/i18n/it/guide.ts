/** The texts of `en/guide.ts` in Italian. */

import type { guide as en } from "../en/guide.ts";
import type { Italian } from "../translate.ts";

export const guide = {
  "guide.title": "Come decide una squadra",
  "guide.lead":
    "Un'intera squadra siede a una fila e muove come una persona sola: qualcuno propone, altri votano, una mossa si prova davanti a tutti, e conta quando la si lascia valere.",
  "guide.secret": "Che cosa prepara una parte",
  "guide.secret.said":
    "I suoi voti, le sue proposte e le sue parole li vede solo lei. Né l'altra parte né chi guarda ne sa niente.",
  "guide.close": "Quando finisce una votazione",
  "guide.close.said":
    "Appena è decisa, o a tempo scaduto. Prima della chiusura passa un momento, così un voto può ancora cambiare.",
  "guide.tie": "Parità",
  "guide.tie.said":
    "Dove votano in tre o più, le mosse in testa possono andare al ballottaggio. Se è pari anche quello, decide il voto della mano, e poi ciò che la stanza ha stabilito: la mossa arrivata prima, o la sorte.",
  "guide.few": "Troppo pochi voti",
  "guide.few.said": "Allora la mano può fare qualsiasi mossa e, dopo un po', chiunque della parte.",
  "guide.try": "Provare",
  "guide.try.said":
    "Una mossa con meno di metà della parte dietro sta sul tavoliere per qualche secondo. Vale, a meno che si opponga metà degli altri o chi l'ha fatta la ritiri. Intanto l'orologio corre.",
  "guide.ask": "Chiedere",
  "guide.ask.said":
    "«Chiedi o arrenditi», accanto alla votazione, ha il resto: una mossa indietro, una pausa, un pareggio, un'altra mano, la resa. Dice chi deve essere d'accordo.",
  "guide.away": "Chi è via",
  "guide.away.said":
    "I voti dati contano ancora, e il silenzio non ferma nessuno. Torna con lo stesso link nello stesso browser, e siedi dove sedevi.",
  "guide.bad": "Chi si comporta male",
  "guide.bad.said":
    "I tre punti accanto a un nome nascondono ciò che qualcuno dice, lo dicono all'host, o chiedono alla tua parte di togliergli la parola o mandarlo via.",
} as const satisfies Italian<typeof en>;
