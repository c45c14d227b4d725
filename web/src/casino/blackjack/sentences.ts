import type { App } from "../../app/app.svelte";
import { cardName } from "../../i18n/cards";
import { capital, listed, type Voice } from "../../i18n/messages";
import { freeSeats, isBehind, isMyBoxTurn, netOf, type SeatState, stakedBy } from "../../model/casino/blackjack";
import { asCard } from "../../model/casino/cards";
import type { BetResult, BlackjackFelt, CasinoHappening, CasinoTable } from "../../model/casino/types";
import type { Box } from "../../protocol/messages";
import type { GameLine } from "../games";
import { amountAt, seconds } from "../say";

/** How long the table still waits, in words. */
const left = (app: App, { moment }: CasinoTable): string =>
  seconds(app, Math.max(0, (moment.deadline ?? 0) - app.roomSecond));

/** "eight, eight": ranks alone, because suits do not count here. */
export const ranksOf = (cards: readonly string[], voice: Voice): string =>
  cards.map((card) => voice.say(`rank.${rankKey(card)}`)).join(", ");

const rankKey = (card: string) => (card[0] ?? "2") as "2";

/** What the dealer shows or has. */
export function dealerText({ voice }: App, { dealer, dealerTotal }: BlackjackFelt): string {
  if (dealer.length === 0) return voice.say("bj.dealer");
  if (dealer.includes(null) || dealer.length === 1)
    return isAce(dealer.find((card) => card !== null))
      ? voice.say("bj.dealerAce")
      : voice.say("bj.dealerShows", { total: dealerTotal });
  if (dealer.length === 2 && dealerTotal === 21) return voice.say("bj.dealerBlackjack");
  return voice.say(dealerTotal > 21 ? "bj.dealerBust" : "bj.dealerHas", { total: dealerTotal });
}

const isAce = (card: string | null | undefined): boolean => card?.[0] === "A";

/** What the dealer's open cards count, in words that stand after "shows". */
function dealerShown({ dealer, dealerTotal }: BlackjackFelt, voice: Voice): string {
  const up = dealer.find((card) => card !== null);
  return dealer.includes(null) && up ? voice.say(`rank.${rankKey(up)}`) : String(dealerTotal);
}

/** What stands on the plate of a seat below the name. */
export function stateText(app: App, table: CasinoTable, state: SeatState, box: Box, mine: boolean): string {
  switch (state.is) {
    case "free":
      return "";
    case "turn":
      if (state.hands > 1) return app.say("bj.state.hand", { hand: state.hand + 1, count: state.hands });
      return app.say(mine ? "bj.state.mine" : "bj.state.turn");
    case "done":
      return isDone(state.why) ? app.say(`bj.done.${state.why}`) : "";
    case "result":
      if (state.won !== null) return app.say("bj.result.you", { amount: amountAt(app, table)(state.won, true) });
      return app.say(`bj.result.${state.outcome}`);
    default:
      if (!box.connected) return app.say("bj.state.away");
      return app.say(box.leaves ? "bj.state.leaves" : `bj.state.${state.is}`);
  }
}

const DONE = ["stood", "blackjack", "twenty_one", "bust", "doubled", "split_ace"] as const;
const isDone = (why: string): why is (typeof DONE)[number] => (DONE as readonly string[]).includes(why);

// ---- the event line

export function lineText(app: App, table: CasinoTable): GameLine | null {
  const { felt } = table;
  if (felt.game !== "blackjack") return null;
  const { voice } = app;
  const own = table.own?.box ?? null;
  switch (table.moment.phase) {
    case "idle":
      return { text: voice.say("bj.line.idle"), rule: null };
    case "betting":
      return bettingText(app, table, felt);
    case "closed":
      return { text: voice.say("bj.line.closed"), rule: "BJ-17" };
    case "playing":
      if (felt.insurance) return insuranceText(app, table);
      if (felt.turn) return isMyBoxTurn(own) ? turnText(app, table, felt) : othersText(app, felt);
      return felt.dealer.length > 0 && !felt.dealer.includes(null) && felt.dealer.length > 1
        ? { text: voice.say("bj.line.dealer", { total: felt.dealerTotal }), rule: "BJ-53" }
        : { text: voice.say("bj.line.dealing"), rule: "BJ-43" };
    case "decided":
    case "result":
      return resultText(app, table, felt);
  }
}

