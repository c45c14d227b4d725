import type { Instant, PlayerId, TableId, Told } from "../model/basics";
import { type Change, noticed, type PageNotice } from "../model/model";
import type { RoomClock } from "../model/table/clock";
import type { Table } from "../model/table/types";
import {
  type Announcement,
  type Goodbye,
  type Notice,
  type Position,
  PROTOCOL,
  type Welcome,
} from "../protocol/messages";
import { fileDispute } from "./ask-fair";
import { CasinoFeed } from "./casino-feed";
import type { Command } from "./commands";
import { FairFeed, isForFair, type OpenWorker } from "./fair-feed";
import { Following } from "./following";
import { HexaProFeed } from "./hexapro-feed";
import type { Api } from "./http";
import type { Line } from "./line";
import type { Link, Screen } from "./link";
import { LobbyFeed } from "./lobby-feed";
import { Requests } from "./requests";
import { Session } from "./session";
import { GameSocket, type Heard, type Saying, type SocketEar, type SocketPorts } from "./socket";
import { StationFeed } from "./station-feed";
import { TournamentFeed } from "./tournament-feed";
import { TournamentTables } from "./tournament-tables";
import { editionOf } from "./wire-lobby";
import { sayingOf } from "./wire-saying";
import { toldOf } from "./wire-table";

/** Before anybody listens there is nobody to tell. */
const NOBODY_LISTENS: Screen = { receive: () => {}, table: () => undefined };

/** What somebody without an account may ask for: they enter as a guest first. */
const BRINGS_GUESTS: ReadonlySet<Command["kind"]> = new Set(["playNow", "registerHexaPro", "visitCasino"] as const);

