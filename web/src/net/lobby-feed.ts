import type { Mine, StakeId } from "../model/lobby";
import { type Change, noticed } from "../model/model";
import type { LobbyShown, MineChanged, StakesChanged } from "../protocol/messages";
import type { Command } from "./commands";
import type { Line } from "./line";
import { mineOf, rowOf } from "./wire-lobby";

const mineIs = (id: StakeId, mine: Mine): Change => ({ to: "lobby", change: { kind: "mineChanged", id, mine } });

/** The lobby of stakes: whether it is watched, its numbers, and how the player stands to each stake. */
export class LobbyFeed {
  #isWatched = false;
  /** Stakes at which the player wants auto top-up as soon as they sit. */
  readonly #topsUp = new Set<StakeId>();

  constructor(private readonly line: Line) {}

  get isWatched(): boolean {
    return this.#isWatched;
  }

  /** Remembers what a command wants beyond its answer, and shows what is asked for before there is one. */
  asked(command: Command): void {
    if (command.kind === "watchLobby") this.#isWatched = true;
    if (command.kind === "takeSeat" && command.autoTopUp) this.#topsUp.add(command.stake);
    if (command.kind === "join" || command.kind === "playNow")
      this.line.receive([mineIs(command.stake, { kind: "asked" })]);
  }

  refused(command: Command): void {
    if (command.kind === "takeSeat") this.#topsUp.delete(command.stake);
    if (command.kind === "join" || command.kind === "playNow")
      this.line.receive([mineIs(command.stake, { kind: "none" })]);
  }

  shown({ stakes, mine, at }: LobbyShown): void {
    const standing = new Map(mine.map((each) => [each.stake, mineOf(each)]));
    const rows = stakes.map((stake) => rowOf(stake, standing.get(stake.id) ?? { kind: "none" }));
    const lobby = { state: "ready", value: { rows, asOf: at } } as const;
    this.line.receive([{ to: "lobby", change: { kind: "lobbyLoaded", lobby } }]);
  }

  numbers({ stakes, at }: StakesChanged): void {
    const rows = stakes.map((stake) => rowOf(stake, { kind: "none" }));
    this.line.receive([{ to: "lobby", change: { kind: "numbersChanged", rows, at } }]);
  }

  standing({ mine: told, told: why }: MineChanged): void {
    const mine = mineOf(told);
    const changed = mineIs(told.stake, mine);
    this.line.receive(why ? [changed, noticed(why)] : [changed]);
    if (mine.kind === "seated" && this.#topsUp.delete(told.stake))
      this.line.send({ kind: "autoTopUp", table: mine.table, on: true });
  }
}
