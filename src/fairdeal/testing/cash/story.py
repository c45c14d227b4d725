"""
Cash tables written as text.

    story = open_table(edition).tell('''
        a, b and c sit with 10.00
        deal
        a raises to 0.30; b calls; c folds
        10 s pass
        a drops
    ''')

Players are single words. Amounts are euros. A sentence ends with a line or a semicolon. Time passes only where the text says so, and
what the table's agenda holds happens on the way:

- `a sits with 10`, `a and b sit with 10`, `a sits at 3 with 10`, `a sits with 10, posting`
- `deal` goes on to the next hand; `cards a=AsAd b=7h7c` and `board QhJh2c3d4s` say before what it holds
- `a folds`, `a checks`, `a calls`, `a bets 0.30`, `a raises to 0.30`, `a is all-in`
- `fold round`, `check down`, `to the flop` (turn, river, end) play a hand on
- `12 s pass`, `250 ms pass`, `10 min pass`, `the server fails for 90 s`
- `a sits out`, `a sits out everywhere`, `a sits out at the big blind`, `a comes back`, `a comes back, posting`
- `a will post`, `a will wait` for the big blind
- `a tops up 5`, `a wants auto top-up`, `a leaves`, `a drops`, `a returns`

What is not accepted fails where it stands. Every decision is posted to a ledger and audited; questions are asked of the story by name.
"""

import re
from collections.abc import Callable
from typing import Any, Final, Self

from fairdeal.cards import parse_cards
from fairdeal.cash.table.commands import (
    ChooseEntry,
    ComeBack,
    Leave,
    Seat,
    SetAutoTopUp,
    SitOutAtBigBlind,
    TableCommand,
    TakeBreak,
    TopUp,
)
from fairdeal.kernel import MINUTE, SECOND, Cents, PlayerId, RuleId
from fairdeal.play.messages import Disconnected, Reconnected
from fairdeal.poker import Call, Check, Choice, Fold, RaiseTo
from fairdeal.rulebook.clause import EditionId
from fairdeal.testing.cash.table import SimulatedTable, machine_for

WALLET: Final = 1_000_00
"""The wallet of every player who sits down for the first time, in cents."""
_UNITS: Final = {"ms": 1, "s": SECOND, "min": MINUTE}
_STREETS: Final = {"flop": 1, "turn": 2, "river": 3, "end": 4}


class Story(SimulatedTable):
    """A simulated table that plays what a text describes."""

    def tell(self, text: str) -> Self:
        """Play more sentences; returns the same story."""
        for sentence in re.split(r"[;\n]", text):
            if sentence.strip():
                self._sentence(" ".join(sentence.split()))
        return self

    def _sentence(self, sentence: str) -> None:
        for pattern, take in _SENTENCES:
            if found := re.fullmatch(pattern, sentence):
                take(self, *found.groups())
                return
        raise ValueError(f'"{sentence}" is not a sentence of this language')


def open_table(edition: EditionId, family: str = "texas", stake: str = "0.05/0.10", **more: Any) -> Story:
    """A new table of a published edition; texas tables have six seats unless said otherwise, others the most there are."""
    usual = {"seats": 6} if family == "texas" else {}
    return Story(machine_for(edition, family, stake, **(usual | more)))


def cents(text: str) -> Cents:
    """Euros as cents."""
    whole, _, part = text.partition(".")
    return Cents(int(whole) * 100 + int((part or "0").ljust(2, "0")))


# ---- sentences


def _sit(story: Story, names: str, seat: str | None, amount: str, posting: str | None) -> None:
    for name in re.split(r", | and ", names):
        if story.wallet_of(name) not in story.book.balances:
            story.fund(name, WALLET)
        free = [number for number, chair in enumerate(story.table.chairs) if chair is None]
        draw = 0 if seat is None else free.index(int(seat) - 1)
        story.asks(Seat(PlayerId(name), cents(amount), post=posting is not None, draw=draw))


