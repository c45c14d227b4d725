import type { Loadable, Told } from "../model/basics";
import type { Change } from "../model/model";
import type { Command } from "./commands";
import type { Link } from "./link";

const NO_CONNECTION: Told = { code: "no_connection", rule: null, numbers: {} };
const FAILED: Loadable<never> = { state: "failed", told: NO_CONNECTION };

/** A link to no room: every page says that it cannot be reached. The game socket takes its place. */
export function unconnected(): Link {
  let receive: (changes: readonly Change[]) => void = () => {};
  return {
    send(command) {
      queueMicrotask(() => receive(answer(command)));
    },
    listen(listener) {
      receive = listener;
    },
  };
}

function answer(command: Command): readonly Change[] {
  switch (command.kind) {
    case "watchLobby":
      return [{ to: "lobby", change: { kind: "lobbyLoaded", lobby: FAILED } }];
    case "readMoney":
      return [{ to: "money", change: { kind: "walletsLoaded", wallets: FAILED } }];
    case "readHistory":
      return [{ to: "history", change: { kind: "historyLoaded", period: command.period, session: FAILED } }];
    case "readHand":
      return [{ to: "history", change: { kind: "handOpenedForReplay", record: FAILED } }];
    case "readRulebook":
      return [{ to: "rulebook", change: { kind: "catalogueLoaded", catalogue: FAILED } }];
    case "compareEditions":
      return [{ to: "rulebook", change: { kind: "comparisonLoaded", comparison: FAILED } }];
    case "readProfile":
      return [{ to: "account", change: { kind: "profileLoaded", profile: FAILED } }];
    case "logIn":
    case "createAccount":
    case "enterAsGuest":
    case "secondFactor":
      return [{ to: "account", change: { kind: "entranceRefused", told: NO_CONNECTION } }];
    default:
      return [];
  }
}
