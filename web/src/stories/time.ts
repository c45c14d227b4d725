/** A Sunday afternoon, so that pictures of today and tomorrow are the same. */
export const BASE = Date.UTC(2023, 10, 5, 14, 52, 7);
/** A frozen story runs for as long as guards last, and then stands still. */
const SETTLED_MS = 900;
const LOOK_MS = 20;

export interface StoryClock {
  readonly time: () => number;
  /** Until it is started and its page is there it stands at the beginning, however slow the machine is. */
  readonly start: () => void;
}

export function storyClock(frozen: boolean): StoryClock {
  let begun: number | null = null;
  return {
    start: function start() {
      if (document.querySelector("main > :not([aria-busy])")) begun ??= performance.now();
      else setTimeout(start, LOOK_MS);
    },
    time: () => {
      const passed = begun === null ? 0 : performance.now() - begun;
      return BASE + Math.round(frozen ? Math.min(passed, SETTLED_MS) : passed);
    },
  };
}
