import type { DeskRequest } from "../types";

/** How a request stands for whoever looks at it. */
export type RequestState =
  | "asked"
  | "mine"
  | "others"
  | "changed"
  | "signed"
  | "refused"
  | "done"
  | "denied"
  | "withdrawn"
  | "expired"
  | "failed";

export function isOpen({ status }: DeskRequest): boolean {
  return status === "asked" || status === "frozen" || status === "signed";
}

export function stateOf(request: DeskRequest): RequestState {
  if (request.status !== "asked" && request.status !== "frozen") return request.status;
  if (request.refusedNow) return "refused";
  if (request.changed) return "changed";
  if (request.maySign) return "mine";
  return request.isOwn ? "asked" : "others";
}

/** What and whom a request is about, by name. */
export const aboutOf = ({ about, players }: DeskRequest): string =>
  [about, ...players.map(({ name }) => name)].filter(Boolean).join(", ");
