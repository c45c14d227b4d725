// Made by `python -m tools.web_types`; do not edit.

/** The version of these messages. */
export const PROTOCOL = 4;

/** All messages of clients. */
export type ClientMessage =
  | Hello
  | Watch
  | Forget
  | WatchLobby
  | WatchTournaments
  | WatchTournament
  | WatchList
  | WatchHexaPro
  | AskPrizes
  | AskPrice
  | WatchCasino
  | WatchStations
  | WatchStation
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
  | PromiseSeeds
  | RevealSeed
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
  | UnregisterHexaPro
  | PromiseDraw
  | RevealDraw
  | UnregisterAll
  | VisitCasino
  | LeaveCasino
  | PlaceChip
  | UndoChips
  | DoubleChips
  | RepeatLastBet
  | ConfirmBets
  | TakeBox
  | LeaveBox
  | QueueForBox
  | LeaveBoxQueue
  | PlaceBet
  | BetBehind
  | WithdrawBet
  | AnswerFollow
  | Insure
  | DecideBox
  | CasinoSay
  | CasinoMute
  | CasinoReport
  | StationAwake
  | TakeTable
  | HandOver
  | FinishStep
  | ScanCard
  | EnterCard
  | CardUnread
  | EnterPocket
  | SenseBall
  | AskShuffle
  | CallPit
  | HoldTable
  | ReleaseTable
  | ProposeCorrection
  | ApproveCorrection
  | WithdrawCorrection
  | BlockChatter
  | RemoveLine;

/** All messages of the server but those about tournaments and the casino. */
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
  | Ruled
  | Announcement
  | CalledOff
  | Goodbye;

/** Messages of the server about tournaments. */
export type TournamentMessage =
  | TournamentsShown
  | TournamentsChanged
  | TournamentShown
  | NumbersChanged
  | OwnEntryChanged
  | OwnTournaments
  | TournamentTold
  | Standings
  | TournamentTables
  | Payouts
  | PrizesIf
  | PriceIf
  | HexaProShown
  | HexaProChanged
  | HexaProPart
  | HexaProLocked
  | HexaProDrawShown
  | TournamentTableShown
  | TournamentFrame;

/** Changes of a cash table, for everybody. */
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
  | Waiting
  | FairLocked
  | FairDealt
  | FairEnded
  | FairVoided;

/** Changes of a cash table, for one player. */
export type OwnChange = Dealt | OptionsOffered | StrengthChanged | OwnChanged | FairOpened | FairPart;

/** Changes of a tournament table, for everybody. */
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
  | TableShut
  | FairLocked
  | FairDealt
  | FairEnded
  | FairVoided;

/** Changes of a tournament table, for one player. */
export type TournamentOwnChange = Dealt | OptionsOffered | StrengthChanged | FairOpened | FairPart;

/** Messages of the server about the casino. */
export type CasinoMessage =
  | CasinoLobbyShown
  | CasinoRowsChanged
  | CasinoTableShown
  | CasinoFrame
  | CasinoOwnChanged
  | CasinoSaid
  | CasinoUnsaid;

/** Messages of the server for dealers and pit bosses. */
export type StationMessage = StationsShown | StationShown;

/** What happens at a casino table, for everybody. */
export type CasinoChange =
  | BetsOpened
  | BetsClosed
  | BetsLapsed
  | ShoeShuffled
  | CardsBurned
  | CardDealt
  | BallFell
  | OutcomeKnown
  | RoundPaid
  | RoundVoid
  | TableHeld
  | TableReleased
  | DealerChanged
  | RoundCorrected
  | ClocksShifted
  | BoxTaken
  | BoxLeft
  | BoxBet
  | InsuranceOffered
  | HoleChecked
  | BoxAsked
  | BoxDecided
  | BoxEnded
  | HoleShown
  | SecretTold;

/** The felt of a casino table, by its game. */
export type CasinoFelt = RouletteFelt | BaccaratFelt | BlackjackFelt;

/** Past results of a casino table, by its game. */
export type CasinoBoard = RouletteBoard | BaccaratBoard;

/** What a tournament can tell a player. */
export type NoticeCode =
  | "add_on_began"
  | "bounties_kept"
  | "bounty_held"
  | "bounty_won"
  | "break_began"
  | "break_called"
  | "break_ended"
  | "cancelled"
  | "chips_adjusted"
  | "chips_bought"
  | "chips_in_play_changed"
  | "clocks_shifted"
  | "disqualified"
  | "eliminated"
  | "final_table"
  | "game_unregistered"
  | "game_voided"
  | "hand_for_hand_began"
  | "hand_for_hand_ended"
  | "moved"
  | "paused"
  | "phase_joined"
  | "phase_survived"
  | "prize_forfeited"
  | "prize_held"
  | "prize_paid"
  | "re_buy_offered"
  | "registration_closed"
  | "resumed"
  | "seat_won"
  | "seated"
  | "setup_changed"
  | "start_delayed"
  | "ticket_kept"
  | "ticket_won"
  | "unregistered_by_house"
  | "vip_won"
  | "won";

/** What a live dealer has to do next. */
export type StepName =
  | "announce"
  | "burn"
  | "call_no_more_bets"
  | "check_hole"
  | "cut"
  | "held"
  | "inspect"
  | "pick_up"
  | "scan"
  | "show_hole"
  | "shuffle"
  | "spin"
  | "wait";

/** Steps that end when the dealer confirms them. */
export type DealerStep =
  | "announce"
  | "burn"
  | "call_no_more_bets"
  | "check_hole"
  | "cut"
  | "inspect"
  | "pick_up"
  | "show_hole"
  | "shuffle";

/** What can be put right at a live table. */
export type CorrectionName = "card_entered" | "card_replaced" | "cards_burned" | "pocket_replaced" | "round_voided";

/** Begin, or resume after a lost connection: each table in `positions` gets the missing frames, or a whole view. `protocol` is the version the client was made for; one the server does not understand is disconnected with `reload_page`. */
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

/** Stop following a table; a seat there stays taken. */
export interface Forget {
  readonly type: "forget";
  readonly id: string;
  readonly table: string;
}

/** Follow the cash lobby, or stop following it. */
export interface WatchLobby {
  readonly type: "watchLobby";
  readonly id: string;
  readonly on: boolean;
}

/** Follow the tournament lobby, or stop following it. */
export interface WatchTournaments {
  readonly type: "watchTournaments";
  readonly id: string;
  readonly on: boolean;
}

/** Follow one tournament, or stop following it; its tables are followed by their ids. */
export interface WatchTournament {
  readonly type: "watchTournament";
  readonly id: string;
  readonly tournament: string;
  readonly on: boolean;
}

/** Follow one page of a list of a tournament, instead of the page followed before; or stop following the list. `players` are all entrants, those whose name contains `search` where it is given; `tables` are those played at; `payouts` is what a cancellation paid to whom. The first page is 0. */
export interface WatchList {
  readonly type: "watchList";
  readonly id: string;
  readonly tournament: string;
  readonly list: "payouts" | "players" | "tables";
  readonly on: boolean;
  readonly page?: number;
  readonly search?: string;
}

/** Follow one HexaPro lobby, or stop following it. */
export interface WatchHexaPro {
  readonly type: "watchHexaPro";
  readonly id: string;
  readonly lobby: string;
  readonly on: boolean;
}

/** Ask what a tournament would pay with that many entries; answered with `prizesIf` and then `done`. */
export interface AskPrizes {
  readonly type: "askPrizes";
  readonly id: string;
  readonly tournament: string;
  readonly entries: number;
}

/** Ask what an entry of that buy-in costs and brings, where the player chooses it; answered with `priceIf` and then `done`. */
export interface AskPrice {
  readonly type: "askPrice";
  readonly id: string;
  readonly tournament: string;
  readonly amount: number;
}

/** Follow the lobby of the casino, or stop following it; its tables are followed by their ids. */
export interface WatchCasino {
  readonly type: "watchCasino";
  readonly id: string;
  readonly on: boolean;
}

/** Follow the list of live tables, or stop following it; for dealers and pit bosses. */
export interface WatchStations {
  readonly type: "watchStations";
  readonly id: string;
  readonly on: boolean;
}

/** Follow the station of a live table, or stop following it. */
export interface WatchStation {
  readonly type: "watchStation";
  readonly id: string;
  readonly table: string;
  readonly on: boolean;
}

/** Ask for the server's clock; answered with a pong. */
export interface Ping {
  readonly type: "ping";
  readonly id: string;
}

/** Act in a hand; `hand` and `turn` say which decision is meant. */
export interface Act {
  readonly type: "act";
  readonly id: string;
  readonly table: string;
  readonly hand: string;
  readonly turn: number;
  readonly choice: Choice;
}

/** Sit out; during a hand, from the next deal on. */
export interface SitOut {
  readonly type: "sitOut";
  readonly id: string;
  readonly table: string;
}

/** Return from sitting out; `post` asks to post the big blind at once where the rules allow it. */
export interface ComeBack {
  readonly type: "comeBack";
  readonly id: string;
  readonly table: string;
  readonly post?: boolean;
}

/** Choose to post the big blind at once, or to wait for it. */
export interface PostBlind {
  readonly type: "postBlind";
  readonly id: string;
  readonly table: string;
  readonly post: boolean;
}

/** Switch "sit out next big blind" on or off. */
export interface SitOutAtBigBlind {
  readonly type: "sitOutAtBigBlind";
  readonly id: string;
  readonly table: string;
  readonly on: boolean;
}

/** Top up the stack from the wallet. */
export interface TopUp {
  readonly type: "topUp";
  readonly id: string;
  readonly table: string;
  readonly amount: number;
}

/** Switch automatic top-ups on or off. */
export interface AutoTopUp {
  readonly type: "autoTopUp";
  readonly id: string;
  readonly table: string;
  readonly on: boolean;
}

/** Leave a table. */
export interface Leave {
  readonly type: "leave";
  readonly id: string;
  readonly table: string;
}

/** Send a chat line at a table where the player sits. */
export interface Say {
  readonly type: "say";
  readonly id: string;
  readonly table: string;
  readonly text: string;
}

/** Report a player or a hand to the operator. */
export interface Report {
  readonly type: "report";
  readonly id: string;
  readonly table: string;
  readonly text: string;
  readonly player?: string | null;
  readonly hand?: string | null;
}

