/** The texts of `en/closes.ts` in Italian. */

import type { closes as en } from "../en/closes.ts";
import type { Italian } from "../translate.ts";

export const closes = {
  "ballot.close.fallback":
    "Se nessuno vota in tempo, {name} può fare qualsiasi mossa e, dopo un po', chiunque della squadra.",
  "ballot.close.fallback.you":
    "Se nessuno vota in tempo, puoi fare qualsiasi mossa e, dopo un po', chiunque della squadra.",
  "ballot.close.first":
    "Se nessuno gioca in tempo, all'inizio può giocare solo {name} e, dopo un po', chiunque della squadra.",
  "ballot.close.first.you":
    "Se nessuno gioca in tempo, all'inizio puoi giocare solo tu e, dopo un po', chiunque della squadra.",
  "ballot.close.flag.lose": "Se a orologio zero non è deciso niente, la tua parte perde.",
  "ballot.close.flag.pass_hand":
    "Se a orologio zero non è deciso niente, la mano passa con un po' di tempo in più; la seconda volta di fila la tua parte perde.",
  "ballot.close.flag.random_legal":
    "Se a orologio zero non è deciso niente, una mossa viene estratta a sorte.",
  "ballot.close.quorum":
    "Con meno di {n} voti allo scadere, {name} può fare qualsiasi mossa e, dopo un po', chiunque della squadra.",
  "ballot.close.blocked": "Ogni mossa sul tavolo è bloccata. Se resta così, {name} può fare qualsiasi mossa.",
  "ballot.close.first_round": "Se nessuno vota in tempo, decidono i voti di prima del ballottaggio.",
  "ballot.close.run_off": "Con i voti di adesso, allo scadere le mosse più forti vanno al ballottaggio.",
  "ballot.close.tie.earliest":
    "Se allo scadere c'è parità, decide il voto della mano, o altrimenti la mossa che ha avuto prima i suoi voti.",
  "ballot.close.tie.chance": "Se allo scadere c'è parità, decide il voto della mano, o altrimenti la sorte.",
  "ballot.close.tried": "Allo scadere la mossa con più voti viene provata e si può ritirare.",
  "ballot.close.played": "Allo scadere la mossa con più voti viene giocata.",
  "turn.closing": "Deciso, a meno che un voto cambi.",
  "turn.closing.pit": "Alla chiusura vince la buca {pit}, a meno che un voto cambi.",
  "turn.last_try": "La prossima mossa vale subito.",
  "turn.tries": {
    one: "In questo turno {n} mossa è stata ritirata e non si può rifare.",
    many: "In questo turno {n} mosse sono state ritirate e non si possono rifare.",
    other: "In questo turno {n} mosse sono state ritirate e non si possono rifare.",
  },
} as const satisfies Italian<typeof en>;
