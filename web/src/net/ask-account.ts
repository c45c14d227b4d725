/** The profile: limits, breaks, the second factor, passwords, and where one is signed in. */
import type { AccountChange, Break, Enrolment, Limit, Profile } from "../model/account";
import { ready } from "../model/basics";
import { type Change, noticed } from "../model/model";
import type { Asked } from "./ask";
import type { Command } from "./commands";
import type { Answered, Api } from "./http";

type ProfileAnswer = Omit<Profile, "enrolment" | "recoveryCodes">;

export async function askAccount(api: Api, command: Command): Promise<Asked> {
  const told = await accountChanges(api, command);
  const entered = told.some(({ kind }) => kind === "loggedOut");
  const changes = told.map((change): Change => ({ to: "account", change }));
  return { entered, changes: [...changes, ...told.flatMap(refusalOf)] };
}

/** Forms that say themselves, beside the field, what became of them. */
const SAID_THERE: ReadonlySet<string> = new Set([
  "forgotPassword",
  "resetPassword",
  "confirmAddress",
  "changePassword",
  "enrolSecondFactor",
  "confirmSecondFactor",
  "dropSecondFactor",
  "closeAccount",
  "sendAddressLetter",
  "timeOut",
  "selfExclude",
]);

/** All other refusals come to the eye wherever the page is scrolled. */
function refusalOf(change: AccountChange): readonly Change[] {
  if (change.kind !== "accountAnswered" || change.refused === null || SAID_THERE.has(change.about)) return [];
  return [noticed(change.refused)];
}

async function accountChanges(api: Api, command: Command): Promise<readonly AccountChange[]> {
  switch (command.kind) {
    case "readProfile":
      return readProfile(api);
    case "setLimit": {
      const { limit: kind, period, amount } = command;
      const answer = await api.post<readonly Limit[]>("/api/limits", { kind, period, amount });
      return then(answer, command, (limits) => [{ kind: "limitsLoaded", limits }]);
    }
    case "timeOut":
      return startBreak(await api.post<Break>("/api/time-out", { length: command.length }), command);
    case "selfExclude":
      return startBreak(await api.post<Break>("/api/self-exclusion", { months: command.months }), command);
    case "endSession": {
      const { session: id } = command;
      const answer = await api.post(`/api/sessions/${encodeURIComponent(id)}/revoke`);
      return then(answer, command, () => [{ kind: "sessionEnded", id }]);
    }
    case "endOtherSessions":
      return [...then(await api.post("/api/sessions/revoke-others"), command, () => []), ...(await readProfile(api))];
    case "acceptRulebooks": {
      const answer = await api.post("/api/acceptance", { digests: command.digests });
      return then(answer, command, () => [{ kind: "textsToAccept", texts: [] }]);
    }
    default:
      return secrets(api, command);
  }
}

async function secrets(api: Api, command: Command): Promise<readonly AccountChange[]> {
  switch (command.kind) {
    case "enrolSecondFactor": {
      const answer = await api.post<Enrolment>("/api/second-factor/enrol", { password: command.password });
      return then(answer, command, (enrolment) => [{ kind: "enrolmentStarted", enrolment }]);
    }
    case "confirmSecondFactor": {
      const answer = await api.post<{ recoveryCodes: string[] }>("/api/second-factor/confirm", { code: command.code });
      return then(answer, command, ({ recoveryCodes }) => [{ kind: "secondFactorSet", on: true, recoveryCodes }]);
    }
    case "dropSecondFactor": {
      const answer = await api.post("/api/second-factor/drop", { code: command.code });
      return then(answer, command, () => [{ kind: "secondFactorSet", on: false, recoveryCodes: [] }]);
    }
    case "changePassword": {
      const body = { current: command.current, new: command.wanted };
      const answer = await api.post<{ csrf: string | null }>("/api/password", body);
      if (answer.ok) api.csrf = answer.value.csrf;
      return then(answer, command, () => []);
    }
    case "forgotPassword":
      return then(await api.post("/api/password/forgot", { email: command.email }), command, () => []);
    case "resetPassword": {
      const { token, wanted } = command;
      return then(await api.post("/api/password/reset", { token, new: wanted }), command, () => []);
    }
    case "sendAddressLetter":
      return then(await api.post("/api/address/letter"), command, () => []);
    case "confirmAddress":
      return then(await api.post("/api/address/confirm", { token: command.token }), command, () => []);
    case "closeAccount": {
      const { password, why } = command;
      return then(await api.post("/api/account/close", { password, why }), command, () => [{ kind: "loggedOut" }]);
    }
    default:
      return [];
  }
}

/** What an answer changes; the page learns what its last request came to. */
function then<T>(
  answer: Answered<T>,
  { kind: about }: Command,
  change: (value: T) => readonly AccountChange[],
): readonly AccountChange[] {
  if (!answer.ok) return [{ kind: "accountAnswered", about, refused: answer.told }];
  return [{ kind: "accountAnswered", about, refused: null }, ...change(answer.value)];
}

const startBreak = (answer: Answered<Break>, command: Command): readonly AccountChange[] =>
  then(answer, command, (pause) => [{ kind: "breakStarted", pause }]);

async function readProfile(api: Api): Promise<readonly AccountChange[]> {
  const answer = await api.get<ProfileAnswer>("/api/profile");
  if (!answer.ok) return [{ kind: "profileLoaded", profile: { state: "failed", told: answer.told } }];
  const { email, emailConfirmed, currency, limits, pause, sessions } = answer.value;
  const profile = { email, emailConfirmed, currency, limits, pause, sessions, enrolment: null, recoveryCodes: [] };
  return [{ kind: "profileLoaded", profile: ready(profile) }];
}