/** Take part in the cut of the next hands at a table; also to take part again after seeds that were not revealed. */
export interface PromiseSeeds {
  readonly type: "promiseSeeds";
  readonly id: string;
  readonly table: string;
  readonly promises: readonly SeedPromise[];
}

/** Reveal the seed for the locked hand of that number, with promises for hands to come. */
export interface RevealSeed {
  readonly type: "revealSeed";
  readonly id: string;
  readonly table: string;
  readonly hand: number;
  readonly seed: string;
  readonly promises?: readonly SeedPromise[];
}

/** Ask for a seat at a stake; without an amount the player is asked for it when a seat is free. */
export interface Join {
  readonly type: "join";
  readonly id: string;
  readonly stake: string;
  readonly buyIn?: number | null;
  readonly post?: boolean;
  readonly comeback?: "reset" | "resume" | null;
}

/** Leave the waiting list of a stake. */
export interface LeaveQueue {
  readonly type: "leaveQueue";
  readonly id: string;
  readonly stake: string;
}

/** Take a reserved seat with that buy-in; in Banzai `comeback` may be given instead. */
export interface TakeSeat {
  readonly type: "takeSeat";
  readonly id: string;
  readonly stake: string;
  readonly buyIn?: number | null;
  readonly post?: boolean;
  readonly comeback?: "reset" | "resume" | null;
}

/** Give up a reserved seat. */
export interface GiveUpSeat {
  readonly type: "giveUpSeat";
  readonly id: string;
  readonly stake: string;
}

/** Register for a tournament, also again after being eliminated where re-entries are open. It is paid with money or with a ticket; `amount` is for tournaments where the player chooses the buy-in, `password` for those that only the invited may enter. */
export interface Register {
  readonly type: "register";
  readonly id: string;
  readonly tournament: string;
  readonly amount?: number | null;
  readonly ticket?: string | null;
  readonly password?: string | null;
}

/** Withdraw a registration before the start. */
export interface Unregister {
  readonly type: "unregister";
  readonly id: string;
  readonly tournament: string;
}

/** Buy a re-buy. */
export interface ReBuy {
  readonly type: "reBuy";
  readonly id: string;
  readonly tournament: string;
}

/** Decline a re-buy, so that the table need not wait. */
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

/** Register for a number of HexaPro games at once, for the cost the player has confirmed. `fair`: the client takes part in the draws; it answers each `hexaproPart` by `promiseDraw`. */
export interface RegisterHexaPro {
  readonly type: "registerHexaPro";
  readonly id: string;
  readonly lobby: string;
  readonly games: number;
  readonly cost: number;
  readonly fair?: boolean;
}

/** Leave one game that is not full yet, or all such games without a number. */
export interface UnregisterHexaPro {
  readonly type: "unregisterHexaPro";
  readonly id: string;
  readonly lobby: string;
  readonly game?: number | null;
}

/** Take part in the draw of one of the player's HexaPro games, as the answer to `hexaproPart`. */
export interface PromiseDraw {
  readonly type: "promiseDraw";
  readonly id: string;
  readonly lobby: string;
  readonly game: number;
  readonly commitment: string;
}

/** Reveal the seed for the locked draw of a HexaPro game, as the answer to `hexaproLocked`. */
export interface RevealDraw {
  readonly type: "revealDraw";
  readonly id: string;
  readonly lobby: string;
  readonly game: number;
  readonly seed: string;
}

/** Take back every entry that can be taken back, and leave every game of HexaPro that is not full yet. */
export interface UnregisterAll {
  readonly type: "unregisterAll";
  readonly id: string;
}

/** Begin a visit at a casino table: only who visits it may bet and chat there. */
export interface VisitCasino {
  readonly type: "visitCasino";
  readonly id: string;
  readonly table: string;
}

/** End the visit; bets in play stay and are paid to the wallet. */
export interface LeaveCasino {
  readonly type: "leaveCasino";
  readonly id: string;
  readonly table: string;
}

/** Lay a chip on a spot; it is no bet before it is confirmed (RLT-07, BAC-07). */
export interface PlaceChip {
  readonly type: "placeChip";
  readonly id: string;
  readonly table: string;
  readonly round: number;
  readonly spot: string;
  readonly chip: number;
}

/** Take back what was laid last and is not confirmed, or all of it; with a spot what was laid last there. */
export interface UndoChips {
  readonly type: "undoChips";
  readonly id: string;
  readonly table: string;
  readonly round: number;
  readonly everything?: boolean;
  readonly spot?: string | null;
}

/** Lay as much again as lies there, on every spot, confirmed or not. */
export interface DoubleChips {
  readonly type: "doubleChips";
  readonly id: string;
  readonly table: string;
  readonly round: number;
}

/** Lay the chips of the last round with a bet again (RLT-06, BAC-06). */
export interface RepeatLastBet {
  readonly type: "repeatLastBet";
  readonly id: string;
  readonly table: string;
  readonly round: number;
}

/** Make bets of all chips that were laid: the button "Place bet" (RLT-07, BAC-07). */
export interface ConfirmBets {
  readonly type: "confirmBets";
  readonly id: string;
  readonly table: string;
  readonly round: number;
}

/** Take a seat; seats are counted from 0. */
export interface TakeBox {
  readonly type: "takeBox";
  readonly id: string;
  readonly table: string;
  readonly seat: number;
}

/** Leave the seat, after the round if a bet is in play. */
export interface LeaveBox {
  readonly type: "leaveBox";
  readonly id: string;
  readonly table: string;
}

/** Wait for a seat. */
export interface QueueForBox {
  readonly type: "queueForBox";
  readonly id: string;
  readonly table: string;
}

/** Wait for a seat no longer. */
export interface LeaveBoxQueue {
  readonly type: "leaveBoxQueue";
  readonly id: string;
  readonly table: string;
}

/** Add to the bet on one's own hand; it counts at once (BJ-65). */
export interface PlaceBet {
  readonly type: "placeBet";
  readonly id: string;
  readonly table: string;
  readonly round: number;
  readonly amount: number;
}

/** Add to a bet behind another player's hand; it counts at once (BJ-65). */
export interface BetBehind {
  readonly type: "betBehind";
  readonly id: string;
  readonly table: string;
  readonly round: number;
  readonly seat: number;
  readonly amount: number;
}

/** Take the own bet back, until there are no more bets. */
export interface WithdrawBet {
  readonly type: "withdrawBet";
  readonly id: string;
  readonly table: string;
  readonly round: number;
}

/** Say whether bets behind follow doubles and splits, for this visit (BJ-70). */
export interface AnswerFollow {
  readonly type: "answerFollow";
  readonly id: string;
  readonly table: string;
  readonly follows: boolean;
}

/** Insure the own bet for that amount; 0 declines. */
export interface Insure {
  readonly type: "insure";
  readonly id: string;
  readonly table: string;
  readonly round: number;
  readonly amount: number;
}

/** Decide for the own hand in turn; `amount` is for a double for less. */
export interface DecideBox {
  readonly type: "decideBox";
  readonly id: string;
  readonly table: string;
  readonly round: number;
  readonly turn: number;
  readonly choice: "double" | "hit" | "split" | "stand";
  readonly amount?: number | null;
}

/** Write to those at a casino table. */
export interface CasinoSay {
  readonly type: "casinoSay";
  readonly id: string;
  readonly table: string;
  readonly text: string;
}

/** Read no more of a player's messages at a table, or read them again. */
export interface CasinoMute {
  readonly type: "casinoMute";
  readonly id: string;
  readonly table: string;
  readonly player: string;
  readonly on: boolean;
}

/** Report a chat message, by its number, to the operator. */
export interface CasinoReport {
  readonly type: "casinoReport";
  readonly id: string;
  readonly table: string;
  readonly message: number;
  readonly reason: string;
}

/** Say that somebody is at the station; without it a station locks after five minutes. */
export interface StationAwake {
  readonly type: "stationAwake";
  readonly id: string;
  readonly table: string;
}

/** Begin to deal at a table that nobody deals at, or that was handed over. */
export interface TakeTable {
  readonly type: "takeTable";
  readonly id: string;
  readonly table: string;
}

/** Leave the table to the next dealer. */
export interface HandOver {
  readonly type: "handOver";
  readonly id: string;
  readonly table: string;
}

/** Confirm the step that the station shows. */
export interface FinishStep {
  readonly type: "finishStep";
  readonly id: string;
  readonly table: string;
  readonly step: DealerStep;
}

/** What the scanner read, as text; the operator's table of codes says which card that is. */
export interface ScanCard {
  readonly type: "scanCard";
  readonly id: string;
  readonly table: string;
  readonly round: number;
  readonly code: string;
}

/** A card that the dealer chose on the screen, where the scanner is broken. */
export interface EnterCard {
  readonly type: "enterCard";
  readonly id: string;
  readonly table: string;
  readonly round: number;
  readonly card: string;
}

/** The scanner could not read the card; after the third time the table holds. */
export interface CardUnread {
  readonly type: "cardUnread";
  readonly id: string;
  readonly table: string;
  readonly round: number;
}

/** The pocket in which the dealer sees the ball. */
export interface EnterPocket {
  readonly type: "enterPocket";
  readonly id: string;
  readonly table: string;
  readonly round: number;
  readonly pocket: number;
}

/** The pocket that the sensor of the wheel reports, from an account of its own. */
export interface SenseBall {
  readonly type: "senseBall";
  readonly id: string;
  readonly table: string;
  readonly round: number;
  readonly pocket: number;
}

/** Have the cards shuffled after this round, or replaced by new ones. */
export interface AskShuffle {
  readonly type: "askShuffle";
  readonly id: string;
  readonly table: string;
  readonly newCards?: boolean;
}

/** Call the pit boss. */
export interface CallPit {
  readonly type: "callPit";
  readonly id: string;
  readonly table: string;
}

/** Hold the table, and say what was seen. */
export interface HoldTable {
  readonly type: "holdTable";
  readonly id: string;
  readonly table: string;
  readonly words: string;
}

/** Let a held table go on; a correction that was proposed is turned down. */
export interface ReleaseTable {
  readonly type: "releaseTable";
  readonly id: string;
  readonly table: string;
}

/** Propose to put something right; another person has to approve it. */
export interface ProposeCorrection {
  readonly type: "proposeCorrection";
  readonly id: string;
  readonly table: string;
  readonly what: CorrectionName;
  readonly reason: string;
  readonly card?: string | null;
  readonly pocket?: number | null;
}

