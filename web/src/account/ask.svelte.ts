import { onMount } from "svelte";
import type { App } from "../app/app.svelte";
import type { Told } from "../model/basics";
import type { Command } from "../net/commands";
import { type Faults, type Field, faultOf, faultsIn } from "./fields";

/** A form of the account: sent once, what is wrong beside its field, and done or refused only by what it asked itself. */
export class Form {
  #own = $state.raw<Faults>({});

  constructor(
    private readonly app: App,
    private readonly about: () => Command["kind"],
    private readonly fields: readonly Field[],
  ) {}

  get #answer() {
    const { answer } = this.app.room.model.account;
    return answer?.about === this.about() ? answer : null;
  }

  get busy(): boolean {
    return this.app.room.model.account.asked === this.about();
  }

  get done(): boolean {
    return this.#answer !== null && this.#answer.refused === null;
  }

  get faults(): Faults {
    return { ...faultOf(this.#answer?.refused, this.fields), ...this.#own };
  }

  /** Why it was refused, where that is about no field. */
  get refused(): Told | null {
    const refused = this.#answer?.refused ?? null;
    return Object.keys(faultOf(refused, this.fields)).length > 0 ? null : refused;
  }

  /** Sends a command, unless something is wrong with the entry or the last one is not answered yet. */
  send(event: SubmitEvent, entry: Readonly<Partial<Record<Field, string>>>, command: Command): void {
    event.preventDefault();
    if (this.busy) return;
    this.#own = faultsIn(entry, this.app.room.model.account.asking);
    if (Object.keys(this.#own).length === 0) this.app.room.send(command);
  }
}

/** What a page told is over when it is left. */
export function readAnswers(app: App): void {
  onMount(() => () => app.room.receive([{ to: "account", change: { kind: "answerRead" } }]));
}
