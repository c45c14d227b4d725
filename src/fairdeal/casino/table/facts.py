"""What a casino table's machine is made with: facts that never change while the table is open."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from fairdeal.bank.accounts import Tender
from fairdeal.casino.chat import WordFilter, word_filter
from fairdeal.casino.shoe import ShoeRules
from fairdeal.kernel import Cents, RuleId, TableId
from fairdeal.rulebook.ruled import Origin, Ruled
from fairdeal.rulebook.schema.casino import Casino, Limits

if TYPE_CHECKING:
    from fairdeal.casino.games.game import Game  # games know the table; the table knows the one it is given


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
    game: "Game"
    dealing: Dealing = Dealing.HOUSE
    edition: str = ""  # content hash of the rulebook in force
    offends: WordFilter = field(default_factory=word_filter, compare=False)
    engine: Any = field(init=False, compare=False, repr=False)  # the game's rules, laid out for speed
    limits: Limits = field(init=False, compare=False, repr=False)
    shoe: ShoeRules | None = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        for name, value in (
            ("engine", self.game.engine(self.casino)),
            ("limits", self.game.limits(self.casino)),
            ("shoe", self.game.shoe(self.casino)),
        ):
            object.__setattr__(self, name, value)

    @property
    def is_live(self) -> bool:
        """Whether a dealer deals."""
        return self.dealing is Dealing.LIVE

    @property
    def has_shoe(self) -> bool:
        """Whether the game is played with cards."""
        return self.shoe is not None

    @property
    def cards(self) -> ShoeRules:
        """The rules of the shoe, at a table that has one."""
        assert self.shoe is not None, f"{self.game.name} is played without cards"
        return self.shoe

    @property
    def no_more_bets(self) -> RuleId:
        """The rule by which the betting ends."""
        return self.game.no_more_bets(self)


def with_limits(casino: Casino, game: "Game", amounts: Mapping[str, Cents]) -> Casino:
    """The same rules for a table with limits of its own, by the names they have among `Limits`."""
    limits = game.limits(casino)
    ruled: dict[str, Any] = {}
    for name, amount in amounts.items():
        before: Ruled[Cents] = getattr(limits, name)
        ruled[name] = Ruled(amount, before.rule, Origin.OPERATOR, before.see)
    return game.with_limits(casino, replace(limits, **ruled))
