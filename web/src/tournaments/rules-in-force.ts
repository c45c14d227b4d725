import type { App } from "../app/app.svelte";
import { capital, listed } from "../i18n/messages";
import type { RuleId } from "../model/basics";
import type { TournamentPage } from "../model/tournament/page";
import { isSitAndGo } from "../model/tournament/rows";
import { clock, count, money, parts, span } from "./text";

export interface InForce {
  readonly rule: RuleId;
  readonly title: string;
  readonly text: string;
}

/** What the clauses say about this tournament with its own numbers. */
export function sentencesOf(app: App, page: TournamentPage): readonly InForce[] {
  return [...entry(app, page), ...prizes(app, page), ...play(app, page)];
}

function entry(app: App, { terms, numbers }: TournamentPage): readonly InForce[] {
  const said: InForce[] = [];
  const add = (rule: RuleId, title: string, text: string) => said.push({ rule, title, text });
  if (isSitAndGo(terms)) add("MTT-61", app.say("tn.law.start"), app.say("tn.law.startFull"));
  else if (numbers.startsAt !== null)
    add("MTT-26a", app.say("tn.law.start"), app.say("tn.law.startAt", { time: clock(app, numbers.startsAt) }));
  add("MTT-37", app.say("tn.law.least"), app.say("tn.law.leastText", { count: terms.entriesMin }));
  if (terms.lateLevels > 0) {
    const until =
      numbers.registrationEnds === null
        ? ""
        : ` ${app.say("tn.law.lateUntil", { time: clock(app, numbers.registrationEnds) })}`;
    add("MTT-32a", app.say("tn.state.late"), app.say("tn.law.late", { count: terms.lateLevels }) + until);
  }
  add("MTT-32c", app.say("tn.badge.re_entry"), app.say(terms.reEntries > 0 ? "tn.law.reEntry" : "tn.law.noReEntry"));
  add("MTT-33a", app.say("tn.do.unregister"), unregistering(app, { terms, numbers }));
  add(terms.price.rule, money(app, terms.price.total, terms.unit), `= ${parts(app, terms.price, terms.unit)}`);
  if (terms.hasPassword || terms.conditions.length > 0)
    add("MTT-38b", app.say("tn.law.conditions"), app.say(terms.hasPassword ? "tn.law.password" : "tn.law.asked"));
  return said;
}

function unregistering(app: App, { terms, numbers }: Pick<TournamentPage, "terms" | "numbers">): string {
  if (terms.unregisterBefore === null) return app.say("tn.noWayBack");
  if (isSitAndGo(terms) || numbers.startsAt === null) return app.say("tn.backUntilFull");
  return app.say("tn.law.unregister", { time: clock(app, numbers.startsAt - terms.unregisterBefore) });
}

function prizes(app: App, { terms }: TournamentPage): readonly InForce[] {
  const said: InForce[] = [];
  if (terms.guarantee > 0)
    said.push({
      rule: "MTT-60",
      title: capital(app.say("tn.guarantee", { amount: money(app, terms.guarantee, terms.unit) }), app.voice.locale),
      text: app.say("tn.law.guarantee"),
    });
  if (terms.bounties)
    said.push({
      rule: terms.bounties.progressive ? "MTT-69" : "MTT-68",
      title: app.say("tn.badge.bounty"),
      text: app.say(terms.bounties.progressive ? "tn.law.progressive" : "tn.law.bounty", {
        amount: money(app, terms.bounties.head, terms.unit),
      }),
    });
  if (terms.types.includes("freezeout"))
    said.push({
      rule: "MTT-62",
      title: app.say("tn.law.freezeout"),
      text: app.say("tn.law.freezeoutText", { chips: count(app, terms.stack) }),
    });
  if (terms.satellite)
    said.push({
      rule: "MTT-63",
      title: app.say("tn.badge.satellite"),
      text: app.say("tn.law.satellite", {
        name: terms.satellite.target?.name || terms.satellite.label,
        amount: money(app, terms.satellite.ticket, terms.unit),
      }),
    });
  if (terms.phase?.next)
    said.push({
      rule: "MTT-71a",
      title: app.say("tn.badge.phased"),
      text: app.say("tn.law.phase", { name: terms.phase.next.name }),
    });
  if (terms.phase)
    said.push({ rule: "MTT-71c", title: app.say("tn.law.largest"), text: app.say("tn.law.largestText") });
  if (terms.phase && terms.phase.sources.length > 0)
    said.push({
      rule: "MTT-71b",
      title: app.say("tn.badge.phased"),
      text: app.say("tn.law.phaseFrom", {
        names: listed(
          terms.phase.sources.map(({ name }) => name),
          app.voice,
        ),
      }),
    });
  return said;
}

function play(app: App, { terms }: TournamentPage): readonly InForce[] {
  const said: InForce[] = [
    {
      rule: "MTT-43",
      title: app.say("tn.law.handForHand"),
      text: app.say("tn.law.handForHandText", { count: terms.handForHandPlaces }),
    },
    { rule: "MTT-41b", title: app.say("tn.law.twoOut"), text: app.say("tn.law.twoOutText") },
    {
      rule: terms.failure.rule,
      title: app.say("tn.law.failure"),
      text: app.say(`tn.law.failure.${terms.failure.onFailure}`),
    },
  ];
  if (terms.breaks)
    said.push({
      rule: terms.breaks.rule,
      title: app.say("tn.state.break"),
      text: app.say("tn.breakPhrase", { minute: terms.breaks.minute, time: span(app, terms.breaks.length) }),
    });
  if (terms.timeBank)
    said.push({
      rule: "TIME-07",
      title: app.say("tn.law.timeBank"),
      text: app.say("tn.law.timeBankText", {
        start: count(app, terms.timeBank.start / 1000),
        most: count(app, terms.timeBank.most / 1000),
      }),
    });
  return said;
}
