import type { RowAsked } from "../fair/talk";
import type { LimitKind, LimitPeriod, SignUpLimits } from "../model/account";
import type { Cents, Duration, EditionId, PlayerId, TableId } from "../model/basics";
import type { HistoryPeriod } from "../model/history";
import type { StakeId } from "../model/lobby";
import type { PastQuery } from "../model/past";
import type { Language } from "../model/rulebook";
import type { Choice } from "../model/table/bar";
import type { Avatar } from "../model/table/types";
import type { Paid } from "../model/tournament/changes";
import type { TournamentId } from "../model/tournament/rows";
import type { WalletId, WalletKind } from "../model/wallet";
import type { CasinoSaying, StationSaying } from "./socket";

/** Everything a page can ask of the room. Answers come back as changes of the model. */
export type Command =
  /** What a dealer or pit boss does at a live table's station. */
  | { readonly kind: "station"; readonly saying: StationSaying }
  | {
      readonly kind: "act";
      readonly table: TableId;
      readonly hand: string;
      readonly turn: number;
      readonly choice: Choice;
    }
  | { readonly kind: "sitOutNext"; readonly table: TableId; readonly on: boolean }
  | { readonly kind: "sitOutBigBlind"; readonly table: TableId; readonly on: boolean }
  | { readonly kind: "autoTopUp"; readonly table: TableId; readonly on: boolean }
  | { readonly kind: "comeBack"; readonly table: TableId; readonly post: boolean }
  | { readonly kind: "postBlind"; readonly table: TableId; readonly post: boolean }
  | { readonly kind: "topUp"; readonly table: TableId; readonly amount: Cents }
  /** Bring chips again after all were lost, and play on with them. */
  | { readonly kind: "buyInAgain"; readonly table: TableId; readonly amount: Cents }
  | { readonly kind: "leave"; readonly table: TableId }
  | { readonly kind: "watchTable"; readonly table: TableId }
  | { readonly kind: "closeTable"; readonly table: TableId }
  | { readonly kind: "say"; readonly table: TableId; readonly text: string }
  | { readonly kind: "report"; readonly table: TableId; readonly player: PlayerId | null; readonly text: string }
  /** Buy chips in a tournament, or decide not to. */
  | { readonly kind: "reBuy" | "addOn" | "declineReBuy"; readonly table: TableId; readonly tournament: string }
  | { readonly kind: "watchHexaPro"; readonly lobby: string; readonly on: boolean }
  /** Register for that many games, for the cost the player was shown. */
  | { readonly kind: "registerHexaPro"; readonly lobby: string; readonly games: number; readonly cost: Cents }
  /** Leave one game that is not full yet, or all of them. */
  | { readonly kind: "unregisterHexaPro"; readonly lobby: string; readonly game: number | null }
  /** My own draws, the newest first; `before` goes on where the last page ended. */
  | { readonly kind: "readDraws"; readonly before: string | null }
  | { readonly kind: "watchLobby" }
  | { readonly kind: "join"; readonly stake: StakeId }
  /** Enter as a guest if nobody is there, and sit down with that amount as soon as possible. */
  | { readonly kind: "playNow"; readonly stake: StakeId; readonly buyIn: Cents | null; readonly post: boolean }
  | { readonly kind: "leaveQueue"; readonly stake: StakeId }
  | {
      readonly kind: "takeSeat";
      readonly stake: StakeId;
      readonly buyIn: Cents;
      readonly post: boolean;
      readonly autoTopUp: boolean;
    }
  | { readonly kind: "giveUpSeat"; readonly stake: StakeId }
  | { readonly kind: "watchTournaments"; readonly on: boolean }
  | { readonly kind: "watchTournament"; readonly tournament: TournamentId; readonly on: boolean }
  | {
      readonly kind: "watchList";
      readonly tournament: TournamentId;
      readonly list: "players" | "tables" | "payouts";
      readonly on: boolean;
      readonly page: number;
      readonly search: string;
    }
  /** What would be paid with that many entries. */
  | { readonly kind: "askPrizes"; readonly tournament: TournamentId; readonly entries: number }
  /** What an entry of that buy-in costs, where the player chooses it. */
  | { readonly kind: "askPrice"; readonly tournament: TournamentId; readonly amount: Cents }
  /** Enter a tournament, also late or again, as the named price says. */
  | {
      readonly kind: "register";
      readonly tournament: TournamentId;
      readonly amount: Cents | null;
      readonly ticket: string | null;
      readonly password: string | null;
      /** What is said when it is done. */
      readonly saying: { readonly name: string; readonly paid: Paid; readonly late: boolean };
    }
  | {
      readonly kind: "unregister";
      readonly tournament: TournamentId;
      readonly saying: { readonly name: string; readonly paid: Paid };
    }
  | { readonly kind: "unregisterAll" }
  /** Tickets of mine that pay an entry there. */
  | { readonly kind: "readTickets"; readonly tournament: TournamentId }
  | { readonly kind: "watchCasino"; readonly on: boolean }
  /** Visit a casino table; somebody without an account enters as a guest first. */
  | { readonly kind: "visitCasino"; readonly table: TableId }
  /** Anything else that is said at a casino table, in the room's own words. */
  | { readonly kind: "casino"; readonly table: TableId; readonly saying: CasinoSaying }
  /** My own rounds, of one table or of all; `before` goes on below what was read. */
  | { readonly kind: "readRounds"; readonly table: TableId | null; readonly before: string | null }
  | { readonly kind: "complainRound"; readonly table: TableId; readonly round: number; readonly text: string }
  /** The shoes of a table whose order is open, checked here against their commitments. */
  | { readonly kind: "readShoes"; readonly table: TableId }
  | { readonly kind: "readMoney" }
  | { readonly kind: "quote"; readonly from: WalletKind; readonly amount: Cents }
  | { readonly kind: "transfer"; readonly from: WalletKind; readonly amount: Cents }
  | { readonly kind: "refill"; readonly wallet: WalletId }
  | { readonly kind: "deposit"; readonly amount: Cents }
  | { readonly kind: "withdraw"; readonly amount: Cents }
  | { readonly kind: "cancelWithdrawal"; readonly id: string }
  | { readonly kind: "complainWithdrawal"; readonly id: string; readonly text: string }
  | { readonly kind: "cancelDeposit"; readonly id: string }
  | { readonly kind: "readHistory"; readonly period: HistoryPeriod; readonly tournament: string | null }
  /** Tournaments that are over; `before` goes on below what was read. */
  | { readonly kind: "readPast"; readonly query: PastQuery; readonly before: string | null }
  | { readonly kind: "readResult"; readonly tournament: string }
  | {
      readonly kind: "readResultPlayers";
      readonly tournament: string;
      readonly search: string;
      readonly page: number;
    }
  | { readonly kind: "readOwnTournaments"; readonly before: string | null }
  | { readonly kind: "readOwnTickets" }
  | { readonly kind: "readHand"; readonly hand: string }
  | { readonly kind: "complain"; readonly hand: string; readonly text: string }
  /** A text of the player's own for the cut of every hand. */
  | { readonly kind: "ownText"; readonly text: string }
  /** Check the deals of these hands on this device. */
  | { readonly kind: "checkHands"; readonly rows: readonly RowAsked[] }
  /** Marks of rounds and draws that this device checked before, by the pages of their proofs. */
  | { readonly kind: "checkDraws"; readonly pages: readonly string[] }
  | { readonly kind: "readProof"; readonly hand: string }
  /** All lots of a tournament (`lots/TOURNAMENT`), or all that a live table's scanner read (`scans/TABLE`), checked on this device. */
  | { readonly kind: "readRecords"; readonly page: string }
  /** Keep what a tournament has fixed for its lots, so that it is known before they are drawn. */
  | { readonly kind: "keepLots"; readonly tournament: TournamentId }
  | { readonly kind: "readFair" }
  | { readonly kind: "readRulebook" }
  | { readonly kind: "readOperator" }
  /** What the values of editions are called. */
  | { readonly kind: "readValues"; readonly language: Language }
  | {
      readonly kind: "compareEditions";
      readonly before: EditionId;
      readonly after: EditionId;
      readonly language: Language;
    }
  | { readonly kind: "logIn"; readonly name: string; readonly password: string; readonly code: string }
  | { readonly kind: "secondFactor"; readonly code: string }
  | {
      readonly kind: "createAccount";
      readonly name: string;
      readonly email: string;
      readonly password: string;
      readonly born: string;
      readonly avatar: Avatar;
      readonly limits: SignUpLimits | null;
    }
  | { readonly kind: "readReality" }
  | { readonly kind: "answerReality"; readonly answer: "continue" | "leave" }
  | { readonly kind: "enterAsGuest"; readonly name: string }
  | { readonly kind: "logOut" }
  | { readonly kind: "readProfile" }
  | {
      readonly kind: "setLimit";
      readonly limit: LimitKind;
      readonly period: LimitPeriod;
      readonly amount: number | null;
    }
  | { readonly kind: "timeOut"; readonly length: Duration }
  | { readonly kind: "selfExclude"; readonly months: number | null }
  | { readonly kind: "endSession"; readonly session: string }
  | { readonly kind: "endOtherSessions" }
  | { readonly kind: "changePassword"; readonly current: string; readonly wanted: string }
  | { readonly kind: "forgotPassword"; readonly email: string }
  | { readonly kind: "resetPassword"; readonly token: string; readonly wanted: string }
  | { readonly kind: "closeAccount"; readonly password: string; readonly why: string }
  /** Show once more who is here: the second factor's code, or the password; nothing gives it up. */
  | { readonly kind: "prove"; readonly secret: string | null }
  | { readonly kind: "sendAddressLetter" }
  | { readonly kind: "confirmAddress"; readonly token: string }
  /** Which rulebooks in force are not accepted yet. */
  | { readonly kind: "readTexts" }
  | { readonly kind: "acceptRulebooks"; readonly digests: readonly string[] }
  | { readonly kind: "enrolSecondFactor"; readonly password: string }
  | { readonly kind: "confirmSecondFactor"; readonly code: string }
  | { readonly kind: "dropSecondFactor"; readonly code: string };
