"""The facts of a casino table: what never changes while the table is open."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from fairdeal.bank.accounts import Tender
from fairdeal.casino.chat import WordFilter, word_filter
from fairdeal.casino.shoe import ShoeRules
from fairdeal.kernel import Cents, Duration, RuleId, TableId
from fairdeal.play.fair.state import Signer
from fairdeal.rulebook.ruled import Origin, Ruled
from fairdeal.rulebook.schema.casino import Casino, Limits

if TYPE_CHECKING:
    from fairdeal.casino.games.game import Game  # an import at run time would be a cycle


class Dealing(StrEnum):
    """Where cards and numbers come from: the program or a live dealer."""

    HOUSE = "house"  # the house's generator
    LIVE = "live"  # a dealer with a wheel, a shoe and scanners


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """
    How fast the program deals: the time to show one card, from "no more bets" to the first, and of a spin; set by no rule.

    The next card, and the clock of a decision, wait until the card before is shown. With no times everything happens at one instant.
    """

    card: Duration = Duration(0)
    first_card: Duration = Duration(0)
    spin: Duration = Duration(0)


AT_ONCE: Final = Pace()
UNHURRIED: Final = Pace(card=Duration(600), first_card=Duration(1_500), spin=Duration(9_000))
"""The pace of tables that people look at."""


@dataclass(frozen=True, slots=True)
class TableFacts:
    """A table's id, money, game, dealing and rules; the rules may have limits and options of the table's own."""

    table: TableId
    tender: Tender
    casino: Casino
    game: "Game"
    dealing: Dealing = Dealing.HOUSE
    edition: str = ""  # content hash of the revision in force
    pace: Pace = AT_ONCE  # of the program; a live dealer has a pace of their own
    fair: bool = False  # the house draws by PFP-1
    signer: Signer | None = field(
        default=None, compare=False, repr=False
    )  # of scanners' logs, where they are published
    offends: WordFilter = field(default_factory=word_filter, compare=False)
    engine: Any = field(init=False, compare=False, repr=False)  # the game's rules, precomputed
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
        """Whether a live dealer deals."""
        return self.dealing is Dealing.LIVE

    @property
    def is_fair(self) -> bool:
        """Whether rounds or shoes are drawn from a chain of secrets and the players' seeds: never where a live dealer deals."""
        return self.fair and not self.is_live and self.game.draws_fairly(self)

    @property
    def logs_scans(self) -> bool:
        """Whether the log of the table's scanner is published."""
        return self.signer is not None and self.is_live and self.has_shoe

    @property
    def deals_card_by_card(self) -> bool:
        """Whether the program shows one card after the other."""
        return self.pace.card > 0 and not self.is_live

    @property
    def has_shoe(self) -> bool:
        """Whether the game is played with cards."""
        return self.shoe is not None

    @property
    def cards(self) -> ShoeRules:
        """The rules about the shoe; only for games with cards."""
        assert self.shoe is not None, f"{self.game.name} is played without cards"
        return self.shoe

    @property
    def no_more_bets(self) -> RuleId:
        """The rule that closes the betting."""
        return self.game.no_more_bets(self)


def with_limits(casino: Casino, game: "Game", amounts: Mapping[str, Cents]) -> Casino:
    """The rules with these limits of a game replaced; the names are those of `Limits`."""
    limits = game.limits(casino)
    ruled: dict[str, Any] = {}
    for name, amount in amounts.items():
        before: Ruled[Cents] = getattr(limits, name)
        ruled[name] = Ruled(amount, before.rule, Origin.OPERATOR, before.see)
    return game.with_limits(casino, replace(limits, **ruled))
