import type { Cents, Currency, Duration, Instant, Loadable, Told } from "./basics";
import { LOADING, within } from "./basics";
import type { Avatar } from "./table/types";

export type Person =
  | { readonly kind: "nobody" }
  | { readonly kind: "guest"; readonly name: string; readonly avatar: Avatar }
  | {
      readonly kind: "player";
      readonly name: string;
      readonly avatar: Avatar;
      readonly secondFactor: boolean;
      /** What somebody of the house does; without a second factor they may do nothing but get one. */
      readonly roles: readonly string[];
    };

/** What a name, a password and their owner must be; the server's own numbers. */
export interface Asking {
  readonly nameMin: number;
  readonly nameMax: number;
  readonly passwordMin: number;
  readonly passwordMax: number;
  readonly ageMin: number;
  /** A deposit limit is set in the same form, in this currency. */
  readonly limits: boolean;
  readonly currency: Currency;
  /** So often one is told how long one has played; 0: never. */
  readonly realityMinutes: number;
}

/** A session of play: since when (0: none), when one has to be told, and what was won or lost. */
export interface Reality {
  readonly since: Instant;
  readonly due: Instant;
  readonly isDue: boolean;
  readonly net: readonly { readonly currency: Currency; readonly amount: Cents }[];
}

/** The limits a newcomer sets. */
export interface SignUpLimits {
  readonly period: LimitPeriod;
  readonly deposit: Cents;
}

/** How far logging in or registering has come. */
export interface Entrance {
  readonly step: "credentials" | "secondFactor" | "entered";
  readonly busy: boolean;
  readonly refused: Told | null;
}

export const LIMIT_KINDS = ["deposit", "loss", "time"] as const;
export const LIMIT_PERIODS = ["day", "week", "month"] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];
export type LimitPeriod = (typeof LIMIT_PERIODS)[number];

/** A limit in cents or, for time, in milliseconds; a raised one waits for `nextFrom`. */
export interface Limit {
  readonly kind: LimitKind;
  readonly period: LimitPeriod;
  readonly amount: Cents | Duration | null;
  readonly used: Cents | Duration;
  /** Deposits that were asked for and have not come. */
  readonly waiting?: Cents;
  readonly next: { readonly amount: Cents | Duration | null; readonly from: Instant } | null;
}

export interface Break {
  readonly kind: "timeOut" | "selfExclusion";
  readonly until: Instant | null;
}

export interface SignedIn {
  readonly id: string;
  readonly device: string;
  readonly place: string;
  readonly lastSeen: Instant;
  readonly current: boolean;
}

/** The first step of switching the second factor on: the secret to scan or type. */
export interface Enrolment {
  readonly secret: string;
  readonly address: string;
  /** A picture of the address. */
  readonly square: string;
}

export interface Profile {
  readonly email: string;
  readonly emailConfirmed: boolean;
  readonly currency: Currency;
  readonly limits: readonly Limit[];
  readonly pause: Break | null;
  readonly sessions: readonly SignedIn[];
  readonly enrolment: Enrolment | null;
  /** Told once, when the second factor was switched on. */
  readonly recoveryCodes: readonly string[];
}

/** A rulebook in force that one has not accepted yet. */
export interface EditionText {
  readonly id: string;
  readonly title: string;
  readonly version: string;
  readonly digest: string;
}

export interface Account {
  readonly person: Person;
  readonly entrance: Entrance;
  readonly profile: Loadable<Profile>;
  /** What was asked and is not answered yet. */
  readonly asked: string | null;
  readonly answer: { readonly about: string; readonly refused: Told | null } | null;
  readonly asking: Asking | null;
  /** The room wants to know once more who is here; why the last try was refused. */
  readonly proof: { readonly busy: boolean; readonly refused: Told | null } | null;
  readonly toAccept: readonly EditionText[];
  readonly reality: Reality | null;
}

export type AccountChange =
  | { readonly kind: "personKnown"; readonly person: Person }
  | { readonly kind: "askingKnown"; readonly asking: Asking }
  | { readonly kind: "realityKnown"; readonly reality: Reality }
  | { readonly kind: "doorOpened" }
  | { readonly kind: "doorLeft" }
  | { readonly kind: "entranceAsked" }
  | { readonly kind: "entranceRefused"; readonly told: Told }
  | { readonly kind: "secondFactorWanted" }
  | { readonly kind: "entered"; readonly person: Person }
  | { readonly kind: "profileLoaded"; readonly profile: Loadable<Profile> }
  | { readonly kind: "limitChanged"; readonly limit: Limit }
  | { readonly kind: "breakStarted"; readonly pause: Break }
  | { readonly kind: "sessionEnded"; readonly id: string }
  | { readonly kind: "enrolmentStarted"; readonly enrolment: Enrolment }
  | { readonly kind: "secondFactorSet"; readonly on: boolean; readonly recoveryCodes: readonly string[] }
  | { readonly kind: "limitsLoaded"; readonly limits: readonly Limit[] }
  | { readonly kind: "textsToAccept"; readonly texts: readonly EditionText[] }
  | { readonly kind: "loggedOut" }
  | { readonly kind: "proofChanged"; readonly proof: Account["proof"] }
  | { readonly kind: "accountAsked"; readonly about: string }
  /** The page that showed the last answer, and secrets that are told once, was left. */
  | { readonly kind: "answerRead" }
  | { readonly kind: "accountAnswered"; readonly about: string; readonly refused: Told | null };

