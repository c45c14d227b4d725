/** All draws that are no hands: wheels and shoes of the casino, and multipliers of HexaPro. */
import type { TableId } from "../model/basics";
import { proofPage } from "../model/casino/rounds";
import type { CheckState, DrawShown, HandCheck } from "../model/fair";
import type * as wire from "../protocol/messages";
import { BadProof, type Bytes, hex, unhex } from "./bytes";
import { DrawDevice, drawKey, drawState, fixedKey, heldTo, type KeptDraw, markKey, type SeenDraw } from "./draw-device";
import { isDraw, type PublishedDraw, readDraw } from "./published-rounds";
import { AHEAD, type Ports } from "./sitting";
import type { ChanceTold, Evidence, ToWorker } from "./talk";
import type { Check } from "./verify";
import { verifyDraw } from "./verify-draw";

type Chance = Extract<ToWorker, { kind: "chance" }>;
type HexaPro = Extract<ToWorker, { kind: "hexapro" }>["told"];

/** What was seen at a table since it is followed. */
interface Seen {
  pocket: number | null;
  /** The place of the chain that the shoe on the table was shuffled by, and the cards seen of each. */
  shoe: number | null;
  readonly cards: Map<number, (string | null)[]>;
}

/** A draw whose proof is published and was not read yet; kept until it is, whatever becomes of the page. */
interface Due {
  readonly at: number;
  readonly table: TableId;
  readonly place: string;
  readonly number: number;
  /** How many players it has: so many devices ask for it. */
  readonly players: number;
  readonly seen: SeenDraw;
}

/** Where proofs are asked for, and when. */
export interface Published {
  /** What the room publishes there; empty: it publishes nothing, `null`: it did not answer. */
  read(path: string): Promise<string | null>;
  later(after: number, act: () => Promise<void>): void;
  /** Does something among the messages of a table, which are taken one after the other. */
  among(table: TableId, act: () => Promise<void>): Promise<void>;
}

const NOTHING_SEEN: SeenDraw = { result: null, cards: [] };
/** Everybody at a table asks for the same proof: each at a time of its own, so many milliseconds for each of them. */
const SPREAD_MS = 10;
/** A proof that does not come is asked for again after so long; then when the page is next loaded. */
const AGAIN_MS = [2_000, 10_000, 60_000] as const;
const dueKey = (page: string): string => `due:${page}`;
const drawPage = (tournament: string): string => `draw/${tournament}`;

export class Draws {
  /** By the 16 bytes that stand for a chain or a game. */
  readonly #devices = new Map<string, DrawDevice>();
  readonly #seen = new Map<TableId, Seen>();

  constructor(
    private readonly ports: (table: TableId) => Ports,
    private readonly published: Published,
  ) {}

  gone(table: TableId): void {
    this.#seen.delete(table);
  }

  // ---- the casino

  async chance({ table, fair, own, told }: Chance): Promise<void> {
    const seen = this.#see(table, fair, told);
    for (const change of told) if (change.kind === "secretTold") await this.#told(table, change, seen);
    const device = this.#casino(table, fair.proven);
    device.sit(own?.pid ?? null, 0);
    if (!(await device.fix(fair.anchor))) return;
    const { lock, length } = fair;
    if (lock) {
      const locked = { digest: lock.digest, own: own?.locked ?? null };
      await device.lock(lock.index, locked, Math.min(AHEAD, length - lock.index));
    }
    // Who withheld a seed has the default for a while: a promise would count for nothing.
    if (own && own.defaultUntil < fair.next) await device.promise(fair.next, Math.min(AHEAD, length + 1 - fair.next));
  }

