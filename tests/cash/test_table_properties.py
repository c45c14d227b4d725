"""
Random evenings at one table: sitting, leaving, sitting out, topping up, dropping, timeouts, void hands, crashes.

After every decision the ledger agrees with the chairs (that is in the script); here is what must hold besides.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from fairdeal.bank.accounts import Purpose, parse_account
from fairdeal.cash.table.commands import (
    ChooseEntry,
    ComeBack,
    Leave,
    Seat,
    SetAutoTopUp,
    SitOutAtBigBlind,
    StartHand,
    TableCommand,
    TakeBreak,
    TopUp,
)
from fairdeal.cash.table.events import HandEnded, HandOpened, SatDown
from fairdeal.cash.table.machine import UNOPENED
from fairdeal.cash.table.state import durable
from fairdeal.kernel import SECOND, Cents, Instant, PlayerId, Rejection
from fairdeal.play.events import Played
from fairdeal.play.messages import Act, Disconnected, PauseClocks, Reconnected, ResumeClocks, TurnExpired
from fairdeal.poker import Call, Check, Choice, Fold, RaiseTo
from fairdeal.rulebook.clause import PW, U22, U26, U27, EditionId
from fairdeal.testing.cash import Story
from fairdeal.testing.cash.table import machine_for

PLAYERS = [PlayerId(f"p{number}") for number in range(8)]
GAMES = [(U22, "texas"), (U22, "omaha"), (U26, "texas"), (U27, "banzai-texas"), (PW, "texas"), (PW, "omaha-fixed")]
STEPS = 260
WAITS = [500 * number for number in (1, 1, 2, 4, 4, 6, 6, 8, 8, 20, 30, 80, 640)]


@dataclass
class Evening(Story):
    """A story that writes itself."""

    shadow_at: int = 0

    def begin(self) -> None:
        self.shadow = UNOPENED
        for player in PLAYERS:
            self.fund(player, self.chance.choice([25_00, 60_00, 500_00]))
        self.total = sum(self.book.balances[self.wallet_of(player)] for player in PLAYERS)
        for player in PLAYERS[:5]:
            _sit(self, player)

    def step(self) -> None:
        chance = self.chance
        what = chance.random()
        if self.table.running is not None and what < 0.55:
            self.do(Act(PlayerId(self.to_act), self.open.hand, self.turn.number, self._choice()))
        elif what < 0.75:
            self.wait(chance.choice(WAITS))
        else:
            chance.choice(WISHES)(self, self._somebody())
        self.check()

    def _somebody(self) -> PlayerId:
        """Mostly somebody at the table."""
        seated = [chair.player for chair in self.table.chairs if chair is not None]
        return self.chance.choice(seated if seated and self.chance.random() < 0.8 else PLAYERS)

    def check(self) -> None:
        """Replaying the durable events alone gives the durable state, at every point; chips add up; clocks run."""
        for event in self.kept[self.shadow_at :]:
            self.shadow = durable(self.machine.evolve(self.shadow, event))
        self.shadow_at = len(self.kept)
        assert self.shadow == durable(self.table)
        held = {Purpose.SITE, Purpose.POKER, Purpose.SEAT, Purpose.PENDING, Purpose.RAKE, Purpose.RAKEBACK}
        found = [(parse_account(account), balance) for account, balance in self.book.balances.items()]
        assert sum(balance for parsed, balance in found if parsed and parsed.purpose in held) == self.total
        if self.table.open is not None:
            assert self.running.turn is not None
            assert not self.table.chair_at(self.turn.seat).leaves
            if self.table.paused_since is None:
                commands = [task.command for task in self.machine.agenda(self.table)]
                assert TurnExpired(self.open.hand, self.turn.number) in commands

    def _choice(self) -> Choice:
        options = self.running.hand.options()
        stays: Choice = Check() if options.can_check else Call()
        choices: list[Choice] = [stays] * 6 + [Fold()] * 2
        if options.can_raise:
            choices += [RaiseTo(options.raise_min)] * 2 + [RaiseTo(options.raise_max), RaiseTo(options.raise_max + 1)]
        return self.chance.choice(choices)


def _sit(evening: Evening, _player: PlayerId) -> None:
    rules = evening.rules
    amount = evening.chance.choice([rules.buy_in_min.value, rules.buy_in_max.value])
    player = evening.chance.choice([player for player in PLAYERS if not evening.is_seated(player)] or PLAYERS)
    evening.do(Seat(player, Cents(amount), post=rules.may_post and evening.chance.random() < 0.3))


def _crash(evening: Evening, _player: PlayerId) -> None:
    if evening.chance.random() < 0.15:
        evening.crash(outage=evening.chance.choice([0, 90 * SECOND]))


def _void(evening: Evening, _player: PlayerId) -> None:
    if evening.table.open is not None and evening.chance.random() < 0.3:
        evening.void()


def _pause(evening: Evening, _player: PlayerId) -> None:
    if evening.chance.random() < 0.3:
        evening.do(PauseClocks())
        evening.now = Instant(evening.now + evening.chance.choice([1, 200 * SECOND]))
        evening.do(ResumeClocks())


def _top_up(evening: Evening, player: PlayerId) -> None:
    evening.do(TopUp(player, Cents(evening.chance.choice([1, 50, 100, 500, 1000]))))


def _ask(make: Callable[[PlayerId, bool], TableCommand]) -> Callable[[Evening, PlayerId], None]:
    def ask(evening: Evening, player: PlayerId) -> None:
        evening.do(make(player, evening.chance.random() < 0.5))

    return ask


WISHES: list[Callable[[Evening, PlayerId], None]] = [
    *[_sit] * 6,
    _crash,
    *[_void] * 2,
    _pause,
    *[_top_up] * 3,
    _ask(lambda player, _: Leave(player)),
    *[_ask(lambda player, _: TakeBreak(player))] * 2,
    *[_ask(ComeBack)] * 9,
    _ask(ChooseEntry),
    _ask(SitOutAtBigBlind),
    _ask(SetAutoTopUp),
    *[_ask(lambda player, _: Disconnected(player))] * 2,
    *[_ask(lambda player, _: Reconnected(player))] * 3,
]


def evening(edition: EditionId, family: str, seed: int) -> Evening:
    seats = 6 if edition == PW else None
    told = Evening(machine_for(edition, family, "0.05/0.10", seats), seed=seed)
    told.begin()
    for _ in range(STEPS):
        told.step()
    return told


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("edition", "family"), GAMES)
def test_an_evening_of_anything(edition: EditionId, family: str, seed: int) -> None:
    told = evening(edition, family, seed)

    for _ in range(60):  # every hand ends by its clocks alone
        if told.table.open is None:
            break
        told.wait(60 * SECOND)
    assert told.table.open is None
    told.check()
    assert told.all(HandEnded), "an evening without a hand proves nothing"
    _check_big_blinds(told)
    _check_decisions(told)


def _check_big_blinds(told: Evening) -> None:
    """Between two big blinds of a player, everybody who was dealt in all the time has had exactly one."""
    for run in _runs(told):
        for start, (_, player) in enumerate(run):
            again = next((at for at in range(start + 1, len(run)) if run[at][1] == player), len(run))
            always = set.intersection(*[dealt for dealt, _ in run[start : again + 1]])
            if again == len(run) or player not in always:
                continue
            between = [blind for _, blind in run[start + 1 : again]]
            assert all(between.count(other) == 1 for other in always - {player}), (player, always, between)


Sitting = tuple[PlayerId, int]  # a player who leaves and comes back is somebody else


def _runs(told: Evening) -> Iterator[list[tuple[set[Sitting], Sitting]]]:
    """Who was dealt in and who had the big blind, hand by hand; a draw of the button starts a new run."""
    sittings: Counter[PlayerId] = Counter()
    run: list[tuple[set[Sitting], Sitting]] = []
    for event in told.events:
        match event:
            case SatDown():
                sittings[event.player] += 1
            case HandOpened(rule="CASH-03"):
                yield run
                run = []
            case HandEnded():
                dealt = [(player, sittings[player]) for player in event.players]
                run.append((set(dealt), dealt[event.dealt.seats.index(event.dealt.big_blind)]))
    yield run


def _check_decisions(told: Evening) -> None:
    """What the house decided names its rule, and the bank is never overdrawn."""
    for event in told.all(Played):
        assert event.rule in (None, "TIME-12", "BET-04", "TIME-02")
        assert (event.forced_sit_out is None) or event.rule == "TIME-12"
        assert event.bank >= 0
    for ended in told.all(HandEnded):
        assert min(ended.banks) >= 0
        assert sum(ended.after) + ended.rake == sum(ended.before)


@pytest.mark.parametrize("edition", [U22, U26, U27, PW])
def test_commands_without_sense_are_refused_and_change_nothing(edition: EditionId) -> None:
    told = evening(edition, "texas", 99)
    stranger = PlayerId("nobody")
    before = told.table
    commands: list[TableCommand] = [
        Leave(stranger),
        TopUp(stranger, Cents(100)),
        TakeBreak(stranger),
        StartHand(told.table.hands_opened),
        Seat(PLAYERS[0], Cents(-1)),
    ]

    for command in commands:
        assert isinstance(told.do(command), Rejection)
    assert told.table is before


def test_the_same_evening_again_is_the_same_evening() -> None:
    first, second = evening(U27, "texas", 5), evening(U27, "texas", 5)

    assert first.kept == second.kept
    assert first.book.balances == second.book.balances


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1000, 1400))
@pytest.mark.parametrize(("edition", "family"), GAMES)
def test_many_evenings(edition: EditionId, family: str, seed: int) -> None:
    test_an_evening_of_anything(edition, family, seed)
