import type { App } from "../app/app.svelte";
import { sayCorrection, sayHold } from "../casino/say";
import { cardName } from "../i18n/cards";
import type { Voice } from "../i18n/messages";
import type { Told } from "../model/basics";
import type { Card } from "../model/cards";
import type { StationProposal, StationRead, StationView } from "../protocol/messages";

/** What the station says in big letters, below them, and about what comes after. */
export interface StepText {
  readonly title: string;
  readonly sub: string;
  readonly next: string;
  /** Something went wrong and has to be done again. */
  readonly bad: boolean;
}

const DEALER = -1;
const NEXT = {
  inspect: "station.next.shuffle",
  shuffle: "station.next.shuffle",
  cut: "station.next.shuffle",
  burn: "station.next.bets",
  check_hole: "station.next.scan",
  show_hole: "station.next.announce",
  announce: "station.next.paid",
  pick_up: "station.next.bets",
} as const;

/** A time of the room's clock with tenths, as the recording is searched: "14:32:07.4". */
export function tenths(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, "0");
  const clock = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":");
  return `${clock}.${Math.floor(date.getMilliseconds() / 100)}`;
}

/** Whose hand that is: a seat, the dealer's own, Player or Banker. */
export function placeOf({ game }: Pick<StationView, "game">, seat: number, voice: Voice): string {
  if (seat === DEALER) return voice.say("station.at.own");
  if (game === "baccarat") return voice.say(seat === 0 ? "station.at.player" : "station.at.banker");
  return voice.say("station.at.seat", { seat: String(seat + 1) });
}

/** Where the cards go that follow in the first deal. */
function nextCards(station: StationView, voice: Voice): string {
  const [first, second] = station.step.following.map(({ seat, faceUp }) =>
    seat === DEALER ? voice.say(faceUp ? "station.at.ownCard" : "station.at.ownDown") : placeOf(station, seat, voice),
  );
  if (first === undefined) return voice.say("station.next.scan");
  return second === undefined ? first : voice.say("station.next.two", { first, second });
}

/** Which card of the round is due; the first deal goes round twice. */
export function cardText({ step }: StationView, voice: Voice): string {
  const { card, cards } = step;
  if (cards === 0) return voice.say("station.card.more", { card: String(card) });
  const key = 2 * card <= cards ? "station.card.first" : "station.card.second";
  return voice.say(key, { card: String(card), cards: String(cards) });
}

export function stepText(station: StationView, voice: Voice): StepText {
  const { step, hold, mine, pit } = station;
  const plain = { bad: false, next: "" };
  if (hold) {
    const next = voice.say("station.next.pit");
    return { title: voice.say("station.step.held"), sub: heldText(station, voice), next, bad: false };
  }
  if (!mine) {
    const { dealer } = station;
    if (dealer === "" || !pit)
      return { ...plain, title: voice.say("station.step.free"), sub: voice.say("station.sub.free") };
    return { ...plain, title: voice.say("station.step.watch", { name: dealer }), sub: "" };
  }
  switch (step.kind) {
    case "scan":
      return scanText(station, voice);
    case "spin":
      return {
        ...plain,
        title: voice.say("station.step.spin"),
        sub: voice.say("station.sub.spin"),
        next: voice.say("station.next.announce"),
      };
    case "wait":
      return { ...plain, ...waitText(station, voice) };
    case "held":
      return { ...plain, title: voice.say("station.step.held"), sub: heldText(station, voice) };
    case "call_no_more_bets": {
      const next = voice.say(station.game === "roulette" ? "station.next.spin" : "station.next.cards");
      const time = station.closedAt === null ? "" : tenths(station.closedAt);
      const sub = voice.say("station.sub.call_no_more_bets", { time });
      return { ...plain, title: voice.say("station.step.call_no_more_bets"), sub, next };
    }
    case "cut":
    case "burn":
      return {
        ...plain,
        title: voice.say(`station.step.${step.kind}`, { count: step.count }),
        sub: voice.say(`station.sub.${step.kind}`),
        next: voice.say(NEXT[step.kind]),
      };
    default:
      return {
        ...plain,
        title: voice.say(`station.step.${step.kind}`),
        sub: voice.say(`station.sub.${step.kind}`),
        next: voice.say(NEXT[step.kind]),
      };
  }
}

function waitText({ phase }: StationView, voice: Voice): Pick<StepText, "title" | "sub" | "next"> {
  const what =
    phase === "betting" ? "bets" : phase === "idle" ? "idle" : phase === "result" ? "pause" : ("players" as const);
  const next = phase === "betting" ? voice.say("station.next.call") : "";
  return { title: voice.say(`station.step.${what}`), sub: voice.say(`station.sub.${what}`), next };
}

function scanText(station: StationView, voice: Voice): StepText {
  const { step, failures } = station;
  const title = scanTitle(station, voice);
  const sub = step.faceUp ? "station.sub.scan" : "station.sub.scanDown";
  const who = step.name === "" ? "" : `${step.name} · `;
  if (failures === 0) return { title, sub: who + voice.say(sub), next: nextCards(station, voice), bad: false };
  const twice = station.reads[0]?.outcome === "twice";
  return {
    title: voice.say("station.again", { step: title.charAt(0).toLocaleLowerCase() + title.slice(1) }),
    sub: voice.say(twice ? "station.sub.twice" : "station.sub.unread"),
    next: voice.say("station.next.third"),
    bad: true,
  };
}

