import type { TableId, Told } from "../model/basics";
import { ready } from "../model/basics";
import type { CasinoNews } from "../model/casino/casino";
import type { CasinoTableChange } from "../model/casino/reduce";
import { noticed } from "../model/model";
import type { CasinoFrame, CasinoOwnChanged, CasinoTableShown, Position, RolledBack } from "../protocol/messages";
import type { Command } from "./commands";
import type { ChanceStep } from "./fair-feed";
import type { Line } from "./line";
import type { Heard } from "./socket";
import { casinoTableOf, partsOf, rowsOf } from "./wire-casino";
import { toldOf } from "./wire-table";

interface Place {
  readonly epoch: number;
  readonly number: number;
}

/** The casino: its lobby while it is looked at, and its tables with their frames in order, none twice and none missing. */
export class CasinoFeed {
  #isWatched = false;
  readonly #places = new Map<TableId, Place>();

  constructor(
    private readonly line: Line,
    /** Told of every step that was taken, for those who check draws. */
    private readonly taken: (table: TableId, step: ChanceStep) => void = () => {},
  ) {}

  has(id: TableId): boolean {
    return this.#places.has(id);
  }

  positions(): readonly Position[] {
    return Array.from(this.#places, ([table, { epoch, number }]) => ({ table, epoch, number }));
  }

  heard(message: Heard): void {
    switch (message.type) {
      case "casinoLobby":
        this.#tell({ kind: "lobbyLoaded", lobby: ready({ rows: rowsOf(message.tables), asOf: message.at }) });
        break;
      case "casinoRows":
        this.#tell({ kind: "rowsChanged", rows: rowsOf(message.tables), at: message.at });
        break;
      case "casinoTable":
        this.#shown(message);
        break;
      case "casinoFrame":
        this.#framed(message);
        break;
      case "casinoOwn":
        this.#own(message);
        break;
      case "casinoSaid": {
        const mine = message.line.player === this.line.reader();
        this.#at(message.table, { kind: "said", line: message.line, mine });
        break;
      }
      case "casinoUnsaid":
        this.#at(message.table, { kind: "unsaid", number: message.number });
        break;
    }
  }

  /** Asks again for what is looked at: the room has forgotten who looked when the connection was lost. */
  again(): void {
    if (this.#isWatched) this.line.say({ type: "watchCasino", on: true });
  }

  /** Remembers what is looked at. */
  asked(command: Command): void {
    if (command.kind === "watchCasino") this.#isWatched = command.on;
  }

  done(command: Command): void {
    if (command.kind !== "casino") return;
    if (command.saying.type === "leaveCasino") {
      this.line.send({ kind: "closeTable", table: command.table });
      this.line.send({ kind: "readMoney" });
    }
    if (command.saying.type === "casinoReport")
      this.line.receive([noticed({ code: "report_kept", rule: null, numbers: {} })]);
  }

  /** Whether a refusal is told here: on the line of its table, or in the place of the lobby. */
  refused(command: Command, told: Told): boolean {
    if (command.kind === "watchCasino") {
      this.#tell({ kind: "lobbyLoaded", lobby: { state: "failed", told } });
      return true;
    }
    if (command.kind === "watchTable") this.#tell({ kind: "tableMissing", table: command.table });
    if (command.kind !== "casino" && command.kind !== "visitCasino") return false;
    if (!this.has(command.table)) return false;
    this.#at(command.table, { kind: "refused", told, at: this.line.now() });
    return true;
  }

  /** Something the room ruled about the reader at a table; false: it is none of these. */
  ruled(table: TableId, told: Told): boolean {
    if (!this.has(table)) return false;
    this.#at(table, { kind: "moved", at: this.line.now(), parts: {}, happened: [], told: [told] });
    return true;
  }

  /** A round that became void while nobody was connected; false: it was a hand of poker. */
  rolledBack({ table, number, told }: RolledBack): boolean {
    if (!this.has(table)) return false;
    const happened = [{ kind: "roundVoid", round: number, rule: told.rule ?? "" }] as const;
    this.#at(table, { kind: "moved", at: this.line.now(), parts: {}, happened, told: [] });
    return true;
  }

  /** A table that is no longer followed; false: it is none of these. */
  gone(table: TableId): boolean {
    if (!this.#places.delete(table)) return false;
    this.#tell({ kind: "tableGone", table });
    return true;
  }

  /** Somebody else sits here now, and follows nothing yet. */
  forget(): void {
    for (const table of [...this.#places.keys()]) this.gone(table);
  }

  #shown({ table, epoch, number }: CasinoTableShown): void {
    const shown = casinoTableOf(table);
    if (!shown) return;
    this.#places.set(table.id, { epoch, number });
    this.#at(table.id, { kind: "shown", table: shown });
    this.taken(table.id, { fair: table.fair, own: table.own, changes: [] });
  }

  #framed(frame: CasinoFrame): void {
    const place = this.#places.get(frame.table);
    if (!place || frame.epoch !== place.epoch || frame.number <= place.number) return;
    if (frame.number > place.number + 1) {
      // Something is missing: the whole table again.
      this.line.say({ type: "watch", table: frame.table });
      return;
    }
    this.#places.set(frame.table, { epoch: frame.epoch, number: frame.number });
    this.#at(frame.table, {
      kind: "moved",
      at: frame.at,
      parts: partsOf(frame),
      happened: frame.changes,
      told: frame.told.map(toldOf),
    });
    const { fair, own, changes } = frame;
    this.taken(frame.table, { fair, ...(own && { own }), changes });
  }

  #own({ table, own, told }: CasinoOwnChanged): void {
    this.#at(table, { kind: "moved", at: this.line.now(), parts: { own }, happened: [], told: told.map(toldOf) });
    this.taken(table, { own, changes: [] });
  }

  #at(table: TableId, change: CasinoTableChange): void {
    if (this.has(table)) this.#tell({ kind: "table", table, change });
  }

  #tell(news: CasinoNews): void {
    this.line.receive([{ to: "casino", news }]);
  }
}
