/** What is asked about afterwards: past tournaments, one's own, and tickets. */
import type { Instant, Loadable, Unit } from "../model/basics";
import { ready } from "../model/basics";
import type { Change } from "../model/model";
import {
  bandsOf,
  type Cancelled,
  type OwnPart,
  type Pages,
  type PastChange,
  type PastRow,
  PLAYERS_PAGE,
  type PlayerResult,
  type ResultTerms,
  type Ticket,
  type TournamentResult,
} from "../model/past";
import type { Payout } from "../model/tournament/page";
import type { Command } from "./commands";
import { type Answered, type Api, asking } from "./http";
import { unitOf } from "./wire-table";

type PastCommand = Extract<
  Command,
  { kind: "readPast" | "readResult" | "readResultPlayers" | "readOwnTournaments" | "readOwnTickets" }
>;

interface MoneyKind {
  readonly currency: string;
  readonly label: "real" | "play" | "test";
}

type RowAnswer = Omit<PastRow, "unit"> & MoneyKind;
type PlayerAnswer = Omit<PlayerResult, "payout"> & {
  readonly payout: Omit<Payout, "player" | "name" | "held"> | null;
};

interface ResultAnswer {
  readonly tournament: RowAnswer;
  readonly terms: ResultTerms;
  readonly prizes: readonly { readonly place: number; readonly money: number; readonly ticket: number }[];
  readonly startedAt: Instant | null;
  readonly cancelled: Cancelled | null;
  readonly own: PlayerAnswer | null;
}

interface PlayersAnswer {
  readonly rows: readonly PlayerAnswer[];
  readonly total: number;
}

export async function askPast(api: Api, command: PastCommand): Promise<readonly Change[]> {
  return [{ to: "past", change: await changeOf(api, command) }];
}

async function changeOf(api: Api, command: PastCommand): Promise<PastChange> {
  switch (command.kind) {
    case "readPast": {
      const { query, before } = command;
      const { search, rulebook } = query;
      const asked = asking("/api/tournaments/past", { search: search || null, rulebook, before });
      const page = loaded(await api.get<Pages<RowAnswer>>(asked), ({ rows, next }) => ({
        rows: rows.map(rowOf),
        next,
      }));
      return { kind: "pastLoaded", query, page, more: before !== null };
    }
    case "readResult": {
      const answer = await api.get<ResultAnswer>(`/api/tournaments/${encodeURIComponent(command.tournament)}`);
      return { kind: "resultLoaded", id: command.tournament, value: loaded(answer, resultOf) };
    }
    case "readResultPlayers": {
      const { tournament, search, page } = command;
      const path = `/api/tournaments/${encodeURIComponent(tournament)}/players`;
      const query = { search: search || null, after: page * PLAYERS_PAGE, limit: PLAYERS_PAGE };
      const answer = await api.get<PlayersAnswer>(asking(path, query));
      const { rows, total } = answer.ok ? answer.value : { rows: [], total: 0 };
      return { kind: "resultPlayersLoaded", players: { tournament, search, page, rows: rows.map(playerOf), total } };
    }
    case "readOwnTournaments": {
      type Own = { readonly tournament: RowAnswer; readonly part: OwnPart };
      const { before } = command;
      const answer = await api.get<Pages<Own>>(asking("/api/tournaments/mine", { before }));
      const page = loaded(answer, ({ rows, next }) => ({
        rows: rows.map(({ tournament, part }) => ({ tournament: rowOf(tournament), part })),
        next,
      }));
      return { kind: "mineLoaded", page, more: before !== null };
    }
    case "readOwnTickets": {
      const answer = await api.get<{ readonly tickets: readonly (Omit<Ticket, "unit"> & MoneyKind)[] }>("/api/tickets");
      const tickets = loaded(answer, ({ tickets: own }) => own.map((each) => ({ ...each, unit: moneyOf(each) })));
      return { kind: "ticketsLoaded", tickets };
    }
  }
}

function loaded<A, T>(answer: Answered<A>, read: (value: A) => T): Loadable<T> {
  return answer.ok ? ready(read(answer.value)) : { state: "failed", told: answer.told };
}

const moneyOf = ({ currency, label }: MoneyKind): Unit =>
  unitOf({ kind: "money", currency, label: label === "real" ? null : label });

const rowOf = (row: RowAnswer): PastRow => ({ ...row, unit: moneyOf(row) });

function resultOf({ tournament, prizes, own, ...rest }: ResultAnswer): TournamentResult {
  return { ...rest, tournament: rowOf(tournament), prizes: bandsOf(prizes), own: own && playerOf(own) };
}

function playerOf(player: PlayerAnswer): PlayerResult {
  const { payout, name, number } = player;
  return { ...player, payout: payout && { ...payout, player: String(number), name, held: false } };
}
