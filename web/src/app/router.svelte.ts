import { pathOf, type Route, routeOf } from "../model/route";

/** The page shown; addresses are plain paths, so that every page can be linked to. */
export class Router {
  #route = $state.raw<Route>({ page: "lobby", section: "cash" });

  constructor(private readonly base: string = "") {
    this.#route = routeOf(this.#here());
  }

  #here(): string {
    const path = location.pathname.startsWith(this.base)
      ? location.pathname.slice(this.base.length)
      : location.pathname;
    return (path || "/") + location.search;
  }

  get route(): Route {
    return this.#route;
  }

  /** `replace` leaves no trace in the browser's history: steps of a replay, words of a search. */
  go(route: Route, { replace = false } = {}): void {
    const path = this.href(route);
    if (replace) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    this.#route = route;
    if (!replace) scrollTo(0, 0);
  }

  href(route: Route): string {
    return this.base + pathOf(route);
  }

  /** Plain clicks on links of our own change the page without loading it anew. */
  follow(): () => void {
    const back = () => {
      this.#route = routeOf(this.#here());
    };
    const click = (event: MouseEvent) => {
      const link = (event.target as Element | null)?.closest("a");
      if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey)
        return;
      if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
      event.preventDefault();
      this.go(routeOf(link.pathname.slice(this.base.length) + link.search));
    };
    addEventListener("popstate", back);
    document.addEventListener("click", click);
    return () => {
      removeEventListener("popstate", back);
      document.removeEventListener("click", click);
    };
  }
}
