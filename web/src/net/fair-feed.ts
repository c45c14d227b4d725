/** The players' cut: takes what concerns it to the worker that makes seeds and checks deals, and what it says to the room. */
import type { ChanceTold, Evidence, FromWorker, Told, ToWorker } from "../fair/talk";
import type { Told as Explained, Loadable, TableId } from "../model/basics";
import type { Dispute, FairChange, HandCheck } from "../model/fair";
import type * as wire from "../protocol/messages";
import type { Command } from "./commands";
import type { Line } from "./line";

/** Opens the worker: `hear` takes what it says, what is returned tells it something. */
export type OpenWorker = (hear: (told: FromWorker) => void) => (told: ToWorker) => void;
const FOR_FAIR = ["ownText", "checkHands", "checkDraws", "readProof", "readRecords", "keepLots"] as const;
type FairCommand = Extract<Command, { kind: (typeof FOR_FAIR)[number] }>;
/** What is asked of the worker, and not of the room. */
export const isForFair = (command: Command): command is FairCommand => FOR_FAIR.some((kind) => kind === command.kind);
type Shown = Pick<wire.Table, "id" | "fair"> & { readonly own: { readonly seat: number } | null };
type Chance = Pick<Extract<ToWorker, { kind: "chance" }>, "fair" | "own">;
/** What a step of a casino table brought; what is left out is as before. */
export interface ChanceStep {
  readonly fair?: wire.CasinoFair | null;
  readonly own?: wire.CasinoOwn | null;
  readonly changes: readonly wire.CasinoChange[];
}
type AnyFrame = wire.Frame | wire.TournamentFrame;

const CONCERNS: ReadonlySet<string> = new Set<Told["kind"]>([
  "fairLocked",
  "fairDealt",
  "fairEnded",
  "fairVoided",
  "fairOpened",
  "fairPart",
  "handOpened",
  "board",
  "shown",
  "dealt",
]);

const OF_CHANCE: ReadonlySet<string> = new Set<ChanceTold["kind"]>([
  "secretTold",
  "ballFell",
  "shoeShuffled",
  "cardDealt",
  "holeShown",
]);

export class FairFeed {
  #tell: ((told: ToWorker) => void) | null = null;
  #text = "";
  /** Tables whose players cut. */
  readonly #tables = new Set<TableId>();
  /** Casino tables whose draws can be checked. */
  readonly #chances = new Map<TableId, Chance>();
  /** What the worker said, by the id under which the room answers. */
  readonly #said = new Map<string, number>();
  /** Disputes that the desk does not have yet. */
  readonly #unsent = new Map<string, Evidence>();

  constructor(
    private readonly line: Line,
    private readonly rule: (table: TableId, told: Explained) => void,
    private readonly open: OpenWorker,
    private readonly file: (evidence: Evidence) => Promise<Dispute | null>,
  ) {}

  shown({ id, fair, own }: Shown): void {
    if (!fair) return;
    this.#tables.add(id);
    this.#worker()({ kind: "shown", table: id, fair, seat: own?.seat ?? null });
  }