export const ENTRANCE: Entrance = { step: "credentials", busy: false, refused: null };

export const NOBODY: Account = {
  person: { kind: "nobody" },
  entrance: ENTRANCE,
  profile: LOADING,
  asked: null,
  answer: null,
  asking: null,
  proof: null,
  toAccept: [],
  reality: null,
};

export function reduceAccount(account: Account, change: AccountChange): Account {
  const profile = (edit: (profile: Profile) => Profile): Account => ({
    ...account,
    profile: within(account.profile, edit),
  });
  switch (change.kind) {
    case "personKnown":
      return { ...account, person: change.person };
    case "askingKnown":
      return { ...account, asking: change.asking };
    case "realityKnown":
      return { ...account, reality: change.reality };
    case "doorLeft":
      return account.entrance.step === "entered" ? account : { ...account, entrance: ENTRANCE };
    case "doorOpened":
      return account.entrance.step === "entered" ? { ...account, entrance: ENTRANCE } : account;
    case "entranceAsked":
      return { ...account, entrance: { ...account.entrance, busy: true, refused: null } };
    case "entranceRefused":
      return { ...account, entrance: { step: stepAfter(account, change.told), busy: false, refused: change.told } };
    case "secondFactorWanted":
      return { ...account, entrance: { step: "secondFactor", busy: false, refused: null } };
    case "entered":
      return { ...account, person: change.person, entrance: { step: "entered", busy: false, refused: null } };
    case "profileLoaded":
      return { ...account, profile: withSecrets(change.profile, account.profile) };
    case "limitChanged":
      return profile((value) => ({ ...value, limits: withLimit(value.limits, change.limit) }));
    case "breakStarted":
      return profile((value) => ({ ...value, pause: change.pause }));
    case "sessionEnded":
      return profile((value) => ({ ...value, sessions: value.sessions.filter(({ id }) => id !== change.id) }));
    case "enrolmentStarted":
      return profile((value) => ({ ...value, enrolment: change.enrolment }));
    case "secondFactorSet": {
      const { person } = account;
      const known = person.kind === "player" ? { ...person, secondFactor: change.on } : person;
      const { recoveryCodes } = change;
      return { ...profile((value) => ({ ...value, enrolment: null, recoveryCodes })), person: known };
    }
    case "limitsLoaded":
      return profile((value) => ({ ...value, limits: change.limits }));
    case "textsToAccept":
      return { ...account, toAccept: change.texts };
    case "loggedOut":
      return { ...NOBODY, asking: account.asking };
    case "proofChanged":
      return { ...account, proof: change.proof };
    case "accountAsked":
      return { ...account, asked: change.about, answer: null };
    case "answerRead":
      return { ...profile((value) => ({ ...value, enrolment: null, recoveryCodes: [] })), answer: null };
    case "accountAnswered":
      return { ...account, asked: null, answer: { about: change.about, refused: change.refused } };
  }
}

/** Half a login that took too long begins anew. */
function stepAfter({ entrance }: Account, { code }: Told): Entrance["step"] {
  return code === "ticket_expired" ? "credentials" : entrance.step;
}

/** A profile read again does not take away what is told once and still being read. */
function withSecrets(fresh: Loadable<Profile>, held: Loadable<Profile>): Loadable<Profile> {
  if (held.state !== "ready") return fresh;
  const { enrolment, recoveryCodes } = held.value;
  return within(fresh, (value) => ({ ...value, enrolment, recoveryCodes }));
}

function withLimit(limits: readonly Limit[], changed: Limit): readonly Limit[] {
  const rest = limits.filter(({ kind, period }) => kind !== changed.kind || period !== changed.period);
  return [...rest, changed];
}

export function limitOf(profile: Profile, kind: LimitKind, period: LimitPeriod): Limit {
  const none: Limit = { kind, period, amount: null, used: 0, next: null };
  return profile.limits.find((limit) => limit.kind === kind && limit.period === period) ?? none;
}

/** Whether a change holds at once: a first limit, or a stricter one; others wait for the cooling-off period. */
export function isStricter(asked: number | null, held: number | null): boolean {
  return asked !== null && (held === null || asked <= held);
}
