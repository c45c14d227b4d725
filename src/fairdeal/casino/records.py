"""
What is kept of a round for those who played it and for the house: bets, cards or the pocket, payments, and what was to be expected.

Records are made when a round is settled or void, from the table before that; they are durable.
"""

from fairdeal.casino.games.game import SettledBet
from fairdeal.casino.paytables import NOTHING
from fairdeal.casino.table.events import RoundSettled, RoundVoided
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.state import Payment, Table
from fairdeal.fair import PublishedRound, PublishedScans
from fairdeal.kernel import Cents, Instant, PlayerId, RuleId, TableId
from fairdeal.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class DealtHand:
    """The cards of one hand: of a seat, of the dealer (-1), or of Player (0) and Banker (1)."""

    seat: int
    hand: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundKept:
    """
    A round for everybody: its result and cards, and what all bets together brought the house.

    `house` is what the house won, `expected` what it could expect, and `variance` how far such rounds scatter, in whole cents.
    """

    table: TableId
    round: int
    game: str
    closed_at: Instant
    at: Instant
    edition: str
    rule: RuleId
    voided: bool
    result: str
    hands: tuple[DealtHand, ...]
    shoe: int
    players: int
    staked: Cents
    house: Cents
    expected: int  # in hundredths of cents
    variance: int
    currency: str
    money: str
    dealer: str = ""
    correction: str = ""
    video: int | None = None
    proof: str = ""  # the name of what is published of its draw, where draws are by PFP-1


@dataclass(frozen=True, slots=True)
class ProofKept:
    """What is published of a round or a shoe of a table."""

    table: TableId
    proof: PublishedRound
    at: Instant


@dataclass(frozen=True, slots=True)
class ScansKept:
    """What is published of a live table's scanner after a round."""

    table: TableId
    proof: PublishedScans
    at: Instant


@dataclass(frozen=True, slots=True)
class BetKept:
    """One bet: on a spot, a hand of the seat (its number as text), or `insurance`."""

    spot: str
    staked: Cents
    returned: Cents
    won: Cents


@dataclass(frozen=True, slots=True)
class PlayerRound:
    """A player's part of a round: the bets, each with what it paid, and the whole; `seat` is where they were, or -1."""

    table: TableId
    round: int
    at: Instant
    bets: tuple[BetKept, ...]
    lost: Cents
    returned: Cents
    won: Cents
    seat: int = -1
    own_seat: bool = False
    voided: bool = False


def round_kept(
    facts: TableFacts, before: Table, event: RoundSettled | RoundVoided, video: int | None = None
) -> RoundKept:
    """What is kept of a round that this event ends, for everybody."""
    voided = isinstance(event, RoundVoided)
    game, whole = facts.game, whole_payments(before, event)
    expected = game.expected(facts, before)
    return RoundKept(
        table=facts.table,
        round=event.round,
        game=game.name,
        closed_at=before.closed_at,
        at=event.at,
        edition=before.edition,
        rule=event.rule,
        voided=voided,
        result=game.result_of(event.result) if isinstance(event, RoundSettled) else "",
        hands=tuple(DealtHand(*hand) for hand in game.cards_of(facts, before) if hand.cards),
        shoe=0 if before.shoe is None else before.shoe.number,
        players=len(whole),
        staked=Cents(sum(each.lost + each.returned for each in whole)),
        house=Cents(sum(each.lost - each.won for each in whole)),
        expected=0 if voided else round(expected.mean * 100),
        variance=0 if voided else round(expected.variance),
        currency=facts.tender.currency.value,
        money=facts.tender.money.value,
        dealer=before.station.dealer,
        correction="" if before.announcement is None else before.announcement.kind.value,
        video=video,
    )


def whole_payments(before: Table, event: RoundSettled | RoundVoided) -> tuple[Payment, ...]:
    """Each player's whole result of a round, with what was settled before its end."""
    early = {each.player: each for each in before.felt.settled_early} if before.in_round else {}
    return tuple(_joined(each, early.get(each.player)) for each in event.payments)


def _joined(late: Payment, early: Payment | None) -> Payment:
    before = early or Payment(late.player, NOTHING, NOTHING, NOTHING)
    return Payment(
        late.player,
        Cents(late.lost - late.given_back + before.lost),
        Cents(late.returned + late.given_back + before.returned),
        Cents(late.won + before.won),
    )


def player_rounds(facts: TableFacts, before: Table, event: RoundSettled | RoundVoided) -> dict[PlayerId, PlayerRound]:
    """Each player's part of a round that this event ends."""
    voided = isinstance(event, RoundVoided)
    found = {}
    for each in whole_payments(before, event):
        seat = facts.game.seat_of_bets(before, each.player)
        game, who = facts.game, each.player
        bets = game.returned_bets(before, who) if voided else game.settled_bets(facts, before, who)
        found[each.player] = PlayerRound(
            facts.table,
            event.round,
            event.at,
            tuple(map(_bet, bets)),
            each.lost,
            each.returned,
            each.won,
            seat,
            facts.game.sits_at(before, each.player, seat),
            voided,
        )
    return found


def _bet(bet: SettledBet) -> BetKept:
    return BetKept(bet.spot, bet.staked, bet.paid.returned, bet.paid.won)


@dataclass(frozen=True, slots=True)
class OpenedShoe:
    """A shoe that was dealt out, with the order of its cards and the salt, so that its commitment can be checked."""

    table: TableId
    number: int
    order: bytes
    salt: bytes
    commitment: str
    opened_at: Instant