/** Approve the correction that another person proposed. */
export interface ApproveCorrection {
  readonly type: "approveCorrection";
  readonly id: string;
  readonly table: string;
}

/** Take back the correction that one proposed. */
export interface WithdrawCorrection {
  readonly type: "withdrawCorrection";
  readonly id: string;
  readonly table: string;
}

/** Close the chat of the table to a player, or open it again; the reason is kept. */
export interface BlockChatter {
  readonly type: "blockChatter";
  readonly id: string;
  readonly table: string;
  readonly player: string;
  readonly reason: string;
  readonly on?: boolean;
}

/** Take a chat message away, by its number; a copy and the reason are kept. */
export interface RemoveLine {
  readonly type: "removeLine";
  readonly id: string;
  readonly table: string;
  readonly message: number;
  readonly reason: string;
}

/** The first message: build, epoch and clock of the server, the signed-in person, the rulebooks in force, and the person's seats. `seated` are cash tables, `visits` the casino tables the person is at; `ownPlay` are tournaments, with the tables where the person sits. `protocol` is the version of all messages; a client of another version should reload its page. */
export interface Welcome {
  readonly type: "welcome";
  readonly build: string;
  readonly epoch: number;
  readonly now: number;
  readonly person: Person | null;
  readonly editions: readonly Edition[];
  readonly seated: readonly SeatedAt[];
  readonly ownPlay: OwnPlay;
  readonly protocol: number;
  readonly visits: readonly string[];
}

/** A whole table; frames continue from this position. */
export interface TableShown {
  readonly type: "table";
  readonly epoch: number;
  readonly number: number;
  readonly table: Table;
}

/** One step of a table: the same number and changes for everybody, `own` only for its reader. `done` is the id of the reader's own act, where this step carried it out; it gets no other answer. */
export interface Frame {
  readonly type: "frame";
  readonly table: string;
  readonly epoch: number;
  readonly number: number;
  readonly changes: readonly PublicChange[];
  readonly own: readonly OwnChange[];
  readonly done: string | null;
}

/** A table is closed, or does not exist. `instead` is where the reader sits now, in the tournament the table belonged to; that table is shown as soon as it is open. */
export interface TableGone {
  readonly type: "tableGone";
  readonly table: string;
  readonly instead: string | null;
}

/** A hand, or a round of the casino, became void because of a server failure; the clause says what happened to the bets. */
export interface RolledBack {
  readonly type: "rolledBack";
  readonly table: string;
  readonly number: number;
  readonly told: Told;
}

/** A chat line at a table. */
export interface Said {
  readonly type: "said";
  readonly table: string;
  readonly line: ChatLine;
}

/** The whole cash lobby. */
export interface LobbyShown {
  readonly type: "lobby";
  readonly at: number;
  readonly stakes: readonly Stake[];
  readonly mine: readonly Mine[];
}

/** The rows of stakes that changed. */
export interface StakesChanged {
  readonly type: "stakes";
  readonly at: number;
  readonly stakes: readonly Stake[];
}

/** The reader's relation to a stake changed; `told` says why, where a rule decided it. */
export interface MineChanged {
  readonly type: "mine";
  readonly mine: Mine;
  readonly told: Told | null;
}

/** The command with that id was executed. */
export interface Done {
  readonly type: "done";
  readonly id: string;
}

/** The message with that id was refused; null if its id could not be read. */
export interface Refused {
  readonly type: "refused";
  readonly told: Told;
  readonly id: string | null;
}

/** The server's clock. */
export interface Pong {
  readonly type: "pong";
  readonly id: string;
  readonly now: number;
}

/** A notice to the reader, about a table or about the reader. */
export interface Notice {
  readonly type: "notice";
  readonly told: Told;
  readonly table: string | null;
}

/** The house did something that concerns the reader: what, by which clause, and why, in the words of its staff. `about` names the table, hand or tournament, where it is about one. The same is found again among the reader's rulings. */
export interface Ruled {
  readonly type: "ruled";
  readonly id: string;
  readonly kind: string;
  readonly rule: string | null;
  readonly reason: string;
  readonly about: string;
  readonly at: number;
}

/** An announcement to everybody. `key` names a text of the client; `texts` are the operator's own words by language, where given. `at` is when it happens. */
export interface Announcement {
  readonly type: "announcement";
  readonly number: number;
  readonly key: string;
  readonly madeAt: number;
  readonly at: number | null;
  readonly texts: Readonly<Record<string, string>>;
}

/** An announcement is withdrawn. */
export interface CalledOff {
  readonly type: "calledOff";
  readonly number: number;
}

/** The server closes this connection, and why; `again` says whether to reconnect automatically. */
export interface Goodbye {
  readonly type: "goodbye";
  readonly told: Told;
  readonly again: boolean;
}

/** The whole tournament lobby: the next to start first, sit & gos last, then the HexaPro lobbies. */
export interface TournamentsShown {
  readonly type: "tournaments";
  readonly at: number;
  readonly tournaments: readonly TournamentRow[];
  readonly hexapro: readonly HexaProRow[];
}

/** What changed in the tournament lobby. `tournaments` are rows that are new or were announced otherwise, `numbers` those of other rows by their id, `gone` rows that are not in the lobby any more. */
export interface TournamentsChanged {
  readonly type: "tournamentRows";
  readonly at: number;
  readonly tournaments: readonly TournamentRow[];
  readonly numbers: Readonly<Record<string, RowNumbers>>;
  readonly gone: readonly string[];
  readonly hexapro: readonly HexaProRow[];
}

/** One tournament as its reader sees it, sent when it is followed and again when its terms change. */
export interface TournamentShown {
  readonly type: "tournament";
  readonly at: number;
  readonly terms: TournamentTerms;
  readonly numbers: TournamentNumbers;
  readonly prizes: readonly PrizeBand[];
  readonly entry: OwnEntry | null;
}

/** Numbers of a tournament, for those who follow it or one of its tables; at most every two seconds. `prizes` are there where they changed; those who only follow a table are sent them too. */
export interface NumbersChanged {
  readonly type: "tournamentNumbers";
  readonly at: number;
  readonly tournament: string;
  readonly numbers: TournamentNumbers;
  readonly prizes: readonly PrizeBand[] | null;
}

/** The reader's own entry in a tournament that they follow, or at whose table they sit; null: none any more. */
export interface OwnEntryChanged {
  readonly type: "ownEntry";
  readonly at: number;
  readonly tournament: string;
  readonly entry: OwnEntry | null;
}

/** All of the reader's own tournaments and games, sent to each of their connections whenever one of them changes. */
export interface OwnTournaments {
  readonly type: "ownTournaments";
  readonly at: number;
  readonly play: OwnPlay;
}

/** A tournament tells the reader something, on each of their connections. */
export interface TournamentTold {
  readonly type: "tournamentNotice";
  readonly at: number;
  readonly notice: TournamentNotice;
}

/** A page of a tournament's players; `found` are all that the search found, `page` counts from 0. */
export interface Standings {
  readonly type: "standings";
  readonly at: number;
  readonly tournament: string;
  readonly page: number;
  readonly pages: number;
  readonly found: number;
  readonly search: string;
  readonly rows: readonly StandingRow[];
}

/** A page of a tournament's tables, the lowest number first. */
export interface TournamentTables {
  readonly type: "tournamentTables";
  readonly at: number;
  readonly tournament: string;
  readonly page: number;
  readonly pages: number;
  readonly found: number;
  readonly rows: readonly TableRow[];
}

/** A page of what a cancelled tournament paid, in the order in which players entered. */
export interface Payouts {
  readonly type: "payouts";
  readonly at: number;
  readonly tournament: string;
  readonly page: number;
  readonly pages: number;
  readonly found: number;
  readonly rows: readonly PayoutRow[];
}

/** What a tournament would pay with that many entries at its price, if nobody re-bought. `length` is how long it is likely to last, breaks apart, and `level` the one in which it is likely to end; null: nobody can tell. */
export interface PrizesIf {
  readonly type: "prizesIf";
  readonly tournament: string;
  readonly entries: number;
  readonly pool: number;
  readonly prizes: readonly PrizeBand[];
  readonly level: number | null;
  readonly length: number | null;
}

/** What an entry of that buy-in costs, part by part, and the chips it brings. */
export interface PriceIf {
  readonly type: "priceIf";
  readonly tournament: string;
  readonly amount: number;
  readonly price: EntryPrice;
  readonly chips: number;
}

/** One HexaPro lobby. */
export interface HexaProShown {
  readonly type: "hexapro";
  readonly at: number;
  readonly lobby: HexaProLobby;
}

/** What changed in a HexaPro lobby; `latest` are the newest draws, of which some may be known. */
export interface HexaProChanged {
  readonly type: "hexaproNumbers";
  readonly at: number;
  readonly lobby: string;
  readonly row: HexaProRow;
  readonly drawn: readonly number[];
  readonly latest: readonly HexaProDraw[];
  readonly fair: readonly HexaProFair[];
}

/** The reader may take part in the draw of one of their games: a seed is committed to with hand 0, that place as seat, and `pid`. Sent for each game that was registered for, and again after a reconnection. */
export interface HexaProPart {
  readonly type: "hexaproPart";
  readonly at: number;
  readonly lobby: string;
  readonly game: HexaProFair;
  readonly seat: number;
  readonly pid: string;
  readonly promised: boolean;
}

/** One of the reader's games is full and its draw is locked; who has flag 1 reveals the seed until `until`. */
export interface HexaProLocked {
  readonly type: "hexaproLocked";
  readonly at: number;
  readonly lobby: string;
  readonly game: HexaProFair;
  readonly players: readonly HexaProSeat[];
  readonly until: number;
}

/** The multiplier of one of the reader's own games was drawn; sent before its first hand, and again after a reconnection. */
export interface HexaProDrawShown {
  readonly type: "hexaproDrawn";
  readonly at: number;
  readonly drawn: HexaProDrawn;
}

/** A whole tournament table; its frames continue from this position. */
export interface TournamentTableShown {
  readonly type: "tournamentTable";
  readonly epoch: number;
  readonly number: number;
  readonly table: TournamentTable;
}

/** One step of a tournament table; fields as in `frame`. */
export interface TournamentFrame {
  readonly type: "tournamentFrame";
  readonly table: string;
  readonly epoch: number;
  readonly number: number;
  readonly changes: readonly TournamentChange[];
  readonly own: readonly TournamentOwnChange[];
  readonly done: string | null;
}

