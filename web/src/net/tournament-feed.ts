import type { Told, Unit } from "../model/basics";
import { ready } from "../model/basics";
import type { Change } from "../model/model";
import type { Saying, TournamentsChange } from "../model/tournament/changes";
import type { TournamentPage } from "../model/tournament/page";
import type { TournamentId } from "../model/tournament/rows";
import type * as wire from "../protocol/messages";
import type { Command } from "./commands";
import type { Line } from "./line";
import type { Heard } from "./socket";
import {
  forecastOf,
  hexaproRowOf,
  myEntryOf,
  noticeOf,
  numbersOf,
  ownEntryOf,
  pageOf,
  payoutsOf,
  quoteOf,
  standingsOf,
  tablesOf,
  tournamentRowOf,
} from "./wire-tournament";

const EURO: Unit = { kind: "money", currency: "EUR" };

/** What is told wherever a player is; everything else belongs to the table it happens at. */
const EVERYWHERE: ReadonlySet<string> = new Set<wire.NoticeTold["code"]>([
  "seated",
  "seat_won",
  "ticket_kept",
  "ticket_won",
  "disqualified",
  "unregistered_by_house",
  "setup_changed",
  "start_delayed",
  "cancelled",
  "prize_held",
  "prize_forfeited",
  "phase_survived",
  "phase_joined",
  "game_voided",
  "game_unregistered",
]);

const told = (change: TournamentsChange): Change => ({ to: "tournaments", change });

/** The lobbies of tournaments, the pages that are looked at, and what a player is in. */
export class TournamentFeed {
  #isWatched = false;
  /** Pages that are looked at, with the lists of them that are. */
  readonly #pages = new Map<TournamentId, Map<string, Extract<Command, { kind: "watchList" }>>>();
  /** What amounts of a tournament count. */
  readonly #units = new Map<TournamentId, Unit>();

  constructor(private readonly line: Line) {}

  heard(message: Heard): void {
    switch (message.type) {
      case "welcome":
        this.#own(message.ownPlay);
        break;
      case "ownTournaments":
        this.#own(message.play);
        break;
      case "tournaments":
        this.#lobby(message);
        break;
      case "tournamentRows":
        this.#rows(message);
        break;
      case "tournamentNotice":
        this.#notice(message);
        break;
      default:
        this.#page(message);
    }
  }

  #page(message: Heard): void {
    switch (message.type) {
      case "tournament": {
        const page = pageOf(message);
        this.#units.set(page.terms.id, page.terms.unit);
        if (this.#pages.has(page.terms.id)) this.#receive({ kind: "pageLoaded", id: page.terms.id, page: ready(page) });
        break;
      }
      case "tournamentNumbers": {
        const { tournament, prizes, at } = message;
        const numbers = numbersOf(message.numbers);
        this.#part(tournament, prizes ? { numbers, prizes, asOf: at } : { numbers, asOf: at });
        break;
      }
      case "ownEntry":
        this.#part(message.tournament, { own: ownEntryOf(message.entry) });
        break;
      case "standings":
        this.#part(message.tournament, { players: standingsOf(message) });
        break;
      case "tournamentTables":
        this.#part(message.tournament, { tables: tablesOf(message) });
        break;
      case "payouts":
        this.#part(message.tournament, { payouts: payoutsOf(message) });
        break;
      case "prizesIf":
        this.#part(message.tournament, { forecast: forecastOf(message) });
        break;
      case "priceIf":
        this.#part(message.tournament, { quote: quoteOf(message) });
        break;
    }
  }

