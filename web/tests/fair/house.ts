/** A house that deals by PFP-1 to one device and a player with the default; it can be told to lie. */
import { createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import { type Bytes, hex, NOTHING, unhex } from "../../src/fair/bytes";
import { FairDesk } from "../../src/fair/desk";
import { cardName } from "../../src/fair/hand";
import {
  commitmentTo,
  cutBy,
  dealDigest,
  deckOf,
  defaultSeed,
  endDigest,
  lockDigest,
  logAfter,
  mixOf,
  type Roots,
  type SeatSeed,
  voidDigest,
} from "../../src/fair/pfp1";
import { macBy, verifierBy } from "../../src/fair/signatures";
import { MemoryStore, type Store } from "../../src/fair/store";
import type { FromWorker, Told } from "../../src/fair/talk";
import type * as wire from "../../src/protocol/messages";

const PKCS8 = "302e020100300506032b657004220420";

export class Signer {
  readonly #key: KeyObject;
  readonly public: Bytes;

  constructor(number: number) {
    const der = Buffer.from(PKCS8 + String(number).padStart(64, "0"), "hex");
    this.#key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
    this.public = new Uint8Array(createPublicKey(this.#key).export({ format: "der", type: "spki" }).subarray(-32));
  }

  sign(message: Bytes): string {
    return hex(new Uint8Array(sign(null, message, this.#key)));
  }
}

export const PLACE = Uint8Array.from({ length: 16 }, (_, at) => at);
export const ME = 3;
export const OTHER = 5;
const PIDS: Readonly<Record<number, Bytes>> = { [ME]: new Uint8Array(16).fill(7), [OTHER]: new Uint8Array(16).fill(8) };
const BUTTON = OTHER;
const ORDER = [ME, OTHER];
const HOLE = 2;

/** Everything of a hand in the order in which the room sends it. */
export interface Dealing {
  readonly locked: wire.FairLocked;
  readonly dealt: wire.FairDealt;
  readonly opened: readonly Told[];
  readonly ended: wire.FairEnded;
  readonly board: readonly string[];
}

/** A device at the house's table: the desk of a worker, with what it said and told. */
export class Device {
  readonly told: FromWorker[] = [];
  readonly desk: FairDesk;
  readonly pages: Record<string, string> = {};
  /** What is to be done later, and after how long. */
  later: { readonly after: number; readonly act: () => Promise<void> }[] = [];
  draws = 0;

  constructor(readonly store: Store = new MemoryStore()) {
    this.desk = new FairDesk({
      signature: verifierBy(undefined),
      mac: macBy(undefined),
      draw: (size) => {
        this.draws += 1;
        return new Uint8Array(size).fill(this.draws);
      },
      now: () => 1_000,
      store,
      post: (told) => this.told.push(told),
      read: async (path) => this.pages[path] ?? null,
      later: (after, act) => void this.later.push({ after, act }),
    });
  }

  /** Lets time go by until nothing more is to be done; the waits in their order. */
  async pass(): Promise<readonly number[]> {
    const waits: number[] = [];
    for (let next = this.later.shift(); next; next = this.later.shift()) {
      waits.push(next.after);
      await next.act();
    }
    return waits;
  }

  get states(): readonly string[] {
    return this.told.flatMap((each) => (each.kind === "checked" || each.kind === "failed" ? [each.check.state] : []));
  }

  /** What checks came to. */
  get results(): readonly string[] {
    return this.states.filter((state) => state !== "checking");
  }

  get failedAt(): string | null {
    const failed = this.told.find((each) => each.kind === "failed");
    return failed?.kind === "failed" ? failed.check.step : null;
  }

  get said() {
    return this.told.flatMap((each) => (each.kind === "say" ? [each] : []));
  }

  /** What was promised or revealed last, as the room would hear it. */
  get promises(): readonly wire.SeedPromise[] {
    const message = this.said.at(-1)?.message;
    return message && "promises" in message ? message.promises : [];
  }

  /** The room answers what was said last. */
  async answer(ok = true): Promise<void> {
    const last = this.said.at(-1);
    if (last) await this.desk.take({ kind: "answered", saying: last.saying, ok });
  }

  async frame(...told: readonly Told[]): Promise<void> {
    await this.desk.take({ kind: "frame", table: "T", told, seat: ME });
  }
}

export class House {
  log: Bytes = NOTHING;
  signer = new Signer(1);
  hand = 1;
  #keys = 0;

  fair(more: Partial<wire.Fair> = {}): wire.Fair {
    return {
      table: hex(PLACE),
      key: hex(this.signer.public),
      hand: this.hand,
      locked: null,
      dealt: null,
      pid: hex(PIDS[ME] as Bytes),
      promised: [],
      openings: [],
      ...more,
    };
  }

  async seat(device: Device, more: Partial<wire.Fair> = {}): Promise<void> {
    await device.desk.take({ kind: "shown", table: "T", fair: this.fair(more), seat: ME });
    await device.answer();
  }

  #key(): Bytes {
    this.#keys += 1;
    return new Uint8Array(32).fill(100 + this.#keys);
  }

  /** Locks the next hand with a commitment of the device, or by default, and deals it with that seed. */
  deal(promises: readonly wire.SeedPromise[], seedOf: (hand: number) => Bytes | null): Dealing {
    const hand = this.hand;
    const keys = [this.#key(), this.#key()] as const;
    const decks = keys.map((key, number) => deckOf(PLACE, hand, number, key));
    const roots = decks.map(({ root }) => root) as unknown as Roots;
    const promised = promises.find((each) => each.hand === hand)?.commitment;
    const seats = ORDER.map((seat): SeatSeed => {
      const pid = PIDS[seat] as Bytes;
      if (seat === ME && promised) return { seat, pid, flag: 1, commitment: unhex(promised), seed: NOTHING };
      return { seat, pid, flag: 2, commitment: NOTHING, seed: defaultSeed(PLACE, hand, seat, pid, roots) };
    });
    const locked = this.lock(hand, roots, seats);
    const seed = seedOf(hand);
    const cutSeats = seats.map((each) => (each.flag !== 1 ? each : seed ? { ...each, seed } : { ...each, flag: 0 }));
    return this.cut(locked, roots, cutSeats, decks, keys);
  }

  lock(hand: number, roots: Roots, seats: readonly SeatSeed[]): wire.FairLocked {
    const lock = lockDigest(PLACE, hand, roots, HOLE, seats, ORDER, this.log);
    return {
      kind: "fairLocked",
      hand,
      roots: roots.map(hex),
      hole: HOLE,
      order: ORDER,
      seats: seats.map(({ seat, pid, flag, commitment }) => ({
        seat,
        pid: hex(pid),
        flag: flag === 2 ? 2 : 1,
        commitment: hex(commitment),
      })),
      before: hex(this.log),
      lock: hex(lock),
      signature: this.signer.sign(lock),
      key: hex(this.signer.public),
      due: 0,
      until: 0,
    };
  }

  cut(
    locked: wire.FairLocked,
    roots: Roots,
    seats: readonly SeatSeed[],
    decks: readonly ReturnType<typeof deckOf>[],
    keys: readonly Bytes[],
  ): Dealing {
    const { hand } = locked;
    const mix = mixOf(PLACE, hand, roots, seats);
    const { deck, places } = cutBy(mix);
    const deal = dealDigest(PLACE, hand, unhex(locked.lock), seats, mix);
    const dealt: wire.FairDealt = {
      kind: "fairDealt",
      hand,
      seats: seats.map(({ seat, flag, seed }) => ({ seat, flag, seed: hex(seed) })),
      mix: hex(mix),
      deck,
      deal: hex(deal),
      signature: this.signer.sign(deal),
    };
    const played = decks[deck] as ReturnType<typeof deckOf>;
    const opening = (k: number): wire.CardOpening => {
      const i = places[k] as number;
      const path = Array.from({ length: 6 }, (_, height) => hex(played.tree[height]?.[(i >> height) ^ 1] as Bytes));
      return { k, i, card: played.cards[i] as number, salt: hex(played.salts[i] as Bytes), path };
    };
    const mine = [0, 2].map(opening);
    const board = [4, 5, 6].map(opening);
    const unusedKey = keys[1 - deck] as Bytes;
    const end = endDigest(PLACE, hand, deal, unusedKey, board);
    const after = logAfter(this.log, unhex(locked.lock), deal, end);
    this.log = after;
    this.hand = hand + 1;
    const cards = mine.map(({ card }) => cardName(card));
    return {
      locked,
      dealt,
      opened: [
        {
          kind: "handOpened",
          hand: `T-${hand}`,
          number: hand,
          button: BUTTON,
          smallBlind: null,
          bigBlind: 3,
          seats: ORDER,
          holeCards: HOLE,
          commitment: "",
          rule: "CASH-08",
        },
        { kind: "fairOpened", hand, openings: mine },
        { kind: "dealt", hand: `T-${hand}`, cards },
      ],
      board: board.map(({ card }) => cardName(card)),
      ended: {
        kind: "fairEnded",
        hand,
        unusedKey: hex(unusedKey),
        openings: board,
        end: hex(end),
        after: hex(after),
        signature: this.signer.sign(end),
      },
    };
  }

  voided(locked: wire.FairLocked, reason: number): wire.FairVoided {
    const made = voidDigest(PLACE, locked.hand, unhex(locked.lock), reason);
    this.log = logAfter(unhex(locked.before), unhex(locked.lock), made);
    this.hand = locked.hand + 1;
    const signature = this.signer.sign(made);
    return { kind: "fairVoided", hand: locked.hand, reason, void: hex(made), after: hex(this.log), signature };
  }

  /** The commitment to a seed of somebody else's choosing. */
  commitment(hand: number, seed: Bytes): string {
    return hex(commitmentTo(PLACE, hand, ME, PIDS[ME] as Bytes, seed));
  }
}

/** The seed that a device told for a hand. */
export function toldSeed(device: Device, hand: number): Bytes | null {
  const said = device.said.find(({ message }) => message.type === "revealSeed" && message.hand === hand);
  return said?.message.type === "revealSeed" ? unhex(said.message.seed) : null;
}
