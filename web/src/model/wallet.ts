import type { Cents, Currency, Instant, Loadable, RuleId, Told } from "./basics";
import { within } from "./basics";

export type WalletKind = "poker" | "site";
export type WalletId = string;

export interface Wallet {
  readonly id: WalletId;
  readonly kind: WalletKind;
  readonly currency: Currency;
  readonly balance: Cents;
  readonly label: "real" | "play" | "test";
}

export interface OnTable {
  readonly name: string;
  readonly amount: Cents;
  readonly inPot: Cents;
}

/** What a wallet of test money is filled up to. */
export interface Refill {
  readonly wallet: WalletId;
  readonly to: Cents;
}

/** Today's rate as whole ten-thousandths of the site's currency for one euro. */
export interface Rate {
  readonly tenThousandths: number;
  readonly rule: RuleId;
}

export interface Wallets {
  readonly wallets: readonly Wallet[];
  readonly onTables: readonly OnTable[];
  readonly rate: Rate | null;
  /** When the room last checked that every wallet, seat and pot adds up. */
  readonly auditedAt: Instant | null;
  /** Wallets of test money that may be filled up again now. */
  readonly refill: readonly Refill[];
}

/** What a transfer would do; the room counts it, because rounding is a rule. */
export interface Quote {
  readonly from: WalletKind;
  readonly sent: Cents;
  readonly received: Cents;
  readonly cost: Cents;
  /** Parts in a million. */
  readonly costMillionths: number;
  readonly costRule: RuleId;
  readonly worth: Cents;
}

export type StatementKind =
  | "satDown"
  | "left"
  | "topUp"
  | "transfer"
  | "deposit"
  | "withdrawal"
  | "withdrawalCancelled"
  | "chargeBack"
  | "claim"
  | "entry"
  | "fee"
  | "reBuy"
  | "addOn"
  | "prize"
  | "bounty"
  | "ticket"
  | "rolledBack"
  | "rakeback"
  | "refund"
  | "grant"
  | "bet"
  | "win"
  | "other";

export interface StatementLine {
  readonly id: string;
  readonly at: Instant;
  readonly wallet: WalletId;
  readonly kind: StatementKind;
  /** A table, a tournament, a month: what the kind is about. */
  readonly about: string;
  /** The tournament it has to do with, if that is listed. */
  readonly tournament: string | null;
  readonly from: string;
  readonly to: string;
  readonly amount: Cents;
  readonly balance: Cents;
  readonly rule: RuleId | null;
}

export const STAGES = ["asked", "approved", "sent", "returned"] as const;

/** Money on its way out; only what is still `asked` for can be taken back. */
export interface Withdrawal {
  readonly id: string;
  readonly amount: Cents;
  readonly stage: (typeof STAGES)[number];
  /** What the house said when it came back. */
  readonly why: string;
  /** Why it is not paid now: a complaint about it is not settled. */
  readonly suspended: Told | null;
}

/** Money that was asked for and has not come; it lapses. */
export interface AskedDeposit {
  readonly id: string;
  readonly amount: Cents;
  readonly until: Instant;
  /** Where it is paid, if that is known. */
  readonly page: string | null;
}

export const OUTCOMES = ["paid", "refused", "dropped", "chargedBack"] as const;

/** What became of money that was asked for. */
export interface SettledDeposit {
  readonly id: string;
  readonly amount: Cents;
  readonly state: (typeof OUTCOMES)[number];
  /** What the provider said when it refused. */
  readonly why: string;
  /** When it was paid; 0 where it was not. */
  readonly at: Instant;
}

/** Won less lost since the day, the week and the month began; what is at tables counts as still there. */
export interface NetPosition {
  readonly currency: Currency;
  readonly day: Cents;
  readonly week: Cents;
  readonly month: Cents;
}

