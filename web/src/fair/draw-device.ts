/**
 * A player's device at one chain of a casino table, or in the draw of one HexaPro game.
 *
 * It pins what the house fixed beforehand, promises seeds, tells each only to a lock that is right, and holds the house to what it said.
 */
import type { Instant, TableId } from "../model/basics";
import type { CheckState, HandCheck } from "../model/fair";
import type * as wire from "../protocol/messages";
import { BadProof, type Bytes, HASH_BYTES, hex, ID_BYTES, same, unhex } from "./bytes";
import { lockOf } from "./casino";
import { cardName, Dispute } from "./hand";
import { commitmentTo, OWN, seedMessage } from "./pfp1";
import { type PublishedDraw, readDraw } from "./published-rounds";
import type { Ports } from "./sitting";
import type { DrawReceived, DrawTold, Evidence, FromWorker } from "./talk";
import type { CheckName } from "./verify";
import { isVoidDraw, verifyDraw } from "./verify-draw";

type Message = Extract<FromWorker, { kind: "say" }>["message"];

/** How promises and seeds are said: at a table of the casino, or to a lobby of HexaPro. */
export interface Sayings {
  promise(promises: readonly wire.SeedPromise[]): Message;
  reveal(number: number, seed: string, promises: readonly wire.SeedPromise[]): Message;
}

/** A lock: everybody of it as one value, and my commitment as it has it. */
export interface Lock {
  readonly digest: string;
  readonly own: string | null;
}

/** What was seen of a draw: the pocket or number, and the cards of a shoe in their order (`null`: face down). */
export interface SeenDraw {
  readonly result: number | null;
  readonly cards: readonly (string | null)[];
}

/** What is kept of a draw. */
export interface KeptDraw {
  readonly at: Instant;
  readonly pid?: string;
  /** Everybody of the lock as one value. */
  readonly lock?: string;
  readonly told?: DrawTold;
  readonly seed?: string;
  readonly accepted?: boolean;
  readonly state?: CheckState;
}

interface Kept<T> {
  readonly at: Instant;
  readonly value: T;
}

/** The place of a chain that is published and never drawn from; a game has no other. */
const ANCHOR = 0;
const padded = (number: number): string => String(number).padStart(16, "0");
export const drawKey = (place: string, number: number): string => `round:${place}:${padded(number)}`;
export const fixedKey = (place: string): string => `fixed:${place}`;
export const markKey = (page: string): string => `mark:${page}`;

export class DrawDevice {
  #seat = 0;
  #pid: Bytes | null = null;
  /** What was promised in this visit, by number: none is promised twice without need. */
  readonly #pledged = new Map<number, string>();

  /** Seeds that were told since the page was loaded; the room's answer may be on its way. */
  readonly #told = new Set<number>();

  constructor(
    private readonly table: TableId,
    private readonly place: string,
    private readonly sayings: Sayings,
    private readonly ports: Ports,
  ) {}