function bettingText(app: App, table: CasinoTable, felt: BlackjackFelt): GameLine {
  const { voice } = app;
  const amount = amountAt(app, table);
  const own = table.own?.box ?? null;
  const staked = stakedBy(own);
  const { betMin, betMax } = table.rules.limits;
  if (own?.seat != null)
    return staked > 0
      ? { text: voice.say("bj.line.sent", { amount: amount(staked), seat: own.seat + 1 }), rule: "BJ-65" }
      : { text: voice.say("bj.line.bet", { least: amount(betMin), most: amount(betMax) }), rule: "BJ-19" };
  if (own && isBehind(own)) {
    const name = felt.seats[own.betSeat ?? 0]?.name ?? "";
    return { text: voice.say("bj.line.behind", { amount: amount(staked), name }), rule: "BJ-67" };
  }
  if (own && own.queuePlace > 0) return { text: voice.say("bj.line.queued", { place: own.queuePlace }), rule: "BJ-60" };
  const free = freeSeats(felt);
  if (free.length === 0) return { text: voice.say("bj.line.full"), rule: "BJ-60" };
  return {
    text: voice.say("bj.line.free", { count: free.length, seats: listed(free.map(String), voice) }),
    rule: null,
  };
}

function insuranceText(app: App, table: CasinoTable): GameLine {
  const { voice } = app;
  const amount = amountAt(app, table);
  const own = table.own?.box ?? null;
  if (own && own.insuranceMax > 0) {
    const pays = table.rules.notices.find(({ code }) => code === "insurance_pays")?.numbers;
    return {
      strong: voice.say("bj.line.ask"),
      text: voice.say("bj.line.insurance", {
        amount: amount(own.insuranceMax),
        pays: pays?.pays ?? 2,
        per: pays?.per ?? 1,
        seconds: left(app, table),
      }),
      rule: "BJ-27",
    };
  }
  if (own && own.insurance > 0)
    return { text: voice.say("bj.line.insured", { amount: amount(own.insurance) }), rule: "BJ-48" };
  return { text: voice.say("bj.line.insuranceOthers"), rule: "BJ-68" };
}

function turnText(app: App, table: CasinoTable, felt: BlackjackFelt): GameLine {
  const { voice } = app;
  const turn = felt.turn;
  const hands = felt.seats[turn?.seat ?? 0]?.hands ?? [];
  const hand = hands[turn?.hand ?? 0];
  const dealer = dealerShown(felt, voice);
  const time = left(app, table);
  if (hands.length > 1) {
    const first = turn?.hand === 0;
    return {
      strong: voice.say(first ? "bj.line.hand.0" : "bj.line.hand.1", { total: hand?.total ?? 0 }),
      text: first ? voice.say("bj.line.handNext") : voice.say("bj.line.handText", { dealer, seconds: time }),
      rule: first ? "BJ-34" : "BJ-46",
    };
  }
  const cards = capital(ranksOf(hand?.cards ?? [], voice), voice.locale);
  return {
    strong: voice.say("bj.line.turn"),
    text: voice.say("bj.line.turnText", { cards, total: hand?.total ?? 0, dealer, seconds: time }),
    rule: "BJ-46",
  };
}

function othersText({ voice }: App, felt: BlackjackFelt): GameLine {
  const box = felt.turn ? felt.seats[felt.turn.seat] : null;
  const total = box?.hands[felt.turn?.hand ?? 0]?.total ?? 0;
  return {
    text: voice.say("bj.line.other", { name: box?.name ?? "", total, dealer: dealerShown(felt, voice) }),
    rule: "BJ-45",
  };
}

function resultText(app: App, table: CasinoTable, felt: BlackjackFelt): GameLine {
  if (felt.dealer.length === 0) return { text: app.say("cz.betsLapsed"), rule: null };
  const { voice } = app;
  const amount = amountAt(app, table);
  const payment = table.own?.payment;
  const said = [`${dealerText(app, felt)}.`];
  if (!payment || payment.round !== table.moment.round || payment.results.length === 0) {
    if (table.own && table.moment.phase === "result") said.push(voice.say("bj.line.noBet"));
    return { text: said.join(" "), rule: "BJ-18" };
  }
  said.push(...payment.results.map((each) => oneResult(app, table, felt, each)));
  const net = netOf(payment.results);
  return {
    text: said.join(" "),
    won: voice.say("bj.line.round", { amount: amount(net, true) }),
    rule: "BJ-18",
  };
}

function oneResult(app: App, table: CasinoTable, felt: BlackjackFelt, each: BetResult): string {
  const { voice } = app;
  const net = app.amount(netOf([each]), table.rules.unit, { signed: true });
  if (each.spot === "insurance") return voice.say("bj.line.insuranceResult", { amount: net });
  const hands = felt.seats[table.own?.payment?.seat ?? -1]?.hands ?? [];
  const total = hands[Number(each.spot)]?.total ?? 0;
  return hands.length > 1
    ? voice.say("bj.line.hand", { hand: Number(each.spot) + 1, total, amount: net })
    : voice.say("bj.line.one", { total, amount: net });
}

// ---- what happened

