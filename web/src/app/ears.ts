import type { App } from "./app.svelte";

/** Turns what happens at my tables into sounds at once, and into sentences as soon as their words are there. */
export function listen(app: App): void {
  const voice = async () => {
    const [{ tell }] = await Promise.all([import("./tell"), app.language.need("table", "tourney", "cards", "rulings")]);
    return tell;
  };
  app.room.open((heard) => {
    app.sounds.hear(heard.cues);
    // What was heard first is told first: each waits for the same words.
    void voice()
      .then((tell) => tell(app, heard))
      .catch(() => {});
  });
}
