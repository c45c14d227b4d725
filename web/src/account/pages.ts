/** The pages of the account, fetched together: they share most of what they are made of. */
import "./door.css";
import "./words";

export { default as account } from "./AccountPage.svelte";
export { default as confirm } from "./ConfirmPage.svelte";
export { default as login } from "./LoginPage.svelte";
export { default as proof } from "./ProofDialog.svelte";
export { default as reality } from "./RealityDialog.svelte";
export { default as register } from "./RegisterPage.svelte";
export { default as reset } from "./ResetPage.svelte";
