import type { Instant, TableId, Told } from "../model/basics";
import { type Change, noticed } from "../model/model";
import type { TableChange } from "../model/table/changes";
import { mySeat } from "../model/table/read";
import type { Table } from "../model/table/types";
import type { Frame, Position, RolledBack, Said, TableShown, TournamentFrame } from "../protocol/messages";
import type { Command } from "./commands";
import type { Line } from "./line";
import { changesOf } from "./wire-changes";
import { tableOf } from "./wire-table";

/** How far a table was followed. */
interface Place {
  readonly epoch: number;
  readonly number: number;
  /** My stack before the last hand that began here, as far as it was seen: what a rollback gives back. */
  readonly opening: number | null;
}

/** Changes after which a wallet holds another amount. */
const MONEY_MOVES: ReadonlySet<TableChange["kind"]> = new Set(["toppedUp", "handVoided"]);

/** The tables that are followed: their frames in order, none twice and none missing, and what a player wants once they bring it. */
export class Following {
  readonly #places = new Map<TableId, Place>();
  /** Tables where the player buys in again, to sit in as soon as the chips are there. */
  readonly #again = new Set<TableId>();
  /** Tables the player asked to leave. */
  readonly #leaving = new Set<TableId>();

  /** `taken` is told of every frame that was taken, after the table is as it left it. */
  constructor(
    private readonly line: Line,
    private readonly taken: (frame: Frame | TournamentFrame) => void = () => {},
  ) {}

  has(id: TableId): boolean {
    return this.#places.has(id);
  }

  positions(): readonly Position[] {
    return Array.from(this.#places, ([table, { epoch, number }]) => ({ table, epoch, number }));
  }

  /** Until when my turn waits for me, where one runs. */
  returnBy(): Instant | null {
    const mine = [...this.#places.keys()].flatMap((id) => {
      const { hand, me } = this.line.table(id) ?? {};
      return hand?.turn && hand.turn.seat === me
        ? hand.turn.thinksUntil + (hand.turn.bankRuns ? hand.turn.bank : 0)
        : [];
    });
    return mine.length > 0 ? Math.min(...mine) : null;
  }

  /** Remembers what a command wants beyond its answer. */
  asked(command: Command): void {
    if (command.kind === "leave") this.#leaving.add(command.table);
    if (command.kind === "buyInAgain") this.#again.add(command.table);
  }

  refused(command: Command): void {
    if (command.kind === "leave") this.#leaving.delete(command.table);
    if (command.kind === "buyInAgain") this.#again.delete(command.table);
  }

  shown({ table, epoch, number }: TableShown): void {
    this.view(tableOf(table), epoch, number);
  }

  /** A whole table, of whatever kind; its frames go on from here. */
  view(table: Table, epoch: number, number: number): void {
    this.#places.set(table.id, { epoch, number, opening: this.#places.get(table.id)?.opening ?? null });
    this.line.receive([{ to: "table", table: table.id, change: { kind: "viewed", table } }]);
  }

  /** A tournament moved me: the new table takes the place of the old one. */
  moved(from: TableId, to: TableId): void {
    this.#places.delete(from);
    this.line.receive([{ to: "moved", from, table: to }]);
  }

  framed(frame: Frame | TournamentFrame): void {
    const place = this.#places.get(frame.table);
    const before = this.line.table(frame.table);
    if (!place || !before || frame.epoch !== place.epoch || frame.number <= place.number) return;
    if (frame.number > place.number + 1) {
      // Something is missing: the whole table again.
      this.line.say({ type: "watch", table: frame.table });
      return;
    }
    const told: TableChange[] = [];
    this.line.receive(this.#read(frame, before, told));
    const opening = told.some(({ kind }) => kind === "handOpened") ? (mySeat(before)?.stack ?? null) : place.opening;
    this.#places.set(frame.table, { epoch: frame.epoch, number: frame.number, opening });
    this.taken(frame);
    this.#goOn(before, this.line.table(frame.table) ?? before, told);
  }

  /** The changes of a frame, each read at the table as the one before it left it. */
  *#read(frame: Frame | TournamentFrame, before: Table, told: TableChange[]): Iterable<Change> {
    const reading = { reader: this.line.reader(), at: this.line.now() };
    for (const change of changesOf(() => this.line.table(frame.table) ?? before, frame, reading)) {
      told.push(change);
      yield { to: "table", table: frame.table, change };
    }
  }

  /** What follows for the player from what a frame brought. */
  #goOn(before: Table, table: Table, told: readonly TableChange[]): void {
    const seat = mySeat(table);
    if (seat?.away && seat.stack > 0 && this.#again.delete(table.id))
      this.line.send({ kind: "comeBack", table: table.id, post: false });
    if (before.me !== null && table.me === null) this.#left(table.id, told);
    else if (table.me !== null && told.some(({ kind }) => MONEY_MOVES.has(kind))) this.line.send({ kind: "readMoney" });
  }

  /** I sit there no longer: who asked for it needs the table no more, who did not is told by which clause. */
  #left(id: TableId, told: readonly TableChange[]): void {
    this.line.send({ kind: "readMoney" });
    if (this.#leaving.delete(id)) {
      this.line.send({ kind: "closeTable", table: id });
      return;
    }
    const home = told.find((change) => change.kind === "left" && change.rule !== null);
    if (home?.kind === "left") this.line.receive([noticed({ code: "left_table", rule: home.rule, numbers: {} })]);
  }

  said({ table, line }: Said): void {
    this.tell(table, { kind: "said", ...line });
  }

  rolledBack({ table: id, told, number }: RolledBack): void {
    const table = this.line.table(id);
    const stack = table && mySeat(table) ? (this.#places.get(id)?.opening ?? null) : null;
    const numbers = { ...told.numbers, number, ...(stack === null ? {} : { stack }) };
    // A tournament plays the hand anew; elsewhere everybody has their stack back.
    const code = table?.tournament ? "hand_replayed" : stack === null ? "hand_voided_seen" : "hand_voided";
    this.tell(id, { kind: "rolledBack", told: { ...told, code, numbers }, at: this.line.now() });
  }

  /** A ruling or refusal at a table, for the one who sits here. */
  rule(id: TableId, kind: "ruled" | "refused", told: Told): void {
    this.tell(id, { kind, told, at: this.line.now(), why: null });
  }

  private tell(id: TableId, change: TableChange): void {
    if (this.#places.has(id)) this.line.receive([{ to: "table", table: id, change }]);
  }

  /** The room closed a table; one where I played a tournament stays until I am moved or close it myself: my place is told after it. */
  gone(id: TableId): void {
    this.#places.delete(id);
    const table = this.line.table(id);
    const mine = table?.tournament && (table.me !== null || table.tournament.place !== null || table.tournament.finish);
    if (!mine) this.line.receive([{ to: "tableGone", table: id }]);
  }

  /** I need a table no more. */
  closed(id: TableId): void {
    this.#places.delete(id);
    this.line.receive([{ to: "tableGone", table: id }]);
  }

  /** Somebody else sits here now, and follows nothing yet. */
  forget(): void {
    this.line.receive(Array.from(this.#places.keys(), (table): Change => ({ to: "tableGone", table })));
    this.#places.clear();
  }
}
