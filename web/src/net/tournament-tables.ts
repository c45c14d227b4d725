import type { TableId, Told } from "../model/basics";
import { noticed } from "../model/model";
import type { TableChange } from "../model/table/changes";
import { isMine } from "../model/table/read";
import type { TableTournament } from "../model/table/tournament";
import { NOTICE_MS, type Table } from "../model/table/types";
import type * as wire from "../protocol/messages";
import type { Following } from "./following";
import type { Line } from "./line";
import type { Heard } from "./socket";
import { drawOf, type Known, levelOf, NOTHING_KNOWN, standingOf, tournamentTableOf } from "./wire-tournament-table";

type TournamentId = string;

/** What the room keeps telling of one tournament, for its tables here. */
interface Followed {
  readonly known: Known;
  readonly numbers: wire.TournamentNumbers | null;
  readonly own: wire.OwnEntry | null;
}

const UNHEARD: Followed = { known: NOTHING_KNOWN, numbers: null, own: null };

/** What is told at the table itself; everything else a tournament tells is shown by the table as it is then. */
const AT_THE_TABLE: ReadonlySet<wire.NoticeTold["code"]> = new Set([
  "moved",
  "bounty_won",
  "bounty_held",
  "vip_won",
  "hand_for_hand_ended",
  "final_table",
  "registration_closed",
  "resumed",
  "chips_adjusted",
  "chips_in_play_changed",
  "clocks_shifted",
]);

/** Of these, what tells of money: it is not lost with a table that closes before it was read. */
const OF_MONEY: ReadonlySet<string> = new Set(["table_bounty_won", "table_bounty_held", "table_vip_won"]);

/** Words of the table: the room's other "moved" is about cash tables. Tables are counted from 1, as people do. */
function atTable({ code, rule, numbers }: wire.NoticeTold): Told {
  if (code !== "moved") return { code: `table_${code}`, rule, numbers };
  const {
    from = 0,
    to = 0,
    from_players: fromPlayers = 0,
    to_players: toPlayers = 0,
    big_blind_in: hands = 0,
  } = numbers;
  const moved = { fromTable: from + 1, toTable: to + 1, count: fromPlayers, toPlayers, hands };
  // At a table that plays its first hand nobody can tell when the big blind comes.
  return { code: hands > 0 ? "table_moved" : "table_moved_anew", rule, numbers: moved };
}

/** The tables of tournaments I play in: brings me to where I sit, and tells each table how its tournament stands. */
export class TournamentTables {
  readonly #heard = new Map<TournamentId, Followed>();
  /** Where I sit in each tournament. */
  readonly #seats = new Map<TournamentId, TableId>();
  readonly #tables = new Map<TableId, TournamentId>();
  /** Told of a table that is not shown yet. */
  readonly #waiting = new Map<TableId, Told[]>();
  /** Where I sat before a table that is not shown yet. */
  readonly #left = new Map<TableId, Table>();
  #editions: ReadonlyMap<string, string> = new Map();

  constructor(
    private readonly line: Line,
    private readonly following: Following,
  ) {}

