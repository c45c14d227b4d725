import type { Instant } from "../model/basics";
import type { RoomClock } from "../model/table/clock";
import {
  type CasinoMessage,
  type ClientMessage,
  type Position,
  PROTOCOL,
  type ServerMessage,
  type StationMessage,
  type TournamentMessage,
} from "../protocol/messages";

/** What of the browser's socket is needed. */
export interface Wire {
  onopen: (() => void) | null;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onclose: (() => void) | null;
  send(text: string): void;
  close(): void;
}

/** Where the socket takes connections, time and chance from. */
export interface SocketPorts {
  dial(): Wire;
  now(): Instant;
  after(ms: number, act: () => void): () => void;
  /** From 0 to 1. */
  random(): number;
  newId(): string;
}

/** Everything the room says. */
export type Heard = ServerMessage | TournamentMessage | CasinoMessage | StationMessage;

/** Who hears what the socket brings, and knows what is followed. */
export interface SocketEar {
  heard(message: Heard): void;
  clock(clock: RoomClock): void;
  up(): void;
  down(): void;
  positions(): readonly Position[];
  wantsLobby(): boolean;
}

type Unnumbered<M> = M extends { readonly id: string } ? Omit<M, "id"> : never;
/** A message before the socket gives it its id. */
export type Saying = Unnumbered<ClientMessage>;
/** A message of a station before it has an id. */
export type StationSaying = Extract<
  Saying,
  {
    readonly type:
      | "watchStations"
      | "watchStation"
      | "stationAwake"
      | "takeTable"
      | "handOver"
      | "finishStep"
      | "scanCard"
      | "enterCard"
      | "cardUnread"
      | "enterPocket"
      | "askShuffle"
      | "callPit"
      | "holdTable"
      | "releaseTable"
      | "proposeCorrection"
      | "approveCorrection"
      | "withdrawCorrection"
      | "blockChatter"
      | "removeLine";
  }
>;

/** What only casino tables understand. */
type AtCasino = Extract<
  ClientMessage,
  {
    readonly type:
      | "leaveCasino"
      | "placeChip"
      | "undoChips"
      | "doubleChips"
      | "repeatLastBet"
      | "confirmBets"
      | "takeBox"
      | "leaveBox"
      | "queueForBox"
      | "leaveBoxQueue"
      | "placeBet"
      | "betBehind"
      | "withdrawBet"
      | "answerFollow"
      | "insure"
      | "decideBox"
      | "casinoSay"
      | "casinoMute"
      | "casinoReport";
  }
>;
type Placeless<M> = M extends { readonly table: string } ? Omit<M, "id" | "table"> : never;
/** A message to a casino table, before it has an id and the table. */
export type CasinoSaying = Placeless<AtCasino>;

export const FIRST_WAIT_MS = 250;
export const LONGEST_WAIT_MS = 5_000;
export const PING_EVERY_MS = 10_000;
/** A line that is silent for so long is dead, whatever the browser thinks of it. */
export const SILENCE_MAX_MS = 25_000;

/**
 * The game socket: says hello with how far each table was followed, comes back by itself, and repeats what was not answered; ids make
 * sure that nothing is done twice.
 */
export class GameSocket {
  #wire: Wire | null = null;
  #open = false;
  #wanted = false;
  #tries = 0;
  #heardAt = 0;
  #clock: RoomClock = { offset: 0, roundTrip: 0 };
  #cancelDial: () => void = () => {};
  #cancelPing: () => void = () => {};
  readonly #unanswered = new Map<string, ClientMessage>();
  readonly #pings = new Map<string, Instant>();

  constructor(
    private readonly ports: SocketPorts,
    private readonly ear: SocketEar,
  ) {}

