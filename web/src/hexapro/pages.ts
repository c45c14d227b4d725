import "./words";

export { default as draws } from "./DrawsPage.svelte";
export { default as lobby } from "./HexaPage.svelte";
export { default as register } from "./RegisterDialog.svelte";
