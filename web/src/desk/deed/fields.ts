/** What each deed wants to know, besides what the page that opens it knows already. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A time from now on, or no end: until somebody decides. */
export type Span = number | null;

export type Field = { readonly name: string; readonly optional?: boolean } & (
  | { readonly type: "wallet" | "amount" | "text" | "words" | "shares" | "roles" | "flag" | "players" | "chips" }
  | { readonly type: "number"; readonly min: number; readonly max: number }
  | { readonly type: "choice"; readonly options: readonly string[] }
  | { readonly type: "until"; readonly spans: readonly Span[] }
);

const PLAYER: Field = { name: "player", type: "text" };
const WALLET: Field = { name: "wallet", type: "wallet" };
const AMOUNT: Field = { name: "amount", type: "amount" };
const WITHDRAWAL: Field = { name: "withdrawal", type: "text" };
const REFERENCE: Field = { name: "reference", type: "text" };
const HOLD: Field = { name: "hold", type: "text" };
const TOURNAMENT: Field = { name: "tournament", type: "text" };
const TABLE: Field = { name: "table", type: "text" };
const ROUND: Field = { name: "round", type: "number", min: 1, max: 1_000_000_000 };
const LOBBY: Field = { name: "lobby", type: "text" };
const GROUNDS: Field = { name: "grounds", type: "choice", options: ["fraud", "unethical_play"] };
const MONEY: readonly Field[] = [PLAYER, WALLET, AMOUNT];

export const FORMS: Readonly<Record<string, readonly Field[]>> = {
  take_deposit: [...MONEY, REFERENCE],
  return_payment: [PLAYER, REFERENCE],
  credit: MONEY,
  debit: MONEY,
  annul: MONEY,
  settle_claim: MONEY,
  reverse: [
    { name: "takes", type: "shares" },
    { name: "gives", type: "shares" },
    { name: "about", type: "text", optional: true },
    { name: "fromHouse", type: "amount", optional: true },
  ],
  give_tickets: [
    { name: "players", type: "players" },
    { name: "currency", type: "choice", options: ["EUR", "RON", "SEK", "USD"] },
    { name: "money", type: "choice", options: ["real", "play", "test"] },
    AMOUNT,
  ],
  approve_withdrawal: [PLAYER, WITHDRAWAL],
  refuse_withdrawal: [PLAYER, WITHDRAWAL],
  withdrawal_sent: [PLAYER, WITHDRAWAL, REFERENCE],
  suspend_withdrawal: [PLAYER, WITHDRAWAL],
  hold: [...MONEY, { name: "why", type: "choice", options: ["review", "investigation", "complaint"] }],
  release: [PLAYER, HOLD],
  extend_hold: [PLAYER, HOLD, { name: "workingDays", type: "number", min: 1, max: 30 }],
  seize: [PLAYER, HOLD, GROUNDS, { name: "gives", type: "shares", optional: true }],
  answer_complaint: [
    PLAYER,
    { name: "complaint", type: "text" },
    { name: "answer", type: "words" },
    { name: "hold", type: "text", optional: true },
  ],
  suspend: [PLAYER, { name: "until", type: "until", spans: [7 * DAY, 30 * DAY, 90 * DAY, null] }],
  lift_suspension: [PLAYER],
  ban_game: [
    PLAYER,
    { name: "game", type: "choice", options: ["cash", "tournaments", "casino"] },
    { name: "until", type: "until", spans: [DAY, 7 * DAY, 30 * DAY, null] },
  ],
  ban_format: [PLAYER, { name: "format", type: "text" }],
  block_chat: [PLAYER],
  close_returning: [PLAYER],
  close_forfeiting: [PLAYER, GROUNDS],
  refuse_registration: [PLAYER],
  limit: [
    PLAYER,
    { name: "limit", type: "choice", options: ["deposit", "loss"] },
    { name: "period", type: "choice", options: ["day", "week", "month"] },
    { name: "currency", type: "choice", options: ["EUR", "RON", "SEK", "USD"] },
    { name: "money", type: "choice", options: ["real", "play", "test"] },
    AMOUNT,
  ],
  demand_recording: [PLAYER, { name: "deadline", type: "until", spans: [2 * DAY, 7 * DAY, 14 * DAY] }],
  disclose: [PLAYER, { name: "recipient", type: "text" }, { name: "what", type: "words" }],
  give_roles: [
    { name: "staff", type: "text" },
    { name: "roles", type: "roles" },
  ],
  void_hand: [TABLE, { name: "hand", type: "text" }],
  close_table: [TABLE],
  pause_tournament: [TOURNAMENT],
  resume_tournament: [TOURNAMENT],
  cancel_tournament: [TOURNAMENT, { name: "tickets", type: "choice", options: ["returned", "lost"], optional: true }],
  disqualify: [TOURNAMENT, PLAYER, { name: "forfeit", type: "flag" }],
  adjust_chips: [TOURNAMENT, { name: "changes", type: "chips" }],
  close_lobby: [LOBBY],
  void_game: [LOBBY, { name: "game", type: "number", min: 1, max: 1_000_000_000 }],
  void_round: [TABLE, ROUND],
  correct_round: [
    TABLE,
    ROUND,
    {
      name: "what",
      type: "choice",
      options: ["card_entered", "card_replaced", "pocket_replaced", "cards_burned"],
    },
    { name: "card", type: "text", optional: true },
    { name: "pocket", type: "number", min: 0, max: 36, optional: true },
  ],
  hold_table: [TABLE],
  release_table: [TABLE],
  unseal: [
    { name: "hand", type: "text" },
    { name: "case", type: "text" },
  ],
  // Their pages know everything about them.
  revise_rulebook: [],
  change_offer: [],
  announce: [],
  end_announcement: [{ name: "number", type: "number", min: 1, max: 1_000_000_000 }],
};

/** What has to be asked: everything that is not known yet. */
export function askedFor(kind: string, fixed: Readonly<Record<string, unknown>>): readonly Field[] {
  return (FORMS[kind] ?? []).filter(({ name }) => !(name in fixed));
}

export function isGiven(value: unknown): boolean {
  if (typeof value === "string") return value.trim() !== "";
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined;
}

/** The fields of a deed as they are sent; what may be left out and was is not sent. */
export function filled(
  fields: readonly Field[],
  fixed: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> | null {
  const given: Record<string, unknown> = { ...fixed };
  for (const { name, type, optional = false } of fields) {
    const value = type === "flag" ? (values[name] ?? false) : values[name];
    if (isGiven(value)) given[name] = typeof value === "string" ? value.trim() : value;
    else if (!optional) return null;
  }
  return given;
}
