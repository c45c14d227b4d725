/** The pages of the rulebook, fetched together: each leads to the others. */
import "./words";

export { default as compare } from "./ComparePage.svelte";
export { default as glossary } from "./GlossaryPage.svelte";
export { default as operator } from "./OperatorPage.svelte";
export { default as rules } from "./RulesPage.svelte";