/** The whole lobby of the casino, in the operator's order. */
export interface CasinoLobbyShown {
  readonly type: "casinoLobby";
  readonly at: number;
  readonly tables: readonly CasinoRow[];
}

/** Rows of the casino's lobby that changed. */
export interface CasinoRowsChanged {
  readonly type: "casinoRows";
  readonly at: number;
  readonly tables: readonly CasinoRow[];
}

/** A whole casino table; its frames continue from this position. */
export interface CasinoTableShown {
  readonly type: "casinoTable";
  readonly at: number;
  readonly epoch: number;
  readonly number: number;
  readonly table: CasinoTable;
}

/** One step of a casino table: what happened, and the parts that are another now (null: as before). `own` is the reader's own part where it is another now, and `told` what concerns only the reader. */
export interface CasinoFrame {
  readonly type: "casinoFrame";
  readonly table: string;
  readonly epoch: number;
  readonly number: number;
  readonly at: number;
  readonly changes: readonly CasinoChange[];
  readonly moment: CasinoMoment | null;
  readonly felt: CasinoFelt | null;
  readonly board: CasinoBoard | null;
  readonly shoe: CasinoShoe | null;
  readonly crowd: CasinoCrowd | null;
  readonly fair: CasinoFair | null;
  readonly own: CasinoOwn | null;
  readonly told: readonly Told[];
}

/** The reader's own part of a table between two frames, or after a reconnection. `own` is null once the visit has ended; `told` says what a rule did, such as a bet that went back. */
export interface CasinoOwnChanged {
  readonly type: "casinoOwn";
  readonly table: string;
  readonly own: CasinoOwn | null;
  readonly told: readonly Told[];
}

/** A chat message at a casino table. */
export interface CasinoSaid {
  readonly type: "casinoSaid";
  readonly table: string;
  readonly line: CasinoLine;
}

/** Staff took a chat message away, by its number. */
export interface CasinoUnsaid {
  readonly type: "casinoUnsaid";
  readonly table: string;
  readonly number: number;
}

/** All live tables, whenever one of them is another. */
export interface StationsShown {
  readonly type: "stations";
  readonly at: number;
  readonly tables: readonly StationRow[];
}

/** The whole station, whenever something there is another; only dealers and pit bosses who follow it get it. */
export interface StationShown {
  readonly type: "station";
  readonly at: number;
  readonly station: StationView;
}

/** A betting decision; bets and raises go *to* an amount. */
export interface Choice {
  readonly kind: "call" | "check" | "fold" | "raise";
  readonly to?: number;
}

/** All tournaments and games of HexaPro that the reader is in, or was in until a few minutes ago. */
export interface OwnPlay {
  readonly tournaments: readonly OwnTournament[];
  readonly games: readonly OwnGame[];
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
  readonly fair: Fair | null;
}

/** Why something happened or was refused, for the client to put into words: a stable code, the clause, and named numbers. */
export interface Told {
  readonly code: string;
  readonly rule: string | null;
  readonly numbers: Readonly<Record<string, number>>;
}

/** A chat line. */
export interface ChatLine {
  readonly player: string;
  readonly name: string;
  readonly text: string;
  readonly at: number;
}

/** The reader's relation to a stake: waiting position, reserved seat, or seats; all empty: none any more. */
export interface Mine {
  readonly stake: string;
  readonly position: number | null;
  readonly offer: Offer | null;
  readonly seated: readonly string[];
}

/** What a tournament is, as announced; it changes only when the house changes the setup. Entries are paid from `wallet`, and winnings go there. After the last level the blinds stay or rise on by the last step. `unregisterBefore` is how long before the start entries can no longer be taken back; null: they cannot be. `rules` are the clauses it is played by, for the page to list. */
export interface TournamentTerms {
  readonly id: string;
  readonly edition: string;
  readonly editionHash: string;
  readonly name: string;
  readonly types: readonly string[];
  readonly unit: Unit;
  readonly wallet: string;
  readonly family: string;
  readonly seats: number;
  readonly price: EntryPrice;
  readonly stack: number;
  readonly levels: readonly BlindLevel[];
  readonly levelTime: number;
  readonly afterLastLevel: "continue_by_ratio" | "stay";
  readonly entriesMin: number;
  readonly entriesMax: number | null;
  readonly registrationOpens: number | null;
  readonly unregisterBefore: number | null;
  readonly lateLevels: number;
  readonly reEntries: number;
  readonly guarantee: number;
  readonly added: number;
  readonly handForHandPlaces: number;
  readonly failure: FailureTerms;
  readonly rules: readonly string[];
  readonly sitAndGo: boolean;
  readonly conditions: readonly string[];
  readonly password: boolean;
  readonly buyInMin: number | null;
  readonly buyInMax: number | null;
  readonly reBuy: ReBuyTerms | null;
  readonly addOn: AddOnTerms | null;
  readonly bounties: Bounties | null;
  readonly satellite: SatelliteTerms | null;
  readonly phase: PhaseTerms | null;
  readonly breaks: BreakTerms | null;
  readonly timeBank: TimeBankTerms | null;
  readonly hexapro: string | null;
}

/** What changes often in a tournament; the same for everybody, also for those who follow one of its tables. `blinds` are those of the level that runs; stacks are those after each table's last finished hand. `busy` counts tables that play a hand, or decide about re-buys: in hand-for-hand play the others wait for them. `nextPrize` is what the next player to go out wins. `paidIn` is what players paid into the pool. With `haltedAt` the house has paused play, and all clocks show what they showed then. */
export interface TournamentNumbers {
  readonly status: "announced" | "cancelled" | "finished" | "running";
  readonly startsAt: number | null;
  readonly registrationOpen: boolean;
  readonly registrationEnds: number | null;
  readonly mayUnregister: boolean;
  readonly unregisterUntil: number | null;
  readonly entries: number;
  readonly remaining: number;
  readonly tables: number;
  readonly busy: number;
  readonly level: number;
  readonly levelEnds: number | null;
  readonly blinds: BlindLevel | null;
  readonly nextBlinds: BlindLevel;
  readonly breakDue: number | null;
  readonly pause: TournamentPause | null;
  readonly pool: number;
  readonly prizesFinal: boolean;
  readonly paidPlaces: number;
  readonly nextPrize: number;
  readonly averageStack: number;
  readonly largestStack: number;
  readonly smallestStack: number;
  readonly handForHand: boolean;
  readonly finalTable: boolean;
  readonly haltedAt: number | null;
  readonly paidIn: number;
  readonly reBuys: number;
  readonly addOns: number;
  readonly cancelled: Cancellation | null;
}

/** Something a player is told about a tournament they are in, or about a game of HexaPro. `table` is where the reader was seated or moved to, `left` where they sat before, or where somebody bought chips; everything else is told wherever they sit. `changed` names the parameters that were changed. Whoever was away finds the same facts in `ownTournaments`. */
export interface TournamentNotice {
  readonly tournament: string;
  readonly name: string;
  readonly told: NoticeTold;
  readonly table: string | null;
  readonly left: string | null;
  readonly players: readonly string[];
  readonly other: Named | null;
  readonly changed: readonly string[];
  readonly payout: PayoutRow | null;
}

/** A price by that clause: its parts for the prize pool, for the bounty and the fee; `label` is the advertised price. */
export interface EntryPrice {
  readonly label: number;
  readonly pool: number;
  readonly fee: number;
  readonly rule: string;
  readonly bounty: number;
}

/** A HexaPro lobby, the same for everybody; one's own games are in `ownTournaments`. `chances` is the sum over all multipliers, by that clause; `drawn` counts how often each multiplier of `odds` was drawn, in the same order. */
export interface HexaProLobby {
  readonly row: HexaProRow;
  readonly odds: readonly HexaProOdds[];
  readonly chances: number;
  readonly rule: string;
  readonly levels: readonly BlindLevel[];
  readonly drawn: readonly number[];
  readonly latest: readonly HexaProDraw[];
  readonly fair: readonly HexaProFair[];
}

/** A HexaPro lobby as a row; `taken` are the seats taken in each filling game, the oldest first. Buy-ins are paid from `wallet`. A player may wait for `mostGames` games at once. `partners`: practice partners join whoever waits, so a game starts at once. */
export interface HexaProRow {
  readonly id: string;
  readonly edition: string;
  readonly product: "extreme" | "hexapro";
  readonly unit: Unit;
  readonly wallet: string;
  readonly buyIn: number;
  readonly seats: number;
  readonly taken: readonly number[];
  readonly running: number;
  readonly closed: boolean;
  readonly mostGames: number;
  readonly partners: boolean;
}

/** A game that fills and is drawn with its players' seeds (PFP-1): what its secret is committed by, before anybody takes part. `proven` are the 16 bytes that stand for the game in its proof. */
export interface HexaProFair {
  readonly game: number;
  readonly proven: string;
  readonly commitment: string;
}

/** The draw of one of the reader's own games, shown before its first hand, which is dealt at `dealsAt`. `slot` is the row of `odds` that the number drawn means. `proof` is what is published of the draw, as verifiers read it. */
export interface HexaProDrawn {
  readonly lobby: string;
  readonly tournament: string;
  readonly table: string;
  readonly unit: Unit;
  readonly buyIn: number;
  readonly draw: HexaProDraw;
  readonly slot: number;
  readonly odds: readonly HexaProOdds[];
  readonly chances: number;
  readonly rule: string;
  readonly dealsAt: number | null;
  readonly proof: string | null;
}

/** A tournament table as one viewer sees it; seats by their number, of `size` seats. `numbers` are those of the tournament and `entry` the viewer's own; they are kept up to date by `tournamentNumbers` and `ownEntry`. */
export interface TournamentTable {
  readonly id: string;
  readonly tournament: string;
  readonly name: string;
  readonly edition: string;
  readonly family: string;
  readonly number: number;
  readonly size: number;
  readonly numbers: TournamentNumbers;
  readonly seats: Readonly<Record<number, TournamentSeat>>;
  readonly playing: TournamentHand | null;
  readonly result: Result | null;
  readonly nextHandAt: number | null;
  readonly finalTable: boolean;
  readonly clocksStand: boolean;
  readonly closed: boolean;
  readonly own: TournamentOwn | null;
  readonly entry: OwnEntry | null;
  readonly chat: readonly ChatLine[];
  readonly afterHandsOnly: boolean;
  readonly fair: Fair | null;
}

