import type { Component } from "svelte";
import type { Section } from "../i18n/sections";
import type { DeskPart } from "../model/route";

/** A page of the desk, fetched when it is opened. */
export interface DeskPage {
  readonly fetch: () => Promise<Component>;
  /** What it says beside the words of the frame. */
  readonly words: readonly Section[];
  /** Its place in the side navigation; without one it is reached from other pages. On a phone staff read, sign and deny. */
  readonly nav?: {
    readonly icon: string;
    readonly group: "work" | "house";
    readonly key?: string;
    readonly phone?: true;
  };
}

/** In the order of the side navigation. A part that is not here has no page yet, and the desk says so. */
export const DESK_PAGES: Readonly<Partial<Record<DeskPart, DeskPage>>> = {
  inbox: {
    fetch: async () => (await import("./inbox/InboxPage.svelte")).default,
    words: [],
    nav: { icon: "pulse", group: "work", key: "t", phone: true },
  },
  requests: {
    fetch: async () => (await import("./requests/RequestsPage.svelte")).default,
    words: [],
    nav: { icon: "pen", group: "work", phone: true },
  },
  players: {
    fetch: async () => (await import("./people/PlayersPage.svelte")).default,
    words: ["cashier", "cards", "deskPlay"],
    nav: { icon: "user", group: "work", key: "p", phone: true },
  },
  hands: {
    fetch: async () => (await import("./play/HandsPage.svelte")).default,
    words: ["deskPlay", "history", "table", "tourney", "cards"],
    nav: { icon: "cards", group: "work", key: "h" },
  },
  tables: {
    fetch: async () => (await import("./play/TablesPage.svelte")).default,
    words: ["deskPlay", "cards"],
    nav: { icon: "grid", group: "work" },
  },
  tournaments: {
    fetch: async () => (await import("./play/TournamentsPage.svelte")).default,
    words: ["deskPlay"],
    nav: { icon: "cup", group: "work", key: "e" },
  },
  lobbies: {
    fetch: async () => (await import("./play/LobbiesPage.svelte")).default,
    words: ["deskPlay"],
  },
  casino: {
    fetch: async () => (await import("./play/CasinoPage.svelte")).default,
    words: ["deskPlay", "cards"],
    nav: { icon: "wheel", group: "work" },
  },
  cases: {
    fetch: async () => (await import("./play/CasesPage.svelte")).default,
    words: ["deskPlay"],
    nav: { icon: "mail", group: "work", key: "i" },
  },
  money: {
    fetch: async () => (await import("./house/MoneyPage.svelte")).default,
    words: ["deskHouse"],
    nav: { icon: "wallet", group: "work", key: "m" },
  },
  rules: {
    fetch: async () => (await import("./house/RulesPage.svelte")).default,
    words: ["deskHouse"],
    nav: { icon: "book", group: "work", key: "r" },
  },
  schedule: {
    fetch: async () => (await import("./house/SchedulePage.svelte")).default,
    words: ["deskHouse"],
    nav: { icon: "clock", group: "house", key: "s" },
  },
  announcements: {
    fetch: async () => (await import("./house/AnnouncementsPage.svelte")).default,
    words: ["deskHouse"],
    nav: { icon: "horn", group: "house" },
  },
  system: {
    fetch: async () => (await import("./house/SystemPage.svelte")).default,
    words: ["deskHouse"],
    nav: { icon: "plug", group: "house" },
  },
  trail: {
    fetch: async () => (await import("./people/TrailPage.svelte")).default,
    words: [],
    nav: { icon: "log", group: "house", key: "a" },
  },
  staff: {
    fetch: async () => (await import("./people/StaffPage.svelte")).default,
    words: [],
    nav: { icon: "users", group: "house" },
  },
  search: {
    fetch: async () => (await import("./people/SearchPage.svelte")).default,
    words: [],
  },
};
