import { readFileSync } from "node:fs";
import { type Change, emptyModel, type Model, reduce } from "../src/model/model";
import type { OpenWorker } from "../src/net/fair-feed";
import { Api } from "../src/net/http";
import { LiveLink } from "../src/net/live";
import type { SocketPorts, Wire } from "../src/net/socket";
import {
  type ClientMessage,
  type Frame,
  PROTOCOL,
  type ServerMessage,
  type TableShown,
  type TournamentMessage,
} from "../src/protocol/messages";

/** What a room sent to one player. */
export const recorded = JSON.parse(readFileSync(new URL("./recorded-hand.json", import.meta.url), "utf8")) as {
  reader: string;
  table: TableShown;
  frames: Frame[];
};
export const TABLE = recorded.table.table.id;

/** A room that is played by hand: its wires, its clock, and what pages of data answer. */
export class FakeRoom {
  now = 1000;
  model: Model = emptyModel;
  readonly wires: FakeWire[] = [];
  /** From which table to which the page was led. */
  readonly moves: Change[] = [];
  readonly asked: { path: string; body: unknown; csrf: string | null }[] = [];
  answers: Record<string, { status: number; body: unknown }> = {
    "/api/session": { status: 200, body: { person: null, csrf: null, toAccept: [] } },
  };
  #ids = 0;
  #timers: { at: number; act: () => void; on: boolean }[] = [];
  readonly link: LiveLink;

  constructor(openWorker?: OpenWorker) {
    const ports: SocketPorts = {
      dial: () => {
        const wire = new FakeWire();
        this.wires.push(wire);
        return wire;
      },
      now: () => this.now,
      after: (ms, act) => {
        const timer = { at: this.now + ms, act, on: true };
        this.#timers.push(timer);
        return () => {
          timer.on = false;
        };
      },
      random: () => 1,
      newId: () => `id-${++this.#ids}`,
    };
    this.link = new LiveLink(new Api((path, init) => this.#fetch(path, init)), ports, openWorker);
    this.link.listen({
      receive: (changes) => {
        for (const change of changes) {
          this.model = reduce(this.model, change);
          if (change.to === "moved") this.moves.push(change);
        }
      },
      table: (id) => this.model.tables[id],
    });
  }

  get wire(): FakeWire {
    const last = this.wires.at(-1);
    if (!last) throw new Error("nobody dialled");
    return last;
  }

  connect(build = "b", protocol: number = PROTOCOL): void {
    this.wire.onopen?.();
    this.wire.hear({
      type: "welcome",
      build,
      protocol,
      epoch: 1,
      now: this.now + 500,
      person: { player: recorded.reader, name: "Me", avatar: "fox", kind: "guest", roles: [] },
      editions: [],
      seated: [],
      ownPlay: { tournaments: [], games: [] },
      visits: [],
    });
  }

  pass(ms: number): void {
    const until = this.now + ms;
    for (;;) {
      const next = this.#timers.filter((timer) => timer.on && timer.at <= until).toSorted((a, b) => a.at - b.at)[0];
      if (!next) break;
      next.on = false;
      this.now = next.at;
      next.act();
    }
    this.now = until;
  }

  async #fetch(path: string, init: RequestInit): Promise<Response> {
    const headers = (init.headers ?? {}) as Record<string, string>;
    const body = init.body ? JSON.parse(String(init.body)) : null;
    this.asked.push({ path, body, csrf: headers["x-csrf-token"] ?? null });
    const answer = this.answers[path.split("?")[0] ?? ""] ?? { status: 404, body: { code: "not_found" } };
    return new Response(JSON.stringify(answer.body), { status: answer.status });
  }
}

export class FakeWire implements Wire {
  onopen: (() => void) | null = null;
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  readonly sent: ClientMessage[] = [];
  closed = false;

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.closed = true;
    this.onclose?.();
  }

  hear(message: ServerMessage | TournamentMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  said(type: ClientMessage["type"]): ClientMessage[] {
    return this.sent.filter((message) => message.type === type);
  }
}

export const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
export const told = (code: string, rule: string | null = null) => ({ code, rule, numbers: {} });
