"""What a casino table's machine is made with: facts that never change while the table is open."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from fairdeal.bank.accounts import Tender
from fairdeal.casino.chat import WordFilter, word_filter
from fairdeal.casino.games.baccarat import BaccaratRules
from fairdeal.casino.games.blackjack import BlackjackRules
from fairdeal.casino.games.roulette import Wheel
from fairdeal.casino.games.wagers import Payouts
from fairdeal.casino.table.notices import notices_of
from fairdeal.kernel import Cents, Duration, RuleId, Ruling, TableId
from fairdeal.rulebook.ruled import Origin, Ruled
from fairdeal.rulebook.schema.casino import Baccarat, Blackjack, Casino, Limits, Roulette


class Game(StrEnum):
    """What is played; part of records, so values are for ever."""

    ROULETTE = "roulette"
    BLACKJACK = "blackjack"
    BACCARAT = "baccarat"


class Dealing(StrEnum):
    """Where cards and numbers come from."""

    HOUSE = "house"  # the house's generator
    LIVE = "live"  # a dealer with a wheel, a shoe and scanners


@dataclass(frozen=True, slots=True)
class TableFacts:
    """Which table it is, what is played there, and by which rules; a table may set limits and switches of its own."""

    table: TableId
    tender: Tender
    casino: Casino
    game: Game
    dealing: Dealing = Dealing.HOUSE
    edition: str = ""  # content hash of the rulebook in force
    offends: WordFilter = field(default_factory=word_filter, compare=False)
    wheel: Wheel = field(init=False, compare=False, repr=False)
    coups: BaccaratRules = field(init=False, compare=False, repr=False)
    hands: BlackjackRules = field(init=False, compare=False, repr=False)
    payouts: Payouts = field(init=False, compare=False, repr=False)
    notices: tuple[Ruling, ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        for name, value in (
            ("wheel", Wheel(self.casino.roulette)),
            ("coups", BaccaratRules(self.casino.baccarat)),
            ("hands", BlackjackRules(self.casino.blackjack)),
            ("payouts", Payouts(self.casino.blackjack)),
            ("notices", notices_of(self.casino.blackjack) if self.game is Game.BLACKJACK else ()),
        ):
            object.__setattr__(self, name, value)

    @property
    def is_live(self) -> bool:
        """Whether a dealer deals."""
        return self.dealing is Dealing.LIVE

    @property
    def has_shoe(self) -> bool:
        """Whether the game is played with cards."""
        return self.game is not Game.ROULETTE

    @property
    def blackjack(self) -> Blackjack:
        """The blackjack rules."""
        return self.casino.blackjack

    @property
    def layout(self) -> Roulette | Baccarat:
        """The rules of the layout the table has."""
        return self.casino.roulette if self.game is Game.ROULETTE else self.casino.baccarat

    @property
    def cards(self) -> Blackjack | Baccarat:
        """The rules of the shoe the table has."""
        return self.casino.blackjack if self.game is Game.BLACKJACK else self.casino.baccarat

    @property
    def limits(self) -> Limits:
        """The table's limits and times."""
        if self.game is Game.BLACKJACK:
            return self.casino.blackjack.limits
        return self.layout.limits

    @property
    def thinking(self) -> Ruled[Duration]:
        """How long a player may think about a decision or insurance."""
        seconds = self.blackjack.limits.decision_seconds
        assert seconds is not None, "blackjack needs a decision time"
        return seconds

    @property
    def no_more_bets(self) -> RuleId:
        """The rule by which the betting ends."""
        return self.limits.betting_seconds.rule if self.game is Game.BLACKJACK else self.layout.betting_closes.rule


def with_soft_17(casino: Casino, *, hits: bool) -> Casino:
    """The same rules for a table whose dealer hits, or stands on, soft 17 (X-102)."""
    switch = casino.blackjack.dealer_hits_soft_17
    if switch.value == hits:
        return casino
    ruled = Ruled(hits, switch.rule, Origin.OPERATOR, switch.see)
    return replace(casino, blackjack=replace(casino.blackjack, dealer_hits_soft_17=ruled))


def with_limits(casino: Casino, game: Game, amounts: Mapping[str, Cents]) -> Casino:
    """The same rules for a table with limits of its own, by the names they have among `Limits`."""

    def own(limits: Limits) -> Limits:
        ruled: dict[str, Any] = {}
        for name, amount in amounts.items():
            before: Ruled[Cents] = getattr(limits, name)
            ruled[name] = Ruled(amount, before.rule, Origin.OPERATOR, before.see)
        return replace(limits, **ruled)

    match game:
        case Game.ROULETTE:
            return replace(casino, roulette=replace(casino.roulette, limits=own(casino.roulette.limits)))
        case Game.BLACKJACK:
            return replace(casino, blackjack=replace(casino.blackjack, limits=own(casino.blackjack.limits)))
        case Game.BACCARAT:
            return replace(casino, baccarat=replace(casino.baccarat, limits=own(casino.baccarat.limits)))
