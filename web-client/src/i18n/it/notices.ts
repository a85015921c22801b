/** The texts of `en/notices.ts` in Italian. */

import type { notices as en } from "../en/notices.ts";
import type { Italian } from "../translate.ts";

export const notices = {
  "notice.turn": "Tocca alla tua parte",
  "notice.turn.text": "{game}: la squadra aspetta la tua mossa o il tuo voto.",
  "notice.tried": "La tua parte prova una mossa",
  "notice.tried.text": "{game}: opponiti finché si può ritirare, o lascia che valga.",
  "notice.motion": "La tua squadra ti chiede qualcosa",
  "notice.motion.text": "{game}: una domanda aspetta la tua risposta.",
  "notice.ended": "La partita è finita",
  "notice.ended.text": "{game}: guarda com'è finita.",
  "notice.rematch": "Un'altra partita?",
  "notice.rematch.text": "{game}: qualcuno vorrebbe continuare a giocare.",
  "notice.other": "È successo qualcosa in Sindillo",
  "notice.other.text": "Apri la pagina per vedere che cosa.",
} as const satisfies Italian<typeof en>;
