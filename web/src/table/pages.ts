/** The pages of tables, fetched together: one table and several are made of the same parts. */
import "./words";

export { default as table } from "./TablePage.svelte";
export { default as tables } from "./TablesPage.svelte";
