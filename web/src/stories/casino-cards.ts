import type { BaccaratBoard, BaccaratFelt, CasinoMoment, CasinoOwn, ShownTable } from "../model/casino/types";
import type { Change } from "../model/model";
import type { BlackjackFelt, Box, BoxHand, OwnBox, RoadCell, Told } from "../protocol/messages";
import type { Story } from "./stories";
import { BASE } from "./time";
import { world } from "./world";

/** The tables of the mocks: blackjack at Kadriorg 2 with Helve in seat 3, baccarat at Toompea 1 in its 47th round. */
const SECOND = 1000;
const told = (code: string, rule: string, numbers: Told["numbers"] = {}): Told => ({ code, rule, numbers });
const moment = (phase: CasinoMoment["phase"], seconds: number | null, round: number): CasinoMoment => ({
  phase,
  round,
  roundId: `T#${round}`,
  since: BASE - 3 * SECOND,
  deadline: seconds === null ? null : BASE + seconds * SECOND,
  dealer: "",
  hold: null,
  correction: null,
});
const limits = (betMin: number, chips: readonly number[], game: "BJ" | "BAC") => ({
  betMin,
  betMax: 50_000,
  roundMax: 100_000,
  betUnit: 50,
  chips,
  bettingTime: 15 * SECOND,
  pauseTime: 6 * SECOND,
  decisionTime: game === "BJ" ? 15 * SECOND : null,
  clauses: { betMin: `${game}-${game === "BJ" ? "19" : "08"}`, bettingTime: game === "BJ" ? "BJ-17" : "BAC-09" },
});
const CHIPS = [100, 500, 2500, 10_000, 50_000];

// ---- blackjack

const HANDS: Readonly<Record<string, readonly [readonly string[], number]>> = {
  nordwind: [["Kc", "Qd"], 20],
  sten: [["Th", "4s", "Jd"], 24],
  doina: [["5d", "Jh"], 15],
  kaspar: [["Ac", "6d"], 17],
  otter: [["Ad", "Kh"], 21],
};
const hand = (cards: readonly string[], total: number, stake: number, more: Partial<BoxHand> = {}): BoxHand => ({
  cards,
  total,
  soft: cards.some((card) => card.startsWith("A")) && total < 21,
  stake,
  ended: "",
  outcome: null,
  ...more,
});
const box = (name: string, bet: number, hands: readonly BoxHand[] = []): Box => ({
  player: `p-${name}`,
  name,
  avatar: "fox",
  connected: true,
  leaves: false,
  bet,
  hands,
  bot: false,
});
const dealt = (name: string, bet: number, key: string, more: Partial<BoxHand> = {}): Box => {
  const [cards = [], total = 0] = HANDS[key] ?? [];
  return box(name, bet, [hand(cards, total, bet, more)]);
};
const felt = (seats: readonly (Box | null)[], more: Partial<BlackjackFelt> = {}): BlackjackFelt => ({
  game: "blackjack",
  seats,
  dealer: [],
  dealerTotal: 0,
  turn: null,
  insurance: false,
  queue: [],
  ...more,
});
const ownBox = (more: Partial<OwnBox> = {}): OwnBox => ({
  seat: 2,
  betSeat: 2,
  stakes: [2500],
  doubles: [0],
  insurance: 0,
  options: [],
  insuranceMax: 0,
  asksFollow: false,
  follows: null,
  queuePlace: 0,
  ...more,
});
const own = (box: OwnBox, staked: number, more: Partial<CasinoOwn> = {}): CasinoOwn => ({
  purse: 21_250,
  staked,
  payment: null,
  mayChat: true,
  layout: null,
  box,
  muted: [],
  fair: null,
  ...more,
});
const BEHIND = [
  { spot: "0", players: 2, staked: 1500 },
  { spot: "2", players: 3, staked: 4500 },
  { spot: "4", players: 1, staked: 500 },
  { spot: "6", players: 6, staked: 21_000 },
];

function kadriorg(at: CasinoMoment, lies: BlackjackFelt, mine: CasinoOwn | null, spots = BEHIND): ShownTable {
  return {
    id: "kadriorg-2",
    name: "Kadriorg 2",
    rules: {
      game: "blackjack",
      live: false,
      unit: { kind: "money", currency: "EUR", label: "test" },
      wallet: "site:EUR:test",
      edition: "live-casino",
      limits: limits(500, CHIPS, "BJ"),
      notices: [
        told("dealer_stands_on_all_17s", "BJ-53"),
        told("blackjack_pays", "BJ-25", { pays: 3, per: 2 }),
        told("insurance_pays", "BJ-30", { pays: 2, per: 1 }),
        told("double_on_first_two_cards", "BJ-31", { after_split: 1 }),
        told("splits_allowed", "BJ-36", { most: 1 }),
        told("cards_on_split_aces", "BJ-37", { cards: 1 }),
      ],
      spots: [],
      red: [],
      seats: 7,
      video: null,
    },
    moment: at,
    felt: lies,
    crowd: { guests: 24, bettors: 18, staked: 48_000, spots },
    board: null,
    shoe: {
      number: 3,
      cards: 416,
      out: 214,
      cutAt: 364,
      decks: 8,
      commitment: "5f0c2a91be77d03c",
      opened: [1, 2],
      burnt: 6,
    },
    own: mine,
    fair: null,
    chat:
      mine?.mayChat === false
        ? []
        : [{ number: 1, player: "p-Sten.V", name: "Sten.V", text: "good luck all", at: BASE - 9000 }],
  };
}

