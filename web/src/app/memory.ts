import type { Cents, Instant, TableId } from "../model/basics";
import { isMine } from "../model/table/read";
import type { LogEntry, Table } from "../model/table/types";

const PREFIX = "fairdeal.table.";
/** Bets are forgotten with the tables. */
const BET_PREFIX = `${PREFIX}bet.`;
const ENTRIES_MAX = 150;
/** Nobody looks for what happened at a table the day before. */
const KEPT_MS = 12 * 3_600_000;

interface Kept {
  readonly at: Instant;
  readonly log: readonly LogEntry[];
  readonly lastHand: string | null;
  /** In which tournament I sat there. */
  readonly tournament: string | null;
}

/**
 * What happened at my tables, for a page that is loaded anew and for other tabs: the room shows a table as it is, not how it came so.
 * It is kept on this device until somebody else comes or the player goes.
 */
export class TableMemory {
  constructor(
    private readonly storage: Storage | null,
    private readonly time: () => Instant,
  ) {}

  keep(table: Table): void {
    if (!isMine(table)) return;
    const { id, lastHand } = table;
    const tournament = table.tournament?.id ?? null;
    const kept: Kept = { at: this.time(), log: table.log.slice(-ENTRIES_MAX), lastHand, tournament };
    this.#try((storage) => storage.setItem(PREFIX + id, JSON.stringify(kept)));
  }

  /** Whether something happened at a table while I sat there. */
  satAt(id: TableId): boolean {
    return this.#read(id) !== null;
  }

  /** A table as the room shows it, with what is remembered of it. */
  recall(table: Table): Table {
    const kept = table.me === null || table.log.length > 0 ? null : this.#read(table.id);
    return kept ? { ...table, log: kept.log, lastHand: table.lastHand ?? kept.lastHand } : table;
  }

  /** The tournament of a table at which I sat. */
  tournamentOf(id: TableId): string | null {
    return this.#read(id)?.tournament ?? null;
  }

  /** Remembers what was bet last at a casino table. */
  keepBet(id: TableId, amount: Cents): void {
    this.#try((storage) => storage.setItem(BET_PREFIX + id, String(amount)));
  }

  lastBet(id: TableId): Cents {
    const kept = Number(this.#try((storage) => storage.getItem(BET_PREFIX + id)));
    return Number.isSafeInteger(kept) && kept > 0 ? kept : 0;
  }

  forget(): void {
    this.#try((storage) => {
      for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key);
    });
  }

  #read(id: TableId): Kept | null {
    return this.#try((storage) => {
      const kept = JSON.parse(storage.getItem(PREFIX + id) ?? "null") as Kept | null;
      const fits = kept && Array.isArray(kept.log) && kept.log.every((entry) => typeof entry?.what?.kind === "string");
      return fits && kept.at > this.time() - KEPT_MS ? kept : null;
    });
  }

  /** A full, forbidden or foreign store must not stop the game. */
  #try<T>(act: (storage: Storage) => T): T | null {
    try {
      return this.storage ? act(this.storage) : null;
    } catch {
      return null;
    }
  }
}
