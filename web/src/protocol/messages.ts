// Made by `python -m tools.web_types`; do not edit.

/** The version of these messages. */
export const PROTOCOL = 2;

/** Everything a client may say. */
export type ClientMessage =
  | Hello
  | Watch
  | Forget
  | WatchLobby
  | WatchTournaments
  | WatchTournament
  | WatchHexaPro
  | Ping
  | Act
  | SitOut
  | ComeBack
  | PostBlind
  | SitOutAtBigBlind
  | TopUp
  | AutoTopUp
  | Leave
  | Say
  | Report
  | Join
  | LeaveQueue
  | TakeSeat
  | GiveUpSeat
  | Register
  | Unregister
  | ReBuy
  | DeclineReBuy
  | AddOn
  | RegisterHexaPro
  | UnregisterHexaPro;

/** Everything the room says, besides what is only for tournaments. */
export type ServerMessage =
  | Welcome
  | TableShown
  | Frame
  | TableGone
  | RolledBack
  | Said
  | LobbyShown
  | StakesChanged
  | MineChanged
  | Done
  | Refused
  | Pong
  | Notice
  | Announcement
  | CalledOff
  | Goodbye;

/** What the room says of tournaments to those who watch them. */
export type TournamentMessage =
  | TournamentsShown
  | TournamentsChanged
  | TournamentShown
  | HexaProShown
  | TournamentTableShown
  | TournamentFrame;

/** What can happen at a table, for everybody. */
export type PublicChange =
  | SeatChanged
  | SeatLeft
  | HandOpened
  | Posted
  | TurnChanged
  | Acted
  | SitsOutNext
  | Board
  | Uncalled
  | HandShown
  | Awarded
  | HandEnded
  | HandVoided
  | ConnectionChanged
  | ClocksChanged
  | RoomChanged
  | Waiting;

/** What can happen at a table, for one player. */
export type OwnChange = Dealt | OptionsOffered | StrengthChanged | OwnChanged;

/** What can happen at a tournament's table, for everybody. */
export type TournamentChange =
  | NextHand
  | HandOpened
  | Posted
  | TurnChanged
  | Acted
  | SitsOutNext
  | Board
  | Uncalled
  | HandShown
  | Awarded
  | DealEnded
  | DealVoided
  | AwayChanged
  | ConnectionChanged
  | ClocksChanged
  | TableShut;

/** What can happen there, for one player. */
export type TournamentOwnChange = Dealt | OptionsOffered | StrengthChanged;

/** Begin, or go on after a lost connection: tables one follows and how far; each gets the rest, or a whole view. `protocol` is the version the client was made for; with one that the room does not understand it is sent away (`reload_page`). */
export interface Hello {
  readonly type: "hello";
  readonly id: string;
  readonly positions?: readonly Position[];
  readonly lobby?: boolean;
  readonly protocol?: number;
}

/** Follow a table from now on. */
export interface Watch {
  readonly type: "watch";
  readonly id: string;
  readonly table: string;
}

/** Follow a table no longer; a seat there stays taken. */
export interface Forget {
  readonly type: "forget";
  readonly id: string;
  readonly table: string;
}

/** Follow the lobby, or no longer. */
export interface WatchLobby {
  readonly type: "watchLobby";
  readonly id: string;
  readonly on: boolean;
}

/** Follow the lobby of tournaments, or no longer. */
export interface WatchTournaments {
  readonly type: "watchTournaments";
  readonly id: string;
  readonly on: boolean;
}

/** Follow one tournament, or no longer; its tables are followed by their ids. */
export interface WatchTournament {
  readonly type: "watchTournament";
  readonly id: string;
  readonly tournament: string;
  readonly on: boolean;
}

/** Follow one lobby of HexaPro, or no longer. */
export interface WatchHexaPro {
  readonly type: "watchHexaPro";
  readonly id: string;
  readonly lobby: string;
  readonly on: boolean;
}

/** Ask for the room's clock; answered with a pong. */
export interface Ping {
  readonly type: "ping";
  readonly id: string;
}

