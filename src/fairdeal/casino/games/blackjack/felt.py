"""Seats, wagers and cards of a blackjack table, and how they follow what happens at the table."""

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

    def seat_of(self, player: PlayerId) -> int:
        """Where a player sits; -1: nowhere."""
        return self.seats.index(player) if player in self.seats else -1

    def sits_at(self, player: PlayerId, seat: int) -> bool:
        """Whether that player sits in that seat."""
        return 0 <= seat < len(self.seats) and self.seats[seat] == player

    def escrow(self) -> dict[PlayerId, Cents]:
        """What each player has staked and not settled, insurance included."""
        return {player: Cents(wager.on_hands + wager.insurance) for player, wager in self.wagers.items()}

    @property
    def settled_early(self) -> tuple[Payment, ...]:
        """Insurance, which is settled when the hole card is looked at."""
        return self.checked

    def hands_of(self, player: PlayerId) -> int:
        """How many hands a player bets on (BJ-55)."""
        return int(player in self.wagers)

    @property
    def dealt(self) -> tuple[int, ...]:
        """Cards, and below zero the decisions."""
        return self.inputs

    def with_dealt(self, dealt: tuple[int, ...]) -> Self:
        """The felt with those cards and decisions."""
        return changed(self, inputs=dealt)

    def opened(self) -> Self:
        """The felt when bets are taken on a new round."""
        return changed(self, wagers={}, boxes=(), inputs=(), insured=frozenset(), hole_shown=False, turn=0)

    def closed(self, boxes: tuple[int, ...]) -> Self:
        """The felt at no more bets."""
        return changed(self, boxes=boxes, checked=())

    def settled(self, result: int) -> Self:
        """The felt when the round is paid."""
        return changed(self, wagers={}).forgotten()

    def voided(self, *, in_round: bool) -> Self:
        """The felt when all bets went back; insurance of the round before is not of this one."""
        return changed(self, wagers={}, checked=self.checked if in_round else ()).forgotten()

    def left(self, player: PlayerId, *, forgets: bool) -> Self:
        """The felt when a player went away; who has a bet in play is asked anew after the round only."""
        felt = changed(self, forgets=self.forgets | {player}) if forgets else self
        return felt if player in felt.wagers else felt.forgotten()

    def forgotten(self) -> Self:
        """The felt without the answers of those who left and have no bet any more: their next visit is asked anew."""
        gone = {player for player in self.forgets if player not in self.wagers}
        if not gone:
            return self
        follows = {player: answer for player, answer in self.follows.items() if player not in gone}
        return changed(self, follows=follows, forgets=self.forgets - gone)


def boxes_of(table: Table) -> BoxesFelt:
    """The seats and wagers of a blackjack table."""
    assert isinstance(table.felt, BoxesFelt), table.felt
    return table.felt
