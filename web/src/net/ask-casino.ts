/** The reader's rounds at casino tables, complaints about them, and shoes that can be checked. */
import type { Loadable } from "../model/basics";
import { ready } from "../model/basics";
import type { CheckedShoe, PublishedChance, Round } from "../model/casino/rounds";
import { isCasinoGame } from "../model/casino/types";
import type { Change } from "../model/model";
import type { Command } from "./commands";
import { type Answered, type Api, asking } from "./http";
import { unitOf } from "./wire-table";

type CasinoQuestion = Extract<Command, { kind: "readRounds" | "complainRound" | "readShoes" }>;

const DRAWS_SHOWN = 20;

interface RoundAnswer extends Omit<Round, "unit" | "game"> {
  readonly game: string;
  readonly currency: string;
  readonly money: string;
}

interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

export async function askCasino(api: Api, command: CasinoQuestion): Promise<readonly Change[]> {
  switch (command.kind) {
    case "readRounds": {
      const { table, before } = command;
      const answer = await api.get<Page<RoundAnswer>>(asking("/api/casino/rounds", { table, before }));
      const page = loaded(answer, ({ rows, next }) => ({ rows: rows.flatMap(roundOf), next }));
      return [{ to: "casino", news: { kind: "roundsLoaded", table, more: before !== null, page } }];
    }
    case "complainRound": {
      const { table, round, text } = command;
      const path = `/api/casino/rounds/${encodeURIComponent(table)}/${round}/complaint`;
      const answer = await api.post(path, { text });
      const told = answer.ok ? { code: "complaint_kept", rule: null, numbers: {} } : answer.told;
      return [{ to: "noticed", notice: { id: `complaint:${table}#${round}`, kind: "told", told } }];
    }
    case "readShoes": {
      const { table } = command;
      const answer = await api.get<Page<Omit<CheckedShoe, "fits">>>(`${tablePath(table)}/shoes`);
      const shoes = answer.ok ? await Promise.all(answer.value.rows.map(checked)) : [];
      const found = loaded(answer, () => shoes);
      const published = await api.get<Page<PublishedChance>>(
        asking(`${tablePath(table)}/proofs`, { limit: DRAWS_SHOWN }),
      );
      const drawn = loaded(published, ({ rows }) => rows);
      return [
        { to: "casino", news: { kind: "shoesLoaded", table, found } },
        { to: "casino", news: { kind: "drawnLoaded", table, found: drawn } },
      ];
    }
  }
}

const tablePath = (table: string): string => `/api/casino/tables/${encodeURIComponent(table)}`;

function loaded<T, U>(answer: Answered<T>, read: (value: T) => U): Loadable<U> {
  return answer.ok ? ready(read(answer.value)) : { state: "failed", told: answer.told };
}

function roundOf({ game, currency, money, ...round }: RoundAnswer): readonly Round[] {
  if (!isCasinoGame(game)) return [];
  const label = money === "play" || money === "test" ? money : null;
  return [{ ...round, game, unit: unitOf({ kind: "money", currency, label }) }];
}

/** The check is made here, from the bytes: the room's own word for it is not asked. */
async function checked(shoe: Omit<CheckedShoe, "fits">): Promise<CheckedShoe> {
  // Browsers hash only for pages that came over a safe connection.
  const seal = globalThis.isSecureContext === false ? null : await commitmentOf(shoe.salt, shoe.order);
  return { ...shoe, fits: seal === null ? null : seal === shoe.commitment };
}

/** The SHA-256 of salt and order, in hexadecimal digits. */
export async function commitmentOf(salt: string, order: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytesOf(salt + order));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
