import type { Cents, Currency, Duration, Instant, Loadable, Told } from "./basics";
import { LOADING, within } from "./basics";
import type { Avatar } from "./table/types";

export type Person =
  | { readonly kind: "nobody" }
  | { readonly kind: "guest"; readonly name: string; readonly avatar: Avatar }
  | { readonly kind: "player"; readonly name: string; readonly avatar: Avatar; readonly secondFactor: boolean };

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
}

export interface Profile {
  readonly email: string;
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
  readonly answer: { readonly about: string; readonly refused: Told | null } | null;
  readonly toAccept: readonly EditionText[];
}

export type AccountChange =
  | { readonly kind: "personKnown"; readonly person: Person }
  | { readonly kind: "doorOpened" }
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
  | { readonly kind: "accountAnswered"; readonly about: string; readonly refused: Told | null };

export const ENTRANCE: Entrance = { step: "credentials", busy: false, refused: null };

export const NOBODY: Account = {
  person: { kind: "nobody" },
  entrance: ENTRANCE,
  profile: LOADING,
  answer: null,
  toAccept: [],
};

export function reduceAccount(account: Account, change: AccountChange): Account {
  const profile = (edit: (profile: Profile) => Profile): Account => ({
    ...account,
    profile: within(account.profile, edit),
  });
  switch (change.kind) {
    case "personKnown":
      return { ...account, person: change.person };
    case "doorOpened":
      return account.entrance.step === "entered" ? { ...account, entrance: ENTRANCE } : account;
    case "entranceAsked":
      return { ...account, entrance: { ...account.entrance, busy: true, refused: null } };
    case "entranceRefused":
      return { ...account, entrance: { ...account.entrance, busy: false, refused: change.told } };
    case "secondFactorWanted":
      return { ...account, entrance: { step: "secondFactor", busy: false, refused: null } };
    case "entered":
      return { ...account, person: change.person, entrance: { step: "entered", busy: false, refused: null } };
    case "profileLoaded":
      return { ...account, profile: change.profile };
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
      return NOBODY;
    case "accountAnswered":
      return { ...account, answer: { about: change.about, refused: change.refused } };
  }
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
