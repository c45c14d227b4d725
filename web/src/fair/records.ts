/**
 * What is published of many draws at once: the lots of a tournament, and the scanner log of a live table.
 *
 * Each record is checked by itself and against the one before it, so that none can be taken out. Of one that does not fit, what was read
 * is kept, and the desk gets it.
 */
import type { Instant } from "../model/basics";
import type { HandCheck, RecordList, RecordRow, RecordShown } from "../model/fair";
import { BadProof, type Bytes, hex, unhex } from "./bytes";
import { fixedKey } from "./draw-device";
import { id16 } from "./pfp1";
import { type PublishedLots, type PublishedRecord, type PublishedScans, readRecord } from "./published-records";
import type { VerifySignature } from "./signatures";
import type { Store } from "./store";
import type { Evidence, RecordReceived } from "./talk";
import type { Check } from "./verify";
import { type Before, drawsOf, entriesOf, verifyLots, verifyScans } from "./verify-records";

interface ChainJson {
  readonly tournament: string;
  readonly anchor: string;
  readonly length: number;
}

/** What the house fixed beforehand, as this device first saw it, and how many lots had been drawn by then. */
interface Fixed {
  readonly at: Instant;
  readonly value: string;
  readonly drawn: number;
}

/** One line of what was published, and the one before it. */
interface Line {
  readonly name: string;
  readonly text: string;
  /** `null`: it cannot be read. */
  readonly record: PublishedRecord | null;
  readonly before: { readonly text: string; readonly record: PublishedRecord } | "first" | null;
}

/** What is kept of a failure. */
interface Failed {
  readonly check: HandCheck;
  readonly evidence: Evidence;
}

export interface RecordPorts {
  read(path: string): Promise<string | null>;
  readonly store: Store;
  readonly signature: VerifySignature;
  now(): Instant;
  /** Whether the room is known by that key. */
  isKnown(key: string): Promise<boolean>;
  /** A failure that the desk is to have. */
  failed(failure: Failed): Promise<void>;
}

/** The room gives no more lines than this at once. */
const LINES_MAX = 1_000;
const NO_PLACE = "0".repeat(32);

/** Whether a page is of lots or scans: all of a tournament or table, or one of them. */
export const isOfRecords = (page: string): boolean => /^(lots|scans)\//.test(page);

/** Whether what was kept of a failure is of lots or scans. */
export const isRecordFailure = ({ received }: Evidence): boolean => received.some(({ kind }) => kind === "recordRead");

export class Records {
  constructor(private readonly ports: RecordPorts) {}

  /** Keeps what a tournament fixed before its first lots are drawn. */
  async keep(tournament: string): Promise<void> {
    await this.#fix(await this.#chains(tournament), new Map());
  }

  /** All records of a tournament or table, the newest first; `null`: the room gives none. */
  async list(page: string): Promise<RecordList | null> {
    const found = await this.#read(page);
    if (found === null) return null;
    const rows: RecordRow[] = [];
    let first: Failed | null = null;
    for (const line of found.lines) {
      const { shown, failure } = await this.#judge(page, line, found.fixed);
      first ??= failure;
      rows.push({
        page: `${page}/${line.name}`,
        number: shown.number,
        state: shown.check.state,
        draws: shown.kind === "lots" ? shown.draws.map(({ what }) => what) : [],
        entries: shown.kind === "scans" ? shown.entries.length : 0,
      });
    }
    // Those after one that does not fit may not fit because of it; whoever opens their pages disputes them too.
    if (first) await this.ports.failed(first);
    const chains = found.chains.map(({ anchor, length }) => ({ anchor, length }));
    return { kind: page.startsWith("lots/") ? "lots" : "scans", chains, rows: rows.toReversed() };
  }

  /** One record step by step: `lots/TOURNAMENT/NAME` or `scans/TABLE/NAME`; `null`: there is none of that name. */
  async prove(page: string): Promise<RecordShown | null> {
    const [kind = "", of = "", name = ""] = page.split("/");
    const list = `${kind}/${of}`;
    const found = await this.#read(list);
    // A round may have been read by its number alone.
    const line = found?.lines.findLast((each) => each.name === name || each.name.startsWith(`${name}-`));
    if (!found || !line) return null;
    const { shown, failure } = await this.#judge(list, line, found.fixed);
    if (failure) await this.ports.failed(failure);
    return shown;
  }