  heard(message: Heard): void {
    switch (message.type) {
      case "welcome":
        this.#editions = new Map(message.editions.map(({ id, name }) => [id, name]));
        this.#seated(message.ownPlay);
        break;
      case "ownTournaments":
        this.#seated(message.play);
        break;
      case "tournamentTable":
        this.#shown(message);
        break;
      case "tournamentFrame":
        this.following.framed(message);
        break;
      case "tournament":
        this.#learn(message.terms.id, {
          numbers: message.numbers,
          own: message.entry,
          known: { ...this.#of(message.terms.id).known, terms: message.terms, prizes: message.prizes },
        });
        break;
      case "tournamentNumbers":
        this.#numbers(message);
        break;
      case "ownEntry":
        this.#learn(message.tournament, { own: message.entry });
        break;
      case "hexaproDrawn": {
        const { tournament } = message.drawn;
        this.#learn(tournament, { known: { ...this.#of(tournament).known, draw: drawOf(message.drawn) } });
        break;
      }
      case "tournamentNotice":
        this.#told(message.notice);
        break;
    }
  }

  #of(tournament: TournamentId): Followed {
    return this.#heard.get(tournament) ?? UNHEARD;
  }

  /** Goes to every table I sit at; one I was moved to takes the place of the one I left. */
  #seated({ tournaments }: wire.OwnPlay): void {
    for (const { tournament, table } of tournaments) {
      const before = this.#seats.get(tournament);
      if (table === null || table === before) continue;
      this.#seats.set(tournament, table);
      if (before !== undefined) this.#move(before, table);
      if (!this.following.has(table)) this.line.say({ type: "watch", table });
    }
  }

  /** A table I asked for is gone, or not open yet: I sit at another one, which is shown as soon as it is open. */
  gone(table: TableId, instead: TableId): void {
    this.#leave(table, instead);
  }

  #move(from: TableId, to: TableId): void {
    this.line.say({ type: "forget", table: from });
    this.#leave(from, to);
  }

  /**
   * A table goes with its line: what it said a moment ago of money, or could not say yet, is said on the page. The log goes on at the
   * next table, where the end of the last hand would be missed.
   */
  #leave(from: TableId, to: TableId): void {
    const left = this.line.table(from);
    const unsaid = this.#waiting.get(from) ?? [];
    this.#waiting.delete(from);
    this.#tables.delete(from);
    if (left && isMine(left) && !this.following.has(to)) this.#left.set(to, left);
    this.#keep(left);
    this.following.moved(from, to);
    for (const told of unsaid) if (OF_MONEY.has(told.code)) this.line.receive([noticed(told)]);
  }

  /** What a table says of money is said on the page before anything else takes its place on the line. */
  #keep(table: Table | undefined): void {
    const notice = table?.notice;
    if (notice && OF_MONEY.has(notice.told.code) && this.line.now() < notice.at + NOTICE_MS)
      this.line.receive([noticed(notice.told)]);
  }

  #say(table: TableId, told: Told): void {
    this.#keep(this.line.table(table));
    this.following.rule(table, "ruled", told);
  }

  #shown({ table: shown, epoch, number }: wire.TournamentTableShown): void {
    const { tournament, id } = shown;
    this.#tables.set(id, tournament);
    const before = this.#of(tournament);
    this.#heard.set(tournament, { ...before, numbers: shown.numbers, own: shown.entry ?? before.own });
    const editionName = this.#editions.get(shown.edition) ?? shown.edition;
    // The draw comes after the table, so that its log tells it.
    const seen = tournamentTableOf(shown, { ...before.known, draw: null }, editionName);
    const { log = seen.log, lastHand = seen.lastHand } = this.#left.get(id) ?? {};
    this.#left.delete(id);
    this.following.view({ ...seen, log, lastHand }, epoch, number);
    this.#learn(tournament, {});
    // What it was announced with, and what its places win, is not told with every table.
    if (before.known.terms === null) this.line.say({ type: "watchTournament", tournament, on: true });
    const waiting = this.#waiting.get(id) ?? [];
    this.#waiting.delete(id);
    for (const told of waiting) this.#say(id, told);
  }

  #numbers({ tournament, numbers, prizes }: wire.NumbersChanged): void {
    const { known } = this.#of(tournament);
    this.#learn(tournament, { numbers, ...(prizes ? { known: { ...known, prizes } } : {}) });
  }

  /** Tells every table of the tournament what is new; what the tables themselves told stays. */
  #learn(tournament: TournamentId, news: Partial<Followed>): void {
    const before = this.#of(tournament);
    const after = { ...before, ...news };
    this.#heard.set(tournament, after);
    const { numbers, own, known } = after;
    const tables = [...this.#tables].filter(([, of]) => of === tournament).map(([table]) => table);
    if (!numbers || tables.length === 0) return;
    const standing = standingOf(numbers, own, known);
    for (const table of tables) {
      const change: TableChange = { kind: "tournament", now: { ...standing, ...this.#level(table, numbers) } };
      this.line.receive([{ to: "table", table, change }]);
    }
    if (standing.finish !== null && before.own?.place == null) this.line.send({ kind: "readMoney" });
  }

  /** Between hands the level that runs is the one that will be played; in a hand it is the hand's own. */
  #level(table: TableId, { blinds }: wire.TournamentNumbers): Partial<TableTournament> {
    const hand = this.line.table(table)?.hand;
    return blinds && (!hand || hand.result) ? { level: levelOf(blinds) } : {};
  }

  /** Only seats, moves and bought chips come with a table; everything else is told where I sit, or sat when it ended. */
  #told({ tournament, told, table: named, left, players }: wire.TournamentNotice): void {
    if (left !== null && named !== null) this.#leave(left, named);
    if (named !== null && told.code === "chips_bought") this.#bought(named, told.numbers);
    const table = named ?? this.#seats.get(tournament) ?? null;
    if (table === null || !AT_THE_TABLE.has(told.code)) return;
    const said = { ...atTable(told), names: { names: players.join(",") } };
    if (OF_MONEY.has(said.code)) this.line.send({ kind: "readMoney" });
    if (this.following.has(table)) this.#say(table, said);
    else this.#waiting.set(table, [...(this.#waiting.get(table) ?? []), said]);
  }

  /** Somebody at my table bought chips: they are there at once, or after the hand. */
  #bought(table: TableId, { seat = 0, chips = 0, waits = 0 }: wire.NoticeTold["numbers"]): void {
    if (!this.line.table(table)?.seats[seat]) return;
    this.line.receive([{ to: "table", table, change: { kind: "toppedUp", seat, amount: chips, pending: waits > 0 } }]);
  }

  /** Somebody else sits here now. */
  forget(): void {
    this.#heard.clear();
    this.#seats.clear();
    this.#tables.clear();
    this.#waiting.clear();
    this.#left.clear();
  }
}
