import type { App } from "../app/app.svelte";
import { wordTold } from "../i18n/told";
import type { CasinoHappening, CasinoTable, OwnPayment } from "../model/casino/types";
import { secondsLeft } from "../model/table/clock";
import type { CasinoGame } from "./games";
import { spotNames } from "./spots";

type Of<K extends CasinoHappening["kind"]> = Extract<CasinoHappening, { kind: K }>;

export const amountAt =
  (app: App, table: CasinoTable) =>
  (value: number, signed = false): string =>
    app.amount(value, table.rules.unit, { signed });

/** How amounts and instants of rulings are written at a table. */
export const figuresAt = (app: App, table: CasinoTable) =>
  app.speaker({ unit: table.rules.unit, blinds: { small: 1, big: 2, ante: 0 } }).figures;

export const seconds = (app: App, ms: number): string => app.say("common.seconds", { count: secondsLeft(ms) });

/** Something that happened, in a sentence; null where nothing is to be said. */
export function sayHappening(
  app: App,
  table: CasinoTable,
  what: CasinoHappening,
  game: CasinoGame | null,
): string | null {
  return game?.say(app, table, what) ?? sayShared(app, table, what) ?? saySteps(app, what);
}

function sayShared(app: App, table: CasinoTable, what: CasinoHappening): string | null {
  const amount = amountAt(app, table);
  switch (what.kind) {
    case "told":
    case "refused":
      return wordTold(what.told, app.voice, figuresAt(app, table));
    case "chipsReturned":
      return app.say("cz.chipsReturned", { amount: amount(what.amount), spots: spotNames(app, what.bets) });
    case "placed": {
      const fields = app.say("casino.fields", { count: what.fields });
      return app.say("cz.placed", { amount: amount(what.total), fields });
    }
    case "paid":
      return sayPayment(app, table, what.payment);
    case "betsBack":
      return app.say("cz.betsBack", { amount: amount(what.amount) });
    case "betsOpened":
      return app.say("cz.betsOpened", { seconds: seconds(app, table.rules.limits.bettingTime) });
    default:
      return null;
  }
}

function saySteps(app: App, what: CasinoHappening): string | null {
  switch (what.kind) {
    case "betsClosed":
      return app.say("cz.betsClosed");
    case "betsLapsed":
      return app.say("cz.betsLapsed");
    case "shoeShuffled":
      return app.say("cz.shuffled", { count: what.cards });
    case "cardsBurned":
      return app.say("cz.burned", { count: what.count });
    case "roundVoid":
      return app.say("cz.roundVoid", { round: what.round });
    case "tableHeld":
      return sayHold(app, what.reason);
    case "tableReleased":
      return app.say("cz.released");
    case "dealerChanged":
      return app.say("cz.dealer", { name: what.dealer });
    case "roundCorrected":
      return sayCorrection(app, what);
    case "clocksShifted":
      return what.recovered
        ? app.say("cz.recovered", { seconds: seconds(app, what.stood) })
        : app.say("cz.clocks", { seconds: seconds(app, what.stood) });
    default:
      return null;
  }
}

export function sayHold(app: App, reason: string): string {
  switch (reason) {
    case "unreadable":
    case "impossible":
    case "correction":
    case "disagreement":
      return app.say(`cz.held.${reason}`);
    default:
      return app.say("cz.held.irregularity");
  }
}

type Corrected = Pick<Of<"roundCorrected">, "what" | "card" | "pocket" | "was">;

/** What two people put right; the station shows the same words before they do. */
export function sayCorrection(app: App, what: Corrected): string {
  switch (what.what) {
    case "pocket_replaced":
      return app.say("cz.corrected.pocket", { now: what.pocket ?? "", was: what.was ?? "" });
    case "round_voided":
      return app.say("cz.corrected.voided");
    case "card_entered":
      return app.say("cz.corrected.entered");
    case "cards_burned":
      return app.say("cz.corrected.burned");
    default:
      return what.card && what.was
        ? app.say("cz.corrected.cardWas", { now: cardSign(what.card), was: cardSign(what.was) })
        : app.say("cz.corrected.card");
  }
}

const SUITS: Readonly<Record<string, string>> = { s: "♠", h: "♥", d: "♦", c: "♣" };

/** A card in signs: "10♥". */
const cardSign = (card: string): string => card.charAt(0).replace("T", "10") + (SUITS[card.charAt(1)] ?? "");

/** "You are paid 135.00 for 48.00: + 87.00." */
export function sayPayment(app: App, table: CasinoTable, payment: OwnPayment): string {
  const amount = amountAt(app, table);
  const { lost, returned, won } = payment;
  const staked = lost + returned;
  const back = returned + won;
  const result = won - lost;
  if (back === 0) return app.say("cz.lost", { staked: amount(staked) });
  return app.say("cz.paid", { back: amount(back), staked: amount(staked), result: amount(result, true) });
}