  #see(table: TableId, fair: wire.CasinoFair, told: readonly ChanceTold[]): Seen {
    const known = this.#seen.get(table);
    const seen = known ?? { pocket: null, shoe: fair.shoe?.index ?? null, cards: new Map() };
    this.#seen.set(table, seen);
    if (fair.lock?.draws === "round") seen.pocket = null;
    for (const change of told) {
      if (change.kind === "ballFell") seen.pocket = change.pocket;
      if (change.kind === "shoeShuffled") seen.shoe = fair.shoe?.index ?? null;
      if (seen.shoe === null) continue;
      const cards = seen.cards.get(seen.shoe) ?? [];
      seen.cards.set(seen.shoe, cards);
      if (change.kind === "cardDealt") cards.push(change.card);
      const hole = cards.lastIndexOf(null);
      if (change.kind === "holeShown" && hole >= 0) cards[hole] = change.card;
    }
    return seen;
  }

  /** A draw is over: its proof is asked for in a while, and held to what was told and seen by now. */
  async #told(table: TableId, told: wire.SecretTold, seen: Seen): Promise<void> {
    const { proven: place, index: number, players, seeds, secret } = told;
    const cards = seen.cards.get(number) ?? [];
    seen.cards.delete(number);
    const page = proofPage(table, `${place}-${number}`);
    const isDue = await this.#casino(table, place).told(number, { seeds, secret }, page);
    if (!isDue) return;
    const { store, now } = this.ports(table);
    const due: Due = { at: now(), table, place, number, players, seen: { result: seen.pocket, cards } };
    await store.put(dueKey(page), due);
    this.#ask(page, due);
  }

  /** Asks for proofs that were due when the page was left. */
  async remind(store: Ports["store"]): Promise<void> {
    for (const key of await store.keys(dueKey(""))) {
      const due = await store.get<Due>(key);
      if (due) this.#ask(key.slice(dueKey("").length), due);
    }
  }

  #ask(page: string, due: Due, tries = 0): void {
    const { table, place, number, players, seen } = due;
    const { draw, store } = this.ports(table);
    const after = AGAIN_MS[tries - 1] ?? players * SPREAD_MS * fraction(draw(2));
    this.published.later(after, async () => {
      const text = await this.published.read(pathOfDraw(page) ?? "");
      if (!text && tries < AGAIN_MS.length) return this.#ask(page, due, tries + 1);
      if (text === null) return;
      await this.published.among(table, async () => {
        await this.#casino(table, place).proven(number, text, seen, page);
        await store.delete([dueKey(page)]);
      });
    });
  }

  #casino(table: TableId, place: string): DrawDevice {
    return this.#device(table, place, {
      promise: (promises) => ({ type: "promiseSeeds", table, promises }),
      reveal: (hand, seed, promises) => ({ type: "revealSeed", table, hand, seed, promises }),
    });
  }

  // ---- HexaPro

  async hexapro(told: HexaPro): Promise<void> {
    if (told.type === "hexaproDrawn") return this.#drawn(told.drawn);
    const device = this.#game(told.lobby, told.game);
    if (told.type === "hexaproPart") device.sit(told.pid, told.seat);
    if (!(await device.fix(told.game.commitment))) return;
    if (told.type === "hexaproLocked") return device.lockAll(0, told.players, 0);
    // Promised, and not by this device: another one of mine takes part.
    if (!told.promised || (await device.hasSeed(0))) await device.promise(0, 1);
  }

  async #drawn({ lobby, tournament, draw, slot, odds, proof }: wire.HexaProDrawn): Promise<void> {
    if (proof === null) return;
    const { place } = nameIn(proof);
    const device = this.#game(lobby, { game: draw.game, proven: place });
    // The number must be the one that was shown, and mean the multiplier that is played for.
    const band = odds[slot];
    const means =
      band && band.firstDraw <= draw.draw && draw.draw <= band.lastDraw && band.multiplier === draw.multiplier;
    await device.proven(0, proof, { result: means ? draw.draw : -1, cards: [] }, drawPage(tournament));
  }

  #game(lobby: string, { game, proven }: Pick<wire.HexaProFair, "game" | "proven">): DrawDevice {
    return this.#device(`${lobby}/${game}`, proven, {
      promise: (promises) => ({ type: "promiseDraw", lobby, game, commitment: promises[0]?.commitment ?? "" }),
      reveal: (_, seed) => ({ type: "revealDraw", lobby, game, seed }),
    });
  }

  #device(table: TableId, place: string, sayings: ConstructorParameters<typeof DrawDevice>[2]): DrawDevice {
    const known = this.#devices.get(place) ?? new DrawDevice(table, place, sayings, this.ports(table));
    this.#devices.set(place, known);
    return known;
  }
}

/** A number from 0 up to 1 by two bytes of the device's generator. */
const fraction = ([high = 0, low = 0]: Bytes): number => (high * 256 + low) / 65_536;

/** Which draw a published text says it is of. */
function nameIn(text: string): { readonly place: string; readonly number: number } {
  try {
    const { place, number } = readDraw(JSON.parse(text));
    return { place: hex(place), number };
  } catch {
    return { place: "0".repeat(32), number: 0 };
  }
}

// ---- proofs that are asked for later

type Stored = Pick<Ports["store"], "get">;