const ROUND = 4412;
const NORDWIND = box("Nordwind", 1000);
const STEN = box("Sten.V", 5000);
const DOINA = box("d0ina", 500);
const KASPAR = box("kaspar77", 2000);
const OTTER = box("lucky_otter", 10_000);
const nine = { dealer: ["9h", null], dealerTotal: 9 };
const playing = (mine: Box, more: Partial<BlackjackFelt>) =>
  felt(
    [
      dealt("Nordwind", 1000, "nordwind", { ended: "stood" }),
      dealt("Sten.V", 5000, "sten", { ended: "bust" }),
      mine,
      dealt("d0ina", 500, "doina"),
      dealt("kaspar77", 2000, "kaspar"),
      null,
      dealt("lucky_otter", 10_000, "otter", { ended: "blackjack" }),
    ],
    { ...nine, ...more },
  );
const eights = hand(["8s", "8d"], 16, 2500);
const turn = { number: 3, seat: 2, hand: 0 };

const seats = kadriorg(
  moment("betting", 9, ROUND),
  felt([NORDWIND, STEN, null, DOINA, KASPAR, null, OTTER]),
  own(ownBox({ seat: null, betSeat: null, stakes: [], doubles: [] }), 0),
  BEHIND.filter(({ spot }) => spot !== "2"),
);
const bets = kadriorg(
  moment("betting", 9, ROUND),
  felt([NORDWIND, STEN, box("Helve", 2500), DOINA, KASPAR, null, OTTER]),
  own(ownBox(), 2500),
);
const insurance = kadriorg(
  moment("playing", 6, ROUND - 1),
  felt(
    [
      box("Nordwind", 1000, [hand(["Kc", "Qd"], 20, 1000)]),
      box("Sten.V", 5000, [hand(["Th", "Js"], 20, 5000)]),
      box("Helve", 2500, [hand(["9c", "8d"], 17, 2500)]),
      box("d0ina", 500, [hand(["6s", "5h"], 11, 500)]),
      box("kaspar77", 2000, [hand(["Tc", "3d"], 13, 2000)]),
      null,
      box("lucky_otter", 10_000, [hand(["9d", "9s"], 18, 10_000)]),
    ],
    { dealer: ["Ac", null], dealerTotal: 11, insurance: true },
  ),
  own(ownBox({ insuranceMax: 1250 }), 2500),
);
const asked = kadriorg(
  moment("playing", 12, ROUND),
  playing(box("Helve", 2500, [eights]), { turn }),
  own(ownBox({ options: ["stand", "hit", "double", "split"] }), 2500),
);
const split = kadriorg(
  moment("playing", 14, ROUND),
  playing(box("Helve", 5000, [hand(["8s", "3h"], 11, 2500), hand(["8d"], 8, 2500)]), { turn: { ...turn, number: 4 } }),
  own(ownBox({ stakes: [2500, 2500], doubles: [0, 0], options: ["stand", "hit", "double"] }), 5000),
);
const behind = kadriorg(
  moment("betting", 4, ROUND),
  felt([NORDWIND, STEN, box("Tõnu", 1500), box("d0ina", 0), KASPAR, box("Mari_L", 1000), OTTER], {
    queue: [
      { player: "p-1", name: "Oskar_K" },
      { player: "p-2", name: "Helve" },
      { player: "p-3", name: "Ilinca" },
    ],
  }),
  own(ownBox({ seat: null, betSeat: 1, stakes: [1000], asksFollow: true, queuePlace: 2 }), 1000, { mayChat: false }),
  [...BEHIND.slice(0, 1), { spot: "1", players: 2, staked: 2500 }, ...BEHIND.slice(1)],
);
const result = kadriorg(
  moment("result", 6, ROUND),
  felt(
    [
      box("Nordwind", 1000, [hand(["Kc", "Qd"], 20, 1000, { ended: "stood", outcome: "wins" })]),
      box("Sten.V", 5000, [hand(["Th", "4s", "Jd"], 24, 5000, { ended: "bust", outcome: "loses" })]),
      box("Helve", 0, [
        hand(["8s", "3h", "Ts"], 21, 5000, { ended: "doubled", outcome: "wins" }),
        hand(["8d", "Tc"], 18, 2500, { ended: "stood", outcome: "loses" }),
      ]),
      box("d0ina", 500, [hand(["5d", "Jh", "9c"], 24, 500, { ended: "bust", outcome: "loses" })]),
      box("kaspar77", 2000, [hand(["Ac", "6d", "2h"], 19, 2000, { ended: "stood", outcome: "pushes" })]),
      null,
      box("lucky_otter", 10_000, [
        hand(["Ad", "Kh"], 21, 10_000, { ended: "blackjack", outcome: "wins_with_blackjack" }),
      ]),
    ],
    { dealer: ["9h", "Ts"], dealerTotal: 19 },
  ),
  own(ownBox({ betSeat: null, stakes: [], doubles: [] }), 0, {
    payment: {
      round: ROUND,
      lost: 2500,
      returned: 5000,
      won: 5000,
      seat: 2,
      results: [
        { spot: "0", staked: 5000, returned: 5000, won: 5000 },
        { spot: "1", staked: 2500, returned: 0, won: 0 },
      ],
    },
  }),
);
const idle = kadriorg(moment("idle", null, 0), felt([null, null, null, null, null, null, null]), null, []);

