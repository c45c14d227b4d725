import type { Change } from "../model/model";
import type { Command } from "./commands";

/** The one way in and out: commands go to the room, changes come from it. */
export interface Link {
  send(command: Command): void;
  /** Changes are applied in the order in which they come; those of one array belong together. */
  listen(receive: (changes: readonly Change[]) => void): void;
}
