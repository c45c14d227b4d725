/** A deed that a page offers: what the page knows of it, and what may be typed already. */
export interface Act {
  readonly kind: string;
  readonly icon: string;
  readonly fixed: Readonly<Record<string, unknown>>;
  readonly about: string;
  readonly given?: Readonly<Record<string, unknown>>;
  /** What the button says, where the deed's own name is not enough. */
  readonly label?: string;
}
