import type { TableChange } from "../src/model/table/changes";
import { reduceTable } from "../src/model/table/reduce";
import type { Table } from "../src/model/table/types";
import { tallinnStart } from "../src/stories/tallinn";

export { crowded, oslo } from "../src/stories/tables";
export { seatOf, tableOf, tallinnStart, toAct, toClosed, toEnd, toPre } from "../src/stories/tallinn";
export { BASE } from "../src/stories/time";

export const played = (start: Table, changes: readonly TableChange[]): Table => changes.reduce(reduceTable, start);
export const tallinnAt = (changes: readonly TableChange[]): Table => played(tallinnStart, changes);