/** The room over its socket and its pages of data: takes each message and each command to the part whose business it is. */
export class LiveLink implements Link, Line, SocketEar {
  readonly #socket: GameSocket;
  readonly #session: Session;
  readonly #following: Following = new Following(this, (frame) => this.#fair.framed(frame));
  readonly #fair: FairFeed;
  readonly #tournamentTables = new TournamentTables(this, this.#following);
  readonly #hexapro = new HexaProFeed(this);
  readonly #lobby = new LobbyFeed(this);
  readonly #tournaments = new TournamentFeed(this);
  readonly #casino: CasinoFeed = new CasinoFeed(this, (table, step) => this.#fair.chanced(table, step));
  readonly #stations = new StationFeed(this);
  readonly #requests = new Requests(
    this,
    this.#following,
    this.#lobby,
    this.#tournaments,
    this.#casino,
    this.#stations,
  );
  #screen = NOBODY_LISTENS;
  #reader: PlayerId | null = null;
  #clock: RoomClock = { offset: 0, roundTrip: 0 };
  /** The room's build when this page first met it. */
  #build: string | null = null;
  /** Whether there was a connection before this one. */
  #wasUp = false;
  /** Asked for before there was anybody to ask for it. */
  #next: Command | null = null;

  constructor(
    readonly api: Api,
    private readonly ports: SocketPorts,
    openWorker: OpenWorker = () => () => {},
  ) {
    this.#fair = new FairFeed(
      this,
      (table, told) => this.#ruled(table, told),
      openWorker,
      (evidence) => fileDispute(api, evidence),
    );
    this.#socket = new GameSocket(ports, this);
    this.#session = new Session(api, this, {
      entered: () => this.#entered(),
      renewed: () => this.#socket.restart(),
    });
  }

  listen(screen: Screen): void {
    this.#screen = screen;
    void this.#session.start();
    this.#socket.start();
  }

  /** The network or the page is back. */
  hurry(): void {
    this.#socket.hurry();
  }

  send(command: Command): void {
    // The room has greeted somebody whom the page has not read yet: a guest would take their place.
    if (command.kind === "enterAsGuest" && command.name === "" && this.#reader !== null) return;
    if (isForFair(command)) this.#fair.ask(command);
    else if (command.kind === "prove") void this.#session.prove(command);
    else if (BRINGS_GUESTS.has(command.kind) && this.#reader === null) void this.#enterAndPlay(command);
    else {
      const saying = sayingOf(command);
      if (saying) this.#requests.ask(command, saying);
      else void this.#session.ask(command);
    }
  }

  async #enterAndPlay(command: Command): Promise<void> {
    this.#next = command;
    this.#requests.announce(command);
    const refused = await this.#session.enterAsGuest();
    if (refused) this.#requests.refuse(command, refused);
  }

  /** Somebody else sits here now: the socket must know. */
  #entered(): void {
    this.#following.forget();
    this.#tournamentTables.forget();
    this.#casino.forget();
    this.#requests.forget();
    this.#fair.forget();
    this.#socket.restart();
    void this.#session.start();
  }

  // ---- what the parts share

  receive(changes: Iterable<Change>): void {
    this.#screen.receive(changes);
  }

  table(id: TableId): Table | undefined {
    return this.#screen.table(id);
  }

  say(saying: Saying): string {
    return this.#socket.say(saying);
  }

  now(): Instant {
    return this.ports.now() + this.#clock.offset;
  }

  reader(): PlayerId | null {
    return this.#reader;
  }

  // ---- what the socket tells

  clock(clock: RoomClock): void {
    this.#clock = clock;
    this.receive([{ to: "connection", change: { kind: "clockMeasured", clock } }]);
  }

  up(): void {
    const at = this.ports.now();
    this.receive([{ to: "connection", change: { kind: "connected", clock: this.#clock, at } }]);
    if (this.#wasUp) {
      this.#tournaments.again();
      this.#casino.again();
    }
    this.#fair.up();
    this.#wasUp = true;
    const next = this.#next;
    if (next && this.#reader !== null) {
      this.#next = null;
      this.send(next);
    }
  }

  down(): void {
    const at = this.ports.now();
    const returnBy = this.#following.returnBy();
    this.receive([{ to: "connection", change: { kind: "connectionDropped", at, returnBy } }]);
  }

  positions(): readonly Position[] {
    return [...this.#following.positions(), ...this.#casino.positions()];
  }

  wantsLobby(): boolean {
    return this.#lobby.isWatched;
  }

  heard(message: Heard): void {
    switch (message.type) {
      case "welcome":
        this.#welcomed(message);
        break;
      case "stations":
      case "station":
        this.#stations.heard(message);
        return;
      case "table":
        this.#following.shown(message);
        this.#fair.shown(message.table);
        break;
      case "frame":
        this.#framed(message.done);
        this.#following.framed(message);
        break;
      case "tableGone":
        if (message.instead) this.#tournamentTables.gone(message.table, message.instead);
        else if (!this.#casino.gone(message.table)) this.#following.gone(message.table);
        this.#fair.gone(message.table);
        break;
      case "rolledBack":
        if (!this.#casino.rolledBack(message)) this.#following.rolledBack(message);
        break;
      case "said":
        this.#following.said(message);
        break;
      case "lobby":
        this.#lobby.shown(message);
        break;
      case "stakes":
        this.#lobby.numbers(message);
        break;
      case "mine":
        this.#lobby.standing(message);
        break;
      case "done":
        if (!this.#fair.answered(message.id, true)) this.#requests.done(message.id);
        break;
      case "refused":
        if (!this.#fair.answered(message.id, false)) this.#requests.refused(message.id, toldOf(message.told));
        break;
      case "announcement":
        this.receive([{ to: "noticed", notice: announced(message) }]);
        break;
      case "calledOff":
        this.receive([{ to: "noticeRead", id: announcementId(message.number) }]);
        break;
      case "ruled": {
        const { type: _, ...decision } = message;
        this.receive([{ to: "noticed", notice: { id: `ruled:${decision.id}`, kind: "decision", decision } }]);
        break;
      }
      case "notice":
        this.#noticed(message);
        break;
      case "goodbye":
        this.#dismissed(message);
        break;
      case "tournamentFrame":
        this.#framed(message.done);
        break;
      case "tournamentTable":
        this.#fair.shown(message.table);
        break;
      // A room that is newer than this page may say more.
    }
    this.#casino.heard(message);
    this.#tournaments.heard(message);
    this.#tournamentTables.heard(message);
    this.#hexapro.heard(message);
    this.#fair.heard(message);
  }

  /** What was asked is answered by what a frame brings. */
  #framed(done: string | null): void {
    if (done && !this.#fair.answered(done, true)) this.#requests.framed(done);
  }

  /** Also tells the page where the room has outgrown it: its messages, or the build that brought it. */
  #welcomed({ person, editions, build, protocol = PROTOCOL }: Welcome): void {
    this.#reader = person?.player ?? null;
    this.receive([{ to: "editions", editions: editions.map(editionOf) }]);
    this.#build ??= build;
    if (protocol !== PROTOCOL || build !== this.#build) this.receive([{ to: "reload", reload: "offered" }]);
  }

  #noticed({ told, table }: Notice): void {
    if (table === null) this.receive([noticed(toldOf(told))]);
    else this.#ruled(table, toldOf(told));
  }

  /** Tells something at its table, or on the page where that is not followed. */
  #ruled(table: TableId, told: Told): void {
    if (this.#casino.ruled(table, told)) return;
    if (this.#following.has(table)) this.#following.rule(table, "ruled", told);
    else this.receive([noticed(told)]);
  }

  #dismissed({ told, again }: Goodbye): void {
    if (told.code === "reload_page") this.receive([{ to: "reload", reload: "needed" }]);
    else if (!again && !this.#session.renews) {
      this.#reader = null;
      this.receive([noticed(toldOf(told)), { to: "account", change: { kind: "loggedOut" } }]);
    }
  }
}

const announcementId = (number: number): string => `announcement:${number}`;

function announced({ number, key, at, texts }: Announcement): PageNotice {
  const id = announcementId(number);
  return key === "restart" && at !== null ? { id, kind: "restart", at } : { id, kind: "operator", texts };
}
