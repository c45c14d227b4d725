import type { App } from "../app/app.svelte";
import type { Command } from "../net/commands";

type Watched = Omit<Extract<Command, { kind: "watchList" }>, "kind" | "on">;

/** Follows a page of a list for as long as it is looked at; another page, or another search, takes its place. */
export function watchList(app: App, wanted: () => Watched): void {
  const key = $derived(JSON.stringify(wanted()));
  $effect(() => {
    const watched = JSON.parse(key) as Watched;
    app.room.send({ kind: "watchList", ...watched, on: true });
    return () => app.room.send({ kind: "watchList", ...watched, on: false });
  });
}
