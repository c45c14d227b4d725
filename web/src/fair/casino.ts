/** Draws that are no hands: the secrets of a casino table's rounds, and HexaPro's multiplier. */
import { type Bytes, be, hex, join, NOTHING, u64, utf8 } from "./bytes";
import { OWN, type SeatSeed, Stream, tagged, UNREVEALED } from "./pfp1";
import { hmac } from "./sha2";

const byPid = <T extends Pick<SeatSeed, "pid">>(players: readonly T[]): readonly T[] =>
  players
    .map((each) => [hex(each.pid), each] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, each]) => each);

/** Everybody's seeds as one value, by pid. */
export function seedsOf(players: readonly Pick<SeatSeed, "pid" | "flag" | "seed">[]): Bytes {
  const rows = byPid(players).map(({ pid, flag, seed }) => join(pid, be(flag), seed));
  return tagged("seeds", be(rows.length, 4), ...rows);
}

/** Everybody of a lock and what each is committed to as one value; after it a seed that was promised can only go missing. */
export function lockOf(place: Bytes, number: number, players: readonly Omit<SeatSeed, "seed">[]): Bytes {
  const rows = byPid(players).map(({ seat, pid, flag, commitment }) =>
    join(be(seat), pid, be(flag === UNREVEALED ? OWN : flag), commitment),
  );
  return tagged("locked", place, u64(number), be(rows.length, 4), ...rows);
}

/** The numbers of a casino round by its secret. */
export const roundStream = (secret: Bytes, table: Bytes, round: number, seeds: Bytes): Stream =>
  new Stream(hmac(secret, join(utf8("PFP1/round\0"), table, u64(round), seeds, NOTHING)));

/** The number that HexaPro's multiplier is read from. */
export const hexaProNumber = (secret: Bytes, game: Bytes, seeds: Bytes): number =>
  new Stream(hmac(secret, join(utf8("PFP1/hexapro\0"), game, seeds))).uniform(100_000);

/** The secret so many rounds before another one of the same chain. */
export function chainBack(secret: Bytes, rounds: number): Bytes {
  let found = secret;
  for (let left = rounds; left > 0; left--) found = tagged("chain", found);
  return found;
}

/** What the house publishes when a HexaPro game opens. */
export const drawCommitment = (game: Bytes, secret: Bytes): Bytes => tagged("draw", game, secret);
