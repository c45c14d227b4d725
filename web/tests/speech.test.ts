import { describe, expect, it } from "vitest";
import { formatAmount, formatHandNumber } from "../src/format/amount";
import type { Speaker } from "../src/i18n/sentences";
import { asText, lastThatFit } from "../src/i18n/sentences";
import { readBoard, readMine, readOpponents, readPots, speak, speakTurn } from "../src/i18n/speech";
import { wordTold } from "../src/i18n/told";
import type { Happening } from "../src/model/table/types";
import { BASE, tallinnAt, tallinnStart, toAct, toClosed, toEnd } from "./tables";
import { voiceIn } from "./voices";

function speakerIn(voice = voiceIn("en")): Speaker {
  const unit = { kind: "money", currency: "EUR" } as const;
  const amount = (value: number) => formatAmount(value, { locale: voice.locale, unit });
  const bigBlinds = (value: number) => formatAmount(value, { locale: voice.locale, unit, bigBlind: 50 });
  const ruleTitle = (rule: string) => (rule === "CASH-02" ? "Your table is drawn at random" : null);
  return {
    voice,
    amount,
    figures: { amount, money: amount, bigBlinds, date: String, handNumber: formatHandNumber, ruleTitle },
  };
}

const speaker = speakerIn();
const said = (what: Happening) => speak(what, speaker);
const log = (changes = toEnd) => tallinnAt(changes).log.map(({ what }) => said(what));

describe("what the screen reader says", () => {
  it("tells the deal with cards in words and the order of play", () => {
    expect(log()).toContain("New hand.");
    expect(log()).toContain("You have ace of spades, queen of spades. You are second to act.");
  });

  it("tells blinds and acts as sentences", () => {
    expect(log()).toEqual(
      expect.arrayContaining([
        "Sten.V posts the big blind, 0.50.",
        "d0ina raises to 1.50.",
        "Helve calls 1.50.",
        "lucky_otter is all-in for 2.30.",
        "Sten.V checks.",
        "d0ina folds.",
      ]),
    );
  });

  it("tells the board anew with every card", () => {
    expect(log()).toContain(
      "Turn: seven of clubs. Board: queen of hearts, nine of spades, four of diamonds, seven of clubs. Pot 19.90.",
    );
  });

  it("tells my turn with price, pot, range and time", () => {
    expect(speakTurn(tallinnAt(toAct), 10, speaker)).toBe(
      "Your turn. Call 4.20 into 24.10, or raise from 8.40 to 56.95. 10 seconds.",
    );
    expect(speakTurn(tallinnAt(toClosed), 6, speaker)).toBe("Your turn. Call 4.40 into 62.10, or fold. 6 seconds.");
  });

  it("tells lost connections with the time to return", () => {
    expect(log()).toContain("kaspar77 lost the connection: 30 seconds to return, then check or fold.");
    expect(log()).toContain("kaspar77 is connected again.");
  });

  it("tells the end", () => {
    expect(log()).toContain("Sten.V shows king of diamonds, queen of clubs.");
    expect(log()).toContain("You win 64.50 with a pair of queens, ace kicker.");
    expect(log()).toContain("Pot 66.50, rake 2.00.");
    const theirs = tallinnAt(toEnd).log.map(({ what }) => (what.kind === "won" ? { ...what, mine: false } : what));
    expect(theirs.map(said)).toContain("Helve wins 64.50 with a pair of queens, ace kicker.");
  });

  it("says that the room acted, when it did", () => {
    expect(said({ kind: "acted", name: "a", mine: false, act: "fold", allIn: false, amount: 0, rule: "TIME-12" })).toBe(
      "a did not act in time and folds.",
    );
    expect(said({ kind: "acted", name: "a", mine: false, act: "fold", allIn: false, amount: 0, rule: "MTT-40" })).toBe(
      "a is sitting out and folds.",
    );
  });

  it("reads cards, board, pots and opponents on demand", () => {
    const table = tallinnAt(toAct);
    expect(readMine(table, speaker)).toBe(
      "You have ace of spades, queen of spades. Pair of queens, ace kicker. To call: 4.20.",
    );
    expect(readMine(tallinnStart, speaker)).toBe("You have no cards.");
    expect(readBoard(tallinnStart, speaker)).toBe("No cards on the board yet.");
    expect(readPots(table, speaker)).toBe("Total 24.10. Main pot 11.50. Side pot 1: 8.40.");
    expect(readOpponents(table, speaker)).toBe(
      "kaspar77: 43.70, connection lost. Nordwind: 50.00, sitting out. lucky_otter: 0.00, all-in. Sten.V: 12.80, in the hand. d0ina: 98.35, folded.",
    );
  });

  it("speaks the reader's language, figures included", () => {
    const romanian = speakerIn(voiceIn("ro"));
    expect(
      speak({ kind: "acted", name: "Ana", mine: false, act: "raise", allIn: false, amount: 150, rule: null }, romanian),
    ).toBe("Ana plusează la 1,50.");
  });
});