/** Decide; hand and turn say which decision is meant. */
export interface Act {
  readonly type: "act";
  readonly id: string;
  readonly table: string;
  readonly hand: string;
  readonly turn: number;
  readonly choice: Choice;
}

/** Take a break; during a hand from the next deal on. */
export interface SitOut {
  readonly type: "sitOut";
  readonly id: string;
  readonly table: string;
}

/** End the break; `post` asks to pay the big blind at once where the rules let one. */
export interface ComeBack {
  readonly type: "comeBack";
  readonly id: string;
  readonly table: string;
  readonly post?: boolean;
}

/** Pay the big blind at once, or wait for it. */
export interface PostBlind {
  readonly type: "postBlind";
  readonly id: string;
  readonly table: string;
  readonly post: boolean;
}

/** Switch "sit out next big blind". */
export interface SitOutAtBigBlind {
  readonly type: "sitOutAtBigBlind";
  readonly id: string;
  readonly table: string;
  readonly on: boolean;
}

/** Add money from the wallet. */
export interface TopUp {
  readonly type: "topUp";
  readonly id: string;
  readonly table: string;
  readonly amount: number;
}

/** Switch automatic top-ups. */
export interface AutoTopUp {
  readonly type: "autoTopUp";
  readonly id: string;
  readonly table: string;
  readonly on: boolean;
}

/** Go home from a table. */
export interface Leave {
  readonly type: "leave";
  readonly id: string;
  readonly table: string;
}

/** Say something at a table one sits at. */
export interface Say {
  readonly type: "say";
  readonly id: string;
  readonly table: string;
  readonly text: string;
}

/** Tell the house about somebody, or about a hand. */
export interface Report {
  readonly type: "report";
  readonly id: string;
  readonly table: string;
  readonly text: string;
  readonly player?: string | null;
  readonly hand?: string | null;
}

/** Ask for a seat at a stake; without an amount one is asked for it when a seat is free. */
export interface Join {
  readonly type: "join";
  readonly id: string;
  readonly stake: string;
  readonly buyIn?: number | null;
  readonly post?: boolean;
  readonly comeback?: "reset" | "resume" | null;
}

/** Wait no longer. */
export interface LeaveQueue {
  readonly type: "leaveQueue";
  readonly id: string;
  readonly stake: string;
}

/** Take the kept seat with that amount; in Banzai `comeback` may say it instead. */
export interface TakeSeat {
  readonly type: "takeSeat";
  readonly id: string;
  readonly stake: string;
  readonly buyIn?: number | null;
  readonly post?: boolean;
  readonly comeback?: "reset" | "resume" | null;
}

/** Give a kept seat back. */
export interface GiveUpSeat {
  readonly type: "giveUpSeat";
  readonly id: string;
  readonly stake: string;
}

/** Enter a tournament, also after going out where re-entries are open. It is paid with money, or with a ticket one has; `amount` is for tournaments where one chooses the buy-in. */
export interface Register {
  readonly type: "register";
  readonly id: string;
  readonly tournament: string;
  readonly amount?: number | null;
  readonly ticket?: string | null;
}

/** Take an entry back before the start. */
export interface Unregister {
  readonly type: "unregister";
  readonly id: string;
  readonly tournament: string;
}

/** Buy chips again. */
export interface ReBuy {
  readonly type: "reBuy";
  readonly id: string;
  readonly tournament: string;
}

/** Want no other chips, so that the table need not wait. */
export interface DeclineReBuy {
  readonly type: "declineReBuy";
  readonly id: string;
  readonly tournament: string;
}

/** Buy the add-on. */
export interface AddOn {
  readonly type: "addOn";
  readonly id: string;
  readonly tournament: string;
}

/** Enter so many games of HexaPro at once, for the cost one has confirmed. */
export interface RegisterHexaPro {
  readonly type: "registerHexaPro";
  readonly id: string;
  readonly lobby: string;
  readonly games: number;
  readonly cost: number;
}

/** Leave a game that is not full yet by its number, or without one all of them. */
export interface UnregisterHexaPro {
  readonly type: "unregisterHexaPro";
  readonly id: string;
  readonly lobby: string;
  readonly game?: number | null;
}

