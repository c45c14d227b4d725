/** The steps in which a page tells a proof, and which checks each of them stands for. */
import { PROOF_STEPS, type ProofShown, type ProofStep } from "../model/fair";

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

export type StepState = "fits" | "wrong" | "missing";

/** The check of a step that failed first. */
export const wrongIn = (proof: ProofShown, step: ProofStep): string | null =>
  proof.checks.find(({ name, passed }) => !passed && (STEP_OF[name] ?? "lock") === step)?.name ?? null;

export function stateOf(proof: ProofShown, step: ProofStep): StepState {
  if (wrongIn(proof, step) !== null) return "wrong";
  const came = proof.checks.some(({ name, passed }) => passed && (STEP_OF[name] ?? "lock") === step);
  return came ? "fits" : "missing";
}

/** The number of the step that failed first. */
export const failedStep = (proof: ProofShown): number => {
  const found = PROOF_STEPS.findIndex((step) => wrongIn(proof, step) !== null);
  return found < 0 ? 1 : found + 1;
};

/** Steps that such a proof has: a void hand was never cut. */
export const stepsOf = (proof: ProofShown): readonly ProofStep[] =>
  proof.check.state === "void" ? ["lock", "log"] : PROOF_STEPS;