// ---- baccarat

const OUTCOMES = "BPPPPBBBPPPBPTPPBPBPPPPPPPPTBBBTBBBBBPBTBBBPBP";
const NAMES: Readonly<Record<string, string>> = { B: "banker", P: "player", T: "tie" };
const ROWS = 6;

/** Runs of equal marks laid out as a road: down, and to the right where the way is taken. */
function laid(marks: readonly string[], ties: readonly number[] = []): readonly RoadCell[] {
  const taken = new Set<string>();
  const cells: RoadCell[] = [];
  let [start, column, row] = [-1, 0, 0];
  marks.forEach((mark, at) => {
    if (at === 0 || mark !== marks[at - 1]) {
      start += 1;
      while (taken.has(`${start}:0`)) start += 1;
      [column, row] = [start, 0];
    } else if (row + 1 < ROWS && !taken.has(`${column}:${row + 1}`)) row += 1;
    else column += 1;
    taken.add(`${column}:${row}`);
    cells.push({ column, row, mark, ties: ties[at] ?? 0 });
  });
  return cells;
}

/** What a derived road compares: columns of the big road `offset` to the left. */
function derived(runs: readonly number[], offset: number): readonly string[] {
  return runs.flatMap((length, column) => {
    if (column < offset) return [];
    const marks: string[] = [];
    if (column > offset) marks.push(runs[column - 1] === runs[column - 1 - offset] ? "red" : "blue");
    const ended = runs[column - offset] ?? 0;
    for (let row = 1; row < length; row++) marks.push(row === ended ? "blue" : "red");
    return marks;
  });
}

function board(outcomes: string): BaccaratBoard {
  const marks = [...outcomes];
  const winners: string[] = [];
  const ties: number[] = [];
  for (const mark of marks) {
    if (mark !== "T") {
      winners.push(NAMES[mark] ?? "");
      ties.push(0);
    } else if (ties.length > 0) ties[ties.length - 1] = (ties.at(-1) ?? 0) + 1;
  }
  const runs: number[] = [];
  winners.forEach((mark, at) => {
    if (at > 0 && mark === winners[at - 1]) runs[runs.length - 1] = (runs.at(-1) ?? 0) + 1;
    else runs.push(1);
  });
  return {
    game: "baccarat",
    bead: marks.map((mark, at) => ({
      column: Math.floor(at / ROWS),
      row: at % ROWS,
      mark: NAMES[mark] ?? "",
      ties: 0,
    })),
    big: laid(winners, ties),
    bigEye: laid(derived(runs, 1)),
    small: laid(derived(runs, 2)),
    cockroach: laid(derived(runs, 3)),
    counts: Object.fromEntries([..."PBT"].map((mark) => [NAMES[mark], marks.filter((each) => each === mark).length])),
  };
}

const coup = (more: Partial<BaccaratFelt> = {}): BaccaratFelt => ({
  game: "baccarat",
  player: [],
  banker: [],
  playerTotal: 0,
  bankerTotal: 0,
  draws: null,
  outcome: null,
  told: [],
  ...more,
});
const chips = (layout: CasinoOwn["layout"], staked: number, more: Partial<CasinoOwn> = {}): CasinoOwn => ({
  purse: 21_250,
  staked,
  payment: null,
  mayChat: true,
  layout,
  box: null,
  muted: [],
  fair: null,
  ...more,
});
const placed = [
  { spot: "tie", amount: 100 },
  { spot: "banker", amount: 3000 },
];

