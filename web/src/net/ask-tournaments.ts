/** What is asked about tournaments besides what the socket tells. */
import type { Change } from "../model/model";
import type { Command } from "./commands";
import { type Api, asking } from "./http";

interface TicketsAnswer {
  readonly tickets: readonly { readonly id: string; readonly worth: number; readonly kind: string }[];
}

/** Tickets that pay an entry to a tournament; whoever has none, or is nobody, pays with money. */
export async function askTickets(
  api: Api,
  { tournament }: Extract<Command, { kind: "readTickets" }>,
): Promise<readonly Change[]> {
  const answer = await api.get<TicketsAnswer>(asking("/api/tickets", { tournament }));
  const tickets = answer.ok ? answer.value.tickets.map(({ id, worth }) => ({ id, worth })) : [];
  return [{ to: "tournaments", change: { kind: "ticketsKnown", tournament, tickets } }];
}
