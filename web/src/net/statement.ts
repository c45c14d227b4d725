import type { StatementKind, StatementLine, WalletId, WalletKind } from "../model/wallet";

/** A line as the ledger keeps it. */
export interface KeptLine {
  readonly id: string;
  readonly at: number;
  readonly key: string;
  readonly place: string;
  readonly amount: number;
  readonly balance: number;
  readonly rule: string | null;
  readonly tournament?: { readonly id: string; readonly name: string } | null;
}

const KINDS: Readonly<Record<string, StatementKind>> = {
  deposit_in: "deposit",
  withdrawal_out: "withdrawal",
  withdrawal_returned: "withdrawalCancelled",
  charge_back_out: "chargeBack",
  claim_out: "claim",
  grant_in: "grant",
  bonus_in: "grant",
  exchange_in: "transfer",
  exchange_out: "transfer",
  buy_in_out: "satDown",
  top_up_out: "topUp",
  top_up_in: "topUp",
  cash_out_in: "left",
  rakeback_in: "rakeback",
  entry_out: "entry",
  re_buy_out: "reBuy",
  add_on_out: "addOn",
  fee_out: "fee",
  ticket_out: "ticket",
  prize_in: "prize",
  bounty_in: "bounty",
  ticket_in: "ticket",
  refund_in: "refund",
  bet_returned: "refund",
  reversal_in: "refund",
  bet_out: "bet",
  win_in: "win",
};

const PLACES: Partial<Record<StatementKind, string>> = {
  satDown: "table",
  left: "table",
  topUp: "table",
  bet: "table",
  win: "table",
  deposit: "outside",
  withdrawal: "outside",
  withdrawalCancelled: "outside",
  chargeBack: "outside",
  entry: "prizePool",
  reBuy: "prizePool",
  addOn: "prizePool",
  prize: "prizePool",
  bounty: "prizePool",
};

/** A line with where the money came from and where it went. */
export function statementLine(line: KeptLine, wallet: WalletId, own: WalletKind): StatementLine {
  const kind = KINDS[line.key] ?? "other";
  const other = kind === "transfer" ? (own === "poker" ? "site" : "poker") : (PLACES[kind] ?? "house");
  const [from, to] = line.amount < 0 ? [own, other] : [other, own];
  const { id, at, place, amount, balance, rule } = line;
  const named = line.tournament ?? null;
  const about = named?.name ?? place;
  return { id, at, wallet, kind, about, tournament: named?.id || null, from, to, amount, balance, rule };
}
