/** The texts of `en/look.ts` in Italian. */

import type { look as en } from "../en/look.ts";
import type { Italian } from "../translate.ts";

export const look = {
  "look.title": "Aspetto e movimento",
  "look.language": "Lingua",
  "look.language.failed": "{language}: non si è caricato. Controlla la connessione e riprova.",
  "look.theme": "Colori",
  "look.theme.system": "Come il sistema",
  "look.theme.light": "Giorno",
  "look.theme.dark": "Notte",
  "look.speed": "Una mossa dura al massimo",
  "look.speed.0": "Senza movimento",
  "look.speed.2000": "2 secondi",
  "look.speed.4000": "4 secondi",
  "look.speed.8000": "8 secondi",
  "look.betting": "Scommesse di chi guarda",
  "look.betting.show": "Mostrale",
} as const satisfies Italian<typeof en>;
