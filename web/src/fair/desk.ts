/** Everything the worker does: sittings at tables, the room's key, and proofs that are asked for later. */
import type { Instant, TableId } from "../model/basics";
import type { AnyProof, CheckState, Dispute, HandCheck, ProofShown } from "../model/fair";
import { BadProof, type Bytes, hex, same, unhex } from "./bytes";
import { Draws, isDrawFailure, judgeDraw, judgeFailedDraw, marksOf, pathOfDraw } from "./draws";
import { cardName } from "./hand";
import { cutBy, id16, OWN, seatOfCard, tagged } from "./pfp1";
import { type Published, readProof } from "./published";
import { isOfRecords, isRecordFailure, Records } from "./records";
import type { Mac, VerifySignature } from "./signatures";
import { handKey, type KeptHand, type Ports, proofName, Sitting } from "./sitting";
import type { Store } from "./store";
import type { Evidence, FromWorker, RowAsked, ToWorker } from "./talk";
import { type Verified, verify, withChecks } from "./verify";

/** What the worker has from outside. */
export interface Outside {
  readonly signature: VerifySignature;
  readonly mac: Mac;
  draw(size: number): Bytes;
  now(): Instant;
  readonly store: Store;
  post(told: FromWorker): void;
  /** A page of data of the room, as text; empty: there is none, `null`: the room did not answer. */
  read(path: string): Promise<string | null>;
  /** Does something after so many milliseconds. */
  later(after: number, act: () => Promise<void>): void;
}

interface RoomKeyJson {
  readonly number: number;
  readonly key: string;
  /** The signature by which the key before it says that this one follows. */
  readonly handover: string | null;
}

/** What is kept of a hand that failed. */
interface Failed {
  readonly check: HandCheck;
  readonly evidence: Evidence;
  readonly dispute?: Dispute;
}

interface Pin {
  readonly key: string;
  /** All keys that this device has known the room by. */
  readonly keys: readonly string[];
}

const PIN = "room-key";
const DAY = 86_400_000;
const SEED_DAYS = 3;
const HAND_DAYS = 60;
/** Rows that are far apart have marks as far back as so many hands. */
const PROOFS_AT_ONCE = 1000;
/** Messages about one's HexaPro games are taken one after the other, as those of a table are. */
const HEXAPRO = "hexapro";

/** What a key of the room signs when another takes its place. */
export const keyDigest = (older: Bytes, newer: Bytes): Bytes => tagged("key", older, newer);

