/** English: pages of the back office about hands, tables, tournaments and cases. */
export const words = {} as const;
