import type { Asking, EditionText, Person, Reality } from "../model/account";
import type { Change } from "../model/model";
import type { Avatar } from "../model/table/types";
import { askAccount } from "./ask-account";
import { askCasino } from "./ask-casino";
import { askDraws } from "./ask-draws";
import { readFair } from "./ask-fair";
import { askHistory } from "./ask-history";
import { askMoney } from "./ask-money";
import { askPast } from "./ask-past";
import { askRulebook } from "./ask-rulebook";
import { askTickets } from "./ask-tournaments";
import type { Command } from "./commands";
import type { Api } from "./http";

/** What an answer changes, and whether somebody else is here now. */
export interface Asked {
  readonly changes: readonly Change[];
  readonly entered: boolean;
}

interface PersonAnswer {
  readonly name: string;
  readonly avatar: string;
  readonly kind: "guest" | "player";
  readonly roles: readonly string[];
  readonly secondFactor: boolean;
}

interface Here {
  readonly person: PersonAnswer | null;
  readonly csrf: string | null;
  readonly toAccept: readonly EditionText[];
  readonly asking: Asking;
}

interface Entered {
  readonly step: "entered" | "secondFactor";
  readonly person: PersonAnswer | null;
  readonly csrf: string | null;
  readonly ticket: string | null;
}

export type Entering = Extract<Command, { kind: "logIn" | "secondFactor" | "createAccount" | "enterAsGuest" }>;

const NOBODY_IS_IN = 401;
const STILL = { entered: false } as const;
/** The half of a login that waits for the second factor. */
const tickets = new WeakMap<Api, string>();

function personOf(person: PersonAnswer | null): Person {
  if (!person) return { kind: "nobody" };
  const { name, kind, secondFactor } = person;
  const avatar = person.avatar as Avatar;
  const { roles } = person;
  return kind === "guest" ? { kind, name, avatar } : { kind, name, avatar, secondFactor, roles };
}

/** Who sits here, and what they have: when the page opens, and when somebody came or went. */
export async function start(api: Api): Promise<readonly Change[]> {
  const answer = await api.get<Here>("/api/session");
  if (!answer.ok) return [];
  const { person, csrf, toAccept, asking } = answer.value;
  api.csrf = csrf;
  const known: Change[] = [
    { to: "account", change: { kind: "askingKnown", asking } },
    { to: "account", change: { kind: "personKnown", person: personOf(person) } },
    { to: "account", change: { kind: "textsToAccept", texts: person ? toAccept : [] } },
  ];
  return person ? [...known, ...(await askMoney(api, { kind: "readMoney" }))] : known;
}

/** What a player must accept before playing, as it is now: a rulebook may have come into force since the page was opened. */
async function readTexts(api: Api): Promise<readonly Change[]> {
  const answer = await api.get<Here>("/api/session");
  return answer.ok ? [{ to: "account", change: { kind: "textsToAccept", texts: answer.value.toAccept } }] : [];
}

/** How long one has played; a page that gets no answer asks again soon. */
async function askReality(
  api: Api,
  command: Extract<Command, { kind: "readReality" | "answerReality" }>,
): Promise<readonly Change[]> {
  const answer =
    command.kind === "readReality"
      ? await api.get<Reality>("/api/reality")
      : await api.post<Reality>("/api/reality", { answer: command.answer });
  return answer.ok ? [{ to: "account", change: { kind: "realityKnown", reality: answer.value } }] : [];
}

export async function enter(api: Api, command: Entering): Promise<Asked> {
  const answer = await api.post<Entered>(...entranceOf(api, command));
  if (!answer.ok)
    return { ...STILL, changes: [{ to: "account", change: { kind: "entranceRefused", told: answer.told } }] };
  const { step, person, csrf, ticket } = answer.value;
  if (step === "secondFactor") {
    tickets.set(api, ticket ?? "");
    return { ...STILL, changes: [{ to: "account", change: { kind: "secondFactorWanted" } }] };
  }
  api.csrf = csrf;
  return { entered: true, changes: [{ to: "account", change: { kind: "entered", person: personOf(person) } }] };
}

function entranceOf(api: Api, command: Entering): [string, object] {
  switch (command.kind) {
    case "logIn":
      return ["/api/login", { name: command.name, password: command.password, code: command.code }];
    case "secondFactor":
      return ["/api/login/second", { ticket: tickets.get(api) ?? "", code: command.code }];
    case "createAccount": {
      const { kind: _, limits, ...typed } = command;
      return ["/api/register", { ...typed, accept: true, ...(limits ? { limits } : {}) }];
    }
    case "enterAsGuest":
      return ["/api/guest", { ...(command.name === "" ? {} : { name: command.name }), accept: true }];
  }
}

async function leave(api: Api): Promise<Asked> {
  const answer = await api.post("/api/logout");
  if (!answer.ok && answer.status !== NOBODY_IS_IN)
    return { ...STILL, changes: [{ to: "noticed", notice: { id: "logOut", kind: "told", told: answer.told } }] };
  api.csrf = null;
  return { entered: true, changes: [{ to: "account", change: { kind: "loggedOut" } }] };
}

/** A command that the socket does not take. */
export async function askHttp(api: Api, command: Command): Promise<Asked> {
  switch (command.kind) {
    case "logIn":
    case "secondFactor":
    case "createAccount":
    case "enterAsGuest":
      return enter(api, command);
    case "logOut":
      return leave(api);
    case "readHistory":
    case "readHand":
    case "complain":
      return { ...STILL, changes: await askHistory(api, command) };
    case "readPast":
    case "readResult":
    case "readResultPlayers":
    case "readOwnTournaments":
    case "readOwnTickets":
      return { ...STILL, changes: await askPast(api, command) };
    case "readFair":
      return { ...STILL, changes: await readFair(api) };
    case "readRounds":
    case "complainRound":
    case "readShoes":
      return { ...STILL, changes: await askCasino(api, command) };
    case "readDraws":
      return { ...STILL, changes: await askDraws(api, command.before) };
    case "readRulebook":
    case "readOperator":
    case "readValues":
    case "compareEditions":
      return { ...STILL, changes: await askRulebook(api, command) };
    case "readMoney":
    case "quote":
    case "transfer":
    case "refill":
    case "deposit":
    case "withdraw":
    case "cancelWithdrawal":
    case "complainWithdrawal":
    case "cancelDeposit":
      return { ...STILL, changes: await askMoney(api, command) };
    case "readReality":
    case "answerReality":
      return { ...STILL, changes: await askReality(api, command) };
    case "readTexts":
      return { ...STILL, changes: await readTexts(api) };
    case "readTickets":
      return { ...STILL, changes: await askTickets(api, command) };
    default:
      return askAccount(api, command);
  }
}
