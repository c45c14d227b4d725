/** Whole cents of money, or whole tournament chips; never a fraction. */
export type Cents = number;
/** Milliseconds since 1970, on the room's clock unless said otherwise. */
export type Instant = number;
/** Milliseconds. */
export type Duration = number;

export type TableId = string;
export type PlayerId = string;
export type RuleId = string;
export type EditionId = string;
export type Currency = "EUR" | "RON";

/** What an amount counts; the label says that test and play money are worth nothing. */
export type Unit =
  | { readonly kind: "money"; readonly currency: Currency; readonly label?: "play" | "test" }
  | { readonly kind: "chips" };

/** What the room sends to be worded here: a stable code, the clause, and named numbers and names. */
export interface Told {
  readonly code: string;
  readonly rule: RuleId | null;
  readonly numbers: Readonly<Record<string, number>>;
  readonly names?: Readonly<Record<string, string>>;
}

/** Something that is asked for and comes later. */
export type Loadable<T> =
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly told: Told }
  | { readonly state: "ready"; readonly value: T };

export const LOADING: Loadable<never> = { state: "loading" };

export function ready<T>(value: T): Loadable<T> {
  return { state: "ready", value };
}

/** The same thing with its value changed; what is not there yet stays as it is. */
export function within<T>(loaded: Loadable<T>, change: (value: T) => T): Loadable<T> {
  return loaded.state === "ready" ? ready(change(loaded.value)) : loaded;
}
