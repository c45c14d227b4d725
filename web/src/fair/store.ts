/** What a device keeps of the cut: seeds until they are told, what it received of each hand, and proof of what failed. */
export interface Store {
  get<T>(key: string): Promise<T | undefined>;
  put(key: string, value: unknown): Promise<void>;
  /** What is kept under a key, or this value from now on: of two tabs one wins, and both go on with it. */
  keep<T>(key: string, value: T): Promise<T>;
  delete(keys: readonly string[]): Promise<void>;
  /** Keys that begin so, in their order. */
  keys(prefix: string): Promise<readonly string[]>;
}

/** Kept as long as the page: for browsers that forbid anything else. */
export class MemoryStore implements Store {
  readonly #kept = new Map<string, unknown>();

  async get<T>(key: string): Promise<T | undefined> {
    return structuredClone(this.#kept.get(key)) as T | undefined;
  }

  async put(key: string, value: unknown): Promise<void> {
    this.#kept.set(key, structuredClone(value));
  }

  async keep<T>(key: string, value: T): Promise<T> {
    if (!this.#kept.has(key)) await this.put(key, value);
    return (await this.get<T>(key)) as T;
  }

  async delete(keys: readonly string[]): Promise<void> {
    for (const key of keys) this.#kept.delete(key);
  }

  async keys(prefix: string): Promise<readonly string[]> {
    return [...this.#kept.keys()].filter((key) => key.startsWith(prefix)).toSorted();
  }
}

const DATABASE = "fairdeal.fair";
const KEPT = "kept";

/** Kept in the browser's database, which workers have too. */
class DatabaseStore implements Store {
  constructor(private readonly database: IDBDatabase) {}

  get<T>(key: string): Promise<T | undefined> {
    return answered(this.#kept("readonly").get(key) as IDBRequest<T | undefined>);
  }

  put(key: string, value: unknown): Promise<void> {
    return this.#write((kept) => kept.put(value, key));
  }

  async keep<T>(key: string, value: T): Promise<T> {
    let found: T | undefined;
    await this.#write((kept) => {
      const asked: IDBRequest<T | undefined> = kept.get(key);
      asked.onsuccess = () => {
        found = asked.result;
        if (found === undefined) kept.put(value, key);
      };
    });
    return found ?? value;
  }

  delete(keys: readonly string[]): Promise<void> {
    return this.#write((kept) => {
      for (const key of keys) kept.delete(key);
    });
  }

  async keys(prefix: string): Promise<readonly string[]> {
    const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
    return (await answered(this.#kept("readonly").getAllKeys(range))) as string[];
  }

  #kept(mode: IDBTransactionMode): IDBObjectStore {
    // A seed must be on the disk before anybody is promised it.
    return this.database.transaction(KEPT, mode, { durability: "strict" }).objectStore(KEPT);
  }

  #write(change: (kept: IDBObjectStore) => void): Promise<void> {
    const kept = this.#kept("readwrite");
    return new Promise((resolve, reject) => {
      kept.transaction.oncomplete = () => resolve();
      kept.transaction.onabort = () => reject(kept.transaction.error);
      change(kept);
    });
  }
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

export async function openStore(): Promise<Store> {
  try {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(KEPT);
    return new DatabaseStore(await answered(opening));
  } catch {
    return new MemoryStore();
  }
}