describe("the line of a phone", () => {
  const said = ["Mia posts the ante, 1,000", "Sten posts the big blind, 8,000", "Zsofi folds"].map((text) => [
    { text, of: null },
  ]);

  it("drops what came first until the rest fits", () => {
    expect(asText(lastThatFit(said, 50))).toBe("Sten posts the big blind, 8,000. Zsofi folds.");
  });

  it("drops nothing that fits, and never the last", () => {
    expect(lastThatFit(said, 200)).toEqual(said);
    expect(asText(lastThatFit(said, 3))).toBe("Zsofi folds.");
    expect(lastThatFit([], 3)).toEqual([]);
  });
});

describe("what the room tells", () => {
  const word = (
    code: string,
    rule: string | null,
    numbers: Record<string, number> = {},
    names: Record<string, string> = {},
  ) => wordTold({ code, rule, numbers, names }, speaker.voice, speaker.figures);

  it("is worded with its numbers as amounts", () => {
    expect(word("raise_too_small", "BET-09", { least: 840 })).toBe(
      "The raise was too small; the least is to 8.40. Nothing was done.",
    );
    expect(word("too_late", "BET-01", { to: 960, amount: 420 }, { name: "d0ina" })).toBe(
      "Too late: d0ina had already raised to 9.60. Your call of 4.20 was not made.",
    );
  });

  it("counts what is a count, and dates what is an instant", () => {
    expect(word("returns_counted", "RAT-05", { nth: 3, allowed: 5 })).toContain("Return 3 of 5");
    expect(word("time_out_active", null, { until: BASE })).toContain(String(BASE));
    expect(word("hand_voided", "TIME-16", { number: 18_204, stack: 6135 })).toContain("Hand 18\u202f204 is void");
  });

  it("words the limits of a day, a week and a month alike", () => {
    expect(word("deposit_limit_week", null, { limit: 10_000, used: 4_000 })).toBe(
      "Your own deposit limit is 100.00; 40.00 of it is used.",
    );
  });

  it("words refusals alike that a player can do nothing different about", () => {
    expect(word("fraction_of_cent", null)).toBe(word("amount_not_positive", null));
    expect(word("withdrawal_is_paid", null)).toBe("That withdrawal can no longer be changed.");
    expect(word("no_such_session", null)).toBe("That does not exist, or not any more.");
  });

  it("takes no count for an amount", () => {
    expect(word("bad_password_length", null, { least: 12, most: 128 })).toBe("It must have 12 to 128 characters.");
    expect(word("too_many_tournaments", null, { most: 8 })).toBe("You follow as many tournaments as one may: 8.");
    expect(word("buy_in_not_allowed", "BUY-01", { least: 1000, most: 5000 })).toContain("from 10.00 to 50.00");
  });

  it("lists names, and says you for the reader", () => {
    expect(word("short_all_in", "BET-13", {}, { names: "d0ina,@me,kaspar77" })).toBe(
      "Undersized all-in: betting is not reopened for d0ina, you and kaspar77",
    );
  });

  it("falls back to the title of the clause, and never to silence", () => {
    expect(word("something_new", "CASH-02")).toBe("Ruled: Your table is drawn at random");
    expect(word("something_new", "NO-1")).toBe("That was not possible. Nothing was done.");
    expect(word("something_new", null)).toBe("That was not possible. Nothing was done.");
  });
});
