import type { ScannerKeys } from "../protocol/messages";

/** A key as the browser tells it. */
export interface KeyPress {
  readonly key: string;
  readonly at: number;
}

const LONGEST = 80;

/**
 * A scanner that types like a keyboard: a burst of keys, faster than people type, ended by a key. What comes slower is no code, so that
 * no single key does anything at a station.
 */
export class ScannerReader {
  #typed = "";
  #last = Number.NEGATIVE_INFINITY;

  constructor(private readonly keys: ScannerKeys) {}

  /** Takes a key; gives the code that it ends, or null. `taken` says whether the key belongs to a burst. */
  press({ key, at }: KeyPress): { readonly code: string | null; readonly taken: boolean } {
    if (at - this.#last > this.keys.gap) this.#typed = "";
    this.#last = at;
    if (key === this.keys.suffix) {
      const typed = this.#typed;
      this.#typed = "";
      const { prefix } = this.keys;
      const whole = typed.startsWith(prefix) && typed.length > prefix.length;
      return { code: whole ? typed.slice(prefix.length) : null, taken: typed !== "" };
    }
    if (key.length === 1 && this.#typed.length < LONGEST) this.#typed += key;
    return { code: null, taken: this.#typed.length > 1 };
  }
}
