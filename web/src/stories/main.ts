import type { Surroundings } from "../app/app.svelte";
import { storyLink } from "./link";
import { stories } from "./stories";
import { storyClock } from "./time";

/**
 * The room as a story tells it: `?story=closed&theme=light&deck=2&language=ro&units=bb&run=1`. Without `run` time stands still after a
 * moment, so that pictures can be compared.
 */
export function storySurroundings(): Surroundings {
  const wanted = new URLSearchParams(location.search);
  const name = wanted.get("story") ?? "tiles";
  const story = stories[name];
  if (!story) throw new Error(`no story ${name}; there are ${Object.keys(stories).join(", ")}`);
  if (wanted.has("story")) history.replaceState(null, "", story.path);
  const runs = wanted.has("run") || story.later !== undefined || !wanted.has("story");
  const clock = storyClock(!runs);
  return { link: storyLink(story, clock.start), storage: memory(settingsOf(wanted)), time: clock.time };
}

function settingsOf(wanted: URLSearchParams): string {
  const given = [...wanted].filter(([key]) => key !== "story" && key !== "run");
  const notes = { "p-lucky_otter": { colour: "blue", text: "calls any two" }, "p-d0ina": { colour: "mint", text: "" } };
  const favourites = ["u27/texas/NL10/10", "u27/texas/NL50/50", "u27/texas/NL100/100"];
  return JSON.stringify({ language: "en", theme: "dark", notes, favourites, ...Object.fromEntries(given) });
}

/** A store that forgets: stories never touch what a developer has set. */
function memory(settings: string): Storage {
  const kept = new Map([["fairdeal.settings", settings]]);
  return {
    length: 0,
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    key: () => null,
    removeItem: (key) => kept.delete(key),
    setItem: (key, value) => kept.set(key, value),
  };
}