  sit(pid: string | null, seat: number): void {
    const known = this.#pid === null ? null : hex(this.#pid);
    if (known !== pid || this.#seat !== seat) this.#pledged.clear();
    this.#pid = pid === null ? null : unhex(pid, ID_BYTES);
    this.#seat = seat;
  }

  /** Pins what the house fixed before anybody took part; it never changes. */
  async fix(fixed: string): Promise<boolean> {
    const received = { kind: "chanceFixed", fixed } as const;
    return this.#guard(ANCHOR, received, async () => {
      unhex(fixed);
      const kept = await this.ports.store.keep<Kept<string>>(fixedKey(this.place), {
        at: this.ports.now(),
        value: fixed,
      });
      if (kept.value !== fixed) throw new Dispute("pinned");
    });
  }

  // ---- taking part

  /** Promises seeds for so many places of the chain that have none of this visit. */
  async promise(first: number, count: number): Promise<void> {
    const wanted = (await this.#promises(first, count)).filter(({ hand }) => !this.#pledged.has(hand));
    if (wanted.length === 0) return;
    this.#pledge(wanted);
    this.ports.say(this.sayings.promise(wanted), async (ok) => {
      if (!ok) for (const { hand } of wanted) this.#pledged.delete(hand);
    });
  }

  /** Whether this device has promised for a draw, now or before the page was loaded anew. */
  async hasSeed(number: number): Promise<boolean> {
    return this.#pid !== null && (await this.ports.store.get(this.#seedKey(number))) !== undefined;
  }

  /** Tells my seed to a lock that is right; `ahead` more are promised with it. */
  async lock(number: number, { digest, own }: Lock, ahead: number): Promise<void> {
    const received = { kind: "chanceLocked", number, digest } as const;
    await this.#guard(number, received, async () => {
      const kept = await this.#kept(number);
      unhex(digest);
      if (kept?.lock && kept.lock !== digest) throw new Dispute("order_in_time");
      // The secret of a draw that is over is known: a seed that is told now could be chosen against.
      if (kept?.told || kept?.state) throw new Dispute("order_in_time");
      const pid = this.#pid === null ? null : hex(this.#pid);
      await this.#keep(number, { lock: digest, ...(pid === null ? {} : { pid }) });
      if (own === null || kept?.accepted || this.#told.has(number) || !(await this.hasSeed(number))) return;
      if ((await this.#commitment(number)) !== own) return; // another device of mine promised it
      await this.#tell(number, ahead);
    });
  }

  /** The same where everybody of the lock is told, because they are few. */
  async lockAll(number: number, players: readonly wire.HexaProSeat[], ahead: number): Promise<void> {
    const pid = this.#pid === null ? null : hex(this.#pid);
    const own = players.find((each) => each.pid === pid && each.seat === this.#seat && each.flag === OWN);
    await this.lock(number, { digest: digestOf(this.#place, number, players), own: own?.commitment ?? null }, ahead);
  }

  async #tell(number: number, ahead: number): Promise<void> {
    this.#told.add(number);
    const seed = hex(await this.#seed(number));
    await this.#keep(number, { seed });
    const promises = await this.#promises(number + 1, ahead);
    this.#pledge(promises);
    this.ports.say(this.sayings.reveal(number, seed, promises), async (ok) => {
      if (ok) await this.#keep(number, { accepted: true });
      else for (const { hand } of promises) this.#pledged.delete(hand);
    });
  }

  #pledge(promises: readonly wire.SeedPromise[]): void {
    for (const { hand, commitment } of promises) this.#pledged.set(hand, commitment);
  }

  #promises(first: number, count: number): Promise<readonly wire.SeedPromise[]> {
    const numbers = this.#pid === null ? [] : Array.from({ length: Math.max(0, count) }, (_, at) => first + at);
    return Promise.all(numbers.map(async (hand) => ({ hand, commitment: await this.#commitment(hand) })));
  }

  #seedKey(number: number): string {
    return `seed:${this.place}:${hex(this.#pid ?? new Uint8Array())}:${padded(number)}`;
  }

  /** The seed for a draw, made once and on the disk before anybody hears of it. */
  async #seed(number: number): Promise<Bytes> {
    const { store, text, mac, draw, now } = this.ports;
    const known = await store.get<{ readonly seed: string }>(this.#seedKey(number));
    if (known) return unhex(known.seed);
    const made = await mac(draw(HASH_BYTES), seedMessage(text(), this.#place, number, this.#seat));
    return unhex((await store.keep(this.#seedKey(number), { seed: hex(made), at: now() })).seed);
  }

  get #place(): Bytes {
    return unhex(this.place, ID_BYTES);
  }

  async #commitment(number: number): Promise<string> {
    const pid = this.#pid ?? new Uint8Array();
    return hex(commitmentTo(this.#place, number, this.#seat, pid, await this.#seed(number)));
  }

  // ---- holding the house to it

  /** Takes the secret of a draw that is over: what is published of it later must be of this one. True: it is to be checked. */
  async told(number: number, told: DrawTold, page: string): Promise<boolean> {
    let isDue = false;
    await this.#guard(number, { kind: "chanceTold", ...told }, async () => {
      const kept = await this.#kept(number);
      if (kept?.told && !isSame(kept.told, told)) throw new Dispute("order_in_time");
      isDue = !kept?.state; // or told again after the line was lost
      if (!isDue) return;
      await this.#keep(number, { told });
      this.ports.tell({ kind: "checked", check: this.#check(number, "checking", null, page) });
    });
    return isDue;
  }

  /** Takes what was published of a draw; `page` is where it is told step by step. */
  async proven(number: number, text: string, seen: SeenDraw, page: string): Promise<void> {
    const received = { kind: "chanceProven", proof: text } as const;
    await this.#guard(
      number,
      received,
      async () => {
        const kept = await this.#kept(number);
        if (kept?.state) return; // told again after the line was lost
        const draw = readDraw(JSON.parse(text));
        if (hex(draw.place) !== this.place || draw.number !== number) throw new Dispute("lock");
        const fixed = await this.ports.store.get<Kept<string>>(fixedKey(this.place));
        const checks = [...verifyDraw(draw, fixed ? unhex(fixed.value) : null), ...heldTo(draw, kept, seen)];
        const failed = checks.find(({ passed }) => !passed);
        if (failed) throw new Dispute(failed.name);
        await this.#over(number, drawState(draw, kept, this.#pid), page);
      },
      { seen, page },
    );
  }

  async #over(number: number, state: CheckState, page: string): Promise<void> {
    const { store, now, tell } = this.ports;
    await this.#keep(number, { state });
    await store.put(markKey(page), { at: now(), value: state } satisfies Kept<CheckState>);
    if (this.#pid !== null) {
      const keys = await store.keys(this.#seedKey(0).slice(0, -16));
      await store.delete(keys.filter((key) => Number(key.slice(-16)) <= number));
    }
    tell({ kind: "checked", check: this.#check(number, state, null, page) });
  }

  #kept(number: number): Promise<KeptDraw | undefined> {
    return this.ports.store.get<KeptDraw>(drawKey(this.place, number));
  }

  async #keep(number: number, more: Partial<KeptDraw>): Promise<void> {
    const known = await this.#kept(number);
    await this.ports.store.put(drawKey(this.place, number), { at: this.ports.now(), ...known, ...more });
  }

  #check(number: number, state: CheckState, step: CheckName | null, page: string | null): HandCheck {
    const proof = `${this.place}-${number}`;
    return { table: this.table, number, hand: page, state, step, proof, at: this.ports.now() };
  }

  /** Lets a message be taken; what does not fit is told once a draw, with everything that was received. False: it does not fit. */
  async #guard(
    number: number,
    received: DrawReceived,
    take: () => Promise<void>,
    more: { readonly seen?: SeenDraw; readonly page?: string } = {},
  ): Promise<boolean> {
    if ((await this.#kept(number))?.state === "failed") return false;
    try {
      await take();
      return true;
    } catch (wrong) {
      const step = wrong instanceof Dispute ? wrong.step : unreadable(wrong) ? "lock" : null;
      if (step === null) throw wrong;
      await this.#fail(number, step, received, more);
      return false;
    }
  }

  async #fail(
    number: number,
    step: CheckName,
    received: DrawReceived,
    { seen, page = `${this.place}-${number}` }: { readonly seen?: SeenDraw; readonly page?: string },
  ): Promise<void> {
    const { store, now, tell } = this.ports;
    const kept = await this.#kept(number);
    const fixed = await store.get<Kept<string>>(fixedKey(this.place));
    const before: readonly DrawReceived[] = [
      ...(fixed ? [{ kind: "chanceFixed", fixed: fixed.value } as const] : []),
      ...(kept?.lock ? [{ kind: "chanceLocked", number, digest: kept.lock } as const] : []),
      ...(kept?.told ? [{ kind: "chanceTold", ...kept.told } as const] : []),
    ];
    const isKnown = before.some((each) => JSON.stringify(each) === JSON.stringify(received));
    const check = this.#check(number, "failed", step, page);
    const evidence: Evidence = {
      protocol: "PFP-1",
      step,
      table: this.place,
      hand: number,
      at: now(),
      key: "",
      pid: this.#pid === null ? null : hex(this.#pid),
      seat: this.#seat,
      received: [
        ...before,
        ...(isKnown ? [] : [received]),
        ...(seen ? [{ kind: "chanceSeen", ...seen } as const] : []),
      ],
      record: received.kind === "chanceProven" ? recordOf(received.proof) : null,
    };
    await store.put(`failed:${check.proof}`, { check, evidence });
    await store.put(markKey(page), { at: now(), value: "failed" } satisfies Kept<CheckState>);
    await this.#keep(number, { state: "failed" });
    tell({ kind: "failed", check, evidence });
  }
}

/** Everybody of a lock as one value; empty where they cannot be read. */
function digestOf(place: Bytes, number: number, players: readonly wire.HexaProSeat[]): string {
  try {
    const read = players.map(({ seat, pid, flag, commitment }) => ({
      seat,
      pid: unhex(pid, ID_BYTES),
      flag,
      commitment: unhex(commitment),
    }));
    return hex(lockOf(place, number, read));
  } catch (wrong) {
    if (!unreadable(wrong)) throw wrong;
    return "";
  }
}

const unreadable = (wrong: unknown): boolean => wrong instanceof BadProof || wrong instanceof SyntaxError;

function recordOf(text: string): object | null {
  try {
    return JSON.parse(text) as object;
  } catch {
    return null;
  }
}

const isSame = (one: DrawTold, other: DrawTold): boolean => one.seeds === other.seeds && one.secret === other.secret;

/** What the proof must agree with: the lock that came first, what was told next, the seed that was taken in time, and what was seen. */
export function heldTo(draw: PublishedDraw, kept: KeptDraw | undefined, seen: SeenDraw) {
  const { place, number, players } = draw;
  const isLocked = kept?.lock === undefined || kept.lock === hex(lockOf(place, number, players));
  const isTold = !kept?.told || isSame(kept.told, { seeds: hex(draw.seeds), secret: hex(draw.secret) });
  const own = players.find(({ pid }) => hex(pid) === kept?.pid);
  const counts = own?.flag === OWN && hex(own.seed) === kept?.seed;
  const names = draw.cards.map(cardName);
  const isSeen = (seen.result === null || seen.result === draw.result) && isWithin(seen.cards, names);
  return [
    { name: "order_in_time", passed: isLocked && isTold },
    // A stop of the room may have lost a seed that was taken; then nothing was drawn with it.
    { name: "seeds", passed: !kept?.accepted || counts || isVoidDraw(draw) },
    { name: "cards_seen", passed: isVoidDraw(draw) || isSeen },
  ] as const;
}

/** Whether cards were taken in this order, others between them; one that lay face down may be any. */
function isWithin(seen: readonly (string | null)[], taken: readonly string[]): boolean {
  let at = 0;
  return seen.every((card) => {
    while (at < taken.length && card !== null && taken[at] !== card) at += 1;
    at += 1;
    return at <= taken.length;
  });
}

export function drawState(draw: PublishedDraw, kept: KeptDraw | undefined, pid: Bytes | null): CheckState {
  if (isVoidDraw(draw)) return "void";
  if (!draw.players.some(({ flag }) => flag === OWN)) return "uncut";
  const mine = kept?.pid === undefined ? pid : unhex(kept.pid, ID_BYTES);
  const own = mine === null ? undefined : draw.players.find((each) => same(each.pid, mine));
  if (!own) return "shown";
  return own.flag === OWN && hex(own.seed) === kept?.seed ? "checked" : "notByYou";
}
