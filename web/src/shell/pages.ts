import type { Component } from "svelte";
import type { Section } from "../i18n/sections";
import type { Route } from "../model/route";

/** A page that is fetched when it is opened, and the words it says beside the common ones. */
export interface Page {
  readonly fetch: () => Promise<Component>;
  readonly words: readonly Section[];
}

const RULES: readonly Section[] = ["rules"];
const ACCOUNT: readonly Section[] = ["account", "rulings"];
const TOURNAMENTS: readonly Section[] = ["tournaments", "lobby", "past"];
const PAST: readonly Section[] = ["past", "tournaments"];
const HEXAPRO: readonly Section[] = ["hexapro", "marks"];
const CASINO: readonly Section[] = ["casino", "marks", "rulings"];
const ROUNDS: readonly Section[] = ["casino", "rounds", "marks", "cards"];
const TABLE: readonly Section[] = ["table", "tourney", "marks", "cards", "rulings"];
const FAIR: readonly Section[] = ["fair", "marks", "cards"];

/** Pages of one folder share most of what they are made of, and are fetched together. */
const account = () => import("../account/pages");
const rules = () => import("../rules/pages");
const tournaments = () => import("../tournaments/pages");
const past = () => import("../past/pages");
const hexapro = () => import("../hexapro/pages");
const fairness = () => import("../fairness/pages");
const table = () => import("../table/pages");
const casino = () => import("../casino/pages");
const rounds = () => import("../rounds/pages");

export const PAGES: Readonly<Record<Exclude<Route["page"], "lost"> | "events" | "hexapro" | "casinoLobby", Page>> = {
  lobby: { fetch: async () => (await import("../lobby/LobbyPage.svelte")).default, words: ["lobby"] },
  events: { fetch: async () => (await tournaments()).events, words: TOURNAMENTS },
  hexapro: { fetch: async () => (await hexapro()).lobby, words: HEXAPRO },
  draws: { fetch: async () => (await hexapro()).draws, words: HEXAPRO },
  tournament: { fetch: async () => (await tournaments()).tournament, words: TOURNAMENTS },
  table: { fetch: async () => (await table()).table, words: TABLE },
  tables: { fetch: async () => (await table()).tables, words: TABLE },
  casinoLobby: { fetch: async () => (await casino()).lobby, words: CASINO },
  casino: { fetch: async () => (await casino()).table, words: CASINO },
  rounds: { fetch: async () => (await rounds()).rounds, words: ROUNDS },
  fairCasino: { fetch: async () => (await rounds()).check, words: ROUNDS },
  cashier: {
    fetch: async () => (await import("../cashier/CashierPage.svelte")).default,
    words: ["cashier", "rulings"],
  },
  history: {
    fetch: async () => (await import("../history/HistoryPage.svelte")).default,
    words: ["history", ...TABLE],
  },
  past: { fetch: async () => (await past()).past, words: PAST },
  tickets: { fetch: async () => (await past()).tickets, words: PAST },
  fair: { fetch: async () => (await fairness()).fair, words: FAIR },
  proof: { fetch: async () => (await fairness()).proof, words: FAIR },
  records: { fetch: async () => (await fairness()).records, words: FAIR },
  rules: { fetch: async () => (await rules()).rules, words: RULES },
  compare: { fetch: async () => (await rules()).compare, words: RULES },
  glossary: { fetch: async () => (await rules()).glossary, words: RULES },
  operator: { fetch: async () => (await rules()).operator, words: RULES },
  login: { fetch: async () => (await account()).login, words: ACCOUNT },
  register: { fetch: async () => (await account()).register, words: ACCOUNT },
  reset: { fetch: async () => (await account()).reset, words: ACCOUNT },
  confirm: { fetch: async () => (await account()).confirm, words: ACCOUNT },
  account: { fetch: async () => (await account()).account, words: ACCOUNT },
  station: {
    fetch: async () => (await import("../station/StationPage.svelte")).default,
    words: ["station", "casino", "cards", "account", "rulings"],
  },
  desk: {
    fetch: async () => (await import("../desk/DeskPage.svelte")).default,
    words: ["desk", "account", "rulings"],
  },
  settings: {
    fetch: async () => (await import("../settings/SettingsPage.svelte")).default,
    words: ["settings", "cards"],
  },
};

/** Lobbies of what is entered by registering; cash games are what people open first. */
const EVENTS: ReadonlySet<string> = new Set(["sit-and-go", "tournaments"]);

export function pageOf(route: Route): Page | null {
  if (route.page === "lost") return null;
  if (route.page === "lobby" && route.section === "hexapro") return PAGES.hexapro;
  if (route.page === "lobby" && route.section === "casino") return PAGES.casinoLobby;
  return route.page === "lobby" && EVENTS.has(route.section) ? PAGES.events : PAGES[route.page];
}
