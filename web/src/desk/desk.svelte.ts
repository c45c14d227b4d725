import { getContext, setContext, untrack } from "svelte";
import type { App } from "../app/app.svelte";
import { LOADING, type Loadable, ready } from "../model/basics";
import type { Answered, Api } from "../net/http";
import type { Deed, DeedRule, DeskRequest, Figures, HouseState, Inbox } from "./types";

/** Roles that have a desk; dealers and pit bosses see tables, and no accounts. */
const OFFICE: ReadonlySet<string> = new Set(["admin", "floor", "support", "finance", "security", "auditor"]);
const READS_TRAIL: ReadonlySet<string> = new Set(["admin", "auditor", "security"]);

/** What is asked for, with the clause it rests on. */
export interface Draft {
  readonly deed: Deed;
  readonly clause: string | null;
  readonly edition: string | null;
}

/** Something read from the room; read again when anything was done at the desk, and while it is, the old answer stands. */
export class Reading<T> {
  #found = $state.raw<Loadable<T>>(LOADING);
  #path: string | null = null;
  #turn = 0;

  constructor(
    private readonly desk: Desk,
    path: () => string | null,
  ) {
    $effect(() => {
      const wanted = path();
      void desk.changes;
      untrack(() => this.#want(wanted));
    });
  }

  get found(): Loadable<T> {
    return this.#found;
  }

  /** What was read, or nothing yet. */
  get value(): T | null {
    return this.#found.state === "ready" ? this.#found.value : null;
  }

  again(): void {
    this.#want(this.#path);
  }

  #want(path: string | null): void {
    if (path !== this.#path) this.#found = LOADING;
    this.#path = path;
    if (path !== null) void this.#read(path);
  }

  async #read(path: string): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    const answer = await this.desk.api.get<T>(path);
    // The last question wins, however long the others took.
    if (turn !== this.#turn) return;
    this.#found = answer.ok ? ready(answer.value) : { state: "failed", told: answer.told };
  }
}

/** The back office as its pages share it: who I am, what can be asked for, what waits, and how deeds are sent. */
export class Desk {
  readonly api: Api;
  /** Grows with everything that is done here, so that what is shown is read again. */
  changes = $state(0);
  readonly #deeds: Reading<readonly DeedRule[]>;
  readonly inbox: Reading<Inbox>;
  /** Whether the books balance, and what stopped. */
  readonly house: Reading<HouseState>;

  constructor(private readonly app: App) {
    this.api = app.api;
    this.#deeds = new Reading(this, () => "/api/desk/deeds");
    this.inbox = new Reading(this, () => "/api/desk/inbox");
    this.house = new Reading(this, () => "/api/desk/state");
  }

  get name(): string {
    const { person } = this.app.room.model.account;
    return person.kind === "player" ? person.name : "";
  }

  get roles(): readonly string[] {
    return rolesOf(this.app);
  }

  get readsTrail(): boolean {
    return this.roles.some((role) => READS_TRAIL.has(role));
  }

  get deeds(): Loadable<readonly DeedRule[]> {
    return this.#deeds.found;
  }

  deed(kind: string): DeedRule | null {
    return this.#deeds.value?.find((each) => each.kind === kind) ?? null;
  }

  /** Reads a page of data, and reads it again whenever something was done; to be called while a component is made. */
  read<T>(path: () => string | null): Reading<T> {
    return new Reading<T>(this, path);
  }

  dryRun(draft: Draft): Promise<Answered<Figures>> {
    return this.api.post<Figures>("/api/desk/dry-run", draft);
  }

  /** `id` makes it one request, however often it is sent. */
  ask(
    draft: Draft & { readonly reason: string; readonly figures: string; readonly atOnce: boolean; readonly id: string },
  ): Promise<Answered<DeskRequest>> {
    return this.#act("/api/desk/requests", draft);
  }

  sign(id: string, figures: string): Promise<Answered<DeskRequest>> {
    return this.#act(requestPath(id, "sign"), { figures });
  }

  renew(id: string, figures: string): Promise<Answered<DeskRequest>> {
    return this.#act(requestPath(id, "renew"), { figures });
  }

  deny(id: string, reason: string): Promise<Answered<DeskRequest>> {
    return this.#act(requestPath(id, "deny"), { reason });
  }

  withdraw(id: string): Promise<Answered<DeskRequest>> {
    return this.#act(requestPath(id, "withdraw"), {});
  }

  /** Sends anything that changes something; whoever is here is asked for the second factor again where the room wants it. */
  async act<T>(path: string, body: object): Promise<Answered<T>> {
    const answer = await this.api.post<T>(path, body);
    this.changes += 1;
    return answer;
  }

  #act(path: string, body: object): Promise<Answered<DeskRequest>> {
    return this.act<DeskRequest>(path, body);
  }
}

const requestPath = (id: string, act: string) => `/api/desk/requests/${encodeURIComponent(id)}/${act}`;

export function rolesOf(app: App): readonly string[] {
  const { person } = app.room.model.account;
  return person.kind === "player" ? person.roles : [];
}

export function hasDesk(roles: readonly string[]): boolean {
  return roles.some((role) => OFFICE.has(role));
}

const KEY = Symbol("desk");

export function provideDesk(desk: Desk): Desk {
  return setContext(KEY, desk);
}

export function useDesk(): Desk {
  return getContext<Desk>(KEY);
}
