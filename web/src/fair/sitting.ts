/**
 * One table as this device knows it: promises and tells seeds, and holds the room to what it said while the hand is played.
 *
 * A published proof cannot show what came first. The device can: it received the lock before it told its seed, and knows which seed it told.
 */
import type { Instant, TableId } from "../model/basics";
import type { CheckState, HandCheck } from "../model/fair";
import type * as wire from "../protocol/messages";
import { BadProof, type Bytes, HASH_BYTES, hex, ID_BYTES, same, unhex } from "./bytes";
import { areThoseSeen, begin, cutSeats, Dispute, isDealtInTurn, type Running, recordOf, voidRecordOf } from "./hand";
import {
  commitmentTo,
  cutBy,
  DEFAULT,
  dealDigest,
  isRightSeed,
  logAfter,
  mixOf,
  OWN,
  rootOfOpening,
  seedMessage,
  voidDigest,
} from "./pfp1";
import { openingOf, type ProofJson, readProof } from "./published";
import type { Mac, VerifySignature } from "./signatures";
import type { Store } from "./store";
import type { Evidence, FromWorker, Told } from "./talk";
import { type CheckName, verify } from "./verify";

/** How many hands ahead seeds are promised: the next one, and two spare ones. */
export const AHEAD = 3;
/** The room restarted, this table stopped, staff called the hand off. */
const VOID_REASONS = [1, 2, 3];

/** Where a sitting takes everything from that is not its own. */
export interface Ports {
  readonly signature: VerifySignature;
  readonly mac: Mac;
  /** So many bytes of the device's generator. */
  draw(size: number): Bytes;
  now(): Instant;
  readonly store: Store;
  text(): string;
  say(message: Extract<FromWorker, { kind: "say" }>["message"], answered: (ok: boolean) => Promise<void>): void;
  tell(told: Extract<FromWorker, { kind: "checked" | "failed" }>): void;
  /** The key this device knows the room by, if this one is it or follows from it. */
  pinned(key: string): Promise<Bytes>;
}

interface KeptSeed {
  readonly seed: string;
  readonly at: Instant;
}

/** What is kept of a hand: hashes to compare with whatever is published later. */
export interface KeptHand {
  readonly lock: string;
  readonly at: Instant;
  readonly seed?: string;
  readonly accepted?: boolean;
  readonly deal?: string;
  readonly end?: string;
  readonly state?: CheckState;
  readonly step?: string | null;
  readonly id?: string | null;
  /** Where this device's player sat. */
  readonly seat?: number | null;
}

/** The check that fails where a message cannot even be read. */
const UNREADABLE: Readonly<Partial<Record<Told["kind"], CheckName>>> = {
  fairDealt: "deal",
  fairOpened: "cards",
  fairEnded: "end",
  fairVoided: "void",
};

export const handKey = (place: string, hand: number): string => `hand:${place}:${String(hand).padStart(16, "0")}`;
export const proofName = (place: string, hand: number): string => `${place}-${hand}`;

export class Sitting {
  #place: Bytes = new Uint8Array(ID_BYTES);
  #seat: number | null = null;
  #pid: Bytes | null = null;
  /** What the room has taken of my promises, by hand: it must stand in the lock. */
  readonly #pledged = new Map<number, string>();
  #running: Running | null = null;
  /** Number of the last hand that was seen to its end, and the log after it. */
  #last: { readonly hand: number; readonly after: string } | null = null;
  #failed = -1;
  /** What the room signs with now. */
  #key = "";

  constructor(
    private readonly table: TableId,
    private readonly ports: Ports,
  ) {}