export class FairDesk {
  readonly #sittings = new Map<TableId, Sitting>();
  readonly #draws = new Draws((table) => this.#ports(table), {
    read: (path) => this.outside.read(path),
    later: (after, act) => this.outside.later(after, act),
    among: (table, act) => this.#queue(table, act),
  });
  readonly #records: Records;
  /** Messages of a table are taken one after the other, whatever each of them waits for. */
  readonly #queues = new Map<TableId, Promise<void>>();
  readonly #waiting = new Map<number, { readonly table: TableId; readonly answered: (ok: boolean) => Promise<void> }>();
  #text = "";
  #sayings = 0;

  constructor(private readonly outside: Outside) {
    const { read, store, signature, now } = outside;
    this.#records = new Records({
      read,
      store,
      signature,
      now,
      isKnown: (key) => this.#isKnown(key),
      failed: (failure) => this.#keepFailed(failure),
    });
  }

  /** Takes what the page says; done when everything that follows from it is. */
  take(told: ToWorker): Promise<void> {
    switch (told.kind) {
      case "shown": {
        const { table, fair, seat } = told;
        return fair ? this.#queue(table, () => this.#sitting(table).shown(fair, seat)) : Promise.resolve();
      }
      case "frame":
        return this.#sittings.has(told.table)
          ? this.#queue(told.table, () => this.#sitting(told.table).framed(told.told, told.seat))
          : Promise.resolve();
      case "answered": {
        const waiting = this.#waiting.get(told.saying);
        this.#waiting.delete(told.saying);
        return waiting ? this.#queue(waiting.table, () => waiting.answered(told.ok)) : Promise.resolve();
      }
      case "gone":
        this.#sittings.delete(told.table);
        this.#draws.gone(told.table);
        return Promise.resolve();
      case "chance":
        return this.#queue(told.table, () => this.#draws.chance(told));
      case "hexapro":
        return this.#queue(HEXAPRO, () => this.#draws.hexapro(told.told));
      case "text":
        this.#text = told.text;
        return Promise.resolve();
      case "checkRows":
        return this.#checkRows(told.rows);
      case "checkDraws":
        return this.#checkDraws(told.pages);
      case "prove":
        return this.#prove(told.hand);
      case "records":
        return this.#list(told.page);
      case "keepLots":
        return this.#records.keep(told.tournament);
      case "disputed":
        return this.#disputed(told.proof, told.dispute);
    }
  }

  /** Forgets what nobody needs any more: seeds of tables that were left, and hands of long ago. */
  async tidy(): Promise<void> {
    const { store, now } = this.outside;
    for (const [prefix, days] of [
      ["seed:", SEED_DAYS],
      ["hand:", HAND_DAYS],
      ["round:", HAND_DAYS],
      ["fixed:", HAND_DAYS],
      ["mark:", HAND_DAYS],
      ["due:", HAND_DAYS],
    ] as const) {
      const old: string[] = [];
      for (const key of await store.keys(prefix)) {
        const kept = await store.get<{ readonly at: Instant }>(key);
        if ((kept?.at ?? 0) < now() - days * DAY) old.push(key);
      }
      await store.delete(old);
    }
  }

  /** Goes on with what the page was left at: proofs that were due, and disputes that never reached the desk. */
  async remind(): Promise<void> {
    await this.#draws.remind(this.outside.store);
    for (const key of await this.outside.store.keys("failed:")) {
      const kept = await this.outside.store.get<Failed>(key);
      if (kept && !kept.dispute) this.outside.post({ kind: "unsent", check: kept.check, evidence: kept.evidence });
    }
  }

  async #disputed(proof: string, dispute: Dispute): Promise<void> {
    const kept = await this.#failed(proof);
    if (kept) await this.outside.store.put(`failed:${proof}`, { ...kept, dispute } satisfies Failed);
  }

  /** Keeps what was read of lots or scans that do not fit, once, and has it brought to the desk. */
  async #keepFailed(failure: Failed): Promise<void> {
    const key = `failed:${failure.check.proof}`;
    if ((await this.outside.store.get(key)) !== undefined) return;
    await this.outside.store.put(key, failure);
    this.outside.post({ kind: "unsent", ...failure });
  }

  #queue(table: TableId, act: () => Promise<void>): Promise<void> {
    const next = (this.#queues.get(table) ?? Promise.resolve()).then(act);
    this.#queues.set(
      table,
      next.catch(() => {}),
    );
    return next;
  }

  #sitting(table: TableId): Sitting {
    const known = this.#sittings.get(table) ?? new Sitting(table, this.#ports(table));
    this.#sittings.set(table, known);
    return known;
  }

  #ports(table: TableId): Ports {
    const { signature, mac, draw, now, store, post } = this.outside;
    return {
      signature,
      mac,
      draw,
      now,
      store,
      text: () => this.#text,
      say: (message, answered) => {
        this.#sayings += 1;
        this.#waiting.set(this.#sayings, { table, answered });
        post({ kind: "say", saying: this.#sayings, message });
      },
      tell: post,
      pinned: (key) => this.#pinned(key),
    };
  }

  // ---- the room's key

  /** The key this device knows the room by: the first it ever saw, and newer ones that each older one signed for. */
  async #pinned(key: string): Promise<Bytes> {
    const pin = await this.outside.store.keep<Pin>(PIN, { key, keys: [key] });
    if (pin.key === key || pin.keys.includes(key)) return unhex(key);
    if (!(await this.#follows(pin.key, key))) return unhex(pin.key);
    await this.outside.store.put(PIN, { key, keys: [...pin.keys, key] } satisfies Pin);
    return unhex(key);
  }

  /** Whether the room is known by a key: one this device has known it by, one that follows, or one of before that each signed for the next. */
  async #isKnown(key: string): Promise<boolean> {
    if (hex(await this.#pinned(key)) === key) return true;
    const pin = await this.outside.store.get<Pin>(PIN);
    return pin !== undefined && this.#follows(key, pin.keys[0] ?? pin.key);
  }

  async #follows(known: string, wanted: string): Promise<boolean> {
    const text = await this.outside.read("/api/fair");
    const keys = !text ? [] : ((JSON.parse(text) as { keys?: readonly RoomKeyJson[] }).keys ?? []);
    const start = keys.findIndex(({ key }) => key === known);
    if (start < 0) return false;
    let signer = known;
    for (const { key, handover } of keys.slice(start + 1)) {
      if (handover === null || !/^[0-9a-f]{128}$/.test(handover)) return false;
      const before = unhex(signer);
      const digest = keyDigest(before, unhex(key));
      if (!(await this.outside.signature(before, digest, unhex(handover, 64)))) return false;
      if (key === wanted) return true;
      signer = key;
    }
    return false;
  }

  // ---- proofs that are asked for later

  /** The marks of rows: published proofs of their time, verified here, and compared with what this device itself received. */
  async #checkRows(rows: readonly RowAsked[]): Promise<void> {
    if (rows.length === 0) return;
    const wanted = new Map(rows.map((row) => [proofName(hex(id16(row.table)), row.number), row]));
    const times = rows.map(({ at }) => at);
    const since = Math.min(...times) - DAY / 24;
    const until = Math.max(...times) + DAY / 24;
    const period = `since=${since}&until=${until}&limit=${PROOFS_AT_ONCE}`;
    const text = await this.outside.read(`/api/hands/proofs.jsonl?${period}`);
    const checks: Record<string, CheckState> = {};
    for (const line of (text ?? "").split("\n").filter(Boolean)) {
      const found = JSON.parse(line) as { readonly table?: string; readonly hand?: number };
      const row = wanted.get(proofName(String(found.table), Number(found.hand)));
      if (row) checks[row.id] = (await this.#judge(row.id, line, row.hole)).check.state;
    }
    this.outside.post({ kind: "rows", checks });
  }

  async #checkDraws(pages: readonly string[]): Promise<void> {
    this.outside.post({ kind: "rows", checks: await marksOf(this.outside.store, pages) });
  }

  /** A proof step by step: the room's copy of it, or what this device kept of one that failed. */
  async #prove(hand: string): Promise<void> {
    this.outside.post({ kind: "proof", hand, proof: await this.#proof(hand) });
  }

  async #list(page: string): Promise<void> {
    this.outside.post({ kind: "records", page, list: await this.#records.list(page) });
  }

  async #proof(hand: string): Promise<AnyProof | null> {
    const local = /^([0-9a-f]{32})-(\d+)$/.test(hand);
    const failed = local ? await this.#failed(hand) : undefined;
    if (failed) return this.#judgeFailed(failed);
    if (isOfRecords(hand)) return this.#record(hand);
    const drawn = pathOfDraw(hand);
    const text = local ? null : await this.outside.read(drawn ?? `/api/hands/${encodeURIComponent(hand)}/proof`);
    if (!text) return null;
    const judged = drawn
      ? await judgeDraw(this.outside.store, hand, text, this.outside.now())
      : await this.#judge(hand, text, await this.#hole(hand));
    const kept = await this.#failed(judged.check.proof);
    return kept ? this.#judgeFailed({ ...kept, check: { ...kept.check, hand } }) : judged;
  }

  /** Lots or scans as the room publishes them; of those that failed here once, what was read then. */
  async #record(page: string): Promise<AnyProof | null> {
    const judged = await this.#records.prove(page);
    const kept = judged && (await this.#failed(judged.check.proof));
    return kept ? this.#judgeFailed({ ...kept, check: { ...kept.check, hand: page } }) : judged;
  }

  /** My cards of a hand, as the room keeps it. */
  async #hole(hand: string): Promise<readonly string[]> {
    const text = await this.outside.read(`/api/hands/${encodeURIComponent(hand)}`);
    const { players = [] } = JSON.parse(text || "{}") as {
      players?: readonly { me: boolean; cards?: string[] | null }[];
    };
    return players.find(({ me }) => me)?.cards ?? [];
  }

  #failed(proof: string): Promise<Failed | undefined> {
    return this.outside.store.get(`failed:${proof}`);
  }

  async #judge(hand: string, text: string, hole: readonly string[]): Promise<ProofShown> {
    const { table, hand: number } = JSON.parse(text) as { readonly table: string; readonly hand: number };
    const kept = await this.outside.store.get<KeptHand>(handKey(String(table), Number(number)));
    const at = kept?.at ?? this.outside.now();
    const check = { table: "", number, hand, proof: proofName(String(table), Number(number)), at };
    try {
      const proof = readProof(JSON.parse(text));
      const pin = await this.outside.store.get<Pin>(PIN);
      const key = pin?.keys.find((each) => each === hex(proof.key)) ?? null;
      const verified = withKept(await verify(proof, this.outside.signature), proof, kept);
      const owner = ownerOf(proof, verified, kept, hole);
      const state = verified.passed ? stateOf(proof, owner, kept) : "failed";
      return shownOf({ ...check, state, step: verified.failed }, proof, verified, text, {
        owner,
        pinned: key !== null,
        witnessed: kept !== undefined,
      });
    } catch (wrong) {
      if (!(wrong instanceof BadProof)) throw wrong;
      return unreadable({ ...check, state: "failed", step: "lock" }, text);
    }
  }

  async #judgeFailed({ check, evidence, dispute }: Failed): Promise<AnyProof> {
    const all = { evidence: JSON.stringify(evidence, null, 1), dispute: dispute ?? null };
    if (isRecordFailure(evidence)) return { ...(await this.#records.judgeFailed({ check, evidence })), ...all };
    if (isDrawFailure(evidence)) return { ...judgeFailedDraw(check, evidence), ...all };
    const record = evidence.record === null ? null : JSON.stringify(evidence.record);
    if (record === null) return { ...partly(check, evidence), ...all };
    try {
      const proof = readProof(evidence.record);
      const verified = await verify(proof, this.outside.signature, unhex(evidence.key));
      const told = verified.checks.map((each) => (each.name === check.step ? { ...each, passed: false } : each));
      const checks = told.some(({ name }) => name === check.step)
        ? told
        : [...told, { name: check.step ?? "lock", passed: false }];
      const known = { owner: evidence.seat, pinned: true, witnessed: true };
      const whole = shownOf(check, proof, verified, record, known);
      return { ...whole, checks, ...all };
    } catch (wrong) {
      if (!(wrong instanceof BadProof)) throw wrong;
      return { ...partly(check, evidence), record, ...all };
    }
  }
}