  /** A record that failed here, as it was read. */
  async judgeFailed({ check, evidence }: Failed): Promise<RecordShown> {
    const texts = evidence.received.flatMap((each) => (each.kind === "recordRead" ? [each.proof] : []));
    const fixed = evidence.received.flatMap((each) => (each.kind === "recordFixed" ? [each.fixed] : []));
    const text = texts.at(-1) ?? "";
    const before = texts.length > 1 ? (texts[0] ?? "") : null;
    const record = readOr(text);
    const earlier = before === null ? null : readOr(before);
    const line: Line = {
      name: "",
      text,
      record,
      before: earlier && before !== null ? { text: before, record: earlier } : null,
    };
    const [place = ""] = check.proof.split("-");
    const known = await this.ports.store.get<Fixed>(fixedKey(place));
    const drawn = known?.drawn ?? check.number;
    const kept = fixed[0] === undefined ? null : { at: check.at, value: fixed[0], drawn };
    const shown = await this.#shown(check, line, kept);
    const fails = shown.checks.some(({ name, passed }) => !passed && name === check.step);
    const checks = fails ? shown.checks : [...shown.checks, { name: check.step ?? "lock", passed: false }];
    return { ...shown, check, checks };
  }

  async #read(page: string): Promise<{
    readonly lines: readonly Line[];
    readonly chains: readonly ChainJson[];
    readonly fixed: ReadonlyMap<string, Fixed>;
  } | null> {
    const [kind, of = ""] = page.split("/");
    const isLots = kind === "lots";
    const base = isLots ? "/api/tournaments" : "/api/casino/tables";
    const text = await this.ports.read(`${base}/${encodeURIComponent(of)}/${kind}.jsonl`);
    if (text === null) return null;
    const lines = linesOf(text);
    const chains = isLots ? await this.#chains(of) : [];
    const drawn = new Map<string, number>();
    for (const { record } of lines) if (record) drawn.set(hex(record.place), record.number);
    return { lines, chains, fixed: await this.#fix(chains, drawn) };
  }

  async #chains(tournament: string): Promise<readonly ChainJson[]> {
    const text = await this.ports.read(`/api/tournaments/${encodeURIComponent(tournament)}/lots`);
    return !text ? [] : ((JSON.parse(text) as { readonly chains?: readonly ChainJson[] }).chains ?? []);
  }

  /** What this device knows to be fixed, by chain: the first it ever saw. */
  async #fix(chains: readonly ChainJson[], drawn: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, Fixed>> {
    const found = new Map<string, Fixed>();
    for (const { tournament, anchor } of chains) {
      const seen: Fixed = { at: this.ports.now(), value: anchor, drawn: drawn.get(tournament) ?? 0 };
      found.set(tournament, await this.ports.store.keep(fixedKey(tournament), seen));
    }
    return found;
  }

  async #judge(
    page: string,
    line: Line,
    fixed: ReadonlyMap<string, Fixed>,
  ): Promise<{ readonly shown: RecordShown; readonly failure: Failed | null }> {
    // What cannot be read is known by its text alone.
    const place = hex(line.record?.place ?? id16(line.text));
    const number = line.record?.number ?? 0;
    const check: HandCheck = {
      table: "",
      number,
      hand: `${page}/${line.name}`,
      state: "checking",
      step: null,
      proof: `${place}-${number}`,
      at: this.ports.now(),
    };
    const anchor = fixed.get(place) ?? null;
    const shown = await this.#shown(check, line, anchor);
    const step = shown.checks.find(({ passed }) => !passed)?.name ?? null;
    const judged = { ...check, state: step === null ? "checked" : "failed", step } as const;
    const failure = step === null ? null : { check: judged, evidence: evidenceOf(judged, step, line, anchor) };
    return { shown: { ...shown, check: judged }, failure };
  }

  async #shown(check: HandCheck, line: Line, fixed: Fixed | null): Promise<RecordShown> {
    const { record, text, before } = line;
    const shared = { check, record: text, evidence: null, dispute: null };
    if (record?.kind === "lots") {
      const draws = drawsOf(record);
      const checks = verifyLots(record, fixed && unhex(fixed.value), ofKind<PublishedLots>(before, "lots"), draws);
      // Known before the draw, and not only now.
      return lotsShown(
        { ...shared, checks, witnessed: (fixed?.drawn ?? record.number) < record.number },
        record,
        draws,
      );
    }
    if (record?.kind === "scans") {
      const known = (key: Bytes) => this.ports.isKnown(hex(key));
      const checks = await verifyScans(record, this.ports.signature, known, ofKind<PublishedScans>(before, "scans"));
      return scansShown({ ...shared, checks, witnessed: false }, record);
    }
    return unreadable({ ...shared, checks: [{ name: "lock", passed: false }], witnessed: false });
  }
}

