import type { Cue } from "../model/cues";

/** Two tables never sound at once: cues of another table wait this long after the one before. */
export const APART_MS = 400;

export interface Due {
  readonly cue: Cue;
  readonly at: number;
}

/** When cues may sound: those of one batch together, the loudest only; those of different tables apart, first come first. */
export class CueQueue {
  #free = 0;

  /** The cue to play for a batch and when, or `null` if there is nothing to hear. */
  place(cues: readonly Cue[], now: number): Due | null {
    const cue = WEIGHT.find((each) => cues.includes(each));
    if (!cue) return null;
    const at = Math.max(now, this.#free);
    this.#free = at + APART_MS;
    return { cue, at };
  }
}

const WEIGHT: readonly Cue[] = ["turn", "win", "ruling", "bank", "late", "chips", "check", "fold", "cards"];
