/** All draws that are no hands: wheels and shoes of the casino, and multipliers of HexaPro. */
import type { TableId } from "../model/basics";
import { proofPage } from "../model/casino/rounds";
import type { CheckState, DrawShown, HandCheck } from "../model/fair";
import type * as wire from "../protocol/messages";
import { BadProof, hex, unhex } from "./bytes";
import { DrawDevice, drawKey, drawState, fixedKey, heldTo, type KeptDraw, markKey, type SeenDraw } from "./draw-device";
import { OWN } from "./pfp1";
import { isDraw, type PublishedDraw, readDraw } from "./published-rounds";
import { AHEAD, type Ports } from "./sitting";
import type { ChanceTold, Evidence, LockedPlayer, ToWorker } from "./talk";
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

const NOTHING_SEEN: SeenDraw = { result: null, cards: [] };
const drawPage = (tournament: string): string => `draw/${tournament}`;

export class Draws {
  /** By the 16 bytes that stand for a chain or a game. */
  readonly #devices = new Map<string, DrawDevice>();
  readonly #seen = new Map<TableId, Seen>();

  constructor(private readonly ports: (table: TableId) => Ports) {}

  gone(table: TableId): void {
    this.#seen.delete(table);
  }

  // ---- the casino

  async chance({ table, fair, own, told }: Chance): Promise<void> {
    const seen = this.#see(table, fair, told);
    for (const change of told) if (change.kind === "chanceProven") await this.#proven(table, fair, change.proof, seen);
    const device = this.#casino(table, fair.proven);
    device.sit(own?.pid ?? null, 0);
    if (!(await device.fix(fair.anchor))) return;
    const { lock, length } = fair;
    if (lock) {
      const players = lock.players.map((each) => ({ seat: 0, ...each }));
      await device.lock(lock.index, players, Math.min(AHEAD, length - lock.index));
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

  async #proven(table: TableId, fair: wire.CasinoFair, text: string, seen: Seen): Promise<void> {
    const { place, number } = nameIn(text, fair);
    const cards = seen.cards.get(number) ?? [];
    seen.cards.delete(number);
    const shown = { result: seen.pocket, cards };
    await this.#casino(table, place).proven(number, text, shown, proofPage(table, `${place}-${number}`));
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
    if (told.type === "hexaproLocked") return device.lock(0, told.players, 0);
    // Promised, and not by this device: another one of mine takes part.
    if (!told.promised || (await device.hasSeed(0))) await device.promise(0, 1);
  }

  async #drawn({ lobby, tournament, draw, slot, odds, proof }: wire.HexaProDrawn): Promise<void> {
    if (proof === null) return;
    const place = nameIn(proof, null).place;
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

/** Which draw a published text says it is of; where it says none, the next one that a proof is due of. */
function nameIn(text: string, fair: wire.CasinoFair | null): { readonly place: string; readonly number: number } {
  try {
    const { place, number } = readDraw(JSON.parse(text));
    return { place: hex(place), number };
  } catch {
    return { place: fair?.proven ?? "0".repeat(32), number: fair?.shoe?.index ?? Math.max(0, (fair?.next ?? 1) - 1) };
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
  const { place, number } = nameIn(text, null);
  const kept = await store.get<KeptDraw>(drawKey(place, number));
  const check = { table: "", number, hand: page, proof: `${place}-${number}`, at: kept?.at ?? now };
  try {
    const draw = readDraw(JSON.parse(text));
    const fixed = await store.get<{ readonly value: string }>(fixedKey(place));
    const checks = [...verifyDraw(draw, fixed ? unhex(fixed.value) : null), ...heldTo(draw, kept, NOTHING_SEEN)];
    const failed = checks.find(({ passed }) => !passed)?.name ?? null;
    const state = failed === null ? (kept?.state ?? drawState(draw, kept, null)) : "failed";
    const known = { pinned: fixed !== undefined, witnessed: kept?.locked !== undefined };
    return shownOf({ ...check, state, step: failed }, draw, checks, text, kept?.pid ?? null, known);
  } catch (wrong) {
    if (!(wrong instanceof BadProof)) throw wrong;
    const checks = [{ name: "lock", passed: false }];
    return { ...partly({ ...check, state: "failed", step: "lock" }, [], null), checks, record: text };
  }
}

/** A draw that failed here: what came of it, and the step that does not fit. */
export function judgeFailedDraw(check: HandCheck, evidence: Evidence): DrawShown {
  const { record, received, pid } = evidence;
  const known = { pinned: true, witnessed: true };
  const locked = received.find((each) => each.kind === "chanceLocked");
  const players = locked?.kind === "chanceLocked" ? locked.players : [];
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
    return partly(check, players, pid, pinned ?? "");
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
function partly(check: HandCheck, players: readonly LockedPlayer[], mine: string | null, fixed = ""): DrawShown {
  return {
    kind: check.number === 0 ? "draw" : "round",
    check,
    checks: [{ name: check.step ?? "lock", passed: false }],
    place: check.proof.split("-")[0] ?? "",
    number: check.number,
    fixed,
    secret: "",
    seeds: "",
    players: players.map(({ pid, flag }) => ({ pid, flag: flag === OWN ? OWN : flag, seed: "", mine: pid === mine })),
    result: null,
    cards: [],
    pinned: true,
    witnessed: true,
    record: null,
    evidence: null,
    dispute: null,
  };
}