type Shared = Pick<RecordShown, "check" | "record" | "evidence" | "dispute" | "witnessed"> & {
  readonly checks: readonly Check[];
};

function lotsShown(shared: Shared, lots: PublishedLots, draws: ReturnType<typeof drawsOf>): RecordShown {
  return {
    ...shared,
    kind: "lots",
    place: hex(lots.place),
    number: lots.number,
    fixed: hex(lots.fixed),
    secret: hex(lots.secret),
    heads: { before: hex(lots.before), after: hex(lots.after) },
    logs: lots.logs.map(({ table, log }) => ({ table: hex(table), log: hex(log) })),
    draws,
  };
}

function scansShown(shared: Shared, scans: PublishedScans): RecordShown {
  return {
    ...shared,
    kind: "scans",
    place: hex(scans.place),
    number: scans.number,
    log: { before: hex(scans.before), after: hex(scans.after) },
    entries: entriesOf(scans).map(({ what, seat, hand, card, video, fits }) => ({
      what,
      seat,
      hand,
      card,
      video,
      fits,
    })),
    key: hex(scans.key),
  };
}

/** Of what cannot be read there is nothing to show but that. */
const unreadable = (shared: Shared): RecordShown => ({
  ...shared,
  kind: "scans",
  place: NO_PLACE,
  number: shared.check.number,
  log: null,
  entries: [],
  key: "",
});

/** The lines of a file with their names; each knows the one before it of the same chain or log. */
function linesOf(text: string): readonly Line[] {
  const texts = text.split("\n").filter(Boolean);
  const last = new Map<string, { readonly text: string; readonly record: PublishedRecord }>();
  return texts.map((line, at): Line => {
    const record = readOr(line);
    if (!record) return { name: `line-${at + 1}`, text: line, record, before: null };
    const place = hex(record.place);
    const start = texts.length < LINES_MAX ? "first" : null;
    const before = last.get(place) ?? start;
    last.set(place, { text: line, record });
    const name =
      record.kind === "lots" ? `${place}-${record.number}` : `${record.number}-${hex(record.after).slice(0, 16)}`;
    return { name, text: line, record, before };
  });
}

function readOr(text: string): PublishedRecord | null {
  try {
    return readRecord(JSON.parse(text));
  } catch (wrong) {
    if (wrong instanceof BadProof || wrong instanceof SyntaxError) return null;
    throw wrong;
  }
}

function ofKind<T extends PublishedRecord>(before: Line["before"], kind: T["kind"]): Before<T> {
  if (before === null || before === "first") return before;
  return before.record.kind === kind ? (before.record as T) : null;
}

/** What this device read, for whoever must judge it. */
function evidenceOf(check: HandCheck, step: string, { text, record, before }: Line, fixed: Fixed | null): Evidence {
  const [table = NO_PLACE] = check.proof.split("-");
  const received: RecordReceived[] = [
    ...(fixed ? [{ kind: "recordFixed", fixed: fixed.value } as const] : []),
    ...(before !== null && before !== "first" ? [{ kind: "recordRead", proof: before.text } as const] : []),
    { kind: "recordRead", proof: text },
  ];
  const key = record?.kind === "scans" ? hex(record.key) : "";
  return {
    protocol: "PFP-1",
    step,
    table,
    hand: check.number,
    at: check.at,
    key,
    pid: null,
    seat: null,
    received,
    record: record ? (JSON.parse(text) as object) : null,
  };
}
