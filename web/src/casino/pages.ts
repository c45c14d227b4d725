export { default as table } from "./CasinoPage.svelte";
export { default as lobby } from "./LobbyPage.svelte";
