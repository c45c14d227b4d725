import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { BadProof } from "../../src/fair/bytes";
import { type HandJson, type ProofJson, readProof } from "../../src/fair/published";
import { verifierBy } from "../../src/fair/signatures";
import { verify } from "../../src/fair/verify";

/** Hands of simulated people at the room's own tables; `tests/fair/test_published.py` verifies the same file. */
const LINES = readFileSync(new URL("../../../tests/fair/published.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n");
const PROOFS = LINES.map((line) => JSON.parse(line) as ProofJson);
const HANDS = PROOFS.filter((proof): proof is HandJson => !("kind" in proof));
const signature = verifierBy(undefined);
const failed = async (proof: unknown) => {
  const found = await verify(readProof(proof), signature);
  return found.checks.filter(({ passed }) => !passed).map(({ name }) => name);
};
const flip = (digits: string) => (digits.startsWith("0") ? `1${digits.slice(1)}` : `0${digits.slice(1)}`);

describe("published hands", () => {
  it("are proven, void ones too", async () => {
    expect(PROOFS.length).toBe(4);
    for (const proof of PROOFS) expect(await failed(proof)).toEqual([]);
  });

  it("are not, where any value is another one", async () => {
    const [hand] = HANDS as [HandJson];
    const opening = hand.openings[0] as HandJson["openings"][number];
    const others = hand.openings.slice(1);
    const seat = hand.seats[0] as HandJson["seats"][number];
    const mutants: readonly [Partial<Record<keyof HandJson, unknown>>, string][] = [
      [{ roots: [flip(hand.roots[0] ?? ""), hand.roots[1]] }, "lock"],
      [{ roots: [hand.roots[0], hand.roots[0]] }, "lock"],
      [{ order: [...hand.order.slice(1), hand.order[0]] }, "lock"],
      [{ order: hand.order.toReversed() }, hand.order.length > 2 ? "order" : "lock"],
      [{ seats: [{ ...seat, seed: flip(seat.seed ?? "") }, ...hand.seats.slice(1)] }, "seeds"],
      [{ seats: [{ ...seat, commitment: flip(seat.commitment) }, ...hand.seats.slice(1)] }, "lock"],
      [{ mix: flip(hand.mix) }, "cut"],
      [{ deck: 1 - hand.deck }, "cut"],
      [{ unused_key: flip(hand.unused_key) }, "unused_deck"],
      [{ openings: [{ ...opening, card: (opening.card + 1) % 52 }, ...others] }, "cards"],
      [{ openings: [{ ...opening, salt: flip(opening.salt) }, ...others] }, "cards"],
      [{ openings: [{ ...opening, i: (opening.i + 1) % 52 }, ...others] }, "cards"],
      [{ openings: [opening, opening, ...others] }, "cards"],
      [{ deal: flip(hand.deal) }, "deal"],
      [{ end: flip(hand.end) }, "end"],
      [{ log: { ...hand.log, after: flip(hand.log.after) } }, "log"],
      [{ log: { ...hand.log, before: flip(hand.log.before) } }, "log"],
      [{ key: flip(hand.key) }, "signatures"],
      [{ signatures: hand.signatures.toReversed() }, "signatures"],
    ];
    for (const [change, name] of mutants) expect(await failed({ ...hand, ...change }), name).toContain(name);
  });

  it("are signed by the room that is known, or by another", async () => {
    const [hand] = HANDS as [HandJson];
    const proof = readProof(hand);
    expect((await verify(proof, signature, proof.key)).passed).toBe(true);
    expect((await verify(proof, signature, proof.lock)).failed).toBe("pinned");
  });

  it("are read strictly", () => {
    const [hand] = HANDS as [HandJson];
    const { mix: _, ...less } = hand;
    for (const wrong of [null, [], "PFP-1", less, { ...hand, more: 1 }, { ...hand, deck: 2 }, { ...hand, hand: 1.5 }])
      expect(() => readProof(wrong)).toThrow(BadProof);
    for (const wrong of [
      { protocol: "PFP-2" },
      { hole: 0 },
      { order: [1] },
      { lock: "00" },
      { key: hand.key.toUpperCase() },
    ])
      expect(() => readProof({ ...hand, ...wrong })).toThrow(BadProof);
  });
});
