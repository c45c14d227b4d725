import type { App } from "../app/app.svelte";
import type { TournamentRow } from "../model/tournament/rows";
import { stateOf } from "../model/tournament/state";
import { clock, count, inTime, money, stateNote } from "./text";

/** A row of the lobby as a sentence: name, start, price and its parts, entries, guarantee, state. */
export function spokenRow(app: App, row: TournamentRow): string {
  const now = app.roomSecond;
  const { numbers, unit } = row;
  const said = [row.name];
  if (numbers.startsAt !== null) {
    const time = clock(app, numbers.startsAt);
    said.push(
      numbers.startsAt > now
        ? app.say("tn.speak.starts", { time, left: inTime(app, numbers.startsAt - now) })
        : app.say("tn.speak.started", { time }),
    );
  }
  said.push(spokenPrice(app, row));
  said.push(app.say("tn.speak.entries", { count: numbers.entries }));
  if (row.guarantee > 0) said.push(app.say("tn.speak.guaranteed", { amount: money(app, row.guarantee, unit) }));
  const note = stateNote(app, row, now);
  said.push(app.say(`tn.state.${stateOf(row, now)}`) + (note ? `, ${note}` : ""));
  return `${said.join(". ")}.`;
}

function spokenPrice(app: App, { price, unit }: TournamentRow): string {
  if (price.total === 0) return app.say("tn.speak.free");
  const [total, fee] = [money(app, price.total, unit), money(app, price.fee, unit)];
  if (price.bounty === 0) return app.say("tn.speak.price", { total, fee });
  return app.say("tn.speak.priceBounty", { total, fee, bounty: money(app, price.bounty, unit) });
}

/** How many of how many, for a bar of seats. */
export const spokenSeats = (app: App, taken: number, seats: number): string =>
  app.say("tn.ofSeats", { count: count(app, taken), max: seats });
