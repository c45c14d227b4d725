import { secondsLeft } from "../model/table/clock";
import { highestBet, isAllIn, isInHand, isMyTurn, myPrice, mySeat, totalPot } from "../model/table/read";
import type { Happening, Options, Seat, Table } from "../model/table/types";
import { cardNames, handName, holeName } from "./cards";
import { capital, textOf } from "./messages";
import { closed, type Speaker, sayHappening } from "./sentences";

/** What a screen reader hears of one happening: whole sentences. */
export function speak(what: Happening, speaker: Speaker): string {
  const { voice } = speaker;
  const said = closed(textOf(sayHappening(what, speaker)));
  switch (what.kind) {
    case "dealt": {
      if (what.place < 1 || what.place > 9) return said;
      const place = what.place as 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
      return `${said} ${closed(voice.say("said.place", { ordinal: voice.say(`ordinal.${place}`) }))}`;
    }
    case "street": {
      const board =
        what.street === 1 ? "" : ` ${closed(voice.say("said.board", { cards: cardNames(what.board, voice) }))}`;
      return `${said}${board} ${closed(voice.say("said.pot", { amount: speaker.amount(what.pot) }))}`;
    }
    default:
      return said;
  }
}

/** What I can do, as it is said: "call 4.20 or raise to at least 8.40". */
export function choicesOf(options: Options, table: Table, { voice, amount }: Speaker): string {
  const call = amount(options.toCall);
  const least = amount(options.raiseMin);
  if (options.toCall > 0)
    return options.raiseMax > 0 ? voice.say("line.callOrRaise", { call, least }) : voice.say("line.callOnly", { call });
  if (options.raiseMax === 0) return voice.say("line.checkOnly");
  const facesBlind = (mySeat(table)?.bet ?? 0) > 0;
  return facesBlind ? voice.say("line.checkOrRaise", { least }) : voice.say("line.checkOrBet", { least });
}

/** The assertive sentence when the turn comes: price, pot, range and time. */
export function speakTurn(table: Table, seconds: number, speaker: Speaker): string {
  const { voice, amount } = speaker;
  const options = table.hand?.options;
  if (!options) return "";
  const words = {
    call: amount(options.toCall),
    pot: amount(totalPot(table)),
    least: amount(options.raiseMin),
    most: amount(options.raiseMax),
  };
  const raises = options.raiseMax > 0;
  const choices =
    options.toCall > 0
      ? raises
        ? voice.say("speak.callOrRaise", words)
        : voice.say("speak.callOnly", words)
      : raises
        ? voice.say(highestBet(table) > 0 ? "speak.checkOrRaise" : "speak.checkOrBet", words)
        : voice.say("speak.checkOnly");
  return voice.say("speak.turn", { choices, seconds: voice.say("common.seconds", { count: seconds }) });
}

/** Key I: my cards and the price. */
export function readMine(table: Table, { voice, amount }: Speaker): string {
  const seat = mySeat(table);
  const cards = seat?.cards.filter((card) => card !== null) ?? [];
  if (cards.length === 0) return voice.say("speak.noCards");
  const strength = table.hand?.strength;
  const hand = strength ? handName(strength, voice) : (holeName(cards, voice) ?? "");
  const price = myPrice(table);
  return voice.say("speak.mine", {
    cards: cardNames(cards, voice),
    hand: capital(hand, voice.locale),
    price: price > 0 ? voice.say("speak.price", { amount: amount(price) }) : voice.say("speak.free"),
  });
}

/** Key B: the board. */
export function readBoard(table: Table, { voice }: Speaker): string {
  const board = table.hand?.board ?? [];
  return board.length === 0
    ? voice.say("speak.noBoard")
    : closed(voice.say("said.board", { cards: cardNames(board, voice) }));
}

/** Key P: the pots. */
export function readPots(table: Table, { voice, amount }: Speaker): string {
  const pots = (table.hand?.pots ?? []).map((pot, index) =>
    index === 0
      ? voice.say("speak.mainPot", { amount: amount(pot) })
      : voice.say("speak.sidePot", { number: index, amount: amount(pot) }),
  );
  return voice.say("speak.pots", { total: amount(totalPot(table)), pots: pots.join(" ") });
}

/** Key O: the others, their stacks and how they stand to the hand. */
export function readOpponents(table: Table, { voice, amount }: Speaker): string {
  return table.seats
    .filter((seat, index): seat is Seat => seat !== null && index !== table.me)
    .map((seat) =>
      voice.say("speak.opponent", {
        name: seat.name,
        stack: amount(seat.stack),
        state: voice.say(`state.${stateOf(seat)}`),
      }),
    )
    .join(" ");
}

/** How a seat stands to the hand, as one word of the trade. */
export function stateOf(seat: Seat): "lost" | "away" | "waits" | "allIn" | "folded" | "in" | "none" {
  if (seat.lost) return "lost";
  if (seat.away) return "away";
  if (isAllIn(seat)) return "allIn";
  if (isInHand(seat)) return "in";
  if (seat.folded) return "folded";
  return seat.entry === "waiting" ? "waits" : "none";
}

/** What became of a batch of happenings, for the polite region; several tables put their name first. */
export function speakAll(happened: readonly Happening[], speaker: Speaker, tableName: string | null): string {
  const text = happened.map((what) => speak(what, speaker)).join(" ");
  return tableName === null || text === "" ? text : `${tableName}: ${text}`;
}

export function turnSeconds(table: Table, at: number): number {
  const turn = table.hand?.turn;
  return isMyTurn(table) && turn ? secondsLeft(turn.thinksUntil - at) : 0;
}
