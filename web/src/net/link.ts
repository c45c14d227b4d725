import type { TableId } from "../model/basics";
import type { Change } from "../model/model";
import type { Table } from "../model/table/types";
import type { Command } from "./commands";
import type { Api } from "./http";

/** Who shows the room: takes changes, and knows every table as the last of them left it. Nobody else keeps tables. */
export interface Screen {
  /** Changes are applied in the order in which they come, each before the next one is asked for; those of one call belong together. */
  receive(changes: Iterable<Change>): void;
  table(id: TableId): Table | undefined;
}

/** The one way in and out: commands go to the room, changes come from it. */
export interface Link {
  /** The room's pages of data, for what is read once and shown: the back office. */
  readonly api: Api;
  send(command: Command): void;
  listen(screen: Screen): void;
}
