import type { PlayerPage } from "./types";

/** Something that can be done about a player: which deed, with which of its fields known, and why not now. */
export interface Act {
  readonly kind: string;
  readonly icon: string;
  readonly fixed: Readonly<Record<string, unknown>>;
  /** Words for why it is too late or needless, without a prefix. */
  readonly off?: "moneyCameIn" | "closed" | "notSuspended" | "suspended";
}

/** What can be done, always in the same order; what cannot be done now says why. */
export function actsOf(page: PlayerPage): readonly Act[] {
  const fixed = { player: page.player };
  const isClosed = page.closedAt !== null;
  const isSuspended = page.bars.some(({ scope }) => scope === "all");
  const hasMoney = page.wallets.some(({ money, balance }) => money === "real" && balance > 0);
  const closed = isClosed ? ({ off: "closed" } as const) : {};
  return [
    { kind: "refuse_registration", icon: "ban", fixed, ...(hasMoney ? { off: "moneyCameIn" } : closed) },
    { kind: "suspend", icon: "pause", fixed, ...(isSuspended ? { off: "suspended" } : closed) },
    { kind: "lift_suspension", icon: "play", fixed, ...(isSuspended ? {} : { off: "notSuspended" }) },
    { kind: "hold", icon: "hold", fixed },
    { kind: "demand_recording", icon: "video", fixed, ...closed },
    { kind: "ban_game", icon: "ban", fixed, ...closed },
    { kind: "ban_format", icon: "ban", fixed, ...closed },
    { kind: "block_chat", icon: "chat", fixed: { ...fixed, on: !page.chatBlocked }, ...closed },
    { kind: "limit", icon: "lock", fixed, ...closed },
    { kind: "take_deposit", icon: "wallet", fixed },
    { kind: "return_payment", icon: "undo", fixed },
    { kind: "credit", icon: "plus", fixed },
    { kind: "debit", icon: "minus", fixed },
    { kind: "annul", icon: "undo", fixed },
    { kind: "settle_claim", icon: "scale", fixed },
    { kind: "disclose", icon: "share", fixed },
    { kind: "close_returning", icon: "wallet", fixed, ...closed },
    { kind: "close_forfeiting", icon: "close", fixed, ...closed },
  ];
}