def _plays(choice: Callable[..., Choice]) -> Callable[..., None]:
    def take(story: Story, name: str, *amount: str) -> None:
        assert story.to_act == name, f"it is {story.to_act or 'nobody'}'s turn, not {name}'s"
        refusal = story.act(name, choice(*[cents(each) for each in amount]))
        assert refusal is None, refusal

    return take


def _all_in(story: Story, name: str) -> None:
    assert story.to_act == name, f"it is {story.to_act or 'nobody'}'s turn, not {name}'s"
    hand = story.running.hand
    everything = hand.bets[hand.turn] + hand.stacks[hand.turn]
    refusal = story.act(name, RaiseTo(everything) if everything > hand.current else Call())
    assert refusal is None, refusal


def _on(story: Story, wanted: Callable[[Story], Choice], until: Callable[[Story], bool]) -> None:
    number = story.open.number
    while story.table.open is not None and story.open.number == number and not until(story):
        refusal = story.act(story.to_act, wanted(story))
        assert refusal is None, refusal


def _check_or_call(story: Story) -> Choice:
    return Check() if story.running.hand.options().can_check else Call()


def _to_the(story: Story, street: str) -> None:
    _on(story, _check_or_call, lambda told: told.running.hand.street >= _STREETS[street])


def _asks(make: Callable[..., TableCommand]) -> Callable[..., None]:
    return lambda story, name, *more: story.asks(make(PlayerId(name), *more))


def _cards(story: Story, text: str) -> None:
    story.cards = {name: list(parse_cards(cards)) for name, cards in (pair.split("=") for pair in text.split())}


def _board(story: Story, text: str) -> None:
    story.board = list(parse_cards(text))


_SENTENCES: Final[tuple[tuple[str, Callable[..., object]], ...]] = (
    (r"(\w+(?:(?:, | and )\w+)*) sits?(?: at (\d+))? with ([\d.]+)(, posting)?", _sit),
    (r"deal", Story.deal),
    (r"(\d+) (ms|s|min) pass(?:es)?", lambda story, count, unit: story.wait(int(count) * _UNITS[unit])),
    (r"the server fails for (\d+) (ms|s|min)", lambda story, count, unit: story.crash(int(count) * _UNITS[unit])),
    (r"(\w+) folds", _plays(Fold)),
    (r"(\w+) checks", _plays(Check)),
    (r"(\w+) calls", _plays(Call)),
    (r"(\w+) (?:bets|raises to) ([\d.]+)", _plays(RaiseTo)),
    (r"(\w+) is all-in", _all_in),
    (r"fold round", lambda story: _on(story, lambda _: Fold(), lambda _: False)),
    (r"check down", lambda story: _on(story, _check_or_call, lambda _: False)),
    (r"to the (flop|turn|river|end)", _to_the),
    (r"cards (.+)", _cards),
    (r"board (.+)", _board),
    (r"(\w+) sits out", _asks(TakeBreak)),
    (r"(\w+) sits out everywhere", _asks(lambda name: TakeBreak(name, RuleId("TIME-03")))),
    (r"(\w+) sits out at the big blind", _asks(lambda name: SitOutAtBigBlind(name, on=True))),
    (r"(\w+) comes back", _asks(ComeBack)),
    (r"(\w+) comes back, posting", _asks(lambda name: ComeBack(name, post=True))),
    (r"(\w+) will (post|wait)", _asks(lambda name, how: ChooseEntry(name, how == "post"))),
    (r"(\w+) tops up ([\d.]+)", _asks(lambda name, amount: TopUp(name, cents(amount)))),
    (r"(\w+) wants auto top-up", _asks(lambda name: SetAutoTopUp(name, on=True))),
    (r"(\w+) leaves", _asks(Leave)),
    (r"(\w+) drops", _asks(Disconnected)),
    (r"(\w+) returns", _asks(Reconnected)),
)
