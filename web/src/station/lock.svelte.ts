/** How long a station may be left alone. */
export const LOCKS_AFTER_MS = 5 * 60_000;
/** How often the room is told that somebody is there. */
const TOLD_EVERY_MS = 60_000;

/** Locks a station that nobody touches; the room locks it too, so that this is more than a curtain. */
export class StationLock {
  #touched: number;
  #told = Number.NEGATIVE_INFINITY;
  isLocked = $state(false);

  constructor(
    private readonly now: () => number,
    private readonly awake: () => void,
  ) {
    this.#touched = now();
  }

  touch(): void {
    if (this.isLocked) return;
    this.#touched = this.now();
    if (this.#touched - this.#told < TOLD_EVERY_MS) return;
    this.#told = this.#touched;
    this.awake();
  }

  look(): void {
    if (this.now() - this.#touched >= LOCKS_AFTER_MS) this.lock();
  }

  lock(): void {
    this.isLocked = true;
  }

  unlock(): void {
    this.isLocked = false;
    this.#touched = this.now();
    this.#told = Number.NEGATIVE_INFINITY;
    this.touch();
  }
}