/** The first message: the server's build, the room's epoch and clock, who one is, the rulebooks in force and where one sits. `protocol` is the version of all messages; a client of another version should have its page loaded again. */
export interface Welcome {
  readonly type: "welcome";
  readonly build: string;
  readonly epoch: number;
  readonly now: number;
  readonly person: Person | null;
  readonly editions: readonly Edition[];
  readonly seated: readonly SeatedAt[];
  readonly protocol: number;
}

/** A whole table; frames go on from this position. */
export interface TableShown {
  readonly type: "table";
  readonly epoch: number;
  readonly number: number;
  readonly table: Table;
}

/** One step of a table: the same number and changes for everybody, `own` only for its reader. `done` is the id of the reader's own act, where this step is what became of it; no other answer to it comes. */
export interface Frame {
  readonly type: "frame";
  readonly table: string;
  readonly epoch: number;
  readonly number: number;
  readonly changes: readonly PublicChange[];
  readonly own: readonly OwnChange[];
  readonly done: string | null;
}

/** A table is closed, or was never there. */
export interface TableGone {
  readonly type: "tableGone";
  readonly table: string;
}

/** After a failure of ours a hand was void; the clause says what became of the bets. */
export interface RolledBack {
  readonly type: "rolledBack";
  readonly table: string;
  readonly number: number;
  readonly told: Told;
}

/** Something somebody said at a table. */
export interface Said {
  readonly type: "said";
  readonly table: string;
  readonly line: ChatLine;
}

/** The whole lobby. */
export interface LobbyShown {
  readonly type: "lobby";
  readonly at: number;
  readonly stakes: readonly Stake[];
  readonly mine: readonly Mine[];
}

/** Stakes whose numbers are others now. */
export interface StakesChanged {
  readonly type: "stakes";
  readonly at: number;
  readonly stakes: readonly Stake[];
}

/** How one stands to a stake now; `told` says why, where the house decided. */
export interface MineChanged {
  readonly type: "mine";
  readonly mine: Mine;
  readonly told: Told | null;
}

/** The command with that id is done. */
export interface Done {
  readonly type: "done";
  readonly id: string;
}

/** The command with that id is refused; without an id, it had none that could be read. */
export interface Refused {
  readonly type: "refused";
  readonly told: Told;
  readonly id: string | null;
}

/** The room's clock. */
export interface Pong {
  readonly type: "pong";
  readonly id: string;
  readonly now: number;
}

/** Something one should know, about a table or about oneself. */
export interface Notice {
  readonly type: "notice";
  readonly told: Told;
  readonly table: string | null;
}

/** The house speaks to everybody. `key` names a text of the client; `texts` are the house's own words by language, where it has any. `at` is when it happens. */
export interface Announcement {
  readonly type: "announcement";
  readonly number: number;
  readonly key: string;
  readonly madeAt: number;
  readonly at: number | null;
  readonly texts: Readonly<Record<string, string>>;
}

/** An announcement no longer holds. */
export interface CalledOff {
  readonly type: "calledOff";
  readonly number: number;
}

/** The room closes this connection, and why; `again` says whether to come back by oneself. */
export interface Goodbye {
  readonly type: "goodbye";
  readonly told: Told;
  readonly again: boolean;
}

/** The whole lobby of tournaments: what starts next first, sit & gos last, then the lobbies of HexaPro. */
export interface TournamentsShown {
  readonly type: "tournaments";
  readonly at: number;
  readonly tournaments: readonly TournamentRow[];
  readonly hexapro: readonly HexaProRow[];
}

/** Rows of the lobby of tournaments that are others now, and those that are gone. */
export interface TournamentsChanged {
  readonly type: "tournamentRows";
  readonly at: number;
  readonly tournaments: readonly TournamentRow[];
  readonly gone: readonly string[];
  readonly hexapro: readonly HexaProRow[];
}

/** One tournament as its reader sees it. */
export interface TournamentShown {
  readonly type: "tournament";
  readonly at: number;
  readonly tournament: Tournament;
}

