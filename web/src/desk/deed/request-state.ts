import type { DeskRequest } from "../types";

/** How a request stands for whoever looks at it. */
export type RequestState =
  | "asked"
  | "mine"
  | "others"
  | "changed"
  | "refused"
  | "done"
  | "denied"
  | "withdrawn"
  | "expired";

export function isOpen({ status }: DeskRequest): boolean {
  return status === "asked" || status === "frozen";
}

export function stateOf(request: DeskRequest): RequestState {
  if (request.status !== "asked" && request.status !== "frozen") return request.status;
  if (request.refusedNow) return "refused";
  if (request.changed) return "changed";
  if (request.maySign) return "mine";
  return request.isOwn ? "asked" : "others";
}
