import type { Instant, TableId } from "../model/basics";
import { type Cue, cueFor } from "../model/cues";
import { type Change, emptyModel, type Model, reduce } from "../model/model";
import {
  type Bar,
  disarm,
  follow,
  leaveUnread,
  press,
  restingBar,
  type Slot,
  setAmount,
  unsend,
} from "../model/table/bar";
import { isMyTurn } from "../model/table/read";
import type { Happening, Notice, Table } from "../model/table/types";
import type { Command } from "../net/commands";
import type { Link, Screen } from "../net/link";
import type { TableMemory } from "./memory";

/** What a batch of changes brought for one table, for ears. */
export interface Heard {
  readonly table: Table;
  /** The same table before. */
  readonly before: Table | null;
  readonly happened: readonly Happening[];
  readonly cues: readonly Cue[];
  readonly turnStarted: boolean;
  /** A pre-action died: the price it met. */
  readonly died: number | null;
  /** A ruling or refusal that is new on the line. */
  readonly notice: Notice | null;
}

/** Commands after which the table one gets is shown by itself. */
const SEEKS_SEAT: ReadonlySet<Command["kind"]> = new Set(["join", "takeSeat", "playNow", "registerHexaPro"] as const);

/** The model and the bars of my tables: changes come in from the link, commands go out. */
export class Room implements Screen {
  #model = $state.raw<Model>(emptyModel);
  /** The model in the middle of a batch of changes; pages see it when the batch is through. */
  #latest: Model = emptyModel;
  #bars = $state.raw<Readonly<Record<TableId, Bar>>>({});
  #hear: (heard: Heard) => void = () => {};
  /** A seat was asked for from here, so that its table may be shown as soon as there is one. */
  #wantsSeat = false;
  #seatedAt = $state<TableId | null>(null);
  #moved = $state.raw<{ readonly from: TableId; readonly to: TableId } | null>(null);

  constructor(
    private readonly link: Link,
    private readonly time: () => Instant,
    private readonly memory: TableMemory,
  ) {}

  get model(): Model {
    return this.#model;
  }

  open(hear: (heard: Heard) => void): void {
    this.#hear = hear;
    this.link.listen(this);
  }

  send(command: Command): void {
    if (SEEKS_SEAT.has(command.kind)) this.#wantsSeat = true;
    this.link.send(command);
  }

  /** The table a seat was just taken at, until somebody went there. */
  get seatedAt(): TableId | null {
    return this.#seatedAt;
  }

  /** From which table to which a tournament has just moved me. */
  get moved(): { readonly from: TableId; readonly to: TableId } | null {
    return this.#moved;
  }

  /** Where I sit now, at sight of a table of the same tournament from which I was moved while this page was away. */
  seatInsteadOf({ id, me, tournament }: Table): TableId | null {
    const seat = tournament?.mine?.table ?? null;
    return me === null && seat !== id && this.memory.satAt(id) ? seat : null;
  }

  /** The tournament whose table I sat at, once that is gone. */
  tournamentOf(table: TableId): string | null {
    return this.memory.tournamentOf(table);
  }

  arrived(): void {
    this.#seatedAt = null;
  }

  bar(table: TableId): Bar {
    return this.#bars[table] ?? restingBar;
  }

  /** A table as the last change left it, also in the middle of a batch. */
  table(id: TableId): Table | undefined {
    return this.#latest.tables[id];
  }

  /** State first: everything is true at once; pictures, words and sounds come after. */
  receive(changes: Iterable<Change>): void {
    const before = this.#latest;
    const cues = new Map<TableId, Cue[]>();
    for (const told of changes) {
      const change = this.#recalled(told);
      const old = this.#latest;
      this.#latest = reduce(old, change);
      if (change.to === "moved") this.#moved = { from: change.from, to: change.table };
      if (change.to === "table")
        cues.set(change.table, [...(cues.get(change.table) ?? []), ...this.#cues(old, change)]);
    }
    const model = this.#latest;
    this.#model = model;
    const seated = this.#wantsSeat ? model.order.find((id) => isNewSeat(before, model, id)) : undefined;
    if (seated !== undefined) {
      this.#wantsSeat = false;
      this.#seatedAt = seated;
    }
    for (const [id, heard] of cues) this.#follow(id, before.tables[id], heard);
  }

  /** What a change of a table sounds like; one that was refused can be pressed again. */
  #cues(before: Model, { table: id, change }: Extract<Change, { to: "table" }>): readonly Cue[] {
    if (change.kind === "refused") this.#edit(id, unsend);
    const [old, now] = [before.tables[id], this.#latest.tables[id]];
    const cue = old && now ? cueFor(old, change, now) : null;
    return cue ? [cue] : [];
  }

  /** What was remembered of a table comes with its first sight, and is gone with whom it belongs to. */
  #recalled(change: Change): Change {
    if (change.to === "account" && (change.change.kind === "entered" || change.change.kind === "loggedOut"))
      this.memory.forget();
    if (change.to !== "table" || change.change.kind !== "viewed") return change;
    return { ...change, change: { ...change.change, table: this.memory.recall(change.change.table) } };
  }

  #follow(id: TableId, before: Table | undefined, cues: readonly Cue[]): void {
    const table = this.#model.tables[id];
    if (!table) return;
    const old = this.bar(id);
    if (table.log !== before?.log) this.memory.keep(table);
    const { bar, fire } = follow(old, table, this.time());
    this.#edit(id, () => bar);
    const lastKnown = before?.log.at(-1)?.id ?? table.log.at(-1)?.id ?? 0;
    this.#hear({
      table,
      before: before ?? null,
      happened: table.log.filter((entry) => entry.id > lastKnown).map((entry) => entry.what),
      cues,
      turnStarted: isMyTurn(table) && !fire && bar.turn !== old.turn,
      died: bar.died && bar.died !== old.died ? bar.died.price : null,
      notice: before && table.notice !== before.notice ? table.notice : null,
    });
    if (fire) this.#act(table, fire);
  }

  #edit(id: TableId, change: (bar: Bar) => Bar): void {
    const before = this.bar(id);
    const after = change(before);
    if (after !== before) this.#bars = { ...this.#bars, [id]: after };
  }

  #act(table: Table, choice: Extract<Command, { kind: "act" }>["choice"]): void {
    const { hand } = table;
    if (hand?.turn) this.send({ kind: "act", table: table.id, hand: hand.id, turn: hand.turn.number, choice });
  }

  /** A press on the bar that began at `pressedAt`; those that no longer mean what was pressed are dropped. */
  press(table: Table, slot: Slot, pressedAt: Instant): Bar {
    const { bar, send } = press(this.bar(table.id), table, slot, pressedAt);
    this.#edit(table.id, () => bar);
    if (send) this.#act(table, send);
    return bar;
  }

  setAmount(table: Table, amount: number): void {
    this.#edit(table.id, (bar) => setAmount(bar, amount));
  }

  leaveUnread(table: Table): void {
    this.#edit(table.id, leaveUnread);
  }

  disarm(table: Table): void {
    this.#edit(table.id, disarm);
  }
}

function isNewSeat(before: Model, after: Model, id: TableId): boolean {
  return (before.tables[id]?.me ?? null) === null && (after.tables[id]?.me ?? null) !== null;
}