/** A casino table as one reader sees it; `own` is null for those who only watch. */
export interface CasinoTable {
  readonly id: string;
  readonly name: string;
  readonly rules: CasinoRules;
  readonly moment: CasinoMoment;
  readonly felt: CasinoFelt;
  readonly crowd: CasinoCrowd;
  readonly board: CasinoBoard | null;
  readonly shoe: CasinoShoe | null;
  readonly own: CasinoOwn | null;
  readonly chat: readonly CasinoLine[];
  readonly fair: CasinoFair | null;
}

/** A chat message at a casino table; its number is what is reported. */
export interface CasinoLine {
  readonly number: number;
  readonly player: string;
  readonly name: string;
  readonly text: string;
  readonly at: number;
}

/** The station of one live table. `may` are the messages that the reader may send now, by their type; `canCorrect` is what can be put right. `reliefAt` is when whoever deals since `dealerSince` is to be relieved. Amounts are cents. */
export interface StationView {
  readonly id: string;
  readonly name: string;
  readonly game: string;
  readonly unit: Unit;
  readonly phase: "betting" | "closed" | "decided" | "idle" | "playing" | "result";
  readonly round: number;
  readonly dealer: string;
  readonly dealerSince: number | null;
  readonly reliefAt: number | null;
  readonly mine: boolean;
  readonly pit: boolean;
  readonly step: StationStep;
  readonly deadline: number | null;
  readonly closedAt: number | null;
  readonly hold: StationHold | null;
  readonly proposal: StationProposal | null;
  readonly failures: number;
  readonly failuresMax: number;
  readonly reads: readonly StationRead[];
  readonly canCorrect: readonly CorrectionName[];
  readonly may: readonly string[];
  readonly pitCalled: number | null;
  readonly corrections: number;
  readonly announcement: CasinoCorrection | null;
  readonly felt: CasinoFelt;
  readonly crowd: CasinoCrowd;
  readonly shoe: CasinoShoe | null;
  readonly shuffleAsked: boolean;
  readonly pockets: number;
  readonly red: readonly number[];
  readonly chat: readonly CasinoLine[];
  readonly blocked: readonly StationBlocked[];
  readonly scanner: ScannerKeys;
  readonly video: VideoFeed | null;
}

/** The last frame of a table that a client has seen. */
export interface Position {
  readonly table: string;
  readonly epoch: number;
  readonly number: number;
}

/** What a seed for one hand is committed to by. */
export interface SeedPromise {
  readonly hand: number;
  readonly commitment: string;
}

/** The signed-in person of this connection. */
export interface Person {
  readonly player: string;
  readonly name: string;
  readonly avatar: string;
  readonly kind: "guest" | "player";
  readonly roles: readonly string[];
}

/** A rulebook in force. */
export interface Edition {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly date: string | null;
}

/** A table where the reader sits. */
export interface SeatedAt {
  readonly table: string;
  readonly stake: string;
}

/** The unit of amounts: money of a currency, or chips. */
export interface Unit {
  readonly kind: "chips" | "money";
  readonly currency: string | null;
  readonly label: "play" | "test" | null;
}

/** A stake as a row of the cash lobby; `open` are some of its tables, to watch. `mayPost`: a newcomer may post a big blind instead of waiting for it. `partners`: practice partners join whoever waits, so there is always a game. */
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

/** A tournament as a row of the lobby; several types can apply. `conditions` counts what is asked of an entrant; `password` says that one must be given. `target` is what a satellite leads to, and `ticket` what an entry there is worth. `partners`: practice partners come to it. `prizes` are those of a sit & go, once it is full. Entries are paid from `wallet`, and winnings go there. */
export interface TournamentRow {
  readonly id: string;
  readonly edition: string;
  readonly name: string;
  readonly types: readonly string[];
  readonly unit: Unit;
  readonly wallet: string;
  readonly family: string;
  readonly seats: number;
  readonly price: EntryPrice;
  readonly stack: number;
  readonly levelTime: number;
  readonly numbers: RowNumbers;
  readonly guarantee: number;
  readonly entriesMax: number | null;
  readonly registrationOpens: number | null;
  readonly lateLevels: number;
  readonly reEntries: number;
  readonly progressive: boolean;
  readonly reBuy: boolean;
  readonly addOn: boolean;
  readonly target: Named | null;
  readonly ticket: number;
  readonly conditions: number;
  readonly password: boolean;
  readonly partners: boolean;
  readonly prizes: readonly PrizeBand[];
}

/** What changes often in a row. `registrationEnds` is the clock time at which late registration ends, breaks counted in (MTT-32a); money may close it earlier. Where `mayUnregister`, an entry can be taken back until `unregisterUntil`, or until a sit & go is full where that is null. `paidIn` is what players paid into the pool, and `winner` the name of who won it. */
export interface RowNumbers {
  readonly status: "announced" | "cancelled" | "finished" | "running";
  readonly startsAt: number | null;
  readonly registrationOpen: boolean;
  readonly registrationEnds: number | null;
  readonly mayUnregister: boolean;
  readonly unregisterUntil: number | null;
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
  readonly haltedAt: number | null;
  readonly paidIn: number;
  readonly reBuys: number;
  readonly winner: string | null;
}

/** What a failure of the server does to the tournament, by that clause (CANC-61); `byStage`: what the stage decides. */
export interface FailureTerms {
  readonly onFailure: "by_stage" | "cancel_and_refund" | "resume";
  readonly rule: string;
}

/** Blinds and ante of one level. */
export interface BlindLevel {
  readonly level: number;
  readonly smallBlind: number;
  readonly bigBlind: number;
  readonly ante: number;
}

/** What each place from `first` to `last` wins: money, and in a satellite an entry worth `ticket`. */
export interface PrizeBand {
  readonly first: number;
  readonly last: number;
  readonly money: number;
  readonly ticket: number;
}

/** The reader's own entry in a tournament. `rank` is by chips after each table's last finished hand, ties share the better rank; `place` is the finish, by the clause `placeRule`, provisional while registration is open. `sitsOut` names the clause. Until `mayBuyUntil` a player without chips can re-buy. Where `mayUnregister`, the entry can be taken back until `unregisterUntil`; `changed` says that the house changed something since, which is why. */
export interface OwnEntry {
  readonly entries: number;
  readonly table: string | null;
  readonly seat: number | null;
  readonly stack: number;
  readonly rank: number | null;
  readonly sitsOut: string | null;
  readonly place: number | null;
  readonly prizes: number;
  readonly bounty: number;
  readonly bounties: number;
  readonly mayBuyUntil: number | null;
  readonly reBuy: Extra | null;
  readonly addOn: Extra | null;
  readonly mayUnregister: boolean;
  readonly unregisterUntil: number | null;
  readonly mayReEnter: boolean;
  readonly changed: boolean;
  readonly disqualified: boolean;
  readonly held: boolean;
  readonly payout: PayoutRow | null;
  readonly placeRule: string | null;
}

/** What happened, the clause, and the numbers of the sentence; amounts of money are cents, stacks are chips. */
export interface NoticeTold {
  readonly code: NoticeCode;
  readonly rule: string | null;
  readonly numbers: Readonly<Record<string, number>>;
}

/** A player of a tournament: with chips `rank` and `stack`, afterwards `place` and `prize`. Before the start players stand in the order in which they entered. `prize` is money and tickets; bounties are apart. */
export interface StandingRow {
  readonly player: string;
  readonly name: string;
  readonly rank: number | null;
  readonly stack: number;
  readonly table: number | null;
  readonly place: number | null;
  readonly prize: number;
  readonly bounty: number;
  readonly bounties: number;
  readonly entries: number;
  readonly away: boolean;
}

/** A table of a tournament, to watch by its id. */
export interface TableRow {
  readonly id: string;
  readonly number: number;
  readonly players: number;
  readonly largest: number;
  readonly smallest: number;
  readonly average: number;
  readonly playing: boolean;
}

/** What one player got from a cancelled tournament, part by part. `deducted` was won before and is not paid again; `forfeited` is the clause by which nothing comes back; `held`: a review keeps back what was won. */
export interface PayoutRow {
  readonly player: string;
  readonly name: string;
  readonly amount: number;
  readonly parts: readonly PayoutPart[];
  readonly tickets: readonly PayoutTicket[];
  readonly deducted: number;
  readonly forfeited: string | null;
  readonly held: boolean;
}

/** The multiplier drawn for a game, in hundredths of a buy-in, and the rulebook revision it was drawn by. */
export interface HexaProDraw {
  readonly game: number;
  readonly draw: number;
  readonly multiplier: number;
  readonly editionHash: string;
  readonly at: number;
}

/** A player of a locked draw by place in line: `flag` 1 has promised a seed, 2 has the default. */
export interface HexaProSeat {
  readonly seat: number;
  readonly pid: string;
  readonly flag: number;
  readonly commitment: string;
}

/** A casino table as a row of the lobby. `results` are the latest first; `bead` is the bead plate of a baccarat shoe. `deadline` is when the bets close, or open again. */
export interface CasinoRow {
  readonly id: string;
  readonly name: string;
  readonly game: string;
  readonly live: boolean;
  readonly dealer: string;
  readonly unit: Unit;
  readonly wallet: string;
  readonly betMin: number;
  readonly betMax: number;
  readonly roundMax: number;
  readonly phase: "betting" | "closed" | "decided" | "idle" | "playing" | "result";
  readonly deadline: number | null;
  readonly held: boolean;
  readonly players: number;
  readonly seats: number;
  readonly freeSeats: readonly number[];
  readonly waiting: number;
  readonly results: readonly string[];
  readonly bead: readonly RoadCell[];
  readonly counts: Readonly<Record<string, number>>;
}

/** What does not change while a table is open. */
export interface CasinoRules {
  readonly game: string;
  readonly live: boolean;
  readonly unit: Unit;
  readonly wallet: string;
  readonly edition: string;
  readonly limits: CasinoLimits;
  readonly notices: readonly Told[];
  readonly spots: readonly BetSpot[];
  readonly red: readonly number[];
  readonly seats: number;
  readonly video: VideoFeed | null;
}