/** One lobby of HexaPro as its reader sees it. */
export interface HexaProShown {
  readonly type: "hexapro";
  readonly at: number;
  readonly lobby: HexaProLobby;
}

/** A whole table of a tournament; its frames go on from this position. */
export interface TournamentTableShown {
  readonly type: "tournamentTable";
  readonly epoch: number;
  readonly number: number;
  readonly table: TournamentTable;
}

/** One step of a table of a tournament: the same for everybody, `own` and `done` only for its reader, as at a cash table. */
export interface TournamentFrame {
  readonly type: "tournamentFrame";
  readonly table: string;
  readonly epoch: number;
  readonly number: number;
  readonly changes: readonly TournamentChange[];
  readonly own: readonly TournamentOwnChange[];
  readonly done: string | null;
}

/** What to do; bets and raises go *to* an amount. */
export interface Choice {
  readonly kind: "call" | "check" | "fold" | "raise";
  readonly to?: number;
}

/** A table as one viewer sees it. */
export interface Table {
  readonly id: string;
  readonly name: string;
  readonly stake: string;
  readonly label: string;
  readonly game: string;
  readonly family: string;
  readonly structure: string;
  readonly edition: string;
  readonly editionName: string;
  readonly smallBlind: number;
  readonly bigBlind: number;
  readonly unit: Unit;
  readonly wallet: string;
  readonly step: number;
  readonly seats: readonly (Seat | null)[];
  readonly button: number | null;
  readonly hand: Hand | null;
  readonly result: Result | null;
  readonly nextHandAt: number | null;
  readonly missing: number;
  readonly topUpLimit: number;
  readonly topUpRule: string;
  readonly mayAutoTopUp: boolean;
  readonly clocksStand: boolean;
  readonly closing: string | null;
  readonly lastHand: string | null;
  readonly own: Own | null;
  readonly chat: readonly ChatLine[];
  readonly afterHandsOnly: boolean;
  readonly buyInMin: number;
}

/** Something to be worded by the client: a stable code, the clause, and named numbers. */
export interface Told {
  readonly code: string;
  readonly rule: string | null;
  readonly numbers: Readonly<Record<string, number>>;
}

/** Something somebody said. */
export interface ChatLine {
  readonly player: string;
  readonly name: string;
  readonly text: string;
  readonly at: number;
}

/** How one stands to a stake; nothing set: no longer at all. */
export interface Mine {
  readonly stake: string;
  readonly position: number | null;
  readonly offer: Offer | null;
  readonly seated: readonly string[];
}

/** A tournament as its lobby shows it; `sitsOut` of one's own entry names the clause. */
export interface Tournament {
  readonly id: string;
  readonly edition: string;
  readonly editionHash: string;
  readonly name: string;
  readonly types: readonly string[];
  readonly unit: Unit;
  readonly family: string;
  readonly seats: number;
  readonly price: EntryPrice;
  readonly status: "announced" | "cancelled" | "finished" | "running";
  readonly startsAt: number | null;
  readonly registrationOpen: boolean;
  readonly lateLevels: number;
  readonly reEntries: number;
  readonly entriesMin: number;
  readonly entriesMax: number | null;
  readonly entries: number;
  readonly remaining: number;
  readonly tables: number;
  readonly stack: number;
  readonly averageStack: number;
  readonly level: number;
  readonly levelTime: number;
  readonly levelEnds: number | null;
  readonly blinds: BlindLevel | null;
  readonly nextBlinds: BlindLevel;
  readonly breakDue: number | null;
  readonly pause: TournamentPause | null;
  readonly guarantee: number;
  readonly pool: number;
  readonly prizes: readonly PrizeBand[];
  readonly prizesFinal: boolean;
  readonly paidPlaces: number;
  readonly handForHand: boolean;
  readonly finalTable: boolean;
  readonly buyInMin: number | null;
  readonly buyInMax: number | null;
  readonly reBuy: ReBuyTerms | null;
  readonly addOn: AddOnTerms | null;
  readonly bounties: Bounties | null;
  readonly own: OwnEntry | null;
}

