import type { App } from "../../app/app.svelte";
import { cardName, cardNames } from "../../i18n/cards";
import { wordTold } from "../../i18n/told";
import type { RuleId } from "../../model/basics";
import { countOf, pipsOf, type Side, SPOTS, type Spot, toldOf } from "../../model/casino/baccarat";
import { asCard } from "../../model/casino/cards";
import { type Laid, laidOn } from "../../model/casino/chips";
import type { BaccaratFelt, CasinoHappening, CasinoTable } from "../../model/casino/types";
import type { GameLine } from "../games";
import { amountAt, figuresAt, seconds } from "../say";

const cards = (those: readonly string[]) => those.map(asCard);

/** "pays 0.95 : 1". */
export function paysText(app: App, table: CasinoTable, spot: Spot): string {
  const { pays, per } = odds(app, table, spot);
  return app.say("bac.pays", { pays, per });
}

function odds(app: App, table: CasinoTable, spot: Spot): { pays: string; per: number } {
  const found = table.rules.spots.find(({ name }) => name === spot);
  const rate = found ? found.pays / found.per : 0;
  return { pays: new Intl.NumberFormat(app.voice.locale, { maximumFractionDigits: 2 }).format(rate), per: 1 };
}

/** A bet for readers: what it pays, its limit, and what lies on it. */
export function spotLabel(app: App, table: CasinoTable, spot: Spot, { placed, loose }: Laid): string {
  const amount = amountAt(app, table);
  const said = [
    app.say("bac.spot", {
      spot: app.say(`bac.${spot}`),
      ...odds(app, table, spot),
      most: amount(table.rules.limits.betMax),
    }),
  ];
  if (placed > 0) said.push(app.say("bac.spotPlaced", { amount: amount(placed) }));
  if (loose > 0) said.push(app.say("bac.spotLoose", { amount: amount(loose) }));
  return said.join(" ");
}

/** Why a hand draws or stands, by its clause; before the cards, how they count. */
export function whyOf(
  app: App,
  table: CasinoTable,
  felt: BaccaratFelt,
  side: Side,
): { text: string; rule: RuleId | null } {
  const told = toldOf(felt, side);
  if (!told)
    return side === "player"
      ? { text: app.say("bac.nearest"), rule: "BAC-11" }
      : { text: app.say("bac.thirdRule"), rule: "BAC-18" };
  const third = felt[side][2];
  const ruling = wordTold(told, app.voice, figuresAt(app, table));
  return { text: third ? `${ruling} ${thirdText(app, felt[side], third)}` : ruling, rule: told.rule };
}

function thirdText(app: App, hand: readonly string[], third: string): string {
  const sum = countOf(hand.slice(0, 2)) + pipsOf(third);
  const card = pipsOf(third);
  const total = countOf(hand);
  return sum > 9 ? app.say("bac.third", { card, sum, total }) : app.say("bac.thirdPlain", { card, total });
}

// ---- the event line

export function lineText(app: App, table: CasinoTable): GameLine | null {
  const { felt } = table;
  if (felt.game !== "baccarat") return null;
  switch (table.moment.phase) {
    case "idle":
      return { text: app.say("bac.line.idle"), rule: null };
    case "betting":
      return bettingText(app, table);
    case "closed":
      return { text: app.say("bac.line.closed"), rule: "BAC-09" };
    case "playing": {
      const told = felt.told.at(-1);
      return told
        ? { text: wordTold(told, app.voice, figuresAt(app, table)), rule: told.rule }
        : { text: app.say("bac.line.dealing"), rule: "BAC-10" };
    }
    case "decided":
    case "result":
      return resultText(app, table, felt);
  }
}

/** How many have placed: bets close when all have (BAC-09). Chips that are loose are told by the frame. */
function bettingText(app: App, { own, crowd }: CasinoTable): GameLine | null {
  if (!own || (own.layout?.staged.length ?? 0) > 0 || (own.layout?.bets.length ?? 0) === 0) return null;
  return { text: app.say("bac.line.placed", { placed: crowd.bettors, count: crowd.guests }), rule: "BAC-09" };
}

function resultText(app: App, table: CasinoTable, felt: BaccaratFelt): GameLine {
  if (felt.player.length === 0) return { text: app.say("cz.betsLapsed"), rule: null };
  const said = [app.say("bac.line.result", { player: felt.playerTotal, banker: felt.bankerTotal })];
  if (felt.outcome)
    said.push(
      felt.outcome === "tie"
        ? app.say("bac.line.tied")
        : app.say("bac.line.won", { spot: app.say(`bac.${felt.outcome}`) }),
    );
  const rule = felt.outcome === "tie" ? "BAC-19" : "BAC-20";
  const paid = table.own?.payment;
  if (!paid || paid.round !== table.moment.round) return { text: said.join(" "), rule };
  const staked = paid.results.reduce((sum, each) => sum + each.staked, 0);
  const back = paid.returned + paid.won;
  const amount = amountAt(app, table);
  const won = app.say("bac.line.paid", {
    paid: amount(back),
    staked: amount(staked),
    amount: amount(back - staked, true),
  });
  return { text: said.join(" "), won, rule };
}

// ---- what happened

export function sayChange(app: App, table: CasinoTable, what: CasinoHappening): string | null {
  const { felt } = table;
  if (felt.game !== "baccarat") return null;
  switch (what.kind) {
    case "cardDealt":
      return what.card === null
        ? null
        : app.say(what.seat === 0 ? "bac.said.card.0" : "bac.said.card.1", {
            card: cardName(asCard(what.card), app.voice),
          });
    case "roundPaid":
      return sayCoup(app, felt);
    default:
      return null;
  }
}

/** "Player: ace, four: 5, draws six: 1. Banker: king, six: 6, draws two: 8. Banker wins." */
function sayCoup(app: App, felt: BaccaratFelt): string {
  const sides = (["player", "banker"] as const).map((side) => {
    const [one, two, third] = cards(felt[side]);
    const first = [one, two].filter((card) => card !== undefined);
    const said = { side: app.say(`bac.${side}`), cards: cardNames(first, app.voice), total: countOf(felt[side]) };
    return third
      ? app.say("bac.speak.drew", {
          ...said,
          before: countOf(felt[side].slice(0, 2)),
          third: cardName(third, app.voice),
        })
      : app.say("bac.speak.hand", said);
  });
  const won =
    felt.outcome === "tie"
      ? app.say("bac.line.tied")
      : felt.outcome
        ? app.say("bac.line.won", { spot: app.say(`bac.${felt.outcome}`) })
        : "";
  return [...sides, won].join(" ");
}

// ---- what a screen reader asks for

export function speakMine(app: App, table: CasinoTable): string {
  const amount = amountAt(app, table);
  const on = (spot: Spot) => {
    const { placed, loose } = laidOn(table, spot);
    return amount(placed + loose);
  };
  const left =
    table.moment.deadline === null ? "" : `${seconds(app, Math.max(0, table.moment.deadline - app.roomSecond))}.`;
  return app.say("bac.speak.mine", { player: on("player"), tie: on("tie"), banker: on("banker"), seconds: left });
}

const LAST = 10;

export function speakResults(app: App, { board }: CasinoTable): string {
  const bead = board?.game === "baccarat" ? board.bead : [];
  if (bead.length === 0) return app.say("bac.speak.noResults");
  const results = bead
    .slice(-LAST)
    .toReversed()
    .map(({ mark }) => app.say(`bac.${SPOTS.find((spot) => spot === mark) ?? "tie"}`));
  return app.say("bac.speak.last", { results: results.join(", ") });
}