/** Where a table stands: its phase, since when, and until when it lasts (the bets, the insurance, a decision, the pause). `roundId` names the round in the history and in complaints; it is empty before the first one. */
export interface CasinoMoment {
  readonly phase: "betting" | "closed" | "decided" | "idle" | "playing" | "result";
  readonly round: number;
  readonly roundId: string;
  readonly since: number;
  readonly deadline: number | null;
  readonly dealer: string;
  readonly hold: CasinoHold | null;
  readonly correction: CasinoCorrection | null;
}

/** Those at the table, in sum: how many are connected, how many of them have bets, and what lies where. Told a few times a second while bets are open. Where all have confirmed, betting may close early (BAC-09). */
export interface CasinoCrowd {
  readonly guests: number;
  readonly bettors: number;
  readonly staked: number;
  readonly spots: readonly SpotCrowd[];
}

/** The wheel: the pocket of this round once the ball fell, and the spots that win with it. */
export interface RouletteFelt {
  readonly game: "roulette";
  readonly pocket: number | null;
  readonly colour: string;
  readonly winning: readonly string[];
}

/** The coup: the cards of both hands in the order of dealing, and what they count. `draws` is the hand that gets the next card; `told` says by which clauses third cards are drawn or not. */
export interface BaccaratFelt {
  readonly game: "baccarat";
  readonly player: readonly string[];
  readonly banker: readonly string[];
  readonly playerTotal: number;
  readonly bankerTotal: number;
  readonly draws: "banker" | "player" | null;
  readonly outcome: "banker" | "player" | "tie" | null;
  readonly told: readonly Told[];
}

/** Seats by their number, and the dealer's cards (null: face down) with what the open ones count. */
export interface BlackjackFelt {
  readonly game: "blackjack";
  readonly seats: readonly (Box | null)[];
  readonly dealer: readonly (string | null)[];
  readonly dealerTotal: number;
  readonly turn: BoxTurn | null;
  readonly insurance: boolean;
  readonly queue: readonly QueuePlace[];
}

/** Past numbers, the latest first; which came most and least often of `spins`. They say nothing about the next. */
export interface RouletteBoard {
  readonly game: "roulette";
  readonly last: readonly number[];
  readonly hot: readonly SpinCount[];
  readonly cold: readonly SpinCount[];
  readonly spins: number;
}

/** The roads of the shoe, and how often each spot won. */
export interface BaccaratBoard {
  readonly game: "baccarat";
  readonly bead: readonly RoadCell[];
  readonly big: readonly RoadCell[];
  readonly bigEye: readonly RoadCell[];
  readonly small: readonly RoadCell[];
  readonly cockroach: readonly RoadCell[];
  readonly counts: Readonly<Record<string, number>>;
}

/** The shoe: how many cards it had, how many are out of it, and where the cut card is. `burnt` is how many are taken out unseen after each shuffle (BJ-44): the first of its order. `commitment` binds the house to the order of its cards; `opened` are the numbers of shoes whose order can be checked now. */
export interface CasinoShoe {
  readonly number: number;
  readonly cards: number;
  readonly out: number;
  readonly cutAt: number;
  readonly decks: number;
  readonly commitment: string;
  readonly opened: readonly number[];
  readonly burnt: number;
}

/** The chain of a table: what its secrets are fixed by since it was opened, and how far it is used. `proven` are the 16 bytes that stand for table and chain in proofs; `next` is the next place that a seed can be promised for. */
export interface CasinoFair {
  readonly proven: string;
  readonly anchor: string;
  readonly length: number;
  readonly next: number;
  readonly lock: CasinoLock | null;
  readonly shoe: CasinoShoeSeeds | null;
}

/** What only the reader sees of a table they visit; `purse` is what is left in the wallet, `staked` what is in play here. */
export interface CasinoOwn {
  readonly purse: number;
  readonly staked: number;
  readonly payment: OwnPayment | null;
  readonly mayChat: boolean;
  readonly layout: OwnLayout | null;
  readonly box: OwnBox | null;
  readonly muted: readonly string[];
  readonly fair: CasinoOwnFair | null;
}

/** A live table in the list of stations; `mine` where the reader deals, `free` where they may begin to deal. `manned` says whether who deals there stands at its station. */
export interface StationRow {
  readonly id: string;
  readonly name: string;
  readonly game: string;
  readonly dealer: string;
  readonly phase: "betting" | "closed" | "decided" | "idle" | "playing" | "result";
  readonly players: number;
  readonly held: boolean;
  readonly pitCalled: number | null;
  readonly mine: boolean;
  readonly free: boolean;
  readonly manned: boolean;
}

/** The one thing that has to be done next. A scan names its hand: the seat (-1 is the dealer; at baccarat 0 is Player and 1 Banker), which hand of the seat, and whether the card lies face up. `name` is the player of the seat, `count` how many cards are burnt or left behind the cut card. `card` counts the cards of the round up to the one that is due, and `cards` are those of the first deal while it lasts. `following` are the places of the cards that come after it there. All are 0 or empty where no card is due. */
export interface StationStep {
  readonly kind: StepName;
  readonly rule: string | null;
  readonly seat: number;
  readonly hand: number;
  readonly faceUp: boolean;
  readonly count: number;
  readonly until: number | null;
  readonly name: string;
  readonly card: number;
  readonly cards: number;
  readonly following: readonly StationPlace[];
}

/** How a scanner types: the keys before a code, the key after it, and the longest pause within one, in milliseconds. */
export interface ScannerKeys {
  readonly prefix: string;
  readonly suffix: "Enter" | "Tab";
  readonly gap: number;
}

/** A tournament that the reader is registered for, plays in, or was in. `state` is `waiting` before the start, `seated` at `table`, `out` with `place`. `prizes` are money and tickets credited, `ticket` the worth of an entry won to `target`; `refunded` is what a cancellation paid, by `rule`. `changed`: the house changed something since the reader registered. Where `mayUnregister`, the entry can be taken back until `unregisterUntil`. */
export interface OwnTournament {
  readonly tournament: string;
  readonly name: string;
  readonly edition: string;
  readonly unit: Unit;
  readonly state: "out" | "seated" | "waiting";
  readonly status: "announced" | "cancelled" | "finished" | "running";
  readonly startsAt: number | null;
  readonly entries: number;
  readonly table: string | null;
  readonly seat: number | null;
  readonly place: number | null;
  readonly prizes: number;
  readonly bounties: number;
  readonly held: boolean;
  readonly ticket: number;
  readonly target: Named | null;
  readonly refunded: number | null;
  readonly rule: string | null;
  readonly mayUnregister: boolean;
  readonly unregisterUntil: number | null;
  readonly mayReEnter: boolean;
  readonly mayBuyUntil: number | null;
  readonly changed: boolean;
  readonly disqualified: boolean;
  readonly hexapro: string | null;
}

/** A game of HexaPro the reader is in: waiting for players, or drawn and played as that tournament. */
export interface OwnGame {
  readonly lobby: string;
  readonly game: number;
  readonly tournament: string | null;
  readonly multiplier: number | null;
}

/** The hand being played; `pots` are collected, bets of this round are at their seats. */
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

/** The result of the last hand, shown until the next one. */
export interface Result {
  readonly number: number;
  readonly board: readonly string[];
  readonly shown: readonly Shown[];
  readonly pots: readonly PotWon[];
}

/** The private part of a table for the player in that seat. */
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

/** The players' cut at a table, as one viewer sees it; `table` are the 16 bytes that stand for it in proofs. */
export interface Fair {
  readonly table: string;
  readonly key: string;
  readonly hand: number;
  readonly locked: FairLocked | null;
  readonly dealt: FairDealt | null;
  readonly pid: string | null;
  readonly promised: readonly PromisedSeed[];
  readonly openings: readonly CardOpening[];
}

/** A seat was taken or changed; the whole seat. */
export interface SeatChanged {
  readonly kind: "seat";
  readonly at: number;
  readonly seat: Seat;
  readonly rule: string | null;
}

/** A seat became free. */
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

/** Whose turn it is now; null if nobody's. */
export interface TurnChanged {
  readonly kind: "turn";
  readonly turn: Turn | null;
}

/** A player acted; `bet` is what now lies in front of them. With `rule`, the act was automatic by that clause. */
export interface Acted {
  readonly kind: "acted";
  readonly at: number;
  readonly act: "bet" | "call" | "check" | "fold" | "raise";
  readonly bet: number;
  readonly allIn: boolean;
  readonly rule: string | null;
}

/** The player will sit out from the next deal on, by that clause. */
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

/** An uncalled bet was returned. */
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

/** A hand ended; the seats after it. */
export interface HandEnded {
  readonly kind: "handEnded";
  readonly number: number;
  readonly hand: string | null;
  readonly seats: Readonly<Record<number, Seat>>;
  readonly rake: number;
  readonly rakeRule: string;
}

/** A hand became void and all bets were returned. */
export interface HandVoided {
  readonly kind: "handVoided";
  readonly number: number;
  readonly seats: Readonly<Record<number, Seat>>;
  readonly rule: string;
  readonly reason: string;
}

/** A player connected or disconnected; `turn` if it is theirs; `sits_out_next` where coming back ended a sit-out. */
export interface ConnectionChanged {
  readonly kind: "connection";
  readonly at: number;
  readonly connected: boolean;
  readonly turn: Turn | null;
  readonly rule: string | null;
  readonly sitsOutNext: boolean | null;
}

/** All clocks were stopped, or run again. */
export interface ClocksChanged {
  readonly kind: "clocks";
  readonly stand: boolean;
  readonly turn: Turn | null;
  readonly rule: string;
}

/** The table's rulebook, its closing, or its state after an outage changed. */
export interface RoomChanged {
  readonly kind: "room";
  readonly edition: string;
  readonly closing: string | null;
  readonly closed: boolean;
  readonly rule: string | null;
  readonly seats: Readonly<Record<number, Seat>>;
}

/** When the next hand is dealt, and how many players are missing for it. */
export interface Waiting {
  readonly kind: "waiting";
  readonly nextHandAt: number | null;
  readonly missing: number;
}

/** The next hand is locked; who has flag 1 reveals the seed until `until`. Cards come at `due` if all seeds are there. In a whole table it also stands for the hand that is being played; then both times are 0. */
export interface FairLocked {
  readonly kind: "fairLocked";
  readonly hand: number;
  readonly roots: readonly string[];
  readonly hole: number;
  readonly order: readonly number[];
  readonly seats: readonly LockedSeat[];
  readonly before: string;
  readonly lock: string;
  readonly signature: string;
  readonly key: string;
  readonly due: number;
  readonly until: number;
}

