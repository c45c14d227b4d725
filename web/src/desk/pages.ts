import type { Component } from "svelte";
import type { Section } from "../i18n/sections";
import type { DeskPart } from "../model/route";

/** A page of the desk, fetched when it is opened. */
export interface DeskPage {
  readonly fetch: () => Promise<Component>;
  /** What it says beside the words of the frame. */
  readonly words: readonly Section[];
  /** Its place in the side navigation; without one it is reached from other pages. */
  readonly nav?: { readonly icon: string; readonly group: "work" | "house"; readonly key?: string };
}

/** In the order of the side navigation. A part that is not here has no page yet, and the desk says so. */
export const DESK_PAGES: Readonly<Partial<Record<DeskPart, DeskPage>>> = {
  inbox: {
    fetch: async () => (await import("./inbox/InboxPage.svelte")).default,
    words: [],
    nav: { icon: "pulse", group: "work", key: "t" },
  },
  requests: {
    fetch: async () => (await import("./requests/RequestsPage.svelte")).default,
    words: [],
  },
};
