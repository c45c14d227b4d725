/** Dealing that players can check, as the stories show it: hands of simulated people, judged by the same desk as in the worker. */
import published from "../../../tests/fair/published.jsonl?raw";
import rounds from "../../../tests/fair/published_rounds.jsonl?raw";
import { FairDesk } from "../fair/desk";
import type { ProofJson } from "../fair/published";
import { macBy, verifierBy } from "../fair/signatures";
import { MemoryStore } from "../fair/store";
import type { AnyProof, FairRoom } from "../model/fair";
import type { Change } from "../model/model";
import type { Command } from "../net/commands";
import { BASE } from "./time";

const LINES = published.trim().split("\n");
const ROUNDS = rounds.trim().split("\n");
const RATES = {
  hands: 1_918,
  restarts: 1,
  stops: 0,
  calledOff: 1,
  own: 8_214,
  default: 611,
  absent: 19,
  uncut: 12,
} as const;
const room: FairRoom = {
  fairDealing: true,
  keys: [{ number: 1, key: (JSON.parse(LINES[0] ?? "{}") as ProofJson).key }],
  rates: RATES,
  tables: ["tallinn-3", "oslo-1"].map((table, index) => ({
    table,
    proven: `${index}`,
    rates: { ...RATES, hands: 812 - index * 300, own: 3_411, restarts: 0 },
  })),
};

/** A round of the stories, `round/T/0`, …; one of `lied-…` fell elsewhere. */
function roundOf(name: string): string {
  const [kind, number] = name.includes("-") ? name.split("-") : ["", name];
  const line = ROUNDS[Number(number)] ?? "";
  if (kind !== "lied") return line;
  const proof = JSON.parse(line) as { result: number };
  return JSON.stringify({ ...proof, result: (proof.result + 1) % 37 });
}

/** The record that a story's hand has: `proof-0`, …; one of `failed-…` has a card that was not locked. */
function recordOf(hand: string): string {
  if (hand.includes("/")) return roundOf(hand.split("/").at(-1) ?? "0");
  const [kind, number] = hand.split("-");
  const line = LINES[Number(number)] ?? "";
  if (kind !== "failed") return line;
  const proof = JSON.parse(line) as { openings: { card: number }[] };
  const [first, ...others] = proof.openings.toReversed();
  return JSON.stringify({
    ...proof,
    openings: [{ ...first, card: ((first?.card ?? 0) + 1) % 52 }, ...others].toReversed(),
  });
}

async function proofOf(hand: string): Promise<AnyProof | null> {
  return new Promise((resolve) => {
    const desk = new FairDesk({
      signature: verifierBy(undefined),
      mac: macBy(undefined),
      draw: (size) => crypto.getRandomValues(new Uint8Array(size)),
      now: () => BASE,
      store: new MemoryStore(),
      post: (told) => told.kind === "proof" && resolve(told.proof),
      read: async () => recordOf(hand),
      later: () => {},
    });
    void desk.take({ kind: "prove", hand });
  });
}

const dispute = { id: "01M7PD3PAX8REXR1H9R6N7CR2R", number: 1, at: BASE, answerBy: BASE + 3 * 86_400_000 };

export async function fairReply(command: Command): Promise<readonly Change[]> {
  if (command.kind === "readFair")
    return [{ to: "fair", change: { kind: "fairRoomKnown", room: { state: "ready", value: room } } }];
  if (command.kind !== "readProof") return [];
  const { hand } = command;
  const proof = await proofOf(hand);
  if (!proof) return [];
  const value = /failed|lied/.test(hand) ? { ...proof, dispute, evidence: "{}" } : proof;
  return [
    { to: "fair", change: { kind: "proofAsked", hand } },
    { to: "fair", change: { kind: "proofKnown", hand, proof: { state: "ready", value } } },
  ];
}
