import type { Told } from "../model/basics";
import { noticed } from "../model/model";
import type { CasinoFeed } from "./casino-feed";
import type { Command } from "./commands";
import type { Following } from "./following";
import type { Line } from "./line";
import type { LobbyFeed } from "./lobby-feed";
import type { Saying } from "./socket";
import type { StationFeed } from "./station-feed";
import type { TournamentFeed } from "./tournament-feed";

/** What was asked over the socket and is not answered yet; an answer goes to where it was asked for. */
export class Requests {
  readonly #open = new Map<string, Command>();

  constructor(
    private readonly line: Line,
    private readonly following: Following,
    private readonly lobby: LobbyFeed,
    private readonly tournaments: TournamentFeed,
    private readonly casino: CasinoFeed,
    private readonly stations: StationFeed,
  ) {}

  ask(command: Command, saying: Saying): void {
    this.#open.set(this.line.say(saying), command);
    this.announce(command);
  }

  /** Whoever shows or remembers what is asked for learns of it; what cannot be asked yet is announced all the same. */
  announce(command: Command): void {
    this.following.asked(command);
    this.lobby.asked(command);
    this.tournaments.asked(command);
    this.casino.asked(command);
  }

  /** The room did it. */
  done(id: string): void {
    const command = this.#answered(id);
    if (this.stations.answered(command, null)) return;
    if (command) this.tournaments.done(command);
    if (command) this.casino.done(command);
    switch (command?.kind) {
      case "takeSeat":
      case "playNow":
      case "reBuy":
      case "addOn":
      case "registerHexaPro":
      case "unregisterHexaPro":
        this.line.send({ kind: "readMoney" });
        break;
      case "report":
        this.line.receive([noticed({ code: "report_kept", rule: null, numbers: {} })]);
        break;
      case "closeTable":
        if (!this.casino.gone(command.table)) this.following.closed(command.table);
        break;
    }
  }

  /** What a frame brought is the answer. */
  framed(id: string): void {
    this.#answered(id);
  }

  refused(id: string | null, told: Told): void {
    const command = id === null ? undefined : this.#answered(id);
    if (command) this.refuse(command, told);
    // The client asked by itself, to follow a table that closed meanwhile; the room tells what became of it.
    else if (told.code !== "no_such_table") this.line.receive([noticed(told)]);
  }

  /** A refusal is said where it was asked for: at the table, or above the page. */
  refuse(command: Command, told: Told): void {
    if (this.stations.answered(command, told)) return;
    this.following.refused(command);
    if (told.code === "acceptance_needed") this.line.send({ kind: "readTexts" });
    this.lobby.refused(command);
    if (this.tournaments.refused(command, told) || this.casino.refused(command, told)) return;
    if (command.kind === "watchTable") {
      this.following.closed(command.table);
      // Its page says so itself.
      if (told.code === "no_such_table") return;
    }
    if (command.kind === "closeTable") {
      // A table the room has forgotten already is no longer needed either.
      this.following.closed(command.table);
      return;
    }
    if ("table" in command && command.table !== null && this.following.has(command.table))
      this.following.rule(command.table, "refused", told);
    else this.line.receive([noticed(told)]);
  }

  /** Whoever asked is gone. */
  forget(): void {
    this.#open.clear();
  }

  #answered(id: string): Command | undefined {
    const command = this.#open.get(id);
    this.#open.delete(id);
    return command;
  }
}
