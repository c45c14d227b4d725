import { describe, expect, it } from "vitest";
import { wordTold } from "../src/i18n/told";
import type { Told } from "../src/model/basics";
import { reduceTable } from "../src/model/table/reduce";
import type { Table } from "../src/model/table/types";
import { whyOf } from "../src/model/table/why";
import { raiseClosedWhy } from "../src/stories/tallinn";
import { BASE, tallinnAt, toAct, toClosed, toEnd } from "./tables";
import { voiceIn } from "./voices";

const english = voiceIn("en");

const sum = (table: Table, rule: string) => whyOf(table, rule)?.lines.map(({ code, amount }) => [code, amount]);
const refused = (table: Table, told: Told): Table => reduceTable(table, { kind: "refused", told, at: BASE, why: null });

describe("why", () => {
  it("counts from the bets of the round why raising is closed", () => {
    const told = tallinnAt(toClosed);
    const counted = whyOf({ ...told, why: null }, "BET-13");
    expect(counted?.lines).toEqual(raiseClosedWhy.lines);
    expect(counted?.outcome?.numbers).toEqual(raiseClosedWhy.outcome?.numbers);
  });

  it("adds the least raise up", () => {
    const table = refused(tallinnAt(toAct), { code: "raise_too_small", rule: "BET-09", numbers: { least: 840 } });
    expect(sum(table, "BET-09")).toEqual([
      ["bet_faced", 420],
      ["least_by", 420],
      ["least_to", 840],
    ]);
  });

  it("says what is left to call", () => {
    const table = refused(tallinnAt(toAct), { code: "cannot_check", rule: "BET-05", numbers: { to_call: 420 } });
    const lines = sum(table, "BET-05") ?? [];
    expect(lines.reduce((all, [code, amount]) => (code === "to_call" ? all : all + Number(amount)), 0)).toBe(420);
    expect(lines.at(-1)).toEqual(["to_call", 420]);
  });

  it("takes the rake from the pot, for the clause on the line after the hand", () => {
    expect(sum(tallinnAt(toEnd), "RAKE-07")).toEqual([
      ["pot", 6650],
      ["rake", -200],
      ["paid_out", 6450],
    ]);
  });

  it("has words for every line it counts", () => {
    const words = [
      "pot rake paid_out bet_faced least_by least_to in_front to_call my_stack pot_called most_to full_raise".split(
        " ",
      ),
    ].flat();
    const figures = {
      amount: String,
      money: String,
      bigBlinds: String,
      date: String,
      handNumber: String,
      ruleTitle: () => null,
    };
    for (const code of words) {
      const said = wordTold({ code, rule: null, numbers: {} }, english, figures, "why");
      expect([code, said]).not.toEqual([code, english.say("ruling.unknown")]);
    }
  });
});