/** A change of a blackjack table as a sentence without its full stop; null: it is none of this game. */
export function sayChange(app: App, table: CasinoTable, what: CasinoHappening): string | null {
  const { voice } = app;
  const amount = amountAt(app, table);
  const felt = table.felt.game === "blackjack" ? table.felt : null;
  const mine = (seat: number) => table.own?.box?.seat === seat;
  const name = (seat: number) => felt?.seats[seat]?.name ?? voice.say("bj.seat", { seat: seat + 1 });
  switch (what.kind) {
    case "boxTaken":
      return voice.say(what.rule ? "bj.said.tookQueue" : "bj.said.took", { name: what.name, seat: what.seat + 1 });
    case "boxLeft":
      return voice.say("bj.said.left", { seat: what.seat + 1 });
    case "boxBet":
      return what.amount > 0
        ? voice.say("bj.said.bet", { name: name(what.seat), amount: amount(what.amount) })
        : voice.say("bj.said.back", { name: name(what.seat) });
    case "cardDealt":
      if (what.seat < 0)
        return what.card === null
          ? voice.say("bj.said.dealerHole")
          : voice.say("bj.said.dealerCard", { card: cardName(asCard(what.card), voice) });
      return voice.say("bj.said.card", {
        name: name(what.seat),
        card: what.card ? cardName(asCard(what.card), voice) : "",
      });
    case "insuranceOffered":
      return voice.say("bj.said.insurance");
    case "holeChecked":
      return voice.say(what.blackjack ? "bj.said.holeYes" : "bj.said.holeNo");
    case "holeShown":
      return voice.say("bj.said.hole", { card: cardName(asCard(what.card), voice), total: felt?.dealerTotal ?? 0 });
    case "boxDecided":
      if (what.rule)
        return mine(what.seat)
          ? voice.say("bj.said.youTimeOut")
          : voice.say("bj.said.timeOut", { name: name(what.seat) });
      return voice.say(`bj.said.${what.choice}`, { name: name(what.seat) });
    case "boxEnded":
      return isEnd(what.why) ? voice.say(`bj.said.${what.why}`, { name: name(what.seat) }) : null;
    default:
      return null;
  }
}

const ENDS = ["blackjack", "twenty_one", "bust", "doubled", "split_ace"] as const;
const isEnd = (why: string): why is (typeof ENDS)[number] => (ENDS as readonly string[]).includes(why);

// ---- what a screen reader hears

/** The assertive sentence when something is asked of me, or nothing. */
export function speakAsked(app: App, table: CasinoTable): string | null {
  const { felt } = table;
  if (felt.game !== "blackjack") return null;
  const { voice } = app;
  const amount = amountAt(app, table);
  const own = table.own?.box ?? null;
  const time = left(app, table);
  if (felt.insurance && own && own.insuranceMax > 0)
    return voice.say("bj.speak.insurance", { amount: amount(own.insuranceMax), seconds: time });
  if (!own || !felt.turn || !isMyBoxTurn(own)) return null;
  const hands = felt.seats[felt.turn.seat]?.hands ?? [];
  const hand = hands[felt.turn.hand];
  const order = (["split", "double", "stand", "hit"] as const).filter((each) => own.options.includes(each));
  const names = order.map((each) => voice.say(`bj.${each}`).toLocaleLowerCase(voice.locale));
  const last = names.pop() ?? "";
  const choices = capital(
    names.length ? voice.say("bj.speak.or", { first: names.join(", "), last }) : last,
    voice.locale,
  );
  if (hands.length > 1)
    return voice.say("bj.speak.hand", {
      hand: voice.say(felt.turn.hand === 0 ? "bj.line.hand.0" : "bj.line.hand.1", { total: hand?.total ?? 0 }),
      choices,
      seconds: time,
    });
  return voice.say("bj.speak.turn", {
    cards: capital(ranksOf(hand?.cards ?? [], voice), voice.locale),
    total: hand?.total ?? 0,
    dealer: dealerShown(felt, voice),
    choices,
    seconds: time,
  });
}

/** Key I: my bets and the time. */
export function speakMine(app: App, table: CasinoTable): string {
  const { voice } = app;
  const { felt } = table;
  if (felt.game !== "blackjack") return "";
  const amount = amountAt(app, table);
  const own = table.own?.box ?? null;
  const time = table.moment.deadline === null ? "" : `${left(app, table)}.`;
  const staked = stakedBy(own);
  if (!own || staked === 0) return voice.say("bj.speak.none", { seconds: time });
  const hands = felt.seats[own.betSeat ?? own.seat ?? 0]?.hands ?? [];
  const cards = hands.map((hand) =>
    voice.say("bj.speak.hands", { cards: capital(ranksOf(hand.cards, voice), voice.locale), total: hand.total }),
  );
  const said =
    own.seat === null
      ? voice.say("bj.speak.behind", {
          amount: amount(staked),
          name: felt.seats[own.betSeat ?? 0]?.name ?? "",
          seconds: time,
        })
      : voice.say("bj.speak.mine", { seat: own.seat + 1, amount: amount(staked), seconds: time });
  return [said, ...cards].join(" ");
}