function scanTitle({ game, step, felt }: StationView, voice: Voice): string {
  if (step.seat === DEALER) return voice.say(step.faceUp ? "station.step.scanOwn" : "station.step.scanHole");
  if (game === "baccarat") return voice.say(step.seat === 0 ? "station.step.scanPlayer" : "station.step.scanBanker");
  const seat = String(step.seat + 1);
  const hands = felt.game === "blackjack" ? (felt.seats[step.seat]?.hands.length ?? 1) : 1;
  return hands > 1
    ? voice.say("station.step.scanHand", { seat, hand: String(step.hand + 1) })
    : voice.say("station.step.scanSeat", { seat });
}

const name = (card: string | null, voice: Voice): string =>
  card === null ? voice.say("station.hidden") : cardName(card as Card, voice);

/** What a dealer does while the table is held: nothing. */
const heldText = ({ game }: StationView, voice: Voice): string =>
  voice.say(game === "roulette" ? "station.sub.heldWheel" : "station.sub.held");

/** What a proposal is about, in big letters. */
export function proposalTitle(station: StationView, proposal: StationProposal, voice: Voice): string {
  switch (proposal.what) {
    case "card_replaced": {
      const place = capital(placeOf(station, proposal.seat ?? DEALER, voice));
      return voice.say("station.fix.head.card", {
        place,
        card: name(proposal.card, voice),
        was: name(proposal.wasCard, voice),
      });
    }
    case "card_entered":
      return voice.say("station.fix.head.entered", { card: name(proposal.card, voice) });
    case "pocket_replaced":
      return voice.say("station.fix.head.pocket", {
        pocket: String(proposal.pocket),
        was: String(proposal.wasPocket ?? "–"),
      });
    case "round_voided":
      return voice.say("station.fix.head.void");
    case "cards_burned":
      return voice.say("station.fix.head.burned", { count: proposal.burned });
  }
}

/** What would change if the other person agreed. */
export function proposalEffect(station: StationView, proposal: StationProposal, voice: Voice): string {
  switch (proposal.what) {
    case "card_replaced":
      if (proposal.total === null || proposal.totalAfter === null) return voice.say("station.fix.effect.entered");
      return voice.say("station.fix.effect.total", {
        place: placeOf(station, proposal.seat ?? DEALER, voice),
        before: String(proposal.total),
        after: String(proposal.totalAfter),
      });
    case "card_entered":
      return voice.say("station.fix.effect.entered");
    case "pocket_replaced":
      return voice.say("station.fix.effect.pocket", { pocket: String(proposal.pocket) });
    case "round_voided":
      return voice.say("station.fix.effect.void");
    case "cards_burned":
      return voice.say("station.fix.effect.burned", { count: proposal.burned });
  }
}

/** What players are told, in their own words: of the hold, or of what two people would put right. */
export function toldPlayers(app: App, { proposal, hold }: StationView): string {
  if (!proposal) return sayHold(app, hold?.reason ?? "irregularity");
  const was = proposal.wasCard ?? (proposal.wasPocket === null ? null : String(proposal.wasPocket));
  return sayCorrection(app, { what: proposal.what, card: proposal.card, pocket: proposal.pocket, was });
}

/** The line below: what was refused, why the table is held, or what happened last. */
export function lineText(station: StationView, voice: Voice): string {
  const { hold, proposal, reads, phase, closedAt } = station;
  if (proposal) return voice.say("station.fix.twoPeople");
  if (hold && hold.person !== "" && hold.words !== "")
    return voice.say("station.holdBy", { name: hold.person, words: hold.words });
  if (hold) return voice.say(`station.holdItself.${hold.reason}`);
  const last = reads[0];
  if (last?.outcome === "accepted" && station.step.kind === "scan") return readText(station, last, voice);
  if (phase === "betting") return voice.say("station.line.open");
  if (closedAt !== null && (phase === "closed" || phase === "playing"))
    return voice.say("station.line.bets", { time: tenths(closedAt) });
  return voice.say("station.line.quiet");
}

function readText(station: StationView, { card, seat }: StationRead, voice: Voice): string {
  return voice.say("station.line.dealt", { card: capital(name(card, voice)), place: placeOf(station, seat, voice) });
}

/** A refusal in words of the station. */
export function refusalText(told: Told, voice: Voice): string {
  const key = `station.no.${told.code}`;
  return voice.knows(key) ? (voice.say as (key: string) => string)(key) : voice.say("station.no.other");
}

/** A spot of the layout: numbers as they are, words for the others. */
export function spotName(spot: string, voice: Voice): string {
  const [kind = "", ...numbers] = spot.split("-");
  if (kind === "straight" || kind === "split") return numbers.join("·");
  const key = `station.spot.${kind}`;
  if (!voice.knows(key)) return spot;
  return (voice.say as (key: string, params: object) => string)(key, { number: numbers.join("·") });
}

export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
