import { mount } from "svelte";
import "./styles/index.css";
import { App } from "./app/app.svelte";
import { listen } from "./app/ears";
import { preferred } from "./i18n/languages";
import { connect } from "./net/connect";
import Root from "./shell/Root.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no place for the client");

/** The stories play the room in their own build; everywhere else the page talks to the room it came from. */
async function surroundings() {
  if (import.meta.env.MODE === "stories") return (await import("./stories/main")).storySurroundings();
  return { link: connect(), storage: localStorage, time: () => Date.now() };
}

const app = new App(await surroundings());
listen(app);
// The first word is in the reader's language; where it cannot be fetched, English is there, and the page tries again.
await app.language.choose(app.settings.value.language ?? preferred(navigator.languages)).catch(() => {});
mount(Root, { target, props: { app } });
