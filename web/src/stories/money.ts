import type { Reality } from "../model/account";
import type { Cashier, Quote, StatementLine, WalletId, WalletKind, Wallets } from "../model/wallet";
import { BASE } from "./time";

export const wallets: Wallets = {
  wallets: [
    { id: "poker", kind: "poker", currency: "EUR", balance: 12_840, label: "real" },
    { id: "site", kind: "site", currency: "RON", balance: 134_250, label: "real" },
  ],
  onTables: [
    { name: "Tallinn 3", amount: 6135, inPot: 440 },
    { name: "Oslo 1", amount: 2685, inPot: 0 },
  ],
  rate: { tenThousandths: 46_500, rule: "WAL-04" },
  auditedAt: BASE,
  refill: [],
};

const MINUTE = 60_000;
const line = (
  ago: number,
  kind: StatementLine["kind"],
  about: string,
  from: string,
  to: string,
  amount: number,
  balance: number,
  rule: string | null = null,
  wallet: WalletId = "poker",
): StatementLine => ({
  id: `${wallet}-${ago}`,
  at: BASE - ago * MINUTE,
  wallet,
  kind,
  about,
  tournament: kind === "entry" || kind === "prize" ? "t-sunday" : null,
  from,
  to,
  amount,
  balance,
  rule,
});

export const statement: readonly StatementLine[] = [
  line(20, "satDown", "Tallinn 3 · NL50", "poker", "table", -5000, 12_840),
  line(47, "left", "Tallinn 5 · NL50", "table", "poker", 7140, 17_840),
  line(92, "satDown", "Tallinn 5 · NL50", "poker", "table", -5000, 10_700),
  line(114, "transfer", "500.00 lei, 4.6500", "site", "poker", 10_752, 15_700, "WAL-04"),
  line(120, "prize", "Sunday Main", "prizePool", "poker", 4200, 9148, "MTT-32a"),
  line(131, "fee", "Sunday Main", "poker", "house", -50, 4948, "FEE-02"),
  line(132, "entry", "Sunday Main", "poker", "prizePool", -950, 4998, "FEE-02"),
  line(230, "rolledBack", "9 871", "pot", "table", 0, 5948, "TIME-16"),
  line(6_611, "rakeback", "10/2023", "house", "poker", 1231, 5948, "RB-03"),
  line(6_757, "left", "Oslo 1 · PL25", "table", "poker", 2215, 4717),
  line(114, "transfer", "500.00 lei, 4.6500", "site", "poker", -50_000, 134_250, "WAL-04", "site"),
  line(8_000, "deposit", "", "outside", "site", 100_000, 184_250, null, "site"),
];

export const cashier: Cashier = {
  currency: "RON",
  depositMin: 2_000,
  depositMax: 500_000,
  withdrawMin: 5_000,
  withdrawMax: 134_250,
  pending: [
    { id: "w-1", amount: 25_000, stage: "asked", why: "", suspended: null },
    {
      id: "w-2",
      amount: 12_000,
      stage: "asked",
      why: "",
      suspended: { code: "payment_suspended", rule: "INT-38", numbers: { until: BASE + 14_400 * MINUTE } },
    },
  ],
  asked: [{ id: "d-1", amount: 5_000, until: BASE + 50 * MINUTE, page: "https://pay.example/d-1" }],
  settled: [
    { id: "r-3", amount: 10_000, state: "paid", why: "", at: BASE - 90 * MINUTE },
    { id: "r-2", amount: 20_000, state: "chargedBack", why: "", at: BASE - 9_000 * MINUTE },
    { id: "d-0", amount: 7_500, state: "refused", why: "card declined", at: 0 },
  ],
  owed: 3_000,
  net: [
    { currency: "EUR", day: -1_250, week: 2_175, month: -8_420 },
    { currency: "RON", day: 0, week: 0, month: 0 },
  ],
  byHand: false,
  closed: null,
};

/** An hour and two minutes of play, with something lost. */
export const reality: Reality = {
  since: BASE - 62 * MINUTE,
  due: BASE - 2 * MINUTE,
  isDue: true,
  net: [{ currency: "EUR", amount: -1_250 }],
};

/** As the room would count it; here only so that the page has something to show. */
export function quoteFor(from: WalletKind, sent: number): Quote {
  const cost = Math.ceil((sent * 60) / 1_000_000);
  const received =
    from === "site" ? Math.floor(((sent - cost) * 10_000) / 46_500) : Math.floor(((sent - cost) * 46_500) / 10_000);
  return {
    from,
    sent,
    received,
    cost,
    costMillionths: 60,
    costRule: "WAL-05",
    worth: sent - cost,
  };
}
