/** Pages of what is over and what is left of it. */
export { default as past } from "./PastPage.svelte";
export { default as tickets } from "./TicketsPage.svelte";
