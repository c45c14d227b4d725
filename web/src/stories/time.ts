/** A Sunday afternoon, so that pictures of today and tomorrow are the same. */
export const BASE = Date.UTC(2023, 10, 5, 14, 52, 7);
/** A frozen story runs for as long as guards last, and then stands still. */
const SETTLED_MS = 900;

export interface StoryClock {
  readonly time: () => number;
  /** Until it is started it stands at the beginning, however slow the machine is. */
  readonly start: () => void;
}

export function storyClock(frozen: boolean): StoryClock {
  let begun: number | null = null;
  return {
    start: () => {
      begun ??= performance.now();
    },
    time: () => {
      const passed = begun === null ? 0 : performance.now() - begun;
      return BASE + Math.round(frozen ? Math.min(passed, SETTLED_MS) : passed);
    },
  };
}
