"""The felt of blackjack: seats, wagers and cards, and how they change with the table's events."""

from collections.abc import Mapping
from dataclasses import field
from typing import Self

from fairdeal.casino.games.blackjack.wagers import Wager
from fairdeal.casino.table.state import Felt, Payment, Table
from fairdeal.kernel import Cents, PlayerId
from fairdeal.kernel.values import changed, dataclass


@dataclass(frozen=True, slots=True)
class BoxesFelt(Felt):
    """Blackjack: seats, wagers and the cards and decisions of the round."""

    seats: tuple[PlayerId | None, ...] = ()
    idle: tuple[int, ...] = ()  # rounds each seat let pass
    queue: tuple[PlayerId, ...] = ()  # who waits for a seat
    leaving: frozenset[PlayerId] = frozenset()  # seats that become free after the round
    follows: Mapping[PlayerId, bool] = field(default_factory=dict)  # answers of those behind, for this visit
    forgets: frozenset[PlayerId] = frozenset()  # who left with a bet in play: the answer holds to the end of the round
    wagers: Mapping[PlayerId, Wager] = field(default_factory=dict)
    boxes: tuple[int, ...] = ()  # seats dealt to, in order
    inputs: tuple[int, ...] = ()  # cards and decisions, as the engine takes them
    insured: frozenset[PlayerId] = frozenset()  # who has answered about insurance
    checked: tuple[Payment, ...] = ()  # what insurance brought when the hole card was looked at
    hole_shown: bool = False
    turn: int = 0  # decisions asked for in this round
    asked: bool = (
        False  # a decision or insurance is asked for; unless cards are shown one by one, always when one is due
    )
    played: Mapping[PlayerId, Wager] = field(default_factory=dict)  # the wagers of the last round, until the next opens

    @property
    def shown(self) -> Mapping[PlayerId, Wager]:
        """The wagers that lie in sight: those of this round, or of the last one until bets open again."""
        return self.wagers or self.played

    def seat_of(self, player: PlayerId) -> int:
        """The seat of a player; -1 if none."""
        return self.seats.index(player) if player in self.seats else -1

    def sits_at(self, player: PlayerId, seat: int) -> bool:
        """Whether that player sits in that seat."""
        return 0 <= seat < len(self.seats) and self.seats[seat] == player

    def escrow(self) -> dict[PlayerId, Cents]:
        """The sum of each player's unsettled bets, insurance included."""
        return {player: Cents(wager.on_hands + wager.insurance) for player, wager in self.wagers.items()}

    @property
    def settled_early(self) -> tuple[Payment, ...]:
        """Insurance, which is settled when the hole card is looked at."""
        return self.checked

    def hands_of(self, player: PlayerId) -> int:
        """How many hands a player bets on (BJ-55)."""
        return int(player in self.wagers)

    @property
    def hides_cards(self) -> bool:
        """Whether the hole card has not been turned over."""
        return not self.hole_shown

    @property
    def dealt(self) -> tuple[int, ...]:
        """The cards of the round, and its decisions as negative numbers."""
        return self.inputs

    def with_dealt(self, dealt: tuple[int, ...]) -> Self:
        """The felt with those cards and decisions."""
        return changed(self, inputs=dealt)

    def opened(self) -> Self:
        """The felt after the betting of a new round opened."""
        return changed(
            self, wagers={}, boxes=(), inputs=(), insured=frozenset(), hole_shown=False, turn=0, asked=False, played={}
        )

    def closed(self, boxes: tuple[int, ...]) -> Self:
        """The felt after the betting closed."""
        return changed(self, boxes=boxes, checked=())

    def settled(self, result: int) -> Self:
        """The felt after the round was settled."""
        return changed(self, wagers={}, played=self.wagers).forgotten()

    def voided(self, *, in_round: bool) -> Self:
        """The felt after all bets were returned; drops the insurance of the round before."""
        return changed(self, wagers={}, checked=self.checked if in_round else ()).forgotten()

    def left(self, player: PlayerId, *, forgets: bool) -> Self:
        """The felt after a player's visit ended; the answer of a player with a bet in play is kept until the round is over."""
        felt = changed(self, forgets=self.forgets | {player}) if forgets else self
        return felt if player in felt.wagers else felt.forgotten()

    def forgotten(self) -> Self:
        """The felt without the answers of players who left and have no bet any more, so that their next visit is asked again."""
        gone = {player for player in self.forgets if player not in self.wagers}
        if not gone:
            return self
        follows = {player: answer for player, answer in self.follows.items() if player not in gone}
        return changed(self, follows=follows, forgets=self.forgets - gone)


def boxes_of(table: Table) -> BoxesFelt:
    """The seats and wagers of a blackjack table."""
    assert isinstance(table.felt, BoxesFelt), table.felt
    return table.felt
