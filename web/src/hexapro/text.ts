import type { App } from "../app/app.svelte";
import { formatCount } from "../format/amount";
import { multiplierText } from "../format/multiplier";
import type { Cents, Unit } from "../model/basics";
import type { Band } from "../model/hexapro";

const MINUTE = 60_000;

export const money = (app: App, value: Cents, unit: Unit): string => app.amount(value, unit, { named: true });
export const times = (app: App, multiplier: number): string => multiplierText(multiplier, app.voice.locale);
export const count = (app: App, value: number): string => formatCount(value, app.voice.locale);
export const minutes = (app: App, { level }: Band): string =>
  app.say("hexa.minutes", { count: formatCount(level / MINUTE, app.voice.locale) });
export const range = (app: App, first: number, last: number): string =>
  first === last ? count(app, first) : app.say("hexa.range", { first: count(app, first), last: count(app, last) });
