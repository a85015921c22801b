/** Starts the page. */

import { mount } from "svelte";
import App from "./App.svelte";
import { speak } from "./i18n/index.svelte.ts";
import { router } from "./router.svelte.ts";
import { preferences } from "./store/preferences.svelte.ts";
import "./style/tokens.css";
import "./style/base.css";
import "./style/board.css";

preferences.start();
speak(navigator.languages);
router.start();

const target = document.getElementById("page");
if (target) mount(App, { target });
