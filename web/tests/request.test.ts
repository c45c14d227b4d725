import { describe, expect, it } from "vitest";
import { NOBODY } from "../src/model/account";
import { accountRequest, entranceRequest, moneyRequest, proofRequest } from "../src/model/request";

const told = { code: "bad_code", rule: null, numbers: {} };

describe("how far a request of a form is", () => {
  it("follows what the account asked, and nothing that another form asked", () => {
    const at = (asked: string | null, answer: typeof NOBODY.answer) =>
      accountRequest({ ...NOBODY, asked, answer }, "changePassword");
    expect(at(null, null)).toEqual({ state: "idle" });
    expect(at("changePassword", null)).toEqual({ state: "sending" });
    expect(at("closeAccount", { about: "closeAccount", refused: told })).toEqual({ state: "idle" });
    expect(at(null, { about: "changePassword", refused: told })).toEqual({ state: "refused", told });
    expect(at(null, { about: "changePassword", refused: null })).toEqual({ state: "done" });
  });

  it("is sending while somebody is let in, whatever was refused before", () => {
    const entrance = { step: "credentials", busy: false, refused: told } as const;
    expect(entranceRequest(entrance)).toEqual({ state: "refused", told });
    expect(entranceRequest({ ...entrance, busy: true })).toEqual({ state: "sending" });
    expect(entranceRequest({ ...entrance, refused: null })).toEqual({ state: "idle" });
    expect(entranceRequest({ ...entrance, refused: null, step: "entered" })).toEqual({ state: "done" });
  });

  it("leaves the reason to the page where the cashier refuses", () => {
    const answer = { about: "deposit", state: "busy", amount: 5, page: null } as const;
    expect(moneyRequest(null, "deposit")).toEqual({ state: "idle" });
    expect(moneyRequest(answer, "deposit")).toEqual({ state: "sending" });
    expect(moneyRequest(answer, "withdraw")).toEqual({ state: "idle" });
    expect(moneyRequest({ ...answer, state: "done" }, "deposit")).toEqual({ state: "done" });
    expect(moneyRequest({ ...answer, state: "refused" }, "deposit")).toEqual({ state: "refused", told: null });
  });

  it("asks again for a proof that was refused", () => {
    expect(proofRequest(null)).toEqual({ state: "idle" });
    expect(proofRequest({ busy: true, refused: null })).toEqual({ state: "sending" });
    expect(proofRequest({ busy: false, refused: told })).toEqual({ state: "refused", told });
  });
});
