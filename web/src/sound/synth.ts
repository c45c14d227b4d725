import type { Cue } from "../model/cues";

/** One note: what sounds, when after the cue begins, how long and how loud. */
interface Note {
  readonly wave: OscillatorType | "noise";
  /** Pitch, or the middle of the noise band. */
  readonly hertz: number;
  readonly from: number;
  readonly length: number;
  readonly gain: number;
}

const wood = (hertz: number, from: number): Note => ({ wave: "triangle", hertz, from, length: 0.22, gain: 0.5 });
const knock = (from: number): Note => ({ wave: "noise", hertz: 420, from, length: 0.06, gain: 0.9 });
const click = (from: number): Note => ({ wave: "noise", hertz: 3800, from, length: 0.03, gain: 0.5 });

/** Every sound is made here, of a few notes; nothing is fetched. */
const NOTES: Readonly<Record<Cue, readonly Note[]>> = {
  turn: [wood(523, 0), wood(659, 0.14)],
  bank: [{ wave: "sine", hertz: 220, from: 0, length: 0.4, gain: 0.5 }],
  late: [click(0)],
  cards: [{ wave: "noise", hertz: 2400, from: 0, length: 0.07, gain: 0.35 }],
  check: [knock(0), knock(0.11)],
  chips: [click(0), click(0.045)],
  fold: [{ wave: "noise", hertz: 900, from: 0, length: 0.14, gain: 0.25 }],
  win: [wood(523, 0), wood(659, 0.12), wood(784, 0.24)],
  goesOn: [wood(659, 0)],
  ruling: [{ wave: "sine", hertz: 988, from: 0, length: 0.5, gain: 0.25 }],
};

/** Plays cues through Web Audio; before the first touch of the page browsers keep it silent. */
export class Synth {
  #context: AudioContext | null = null;
  #noise: AudioBuffer | null = null;

  play(cue: Cue, volume: number): void {
    if (volume <= 0) return;
    const context = this.#open();
    if (context?.state !== "running") return;
    for (const note of NOTES[cue]) this.#sound(context, note, volume);
  }

  #open(): AudioContext | null {
    // Before that browsers would only complain.
    if (navigator.userActivation?.hasBeenActive === false) return null;
    if (!this.#context && "AudioContext" in globalThis) this.#context = new AudioContext();
    if (this.#context?.state === "suspended") void this.#context.resume();
    return this.#context;
  }

  #sound(context: AudioContext, note: Note, volume: number): void {
    const start = context.currentTime + note.from;
    const level = context.createGain();
    level.gain.setValueAtTime(0, start);
    level.gain.linearRampToValueAtTime(note.gain * volume, start + 0.005);
    level.gain.exponentialRampToValueAtTime(0.0001, start + note.length);
    level.connect(context.destination);
    const source =
      note.wave === "noise" ? this.#hiss(context, note.hertz, level) : tone(context, note.wave, note.hertz, level);
    source.start(start);
    source.stop(start + note.length);
  }

  #hiss(context: AudioContext, hertz: number, into: AudioNode): AudioBufferSourceNode {
    this.#noise ??= whiteNoise(context);
    const source = context.createBufferSource();
    source.buffer = this.#noise;
    const band = context.createBiquadFilter();
    band.type = "bandpass";
    band.frequency.value = hertz;
    source.connect(band).connect(into);
    return source;
  }
}

function tone(context: AudioContext, wave: OscillatorType, hertz: number, into: AudioNode): OscillatorNode {
  const source = context.createOscillator();
  source.type = wave;
  source.frequency.value = hertz;
  source.connect(into);
  return source;
}

function whiteNoise(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
  return buffer;
}