  /** A frame that was taken: none twice and none missing. */
  framed({ table, changes, own }: AnyFrame): void {
    if (!this.#tables.has(table)) return;
    const told = [...changes, ...own].filter((each): each is Told => CONCERNS.has(each.kind));
    const seat = this.line.table(table)?.me ?? null;
    if (told.length > 0) this.#worker()({ kind: "frame", table, told: inOrder(told), seat });
  }

  /** A casino table, whole or one step of it, that was taken: none twice and none missing. */
  chanced(table: TableId, { fair, own, changes }: ChanceStep): void {
    const before = this.#chances.get(table);
    const chain = fair ?? before?.fair;
    if (!chain) return;
    const now: Chance = { fair: chain, own: own === undefined ? (before?.own ?? null) : (own?.fair ?? null) };
    this.#chances.set(table, now);
    const told = changes.filter((each): each is ChanceTold => OF_CHANCE.has(each.kind));
    if (!fair && told.length === 0 && JSON.stringify(now.own) === JSON.stringify(before?.own)) return;
    this.#worker()({ kind: "chance", table, ...now, told });
  }

  /** The draw of one of my HexaPro games. */
  heard(message: { readonly type: string }): void {
    if (isOfDraw(message)) this.#worker()({ kind: "hexapro", told: message });
  }

  gone(table: TableId): void {
    const chance = this.#chances.delete(table);
    if (this.#tables.delete(table) || chance) this.#worker()({ kind: "gone", table });
  }

  /** Whether an answer of the room was for the worker. */
  answered(id: string | null, ok: boolean): boolean {
    const saying = id === null ? undefined : this.#said.get(id);
    if (id === null || saying === undefined) return false;
    this.#said.delete(id);
    this.#worker()({ kind: "answered", saying, ok });
    return true;
  }

  /** The room is there again. */
  up(): void {
    for (const evidence of this.#unsent.values()) void this.#file(evidence);
  }

  ask(command: FairCommand): void {
    switch (command.kind) {
      case "ownText":
        this.#text = command.text;
        this.#tell?.({ kind: "text", text: command.text });
        break;
      case "checkHands":
        this.#worker()({ kind: "checkRows", rows: command.rows });
        break;
      case "checkDraws":
        this.#worker()({ kind: "checkDraws", pages: command.pages });
        break;
      case "readProof":
        this.#change({ kind: "proofAsked", hand: command.hand });
        this.#worker()({ kind: "prove", hand: command.hand });
        break;
      case "readRecords":
        this.#change({ kind: "recordsAsked", page: command.page });
        this.#worker()({ kind: "records", page: command.page });
        break;
      case "keepLots":
        this.#worker()({ kind: "keepLots", tournament: command.tournament });
        break;
    }
  }

  /** Somebody else sits here now. */
  forget(): void {
    for (const table of [...this.#tables, ...this.#chances.keys()]) this.gone(table);
    this.#said.clear();
    this.#unsent.clear();
  }

  #worker(): (told: ToWorker) => void {
    if (!this.#tell) {
      this.#tell = this.open((told) => this.#heard(told));
      this.#tell({ kind: "text", text: this.#text });
    }
    return this.#tell;
  }

  #heard(told: FromWorker): void {
    switch (told.kind) {
      case "say":
        this.#said.set(this.line.say(told.message), told.saying);
        break;
      case "checked":
        this.#change({ kind: "handChecked", check: told.check });
        break;
      case "failed":
        this.#failed(told.check, told.evidence);
        break;
      case "unsent":
        void this.#file(told.evidence);
        break;
      case "rows":
        this.#change({ kind: "rowsChecked", checks: told.checks });
        break;
      case "proof":
        this.#change({ kind: "proofKnown", hand: told.hand, proof: foundOr(told.proof) });
        break;
      case "records":
        this.#change({ kind: "recordsKnown", page: told.page, list: foundOr(told.list) });
        break;
    }
  }

  /** A deal that does not fit: the player is told, plays no further there, and the desk has it without anybody's doing. */
  #failed(check: HandCheck, evidence: Evidence): void {
    this.#change({ kind: "handChecked", check });
    const code = isDrawFailed(evidence) ? "draw_check_failed" : "check_failed";
    this.rule(check.table, { code, rule: null, numbers: { number: check.number } });
    const me = this.line.table(check.table)?.me ?? null;
    if (me !== null) this.line.send({ kind: "sitOutNext", table: check.table, on: true });
    void this.#file(evidence);
  }

  /** Brings a dispute to the desk; while it cannot, it tries again whenever the room is there again. */
  async #file(evidence: Evidence): Promise<void> {
    const proof = `${evidence.table}-${evidence.hand}`;
    this.#unsent.set(proof, evidence);
    const dispute = await this.file(evidence);
    if (!dispute) return;
    this.#unsent.delete(proof);
    this.#worker()({ kind: "disputed", proof, dispute });
    this.#change({ kind: "disputeKept", proof, dispute });
  }

  #change(change: FairChange): void {
    this.line.receive([{ to: "fair", change }]);
  }
}

const NONE = { state: "failed", told: { code: "no_such_proof", rule: null, numbers: {} } } as const;
const foundOr = <T>(found: T | null): Loadable<T> => (found === null ? NONE : { state: "ready", value: found });

const isDrawFailed = ({ received }: Evidence): boolean => received.some(({ kind }) => kind.startsWith("chance"));

type OfDraw = Extract<ToWorker, { kind: "hexapro" }>["told"];
const isOfDraw = (message: { readonly type: string }): message is OfDraw =>
  message.type === "hexaproPart" || message.type === "hexaproLocked" || message.type === "hexaproDrawn";

/** Within one frame the lock and the cut come before the cards, and the cards that were seen before the proof of them. */
function inOrder(told: readonly Told[]): readonly Told[] {
  const last = (each: Told) => each.kind === "fairEnded" || each.kind === "fairVoided";
  return [...told.filter((each) => !last(each)), ...told.filter(last)];
}
