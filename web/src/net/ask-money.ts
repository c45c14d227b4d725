/** Wallets, transfers, the cashier and the statement. */
import type { Loadable } from "../model/basics";
import { ready } from "../model/basics";
import { type Change, noticed } from "../model/model";
import type { Answer, Cashier, MoneyAct, MoneyChange, Quote, StatementLine, Wallet, Wallets } from "../model/wallet";
import type { Command } from "./commands";
import { type Answered, type Api, asking } from "./http";
import { type KeptLine, statementLine } from "./statement";

type MoneyCommand = Extract<Command, { kind: "readMoney" | "quote" | MoneyAct }>;
type Acting = Extract<Command, { kind: MoneyAct }>;

interface WalletsAnswer {
  readonly wallets: readonly Wallet[];
  readonly onTables: readonly { readonly table: string; readonly amount: number; readonly pending: number }[];
  readonly rate: { readonly tenThousandths: number; readonly rule: string } | null;
  readonly refill: readonly { readonly wallet: string; readonly fillsTo: number; readonly wanted: number }[];
}

interface CashierAnswer extends Cashier {
  readonly page?: string | null;
}

interface StatementAnswer {
  readonly lines: readonly KeptLine[];
}

export async function askMoney(api: Api, command: MoneyCommand): Promise<readonly Change[]> {
  if (command.kind === "readMoney") return told(await readAll(api));
  if (command.kind === "quote") {
    const { from, amount } = command;
    const answer = await api.get<Quote>(asking("/api/transfer/quote", { from, amount }));
    const quoted = told([{ kind: "quoted", quote: answer.ok ? answer.value : null }]);
    return answer.ok ? quoted : [...quoted, noticed(answer.told)];
  }
  const answer = await act(api, command);
  if (!answer.ok) return [...told([answered(command, "refused")]), noticed(answer.told)];
  const done = told([...(await readAll(api)), answered(command, "done", answer.value?.page ?? null)]);
  return command.kind === "complainWithdrawal" ? [...done, noticed(COMPLAINT_KEPT)] : done;
}

const COMPLAINT_KEPT = { code: "payment_complaint_kept", rule: null, numbers: {} };

const told = (changes: readonly MoneyChange[]): readonly Change[] => changes.map((change) => ({ to: "money", change }));

const ACTS: ReadonlySet<string> = new Set<MoneyAct>([
  "transfer",
  "refill",
  "deposit",
  "withdraw",
  "cancelWithdrawal",
  "complainWithdrawal",
  "cancelDeposit",
]);

export const isMoneyAct = (command: Command): command is Acting => ACTS.has(command.kind);

/** Said as soon as it is asked: until the answer nothing can be asked twice. */
export const moneyAsked = (command: Acting): Change => ({ to: "money", change: answered(command, "busy") });

function answered(command: Acting, state: Answer["state"], page: string | null = null): MoneyChange {
  const amount = "amount" in command ? command.amount : 0;
  return { kind: "moneyAnswered", answer: { about: command.kind, state, amount, page } };
}

function act(api: Api, command: Acting): Promise<Answered<{ page?: string | null } | null>> {
  const id = crypto.randomUUID();
  switch (command.kind) {
    case "transfer":
      return api.post("/api/transfer", { id, from: command.from, amount: command.amount });
    case "refill":
      return api.post("/api/refill", { wallet: command.wallet });
    case "deposit":
      return api.post("/api/deposits", { id, amount: command.amount });
    case "withdraw":
      return api.post("/api/withdrawals", { id, amount: command.amount });
    case "cancelWithdrawal":
      return api.post(`/api/withdrawals/${encodeURIComponent(command.id)}/cancel`);
    case "complainWithdrawal":
      return api.post(`/api/withdrawals/${encodeURIComponent(command.id)}/complaint`, { text: command.text });
    case "cancelDeposit":
      return api.post(`/api/deposits/${encodeURIComponent(command.id)}/cancel`);
  }
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

function cashierOf({ page: _, ...cashier }: CashierAnswer): Cashier {
  return cashier;
}
