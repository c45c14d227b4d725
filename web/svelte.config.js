import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default {
  preprocess: vitePreprocess(),
  // Short names for scopes: they stand in every selector and at every element.
  compilerOptions: { runes: true, cssHash: ({ hash, css }) => `s${hash(css)}` },
};
