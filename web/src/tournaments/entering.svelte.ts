import { getContext, setContext } from "svelte";
import type { App } from "../app/app.svelte";
import type { RuleId, Told } from "../model/basics";
import type { TournamentId, TournamentRow } from "../model/tournament/rows";
import { type Action, type ActionKind, actionOf, type Enterable } from "../model/tournament/state";
import { type Wallet, walletNamed } from "../model/wallet";
import { money } from "./text";

/** What a button knows of its tournament: a row of the lobby, or its page. */
export type Subject = Enterable & Pick<TournamentRow, "id" | "name" | "unit" | "wallet">;
type Paid = Pick<TournamentRow, "unit" | "wallet">;

/** Why a button that is off does nothing: what the room would answer. */
const REFUSALS: Partial<Record<ActionKind, string>> = {
  tooLate: "unregistration_closed",
  opens: "registration_not_open",
  full: "tournament_full",
  poor: "insufficient_funds",
};

/** What the buttons of tournaments do, wherever they stand. */
export class Entering {
  /** The tournament whose dialogue is open. */
  asks = $state<TournamentId | null>(null);

  constructor(private readonly app: App) {}

  /** The wallet an entry would be paid from, as far as it is known. */
  wallet({ wallet }: Pick<Paid, "wallet">): Wallet | null {
    return walletNamed(this.app.room.model.money.wallets, wallet);
  }

  action(subject: Subject): Action {
    return actionOf(subject, this.app.roomSecond, this.wallet(subject)?.balance ?? null);
  }

  walletText(paid: Paid): string {
    const wallet = this.wallet(paid);
    return wallet ? this.app.amount(wallet.balance, paid.unit) : "";
  }

  press(subject: Subject): void {
    const { kind, rule } = this.action(subject);
    const { app } = this;
    switch (kind) {
      case "register":
      case "late":
      case "reEnter":
        this.#enter(subject);
        break;
      case "unregister":
        this.unregister(subject);
        break;
      case "play":
        if (subject.mine.kind === "seated" && subject.mine.table !== null)
          app.router.go({ page: "table", table: subject.mine.table });
        break;
      case "watch":
        app.router.go({ page: "tournament", tournament: subject.id, tab: "tables" });
        break;
      case "results":
      case "got":
        app.router.go({ page: "tournament", tournament: subject.id, tab: "players" });
        break;
      default:
        this.#tellWhyNot(subject, kind, rule);
    }
  }

  /** Who has no account plays with money that is worth nothing as a guest, and with other money logs in first. */
  #enter({ id, unit }: Subject): void {
    const { app } = this;
    if (app.room.model.account.person.kind === "nobody") {
      if (unit.kind !== "money" || unit.label !== "test") {
        app.router.go({ page: "login" });
        return;
      }
      app.room.send({ kind: "enterAsGuest", name: "" });
    }
    this.asks = id;
  }

  unregister({ id, name, unit, price }: Pick<Subject, "id" | "name" | "unit" | "price">): void {
    const paid = { amount: price.total, unit, ticket: false };
    this.app.room.send({ kind: "unregister", tournament: id, saying: { name, paid } });
  }

  #tellWhyNot({ id, wallet }: Subject, kind: ActionKind, rule: RuleId | null): void {
    const code = REFUSALS[kind];
    if (!code) return;
    const balance = this.wallet({ wallet })?.balance ?? 0;
    const told: Told = { code, rule, numbers: kind === "poor" ? { balance } : {} };
    this.app.room.receive([
      { to: "tournaments", change: { kind: "tournamentSaid", said: { kind: "refused", tournament: id, told } } },
    ]);
  }

  /** Which wallet pays, and what it holds after something was paid from it. */
  after(paid: Paid, amount: number): string | null {
    const wallet = this.wallet(paid);
    if (!wallet) return null;
    const left = money(this.app, wallet.balance - amount, paid.unit);
    return this.app.say("tn.walletAfter", { wallet: this.app.say(`wallet.${wallet.kind}`), amount: left });
  }
}

const KEY = Symbol("entering");

export const provideEntering = (app: App): Entering => setContext(KEY, new Entering(app));
export const useEntering = (): Entering => getContext<Entering>(KEY);