  /** A whole table: first sight, or after the line was lost. */
  async shown(fair: wire.Fair, seat: number | null): Promise<void> {
    this.#place = unhex(fair.table, ID_BYTES);
    await this.ports.pinned(fair.key);
    this.#sit(fair.pid, seat);
    const { locked } = fair;
    this.#key = fair.key;
    if (locked) await this.#guard(locked.hand, locked, () => this.#resume(fair, locked));
    if (this.#seat === null) return;
    if (this.#pid === null) this.ports.say({ type: "promiseSeeds", table: this.table, promises: [] }, async () => {});
    else if (await this.#isMine(fair.promised)) await this.#promise(fair.hand);
  }

  /** What a frame brought, in its order. */
  async framed(told: readonly Told[], seat: number | null): Promise<void> {
    if (seat === null) this.#sit(null, null);
    for (const change of told) {
      if (change.kind === "fairPart") {
        this.#sit(change.pid, seat);
        await this.#promise(change.hand);
      } else {
        const hand = "hand" in change && typeof change.hand === "number" ? change.hand : this.#running?.locked.hand;
        await this.#guard(hand ?? 0, change, () => this.#take(change));
      }
    }
  }

  async #take(change: Exclude<Told, { kind: "fairPart" }>): Promise<void> {
    if (change.kind !== "fairLocked") this.#running?.received.push({ ...change, at: this.ports.now() });
    switch (change.kind) {
      case "fairLocked":
        return this.#onLock(change, true);
      case "fairDealt":
        return this.#onCut(change);
      case "fairOpened":
        return this.#onOwn(change);
      case "fairEnded":
        return this.#onEnd(change);
      case "fairVoided":
        return this.#onVoid(change);
      default:
        this.#see(change);
    }
  }

  #see(change: wire.HandOpened | wire.Board | wire.HandShown | wire.Dealt): void {
    const hand = this.#running;
    if (!hand) return;
    if (change.kind === "handOpened") {
      hand.seen.id = change.hand;
      hand.seen.button = change.button;
      if (!isDealtInTurn(hand)) throw new Dispute("order");
    } else if (change.kind === "board") hand.seen.board = change.board;
    else if (change.kind === "shown") hand.seen.shown[change.at] = change.cards;
    else hand.seen.own = change.cards;
  }

  #sit(pid: string | null, seat: number | null): void {
    const known = this.#pid === null ? null : hex(this.#pid);
    if (known !== pid || seat !== this.#seat) this.#pledged.clear();
    this.#pid = pid === null ? null : unhex(pid, ID_BYTES);
    this.#seat = seat;
  }

  // ---- promises

  #seedKey(hand: number): string {
    return `seed:${hex(this.#place)}:${hex(this.#pid ?? new Uint8Array())}:${String(hand).padStart(16, "0")}`;
  }

