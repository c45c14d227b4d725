import type { App } from "../../app/app.svelte";
import { capital, listed } from "../../i18n/messages";
import { sumOf } from "../../model/casino/chips";
import { lampOf } from "../../model/casino/lamp";
import { resultOf } from "../../model/casino/rounds";
import type { CasinoHappening, CasinoTable, RouletteBoard, RouletteFelt } from "../../model/casino/types";
import { colourOf } from "../../model/casino/wheel";
import type { GameLine } from "../games";
import { amountAt, sayPayment } from "../say";
import { spotName } from "../spots";

export const feltOf = ({ felt }: CasinoTable): RouletteFelt | null => (felt.game === "roulette" ? felt : null);
export const boardOf = ({ board }: CasinoTable): RouletteBoard | null => (board?.game === "roulette" ? board : null);

/** "17, black, odd" or "0, zero". */
export function sayPocket(app: App, pocket: number): string {
  if (pocket === 0) return app.say("rl.zero");
  const colour = app.say(colourOf(pocket) === "r" ? "rl.red" : "rl.black");
  return app.say("rl.pocket", { number: pocket, colour, kind: app.say(pocket % 2 === 0 ? "rl.even" : "rl.odd") });
}

/** What the number is besides itself: "red, odd". */
export function sayKind(app: App, pocket: number): string {
  if (pocket === 0) return app.say("rl.zeroWord");
  const colour = app.say(colourOf(pocket) === "r" ? "rl.red" : "rl.black");
  return `${colour}, ${app.say(pocket % 2 === 0 ? "rl.even" : "rl.odd")}`;
}

export function line(app: App, table: CasinoTable): GameLine | null {
  const pocket = feltOf(table)?.pocket ?? null;
  const { own, moment } = table;
  if (moment.phase === "idle") return null;
  if (pocket === null) {
    if (moment.phase !== "closed") return null;
    const bets = own?.layout?.bets ?? [];
    const spins = lampOf(table, app.roomSecond).word === "spin";
    const first = app.say(spins ? "rl.spins" : "cz.betsClosed");
    if (bets.length === 0) return { text: first };
    const fields = app.say("casino.fields", { count: bets.length });
    return { text: `${first} ${app.say("rl.youHave", { amount: amountAt(app, table)(sumOf(bets)), fields })}` };
  }
  const text = `${capital(sayPocket(app, pocket), app.voice.locale)}.`;
  const payment = own?.payment;
  if (moment.phase !== "result" || payment?.round !== moment.round) return { text };
  const said = sayPayment(app, table, payment);
  return payment.won > 0 && resultOf({ bets: payment.results }) > 0
    ? { text, won: said, rule: "RLT-19" }
    : { text: `${text} ${said}`, rule: "RLT-19" };
}

export function say(app: App, _table: CasinoTable, what: CasinoHappening): string | null {
  return what.kind === "ballFell" ? `${capital(sayPocket(app, what.pocket), app.voice.locale)}.` : null;
}

/** My bets and the time. */
export function mine(app: App, table: CasinoTable): string {
  const amount = amountAt(app, table);
  const { bets = [], staged = [] } = table.own?.layout ?? {};
  const named = (those: typeof bets) =>
    listed(
      those.map((bet) => app.say("rl.on", { amount: amount(bet.amount), spot: spotName(app, bet.spot) })),
      app.voice,
    );
  const { seconds, word } = lampOf(table, app.roomSecond);
  return [
    bets.length > 0 ? app.say("rl.minePlaced", { bets: named(bets) }) : "",
    staged.length > 0 ? app.say("rl.mineLoose", { bets: named(staged) }) : "",
    bets.length + staged.length === 0 ? app.say("rl.mineNone") : "",
    seconds === null
      ? `${app.say(`lamp.${word}`)}.`
      : `${app.say(`lamp.${word}`)}, ${app.say("common.seconds", { count: seconds })}.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** The last numbers, the newest first. */
export function results(app: App, table: CasinoTable): string {
  const last = boardOf(table)?.last.slice(0, 10) ?? [];
  return app.say("casino.lastNumbers", { numbers: last.join(", ") });
}
