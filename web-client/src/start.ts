/** Shows the page, once its words are there. */

import { mount } from "svelte";
import App from "./App.svelte";
import { speak } from "./i18n/index.svelte.ts";
import { router } from "./router.svelte.ts";
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
});