/** A lobby of HexaPro as its reader sees it; `chances` is the sum of all rows, by that clause. */
export interface HexaProLobby {
  readonly row: HexaProRow;
  readonly odds: readonly HexaProOdds[];
  readonly chances: number;
  readonly rule: string;
  readonly latest: readonly HexaProDraw[];
  readonly own: readonly HexaProGame[];
}

/** A table of a tournament as one viewer sees it; seats by their number. */
export interface TournamentTable {
  readonly id: string;
  readonly tournament: string;
  readonly number: number;
  readonly seats: Readonly<Record<number, TournamentSeat>>;
  readonly playing: TournamentHand | null;
  readonly result: Result | null;
  readonly nextHandAt: number | null;
  readonly finalTable: boolean;
  readonly clocksStand: boolean;
  readonly closed: boolean;
  readonly own: TournamentOwn | null;
  readonly chat: readonly ChatLine[];
  readonly afterHandsOnly: boolean;
}

/** How far a client has followed a table. */
export interface Position {
  readonly table: string;
  readonly epoch: number;
  readonly number: number;
}

/** Whom the room takes the client for. */
export interface Person {
  readonly player: string;
  readonly name: string;
  readonly avatar: string;
  readonly kind: "guest" | "player";
  readonly roles: readonly string[];
}

/** A rulebook in force here. */
export interface Edition {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly date: string | null;
}

/** A table where one sits. */
export interface SeatedAt {
  readonly table: string;
  readonly stake: string;
}

/** What amounts count. */
export interface Unit {
  readonly kind: "chips" | "money";
  readonly currency: string | null;
  readonly label: "play" | "test" | null;
}

/** One stake as players choose it; `open` are some of its tables, for those who want to watch. `mayPost`: a newcomer may post a big blind instead of waiting for it. `partners`: practice partners come to whoever waits, so there is always a seat. */
export interface Stake {
  readonly id: string;
  readonly edition: string;
  readonly family: string;
  readonly game: string;
  readonly structure: string;
  readonly label: string;
  readonly small: number;
  readonly big: number;
  readonly unit: Unit;
  readonly wallet: string;
  readonly seats: number;
  readonly buyInMin: number;
  readonly buyInMax: number;
  readonly players: number;
  readonly tables: number;
  readonly waiting: number;
  readonly averagePot: number | null;
  readonly handsPerHour: number | null;
  readonly open: readonly string[];
  readonly mayPost: boolean;
  readonly partners: boolean;
}

/** One tournament as players choose it; several types can apply. */
export interface TournamentRow {
  readonly id: string;
  readonly edition: string;
  readonly name: string;
  readonly types: readonly string[];
  readonly unit: Unit;
  readonly family: string;
  readonly seats: number;
  readonly price: EntryPrice;
  readonly status: "announced" | "cancelled" | "finished" | "running";
  readonly startsAt: number | null;
  readonly registrationOpen: boolean;
  readonly entries: number;
  readonly remaining: number;
  readonly tables: number;
  readonly level: number;
  readonly levelEnds: number | null;
  readonly breakDue: number | null;
  readonly pause: TournamentPause | null;
  readonly pool: number;
  readonly prizesFinal: boolean;
  readonly paidPlaces: number;
  readonly averageStack: number;
  readonly handForHand: boolean;
  readonly finalTable: boolean;
}

/** One lobby of HexaPro; `taken` are the seats taken in each game that fills, the oldest first. */
export interface HexaProRow {
  readonly id: string;
  readonly edition: string;
  readonly product: "extreme" | "hexapro";
  readonly unit: Unit;
  readonly buyIn: number;
  readonly seats: number;
  readonly taken: readonly number[];
  readonly running: number;
  readonly closed: boolean;
}

/** What something costs: the advertised label, the part for the prizes and the fee, by that clause. */
export interface EntryPrice {
  readonly label: number;
  readonly pool: number;
  readonly fee: number;
  readonly rule: string;
}

