import type { App } from "../../app/app.svelte";
import type { Cents } from "../../model/basics";
import type { Choice, Press } from "../../model/casino/blackjack";
import type { CasinoTable } from "../../model/casino/types";
import type { CasinoSaying } from "../../net/socket";
import type { CasinoUi } from "../ui-state.svelte";

/** Says something at the table; who only watches enters it first. */
export function say(app: App, table: CasinoTable, saying: CasinoSaying): void {
  if (table.own === null) app.room.send({ kind: "visitCasino", table: table.id });
  app.room.send({ kind: "casino", table: table.id, saying });
}

/** Does what a place on the felt does, or opens the clause by which it does nothing. */
export function press(app: App, table: CasinoTable, ui: CasinoUi, what: Press): void {
  const { round } = table.moment;
  switch (what.does) {
    case "sit":
      say(app, table, { type: "takeBox", seat: what.seat });
      break;
    case "bet":
      say(app, table, { type: "placeBet", round, amount: what.amount });
      break;
    case "behind":
      say(app, table, { type: "betBehind", round, seat: what.seat, amount: what.amount });
      break;
    case "nothing":
      if (what.rule) ui.explain(what.rule);
  }
}

export function decide(app: App, table: CasinoTable, choice: Choice, amount: Cents | null): void {
  const turn = table.felt.game === "blackjack" ? table.felt.turn : null;
  if (turn) say(app, table, { type: "decideBox", round: table.moment.round, turn: turn.number, choice, amount });
}

export function insure(app: App, table: CasinoTable, amount: Cents): void {
  say(app, table, { type: "insure", round: table.moment.round, amount });
}

/** Takes the whole bet back; until there are no more bets that is always possible (BJ-16). */
export function withdraw(app: App, table: CasinoTable): void {
  say(app, table, { type: "withdrawBet", round: table.moment.round });
}

/** Adds to my bet where it is: on my own hand, or behind the one I bet on. */
export function addBet(app: App, table: CasinoTable, amount: Cents): void {
  const { round } = table.moment;
  const box = table.own?.box;
  if (box?.seat != null) say(app, table, { type: "placeBet", round, amount });
  else if (box?.betSeat != null) say(app, table, { type: "betBehind", round, seat: box.betSeat, amount });
}
