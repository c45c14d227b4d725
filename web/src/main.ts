import { mount } from "svelte";
import "./styles/index.css";
import { App } from "./app/app.svelte";
import { unconnected } from "./net/unconnected";
import Root from "./shell/Root.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no place for the client");

/** In development the stories play the room; the room itself is connected through `net/`. */
async function surroundings() {
  if (import.meta.env.DEV || import.meta.env.MODE === "stories")
    return (await import("./stories/main")).storySurroundings();
  return { link: unconnected(), storage: localStorage, time: () => Date.now() };
}

const app = new App(await surroundings());
mount(Root, { target, props: { app } });
