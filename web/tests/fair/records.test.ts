import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { BadProof } from "../../src/fair/bytes";
import { FairDesk } from "../../src/fair/desk";
import { readRecord } from "../../src/fair/published-records";
import { macBy, verifierBy } from "../../src/fair/signatures";
import { MemoryStore } from "../../src/fair/store";
import type { FromWorker } from "../../src/fair/talk";
import type { AnyProof, RecordList } from "../../src/model/fair";

/** Lots and scanners' logs; `tests/fair/test_shared_hands.py` verifies the same file. */
const LINES = readFileSync(new URL("../../../tests/fair/published_records.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n");
const LOTS = LINES.slice(0, 3);
const SCANS = LINES.slice(3);
type Json = Record<string, unknown>;
const parsed = (line: string | undefined) => JSON.parse(line ?? "") as Json;
const changed = (line: string | undefined, change: (found: Json) => void): string => {
  const found = parsed(line);
  change(found);
  return JSON.stringify(found);
};
const ANCHOR = String(parsed(LOTS[0]).anchor);
const PLACE = String(parsed(LOTS[0]).tournament);

/** A device, and a room that publishes these lines. */
class Reader {
  lots: readonly string[] = LOTS;
  scans: readonly string[] = SCANS;
  anchor = ANCHOR;
  readonly told: FromWorker[] = [];
  readonly desk = new FairDesk({
    signature: verifierBy(undefined),
    mac: macBy(undefined),
    draw: (size) => new Uint8Array(size),
    now: () => 1_000,
    store: new MemoryStore(),
    post: (told) => this.told.push(told),
    read: async (path) => this.#read(path),
    later: () => {},
  });

  #read(path: string): string | null {
    if (path === "/api/tournaments/T/lots.jsonl") return this.lots.join("\n");
    if (path === "/api/tournaments/T/lots")
      return JSON.stringify({ chains: [{ tournament: PLACE, anchor: this.anchor, length: 8 }] });
    return path === "/api/casino/tables/L/scans.jsonl" ? this.scans.join("\n") : null;
  }

  async list(page: string): Promise<RecordList | null> {
    await this.desk.take({ kind: "records", page });
    const last = this.told.findLast((each) => each.kind === "records");
    return last?.kind === "records" ? last.list : null;
  }

  async prove(page: string): Promise<AnyProof | null> {
    await this.desk.take({ kind: "prove", hand: page });
    const last = this.told.findLast((each) => each.kind === "proof");
    return last?.kind === "proof" ? last.proof : null;
  }

  /** The steps that disputes name, in the order in which they were raised. */
  get disputed(): readonly string[] {
    return this.told.flatMap((each) => (each.kind === "unsent" ? [each.evidence.step] : []));
  }
}

const failedIn = (proof: AnyProof | null) =>
  (proof?.checks ?? []).filter(({ passed }) => !passed).map(({ name }) => name);

describe("lots of a tournament", () => {
  it("are proven, the newest first, and tell what each was drawn for", async () => {
    const reader = new Reader();
    const list = await reader.list("lots/T");
    expect(list?.rows.map(({ number, state }) => [number, state])).toEqual([
      [3, "checked"],
      [2, "checked"],
      [1, "checked"],
    ]);
    expect(list?.chains).toEqual([{ anchor: ANCHOR, length: 8 }]);
    expect(list?.rows[0]?.draws).toContain("tie");
    expect(reader.disputed).toEqual([]);
    const proof = await reader.prove(list?.rows[0]?.page ?? "");
    expect(proof?.kind).toBe("lots");
    expect(proof?.checks.map(({ name }) => name)).toEqual(["secret", "pinned", "numbers", "heads", "draws"]);
  });

  it("were fixed before this device saw them, if it kept what was fixed", async () => {
    const reader = new Reader();
    await reader.desk.take({ kind: "keepLots", tournament: "T" });
    expect((await reader.prove(`lots/T/${PLACE}-1`))?.witnessed).toBe(true);
    const late = new Reader();
    late.lots = LOTS.slice(0, 2);
    await late.list("lots/T");
    late.lots = LOTS;
    expect((await late.prove(`lots/T/${PLACE}-2`))?.witnessed).toBe(false);
    expect((await late.prove(`lots/T/${PLACE}-3`))?.witnessed).toBe(true);
  });

  it("are not proven where any value is another one, and the desk is told once", async () => {
    const lies: readonly [(reader: Reader) => void, string, number][] = [
      [
        (reader) => {
          reader.lots = [
            LOTS[0] ?? "",
            changed(LOTS[1], (found) => {
              const [first] = found.draws as { of: number; drawn: number[] }[];
              first?.drawn.reverse();
            }),
          ];
        },
        "draws",
        2,
      ],
      [
        (reader) => {
          reader.lots = [LOTS[0] ?? "", LOTS[2] ?? ""];
        },
        "numbers",
        3,
      ],
      [
        (reader) => {
          reader.lots = LOTS.slice(1);
        },
        "numbers",
        2,
      ],
      [
        (reader) => {
          reader.lots = [
            changed(LOTS[0], (found) => {
              found.secret = "00".repeat(32);
            }),
          ];
        },
        "secret",
        1,
      ],
      [
        (reader) => {
          reader.lots = [
            LOTS[0] ?? "",
            changed(LOTS[1], (found) => {
              (found.logs as unknown[]).pop();
            }),
          ];
        },
        "heads",
        2,
      ],
      [
        (reader) => {
          reader.anchor = "00".repeat(32);
        },
        "pinned",
        1,
      ],
    ];
    for (const [lie, step, number] of lies) {
      const reader = new Reader();
      lie(reader);
      const list = await reader.list("lots/T");
      expect(list?.rows.find((row) => row.number === number)?.state, step).toBe("failed");
      expect(reader.disputed, step).toEqual([step]);
      const proof = await reader.prove(`lots/T/${PLACE}-${number}`);
      expect(failedIn(proof), step).toContain(step);
      expect(proof?.evidence, step).toContain("recordRead");
      expect(reader.disputed, step).toEqual([step]);
    }
  });

  it("stay disputed after the room publishes other ones", async () => {
    const reader = new Reader();
    await reader.desk.take({ kind: "keepLots", tournament: "T" });
    reader.lots = [
      changed(LOTS[0], (found) => {
        found.anchor = "00".repeat(32);
      }),
    ];
    await reader.list("lots/T");
    reader.lots = LOTS;
    const proof = await reader.prove(`lots/T/${PLACE}-1`);
    expect(proof?.check.state).toBe("failed");
    expect(failedIn(proof)).toContain("secret");
    const dispute = { id: "d", number: 1, at: 5, answerBy: 9 };
    await reader.desk.take({ kind: "disputed", proof: `${PLACE}-1`, dispute });
    expect((await reader.prove(`lots/T/${PLACE}-1`))?.dispute).toEqual(dispute);
  });

  it("that cannot be read are told and disputed too", async () => {
    const reader = new Reader();
    reader.lots = [LOTS[0] ?? "", "{}"];
    expect((await reader.list("lots/T"))?.rows[0]?.state).toBe("failed");
    expect(reader.disputed).toEqual(["lock"]);
  });

  it("are none where the room publishes none", async () => {
    const reader = new Reader();
    reader.lots = [];
    expect((await reader.list("lots/T"))?.rows).toEqual([]);
    expect(await reader.list("lots/unknown")).toBeNull();
    expect(await reader.prove("lots/T/nothing")).toBeNull();
  });
});

