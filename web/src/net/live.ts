import type { Account } from "../model/account";
import type { TableId, Told } from "../model/basics";
import type { Mine } from "../model/lobby";
import { type Change, noticed, type PageNotice } from "../model/model";
import type { TableChange } from "../model/table/changes";
import type { RoomClock } from "../model/table/clock";
import { mySeat } from "../model/table/read";
import { reduceTable } from "../model/table/reduce";
import type { Table } from "../model/table/types";
import { type Position, PROTOCOL, type ServerMessage, type TableShown, type Welcome } from "../protocol/messages";
import { askHttp, enter, start } from "./ask";
import { isMoneyAct, moneyAsked } from "./ask-money";
import type { Command } from "./commands";
import type { Api } from "./http";
import type { Link } from "./link";
import { GameSocket, type SocketEar, type SocketPorts } from "./socket";
import { changesOf } from "./wire-changes";
import { editionOf, mineOf, rowOf } from "./wire-lobby";
import { sayingOf } from "./wire-saying";
import { tableOf, toldOf } from "./wire-table";

interface Followed {
  readonly table: Table;
  readonly epoch: number;
  readonly number: number;
  /** My stack before the last hand that began here, as far as it was seen: what a rollback gives back. */
  readonly opening: number | null;
}

/** Forms of the account, which are answered one at a time. */
const FORMS: ReadonlySet<string> = new Set([
  "changePassword",
  "forgotPassword",
  "resetPassword",
  "enrolSecondFactor",
  "confirmSecondFactor",
  "dropSecondFactor",
  "closeAccount",
  "sendAddressLetter",
  "confirmAddress",
]);

const proofIs = (proof: Account["proof"]): readonly Change[] => [
  { to: "account", change: { kind: "proofChanged", proof } },
];

/** The room over its socket and its pages of data. */
export class LiveLink implements Link, SocketEar {
  readonly #socket: GameSocket;
  #receive: (changes: readonly Change[]) => void = () => {};
  #reader: string | null = null;
  #clock: RoomClock = { offset: 0, roundTrip: 0 };
  #lobby = false;
  /** The room's build when this page first met it. */
  #build: string | null = null;
  readonly #followed = new Map<TableId, Followed>();
  /** What was asked over the socket and is not answered yet. */
  readonly #asked = new Map<string, Command>();
  /** Stakes at which the player wants auto top-up as soon as they sit. */
  readonly #topsUp = new Set<string>();
  /** Tables where the player buys in again, to sit in as soon as the chips are there. */
  readonly #again = new Set<TableId>();
  /** Tables the player asked to leave. */
  readonly #leaving = new Set<TableId>();
  /** A password is being changed, which ends the session on purpose. */
  #renews = false;
  #proved: (shown: boolean) => void = () => {};
  /** Asked for before there was anybody to ask for it. */
  #next: Command | null = null;

  constructor(
    private readonly api: Api,
    private readonly ports: SocketPorts,
  ) {
    this.#socket = new GameSocket(ports, this);
    api.prove = () => this.#wantProof();
  }

  listen(receive: (changes: readonly Change[]) => void): void {
    this.#receive = receive;
    void start(this.api).then((changes) => receive(changes));
    this.#socket.start();
  }

  /** The network or the page is back. */
  hurry(): void {
    this.#socket.hurry();
  }

  send(command: Command): void {
    if (command.kind === "playNow") {
      this.#playNow(command);
      return;
    }
    if (command.kind === "prove") {
      void this.#prove(command);
      return;
    }
    const saying = sayingOf(command);
    if (command.kind === "watchLobby") this.#lobby = true;
    if (command.kind === "leave") this.#leaving.add(command.table);
    if (command.kind === "buyInAgain") this.#again.add(command.table);
    if (command.kind === "takeSeat" && command.autoTopUp) this.#topsUp.add(command.stake);
    if (saying) {
      this.#asked.set(this.#socket.say(saying), command);
      this.#receive(this.#atOnce(command));
      return;
    }
    void this.#ask(command);
  }

