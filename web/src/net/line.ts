import type { Instant, PlayerId } from "../model/basics";
import type { Command } from "./commands";
import type { Screen } from "./link";
import type { Saying } from "./socket";

/** What the parts of the link share: the screen they tell, and the line they speak on. */
export interface Line extends Screen {
  /** Asks the room for something, as a page would. */
  send(command: Command): void;
  /** Says something on the socket; the id comes back with the answer. */
  say(saying: Saying): string;
  /** The room's clock. */
  now(): Instant;
  /** Who sits here, as the room knows them. */
  reader(): PlayerId | null;
}
