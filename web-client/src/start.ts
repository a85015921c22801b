/** Shows the page, once its words are there. */

import { mount } from "svelte";
import App from "./App.svelte";
import { speak, spoken } from "./i18n/index.svelte.ts";
import { router } from "./router.svelte.ts";
import { keepOffer } from "./store/offer.ts";
import { preferences } from "./store/preferences.svelte.ts";
import "./style/tokens.css";
import "./style/base.css";
import "./style/board.css";
import "./style/stage.css";
import { pages } from "./views/pages.ts";

keepOffer();
preferences.start();
router.start();
// The page comes beside its words, not after them. If it does not come, whoever shows it learns so.
pages[router.place.at]().catch(() => undefined);
void speak(preferences.language, navigator.languages).then(() => {
  const target = document.getElementById("page");
  if (target) mount(App, { target });
  // What may come after the page: it is there without.
  const worker = spoken(import("./store/worker.ts"));
  worker.then(({ begin }) => begin()).catch(() => undefined);
});
