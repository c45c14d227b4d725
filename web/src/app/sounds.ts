import type { Cue } from "../model/cues";
import { CUE_GROUPS } from "../model/cues";
import type { Settings } from "../model/settings";
import { CueQueue } from "../sound/queue";
import { Synth } from "../sound/synth";

/** Sounds as the player set them. */
export class Sounds {
  readonly #synth = new Synth();
  readonly #queue = new CueQueue();

  constructor(private readonly settings: () => Settings) {}

  hear(cues: readonly Cue[]): void {
    const { sound, volumes } = this.settings();
    if (!sound) return;
    const due = this.#queue.place(cues, performance.now());
    if (due)
      setTimeout(() => this.#synth.play(due.cue, volumes[CUE_GROUPS[due.cue]] / 100), due.at - performance.now());
  }

  /** For the settings page: at the volume just chosen, whether sounds are on or not. */
  sample(cue: Cue): void {
    this.#synth.play(cue, this.settings().volumes[CUE_GROUPS[cue]] / 100);
  }
}
