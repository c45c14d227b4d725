import { readSettings, type Settings } from "../model/settings";

const KEY = "fairdeal.settings";

/** What this device remembers; kept in the browser's own store, and shared between its tabs. */
export class SettingsStore {
  #value = $state.raw<Settings>(readSettings(null));

  constructor(private readonly storage: Storage | null) {
    this.#value = readSettings(stored(storage));
  }

  get value(): Settings {
    return this.#value;
  }

  change(part: Partial<Settings>): void {
    this.#value = { ...this.#value, ...part };
    try {
      this.storage?.setItem(KEY, JSON.stringify(this.#value));
    } catch {
      // A full or forbidden store must not stop the game; the choice holds for this visit.
    }
  }

  /** Follow the choices made in other tabs. */
  follow(): () => void {
    const reread = (event: StorageEvent) => {
      if (event.key === KEY) this.#value = readSettings(event.newValue);
    };
    addEventListener("storage", reread);
    return () => removeEventListener("storage", reread);
  }
}

function stored(storage: Storage | null): string | null {
  try {
    return storage?.getItem(KEY) ?? null;
  } catch {
    return null;
  }
}
