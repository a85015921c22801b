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
  "look.telling": "Che cosa viene raccontato",
  "look.telling.little": "Solo turni, mosse e ciò che ti aspetta",
  "look.telling.usual": "Come di solito",
  "look.telling.all": "Tutto, anche ogni voto",
  "look.room": "Stanze",
  "look.text": "In parole, con una riga per gli ordini",
  "look.betting": "Scommesse di chi guarda",
  "look.betting.show": "Mostrale",
  "look.speed.20000": "20 secondi, piano",
  "look.sound": "Suono del tavoliere",
  "look.sound.0": "Spento",
  "look.sound.1": "Piano",
  "look.sound.2": "Medio",
  "look.sound.3": "Forte",
} as const satisfies Italian<typeof en>;