/** Marks of draws that this device checked, by their pages. */
export async function marksOf(store: Stored, pages: readonly string[]): Promise<Readonly<Record<string, CheckState>>> {
  const found: Record<string, CheckState> = {};
  for (const page of pages) {
    const kept = await store.get<{ readonly value: CheckState }>(markKey(page));
    if (kept) found[page] = kept.value;
  }
  return found;
}

/** Where the room publishes what a page shows; `null`: it is the page of a hand. */
export function pathOfDraw(page: string): string | null {
  const [kind, first = "", second = ""] = page.split("/");
  if (kind === "round") return `/api/casino/tables/${encodeURIComponent(first)}/proofs/${encodeURIComponent(second)}`;
  return kind === "draw" ? `/api/hexapro/draws/${encodeURIComponent(first)}/proof` : null;
}

/** A published draw step by step, judged with what this device kept of it. */
export async function judgeDraw(store: Stored, page: string, text: string, now: number): Promise<DrawShown> {
  const { place, number } = nameIn(text);
  const kept = await store.get<KeptDraw>(drawKey(place, number));
  const check = { table: "", number, hand: page, proof: `${place}-${number}`, at: kept?.at ?? now };
  try {
    const draw = readDraw(JSON.parse(text));
    const fixed = await store.get<{ readonly value: string }>(fixedKey(place));
    const checks = [...verifyDraw(draw, fixed ? unhex(fixed.value) : null), ...heldTo(draw, kept, NOTHING_SEEN)];
    const failed = checks.find(({ passed }) => !passed)?.name ?? null;
    const state = failed === null ? (kept?.state ?? drawState(draw, kept, null)) : "failed";
    const known = { pinned: fixed !== undefined, witnessed: kept?.lock !== undefined };
    return shownOf({ ...check, state, step: failed }, draw, checks, text, kept?.pid ?? null, known);
  } catch (wrong) {
    if (!(wrong instanceof BadProof)) throw wrong;
    const checks = [{ name: "lock", passed: false }];
    return { ...partly({ ...check, state: "failed", step: "lock" }), checks, record: text };
  }
}

/** A draw that failed here: what came of it, and the step that does not fit. */
export function judgeFailedDraw(check: HandCheck, evidence: Evidence): DrawShown {
  const { record, received, pid } = evidence;
  const known = { pinned: true, witnessed: true };
  const fixed = received.find((each) => each.kind === "chanceFixed");
  const pinned = fixed?.kind === "chanceFixed" ? fixed.fixed : null;
  try {
    if (record === null) throw new BadProof("no_object");
    const draw = readDraw(record);
    const checks = [...verifyDraw(draw, pinned === null ? null : unhex(pinned))];
    const told = checks.some(({ name, passed }) => name === check.step && !passed)
      ? checks
      : [...checks.filter(({ name }) => name !== check.step), { name: check.step ?? "lock", passed: false }];
    return shownOf(check, draw, told, JSON.stringify(record), pid, known);
  } catch (wrong) {
    if (!(wrong instanceof BadProof)) throw wrong;
    return partly(check, pinned ?? "");
  }
}

/** Whether what was kept of a failure is of a draw, and not of a hand. */
export const isDrawFailure = ({ received, record }: Evidence): boolean =>
  isDraw(record) || received.some(({ kind }) => kind.startsWith("chance"));

function shownOf(
  check: HandCheck,
  draw: PublishedDraw,
  checks: readonly (Check | { readonly name: string; readonly passed: boolean })[],
  record: string,
  mine: string | null,
  known: Pick<DrawShown, "pinned" | "witnessed">,
): DrawShown {
  const { kind, number, result, cards } = draw;
  return {
    ...known,
    kind,
    check,
    checks,
    place: hex(draw.place),
    number,
    fixed: hex(draw.fixed),
    secret: hex(draw.secret),
    seeds: hex(draw.seeds),
    players: draw.players.map(({ pid, flag, seed }) => ({
      pid: hex(pid),
      flag,
      seed: hex(seed),
      mine: hex(pid) === mine,
    })),
    result,
    cards,
    record,
    evidence: null,
    dispute: null,
  };
}

/** A draw of which nothing readable was published. */
function partly(check: HandCheck, fixed = ""): DrawShown {
  return {
    kind: check.number === 0 ? "draw" : "round",
    check,
    checks: [{ name: check.step ?? "lock", passed: false }],
    place: check.proof.split("-")[0] ?? "",
    number: check.number,
    fixed,
    secret: "",
    seeds: "",
    players: [],
    result: null,
    cards: [],
    pinned: true,
    witnessed: true,
    record: null,
    evidence: null,
    dispute: null,
  };
}
