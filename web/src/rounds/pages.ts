export { default as check } from "./CheckPage.svelte";
export { default as rounds } from "./RoundsPage.svelte";
