import { getContext, setContext } from "svelte";
import { MediaQuery } from "svelte/reactivity";
import { formatAmount, formatHandNumber } from "../format/amount";
import { formatClock, formatDate } from "../format/time";
import type { Params, Voice } from "../i18n/messages";
import type { Key } from "../i18n/sections";
import type { Speaker } from "../i18n/sentences";
import type { Cents, Instant, RuleId, Unit } from "../model/basics";
import { wordsOf } from "../model/rulebook";
import { roomTime } from "../model/table/clock";
import type { Table } from "../model/table/types";
import type { Api } from "../net/http";
import type { Link } from "../net/link";
import { Clock } from "./clock.svelte";
import { LanguageStore } from "./language.svelte";
import { LiveRegions } from "./live.svelte";
import { TableMemory } from "./memory";
import { Room } from "./room.svelte";
import { Router } from "./router.svelte";
import { SettingsStore } from "./settings.svelte";
import { Sounds } from "./sounds";

export interface Surroundings {
  readonly link: Link;
  readonly storage: Storage | null;
  readonly time: () => Instant;
}

/** Everything components share; made once, handed down as context. */
export class App {
  readonly settings: SettingsStore;
  readonly language = new LanguageStore();
  readonly clock: Clock;
  readonly router = new Router();
  readonly memory: TableMemory;
  readonly room: Room;
  readonly live = new LiveRegions();
  readonly sounds: Sounds;
  readonly api: Api;
  readonly #phone = new MediaQuery("(max-width: 699px)");
  readonly #still = new MediaQuery("(prefers-reduced-motion: reduce)");

  constructor({ link, storage, time }: Surroundings) {
    this.settings = new SettingsStore(storage);
    this.clock = new Clock(time);
    this.memory = new TableMemory(storage, time);
    this.room = new Room(link, time, this.memory);
    this.api = link.api;
    this.sounds = new Sounds(() => this.settings.value);
  }

  get voice(): Voice {
    return this.language.voice;
  }

  readonly say = <K extends Key>(key: K, ...params: Params<K>): string => this.voice.say(key, ...params);

  get isPhone(): boolean {
    return this.#phone.current;
  }

  get isStill(): boolean {
    return this.settings.value.motion === "reduced" || this.#still.current;
  }

  /** Room time for rings and countdowns: fine, or by seconds where motion is reduced. */
  get roomNow(): Instant {
    const now = this.isStill ? this.clock.second : this.clock.now;
    return roomTime(now, this.room.model.connection.clock);
  }

  /** Room time by seconds, for countdowns in words. */
  get roomSecond(): Instant {
    return roomTime(this.clock.second, this.room.model.connection.clock);
  }

  /** An amount as this reader sees it; in big blinds only where there is a blind to count in. */
  amount(value: Cents, unit: Unit, how: { big?: Cents; signed?: boolean; named?: boolean } = {}): string {
    const bigBlind = this.settings.value.units === "bb" ? how.big : undefined;
    const { signed = false, named = false } = how;
    return formatAmount(value, { locale: this.voice.locale, unit, bigBlind, signed, named });
  }

  speaker(table: Pick<Table, "unit" | "blinds"> & Partial<Pick<Table, "tournament">>): Speaker {
    const { unit } = table;
    const { big } = table.blinds;
    const amount = (value: Cents) => this.amount(value, unit, { big });
    const locale = this.voice.locale;
    return {
      voice: this.voice,
      amount,
      figures: {
        amount,
        money: (value) => this.amount(value, table.tournament?.unit ?? unit, { named: true }),
        bigBlinds: (value) => formatAmount(value, { locale, unit, bigBlind: big }),
        date: (value) => `${formatDate(value, locale)} ${formatClock(value, locale)}`,
        handNumber: formatHandNumber,
        ruleTitle: (rule) => this.ruleTitle(rule),
      },
    };
  }

  ruleTitle(rule: RuleId): string | null {
    const { catalogue } = this.room.model.rulebook;
    return catalogue.state === "ready"
      ? (wordsOf(catalogue.value, rule, this.voice.language)?.words.title ?? null)
      : null;
  }
}

const KEY = Symbol("app");

export function provideApp(app: App): App {
  return setContext(KEY, app);
}

export function useApp(): App {
  return getContext<App>(KEY);
}
