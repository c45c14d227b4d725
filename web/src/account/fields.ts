import type { App } from "../app/app.svelte";
import { wordTold } from "../i18n/told";
import type { Asking } from "../model/account";
import type { Told } from "../model/basics";

/** What a form of the account asks for; a refusal that is about one of these stands beside it. */
export type Field = "name" | "email" | "password" | "born" | "current" | "code";
export type Faults = Readonly<Partial<Record<Field, Told>>>;

const FIELD_OF: Readonly<Record<string, Field>> = {
  bad_name: "name",
  bad_name_length: "name",
  name_misleads: "name",
  name_reserved: "name",
  name_taken: "name",
  bad_email: "email",
  bad_password_length: "password",
  password_common: "password",
  password_too_easy: "password",
  bad_birthday: "born",
  too_young: "born",
  wrong_password: "current",
  bad_code: "code",
};

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The refusal, by the field it is about; one about no field of the form is none of these. */
export function faultOf(told: Told | null | undefined, fields: readonly Field[]): Faults {
  const field = told ? FIELD_OF[told.code] : undefined;
  return told && field && fields.includes(field) ? { [field]: told } : {};
}

/** What can be told about an entry before the room is asked; everything else the room knows better. */
export function faultsIn(entry: Readonly<Partial<Record<Field, string>>>, asking: Asking | null): Faults {
  const found: Partial<Record<Field, Told>> = {};
  const check = (field: Field, ok: (value: string) => boolean, code: string, numbers: Told["numbers"] = {}) => {
    const value = entry[field];
    if (value !== undefined && !ok(value)) found[field] = { code, rule: null, numbers };
  };
  if (asking) {
    const { nameMin, nameMax, passwordMin, passwordMax } = asking;
    const within = (least: number, most: number) => (value: string) => {
      const { length } = [...value];
      return length >= least && length <= most;
    };
    check("name", within(nameMin, nameMax), "bad_name_length", { least: nameMin, most: nameMax });
    check("password", within(passwordMin, passwordMax), "bad_password_length", {
      least: passwordMin,
      most: passwordMax,
    });
  }
  check("email", (value) => EMAIL.test(value), "bad_email");
  check("born", (value) => DAY.test(value), "bad_birthday");
  check("current", (value) => value !== "", "wrong_password");
  check("code", (value) => value.trim() !== "", "bad_code");
  return found;
}

/** A refusal in the words of the page. */
export function toldWords(app: App, told: Told): string {
  const { figures } = app.speaker({ unit: { kind: "money", currency: "EUR" }, blinds: { small: 1, big: 2, ante: 0 } });
  return wordTold(told, app.voice, figures);
}
