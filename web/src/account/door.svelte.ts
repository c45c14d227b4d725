import { onMount } from "svelte";
import type { App } from "../app/app.svelte";

/** A page by which one comes in: it forgets that somebody came in before, and whoever comes in is taken to the lobby. */
export function openDoor(app: App): void {
  onMount(() => app.room.receive([{ to: "account", change: { kind: "doorOpened" } }]));
  $effect(() => {
    if (app.room.model.account.entrance.step === "entered") app.router.go({ page: "lobby", section: "cash" });
  });
}
