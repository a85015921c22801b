/** The time as it is shown. One timer for the whole page, running only while somebody looks at it. */

import { createSubscriber } from "svelte/reactivity";

const STEP_MS = 200;

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, STEP_MS);
  return () => clearInterval(timer);
});

/** Our own clock; reading it inside an effect or a template makes it tick there. */
export function ticking(): number {
  subscribe();
  return Date.now();
}