function toompea(
  at: CasinoMoment,
  lies: BaccaratFelt,
  mine: CasinoOwn | null,
  outcomes = OUTCOMES,
  out = 226,
): ShownTable {
  return {
    id: "toompea-1",
    name: "Toompea 1",
    rules: {
      game: "baccarat",
      live: false,
      unit: { kind: "money", currency: "EUR", label: "test" },
      wallet: "site:EUR:test",
      edition: "live-casino",
      limits: limits(100, CHIPS, "BAC"),
      notices: [],
      spots: [
        { name: "player", bet: "player", pays: 1, per: 1, rule: "BAC-20", numbers: [] },
        { name: "banker", bet: "banker", pays: 95, per: 100, rule: "BAC-20", numbers: [] },
        { name: "tie", bet: "tie", pays: 8, per: 1, rule: "BAC-20", numbers: [] },
      ],
      red: [],
      seats: 0,
      video: null,
    },
    moment: at,
    felt: lies,
    crowd: {
      guests: 9,
      bettors: 7,
      staked: 43_100,
      spots: [
        { spot: "player", players: 6, staked: 18_500 },
        { spot: "tie", players: 2, staked: 600 },
        { spot: "banker", players: 5, staked: 24_000 },
      ],
    },
    board: board(outcomes),
    shoe: { number: 2, cards: 416, out, cutAt: 364, decks: 8, commitment: "a21cc09d14f8e6b0", opened: [1], burnt: 0 },
    own: mine,
    fair: null,
    chat: [{ number: 1, player: "p-Oskar_K", name: "Oskar_K", text: "banker once more", at: BASE - 9000 }],
  };
}

const COUP = 47;
const drawn = { player: ["Ah", "4c", "6d"], playerTotal: 1 } as const;
const why = [
  told("player_draws", "BAC-14", { total: 5 }),
  told("banker_draws_on_third", "BAC-16", { total: 6, third: 6 }),
];
const baccaratBets = toompea(
  moment("betting", 8, COUP),
  coup(),
  chips(
    {
      staged: [{ spot: "banker", amount: 500 }],
      stagedTotal: 500,
      bets: [
        { spot: "tie", amount: 100 },
        { spot: "banker", amount: 2500 },
      ],
      last: placed,
    },
    2600,
  ),
);
const baccaratPlaced = toompea(
  moment("betting", 6, COUP),
  coup(),
  chips({ staged: [], stagedTotal: 0, bets: placed, last: placed }, 3100),
);
const baccaratDeal = toompea(
  moment("playing", null, COUP),
  coup({ ...drawn, banker: ["Ks", "6h"], bankerTotal: 6, draws: "banker", told: why }),
  chips({ staged: [], stagedTotal: 0, bets: placed, last: placed }, 3100),
  OUTCOMES,
  231,
);
const paid = (returned: number, won: number, lost: number): CasinoOwn["payment"] => ({
  round: COUP,
  lost,
  returned,
  won,
  seat: null,
  results: [
    { spot: "tie", staked: 100, returned: 0, won: 0 },
    { spot: "banker", staked: 3000, returned, won },
  ],
});
const baccaratResult = toompea(
  moment("result", 6, COUP),
  coup({ ...drawn, banker: ["Ks", "6h", "2s"], bankerTotal: 8, outcome: "banker", told: why }),
  chips({ staged: [], stagedTotal: 0, bets: [], last: placed }, 0, { payment: paid(3000, 2850, 100) }),
  `${OUTCOMES}B`,
  232,
);
const baccaratNatural = toompea(
  moment("result", 6, COUP),
  coup({
    player: ["4h", "5c"],
    banker: ["9s", "Kd"],
    playerTotal: 9,
    bankerTotal: 9,
    outcome: "tie",
    told: [told("natural", "BAC-13", { player: 9, banker: 9 })],
  }),
  null,
  `${OUTCOMES}T`,
);
const baccaratNew = toompea(moment("idle", null, 0), coup(), null, "", 0);

const shown = (table: ShownTable): Change => ({
  to: "casino",
  news: { kind: "table", table: table.id, change: { kind: "shown", table } },
});
const at = (table: ShownTable): Story => ({ path: `/casino/${table.id}`, changes: [...world, shown(table)] });

/** The states of the mocks, by name. */
export const cardStories = {
  "blackjack-seats": at(seats),
  "blackjack-bets": at(bets),
  "blackjack-insurance": at(insurance),
  "blackjack-turn": at(asked),
  "blackjack-split": at(split),
  "blackjack-behind": at(behind),
  "blackjack-result": at(result),
  "blackjack-idle": at(idle),
  "baccarat-bets": at(baccaratBets),
  "baccarat-placed": at(baccaratPlaced),
  "baccarat-deal": at(baccaratDeal),
  "baccarat-result": at(baccaratResult),
  "baccarat-natural": at(baccaratNatural),
  "baccarat-new": at(baccaratNew),
};
