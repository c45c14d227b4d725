import { onMount } from "svelte";
import type { App } from "../app/app.svelte";

/** A place where one comes in: it forgets what was asked there before. */
export function openDoor(app: App): void {
  const tell = (kind: "doorOpened" | "doorLeft") => app.room.receive([{ to: "account", change: { kind } }]);
  onMount(() => {
    tell("doorOpened");
    return () => tell("doorLeft");
  });
}

/** A page by which one comes in: whoever does is taken to the lobby. */
export function openEntrance(app: App): void {
  openDoor(app);
  $effect(() => {
    if (app.room.model.account.entrance.step === "entered") app.router.go({ page: "lobby", section: "cash" });
  });
}
