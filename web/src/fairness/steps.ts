/** The steps in which a page tells a proof, and which checks each of them stands for. */
import {
  type AnyProof,
  DRAW_STEPS,
  type DrawShown,
  type DrawStep,
  LOTS_STEPS,
  PROOF_STEPS,
  type ProofShown,
  type ProofStep,
  type RecordShown,
  type RecordStep,
  SCAN_STEPS,
} from "../model/fair";

const STEP_OF: Readonly<Record<string, ProofStep>> = {
  lock: "lock",
  order_in_time: "lock",
  pinned: "lock",
  seeds: "cut",
  cut: "order",
  deal: "order",
  unused_deck: "unused",
  cards: "cards",
  cards_seen: "cards",
  order: "log",
  end: "log",
  log: "log",
  void: "log",
  signatures: "log",
};

const DRAW_STEP_OF: Readonly<Record<string, DrawStep>> = {
  lock: "fixed",
  secret: "fixed",
  pinned: "fixed",
  order_in_time: "numbers",
  seeds: "numbers",
  mix: "numbers",
  result: "result",
  cards: "result",
  cards_seen: "result",
};

const LOTS_STEP_OF: Readonly<Record<string, RecordStep>> = {
  lock: "fixed",
  secret: "fixed",
  pinned: "fixed",
  numbers: "fixed",
  heads: "logs",
  draws: "lots",
};

const SCAN_STEP_OF: Readonly<Record<string, RecordStep>> = {
  lock: "entries",
  entries: "entries",
  log: "log",
  signatures: "signed",
  pinned: "signed",
};

export type StepState = "fits" | "wrong" | "missing";
type AnyStep = ProofStep | DrawStep | RecordStep;

function stepOf({ kind }: AnyProof, check: string): AnyStep {
  switch (kind) {
    case "hand":
      return STEP_OF[check] ?? "lock";
    case "lots":
      return LOTS_STEP_OF[check] ?? "fixed";
    case "scans":
      return SCAN_STEP_OF[check] ?? "entries";
    default:
      return DRAW_STEP_OF[check] ?? "fixed";
  }
}

function allSteps(proof: AnyProof): readonly AnyStep[] {
  switch (proof.kind) {
    case "hand":
      return PROOF_STEPS;
    case "lots":
    case "scans":
      return recordStepsOf(proof);
    default:
      return DRAW_STEPS;
  }
}

/** Steps of lots, or of a scanner's log. */
export const recordStepsOf = ({ kind }: RecordShown): readonly RecordStep[] =>
  kind === "lots" ? LOTS_STEPS : SCAN_STEPS;

/** The check of a step that failed first. */
export const wrongIn = (proof: AnyProof, step: AnyStep): string | null =>
  proof.checks.find(({ name, passed }) => !passed && stepOf(proof, name) === step)?.name ?? null;

export function stateOf(proof: AnyProof, step: AnyStep): StepState {
  if (wrongIn(proof, step) !== null) return "wrong";
  const came = proof.checks.some(({ name, passed }) => passed && stepOf(proof, name) === step);
  return came ? "fits" : "missing";
}

/** The number of the step that failed first. */
export const failedStep = (proof: AnyProof): number =>
  Math.max(1, allSteps(proof).findIndex((step) => wrongIn(proof, step) !== null) + 1);

/** Steps that such a proof has: a void hand was never cut. */
export const stepsOf = (proof: ProofShown): readonly ProofStep[] =>
  proof.check.state === "void" ? ["lock", "log"] : PROOF_STEPS;

/** Of a draw that came to nothing there is no result. */
export const drawStepsOf = (proof: DrawShown): readonly DrawStep[] =>
  proof.check.state === "void" ? ["fixed", "numbers"] : DRAW_STEPS;
