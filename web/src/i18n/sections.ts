import type { words as account } from "./words/en/account";
import type { words as baccarat } from "./words/en/baccarat";
import type { words as blackjack } from "./words/en/blackjack";
import type { words as cards } from "./words/en/cards";
import type { words as cashier } from "./words/en/cashier";
import type { words as casino } from "./words/en/casino";
import type { words as common } from "./words/en/common";
import type { words as decisions } from "./words/en/decisions";
import type { words as desk } from "./words/en/desk";
import type { words as deskHouse } from "./words/en/deskHouse";
import type { words as deskPlay } from "./words/en/deskPlay";
import type { words as fair } from "./words/en/fair";
import type { words as hexapro } from "./words/en/hexapro";
import type { words as history } from "./words/en/history";
import type { words as lobby } from "./words/en/lobby";
import type { words as marks } from "./words/en/marks";
import type { words as past } from "./words/en/past";
import type { words as roulette } from "./words/en/roulette";
import type { words as rounds } from "./words/en/rounds";
import type { words as rules } from "./words/en/rules";
import type { words as rulings } from "./words/en/rulings";
import type { words as settings } from "./words/en/settings";
import type { words as station } from "./words/en/station";
import type { words as table } from "./words/en/table";
import type { words as tournaments } from "./words/en/tournaments";
import type { words as tourney } from "./words/en/tourney";

/** English, section by section: its keys and parameters are those that the other languages follow. */
interface Sections {
  readonly common: typeof common;
  readonly cards: typeof cards;
  readonly table: typeof table;
  readonly tourney: typeof tourney;
  readonly hexapro: typeof hexapro;
  readonly rulings: typeof rulings;
  readonly lobby: typeof lobby;
  readonly cashier: typeof cashier;
  readonly history: typeof history;
  readonly rules: typeof rules;
  readonly account: typeof account;
  readonly settings: typeof settings;
  readonly tournaments: typeof tournaments;
  readonly past: typeof past;
  readonly fair: typeof fair;
  readonly marks: typeof marks;
  readonly station: typeof station;
  readonly casino: typeof casino;
  readonly roulette: typeof roulette;
  readonly blackjack: typeof blackjack;
  readonly baccarat: typeof baccarat;
  readonly rounds: typeof rounds;
  readonly decisions: typeof decisions;
  readonly desk: typeof desk;
  readonly deskPlay: typeof deskPlay;
  readonly deskHouse: typeof deskHouse;
}

/** A part of the dictionaries that is fetched at once: `common` with the client, the others with the pages that say them. */
export type Section = keyof Sections;

/** Forms by the plural rules of the language; `few` exists in Romanian only. */
export interface Plural {
  readonly one: string;
  readonly few?: string;
  readonly other: string;
}
export type Message = string | Plural;

/** A section in one language: every message of it, and no other. */
export type Words<S extends Section = Section> = Readonly<Record<KeyOf<S>, Message>>;
type KeyOf<S extends Section> = S extends Section ? keyof Sections[S] : never;

export type Key = KeyOf<Section>;
/** The English message of a key. */
export type English<K extends Key> = { [S in Section]: K extends keyof Sections[S] ? Sections[S][K] : never }[Section];
