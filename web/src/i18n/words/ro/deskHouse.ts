import type { Words } from "../../sections";

/** Romanian: pages of the back office about money, rulebooks and the house. */
export const words: Words<"deskHouse"> = {};