  /** The page asks who is here; what waits for the answer goes on when there is one. */
  #wantProof(): Promise<boolean> {
    this.#proved(false);
    this.#receive(proofIs({ busy: false, refused: null }));
    return new Promise((resolve) => {
      this.#proved = resolve;
    });
  }

  async #prove({ secret }: Extract<Command, { kind: "prove" }>): Promise<void> {
    if (secret !== null) {
      this.#receive(proofIs({ busy: true, refused: null }));
      const answer = await this.api.post("/api/proof", { password: secret, code: secret });
      if (!answer.ok) {
        this.#receive(proofIs({ busy: false, refused: answer.told }));
        return;
      }
    }
    this.#receive(proofIs(null));
    this.#proved(secret !== null);
  }

  async #ask(command: Command): Promise<void> {
    if (FORMS.has(command.kind))
      this.#receive([{ to: "account", change: { kind: "accountAsked", about: command.kind } }]);
    const busy = ["logIn", "secondFactor", "createAccount", "enterAsGuest"].includes(command.kind);
    if (busy) this.#receive([{ to: "account", change: { kind: "entranceAsked" } }]);
    const renews = command.kind === "changePassword";
    if (renews) this.#renews = true;
    if (isMoneyAct(command)) this.#receive([moneyAsked(command)]);
    const { changes, entered } = await askHttp(this.api, command);
    if (renews) this.#renewed(changes);
    this.#receive(changes);
    if (entered) this.#enter();
  }

  /** A new password brings a new session; the socket of the old one has ended. */
  #renewed(changes: readonly Change[]): void {
    this.#renews = false;
    if (changes.every((each) => each.to !== "account" || !("refused" in each.change) || each.change.refused === null))
      this.#socket.restart();
  }

  /** Somebody else sits here now: the socket must know. */
  #enter(): void {
    this.#receive([...this.#followed.keys()].map((table) => ({ to: "tableGone", table })));
    this.#followed.clear();
    this.#asked.clear();
    this.#socket.restart();
    void start(this.api).then((changes) => this.#receive(changes));
  }

  async #readMoney(): Promise<void> {
    const { changes } = await askHttp(this.api, { kind: "readMoney" });
    this.#receive(changes);
  }

  #playNow(command: Extract<Command, { kind: "playNow" }>): void {
    if (this.#reader !== null) {
      const { stake, buyIn, post } = command;
      this.#asked.set(this.#socket.say({ type: "join", stake, buyIn, post }), command);
      this.#receive(this.#atOnce(command));
      return;
    }
    this.#next = command;
    this.#receive(this.#atOnce(command));
    void enter(this.api, { kind: "enterAsGuest", name: "" }).then(({ changes, entered }) => {
      this.#receive(changes);
      if (entered) this.#enter();
      else this.#receive(this.#refusedIn(command, refusalIn(changes)));
    });
  }

  /** What the page shows while the room has not answered yet. */
  #atOnce(command: Command): readonly Change[] {
    const { kind } = command;
    if (kind !== "join" && kind !== "playNow") return [];
    return [{ to: "lobby", change: { kind: "mineChanged", id: command.stake, mine: { kind: "asked" } } }];
  }

  // ---- what the socket tells

  clock(clock: RoomClock): void {
    this.#clock = clock;
    this.#receive([{ to: "connection", change: { kind: "clockMeasured", clock } }]);
  }

  up(): void {
    const at = this.ports.now();
    this.#receive([{ to: "connection", change: { kind: "connected", clock: this.#clock, at } }]);
    const next = this.#next;
    if (next && this.#reader !== null) {
      this.#next = null;
      this.send(next);
    }
  }

  down(): void {
    this.#receive([
      { to: "connection", change: { kind: "connectionDropped", at: this.ports.now(), returnBy: this.#returnBy() } },
    ]);
  }

  positions(): readonly Position[] {
    return [...this.#followed].map(([table, { epoch, number }]) => ({ table, epoch, number }));
  }

  wantsLobby(): boolean {
    return this.#lobby;
  }

  heard(message: ServerMessage): void {
    this.#receive(this.#changes(message));
  }

  /** Until when my turn waits for me, where one runs. */
  #returnBy(): number | null {
    const mine = [...this.#followed.values()].flatMap(({ table: { hand, me } }) =>
      hand?.turn && hand.turn.seat === me ? hand.turn.thinksUntil + (hand.turn.bankRuns ? hand.turn.bank : 0) : [],
    );
    return mine.length > 0 ? Math.min(...mine) : null;
  }

  #changes(message: ServerMessage): readonly Change[] {
    switch (message.type) {
      case "welcome":
        this.#reader = message.person?.player ?? null;
        return [{ to: "editions", editions: message.editions.map(editionOf) }, ...this.#aged(message)];
      case "table":
        return this.#shown(message);
      case "frame":
        if (message.done) this.#asked.delete(message.done);
        return this.#framed(message);
      case "tableGone":
        this.#followed.delete(message.table);
        return [{ to: "tableGone", table: message.table }];
      case "rolledBack":
        return this.#rolledBack(message.table, message.told, message.number);
      case "said":
        return this.#tell(message.table, { kind: "said", ...message.line });
      case "lobby":
      case "stakes":
      case "mine":
        return this.#lobbyChanges(message);
      case "done":
        return this.#done(message.id);
      case "refused":
        return this.#refused(message.id, toldOf(message.told));
      case "announcement":
        return [{ to: "noticed", notice: announced(message) }];
      case "calledOff":
        return [{ to: "noticeRead", id: announcementId(message.number) }];
      case "notice":
      case "goodbye":
        return this.#noticed(message);
      case "pong":
        return [];
      default:
        return []; // of a room that is newer than this page
    }
  }

  /** What a page should know that the room has outgrown: its messages, or the build that brought it. */
  #aged({ build, protocol = PROTOCOL }: Welcome): readonly Change[] {
    this.#build ??= build;
    const old = protocol !== PROTOCOL || build !== this.#build;
    return old ? [{ to: "reload", reload: "offered" }] : [];
  }

  #shown({ table: shown, epoch, number }: TableShown): readonly Change[] {
    const table = tableOf(shown);
    this.#followed.set(shown.id, { table, epoch, number, opening: this.#followed.get(shown.id)?.opening ?? null });
    return [{ to: "table", table: shown.id, change: { kind: "viewed", table } }];
  }

  #framed(frame: Extract<ServerMessage, { type: "frame" }>): readonly Change[] {
    const followed = this.#followed.get(frame.table);
    if (!followed || frame.epoch !== followed.epoch || frame.number <= followed.number) return [];
    if (frame.number > followed.number + 1) {
      // Something is missing: the whole table again.
      this.#socket.say({ type: "watch", table: frame.table });
      return [];
    }
    const changes = changesOf(followed.table, frame, { reader: this.#reader, at: this.#now() });
    const table = changes.reduce(reduceTable, followed.table);
    const opens = changes.some(({ kind }) => kind === "handOpened");
    const opening = opens ? (mySeat(followed.table)?.stack ?? null) : followed.opening;
    this.#followed.set(frame.table, { table, epoch: frame.epoch, number: frame.number, opening });
    this.#sitInAgain(table);
    if (table.me !== null && changes.some(({ kind }) => MONEY_MOVES.has(kind))) void this.#readMoney();
    const told = changes.map((change): Change => ({ to: "table", table: frame.table, change }));
    return followed.table.me !== null && table.me === null ? [...told, ...this.#left(frame.table, changes)] : told;
  }

  #sitInAgain(table: Table): void {
    const seat = mySeat(table);
    if (!seat?.away || seat.stack === 0 || !this.#again.delete(table.id)) return;
    this.send({ kind: "comeBack", table: table.id, post: false });
  }

  /** I sit there no longer: who asked for it needs the table no more, who did not is told by which clause. */
  #left(id: TableId, changes: readonly TableChange[]): readonly Change[] {
    void this.#readMoney();
    if (this.#leaving.delete(id)) {
      this.send({ kind: "closeTable", table: id });
      return [];
    }
    const rule = changes.find((change) => change.kind === "left" && change.rule !== null);
    return rule?.kind === "left" ? [noticed({ code: "left_table", rule: rule.rule, numbers: {} })] : [];
  }

  #tell(id: TableId, change: Parameters<typeof reduceTable>[1]): readonly Change[] {
    const followed = this.#followed.get(id);
    if (!followed) return [];
    this.#followed.set(id, { ...followed, table: reduceTable(followed.table, change) });
    return [{ to: "table", table: id, change }];
  }

  #rolledBack(id: TableId, told: Told, number: number): readonly Change[] {
    const followed = this.#followed.get(id);
    const stack = followed && mySeat(followed.table) ? followed.opening : null;
    const numbers = { ...told.numbers, number, ...(stack === null ? {} : { stack }) };
    const code = stack === null ? "hand_voided_seen" : "hand_voided";
    return this.#tell(id, { kind: "rolledBack", told: { ...told, code, numbers }, at: this.#now() });
  }

  #lobbyChanges(message: Extract<ServerMessage, { type: "lobby" | "stakes" | "mine" }>): readonly Change[] {
    if (message.type === "lobby") {
      const mine = new Map(message.mine.map((each) => [each.stake, mineOf(each)]));
      const rows = message.stakes.map((stake) => rowOf(stake, mine.get(stake.id) ?? { kind: "none" }));
      const lobby = { state: "ready", value: { rows, events: [], asOf: message.at } } as const;
      return [{ to: "lobby", change: { kind: "lobbyLoaded", lobby } }];
    }
    if (message.type === "stakes") {
      const numbers = message.stakes.map((stake) => rowOf(stake, { kind: "none" }));
      return [{ to: "lobby", change: { kind: "numbersChanged", rows: numbers, at: message.at } }];
    }
    const { stake } = message.mine;
    const mine = mineOf(message.mine);
    this.#topUpIfWanted(stake, mine);
    const changes: Change[] = [{ to: "lobby", change: { kind: "mineChanged", id: stake, mine } }];
    return message.told ? [...changes, noticed(message.told)] : changes;
  }

  #topUpIfWanted(stake: string, mine: Mine): void {
    if (mine.kind !== "seated" || !this.#topsUp.delete(stake)) return;
    this.send({ kind: "autoTopUp", table: mine.table, on: true });
  }

  #done(id: string): readonly Change[] {
    const command = this.#asked.get(id);
    this.#asked.delete(id);
    if (command?.kind === "takeSeat" || command?.kind === "playNow") void this.#readMoney();
    if (command?.kind === "report") return [noticed({ code: "report_kept", rule: null, numbers: {} })];
    if (command?.kind === "closeTable") {
      this.#followed.delete(command.table);
      return [{ to: "tableGone", table: command.table }];
    }
    return [];
  }

  #refused(id: string | null, told: Told): readonly Change[] {
    const command = id === null ? undefined : this.#asked.get(id);
    if (id !== null) this.#asked.delete(id);
    return command ? this.#refusedIn(command, told) : [noticed(told)];
  }

  /** A refusal is said where it was asked for. */
  #refusedIn(command: Command, told: Told): readonly Change[] {
    if (command.kind === "join" || command.kind === "playNow")
      return [
        { to: "lobby", change: { kind: "mineChanged", id: command.stake, mine: { kind: "none" } } },
        noticed(told),
      ];
    if (command.kind === "takeSeat") this.#topsUp.delete(command.stake);
    if (command.kind === "leave") this.#leaving.delete(command.table);
    if (command.kind === "buyInAgain") this.#again.delete(command.table);
    if (command.kind === "watchTable") return [{ to: "tableGone", table: command.table }, noticed(told)];
    if ("table" in command && this.#followed.has(command.table))
      return this.#tell(command.table, { kind: "refused", told, at: this.#now(), why: null });
    return [noticed(told)];
  }

  #noticed(message: Extract<ServerMessage, { type: "notice" | "goodbye" }>): readonly Change[] {
    const told = toldOf(message.told);
    if (message.type === "notice" && message.table !== null && this.#followed.has(message.table))
      return this.#tell(message.table, { kind: "ruled", told, at: this.#now(), why: null });
    if (message.type === "goodbye" && told.code === "reload_page") return [{ to: "reload", reload: "needed" }];
    if (message.type === "goodbye" && this.#renews) return [];
    if (message.type === "goodbye" && !message.again) {
      this.#reader = null;
      return [noticed(told), { to: "account", change: { kind: "loggedOut" } }];
    }
    return message.type === "notice" ? [noticed(told)] : [];
  }

  #now(): number {
    return this.ports.now() + this.#clock.offset;
  }
}

const MONEY_MOVES: ReadonlySet<string> = new Set(["toppedUp", "handVoided"]);

const announcementId = (number: number): string => `announcement:${number}`;

function announced({ number, key, at, texts }: Extract<ServerMessage, { type: "announcement" }>): PageNotice {
  const id = announcementId(number);
  return key === "restart" && at !== null ? { id, kind: "restart", at } : { id, kind: "operator", texts };
}

function refusalIn(changes: readonly Change[]): Told {
  for (const each of changes)
    if (each.to === "account" && each.change.kind === "entranceRefused") return each.change.told;
  return { code: "no_connection", rule: null, numbers: {} };
}
