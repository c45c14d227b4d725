/** Values of what was published, read strictly. */
import { BadProof } from "./bytes";

export function fields(value: unknown, wanted: readonly string[]): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new BadProof("no_object");
  const found = Object.keys(value);
  if (found.length !== wanted.length || !wanted.every((name) => found.includes(name))) throw new BadProof("bad_fields");
  return value as Record<string, unknown>;
}

export function number(value: unknown, most: number): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0 || (value as number) > most)
    throw new BadProof("bad_number");
  return value as number;
}

export function row(value: unknown, most: number): readonly unknown[] {
  if (!Array.isArray(value) || value.length > most) throw new BadProof("bad_row");
  return value;
}

export function exactly(value: unknown, count: number): readonly unknown[] {
  if (row(value, count).length !== count) throw new BadProof("bad_row");
  return value as readonly unknown[];
}
