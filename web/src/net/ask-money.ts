/** Wallets, transfers, the cashier and the statement. */
import type { Currency, Loadable, Told } from "../model/basics";
import { ready } from "../model/basics";
import type { Change } from "../model/model";
import type { Cashier, MoneyChange, Quote, StatementLine, Wallet, Wallets } from "../model/wallet";
import type { Command } from "./commands";
import { type Answered, type Api, asking } from "./http";
import { type KeptLine, statementLine } from "./statement";

type MoneyCommand = Extract<
  Command,
  { kind: "readMoney" | "quote" | "transfer" | "refill" | "deposit" | "withdraw" | "cancelWithdrawal" }
>;

interface WalletsAnswer {
  readonly wallets: readonly Wallet[];
  readonly onTables: readonly { readonly table: string; readonly amount: number; readonly pending: number }[];
  readonly rate: { readonly tenThousandths: number; readonly rule: string } | null;
  readonly refill: readonly { readonly wallet: string; readonly fillsTo: number; readonly wanted: number }[];
}

interface CashierAnswer extends Omit<Cashier, "pending"> {
  readonly pending: readonly { readonly id: string; readonly amount: number }[];
  readonly asked: readonly { readonly id: string; readonly amount: number; readonly until: number }[];
  readonly page?: string | null;
}

interface StatementAnswer {
  readonly lines: readonly KeptLine[];
}

export async function askMoney(api: Api, command: MoneyCommand): Promise<readonly Change[]> {
  const changes = await moneyChanges(api, command);
  return changes.map((change) => ({ to: "money", change }));
}

async function moneyChanges(api: Api, command: MoneyCommand): Promise<readonly MoneyChange[]> {
  switch (command.kind) {
    case "readMoney":
      return readAll(api);
    case "quote": {
      const { from, amount } = command;
      const answer = await api.get<Quote>(asking("/api/transfer/quote", { from, amount }));
      return answer.ok
        ? [{ kind: "quoted", quote: answer.value }]
        : [{ kind: "quoted", quote: null }, refused(answer.told)];
    }
    case "transfer": {
      const { from, amount } = command;
      return moved(api, await api.post("/api/transfer", { id: crypto.randomUUID(), from, amount }));
    }
    case "refill":
      return moved(api, await api.post("/api/refill", { wallet: command.wallet }));
    case "deposit":
      return moved(api, await api.post("/api/deposits", { id: crypto.randomUUID(), amount: command.amount }));
    case "withdraw":
      return moved(api, await api.post("/api/withdrawals", { id: crypto.randomUUID(), amount: command.amount }));
    case "cancelWithdrawal":
      return moved(api, await api.post(`/api/withdrawals/${encodeURIComponent(command.id)}/cancel`));
  }
}

const refused = (told: Told): MoneyChange => ({
  kind: "moneyAnswered",
  answer: { state: "refused", told },
});

async function moved(api: Api, answer: Answered<unknown>): Promise<readonly MoneyChange[]> {
  if (!answer.ok) return [refused(answer.told)];
  return [...(await readAll(api)), { kind: "moneyAnswered", answer: { state: "done" } }];
}

function loaded<A, T>(answer: Answered<A>, read: (value: A) => T): Loadable<T> {
  return answer.ok ? ready(read(answer.value)) : { state: "failed", told: answer.told };
}

async function readAll(api: Api): Promise<readonly MoneyChange[]> {
  const [answered, cashier] = await Promise.all([
    api.get<WalletsAnswer>("/api/wallets"),
    api.get<CashierAnswer>("/api/cashier"),
  ]);
  const wallets = loaded(answered, walletsOf);
  const changes: MoneyChange[] = [
    { kind: "walletsLoaded", wallets },
    { kind: "cashierLoaded", cashier: loaded(cashier, cashierOf) },
  ];
  if (wallets.state !== "ready") return changes;
  return [...changes, { kind: "statementLoaded", statement: await readStatements(api, wallets.value) }];
}

async function readStatements(api: Api, { wallets }: Wallets): Promise<Loadable<readonly StatementLine[]>> {
  const lines: StatementLine[] = [];
  for (const { id, kind } of wallets) {
    const answer = await api.get<StatementAnswer>(asking("/api/statement", { wallet: id, limit: 200 }));
    if (!answer.ok) return { state: "failed", told: answer.told };
    lines.push(...answer.value.lines.map((line) => statementLine(line, id, kind)));
  }
  return ready(lines);
}

function walletsOf({ wallets, onTables, rate, refill }: WalletsAnswer): Wallets {
  return {
    wallets,
    onTables: onTables.map(({ table, amount, pending }) => ({ name: table, amount: amount + pending, inPot: 0 })),
    rate: rate && { tenThousandths: rate.tenThousandths, rule: rate.rule },
    auditedAt: null,
    refill: refill.filter(({ wanted }) => wanted > 0).map(({ wallet, fillsTo }) => ({ wallet, to: fillsTo })),
  };
}

function cashierOf({ pending, asked, currency, ...rest }: CashierAnswer): Cashier {
  const waiting = [...asked, ...pending].map(({ id, amount }) => ({ id, amount, askedAt: null }));
  return { ...rest, currency: currency as Currency, pending: waiting };
}