  /** Connect, and stay connected. */
  start(): void {
    this.#wanted = true;
    if (!this.#wire) this.#dial();
  }

  /** Close, and stay closed. */
  stop(): void {
    this.#wanted = false;
    this.#cancelDial();
    this.#hangUp();
  }

  /** Connect anew as somebody else; what was not answered is forgotten. */
  restart(): void {
    this.#unanswered.clear();
    this.stop();
    this.#tries = 0;
    this.start();
  }

  /** Try at once: the network or the page is back. */
  hurry(): void {
    if (!this.#wanted || this.#wire) return;
    this.#cancelDial();
    this.#dial();
  }

  /** Say something; answered by its id, after a lost connection it is said again. */
  say(saying: Saying): string {
    const id = this.ports.newId();
    const message = { ...saying, id } as ClientMessage;
    this.#unanswered.set(id, message);
    this.#send(message);
    return id;
  }

  #dial(): void {
    const wire = this.ports.dial();
    this.#wire = wire;
    wire.onopen = () => this.#opened();
    wire.onmessage = ({ data }) => this.#received(data);
    wire.onclose = () => this.#closed(wire);
  }

  #opened(): void {
    this.#open = true;
    this.#heardAt = this.ports.now();
    const { ear, ports } = this;
    const [positions, lobby] = [ear.positions(), ear.wantsLobby()];
    this.#send({ type: "hello", id: ports.newId(), positions, lobby, protocol: PROTOCOL });
    for (const message of this.#unanswered.values()) this.#send(message);
    this.#ping();
  }

  #closed(wire: Wire): void {
    if (wire !== this.#wire) return;
    const wasOpen = this.#open;
    this.#forgetWire();
    if (wasOpen || this.#tries === 0) this.ear.down();
    if (!this.#wanted) return;
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#tries) * (0.5 + this.ports.random() / 2);
    this.#tries += 1;
    this.#cancelDial = this.ports.after(wait, () => this.#dial());
  }

  #hangUp(): void {
    const wire = this.#wire;
    this.#forgetWire();
    wire?.close();
  }

  #forgetWire(): void {
    this.#wire = null;
    this.#open = false;
    this.#cancelPing();
    this.#pings.clear();
  }

  #received(data: unknown): void {
    const now = this.ports.now();
    this.#heardAt = now;
    const message = read(data);
    if (!message) return;
    if (message.type === "welcome") {
      this.#tries = 0;
      this.#clock = { ...this.#clock, offset: message.now - now };
      this.ear.clock(this.#clock);
      this.ear.heard(message);
      this.ear.up();
      return;
    }
    if (message.type === "pong") {
      this.#measure(message.id, message.now, now);
      return;
    }
    if (message.type === "done" || message.type === "refused") this.#unanswered.delete(message.id ?? "");
    // What became of an act is its answer.
    if (message.type === "frame" && message.done) this.#unanswered.delete(message.done);
    // Who is sent away for good does not come back by itself.
    if (message.type === "goodbye" && !message.again) this.#wanted = false;
    this.ear.heard(message);
  }

  #measure(id: string, roomNow: Instant, now: Instant): void {
    const sent = this.#pings.get(id);
    if (sent === undefined) return;
    this.#pings.delete(id);
    const roundTrip = now - sent;
    this.#clock = { offset: roomNow - (sent + now) / 2, roundTrip };
    this.ear.clock(this.#clock);
  }

  #ping(): void {
    const wire = this.#wire;
    const now = this.ports.now();
    if (now - this.#heardAt > SILENCE_MAX_MS && wire) {
      this.#closed(wire);
      wire.close();
      return;
    }
    const id = this.ports.newId();
    this.#pings.set(id, now);
    this.#send({ type: "ping", id });
    this.#cancelPing = this.ports.after(PING_EVERY_MS, () => this.#ping());
  }

  #send(message: ClientMessage): void {
    if (this.#open) this.#wire?.send(JSON.stringify(message));
  }
}

function read(data: unknown): Heard | null {
  if (typeof data !== "string") return null;
  try {
    return JSON.parse(data) as Heard;
  } catch {
    return null;
  }
}
