import type { Change } from "../model/model";
import type { Choice } from "../model/table/bar";
import type { TableChange } from "../model/table/changes";
import type { Command } from "../net/commands";
import { Api } from "../net/http";
import type { Link } from "../net/link";
import { empty } from "./hands";
import { quoteFor } from "./money";
import { pastReply, recordOf, sessionOf } from "./past";
import type { Story } from "./stories";

const STEP_MS = 700;

/** A room that follows a script and answers just enough for every button to do something. */
export function storyLink(story: Story, begin: () => void): Link {
  let receive: (changes: readonly Change[]) => void = () => {};
  return {
    api: new Api(async (path) => dataOf(story, path)),
    listen(screen) {
      receive = (changes) => screen.receive(changes);
      begin();
      // The world is there before the first look; what follows comes step by step.
      receive(story.changes);
      for (const [index, change] of (story.later ?? []).entries())
        setTimeout(() => receive([change]), STEP_MS * (index + 1));
    },
    send(command) {
      void reply(command).then((changes) => changes.length > 0 && receive(changes));
    },
  };
}

/** A page of data as the story has it; the longest address that fits, so that a story need not name every question. */
function dataOf({ data = {} }: Story, path: string): Response {
  const found = Object.keys(data)
    .filter((each) => path.startsWith(each))
    .sort((one, other) => other.length - one.length)[0];
  return found === undefined ? new Response("{}", { status: 404 }) : Response.json(data[found]);
}

async function reply(command: Command): Promise<readonly Change[]> {
  switch (command.kind) {
    case "act":
      return [{ to: "table", table: command.table, change: { kind: "acted", seat: 0, ...acting(command.choice) } }];
    case "say":
      return [
        {
          to: "table",
          table: command.table,
          change: { kind: "said", player: "p-helve", name: "Helve", text: command.text, at: Date.now() },
        },
      ];
    case "reBuy":
      return [
        { to: "table", table: command.table, change: { kind: "toppedUp", seat: 0, amount: 3000, pending: false } },
        { to: "table", table: command.table, change: { kind: "tournament", now: { offerUntil: null, reBuy: null } } },
      ];
    case "readTickets": {
      const tickets = [{ id: "won", worth: 2000 }];
      return [{ to: "tournaments", change: { kind: "ticketsKnown", tournament: command.tournament, tickets } }];
    }
    case "postBlind":
      return [
        {
          to: "table",
          table: command.table,
          change: { kind: "satIn", seat: 0, entry: command.post ? "posting" : "waiting" },
        },
      ];
    case "readHistory":
      return [
        {
          to: "history",
          change: {
            kind: "historyLoaded",
            period: command.period,
            tournament: command.tournament,
            session: { state: "ready", value: sessionOf(command, empty) },
          },
        },
      ];
    case "readHand":
      return [
        {
          to: "history",
          change: { kind: "handOpenedForReplay", record: { state: "ready", value: recordOf(command.hand) } },
        },
      ];
    case "readRulebook": {
      const { catalogue } = await import("./book");
      return [{ to: "rulebook", change: { kind: "catalogueLoaded", catalogue: { state: "ready", value: catalogue } } }];
    }
    case "readOperator": {
      const { operator } = await import("./book");
      return [{ to: "rulebook", change: { kind: "operatorLoaded", operator: { state: "ready", value: operator } } }];
    }
    case "compareEditions": {
      const { comparison } = await import("./book");
      return [
        { to: "rulebook", change: { kind: "comparisonLoaded", comparison: { state: "ready", value: comparison } } },
      ];
    }
    case "readFair":
    case "readRecords":
    case "readProof": {
      const { fairReply } = await import("./fair");
      return fairReply(command);
    }
    case "quote":
      return [{ to: "money", change: { kind: "quoted", quote: quoteFor(command.from, command.amount) } }];
    case "transfer":
    case "deposit":
    case "withdraw":
      return [
        {
          to: "money",
          change: {
            kind: "moneyAnswered",
            answer: { about: command.kind, state: "done", amount: command.amount, page: null },
          },
        },
      ];
    case "leaveQueue":
    case "giveUpSeat":
      return [{ to: "lobby", change: { kind: "mineChanged", id: command.stake, mine: { kind: "none" } } }];
    case "join":
      return [
        { to: "lobby", change: { kind: "mineChanged", id: command.stake, mine: { kind: "queued", position: 2 } } },
      ];
    case "logIn":
      return [{ to: "account", change: { kind: "secondFactorWanted" } }];
    case "secondFactor":
      return [
        {
          to: "account",
          change: {
            kind: "entered",
            person: { kind: "player", name: "Helve", avatar: "fox", secondFactor: true, roles: [] },
          },
        },
      ];
    default:
      return pastReply(command);
  }
}

/** My own act as the room would tell it, for a player who has bet nothing in this round. */
function acting(choice: Choice): Pick<Extract<TableChange, { kind: "acted" }>, "act" | "bet" | "allIn"> {
  switch (choice.kind) {
    case "fold":
    case "check":
      return { act: choice.kind, bet: 0, allIn: false };
    case "call":
      return { act: "call", bet: choice.amount, allIn: false };
    case "raise":
      return { act: "raise", bet: choice.to, allIn: false };
  }
}