/** Blinds and ante of one level. */
export interface BlindLevel {
  readonly level: number;
  readonly smallBlind: number;
  readonly bigBlind: number;
  readonly ante: number;
}

/** The hand being played; `pots` are the collected ones, bets of this round lie with their seats. */
export interface Hand {
  readonly id: string;
  readonly number: number;
  readonly seats: readonly number[];
  readonly smallBlind: number | null;
  readonly bigBlind: number;
  readonly street: number;
  readonly board: readonly string[];
  readonly pots: readonly number[];
  readonly turn: Turn | null;
  readonly commitment: string;
  readonly holeCards: number;
}

/** What lies on the table after a hand, until the next one. */
export interface Result {
  readonly number: number;
  readonly board: readonly string[];
  readonly shown: readonly Shown[];
  readonly pots: readonly PotWon[];
}

/** What only the player in that seat sees. */
export interface Own {
  readonly seat: number;
  readonly cards: readonly string[];
  readonly strength: Strength | null;
  readonly options: Options | null;
  readonly mayPost: boolean;
  readonly missedBlind: boolean;
  readonly sitsOutAtBigBlind: boolean;
  readonly autoTopUp: boolean;
}

/** A chair is taken, or is another than it was; the whole chair. */
export interface SeatChanged {
  readonly kind: "seat";
  readonly at: number;
  readonly seat: Seat;
  readonly rule: string | null;
}

/** A chair is free. */
export interface SeatLeft {
  readonly kind: "seatLeft";
  readonly at: number;
  readonly rule: string | null;
}

/** A hand begins; seats in order of play. */
export interface HandOpened {
  readonly kind: "handOpened";
  readonly hand: string;
  readonly number: number;
  readonly button: number;
  readonly smallBlind: number | null;
  readonly bigBlind: number;
  readonly seats: readonly number[];
  readonly holeCards: number;
  readonly commitment: string;
  readonly rule: string;
}

/** A blind, an ante, or a newcomer's post. */
export interface Posted {
  readonly kind: "posted";
  readonly at: number;
  readonly blind: "ante" | "big" | "entry" | "small";
  readonly amount: number;
  readonly rule: string | null;
}

/** Whose decision it is now, or nobody's. */
export interface TurnChanged {
  readonly kind: "turn";
  readonly turn: Turn | null;
}

/** A decision; `bet` is what now lies in front of the player. With a rule, the house decided. */
export interface Acted {
  readonly kind: "acted";
  readonly at: number;
  readonly act: "bet" | "call" | "check" | "fold" | "raise";
  readonly bet: number;
  readonly allIn: boolean;
  readonly rule: string | null;
}

/** The player sits out from the next deal on, by that rule. */
export interface SitsOutNext {
  readonly kind: "sitsOutNext";
  readonly at: number;
  readonly rule: string;
}

/** Flop, turn or river, with the whole board and the collected pots. */
export interface Board {
  readonly kind: "board";
  readonly street: number;
  readonly board: readonly string[];
  readonly pots: readonly number[];
}

/** What nobody matched went back. */
export interface Uncalled {
  readonly kind: "uncalled";
  readonly at: number;
  readonly amount: number;
}

/** Cards were shown. */
export interface HandShown {
  readonly kind: "shown";
  readonly at: number;
  readonly cards: readonly string[];
  readonly strength: Strength | null;
}

/** A pot went to its winners, the main pot first; `best` are the five cards that won it, where they were shown. */
export interface Awarded {
  readonly kind: "awarded";
  readonly pot: number;
  readonly rake: number;
  readonly winners: readonly Winner[];
  readonly best: readonly string[];
}

/** The chairs after a hand. */
export interface HandEnded {
  readonly kind: "handEnded";
  readonly number: number;
  readonly hand: string | null;
  readonly seats: Readonly<Record<number, Seat>>;
  readonly rake: number;
  readonly rakeRule: string;
}

/** A hand was void and all bets went back. */
export interface HandVoided {
  readonly kind: "handVoided";
  readonly number: number;
  readonly seats: Readonly<Record<number, Seat>>;
  readonly rule: string;
  readonly reason: string;
}