/** The players' cut, before the first card: `deck` is played. */
export interface FairDealt {
  readonly kind: "fairDealt";
  readonly hand: number;
  readonly seats: readonly CutSeat[];
  readonly mix: string;
  readonly deck: number;
  readonly deal: string;
  readonly signature: string;
}

/** The hand is over: the key of the deck that was not played, and the cards that everybody saw, opened. */
export interface FairEnded {
  readonly kind: "fairEnded";
  readonly hand: number;
  readonly unusedKey: string;
  readonly openings: readonly CardOpening[];
  readonly end: string;
  readonly after: string;
  readonly signature: string;
}

/** The locked hand is void: 1 the room restarted, 2 this table stopped, 3 staff called it off. Both decks are burnt. */
export interface FairVoided {
  readonly kind: "fairVoided";
  readonly hand: number;
  readonly reason: number;
  readonly void: string;
  readonly after: string;
  readonly signature: string;
}

/** The reader's hole cards. */
export interface Dealt {
  readonly kind: "dealt";
  readonly hand: string;
  readonly cards: readonly string[];
}

/** It is the reader's turn, with these options. */
export interface OptionsOffered {
  readonly kind: "options";
  readonly options: Options;
}

/** The strength of the reader's cards with the board. */
export interface StrengthChanged {
  readonly kind: "strength";
  readonly strength: Strength | null;
}

/** The reader's private part of the table changed. */
export interface OwnChanged {
  readonly kind: "own";
  readonly own: Own;
}

/** The reader's own cards, opened. */
export interface FairOpened {
  readonly kind: "fairOpened";
  readonly hand: number;
  readonly openings: readonly CardOpening[];
}

/** The reader may take part in the cut from the hand of that number on, as `pid`. */
export interface FairPart {
  readonly kind: "fairPart";
  readonly table: string;
  readonly pid: string;
  readonly hand: number;
}

/** A reserved seat: the allowed buy-in, why, and until when; the table is drawn and not revealed (CASH-02). */
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

/** Terms of re-buys: allowed through that level, with fewer than `below` chips, `times` times; null is no limit. A player without chips has `window` to decide, and the table waits. */
export interface ReBuyTerms {
  readonly price: EntryPrice;
  readonly chips: number;
  readonly untilLevel: number;
  readonly below: number | null;
  readonly times: number | null;
  readonly window: number;
}

/** Terms of the add-on: offered once to everybody, in a break of that length after that level. */
export interface AddOnTerms {
  readonly price: EntryPrice;
  readonly chips: number;
  readonly afterLevel: number;
  readonly window: number;
}

/** Bounties: the amount per entry, whether it is progressive, and players with special ones. */
export interface Bounties {
  readonly head: number;
  readonly progressive: boolean;
  readonly vips: readonly Vip[];
}

/** What a satellite awards: entries to the target, each worth `ticket`; without a target a package called `label`. */
export interface SatelliteTerms {
  readonly ticket: number;
  readonly target: Named | null;
  readonly label: string;
}

/** A phase: a first one ends with that level and leads to `next`; the last one is fed by `sources`. */
export interface PhaseTerms {
  readonly untilLevel: number | null;
  readonly next: Named | null;
  readonly sources: readonly Named[];
}

/** Synchronised breaks: at that minute of every hour, how long, and whether also in the first level (MTT-47a, MTT-47c). */
export interface BreakTerms {
  readonly minute: number;
  readonly length: number;
  readonly inFirstLevel: boolean;
  readonly rule: string;
}

/** The time bank of a player: what it starts with, and the most it holds. */
export interface TimeBankTerms {
  readonly start: number;
  readonly most: number;
}

/** A pause: nothing is dealt until `until`; null while tables still finish their hands. */
export interface TournamentPause {
  readonly kind: "add_on" | "break" | "phase_end";
  readonly length: number;
  readonly until: number | null;
}

/** Why a tournament was cancelled, how far it had come, the clause that settled it, and all money that was paid out. */
export interface Cancellation {
  readonly cause: "house" | "server_failure" | "too_few";
  readonly stage: "before_money" | "before_start" | "final_table" | "hexapro" | "in_the_money" | "running";
  readonly at: number;
  readonly rule: string;
  readonly settledBy: string;
  readonly total: number;
}

/** Another tournament, by id and name; the name is empty where it is not announced yet. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/** One multiplier, in hundredths of a buy-in: its range of draws, the prizes, and how such a game is played. `bank` is the time bank each player starts with. */
export interface HexaProOdds {
  readonly multiplier: number;
  readonly chances: number;
  readonly firstDraw: number;
  readonly lastDraw: number;
  readonly pool: number;
  readonly prizes: readonly number[];
  readonly stack: number;
  readonly levelTime: number;
  readonly bank: number;
}

/** A seat as everybody sees it; an `away` player folds at once in turn, and `sitsOutNext` names the clause. `bounty` is what stands on the player's head, in cents; a `bot` keeps people company. */
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
  readonly bounty: number;
  readonly bot: boolean;
}

/** The hand being played, its blinds, and its synchronised round in hand-for-hand play. */
export interface TournamentHand {
  readonly hand: Hand;
  readonly button: number;
  readonly blinds: BlindLevel;
  readonly round: number | null;
}

/** The private part of a table for the player in that seat. */
export interface TournamentOwn {
  readonly seat: number;
  readonly cards: readonly string[];
  readonly strength: Strength | null;
  readonly options: Options | null;
}

/** The order of the next hand: players and stacks, blinds, and when it is dealt. */
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

/** A hand ended; the stacks after it. */
export interface DealEnded {
  readonly kind: "dealEnded";
  readonly number: number;
  readonly hand: string | null;
  readonly seats: Readonly<Record<number, TournamentSeat>>;
}

/** A hand became void and is played again from the stacks it began with. */
export interface DealVoided {
  readonly kind: "dealVoided";
  readonly number: number;
  readonly rule: string;
  readonly reason: string;
}

/** The seats whose players are away and fold at once from now on. */
export interface AwayChanged {
  readonly kind: "away";
  readonly seats: readonly number[];
  readonly rule: string;
}

/** The table is closed: nothing more is dealt. */
export interface TableShut {
  readonly kind: "tableShut";
  readonly rule: string;
}

/** The limits of a table, and its times in milliseconds; `clauses` names the rule of each by its name here. `betMin` and `betMax` hold for one spot or one hand, `roundMax` for all bets of one player in a round. */
export interface CasinoLimits {
  readonly betMin: number;
  readonly betMax: number;
  readonly roundMax: number;
  readonly betUnit: number;
  readonly chips: readonly number[];
  readonly bettingTime: number;
  readonly pauseTime: number;
  readonly decisionTime: number | null;
  readonly clauses: Readonly<Record<string, string>>;
}

/** Bets are open until that instant of the room's clock. */
export interface BetsOpened {
  readonly kind: "betsOpened";
  readonly round: number;
  readonly until: number;
  readonly rule: string;
}

/** No more bets; chips that were not confirmed are no bets. */
export interface BetsClosed {
  readonly kind: "betsClosed";
  readonly round: number;
  readonly rule: string;
}

/** Nobody bet; bets open again at that instant. */
export interface BetsLapsed {
  readonly kind: "betsLapsed";
  readonly againAt: number;
  readonly rule: string;
}

/** The cards were shuffled into a new shoe. */
export interface ShoeShuffled {
  readonly kind: "shoeShuffled";
  readonly number: number;
  readonly cards: number;
  readonly commitment: string;
}

/** Cards were taken out of the shoe unseen. */
export interface CardsBurned {
  readonly kind: "cardsBurned";
  readonly count: number;
  readonly rule: string;
}

/** A card was dealt to a hand of a seat, of the dealer (seat -1), or of Player (0) and Banker (1) at baccarat. `card` is null where it lies face down; `video` is the time code of the recording. */
export interface CardDealt {
  readonly kind: "cardDealt";
  readonly seat: number;
  readonly hand: number;
  readonly card: string | null;
  readonly video: number | null;
}

/** The ball lies in that pocket. */
export interface BallFell {
  readonly kind: "ballFell";
  readonly pocket: number;
  readonly colour: string;
  readonly video: number | null;
}

/** The outcome is known; the dealer announces it before it is paid. */
export interface OutcomeKnown {
  readonly kind: "outcomeKnown";
}

/** The round is settled; `result` is the pocket or the spot that won, and empty at blackjack. */
export interface RoundPaid {
  readonly kind: "roundPaid";
  readonly round: number;
  readonly result: string;
  readonly rule: string;
}

/** The round is void, and all bets went back. */
export interface RoundVoid {
  readonly kind: "roundVoid";
  readonly round: number;
  readonly rule: string;
}

/** The table waits for staff. */
export interface TableHeld {
  readonly kind: "tableHeld";
  readonly reason: string;
  readonly rule: string;
}

/** The table goes on, with the time that was left. */
export interface TableReleased {
  readonly kind: "tableReleased";
}

/** Another dealer took over. */
export interface DealerChanged {
  readonly kind: "dealerChanged";
  readonly dealer: string;
}

/** Two people put something right; `card` or `pocket` is what counts, `was` what does not. */
export interface RoundCorrected {
  readonly kind: "roundCorrected";
  readonly what: string;
  readonly rule: string;
  readonly card: string | null;
  readonly pocket: number | null;
  readonly was: string | null;
}

/** The room stood still, and gives that time back; `recovered` after a failure. */
export interface ClocksShifted {
  readonly kind: "clocksShifted";
  readonly stood: number;
  readonly rule: string;
  readonly recovered: boolean;
}

/** A seat was taken; `rule` where it was given to the first in the queue. */
export interface BoxTaken {
  readonly kind: "boxTaken";
  readonly seat: number;
  readonly player: string;
  readonly name: string;
  readonly rule: string | null;
}

/** A seat is free; `rule` where the table freed it. */
export interface BoxLeft {
  readonly kind: "boxLeft";
  readonly seat: number;
  readonly rule: string | null;
}

/** The player of a seat bet, or took the bet back (0). */
export interface BoxBet {
  readonly kind: "boxBet";
  readonly seat: number;
  readonly amount: number;
}

/** Insurance is open until that instant. */
export interface InsuranceOffered {
  readonly kind: "insuranceOffered";
  readonly until: number;
  readonly rule: string;
}

/** The dealer looked under the ace. */
export interface HoleChecked {
  readonly kind: "holeChecked";
  readonly blackjack: boolean;
  readonly rule: string;
}

