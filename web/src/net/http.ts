import type { Told } from "../model/basics";

export type Answered<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly told: Told; readonly status: number };

type Fetch = (path: string, init: RequestInit) => Promise<Response>;

export const NO_CONNECTION: Told = { code: "no_connection", rule: null, numbers: {} };
const UNCLEAR: Told = { code: "unclear_answer", rule: null, numbers: {} };

/** The room's pages of data: JSON in, JSON out, a refusal with its clause, and the token that says the page is ours. */
export class Api {
  csrf: string | null = null;
  /** Asks who is here once more, when a session is not enough; true: they have shown it. */
  prove: () => Promise<boolean> = async () => false;

  constructor(private readonly fetch: Fetch) {}

  get<T>(path: string): Promise<Answered<T>> {
    return this.#ask(path, { method: "GET" });
  }

  async post<T>(path: string, body: object = {}): Promise<Answered<T>> {
    const answer = await this.#post<T>(path, body);
    const more = !answer.ok && answer.told.code === "reauthentication_needed" && (await this.prove());
    return more ? this.#post<T>(path, body) : answer;
  }

  #post<T>(path: string, body: object): Promise<Answered<T>> {
    const headers: Record<string, string> = { "content-type": "application/json" };
    if (this.csrf !== null) headers["x-csrf-token"] = this.csrf;
    return this.#ask(path, { method: "POST", headers, body: JSON.stringify(body) });
  }

  async #ask<T>(path: string, init: RequestInit): Promise<Answered<T>> {
    let response: Response;
    try {
      response = await this.fetch(path, { ...init, credentials: "same-origin" });
    } catch {
      return { ok: false, told: NO_CONNECTION, status: 0 };
    }
    const value: unknown = await response.json().catch(() => null);
    if (response.ok) return { ok: true, value: value as T };
    return {
      ok: false,
      told: isTold(value) ? { ...value, numbers: value.numbers ?? {} } : UNCLEAR,
      status: response.status,
    };
  }
}

function isTold(value: unknown): value is Told {
  return typeof value === "object" && value !== null && typeof (value as Told).code === "string";
}

/** A path with what is asked for; what is not given is left out. */
export function asking(path: string, query: Readonly<Record<string, string | number | null>>): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}
