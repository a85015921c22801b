/** Brings the texts about people, for dialogs that are loaded when they are asked for; imported by what says them. */

import { people } from "./en/people.ts";
import { learn } from "./index.svelte.ts";

learn({ en: people });
