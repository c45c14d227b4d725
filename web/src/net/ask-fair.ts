/** What the room publishes about its dealing, and disputes that a device raises by itself. */
import type { Evidence } from "../fair/talk";
import { ready } from "../model/basics";
import type { Dispute, FairRoom } from "../model/fair";
import type { Change } from "../model/model";
import type { Api } from "./http";

export async function readFair(api: Api): Promise<readonly Change[]> {
  const answer = await api.get<FairRoom>("/api/fair");
  const room = answer.ok ? ready(answer.value) : ({ state: "failed", told: answer.told } as const);
  return [{ to: "fair", change: { kind: "fairRoomKnown", room } }];
}

/** Brings what a device received of a hand that does not fit to the desk; `null`: it is not there yet. */
export async function fileDispute(api: Api, evidence: Evidence): Promise<Dispute | null> {
  // The record is what was received, put together; the room does that itself.
  const { record: _, ...sent } = evidence;
  const answer = await api.post<Dispute>("/api/fair/disputes", sent);
  return answer.ok ? answer.value : null;
}
