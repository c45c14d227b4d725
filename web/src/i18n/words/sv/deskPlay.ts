import type { Words } from "../../sections";

/** Swedish: pages of the back office about hands, tables, tournaments and cases. */
export const words: Words<"deskPlay"> = {};
