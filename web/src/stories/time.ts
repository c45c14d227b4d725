/** A Sunday afternoon, so that pictures of today and tomorrow are the same. */
export const BASE = Date.UTC(2023, 10, 5, 14, 52, 7);
/** A frozen story runs for as long as guards last, and then stands still. */
const SETTLED_MS = 900;

export function storyTime(frozen: boolean): () => number {
  const begun = performance.now();
  return () => {
    const passed = performance.now() - begun;
    return BASE + Math.round(frozen ? Math.min(passed, SETTLED_MS) : passed);
  };
}
