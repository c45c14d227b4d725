import type { Choice } from "../model/table/bar";
import type * as wire from "../protocol/messages";
import type { Command } from "./commands";
import type { Saying } from "./socket";

/** A command as the socket says it; `null`: it is asked elsewhere. */
export function sayingOf(command: Command): Saying | null {
  switch (command.kind) {
    case "act":
      return actSaying(command);
    case "sitOutNext":
      return { type: command.on ? "sitOut" : "comeBack", table: command.table };
    case "sitOutBigBlind":
      return { type: "sitOutAtBigBlind", table: command.table, on: command.on };
    case "autoTopUp":
      return { type: "autoTopUp", table: command.table, on: command.on };
    case "comeBack":
      return { type: "comeBack", table: command.table, post: command.post };
    case "postBlind":
      return { type: "postBlind", table: command.table, post: command.post };
    case "topUp":
    case "buyInAgain":
      return { type: "topUp", table: command.table, amount: command.amount };
    case "leave":
      return { type: "leave", table: command.table };
    case "say":
      return { type: "say", table: command.table, text: command.text };
    case "report":
      return { type: "report", table: command.table, player: command.player, text: command.text };
    case "reBuy":
    case "addOn":
    case "declineReBuy":
      return { type: command.kind, tournament: command.tournament };
    case "watchTable":
      return { type: "watch", table: command.table };
    case "closeTable":
      return { type: "forget", table: command.table };
    case "station":
      return command.saying;
    default:
      return lobbySaying(command);
  }
}

function lobbySaying(command: Command): Saying | null {
  switch (command.kind) {
    case "watchLobby":
      return { type: "watchLobby", on: true };
    case "join":
      return { type: "join", stake: command.stake };
    case "playNow":
      return { type: "join", stake: command.stake, buyIn: command.buyIn, post: command.post };
    case "watchHexaPro":
      return { type: "watchHexaPro", lobby: command.lobby, on: command.on };
    case "registerHexaPro":
      return { type: "registerHexaPro", lobby: command.lobby, games: command.games, cost: command.cost, fair: true };
    case "unregisterHexaPro":
      return { type: "unregisterHexaPro", lobby: command.lobby, game: command.game };
    case "unregisterAll":
      return { type: "unregisterAll" };
    case "leaveQueue":
      return { type: "leaveQueue", stake: command.stake };
    case "takeSeat":
      return { type: "takeSeat", stake: command.stake, buyIn: command.buyIn, post: command.post };
    case "giveUpSeat":
      return { type: "giveUpSeat", stake: command.stake };
    default:
      return tournamentSaying(command);
  }
}

function tournamentSaying(command: Command): Saying | null {
  switch (command.kind) {
    case "watchTournaments":
      return { type: "watchTournaments", on: command.on };
    case "watchTournament":
      return { type: "watchTournament", tournament: command.tournament, on: command.on };
    case "watchList": {
      const { tournament, list, on, page, search } = command;
      return { type: "watchList", tournament, list, on, page, search };
    }
    case "askPrizes":
      return { type: "askPrizes", tournament: command.tournament, entries: command.entries };
    case "askPrice":
      return { type: "askPrice", tournament: command.tournament, amount: command.amount };
    case "register": {
      const { tournament, amount, ticket, password } = command;
      return { type: "register", tournament, amount, ticket, password };
    }
    case "unregister":
      return { type: "unregister", tournament: command.tournament };
    default:
      return casinoSaying(command);
  }
}

function casinoSaying(command: Command): Saying | null {
  switch (command.kind) {
    case "watchCasino":
      return { type: "watchCasino", on: command.on };
    case "visitCasino":
      return { type: "visitCasino", table: command.table };
    case "casino":
      return { ...command.saying, table: command.table };
    default:
      return null;
  }
}

function actSaying({ table, hand, turn, choice }: Extract<Command, { kind: "act" }>): Saying {
  return { type: "act", table, hand, turn, choice: choiceOf(choice) };
}

function choiceOf(choice: Choice): wire.Choice {
  return choice.kind === "raise" ? { kind: "raise", to: choice.to } : { kind: choice.kind };
}
