import type { EditionId, RuleId, TableId } from "./basics";

export const SECTIONS = ["cash", "sit-and-go", "hexapro", "tournaments", "casino"] as const;
export type Section = (typeof SECTIONS)[number];
export const TOURNAMENT_TABS = ["players", "tables", "prizes", "structure", "rules"] as const;
export type TournamentTab = (typeof TOURNAMENT_TABS)[number];
export const ACCOUNT_PAGES = ["profile", "limits", "security", "sessions", "decisions"] as const;
export type AccountPage = (typeof ACCOUNT_PAGES)[number];
export const DESK_PARTS = [
  "inbox",
  "players",
  "hands",
  "tables",
  "tournaments",
  "lobbies",
  "casino",
  "money",
  "cases",
  "rules",
  "schedule",
  "announcements",
  "trail",
  "staff",
  "system",
  "requests",
  "search",
] as const;
export type DeskPart = (typeof DESK_PARTS)[number];

/** Which page an address means. */
export type Route =
  | { readonly page: "lobby"; readonly section: Section }
  | { readonly page: "tournament"; readonly tournament: string; readonly tab: TournamentTab }
  | { readonly page: "table"; readonly table: TableId }
  | { readonly page: "tables" }
  /** A table of the casino. */
  | { readonly page: "casino"; readonly table: TableId }
  /** What can be checked of a table of the casino. */
  | { readonly page: "fairCasino"; readonly table: TableId }
  /** My own rounds in the casino, of one table or of all. */
  | { readonly page: "rounds"; readonly table: TableId | null }
  | { readonly page: "draws" }
  | { readonly page: "cashier" }
  | { readonly page: "tickets" }
  | { readonly page: "past" }
  | { readonly page: "fair" }
  /** The proof of a hand, by the room's id of it or by what this device kept. */
  | { readonly page: "proof"; readonly hand: string }
  /** All lots of a tournament, or all that a live table's scanner read. */
  | { readonly page: "records"; readonly kind: "lots" | "scans"; readonly of: string }
  | {
      readonly page: "history";
      readonly hand: string | null;
      readonly step: number | null;
      /** Only the hands of this one. */
      readonly tournament?: string | null;
    }
  | { readonly page: "rules"; readonly rule: RuleId | null; readonly search: string }
  | { readonly page: "compare"; readonly before: EditionId | null; readonly after: EditionId | null }
  | { readonly page: "glossary" }
  | { readonly page: "operator" }
  | { readonly page: "login" }
  | { readonly page: "register" }
  | { readonly page: "reset" }
  | { readonly page: "confirm" }
  | { readonly page: "account"; readonly part: AccountPage }
  | { readonly page: "settings" }
  /** A live dealer's workplace: the list of tables, or the station of one. */
  | { readonly page: "station"; readonly table: TableId | null }
  /** The back office: a part of it, what of it is open, which tab of that, and what is searched for. */
  | {
      readonly page: "desk";
      readonly part: DeskPart;
      readonly id: string | null;
      readonly tab: string | null;
      readonly search: string;
    }
  | { readonly page: "lost"; readonly path: string };

/** The address of a part of the back office. */
export function deskRoute(part: DeskPart, id: string | null = null, tab: string | null = null, search = ""): Route {
  return { page: "desk", part, id, tab, search };
}

