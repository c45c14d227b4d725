import type { Account, Entrance } from "./account";
import type { Told } from "./basics";
import type { Answer, MoneyAct } from "./wallet";

/** How far something is that a form asked of the room; a refusal without a reason is told above the page. */
export type Request =
  | { readonly state: "idle" }
  | { readonly state: "sending" }
  | { readonly state: "refused"; readonly told: Told | null }
  | { readonly state: "done" };

export const IDLE: Request = { state: "idle" };
const SENDING: Request = { state: "sending" };
const DONE: Request = { state: "done" };

/** A form of the account, by the command it sends: done or refused only by what it asked itself. */
export function accountRequest({ asked, answer }: Account, about: string): Request {
  if (asked === about) return SENDING;
  if (answer?.about !== about) return IDLE;
  return answer.refused === null ? DONE : { state: "refused", told: answer.refused };
}

/** Logging in, registering, entering as a guest. */
export function entranceRequest({ busy, refused, step }: Entrance): Request {
  if (busy) return SENDING;
  if (refused !== null) return { state: "refused", told: refused };
  return step === "entered" ? DONE : IDLE;
}

/** Moving money; the cashier refuses above the page. */
export function moneyRequest(answer: Answer | null, about: MoneyAct): Request {
  if (answer?.about !== about) return IDLE;
  if (answer.state === "busy") return SENDING;
  return answer.state === "done" ? DONE : { state: "refused", told: null };
}

/** Showing once more who is here. */
export function proofRequest(proof: Account["proof"]): Request {
  if (proof?.busy) return SENDING;
  return proof?.refused ? { state: "refused", told: proof.refused } : IDLE;
}