/** The published proof must be that of the lock, the cut and the end that this device received. */
function withKept(verified: Verified, proof: Published, kept: KeptHand | undefined): Verified {
  if (!kept) return verified;
  const seen = [
    [kept.lock, proof.lock],
    [kept.deal, proof.kind === "hand" ? proof.deal : undefined],
    [kept.end, proof.kind === "hand" ? proof.end : proof.void],
  ] as const;
  const passed = seen.every(([mine, theirs]) => mine === undefined || !theirs || same(unhex(mine), theirs));
  return withChecks(verified, { name: "order_in_time", passed });
}

function stateOf(proof: Published, own: number | null, kept: KeptHand | undefined): CheckState {
  if (kept?.state === "failed") return "failed";
  if (proof.kind === "void") return "void";
  if (!proof.seats.some(({ flag }) => flag === OWN)) return "uncut";
  if (own === null) return "shown";
  const counted = proof.seats.find(({ seat }) => seat === own)?.flag === OWN;
  // Only this device knows whether the seed was its own; without that, the seat's flag is what can be said.
  return counted && (!kept || kept.seed !== undefined) ? "checked" : "notByYou";
}

/** The seat that a copy of a proof belongs to: known from the table, the one whose cards it opens alone, or the one with my cards. */
function ownerOf(
  proof: Published,
  { opened }: Verified,
  kept: KeptHand | undefined,
  hole: readonly string[],
): number | null {
  if (kept?.seat !== undefined) return kept.seat;
  const found = opened.find(({ own, card }) => own || hole.includes(cardName(card)));
  return found ? seatOfCard(found.k, proof.order, proof.hole) : null;
}

