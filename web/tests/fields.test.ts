import { describe, expect, it } from "vitest";
import { faultOf, faultsIn } from "../src/account/fields";

const asking = {
  nameMin: 3,
  nameMax: 20,
  passwordMin: 10,
  passwordMax: 200,
  ageMin: 18,
  limits: false,
  currency: "EUR",
  realityMinutes: 60,
} as const;
const right = { name: "Helve", email: "h@post.test", password: "kolm koera", born: "1990-12-31" };
const codes = (entry: Parameters<typeof faultsIn>[0]) =>
  Object.fromEntries(Object.entries(faultsIn(entry, asking)).map(([field, told]) => [field, told?.code]));

describe("what is wrong with an entry", () => {
  it("is nothing for a good one", () => {
    expect(codes(right)).toEqual({});
    expect(codes({ ...right, name: "🦊🦊🦊" })).toEqual({});
  });

  it("is told of every field at once, with the server's own numbers", () => {
    expect(codes({ name: "ab", email: "h@post", password: "kolm koer", born: "31.12.1990" })).toEqual({
      name: "bad_name_length",
      email: "bad_email",
      password: "bad_password_length",
      born: "bad_birthday",
    });
    expect(faultsIn({ password: "" }, asking).password?.numbers).toEqual({ least: 10, most: 200 });
    expect(codes({ current: "", code: " " })).toEqual({ current: "wrong_password", code: "bad_code" });
  });

  it("is left to the server while its numbers are not known", () => {
    expect(faultsIn({ name: "ab", password: "x" }, null)).toEqual({});
  });
});

describe("a refusal", () => {
  const told = (code: string) => ({ code, rule: null, numbers: {} });

  it("stands beside the field it is about, if the form has it", () => {
    expect(faultOf(told("password_common"), ["password"])).toEqual({ password: told("password_common") });
    expect(faultOf(told("name_reserved"), ["name", "email"])).toEqual({ name: told("name_reserved") });
    expect(faultOf(told("wrong_password"), ["code"])).toEqual({});
    expect(faultOf(told("too_many_requests"), ["name"])).toEqual({});
    expect(faultOf(null, ["name"])).toEqual({});
  });
});
