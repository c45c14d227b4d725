/** Dealing that players can check, as the stories show it: hands of simulated people, judged by the same desk as in the worker. */
import published from "../../../tests/fair/published.jsonl?raw";
import records from "../../../tests/fair/published_records.jsonl?raw";
import rounds from "../../../tests/fair/published_rounds.jsonl?raw";
import { FairDesk } from "../fair/desk";
import type { ProofJson } from "../fair/published";
import { macBy, verifierBy } from "../fair/signatures";
import { MemoryStore } from "../fair/store";
import type { FromWorker, ToWorker } from "../fair/talk";
import type { AnyProof, FairRoom } from "../model/fair";
import type { Change } from "../model/model";
import type { Command } from "../net/commands";
import { BASE } from "./time";

const LINES = published.trim().split("\n");
const ROUNDS = rounds.trim().split("\n");
const RECORDS = records.trim().split("\n");
const LOTS = RECORDS.filter((line) => line.includes('"kind":"lots"'));
const SCANS = RECORDS.filter((line) => line.includes('"kind":"scans"'));
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
  tables: ["Tallinn 3", "Sunday 100"].map((name, index) => ({
    name,
    number: index === 0 ? null : 12,
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

/** What the room publishes of lots and scans; of `lied` lots one was drawn otherwise, `none` has none yet. */
function publishedAt(path: string): string {
  const [, , , of = ""] = path.split("/");
  if (path.endsWith("/lots")) {
    const { tournament, anchor } = JSON.parse(LOTS[0] ?? "{}") as { tournament: string; anchor: string };
    return JSON.stringify({ chains: [{ tournament, anchor, length: 1_024 }] });
  }
  if (of === "none") return "";
  if (!path.endsWith("lots.jsonl")) return SCANS.join("\n");
  return (of === "lied" ? [LOTS[0], LOTS[1]?.replace('"drawn":[0', '"drawn":[1')] : LOTS).join("\n");
}

/** What a device says when it is asked for something. */
async function asked<K extends FromWorker["kind"]>(
  kind: K,
  told: ToWorker,
  read: (path: string) => string,
): Promise<Extract<FromWorker, { kind: K }>> {
  return new Promise((resolve) => {
    const desk = new FairDesk({
      signature: verifierBy(undefined),
      mac: macBy(undefined),
      draw: (size) => crypto.getRandomValues(new Uint8Array(size)),
      now: () => BASE,
      store: new MemoryStore(),
      post: (answer) => answer.kind === kind && resolve(answer as Extract<FromWorker, { kind: K }>),
      read: async (path) => read(path),
      later: () => {},
    });
    void desk.take(told);
  });
}

async function proofOf(hand: string): Promise<AnyProof | null> {
  const read = /^(lots|scans)\//.test(hand) ? publishedAt : () => recordOf(hand);
  return (await asked("proof", { kind: "prove", hand }, read)).proof;
}

async function recordsOf(page: string): Promise<readonly Change[]> {
  const { list } = await asked("records", { kind: "records", page }, publishedAt);
  if (!list) return [];
  return [
    { to: "fair", change: { kind: "recordsAsked", page } },
    { to: "fair", change: { kind: "recordsKnown", page, list: { state: "ready", value: list } } },
  ];
}

const dispute = { id: "01M7PD3PAX8REXR1H9R6N7CR2R", number: 1, at: BASE, answerBy: BASE + 3 * 86_400_000 };

export async function fairReply(command: Command): Promise<readonly Change[]> {
  if (command.kind === "readFair")
    return [{ to: "fair", change: { kind: "fairRoomKnown", room: { state: "ready", value: room } } }];
  if (command.kind === "readRecords") return recordsOf(command.page);
  if (command.kind !== "readProof") return [];
  const { hand } = command;
  const proof = await proofOf(hand);
  if (!proof) return [];
  const mine = { ...proof, check: { ...proof.check, state: "checked" as const } };
  const value = /failed|lied/.test(hand)
    ? { ...proof, dispute, evidence: "{}" }
    : hand.startsWith("withheld")
      ? mine
      : proof;
  return [
    { to: "fair", change: { kind: "proofAsked", hand } },
    { to: "fair", change: { kind: "proofKnown", hand, proof: { state: "ready", value } } },
  ];
}
