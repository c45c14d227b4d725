/** English: pages of the back office about money, rulebooks and the house. */
export const words = {} as const;
