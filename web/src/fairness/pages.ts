/** Pages of dealing that players can check. */
import "./words";

export { default as fair } from "./FairPage.svelte";
export { default as proof } from "./ProofPage.svelte";
export { default as records } from "./RecordsPage.svelte";
