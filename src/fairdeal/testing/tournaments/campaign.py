"""
A campaign: many simulated tournaments of all kinds, with crashes and cancellations, and a list of what never occurred.

The first plans aim at every kind of tournament and every clause on cancellation; all others are random. The same seed gives the same
plans.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any, Final

from fairdeal.kernel import MINUTE, SECOND, Duration, RuleId, TournamentId
from fairdeal.rulebook.catalogue import RULES, chapter_of
from fairdeal.rulebook.clause import EditionId
from fairdeal.rulebook.schema.choices import OnServerFailure, TournamentType
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.testing.tournaments.checks import IN_ROUND, RESUMED
from fairdeal.testing.tournaments.plan import HEXAPRO, LAST, Dice, TournamentPlan, kinds_of
from fairdeal.testing.tournaments.simulation import TournamentReport, simulate
from fairdeal.tournament.cancellation.plan import Stage

ENOUGH: Final = 40
"""From this number of tournaments on, a campaign fails if a kind, clause on cancellation or ruling never occurred."""

ALL_STAGES: Final = 100
"""From this number of tournaments on, a campaign also fails if a kind was not cancelled at every stage."""

_CHAPTERS: Final = ("06-tournaments", "07-hexapro", "08-cancellation")
_SMALL: Final = 10
_UNREST: Final = 5

NO_RULINGS: Final = {
    "MTT-30": "nothing is decided: raises have no limit",
    "MTT-31a": "shown by the sum of all payments: they are the final prizes",
    "MTT-48e": "nothing is decided: who sits out is treated by MTT-40",
    "MTT-63": "entries to other tournaments are paid by MTT-44, like every prize",
    "HEXA-01": "the shape of a game",
    "HEXA-06": "the shape of a game",
    "HEXA-08": "the shape of a game",
    "HEXA-09": "the shape of a game",
    "HEXA-10": "the shape of a game",
    "HEXA-11": "the deck of every game",
    "HEXA-13": "nothing is decided: everybody is dealt in",
    "HEXA-18": "the time bank of a game",
    "HEXT-01": "the shape of a game",
    "HEXT-02": "the shape of a game",
    "HEXT-06": "the shape of a game",
    "HEXT-07": "the shape of a game",
    "HEXT-08": "the shape of a game",
    "HEXT-09": "the shape of a game",
}
"""Executable rules of tournaments that no event and no rejection cites, with the reason."""


def wanted_rulings(editions: Iterable[EditionId]) -> set[str]:
    """The ids of the rules that a campaign under those editions must have cited."""
    known = set(editions)
    rules = (rule for rule in RULES.values() if rule.kind == "E" and chapter_of(rule.id).key in _CHAPTERS)
    return {rule.id for rule in rules if known & set(rule.editions)} - NO_RULINGS.keys()


def wanted_states(editions: Iterable[Edition]) -> set[str]:
    """The clauses on cancellation by which a campaign under those editions must have settled a tournament."""
    found: set[str] = set()
    for edition in editions:
        rules = wanted_rulings([edition.id])
        found |= {rule for rule in rules if rule.startswith("CANC-")} - {"CANC-62"}  # that one annuls hands
        if edition.poker is not None and edition.poker.cancellation.on_failure is not None:
            found |= {RESUMED, edition.poker.cancellation.on_failure.otherwise.rule}
        if edition.poker is not None and edition.poker.cancellation.started is not None:
            found.add(IN_ROUND)
    return found


# ---- plans


@dataclass(frozen=True, slots=True)
class _Aim:
    """A case that a campaign must contain: the values of a plan that leads to it, and the rule an edition needs for it."""

    kind: str
    rule: str | None = None  # None: any edition with that kind
    cancel_at: Stage | None = None
    seats: int = 4
    entrants: int = _SMALL
    crashes: int = 0
    minute: int = 0
    on_failure: OnServerFailure | None = None
    cancel_of: TournamentId | None = None
    in_round: bool = False

    @property
    def cell(self) -> str:
        """Kind, phase and stage of the cancellation, as `CampaignReport.stages` counts them."""
        assert self.cancel_at is not None
        phase = "" if self.kind != "phased" else "last phase " if self.cancel_of == LAST else "first phase "
        return f"{self.kind}: {phase}{self.cancel_at.value}"


_AIMS: Final = (
    _Aim("freezeout", "CANC-52", Stage.BEFORE_START),
    _Aim("guaranteed", "CANC-53b", Stage.BEFORE_MONEY),
    _Aim("freeroll", "CANC-53c", Stage.BEFORE_MONEY),
    _Aim("freezeout", "CANC-54b", Stage.IN_THE_MONEY, seats=3, entrants=20),
    _Aim("re_buy", "CANC-54c", Stage.FINAL_TABLE, seats=9),
    _Aim("satellite", "CANC-54d", Stage.IN_THE_MONEY, seats=3, entrants=15),
    _Aim("satellite", "CANC-54d", Stage.IN_THE_MONEY, seats=3, entrants=20),
    _Aim("hexapro", "CANC-55", Stage.DRAWN_POOL),
    _Aim("extreme", "CANC-55", Stage.DRAWN_POOL),
    _Aim("bounty", "CANC-56", Stage.BEFORE_MONEY),
    _Aim("progressive_bounty", "CANC-56", Stage.FINAL_TABLE, seats=9),
    _Aim("phased", "CANC-53b", Stage.BEFORE_MONEY),
    _Aim("phased", "CANC-52", Stage.BEFORE_START, cancel_of=LAST),
    _Aim("phased", "CANC-53a", Stage.BEFORE_MONEY, cancel_of=LAST),
    _Aim("freezeout", "CANC-54b", Stage.BEFORE_MONEY, seats=3, entrants=20, in_round=True),
    _Aim("hexapro", "CANC-52", Stage.BEFORE_START, entrants=6),
    _Aim("freezeout", "CANC-60", Stage.BEFORE_START),
    _Aim("guaranteed", "CANC-61", crashes=3, on_failure=OnServerFailure.CANCEL_AND_REFUND),
    _Aim("freezeout", "CANC-62", crashes=3, on_failure=OnServerFailure.RESUME),
    _Aim("freezeout", "CANC-63", Stage.BEFORE_MONEY),
    _Aim("satellite", "MTT-33c", entrants=16),
    _Aim("freezeout", "MTT-37", entrants=1),
    _Aim("freezeout", "MTT-41d", seats=3, entrants=20),
    _Aim("freezeout", "MTT-47c", minute=52),
)


_ROOM: Final = {Stage.IN_THE_MONEY: (3, 25), Stage.FINAL_TABLE: (9, _SMALL)}
"""Seats and entrants with which a tournament reaches a stage; stages not named here need four seats and few entrants."""


def _every_stage(kinds: Iterable[str]) -> Iterator[_Aim]:
    """Aims that cancel every kind of tournament at every stage it reaches, and each phase of a phased one."""
    for kind in kinds:
        if kind in HEXAPRO:
            yield _Aim(kind, "CANC-52", Stage.BEFORE_START, entrants=6)
            yield _Aim(kind, "CANC-55", Stage.DRAWN_POOL)
            continue
        for stage in (Stage.BEFORE_START, Stage.BEFORE_MONEY, Stage.IN_THE_MONEY, Stage.FINAL_TABLE):
            seats, entrants = _ROOM.get(stage, (4, _SMALL))
            rule = "CANC-52" if stage is Stage.BEFORE_START else "CANC-53b"
            aim = _Aim(kind, rule, stage, seats, entrants)
            if kind != TournamentType.PHASED.value:
                yield aim
                continue
            few = 2 if stage is Stage.IN_THE_MONEY else seats  # so that several tables are in the money
            yield replace(aim, cancel_of=LAST, seats=few, entrants=entrants + _SMALL)
            if stage not in _ROOM:
                yield aim


def wanted_stages(editions: tuple[Edition, ...]) -> set[str]:
    """Kinds and stages at which a campaign of `ALL_STAGES` tournaments under those editions must have cancelled."""
    kinds = {kind for edition in editions for kind in kinds_of(edition)}
    return {aim.cell for aim in _every_stage(kinds) if _editions_for(aim, editions)}


def campaign_plans(editions: tuple[Edition, ...], seed: int, count: int) -> Iterator[TournamentPlan]:
    """The plans of a campaign in order: every kind, every aim, every stage of every kind, then random ones."""
    kinds = sorted({kind for edition in editions for kind in kinds_of(edition)})
    every = [_Aim(kind, minute=40, crashes=number % 2) for number, kind in enumerate(kinds)]
    aims = [(aim, found) for aim in (*every, *_AIMS, *_every_stage(kinds)) if (found := _editions_for(aim, editions))]
    for number in range(count):
        dice = Dice(f"{seed}/campaign/{number}")
        yield _aimed(*aims[number], dice) if number < len(aims) else _random(editions, dice)


def _editions_for(aim: _Aim, editions: tuple[Edition, ...]) -> list[Edition]:
    fitting = [edition for edition in editions if aim.kind in kinds_of(edition)]
    return [edition for edition in fitting if aim.rule is None or edition.id in RULES[RuleId(aim.rule)].editions]


def _aimed(aim: _Aim, editions: list[Edition], dice: Dice) -> TournamentPlan:
    return TournamentPlan(
        kind=aim.kind,
        entrants=_entrants(aim),
        seed=dice.randrange(1 << 32),
        edition=dice.choice(editions),
        seats=6 if aim.kind == "sit_and_go" and aim.cancel_at is None else aim.seats,
        minute=aim.minute,
        crashes=aim.crashes,
        cancel_at=aim.cancel_at,
        cancel_of=aim.cancel_of,
        in_round=aim.in_round,
        on_failure=aim.on_failure,
        unrest=_UNREST,
    )


def _entrants(aim: _Aim) -> int:
    """The number of entrants for an aim: three for a HexaPro game, six for a sit & go that is played to its end."""
    if aim.kind in HEXAPRO:
        return aim.entrants if aim.cancel_at is Stage.BEFORE_START else 3
    return 6 if aim.kind == "sit_and_go" and aim.cancel_at is None else aim.entrants


def _lobby_decides(edition: Edition) -> bool:
    """Whether the edition lets each tournament publish what a server failure does."""
    return edition.poker is not None and edition.poker.cancellation.on_failure is not None


def _random(editions: tuple[Edition, ...], dice: Dice) -> TournamentPlan:
    edition = dice.choice(editions)
    kind = dice.choice(kinds_of(edition))
    trouble = dice.random()
    stages = (Stage.DRAWN_POOL,) if kind in HEXAPRO else (Stage.BEFORE_MONEY, Stage.IN_THE_MONEY, Stage.FINAL_TABLE)
    timed = trouble < 0.15 and kind not in HEXAPRO
    return TournamentPlan(
        kind=kind,
        entrants=_size(kind, dice),
        seed=dice.randrange(1 << 32),
        edition=edition,
        seats=dice.choice((2, 4, 6, 9)),
        minute=dice.randrange(60),
        crashes=dice.choice((0, 0, 1, 2, 3)),
        cancel_after=Duration(dice.randrange(-30 * MINUTE, 60 * MINUTE)) if timed else None,
        cancel_at=dice.choice(stages) if 0.15 <= trouble < 0.35 else None,
        cancel_of=LAST if kind == TournamentType.PHASED.value and dice.random() < 0.5 else None,
        on_failure=dice.choice(tuple(OnServerFailure)) if _lobby_decides(edition) else None,
        unrest=dice.choice((1, 1, _UNREST)),
    )


def _size(kind: str, dice: Dice) -> int:
    if kind in HEXAPRO:
        return 3 * dice.randrange(1, 4)
    return dice.randrange(2, 10 if kind == TournamentType.SIT_AND_GO.value else 2 * _SMALL)


# ---- reports


@dataclass(slots=True)
class CampaignReport:
    """The sums of all reports of a campaign, and every violation with the command that repeats it."""

    editions: tuple[Edition, ...]
    tournaments: int = 0
    hands: int = 0
    voided: int = 0
    entrants: int = 0
    pool: int = 0
    paid: int = 0
    crashes: int = 0
    ledger_difference: int = 0
    seconds: float = 0.0
    types: Counter[str] = field(default_factory=Counter)
    cancellations: Counter[str] = field(default_factory=Counter)
    stages: Counter[str] = field(default_factory=Counter)  # of cancelled tournaments, by kind, phase and stage
    rulings: Counter[str] = field(default_factory=Counter)
    violations: list[dict[str, Any]] = field(default_factory=list)
    _hashes: list[str] = field(default_factory=list)

    @property
    def hash(self) -> str:
        """One hash over the histories of all tournaments, in the order they were played."""
        return sha256("".join(self._hashes).encode()).hexdigest()

    def add(self, report: TournamentReport) -> None:
        """Add the report of one tournament to the sums."""
        self.tournaments += 1
        self.hands += report.hands
        self.voided += report.voided
        self.entrants += report.entrants
        self.pool += report.pool
        self.paid += report.paid
        self.crashes += report.crashes
        self.ledger_difference += report.ledger_difference
        self.seconds += report.seconds
        self._hashes.append(report.hash)
        self.types[report.plan.kind] += 1
        self.cancellations.update(report.cancellations)
        self.stages.update({f"{report.plan.kind}: {stage}": count for stage, count in report.stages.items()})
        self.rulings.update(report.rulings)
        for what in report.violations:
            self.violations.append({"what": what, "command": command_of(report.plan)})

    def missing(self) -> dict[str, list[str]]:
        """Kinds, clauses on cancellation, stages and rulings that a campaign must contain and that have not occurred."""
        kinds = {kind for edition in self.editions for kind in kinds_of(edition)}
        rulings = wanted_rulings(edition.id for edition in self.editions)
        return {
            "types": sorted(kinds - self.types.keys()),
            "cancellations": sorted(wanted_states(self.editions) - self.cancellations.keys()),
            "stages": sorted(wanted_stages(self.editions) - self.stages.keys())
            if self.tournaments >= ALL_STAGES
            else [],
            "rulings": sorted(rulings - self.rulings.keys()),
        }


def run_campaign(editions: tuple[Edition, ...], seed: int, count: int) -> Iterator[CampaignReport]:
    """Play a campaign; yields the same report after every tournament, complete at the last."""
    report = CampaignReport(editions)
    for plan in campaign_plans(editions, seed, count):
        report.add(simulate(plan))
        yield report
    if count >= ENOUGH:
        for what, names in report.missing().items():
            if names:
                command = f"fairdeal tournament simulate --campaign {count} --seed {seed}"
                report.violations.append({"what": f"never occurred: {what} {', '.join(names)}", "command": command})
        yield report


def command_of(plan: TournamentPlan) -> str:
    """The command line that plays a plan again."""
    usual = TournamentPlan(kind=plan.kind, entrants=plan.entrants, seed=plan.seed, edition=plan.edition)
    words = [
        f"fairdeal tournament simulate --type {plan.kind} --entrants {plan.entrants} --seed {plan.seed}",
        f"--edition {plan.edition.id}",
    ]
    numbers = (
        (name, getattr(plan, name), getattr(usual, name)) for name in ("seats", "minute", "crashes", "pauses", "unrest")
    )
    words += [f"--{name} {value}" for name, value, default in numbers if value != default]
    if plan.cancel_after is not None:
        words.append(f"--cancel-after {plan.cancel_after // SECOND}")
    if plan.cancel_at is not None:
        words.append(f"--cancel-at {plan.cancel_at.value}")
    if plan.cancel_of is not None:
        words.append(f"--cancel-of {plan.cancel_of}")
    if plan.in_round:
        words.append("--in-round")
    if plan.on_failure is not None:
        words.append(f"--on-failure {plan.on_failure.value}")
    return " ".join(words)