function shownOf(
  check: HandCheck,
  proof: Published,
  verified: Verified,
  record: string,
  { owner, ...known }: Pick<ProofShown, "pinned" | "witnessed"> & { readonly owner: number | null },
): ProofShown {
  const isHand = proof.kind === "hand";
  return {
    ...known,
    kind: "hand",
    check,
    checks: verified.checks,
    place: hex(proof.table),
    roots: proof.roots.map(hex),
    seats: proof.seats.map(({ seat, flag, seed }) => ({ seat, flag, seed: hex(seed), mine: seat === owner })),
    order: proof.order,
    hole: proof.hole,
    mix: isHand ? hex(proof.mix) : null,
    deck: isHand ? proof.deck : null,
    places: verified.cut?.places ?? [],
    unusedKey: isHand ? hex(proof.unusedKey) : null,
    unused: verified.unused,
    cards: verified.opened,
    log: { before: hex(proof.before), after: hex(proof.after) },
    reason: isHand ? null : proof.reason,
    key: hex(proof.key),
    record,
    evidence: null,
    dispute: null,
  };
}

const NOTHING_SHOWN = {
  kind: "hand",
  checks: [],
  roots: [],
  seats: [],
  order: [],
  hole: 0,
  mix: null,
  deck: null,
  places: [],
  unusedKey: null,
  unused: [],
  cards: [],
  log: null,
  reason: null,
  key: "",
  pinned: false,
  witnessed: false,
  record: null,
  evidence: null,
  dispute: null,
} as const;

