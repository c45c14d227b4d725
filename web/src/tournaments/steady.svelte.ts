import { steady } from "../model/tournament/lists";

/**
 * Rows in an order that does not change while somebody points at them or has the focus in them; what is gone meanwhile stays until
 * they leave.
 */
export class SteadyRows<Row extends { readonly id: string }> {
  #held = $state(false);
  #order: readonly string[] = [];
  readonly #known = new Map<string, Row>();
  readonly rows: readonly Row[];

  constructor(wanted: () => readonly Row[]) {
    this.rows = $derived.by(() => this.#arranged(wanted()));
  }

  #arranged(wanted: readonly Row[]): readonly Row[] {
    if (!this.#held) this.#known.clear();
    for (const row of wanted) this.#known.set(row.id, row);
    this.#order = steady(
      this.#order.filter((id) => this.#known.has(id)),
      wanted.map((row) => row.id),
      this.#held,
    );
    return this.#order.flatMap((id) => this.#known.get(id) ?? []);
  }

  readonly hold = (): void => {
    this.#held = true;
  };

  readonly release = (): void => {
    this.#held = false;
  };
}
