import { formatAmount, formatCount } from "../format/amount";
import { multiplierText } from "../format/multiplier";
import type { Cents } from "../model/basics";
import { bandOf } from "../model/hexapro";
import type { Level } from "../model/table/tournament";
import type { Happening, Street } from "../model/table/types";
import { cardNames, handName } from "./cards";
import type { Piece, Voice } from "./messages";
import { type Figures, wordTold } from "./told";

/** A voice at one table: it also knows how amounts are written there. */
export interface Speaker {
  readonly voice: Voice;
  readonly figures: Figures;
  amount(value: Cents): string;
}

/** What happened, as one sentence in pieces, without its full stop. */
export function sayHappening(what: Happening, speaker: Speaker): readonly Piece[] {
  const { voice } = speaker;
  const amount = (value: Cents) => speaker.amount(value);
  switch (what.kind) {
    case "opened":
      return voice.pieces("said.opened");
    case "posted":
      return voice.pieces(`said.${what.blind}`, { name: what.name, amount: amount(what.amount) });
    case "dealt":
      return voice.pieces("said.dealt", { cards: cardNames(what.cards, voice) });
    case "acted":
      return sayAct(what, speaker);
    case "street":
      return what.street === 0 ? [] : voice.pieces(STREETS[what.street], { cards: cardNames(what.cards, voice) });
    case "returned":
      return voice.pieces("said.returned", { name: what.name, amount: amount(what.amount) });
    case "shown":
      return voice.pieces("said.shows", { name: what.name, cards: cardNames(what.cards, voice) });
    case "won":
      return sayWon(what, speaker);
    case "rake":
      return voice.pieces("said.rake", { pot: amount(what.pot), amount: amount(what.amount) });
    case "seated":
      return voice.pieces("said.seated", { name: what.name, amount: amount(what.amount) });
    case "lost":
      if (what.seconds === 0) return voice.pieces("said.lostIdle", { name: what.name });
      return voice.pieces("said.lost", { name: what.name, count: what.seconds });
    case "toppedUp":
      return voice.pieces(what.pending ? "said.topUpWaits" : "said.toppedUp", {
        name: what.name,
        amount: amount(what.amount),
      });
    case "left":
    case "away":
    case "back":
    case "found":
      return voice.pieces(`said.${what.kind}`, { name: what.name });
    case "busted":
      return voice.pieces("said.busted", { name: what.name });
    case "button":
      return voice.pieces(what.noSmallBlind ? "said.buttonDead" : "said.button", { name: what.name });
    case "drawn":
      return sayDrawn(what, speaker);
    case "level":
      return sayLevel(what.level, speaker);
    case "ruling":
      return [{ text: wordTold(what.told, voice, speaker.figures), of: null }];
  }
}

const STREETS: Readonly<Record<Exclude<Street, 0>, "said.flop" | "said.turnCard" | "said.riverCard">> = {
  1: "said.flop",
  2: "said.turnCard",
  3: "said.riverCard",
};

function sayDrawn({ draw, unit }: Extract<Happening, { kind: "drawn" }>, { voice }: Speaker): readonly Piece[] {
  const { locale } = voice;
  const band = bandOf(draw);
  if (!band) return [];
  return voice.pieces("said.drawn", {
    number: formatCount(draw.number, locale),
    first: formatCount(band.first, locale),
    last: formatCount(band.last, locale),
    times: multiplierText(draw.multiplier, locale),
    amount: formatAmount(band.pool, { locale, unit, named: true }),
  });
}

/** Levels are told in chips, whatever the reader counts in. */
function sayLevel({ number, small, big, ante }: Level, { voice }: Speaker): readonly Piece[] {
  const blinds = { number, small: formatCount(small, voice.locale), big: formatCount(big, voice.locale) };
  if (ante === 0) return voice.pieces("said.level", blinds);
  return voice.pieces("said.levelAnte", { ...blinds, ante: formatCount(ante, voice.locale) });
}

/** By this clause whoever sits out of a tournament is dealt in and folded; by the others time ran out. */
const FOLDED_AWAY = "MTT-40";

function sayAct(what: Extract<Happening, { kind: "acted" }>, { voice, amount }: Speaker): readonly Piece[] {
  const { name } = what;
  if (what.rule && what.act === "fold")
    return voice.pieces(what.rule === FOLDED_AWAY ? "said.awayFold" : "said.autoFold", { name });
  if (what.rule && what.act === "check") return voice.pieces("said.autoCheck", { name });
  if (what.act === "fold" || what.act === "check") return voice.pieces(`said.${what.act}`, { name });
  return voice.pieces(what.allIn ? "said.allIn" : `said.${what.act}`, { name, amount: amount(what.amount) });
}

function sayWon(what: Extract<Happening, { kind: "won" }>, { voice, amount }: Speaker): readonly Piece[] {
  const words = { name: what.name, amount: amount(what.amount) };
  if (!what.hand) return what.mine ? voice.pieces("said.youWin", words) : voice.pieces("said.won", words);
  const held = { ...words, hand: handName(what.hand, voice, "held") };
  return what.mine ? voice.pieces("said.youWinWith", held) : voice.pieces("said.wonWith", held);
}

/** Sentences one after the other, each with its full stop. */
export function asText(sentences: readonly (readonly Piece[])[]): string {
  return sentences.map((pieces) => closed(pieces.map((piece) => piece.text).join(""))).join(" ");
}

/** The last of these sentences, as many as have room for so many letters together; always the very last. */
export function lastThatFit(sentences: readonly (readonly Piece[])[], room: number): readonly (readonly Piece[])[] {
  let from = 0;
  while (from < sentences.length - 1 && asText(sentences.slice(from)).length > room) from += 1;
  return sentences.slice(from);
}

export function closed(text: string): string {
  return /[.!?…]$/u.test(text) ? text : `${text}.`;
}

/** The same in pieces. */
export function withStop(pieces: readonly Piece[]): readonly Piece[] {
  const stops = closed(pieces.at(-1)?.text ?? "") === pieces.at(-1)?.text;
  return stops ? pieces : [...pieces, { text: ".", of: null }];
}
