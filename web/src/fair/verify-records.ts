/** Verifying published lots and a scanner's log from what was published alone, and from what was published before them. */
import { type Bytes, be, hex, join, NOTHING, same, u64, utf8 } from "./bytes";
import { chainBack } from "./casino";
import { Stream, tagged } from "./pfp1";
import { type LotDraw, type PublishedLots, type PublishedScans, SCAN_KINDS, type ScanEntry } from "./published-records";
import { hmac } from "./sha2";
import type { VerifySignature } from "./signatures";
import type { Check } from "./verify";

/** The record before one of the same chain or log; `first`: it must be the first of all; `null`: nothing is known of those before. */
export type Before<T> = T | "first" | null;

/** All heads of logs that were ever mixed in, as one hash. */
export const headsAfter = ({ before, logs }: Pick<PublishedLots, "before" | "logs">): Bytes =>
  tagged("heads", before, be(logs.length, 4), ...logs.map(({ table, log }) => join(table, log)));

/** Every draw with whether it follows from the secret and the logs. */
export function drawsOf({ secret, place, number, after, draws }: PublishedLots): readonly (LotDraw & Fits)[] {
  const stream = new Stream(hmacOfLots(secret, place, number, after));
  return draws.map((draw) => {
    const again = draw.drawn.length === draw.of ? stream.shuffle(draw.of) : [stream.uniform(draw.of)];
    return { ...draw, fits: again.every((value, at) => value === draw.drawn[at]) };
  });
}

interface Fits {
  readonly fits: boolean;
}

const hmacOfLots = (secret: Bytes, place: Bytes, number: number, heads: Bytes): Bytes =>
  hmac(secret, join(utf8("PFP1/lots\0"), place, u64(number), heads));

/** Every check of a tournament's lots; `anchor` is what was published beforehand for that chain. */
export function verifyLots(
  lots: PublishedLots,
  anchor: Bytes | null,
  before: Before<PublishedLots>,
  draws = drawsOf(lots),
): readonly Check[] {
  const tables = lots.logs.map(({ table }) => hex(table));
  const inOrder = tables.every((table, at) => at === 0 || (tables[at - 1] ?? "") < table);
  const starts = lots.number > 1 || same(lots.before, NOTHING);
  const goesOn = before === null || before === "first" || same(before.after, lots.before);
  return [
    { name: "secret", passed: same(chainBack(lots.secret, lots.number), lots.fixed) },
    { name: "pinned", passed: anchor !== null && same(anchor, lots.fixed) },
    { name: "numbers", passed: follows(lots.number, before) },
    { name: "heads", passed: same(headsAfter(lots), lots.after) && inOrder && starts && goesOn },
    { name: "draws", passed: draws.every(({ fits }) => fits) },
  ];
}

const follows = (number: number, before: Before<PublishedLots>): boolean =>
  before === null || number === (before === "first" ? 0 : before.number) + 1;

/** Every entry with whether it is what was written when the card was read; of a card nobody was shown, only that there is no salt. */
export const entriesOf = ({ entries }: PublishedScans): readonly (ScanEntry & Fits)[] =>
  entries.map((entry) => ({ ...entry, fits: isWritten(entry) }));

const isWritten = ({ card, salt, face }: ScanEntry): boolean =>
  card === null ? same(salt, NOTHING) : same(face, tagged("face", be(card), salt));

/** The log after all entries of a round. */
export function scanLogAfter({ place, number, before, entries }: PublishedScans): Bytes {
  let log = before;
  for (const [at, { what, seat, hand, video, face }] of entries.entries()) {
    const where = join(be(SCAN_KINDS.indexOf(what)), be(seat), be(hand), u64(video ?? 0));
    log = tagged("scanlog", log, tagged("scan", place, u64(number), be(at, 2), where, face));
  }
  return log;
}

/** Every check of what a scanner read in a round; `isKnown`: whether the room is known by that key. */
export async function verifyScans(
  scans: PublishedScans,
  signature: VerifySignature,
  isKnown: (key: Bytes) => Promise<boolean>,
  before: Before<PublishedScans>,
): Promise<readonly Check[]> {
  const log = before === "first" ? NOTHING : before?.after;
  return [
    { name: "entries", passed: entriesOf(scans).every(({ fits }) => fits) },
    { name: "log", passed: same(scanLogAfter(scans), scans.after) && (!log || same(log, scans.before)) },
    { name: "signatures", passed: await signature(scans.key, scans.after, scans.signature) },
    { name: "pinned", passed: await isKnown(scans.key) },
  ];
}
