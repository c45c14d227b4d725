import { getContext, setContext } from "svelte";
import type { TableId } from "../model/basics";
import { TableUi } from "./ui-state.svelte";

/** What is open around each table, shared by its page and the bar above it. */
export class TableUis {
  readonly #known = new Map<TableId, TableUi>();

  of(id: TableId): TableUi {
    const known = this.#known.get(id) ?? new TableUi();
    this.#known.set(id, known);
    return known;
  }
}

const KEY = Symbol("table-uis");

export function provideTableUis(): TableUis {
  return setContext(KEY, new TableUis());
}

export function useTableUis(): TableUis {
  return getContext<TableUis>(KEY);
}