/** A proof that cannot even be read. */
const unreadable = (check: HandCheck, record: string): ProofShown => ({
  ...NOTHING_SHOWN,
  check,
  checks: [{ name: "lock", passed: false }],
  place: check.proof.split("-")[0] ?? "",
  record,
});

/** What was found right before a step failed while the hand was played. */
function passedBefore(step: string | null, locked: boolean, dealt: boolean): readonly string[] {
  if (locked && dealt && ["cards", "order"].includes(step ?? "")) return ["lock", "seeds", "cut", "deal"];
  return locked && ["seeds", "cut", "deal"].includes(step ?? "") ? ["lock"] : [];
}

/** A hand that failed before it ended: as much of it as came. */
function partly(check: HandCheck, { received, key, table, seat: mine }: Evidence): ProofShown {
  const locked = received.find((each) => each.kind === "fairLocked");
  const lock = locked?.kind === "fairLocked" ? locked : null;
  const dealt = received.find((each) => each.kind === "fairDealt");
  const cut = dealt?.kind === "fairDealt" ? dealt : null;
  return {
    ...NOTHING_SHOWN,
    check,
    checks: [
      ...passedBefore(check.step, lock !== null, cut !== null).map((name) => ({ name, passed: true })),
      { name: check.step ?? "lock", passed: false },
    ],
    place: table,
    roots: lock?.roots ?? [],
    seats: (lock?.seats ?? []).map(({ seat, flag }) => {
      const counted = cut?.seats.find((each) => each.seat === seat);
      return { seat, flag: counted?.flag ?? flag, seed: counted?.seed ?? "", mine: seat === mine };
    }),
    order: lock?.order ?? [],
    hole: lock?.hole ?? 0,
    mix: cut?.mix ?? null,
    deck: cut?.deck ?? null,
    places: cut && /^[0-9a-f]{64}$/.test(cut.mix) ? cutBy(unhex(cut.mix)).places : [],
    key,
    pinned: true,
    witnessed: true,
  };
}
