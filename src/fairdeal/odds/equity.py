"""
Equity: how often each hand wins, over all boards or over a random sample.

All boards are counted, not dealt: boards of the same ranks have the same outcome unless a hand makes a flush, so
they are counted by their ranks first, and those where a flush wins are moved afterwards.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from fairdeal.cards import BadCards, Card, rank_holdem, rank_of, rank_omaha, suit_of
from fairdeal.odds.contest import RANK_KEY, Contest, choices, contest_of, rank_sum, suited_bits
from fairdeal.odds.deal import Deal, Game, deal_of

Progress = Callable[[int, int], None]
"""A callback with the boards done, and their total."""


class NumpyMissing(ImportError):
    """Boards cannot be drawn here; the text says what to install."""

    def __init__(self) -> None:
        super().__init__(
            'drawing boards needs NumPy: pip install "fairdeal[odds]", or sh tools/setup.sh odds in a clone'
        )


@dataclass(frozen=True, slots=True)
class HandEquity:
    """The result of one hand: boards won alone, boards tied, and its exact share of all pots, from 0 to 1."""

    won: int
    tied: int
    equity: Fraction


@dataclass(frozen=True, slots=True)
class Equity:
    """The result of an equity calculation: the number of boards, and each hand in the given order."""

    boards: int
    hands: tuple[HandEquity, ...]


def exact(
    hands: Sequence[Sequence[Card]],
    board: Sequence[Card] = (),
    *,
    dead: Sequence[Card] = (),
    game: Game | None = None,
) -> Equity:
    """Exact equity over every possible board; impossible cards raise `BadCards`."""
    deal = deal_of(hands, board, dead, game)
    return _equity(_count_all(deal, contest_of(deal)), len(deal.hands))


def sample(
    hands: Sequence[Sequence[Card]],
    board: Sequence[Card] = (),
    *,
    boards: int,
    seed: int,
    dead: Sequence[Card] = (),
    game: Game | None = None,
    progress: Progress | None = None,
) -> Equity:
    """Equity over boards drawn independently; the same seed draws the same boards. Without NumPy raises NumpyMissing."""
    if boards < 1 or seed < 0:
        raise ValueError(f"cannot draw {boards} boards from seed {seed}")
    deal = deal_of(hands, board, dead, game)
    return _equity(_drawing()(deal, contest_of(deal), boards, seed, progress), len(deal.hands))


def _drawing() -> Callable[[Deal, Contest, int, int, Progress | None], Counter[int]]:
    """How boards are drawn; asked for late, because NumPy takes longer to start than an exact count takes to run."""
    try:
        from fairdeal.odds.sampling import count_drawn  # noqa: PLC0415
    except ModuleNotFoundError as missing:
        if missing.name != "numpy":
            raise
        raise NumpyMissing from None
    return count_drawn


def winners(hands: Sequence[Sequence[Card]], board: Sequence[Card], *, game: Game | None = None) -> tuple[int, ...]:
    """Which hands are best on a board of three to five cards."""
    deal = deal_of(hands, board, game=game)
    if not board:
        raise BadCards("bad_board", "without a board no hand is best")
    rank = rank_holdem if deal.game is Game.HOLDEM else rank_omaha
    ranks = [rank(hand, deal.board) for hand in deal.hands]
    return tuple(number for number, each in enumerate(ranks) if each == min(ranks))


def _count_all(deal: Deal, contest: Contest) -> Counter[int]:
    """Boards by who wins them, bit n for hand n."""
    tally: Counter[int] = Counter()
    for (_, who), ways in zip(contest.plain.values(), contest.ways, strict=True):
        tally[who] += ways
    for suit in range(4):
        _move_flushes(tally, deal, contest, suit)
    return tally


def _move_flushes(tally: Counter[int], deal: Deal, contest: Contest, suit: int) -> None:
    """Move the boards on which a flush of that suit wins from their winners without flushes."""
    seen = rank_sum([rank_of(card) for card in deal.board])
    seen_bits = suited_bits(deal.board, suit)
    others = [card for card in deal.live if suit_of(card) != suit]
    rests: dict[int, list[tuple[int, int]]] = {}  # by number of suited cards: rank sums and ways of the other cards
    plain = contest.plain
    for bits, (flush, makers) in contest.flushes[suit].items():
        suited = [RANK_KEY[rank] for rank in range(13) if (bits ^ seen_bits) >> rank & 1]
        if len(suited) not in rests:
            more = choices(others, deal.to_come - len(suited))
            rests[len(suited)] = [(seen + rank_sum(ranks), ways) for ranks, ways in more]
        suited_sum = sum(suited)
        for rest, ways in rests[len(suited)]:
            best, before = plain[suited_sum + rest]
            if flush < best:
                tally[before] -= ways
                tally[makers] += ways


def _equity(tally: Mapping[int, int], count: int) -> Equity:
    boards = sum(tally.values())
    found = []
    for hand in range(count):
        own = {who: number for who, number in tally.items() if who >> hand & 1}
        won = own.get(1 << hand, 0)
        share = sum((Fraction(number, who.bit_count()) for who, number in own.items()), Fraction())
        found.append(HandEquity(won, sum(own.values()) - won, share / boards))
    return Equity(boards, tuple(found))
