import type { Voice } from "../../i18n/messages";
import type { Instant } from "../../model/basics";
import { deskRoute, type Route } from "../../model/route";
import { aboutOf, stateOf } from "../deed/request-state";
import { type Due, dueText, named } from "../text";
import type { DeskRequest, Duty, Inbox } from "../types";

/** A row of the inbox: one sentence, one clause, one amount, one deadline, one button. */
export interface Item {
  readonly id: string;
  readonly group: "sign" | "own" | "players";
  readonly icon: string;
  /** The sentence, and what is set off in it. */
  readonly sentence: string;
  readonly detail: string;
  readonly clause: string | null;
  readonly amount: { readonly cents: number; readonly currency: string | undefined } | null;
  readonly due: Due;
  readonly act: string;
  readonly to: Route;
  readonly until: Instant;
}

/** Sorted by what runs out first. */
export function itemsOf({ requests, duties }: Inbox, now: Instant, voice: Voice): readonly Item[] {
  return [
    ...requests.map((request) => requestItem(request, now, voice)),
    ...duties.map((duty) => dutyItem(duty, now, voice)),
  ].sort((one, other) => one.until - other.until);
}

function requestItem(request: DeskRequest, now: Instant, voice: Voice): Item {
  const state = stateOf(request);
  const deed = named(`desk.deed.${request.kind}`, voice);
  const about = aboutOf(request);
  const what = about ? `${deed}: ${about}` : deed;
  const { amount, currency } = amountOf(request);
  return {
    id: request.id,
    group: request.isOwn ? "own" : "sign",
    icon: request.maySign ? "pen" : "clock",
    sentence:
      request.status === "signed"
        ? voice.say("desk.inbox.signed", { what })
        : request.isOwn
          ? voice.say("desk.inbox.youAsk", { what })
          : voice.say(request.maySign ? "desk.inbox.asksYou" : "desk.inbox.asks", { name: request.staff.name, what }),
    detail: request.reason,
    clause: request.clause,
    amount: amount === null ? null : { cents: amount, currency },
    due: dueText(request.until, now, voice),
    act: voice.say(state === "mine" ? "desk.inbox.read" : "desk.inbox.open"),
    to: deskRoute("requests", request.id),
    until: request.until,
  };
}

function dutyItem(duty: Duty, now: Instant, voice: Voice): Item {
  return {
    id: `duty:${duty.request}`,
    group: "players",
    icon: "video",
    sentence: voice.say(duty.overdue ? "desk.inbox.dutyLate" : "desk.inbox.duty", { name: duty.player.name }),
    detail: named(`desk.deed.${duty.kind}`, voice),
    clause: null,
    amount: null,
    due: dueText(duty.deadline, now, voice),
    act: voice.say("desk.inbox.open"),
    to: deskRoute("players", duty.player.player),
    until: duty.deadline,
  };
}

/** What a deed is about in money, where one amount says it. */
function amountOf({ deed }: DeskRequest): { amount: number | null; currency: string | undefined } {
  const { amount, taken, account } = deed;
  const cents = typeof amount === "number" ? amount : typeof taken === "number" ? taken : null;
  return { amount: cents, currency: typeof account === "string" ? account.split(":")[2] : undefined };
}