export function routeOf(address: string): Route {
  const { pathname, searchParams } = new URL(address, "http://room");
  const parts = pathname.split("/").filter(Boolean).map(decodeURIComponent);
  const [page = "", first, second] = parts;
  if (parts.length > 4) return { page: "lost", path: pathname };
  switch (page) {
    case "":
      return { page: "lobby", section: "cash" };
    case "lobby":
      if (first === "past") return { page: "past" };
      return isOne(first, SECTIONS) ? { page: "lobby", section: first } : { page: "lost", path: pathname };
    case "tournament":
      if (first === undefined) return { page: "lobby", section: "tournaments" };
      return { page: "tournament", tournament: first, tab: isOne(second, TOURNAMENT_TABS) ? second : "players" };
    case "table":
      return first ? { page: "table", table: first } : { page: "tables" };
    case "casino":
      if (first === undefined) return { page: "lobby", section: "casino" };
      return second === "check" ? { page: "fairCasino", table: first } : { page: "casino", table: first };
    case "rounds":
      return { page: "rounds", table: first ?? null };
    case "hexapro":
      return first === "draws" ? { page: "draws" } : { page: "lobby", section: "hexapro" };
    case "cashier":
      return first === "tickets" ? { page: "tickets" } : { page };
    case "tables":
    case "settings":
    case "login":
    case "register":
    case "reset":
    case "confirm":
      return { page };
    case "fair":
      if ((first === "lots" || first === "scans") && second !== undefined && parts.length === 3)
        return { page: "records", kind: first, of: second };
      return first === undefined ? { page } : { page: "proof", hand: parts.slice(1).join("/") };
    case "station":
      return { page: "station", table: first ?? null };
    case "desk":
      if (first !== undefined && !isOne(first, DESK_PARTS)) return { page: "lost", path: pathname };
      return deskRoute(first ?? "inbox", second ?? null, parts[3] ?? null, searchParams.get("q") ?? "");
    case "history": {
      const tournament = searchParams.get("tournament");
      const only = tournament ? { tournament } : {};
      return { page: "history", hand: first ?? null, step: wholeNumber(second), ...only };
    }
    case "rules":
      return rules(first, second, parts[3] ?? null, searchParams.get("q") ?? "");
    case "account":
      return { page: "account", part: isOne(first, ACCOUNT_PAGES) ? first : "profile" };
    default:
      if (first === undefined && isOne(page, SECTIONS)) return { page: "lobby", section: page };
      return { page: "lost", path: pathname };
  }
}

function rules(first: string | undefined, second: string | undefined, third: string | null, search: string): Route {
  if (first === "compare") return { page: "compare", before: second ?? null, after: third };
  if (first === "glossary" || first === "operator") return { page: first };
  return { page: "rules", rule: first ?? null, search };
}

export function pathOf(route: Route): string {
  const join = (...parts: readonly (string | number | null)[]) =>
    `/${parts
      .filter((part) => part !== null)
      .map((part) => encodeURIComponent(part))
      .join("/")}`;
  switch (route.page) {
    case "lobby":
      if (route.section === "casino") return "/casino";
      return route.section === "cash" ? "/" : join("lobby", route.section);
    case "tournament":
      return join("tournament", route.tournament, route.tab === "players" ? null : route.tab);
    case "table":
      return join("table", route.table);
    case "casino":
      return join("casino", route.table);
    case "fairCasino":
      return join("casino", route.table, "check");
    case "rounds":
      return join("rounds", route.table);
    case "history":
      return (
        join("history", route.hand, route.hand === null ? null : route.step) +
        (route.tournament ? `?tournament=${encodeURIComponent(route.tournament)}` : "")
      );
    case "past":
      return join("lobby", "past");
    case "proof":
      return join("fair", ...route.hand.split("/"));
    case "records":
      return join("fair", route.kind, route.of);
    case "tickets":
      return join("cashier", "tickets");
    case "rules":
      return join("rules", route.rule) + (route.search ? `?q=${encodeURIComponent(route.search)}` : "");
    case "compare":
      return join("rules", "compare", route.before, route.after);
    case "draws":
      return join("hexapro", "draws");
    case "glossary":
    case "operator":
      return join("rules", route.page);
    case "account":
      return join("account", route.part);
    case "station":
      return join("station", route.table);
    case "desk": {
      const { part, id, tab, search } = route;
      const path = part === "inbox" && id === null ? join("desk") : join("desk", part, id, id === null ? null : tab);
      return path + (search ? `?q=${encodeURIComponent(search)}` : "");
    }
    case "lost":
      return route.path;
    default:
      return join(route.page);
  }
}

function isOne<T extends string>(text: string | undefined, allowed: readonly T[]): text is T {
  return allowed.includes(text as T);
}

function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : null;
}
