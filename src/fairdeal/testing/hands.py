"""
Plays poker hands that are written as text.

    play('''
        stacks a=2000 b=2000 c=1300 d=1700; blinds 5/10
        to the flop
        a bets 500; b raises to 1000; c all-in 1300; d all-in 1700
    ''')

Players are listed in seat order from the first after the button; the last is the button. A sentence ends at a line end or semicolon:

- `stacks a=100 b=80`, `blinds 1/2`, `no small blind`, `big blind b`, `ante 1`, `late c` (posts a live big blind)
- `pot limit`, `limit 5/10`, `omaha`, `show in order`
- `cards a=AsKd b=7h7c`, `board QhJh2c3d4s`; what is not named comes from the rest of the deck
- `a folds`, `a checks`, `a calls`, `a calls 20` (adds exactly 20), `a bets 5`, `a raises to 15`, `a all-in` or `a all-in 18` (to 18)
- `to the flop` (turn, river, end): everybody checks or calls until then
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from fairdeal.cards import CARD_COUNT, parse_cards
from fairdeal.poker.events import HandEvent
from fairdeal.poker.hand import CALL, FOLD, OVER, Hand
from fairdeal.poker.options import Options
from fairdeal.poker.order import HandOrder, HandResult
from fairdeal.poker.rules import FIXED_LIMIT, OMAHA, POT_LIMIT, HandRules
from fairdeal.poker.table_rules import TableRules

_STREETS = {"flop": 1, "turn": 2, "river": 3, "end": OVER}


@dataclass
class Script:
    """A hand played from sentences; its methods take and return names of players."""

    table: TableRules | None = None
    names: list[str] = field(default_factory=list)
    stacks: list[int] = field(default_factory=list)
    rules: HandRules = field(default_factory=lambda: HandRules(2))
    small_blind: int = 1
    has_small_blind: bool = True
    big_blind_name: str = ""
    ante: int = 0
    late: list[str] = field(default_factory=list)
    cards: dict[str, list[int]] = field(default_factory=dict)
    board: list[int] = field(default_factory=list)
    events: list[HandEvent] = field(default_factory=list)
    started: Hand | None = None

    def __post_init__(self) -> None:
        if self.table is not None:
            self.rules = self.table.hand
            self.small_blind = self.table.small_blind

    @property
    def hand(self) -> Hand:
        """The hand of the engine; started at the first use."""
        if self.started is None:
            self.started = Hand(self._order(), self.events.append)
        return self.started

    @property
    def result(self) -> HandResult:
        """The result of the hand, which must be over."""
        assert self.hand.result is not None, "the hand is not over"
        return self.hand.result

    def options(self, name: str) -> Options:
        """The legal acts of a player, whose turn it must be."""
        assert self.hand.turn == self.place(name), f"it is {self.turn}'s turn, not {name}'s"
        return self.hand.options()

    @property
    def turn(self) -> str:
        """The name of the player whose turn it is; empty when the hand is over."""
        return self.names[self.hand.turn] if self.hand.turn >= 0 else ""

    def place(self, name: str) -> int:
        """The place of a player in the order of play, from 0 after the button."""
        return self.names.index(name)

    def by_name(self, values: Sequence[int]) -> dict[str, int]:
        """A dictionary of values by player name, from values in the order of play."""
        return dict(zip(self.names, values, strict=True))

    @property
    def pots(self) -> list[tuple[int, str]]:
        """Each pot's amount and its winners' names, the main pot first."""
        return [(pot.amount, "".join(self.names[place] for place in pot.winners)) for pot in self.result.pots]

    def tell(self, text: str) -> "Script":
        """Play more sentences and return the script; raises `ValueError` for one it does not know."""
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

    def _order(self) -> HandOrder:
        count = len(self.names)
        usual = HandOrder.usual(self.rules, self.stacks, self._deck(), small_blind=self.small_blind, ante=self.ante)
        big_at = self.place(self.big_blind_name) if self.big_blind_name else usual.big_blind_at
        small_at = usual.small_blind_at
        if self.big_blind_name and count > 2:
            small_at = (big_at - 1) % count
        if not self.has_small_blind:
            small_at = -1
            big_at = self.place(self.big_blind_name) if self.big_blind_name else 0
        return replace(
            usual,
            big_blind_at=big_at,
            small_blind_at=small_at,
            small_blind=self.small_blind if small_at >= 0 else 0,
            late_posts=[self.place(name) for name in self.late],
        )

    def _deck(self) -> list[int]:
        named = [card for cards in self.cards.values() for card in cards] + self.board
        rest = iter([card for card in range(CARD_COUNT) if card not in named])
        count = self.rules.hole_cards
        hands = [self.cards.get(name) or [next(rest) for _ in range(count)] for name in self.names]
        board = self.board + [next(rest) for _ in range(5 - len(self.board))]
        return [hand[number] for number in range(count) for hand in hands] + board

    def _act(self, name: str, act: int) -> None:
        assert self.turn == name, f"it is {self.turn or 'nobody'}'s turn, not {name}'s"
        self.hand.act(act)


def play(text: str, table: TableRules | None = None) -> Script:
    """Play the sentences of a text, by the rules of a table or those the text names, and return the script."""
    return Script(table).tell(text)


def _stacks(script: Script, text: str) -> None:
    pairs = [pair.split("=") for pair in text.split()]
    script.names = [name for name, _ in pairs]
    script.stacks = [int(amount) for _, amount in pairs]


def _blinds(script: Script, small: str, big: str) -> None:
    script.small_blind = int(small)
    script.rules = replace(script.rules, big_blind=int(big))


def _limit(script: Script, low: str, high: str) -> None:
    script.rules = replace(
        script.rules, structure=FIXED_LIMIT, small_bet=int(low), big_bet=int(high), big_blind=int(low)
    )
    script.small_blind = int(low) // 2


def _cards(script: Script, text: str) -> None:
    script.cards = {name: list(parse_cards(cards)) for name, cards in (pair.split("=") for pair in text.split())}


def _calls(script: Script, name: str, amount: str | None) -> None:
    assert script.turn == name, f"it is {script.turn or 'nobody'}'s turn, not {name}'s"
    to_call = script.hand.options().to_call
    assert to_call > 0, f"{name} has nothing to call"
    assert amount is None or to_call == int(amount), f"{name} would call {to_call}, not {amount}"
    script.hand.act(CALL)


def _checks(script: Script, name: str) -> None:
    assert script.options(name).can_check, f"{name} cannot check"
    script.hand.act(CALL)


def _all_in(script: Script, name: str, amount: str | None) -> None:
    place = script.place(name)
    everything = script.hand.bets[place] + script.hand.stacks[place]
    assert amount is None or int(amount) == everything, f"{name} would be all-in for {everything}, not {amount}"
    script._act(name, CALL if everything <= script.hand.current else everything)


def _to_the(script: Script, street: str) -> None:
    while script.hand.turn >= 0 and script.hand.street < _STREETS[street]:
        script.hand.act(CALL)


def _set(**values: Any) -> Callable[[Script], None]:
    def take(script: Script) -> None:
        script.rules = replace(script.rules, **values)

    return take


def _name(script: Script, attribute: str, value: object) -> None:
    setattr(script, attribute, value)


_SENTENCES: tuple[tuple[str, Callable[..., None]], ...] = (
    (r"stacks (.+)", _stacks),
    (r"blinds (\d+)/(\d+)", _blinds),
    (r"limit (\d+)/(\d+)", _limit),
    (r"pot limit", _set(structure=POT_LIMIT)),
    (r"omaha", _set(hole_cards=OMAHA)),
    (r"show in order", _set(show_in_order=True)),
    (r"no small blind", lambda script: _name(script, "has_small_blind", value=False)),
    (r"big blind (\w+)", lambda script, name: _name(script, "big_blind_name", name)),
    (r"ante (\d+)", lambda script, amount: _name(script, "ante", int(amount))),
    (r"late (.+)", lambda script, names: _name(script, "late", names.split())),
    (r"cards (.+)", _cards),
    (r"board (.+)", lambda script, text: _name(script, "board", list(parse_cards(text)))),
    (r"to the (flop|turn|river|end)", _to_the),
    (r"(\w+) folds", lambda script, name: script._act(name, FOLD)),
    (r"(\w+) checks", _checks),
    (r"(\w+) calls(?: (\d+))?", _calls),
    (r"(\w+) (?:bets|raises to) (\d+)", lambda script, name, amount: script._act(name, int(amount))),
    (r"(\w+) all-in(?: (\d+))?", _all_in),
)
