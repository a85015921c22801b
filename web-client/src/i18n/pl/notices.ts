/** The texts of `en/notices.ts` in Polish. */

import type { notices as en } from "../en/notices.ts";
import type { Polish } from "../translate.ts";

export const notices = {
  "notice.turn": "Kolej na twoją stronę",
  "notice.turn.text": "{game}: drużyna czeka na twój ruch albo głos.",
  "notice.tried": "Twoja strona próbuje ruchu",
  "notice.tried.text": "{game}: zgłoś sprzeciw, póki można go cofnąć, albo niech zostanie.",
  "notice.motion": "Twoja drużyna o coś pyta",
  "notice.motion.text": "{game}: pytanie czeka na twoją odpowiedź.",
  "notice.ended": "Partia skończona",
  "notice.ended.text": "{game}: zobacz, jak się skończyła.",
  "notice.rematch": "Jeszcze jedna partia?",
  "notice.rematch.text": "{game}: ktoś chce grać dalej.",
  "notice.other": "Coś się wydarzyło w Sindillo",
  "notice.other.text": "Otwórz stronę, by zobaczyć co.",
} as const satisfies Polish<typeof en>;
