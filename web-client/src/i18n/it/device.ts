/** The texts of `en/device.ts` in Italian. */

import type { device as en } from "../en/device.ts";
import type { Italian } from "../translate.ts";

export const device = {
  "device.title": "App e avvisi",
  "device.lead":
    "Come Sindillo ti raggiunge quando nessuna sua pagina è aperta, e come averlo a portata di mano.",
  "device.loading": "Guardo che cosa è attivo",
  "device.notices": "Avvisi delle partite lente",
  "device.notices.lead":
    "Nelle partite con ore o giorni per mossa questo browser può dirti che cosa ti sei perso. Finché non lo attivi, non dice nulla.",
  "device.state.on": "Questo browser ti avvisa.",
  "device.state.off": "Questo browser non ti avvisa di nulla.",
  "device.on": "Attiva in questo browser",
  "device.off": "Disattiva in questo browser",
  "device.on.done": "Da adesso questo browser ti avvisa.",
  "device.off.done": "Questo browser non ti avvisa più di nulla.",
  "device.kinds": "Avvisami quando",
  "device.kind.turn": "tocca alla mia parte e si aspetta me",
  "device.kind.tried": "la mia parte prova una mossa a cui posso oppormi",
  "device.kind.motion": "una domanda della mia squadra aspetta la mia risposta",
  "device.kind.ended": "una partita è finita",
  "device.kind.rematch": "qualcuno vuole un'altra partita",
  "device.once":
    "Ognuno una volta per turno, e mai mentre hai la stanza aperta. Un avviso dice quale stanza e perché, niente di ciò che la squadra tiene per sé, e può leggerlo solo il tuo browser.",
  "device.others": "Altri browser che ti avvisano",
  "device.others.since": "dal {day}",
  "device.others.unknown": "Un browser",
  "device.others.forget": "Disattiva",
  "device.others.forget.which": "Disattiva: {agent}, dal {day}",
  "device.others.forgotten": "Quel browser non ti avvisa più di nulla.",
  "device.wrong.denied":
    "Il browser non permette a questa pagina di avvisarti. Consenti le notifiche nelle sue impostazioni e riprova.",
  "device.wrong.unsupported": "Questo browser non può avvisarti mentre la pagina è chiusa.",
  "device.wrong.home":
    "Su iPhone o iPad metti prima Sindillo nella schermata Home (qui sotto), aprilo da lì e attiva gli avvisi al suo interno.",
  "device.wrong.insecure": "I browser avvisano solo di pagine con https, e questo server si raggiunge senza.",
  "device.wrong.service":
    "Il servizio di notifiche del tuo browser non è raggiungibile, o non c'è. Riprova più tardi o con un altro browser.",
  "device.wrong.host": "Chi gestisce questo server ha disattivato gli avvisi.",
  "device.app": "Sindillo come app",
  "device.app.lead": "Si avvia come ogni altra app del tuo dispositivo, in una finestra tutta sua.",
  "device.app.install": "Installa",
  "device.app.installed": "Sindillo è installato su questo dispositivo.",
  "device.app.how":
    "I browser che lo sanno fare lo offrono nel loro menu, come “Installa” o “Aggiungi a schermata Home”.",
  "device.app.share":
    "Su iPhone o iPad: apri il menu “Condividi” del browser, poi “Aggiungi alla schermata Home”.",
} as const satisfies Italian<typeof en>;