  /** Asks again for what is looked at: the room has forgotten who looked when the connection was lost. */
  again(): void {
    if (this.#isWatched) this.line.say({ type: "watchTournaments", on: true });
    for (const [tournament, lists] of this.#pages) {
      this.line.say({ type: "watchTournament", tournament, on: true });
      for (const { list, page, search } of lists.values())
        this.line.say({ type: "watchList", tournament, list, on: true, page, search });
    }
  }

  /** Remembers what is looked at, and shows what is asked for before there is an answer. */
  asked(command: Command): void {
    switch (command.kind) {
      case "watchTournaments":
        this.#isWatched = command.on;
        break;
      case "watchTournament":
        if (command.on) this.#pages.set(command.tournament, this.#pages.get(command.tournament) ?? new Map());
        else {
          this.#pages.delete(command.tournament);
          this.#receive({ kind: "pageClosed", id: command.tournament });
        }
        break;
      case "watchList":
        if (command.on) this.#pages.get(command.tournament)?.set(command.list, command);
        else this.#pages.get(command.tournament)?.delete(command.list);
        break;
      case "register":
      case "unregister":
        this.#receive({ kind: "entryAsked", id: command.tournament });
        break;
    }
  }

  done(command: Command): void {
    switch (command.kind) {
      case "register":
        this.#answered(command.tournament, { kind: "registered", tournament: command.tournament, ...command.saying });
        break;
      case "unregister":
        this.#answered(command.tournament, { kind: "unregistered", tournament: command.tournament, ...command.saying });
        break;
      case "unregisterAll":
        this.#receive({ kind: "tournamentSaid", said: { kind: "unregisteredAll" } });
        this.line.send({ kind: "readMoney" });
        break;
    }
  }

  /** Whether a refusal is told here: on the line of the lobby, or in the place of a page that does not come. */
  refused(command: Command, why: Told): boolean {
    switch (command.kind) {
      case "register":
      case "unregister": {
        const { tournament } = command;
        const said = { kind: "refused", tournament, told: why } as const;
        this.#receive({ kind: "entryAnswered", id: tournament, said });
        return true;
      }
      case "unregisterAll":
        this.#receive({ kind: "tournamentSaid", said: { kind: "refused", tournament: null, told: why } });
        return true;
      case "watchTournaments":
        this.#receive({ kind: "tournamentsLoaded", lobby: { state: "failed", told: why } });
        return true;
      case "watchTournament":
        if (command.on) {
          this.#pages.delete(command.tournament);
          this.#receive({ kind: "pageLoaded", id: command.tournament, page: { state: "failed", told: why } });
        }
        return true;
      case "watchList":
        return true;
      default:
        return false;
    }
  }

  #answered(id: TournamentId, said: Saying): void {
    this.#receive({ kind: "entryAnswered", id, said });
    this.line.send({ kind: "readMoney" });
  }

  #lobby({ at, tournaments, hexapro }: wire.TournamentsShown): void {
    const rows = tournaments.map(tournamentRowOf);
    for (const { id, unit } of rows) this.#units.set(id, unit);
    const lobby = { rows, hexapro: hexapro.map(hexaproRowOf), asOf: at };
    this.#receive({ kind: "tournamentsLoaded", lobby: ready(lobby) });
  }

  #rows({ at, tournaments, numbers: counted, gone, hexapro }: wire.TournamentsChanged): void {
    const rows = tournaments.map(tournamentRowOf);
    const numbers = Object.fromEntries(Object.entries(counted).map(([id, each]) => [id, numbersOf(each)]));
    for (const { id, unit } of rows) this.#units.set(id, unit);
    this.#receive({ kind: "tournamentsChanged", rows, numbers, gone, hexapro: hexapro.map(hexaproRowOf), at });
  }

  #own({ tournaments, games }: wire.OwnPlay): void {
    const mine = tournaments.map(myEntryOf);
    for (const { tournament, unit } of mine) this.#units.set(tournament, unit);
    this.#receive({ kind: "mineKnown", mine, games });
  }

  #notice(message: wire.TournamentTold): void {
    const { notice } = message;
    if (!EVERYWHERE.has(notice.told.code)) return;
    const unit = this.#units.get(notice.tournament) ?? EURO;
    const id = `tournament:${notice.tournament}:${notice.told.code}`;
    this.line.receive([{ to: "noticed", notice: { id, kind: "tournament", notice: noticeOf(message, unit) } }]);
    if (notice.told.code === "cancelled") this.line.send({ kind: "readMoney" });
  }

  #part(id: TournamentId, part: Partial<TournamentPage>): void {
    if (this.#pages.has(id)) this.#receive({ kind: "pagePart", id, part });
  }

  #receive(change: TournamentsChange): void {
    this.line.receive([told(change)]);
  }
}
