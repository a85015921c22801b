/** Starts the page. */

import { mount } from "svelte";
import App from "./App.svelte";
import { speak, spoken } from "./i18n/index.svelte.ts";
import { router } from "./router.svelte.ts";
import { install } from "./store/install.svelte.ts";
import { preferences } from "./store/preferences.svelte.ts";
import "./style/tokens.css";
import "./style/base.css";
import "./style/board.css";
import { pages } from "./views/pages.ts";

preferences.start();
router.start();
// The page comes beside its words, not after them. If it does not come, whoever shows it learns so.
pages[router.place.at]().catch(() => undefined);
void speak(preferences.language, navigator.languages).then(() => {
  const target = document.getElementById("page");
  if (target) mount(App, { target });
  beside();
});

/** What may come after the page: it is there without. */
function beside(): void {
  install.start();
  setTimeout(
    () =>
      void spoken(import("./store/worker.ts"))
        .then(({ begin }) => begin())
        .catch(() => undefined),
    0,
  );
}
