import type { Voice } from "../i18n/messages";
import { type Route, SECTIONS } from "../model/route";

/** A page that the top bar leads to, or its menu where the bar has no room for the word. */
export interface MainPage {
  readonly label: string;
  readonly route: Route;
  readonly on: boolean;
}

export function mainPages(route: Route, { say }: Voice): readonly MainPage[] {
  return [
    ...SECTIONS.map((section) => ({
      label: say(`nav.${section}`),
      route: { page: "lobby" as const, section },
      on:
        (route.page === "lobby" && route.section === section) ||
        (route.page === "tournament" && section === "tournaments"),
    })),
    { label: say("nav.history"), route: { page: "history", hand: null, step: null }, on: route.page === "history" },
    { label: say("nav.cashier"), route: { page: "cashier" }, on: route.page === "cashier" },
    {
      label: say("nav.rules"),
      route: { page: "rules", rule: null, search: "" },
      on: ["rules", "compare", "glossary", "operator"].includes(route.page),
    },
    { label: say("nav.fair"), route: { page: "fair" }, on: ["fair", "proof", "records"].includes(route.page) },
  ];
}