  /** The seed for a hand, made once and on the disk before anybody hears of it. */
  async #seed(hand: number): Promise<Bytes> {
    const known = await this.ports.store.get<KeptSeed>(this.#seedKey(hand));
    if (known) return unhex(known.seed);
    const message = seedMessage(this.ports.text(), this.#place, hand, this.#seat ?? 0);
    const seed = await this.ports.mac(this.ports.draw(HASH_BYTES), message);
    const kept = await this.ports.store.keep<KeptSeed>(this.#seedKey(hand), { seed: hex(seed), at: this.ports.now() });
    return unhex(kept.seed);
  }

  async #commitment(hand: number): Promise<string> {
    const seed = await this.#seed(hand);
    return hex(commitmentTo(this.#place, hand, this.#seat ?? 0, this.#pid ?? new Uint8Array(), seed));
  }

  async #promises(first: number): Promise<readonly wire.SeedPromise[]> {
    const hands = Array.from({ length: AHEAD }, (_, at) => first + at);
    return Promise.all(hands.map(async (hand) => ({ hand, commitment: await this.#commitment(hand) })));
  }

  async #promise(first: number): Promise<void> {
    if (this.#pid === null || this.#seat === null) return;
    const promises = await this.#promises(first);
    this.ports.say({ type: "promiseSeeds", table: this.table, promises }, async (ok) => {
      if (ok) this.#pledge(promises);
    });
  }

  #pledge(promises: readonly wire.SeedPromise[]): void {
    for (const { hand, commitment } of promises) this.#pledged.set(hand, commitment);
  }

  /** Whether what the room knows of my promises came from this device; another one of mine may be cutting already. */
  async #isMine(promised: readonly wire.PromisedSeed[]): Promise<boolean> {
    this.#pledged.clear();
    for (const { hand, commitment } of promised) {
      const kept = await this.ports.store.get<KeptSeed>(this.#seedKey(hand));
      if (kept && (await this.#commitment(hand)) === commitment) this.#pledged.set(hand, commitment);
    }
    return this.#pledged.size === promised.length;
  }

  // ---- a hand

  /** The lock and the cut of a whole table: the hand goes on, also after this page was loaded anew. */
  async #resume({ dealt, openings }: wire.Fair, locked: wire.FairLocked): Promise<void> {
    if (!dealt) return this.#onLock(locked, true);
    const known = this.#running?.locked.hand === locked.hand ? this.#running : null;
    if (!known) await this.#onLock(locked, false);
    else if (known.locked.lock !== locked.lock) throw new Dispute("order_in_time");
    this.#running?.received.push({ ...dealt, at: this.ports.now() });
    await this.#onCut(dealt);
    if (this.#running && openings.length > 0) await this.#onOwn({ kind: "fairOpened", hand: locked.hand, openings });
  }

  async #onLock(locked: wire.FairLocked, beforeCut: boolean): Promise<void> {
    const before = this.#running?.locked;
    if (before && locked.hand <= before.hand) {
      if (locked.lock !== before.lock || locked.hand < before.hand) throw new Dispute("order_in_time");
      return;
    }
    const place = hex(this.#place);
    const kept = await this.ports.store.get<KeptHand>(handKey(place, locked.hand));
    if (kept && kept.lock !== locked.lock) throw new Dispute("order_in_time");
    await this.#voidUnseen(locked);
    const running = begin(this.#place, locked, beforeCut || kept !== undefined);
    running.received.push({ ...locked, at: this.ports.now() });
    this.#running = running;
    const key = await this.ports.pinned(locked.key);
    if (!same(key, unhex(locked.key))) throw new Dispute("pinned");
    if (!(await this.ports.signature(key, unhex(locked.lock), unhex(locked.signature, 64))))
      throw new Dispute("signatures");
    const last = this.#last;
    if (last && last.hand + 1 === locked.hand && last.after !== locked.before) throw new Dispute("log");
    if (last && locked.hand <= last.hand) throw new Dispute("order_in_time");
    if (kept?.seed) running.seed = unhex(kept.seed);
    running.accepted = kept?.accepted ?? false;
    if (!kept && beforeCut) await this.#keep(running, {});
    if (beforeCut) await this.#answer(running);
  }

  /** A hand that was locked, and whose end never came: the log of the next one says whether it is void. */
  async #voidUnseen(next: wire.FairLocked): Promise<void> {
    const running = this.#running;
    if (!running || running.locked.hand + 1 !== next.hand || this.#last?.hand === running.locked.hand) return;
    const [before, lock] = [unhex(running.locked.before), unhex(running.locked.lock)];
    const isVoid = VOID_REASONS.some(
      (reason) =>
        hex(logAfter(before, lock, voidDigest(this.#place, running.locked.hand, lock, reason))) === next.before,
    );
    if (isVoid) await this.#over(running, {}, next.before, "void");
  }

  /** Tells my seed to a lock that is right, and asks to take part again where it has me by default. */
  async #answer(running: Running): Promise<void> {
    const { hand } = running.locked;
    const own = this.#ownSeat(running);
    if (!own || this.#pid === null) return;
    if (own.flag === DEFAULT) return this.#promise(hand + 1);
    const kept = await this.ports.store.get<KeptSeed>(this.#seedKey(hand));
    const mine = kept ? await this.#commitment(hand) : null;
    if (mine !== hex(own.commitment)) {
      if (this.#pledged.has(hand)) throw new Dispute("seeds");
      return; // another device of mine promised it
    }
    const seed = await this.#seed(hand);
    running.seed = seed;
    await this.#keep(running, { seed: hex(seed) });
    const promises = await this.#promises(hand + 1);
    const message = { type: "revealSeed", table: this.table, hand, seed: hex(seed), promises } as const;
    this.ports.say(message, async (ok) => {
      if (!ok) return;
      running.accepted = true;
      this.#pledge(promises);
      await this.#keep(running, { accepted: true });
    });
  }

  #ownSeat({ seats }: Running) {
    const pid = this.#pid;
    return pid === null ? undefined : seats.find((each) => each.seat === this.#seat && same(each.pid, pid));
  }

  async #onCut(dealt: wire.FairDealt): Promise<void> {
    const running = this.#running;
    if (!running || running.locked.hand !== dealt.hand) throw new Dispute("order_in_time");
    if (running.dealt) {
      if (running.dealt.deal !== dealt.deal) throw new Dispute("order_in_time");
      return;
    }
    running.dealt = dealt;
    const { roots, locked } = running;
    const seats = cutSeats(running, dealt);
    const own = this.#ownSeat(running);
    const counted = seats.find(({ seat }) => seat === own?.seat);
    const seed = running.seed;
    if (own && seed && running.accepted && (counted?.flag !== OWN || !same(counted.seed, seed)))
      throw new Dispute("seeds");
    if (!seats.every((each) => isRightSeed(this.#place, dealt.hand, roots, each))) throw new Dispute("seeds");
    const mix = mixOf(this.#place, dealt.hand, roots, seats);
    if (hex(mix) !== dealt.mix || cutBy(mix).deck !== dealt.deck) throw new Dispute("cut");
    const deal = dealDigest(this.#place, dealt.hand, unhex(locked.lock), seats, mix);
    if (hex(deal) !== dealt.deal) throw new Dispute("deal");
    const signed = await this.ports.signature(unhex(locked.key), deal, unhex(dealt.signature, 64));
    if (!signed) throw new Dispute("signatures");
    await this.#keep(running, { deal: dealt.deal });
  }

  /** My own cards: each must lie in the locked deck where the cut took it, before I act on it. */
  async #onOwn({ hand, openings }: wire.FairOpened): Promise<void> {
    const running = this.#running;
    const dealt = running?.dealt;
    if (!running || !dealt || running.locked.hand !== hand) throw new Dispute("order_in_time");
    running.own = openings;
    const { places } = cutBy(unhex(dealt.mix));
    const root = running.roots[dealt.deck === 0 ? 0 : 1];
    for (const each of openings.map(openingOf))
      if (each.i !== places[each.k] || !same(rootOfOpening(this.#place, hand, dealt.deck, each), root))
        throw new Dispute("cards");
  }

  async #onEnd(ended: wire.FairEnded): Promise<void> {
    const running = this.#running;
    if (!running || running.locked.hand !== ended.hand) {
      if (this.#last) throw new Dispute("order_in_time");
      return; // came in the middle of a hand that was never shown
    }
    if (this.#failed === ended.hand) return;
    const record = recordOf(this.#place, running, ended);
    this.#tell(running, "checking", null);
    const proof = readProof(record);
    if (proof.kind !== "hand") throw new Dispute("end");
    const verified = await verify(proof, this.ports.signature, await this.ports.pinned(running.locked.key));
    if (verified.failed) throw new Dispute(verified.failed);
    const own = this.#ownSeat(running);
    if (!areThoseSeen(running, own?.seat ?? null, proof.openings)) throw new Dispute("cards_seen");
    const counted = proof.seats.find(({ seat }) => seat === own?.seat);
    const mine = running.seed !== null && counted?.flag === OWN && same(counted.seed, running.seed);
    const cut = proof.seats.some(({ flag }) => flag === OWN);
    const state = !own ? "shown" : mine ? "checked" : cut ? "notByYou" : "uncut";
    await this.#over(running, { end: ended.end }, ended.after, state);
  }

  async #onVoid(voided: wire.FairVoided): Promise<void> {
    const running = this.#running;
    if (!running || running.locked.hand !== voided.hand) return;
    const proof = readProof(voidRecordOf(this.#place, running, voided));
    const verified = await verify(proof, this.ports.signature);
    // A room that came back with a newer key signs the void with it; the lock was verified when it came.
    const newer = () => this.ports.signature(unhex(this.#key), unhex(voided.void), unhex(voided.signature, 64));
    if (verified.failed && !(verified.failed === "signatures" && (await newer()))) throw new Dispute(verified.failed);
    await this.#over(running, { end: voided.void }, voided.after, "void");
  }

  async #over(running: Running, kept: Partial<KeptHand>, after: string, state: CheckState): Promise<void> {
    const { hand } = running.locked;
    this.#last = { hand, after };
    await this.#keep(running, {
      ...kept,
      state,
      step: null,
      id: running.seen.id,
      seat: this.#ownSeat(running)?.seat ?? null,
    });
    this.#tell(running, state, null);
    for (const number of this.#pledged.keys()) if (number <= hand) this.#pledged.delete(number);
    await this.#forgetSeeds(hand);
  }

  /** A seed that was told, or whose hand is over, is used up. */
  async #forgetSeeds(hand: number): Promise<void> {
    if (this.#pid === null) return;
    const keys = await this.ports.store.keys(this.#seedKey(0).slice(0, -16));
    await this.ports.store.delete(keys.filter((key) => Number(key.slice(-16)) <= hand));
  }

  async #keep(running: Running, more: Partial<KeptHand>): Promise<void> {
    const { lock, hand } = running.locked;
    const key = handKey(hex(this.#place), hand);
    const known = await this.ports.store.get<KeptHand>(key);
    await this.ports.store.put(key, { lock, at: this.ports.now(), ...known, ...more } satisfies KeptHand);
  }

  #check(running: Running | null, hand: number, state: CheckState, step: CheckName | null): HandCheck {
    const proof = proofName(hex(this.#place), hand);
    return {
      table: this.table,
      number: hand,
      hand: running?.seen.id ?? null,
      state,
      step,
      proof,
      at: this.ports.now(),
    };
  }

  #tell(running: Running, state: CheckState, step: CheckName | null): void {
    this.ports.tell({ kind: "checked", check: this.#check(running, running.locked.hand, state, step) });
  }

  /** Lets a message be taken; what does not fit is told once a hand, with everything that was received. */
  async #guard(hand: number, change: Told, take: () => Promise<void>): Promise<void> {
    if (hand === this.#failed) return;
    try {
      await take();
    } catch (wrong) {
      if (wrong instanceof Dispute) await this.#fail(hand, wrong.step, change);
      else if (wrong instanceof BadProof) await this.#fail(hand, UNREADABLE[change.kind] ?? "lock", change);
      else throw wrong;
    }
  }

  async #fail(hand: number, step: CheckName, change: Told): Promise<void> {
    this.#failed = hand;
    const running = this.#running?.locked.hand === hand ? this.#running : null;
    const check = this.#check(running, hand, "failed", step);
    const received = running?.received ?? [];
    const isThere = received.some(
      (each) => each.kind === change.kind && !("lock" in change && "lock" in each && each.lock !== change.lock),
    );
    const evidence: Evidence = {
      protocol: "PFP-1",
      step,
      table: hex(this.#place),
      hand,
      at: this.ports.now(),
      key: hex(await this.ports.pinned(this.#key)),
      pid: this.#pid === null ? null : hex(this.#pid),
      seat: this.#seat,
      received: isThere ? received : [...received, { ...change, at: this.ports.now() }],
      record: running ? this.#record(running) : null,
    };
    await this.ports.store.put(`failed:${check.proof}`, { check, evidence });
    if (running) await this.#keep(running, { state: "failed", step, id: running.seen.id });
    this.ports.tell({ kind: "failed", check, evidence });
  }

  #record(running: Running): ProofJson | null {
    const ended = running.received.find((each) => each.kind === "fairEnded");
    return ended?.kind === "fairEnded" && running.dealt ? recordOf(this.#place, running, ended) : null;
  }
}
