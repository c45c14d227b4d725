import { createSubscriber } from "svelte/reactivity";
import type { Instant } from "../model/basics";

/** The time, for whoever draws it: it ticks only while somebody looks. */
export class Clock {
  readonly #fine: () => void;
  readonly #seconds: () => void;

  constructor(private readonly time: () => Instant) {
    this.#fine = ticking(100);
    this.#seconds = ticking(1000);
  }

  /** Read once, outside of drawing. */
  read(): Instant {
    return this.time();
  }

  /** Ten times a second: rings, bars, guards. */
  get now(): Instant {
    this.#fine();
    return this.time();
  }

  /** Once a second: countdowns in words, and rings when motion is reduced. */
  get second(): Instant {
    this.#seconds();
    return this.time();
  }
}

function ticking(ms: number): () => void {
  return createSubscriber((update) => {
    const id = setInterval(update, ms);
    return () => clearInterval(id);
  });
}