/** A player is there or not; the turn, if it is theirs; and where coming back ended a sit-out, whether one is left. */
export interface ConnectionChanged {
  readonly kind: "connection";
  readonly at: number;
  readonly connected: boolean;
  readonly turn: Turn | null;
  readonly rule: string | null;
  readonly sitsOutNext: boolean | null;
}

/** Clocks stand, or run on. */
export interface ClocksChanged {
  readonly kind: "clocks";
  readonly stand: boolean;
  readonly turn: Turn | null;
  readonly rule: string;
}

/** The table's rulebook, its closing, or the wait after an outage. */
export interface RoomChanged {
  readonly kind: "room";
  readonly edition: string;
  readonly closing: string | null;
  readonly closed: boolean;
  readonly rule: string | null;
  readonly seats: Readonly<Record<number, Seat>>;
}

/** When the next hand comes, and how many players are missing for it. */
export interface Waiting {
  readonly kind: "waiting";
  readonly nextHandAt: number | null;
  readonly missing: number;
}

/** Your cards. */
export interface Dealt {
  readonly kind: "dealt";
  readonly hand: string;
  readonly cards: readonly string[];
}

/** It is your turn, and this is what you may do. */
export interface OptionsOffered {
  readonly kind: "options";
  readonly options: Options;
}

/** What your cards make with the board. */
export interface StrengthChanged {
  readonly kind: "strength";
  readonly strength: Strength | null;
}

/** Your switches. */
export interface OwnChanged {
  readonly kind: "own";
  readonly own: Own;
}

/** A seat is kept: what one may bring, why, and until when; the table is drawn and not told (CASH-02). */
export interface Offer {
  readonly until: number;
  readonly min: number;
  readonly max: number;
  readonly usualMin: number;
  readonly usualMax: number;
  readonly why: Told;
  readonly amounts: readonly number[];
  readonly post: number | null;
  readonly autoTopUp: boolean;
}

/** Nothing is dealt until then; without an end, tables still finish their hands. */
export interface TournamentPause {
  readonly kind: "add_on" | "break" | "phase_end";
  readonly length: number;
  readonly until: number | null;
}

/** What each place from `first` to `last` wins: money, and in a satellite an entry worth `ticket`. */
export interface PrizeBand {
  readonly first: number;
  readonly last: number;
  readonly money: number;
  readonly ticket: number;
}

/** Chips may be bought again through that level, below that many chips, so many times; null is no limit. */
export interface ReBuyTerms {
  readonly price: EntryPrice;
  readonly chips: number;
  readonly untilLevel: number;
  readonly below: number | null;
  readonly times: number | null;
}

/** Chips are offered once to everybody, in a break after that level. */
export interface AddOnTerms {
  readonly price: EntryPrice;
  readonly chips: number;
  readonly afterLevel: number;
}

/** What lies on the head of an entry, whether it grows, and special prizes by player. */
export interface Bounties {
  readonly head: number;
  readonly progressive: boolean;
  readonly vips: Readonly<Record<string, number>>;
}

/** What the tournament is for its reader; `place` is provisional while registration is open. */
export interface OwnEntry {
  readonly entries: number;
  readonly table: number | null;
  readonly seat: number | null;
  readonly stack: number;
  readonly sitsOut: string | null;
  readonly place: number | null;
  readonly prizes: number;
  readonly bounty: number;
  readonly bounties: number;
  readonly mayBuyUntil: number | null;
}

/** One multiplier: the draws that mean it, what is won, and how often it came so far. */
export interface HexaProOdds {
  readonly multiplier: number;
  readonly chances: number;
  readonly firstDraw: number;
  readonly lastDraw: number;
  readonly pool: number;
  readonly prizes: readonly number[];
  readonly drawn: number;
}

/** What was drawn for a game, by which text of the rulebook; multipliers are hundredths of a buy-in. */
export interface HexaProDraw {
  readonly game: number;
  readonly draw: number;
  readonly multiplier: number;
  readonly editionHash: string;
  readonly at: number;
}

