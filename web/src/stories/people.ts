import type { Profile } from "../model/account";
import { BASE } from "./time";

const HOUR = 3_600_000;

export const profile: Profile = {
  email: "helve@example.org",
  currency: "EUR",
  limits: [
    { kind: "deposit", period: "day", amount: 10_000, used: 4_000, next: null },
    {
      kind: "deposit",
      period: "month",
      amount: 50_000,
      used: 31_500,
      next: { amount: 80_000, from: BASE + 30 * HOUR },
    },
    { kind: "loss", period: "week", amount: 20_000, used: 2_150, next: null },
    { kind: "time", period: "day", amount: 4 * HOUR, used: 1.5 * HOUR, next: null },
  ],
  pause: null,
  sessions: [
    { id: "s1", device: "Firefox, Linux", place: "Tallinn", lastSeen: BASE, current: true },
    { id: "s2", device: "Safari, iPhone", place: "Tartu", lastSeen: BASE - 9 * HOUR, current: false },
  ],
  emailConfirmed: true,
  enrolment: null,
  recoveryCodes: [],
};
