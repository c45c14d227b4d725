/** The steps in which a page tells a proof, and which checks each of them stands for. */
import {
  type AnyProof,
  DRAW_STEPS,
  type DrawShown,
  type DrawStep,
  PROOF_STEPS,
  type ProofShown,
  type ProofStep,
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

export type StepState = "fits" | "wrong" | "missing";
type AnyStep = ProofStep | DrawStep;

const stepOf = (proof: AnyProof, check: string): AnyStep =>
  proof.kind === "hand" ? (STEP_OF[check] ?? "lock") : (DRAW_STEP_OF[check] ?? "fixed");

/** The check of a step that failed first. */
export const wrongIn = (proof: AnyProof, step: AnyStep): string | null =>
  proof.checks.find(({ name, passed }) => !passed && stepOf(proof, name) === step)?.name ?? null;

export function stateOf(proof: AnyProof, step: AnyStep): StepState {
  if (wrongIn(proof, step) !== null) return "wrong";
  const came = proof.checks.some(({ name, passed }) => passed && stepOf(proof, name) === step);
  return came ? "fits" : "missing";
}

/** The number of the step that failed first. */
export const failedStep = (proof: AnyProof): number => {
  const steps: readonly AnyStep[] = proof.kind === "hand" ? PROOF_STEPS : DRAW_STEPS;
  return Math.max(1, steps.findIndex((step) => wrongIn(proof, step) !== null) + 1);
};

/** Steps that such a proof has: a void hand was never cut. */
export const stepsOf = (proof: ProofShown): readonly ProofStep[] =>
  proof.check.state === "void" ? ["lock", "log"] : PROOF_STEPS;

/** Of a draw that came to nothing there is no result. */
export const drawStepsOf = (proof: DrawShown): readonly DrawStep[] =>
  proof.check.state === "void" ? ["fixed", "numbers"] : DRAW_STEPS;