/** A game one is in: waiting, or running as that tournament. */
export interface HexaProGame {
  readonly game: number;
  readonly tournament: string | null;
  readonly multiplier: number | null;
}

/** A player as everybody sees it; who is away folds at once in turn, and `sitsOutNext` names the clause. */
export interface TournamentSeat {
  readonly player: string;
  readonly name: string;
  readonly avatar: string;
  readonly stack: number;
  readonly bet: number;
  readonly bank: number;
  readonly hasCards: boolean;
  readonly allIn: boolean;
  readonly away: boolean;
  readonly sitsOutNext: string | null;
  readonly connected: boolean;
}

/** The hand being played, its blinds, and its synchronised round in hand-for-hand play. */
export interface TournamentHand {
  readonly hand: Hand;
  readonly button: number;
  readonly blinds: BlindLevel;
  readonly round: number | null;
}

/** What only the player in that seat sees. */
export interface TournamentOwn {
  readonly seat: number;
  readonly cards: readonly string[];
  readonly strength: Strength | null;
  readonly options: Options | null;
}

/** Who plays the next hand with what, and when it is dealt. */
export interface NextHand {
  readonly kind: "nextHand";
  readonly number: number;
  readonly seats: Readonly<Record<number, TournamentSeat>>;
  readonly button: number;
  readonly smallBlind: number | null;
  readonly bigBlind: number;
  readonly blinds: BlindLevel;
  readonly dealsAt: number | null;
  readonly finalTable: boolean;
  readonly rule: string;
  readonly round: number | null;
}

/** The stacks after a hand. */
export interface DealEnded {
  readonly kind: "dealEnded";
  readonly number: number;
  readonly hand: string | null;
  readonly seats: Readonly<Record<number, TournamentSeat>>;
}

/** A hand was void and is played anew from the stacks it began with. */
export interface DealVoided {
  readonly kind: "dealVoided";
  readonly number: number;
  readonly rule: string;
  readonly reason: string;
}

/** The seats whose players fold at once from now on; all others play. */
export interface AwayChanged {
  readonly kind: "away";
  readonly seats: readonly number[];
  readonly rule: string;
}

/** Nothing more is dealt here. */
export interface TableShut {
  readonly kind: "tableShut";
  readonly rule: string;
}

/** A chair as everybody sees it. */
export interface Seat {
  readonly player: string;
  readonly name: string;
  readonly avatar: string;
  readonly stack: number;
  readonly bet: number;
  readonly pending: number;
  readonly hasCards: boolean;
  readonly allIn: boolean;
  readonly entry: "in" | "posting" | "waiting";
  readonly away: Away | null;
  readonly sitsOutNext: boolean;
  readonly leaves: boolean;
  readonly connected: boolean;
  readonly bot: boolean;
}

/** What one may do: `raiseMax` is 0 when betting is closed, and `closedBy` says by which clause. */
export interface Options {
  readonly hand: string;
  readonly turn: number;
  readonly toCall: number;
  readonly raiseMin: number;
  readonly raiseMax: number;
  readonly closedBy: string | null;
}

/** One decision and its clock: first the decision time, then the time bank if it runs. */
export interface Turn {
  readonly number: number;
  readonly seat: number;
  readonly started: number;
  readonly thinksUntil: number;
  readonly bank: number;
  readonly bankRuns: boolean;
}

/** Cards shown at the showdown. */
export interface Shown {
  readonly seat: number;
  readonly cards: readonly string[];
  readonly strength: Strength | null;
}

/** A pot before rake, and who won it. */
export interface PotWon {
  readonly amount: number;
  readonly winners: readonly number[];
}

/** A hand without its suits: the ranks that decide, in the order in which they decide. */
export interface Strength {
  readonly category: string;
  readonly ranks: readonly string[];
}

/** What somebody got out of a pot. */
export interface Winner {
  readonly seat: number;
  readonly amount: number;
}

/** A player sits out: why, and when the room takes the seat back. */
export interface Away {
  readonly rule: string;
  readonly until: number | null;
}
