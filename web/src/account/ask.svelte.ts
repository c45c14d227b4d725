import { onMount } from "svelte";
import type { App } from "../app/app.svelte";
import type { Request } from "../model/request";
import { type Faults, type Field, faultOf, faultsIn } from "./fields";

/** What stands in a form of the account: what is wrong with it is said beside its field, and only the rest by the form. */
export class Entry {
  #own = $state.raw<Faults>({});

  constructor(
    private readonly app: App,
    private readonly asked: () => Request,
    private readonly fields: () => readonly Field[],
  ) {}

  get #refused(): Faults {
    const asked = this.asked();
    return asked.state === "refused" ? faultOf(asked.told, this.fields()) : {};
  }

  get faults(): Faults {
    return { ...this.#refused, ...this.#own };
  }

  /** How far it is, without a refusal that stands beside its field. */
  get request(): Request {
    return Object.keys(this.#refused).length > 0 ? { state: "refused", told: null } : this.asked();
  }

  /** Whether what was typed can be sent, as far as this page can tell. */
  check(typed: Readonly<Partial<Record<Field, string>>>): boolean {
    this.#own = faultsIn(typed, this.app.room.model.account.asking);
    return Object.keys(this.#own).length === 0;
  }
}

/** What a page told is over when it is left. */
export function readAnswers(app: App): void {
  onMount(() => () => app.room.receive([{ to: "account", change: { kind: "answerRead" } }]));
}