describe("a scanner's log", () => {
  it("is proven, and found by the round alone", async () => {
    const reader = new Reader();
    const list = await reader.list("scans/L");
    expect(list?.rows.map(({ number, state, entries }) => [number, state, entries])).toEqual([
      [4, "checked", 9],
      [2, "checked", 9],
      [1, "checked", 9],
    ]);
    const proof = await reader.prove("scans/L/4");
    expect(proof?.kind).toBe("scans");
    expect(failedIn(proof)).toEqual([]);
    if (proof?.kind === "scans") expect(proof.entries.at(-1)?.card).toBeNull();
  });

  it("is not where any value is another one", async () => {
    const lies: readonly [readonly string[], string][] = [
      [
        [
          changed(SCANS[0], (found) => {
            (found.entries as { card: number }[])[0] = { ...(found.entries as { card: number }[])[0], card: 51 };
          }),
        ],
        "entries",
      ],
      [
        [
          changed(SCANS[0], (found) => {
            (found.entries as unknown[]).shift();
          }),
        ],
        "log",
      ],
      [[SCANS[0] ?? "", SCANS[2] ?? ""], "log"],
      [SCANS.slice(1), "log"],
      [
        [
          changed(SCANS[0], (found) => {
            found.signatures = ["00".repeat(64)];
          }),
        ],
        "signatures",
      ],
    ];
    for (const [lines, step] of lies) {
      const reader = new Reader();
      reader.scans = lines;
      await reader.list("scans/L");
      expect(reader.disputed, step).toEqual([step]);
    }
  });

  it("is not where another key signs it than this device knows the room by", async () => {
    const reader = new Reader();
    await reader.list("scans/L");
    const { public: other, sign } = await stranger();
    reader.scans = [
      changed(SCANS[0], (found) => {
        const log = found.log as { after: string };
        found.key = other;
        found.signatures = [sign(log.after)];
      }),
    ];
    await reader.list("scans/L");
    expect(reader.disputed).toEqual(["pinned"]);
  });
});

async function stranger() {
  const { Signer } = await import("./house");
  const signer = new Signer(9);
  const { hex, unhex } = await import("../../src/fair/bytes");
  return { public: hex(signer.public), sign: (digits: string) => signer.sign(unhex(digits)) };
}

describe("what is published of them", () => {
  it("is read strictly", () => {
    const [lots, scans] = [parsed(LOTS[0]), parsed(SCANS[0])];
    const { secret: _, ...less } = lots;
    for (const wrong of [
      null,
      [],
      less,
      { ...lots, more: 1 },
      { ...lots, kind: "round" },
      { ...lots, number: 0 },
      { ...lots, draws: [] },
      { ...lots, draws: [{ what: "wish", of: 2, drawn: [1] }] },
      { ...lots, draws: [{ what: "seat", of: 3, drawn: [1, 2] }] },
      { ...lots, protocol: "PFP-2" },
      { ...scans, entries: [] },
      { ...scans, signatures: [] },
      { ...scans, round: -1 },
    ])
      expect(() => readRecord(wrong)).toThrow(BadProof);
  });
});