/** A hand is asked for its decision until that instant. */
export interface BoxAsked {
  readonly kind: "boxAsked";
  readonly turn: number;
  readonly seat: number;
  readonly hand: number;
  readonly until: number;
  readonly rule: string;
}

/** A hand decided; `rule` where the table did it. */
export interface BoxDecided {
  readonly kind: "boxDecided";
  readonly seat: number;
  readonly hand: number;
  readonly choice: "double" | "hit" | "split" | "stand";
  readonly rule: string | null;
}

/** A hand is finished: blackjack, 21, bust, doubled, or a split ace. */
export interface BoxEnded {
  readonly kind: "boxEnded";
  readonly seat: number;
  readonly hand: number;
  readonly why: string;
  readonly rule: string;
}

/** The hole card was turned over. */
export interface HoleShown {
  readonly kind: "holeShown";
  readonly card: string;
  readonly rule: string;
}

/** A round was drawn, a shoe is over, or a lock came to nothing: its secret, and the hash of everybody's seeds. The whole of it, with so many players' seeds, is published at `/api/casino/tables/TABLE/proofs/NAME` from now on, where NAME is `proven` and `index` with a hyphen between them. It can be told by no other seeds than these. */
export interface SecretTold {
  readonly kind: "secretTold";
  readonly proven: string;
  readonly index: number;
  readonly players: number;
  readonly seeds: string;
  readonly secret: string;
}

/** Why the table waits for people; `person` is empty where the table held by itself. */
export interface StationHold {
  readonly reason: "correction" | "disagreement" | "impossible" | "irregularity" | "unreadable";
  readonly since: number;
  readonly rule: string;
  readonly person: string;
  readonly words: string;
}

/** A correction that waits for another person: what counts now (`was`), what would count, and what that changes. `total` is what the hand counts now and `totalAfter` what it would count; null where no hand changes. */
export interface StationProposal {
  readonly number: number;
  readonly what: CorrectionName;
  readonly reason: string;
  readonly people: readonly string[];
  readonly mine: boolean;
  readonly card: string | null;
  readonly pocket: number | null;
  readonly wasCard: string | null;
  readonly wasPocket: number | null;
  readonly seat: number | null;
  readonly hand: number;
  readonly total: number | null;
  readonly totalAfter: number | null;
  readonly burned: number;
}

/** What the scanner read: for which hand, and what came of it; a card that lies face down is not named. */
export interface StationRead {
  readonly at: number;
  readonly seat: number;
  readonly hand: number;
  readonly outcome: "accepted" | "impossible" | "twice" | "unread";
  readonly card: string | null;
  readonly video: number | null;
}

/** What was put right in this round, as it is announced; a card that lies face down is not named. */
export interface CasinoCorrection {
  readonly what: CorrectionName;
  readonly card: string | null;
  readonly pocket: number | null;
}

/** A player who may not write at the table. */
export interface StationBlocked {
  readonly player: string;
  readonly name: string;
}

/** The stream of a table's camera; `clockAt` is the instant of the room's clock at time code 0 of the recording. */
export interface VideoFeed {
  readonly kind: "hls" | "image" | "whep";
  readonly address: string;
  readonly clockAt: number;
}

/** A seat as everybody sees it. */
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

/** The betting options of the reader; `raiseMax` is 0 when raising is closed, and `closedBy` names the clause. */
export interface Options {
  readonly hand: string;
  readonly turn: number;
  readonly toCall: number;
  readonly raiseMin: number;
  readonly raiseMax: number;
  readonly closedBy: string | null;
}

/** A re-buy or add-on of the reader: whether it can be bought now or why not, how often it was, and how often it still can be. */
export interface Extra {
  readonly possible: boolean;
  readonly why: Told | null;
  readonly taken: number;
  readonly left: number | null;
}

/** A part of a payout, and the clause that gives it. */
export interface PayoutPart {
  readonly what: "bounty" | "by_chips" | "by_icm" | "each_part" | "entry" | "equal_part" | "fee" | "lowest_prize";
  readonly amount: number;
  readonly rule: string;
}

/** A ticket that paid an entry: whether it came back, and by which clause. */
export interface PayoutTicket {
  readonly worth: number;
  readonly returned: boolean;
  readonly rule: string;
}

/** A mark on a baccarat road: what it stands for, and how many ties are drawn on it. */
export interface RoadCell {
  readonly column: number;
  readonly row: number;
  readonly mark: string;
  readonly ties: number;
}

/** A place for chips: what it pays (`pays` to `per`), by which clause, and the numbers it covers at roulette. */
export interface BetSpot {
  readonly name: string;
  readonly bet: string;
  readonly pays: number;
  readonly per: number;
  readonly rule: string;
  readonly numbers: readonly number[];
}

/** The table waits for staff, and its clocks stand still. */
export interface CasinoHold {
  readonly reason: "correction" | "disagreement" | "impossible" | "irregularity" | "unreadable";
  readonly since: number;
  readonly rule: string;
}

/** How many players bet on a spot, or behind a seat (its number as text), and how much together. */
export interface SpotCrowd {
  readonly spot: string;
  readonly players: number;
  readonly staked: number;
}

/** The decision the table waits for; its clock runs from `since` to the table's `deadline`. */
export interface BoxTurn {
  readonly number: number;
  readonly seat: number;
  readonly hand: number;
}

/** Somebody who waits for a seat, the longest waiting first. */
export interface QueuePlace {
  readonly player: string;
  readonly name: string;
}

/** How often a number came. */
export interface SpinCount {
  readonly number: number;
  readonly times: number;
}

/** A place of the chain that is locked; whoever promised a seed reveals it until `until`. `digest` fixes everybody and what each is committed to, of whom there may be hundreds; the proof lists them. */
export interface CasinoLock {
  readonly index: number;
  readonly draws: "round" | "shoe";
  readonly digest: string;
  readonly until: number;
}

/** How many players the shoe on the table was shuffled with, and how many seeds were their own; its key is told when it is over. */
export interface CasinoShoeSeeds {
  readonly index: number;
  readonly players: number;
  readonly own: number;
}

/** The reader's result of the last round: bets lost, bets returned, winnings; `seat` is whose hands were bet on, own or behind. */
export interface OwnPayment {
  readonly round: number;
  readonly lost: number;
  readonly returned: number;
  readonly won: number;
  readonly results: readonly BetResult[];
  readonly seat: number | null;
}

/** The reader's chips: laid and not confirmed, confirmed, and what "Last bet" would lay. */
export interface OwnLayout {
  readonly staged: readonly SpotBet[];
  readonly stagedTotal: number;
  readonly bets: readonly SpotBet[];
  readonly last: readonly SpotBet[];
}

/** The reader at a blackjack table: seat, bets on the hands of a seat (own or behind), and what may be chosen now. `betSeat` is the seat whose hands are bet on. `options` are the decisions open in turn; `insuranceMax` is 0 unless insurance can be answered. `asksFollow`: the question about doubles and splits is open; `follows` is the answer of this visit. */
export interface OwnBox {
  readonly seat: number | null;
  readonly betSeat: number | null;
  readonly stakes: readonly number[];
  readonly doubles: readonly number[];
  readonly insurance: number;
  readonly options: readonly ("double" | "hit" | "split" | "stand")[];
  readonly insuranceMax: number;
  readonly asksFollow: boolean;
  readonly follows: boolean | null;
  readonly queuePlace: number;
}

/** The reader's part: the 16 bytes that stand for them during this visit, and for which places of the chain they promised seeds. */
export interface CasinoOwnFair {
  readonly pid: string;
  readonly promised: readonly number[];
  readonly defaultUntil: number;
  readonly locked: string | null;
  readonly among: boolean;
}

/** Where a card goes: a seat (-1 is the dealer; at baccarat 0 is Player and 1 Banker), face up or down. */
export interface StationPlace {
  readonly seat: number;
  readonly faceUp: boolean;
}

/** One turn and its clock: first the decision time, then the time bank if it runs. */
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

/** The strength of a poker hand: its category, and the deciding ranks in order. */
export interface Strength {
  readonly category: string;
  readonly ranks: readonly string[];
}

/** What the reader has promised for one hand, from whichever device. */
export interface PromisedSeed {
  readonly hand: number;
  readonly commitment: string;
}

/** What shows a card to be in the locked deck: the `k`-th off the deck, which lies at place `i`. */
export interface CardOpening {
  readonly k: number;
  readonly i: number;
  readonly card: number;
  readonly salt: string;
  readonly path: readonly string[];
}

/** A share of a pot. */
export interface Winner {
  readonly seat: number;
  readonly amount: number;
}

/** A seat that is dealt in: `flag` 1 has promised a seed, 2 has the default. */
export interface LockedSeat {
  readonly seat: number;
  readonly pid: string;
  readonly flag: number;
  readonly commitment: string;
}

/** A seat as it counts in the cut: `flag` 1 own seed, 2 default, 0 promised and not revealed. */
export interface CutSeat {
  readonly seat: number;
  readonly flag: number;
  readonly seed: string;
}

/** A player with a special prize on the head. */
export interface Vip {
  readonly player: string;
  readonly name: string;
  readonly prize: number;
}

/** A seat of a blackjack table: who sits there, and the own bet and hands; bets behind are in `crowd`. */
export interface Box {
  readonly player: string;
  readonly name: string;
  readonly avatar: string;
  readonly connected: boolean;
  readonly leaves: boolean;
  readonly bet: number;
  readonly hands: readonly BoxHand[];
  readonly bot: boolean;
}

/** A player sits out: by which clause, and when the seat is taken back. */
export interface Away {
  readonly rule: string;
  readonly until: number | null;
}

/** What became of one bet: on a spot, a hand of the seat (its number as text), or `insurance`. */
export interface BetResult {
  readonly spot: string;
  readonly staked: number;
  readonly returned: number;
  readonly won: number;
}

/** An amount on a spot. */
export interface SpotBet {
  readonly spot: string;
  readonly amount: number;
}

/** A hand of a seat; of split hands the first is the one on the right (BJ-72). `stake` has the doubling amount in it. */
export interface BoxHand {
  readonly cards: readonly string[];
  readonly total: number;
  readonly soft: boolean;
  readonly stake: number;
  readonly ended: string;
  readonly outcome: "loses" | "pushes" | "wins" | "wins_with_blackjack" | null;
}