/** Money in and out of the room, and what stands against it. */
export interface Cashier {
  readonly currency: Currency;
  readonly depositMin: Cents;
  readonly depositMax: Cents;
  readonly withdrawMin: Cents;
  readonly withdrawMax: Cents;
  readonly pending: readonly Withdrawal[];
  readonly asked: readonly AskedDeposit[];
  readonly settled: readonly SettledDeposit[];
  /** Owed to the house after a payment was charged back. */
  readonly owed: Cents;
  readonly net: readonly NetPosition[];
  /** People pay at the till, and the house books it. */
  readonly byHand: boolean;
  /** Set when nothing may be paid in: a limit, a break, or real money is switched off. */
  readonly closed: Told | null;
}

export type MoneyAct =
  | "transfer"
  | "refill"
  | "deposit"
  | "withdraw"
  | "cancelWithdrawal"
  | "complainWithdrawal"
  | "cancelDeposit";

/** What became of the last thing asked for; a refusal is told apart from it. */
export interface Answer {
  readonly about: MoneyAct;
  readonly state: "busy" | "done" | "refused";
  readonly amount: Cents;
  /** Where a deposit is paid, if it is not at the till. */
  readonly page: string | null;
}

export interface Money {
  readonly wallets: Loadable<Wallets>;
  readonly statement: Loadable<readonly StatementLine[]>;
  readonly cashier: Loadable<Cashier>;
  readonly quote: Quote | null;
  /** The answer to the last thing asked for, until the next one. */
  readonly answer: Answer | null;
}

export type MoneyChange =
  | { readonly kind: "walletsLoaded"; readonly wallets: Loadable<Wallets> }
  | { readonly kind: "balanceChanged"; readonly wallet: WalletId; readonly balance: Cents }
  | { readonly kind: "statementLoaded"; readonly statement: Loadable<readonly StatementLine[]> }
  | { readonly kind: "statementGrew"; readonly lines: readonly StatementLine[] }
  | { readonly kind: "cashierLoaded"; readonly cashier: Loadable<Cashier> }
  | { readonly kind: "quoted"; readonly quote: Quote | null }
  | { readonly kind: "moneyAnswered"; readonly answer: Answer | null };

export function reduceMoney(money: Money, change: MoneyChange): Money {
  switch (change.kind) {
    case "walletsLoaded":
      return { ...money, wallets: change.wallets };
    case "balanceChanged":
      return { ...money, wallets: within(money.wallets, (value) => withBalance(value, change.wallet, change.balance)) };
    case "statementLoaded":
      return { ...money, statement: change.statement };
    case "statementGrew":
      return { ...money, statement: within(money.statement, (lines) => newestFirst([...change.lines, ...lines])) };
    case "cashierLoaded":
      return { ...money, cashier: change.cashier };
    case "quoted":
      return { ...money, quote: change.quote };
    case "moneyAnswered":
      return { ...money, answer: change.answer };
  }
}

function withBalance(wallets: Wallets, id: WalletId, balance: Cents): Wallets {
  return {
    ...wallets,
    wallets: wallets.wallets.map((wallet) => (wallet.id === id ? { ...wallet, balance } : wallet)),
  };
}

function newestFirst(lines: readonly StatementLine[]): readonly StatementLine[] {
  const known = new Map(lines.toReversed().map((line) => [line.id, line]));
  return [...known.values()].toSorted((one, other) => other.at - one.at || (other.id < one.id ? -1 : 1));
}

/** The wallet of that id, or where none is meant the first. */
export function walletOf(wallets: Loadable<Wallets>, id: WalletId | null): Wallet | null {
  if (wallets.state !== "ready") return null;
  const all = wallets.value.wallets;
  return all.find((wallet) => wallet.id === id) ?? all[0] ?? null;
}

/** The wallet of that id, as far as it is known. */
export function walletNamed(wallets: Loadable<Wallets>, id: WalletId): Wallet | null {
  return wallets.state === "ready" ? (wallets.value.wallets.find((wallet) => wallet.id === id) ?? null) : null;
}

/** About how much of the other currency that is, for a caption only; money is moved by the room's own quote. */
export function roughlyInEuro(amount: Cents, rate: Rate): Cents {
  return Math.round((amount * 10_000) / rate.tenThousandths);
}
