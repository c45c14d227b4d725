import type { Words } from "../../sections";

/** Estonian: pages of the back office about money, rulebooks and the house. */
export const words: Words<"deskHouse"> = {};
