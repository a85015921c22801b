import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

/** Templates are built element by element, so the page works under `require-trusted-types-for 'script'`. */
export default {
  preprocess: vitePreprocess(),
  compilerOptions: { runes: true, fragments: "tree" },
};
