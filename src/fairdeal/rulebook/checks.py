"""
Checks that the values of an edition are consistent with each other.

The reader checks types and ranges; this module what no single value shows: chances that must sum, prices that must add up,
bands that must not overlap, names that must exist.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from fairdeal.kernel import PPM_WHOLE, UNIT_DECIMALS
from fairdeal.rulebook.lines import Path
from fairdeal.rulebook.ruled import Odds
from fairdeal.rulebook.schema.cash import BuyIn, Ratholing
from fairdeal.rulebook.schema.casino import Baccarat, Blackjack, Casino, Limits, Roulette
from fairdeal.rulebook.schema.choices import Category, FeeLabel
from fairdeal.rulebook.schema.edition import Edition, Poker
from fairdeal.rulebook.schema.money import Exchange, Fees, Rakeback
from fairdeal.rulebook.schema.time import TimeBank
from fairdeal.rulebook.schema.tournament import HexaPro

Problem = tuple[Path, str]


def inconsistencies(edition: Edition) -> Iterator[Problem]:
    """All contradictions within an edition, each with its path."""
    if edition.poker is not None:
        yield from _under(("poker",), _poker(edition.poker))
    if edition.casino is not None:
        yield from _under(("casino",), _casino(edition.casino))


def _under(path: Path, problems: Iterable[Problem]) -> Iterator[Problem]:
    for inner, problem in problems:
        yield (*path, *inner), problem


def _poker(poker: Poker) -> Iterator[Problem]:
    yield from _families(poker)
    yield from _under(("buy_in",), _buy_in(poker.buy_in))
    yield from _under(("time_bank",), _time_bank(poker.time_bank))
    yield from _under(("fees",), _fees(poker.fees))
    ranking = poker.showdown.ranking.value
    if sorted(ranking) != sorted(Category):
        yield ("showdown", "ranking"), f"must name each of {', '.join(Category)} once"
    if poker.tournament.break_minute.value > 59:
        yield ("tournament", "break_minute"), "expected a minute from 0 to 59"
    if poker.ratholing is not None:
        yield from _under(("ratholing",), _ratholing(poker.ratholing))
    if poker.wallet.exchange is not None:
        yield from _under(("wallet", "exchange"), _exchange(poker.wallet.exchange))
    if poker.rakeback is not None:
        yield from _under(("rakeback",), _rakeback(poker.rakeback))
    for name in ("hexapro", "hexapro_extreme"):
        if (game := getattr(poker, name)) is not None:
            yield from _under((name,), _hexapro(game))


def _families(poker: Poker) -> Iterator[Problem]:
    rake = poker.rake
    tables = [table for table in (rake.holdem, rake.omaha, rake.banzai, rake.all_games) if table is not None]
    known = {row.table for table in tables for row in table.value}
    for number, family in enumerate(poker.games.families.value):
        if family.rake_table not in known:
            problem = f'no rake row has table "{family.rake_table}"; expected one of {", ".join(sorted(known))}'
            yield ("games", "families", "is", number, "rake_table"), problem


def _buy_in(buy_in: BuyIn) -> Iterator[Problem]:
    if buy_in.big_blinds_min.value > buy_in.big_blinds_max.value:
        yield ("big_blinds_min",), "is above big_blinds_max"
    for name, low, high in (
        ("families", "big_blinds_min", "big_blinds_max"),
        ("fixed_limit", "minimum", "maximum"),
    ):
        table = getattr(buy_in, name)
        for number, row in enumerate(table.value if table is not None else ()):
            if getattr(row, low) > getattr(row, high):
                yield (name, "is", number, low), f"is above {high}"


def _time_bank(bank: TimeBank) -> Iterator[Problem]:
    for number, row in enumerate(bank.rows.value):
        if row.start_seconds > row.seconds_max:
            yield ("rows", "is", number, "start_seconds"), "is above seconds_max"
        if row.floor_seconds > row.start_seconds:
            yield ("rows", "is", number, "floor_seconds"), "is above start_seconds"


def _fees(fees: Fees) -> Iterator[Problem]:
    for name in ("five_handed", "two_handed", "sit_and_go", "multi_table"):
        table = getattr(fees, name)
        for number, row in enumerate(table.value if table is not None else ()):
            total = fees.label_is.value is FeeLabel.TOTAL
            if row.label != (row.pool + row.fee if total else row.pool):
                expected = "pool plus fee" if total else "the pool part"
                yield (name, "is", number, "label"), f"expected {expected}, {_euros(row.pool, row.fee, total=total)}"


def _euros(pool: int, fee: int, *, total: bool) -> str:
    amount = pool + fee if total else pool
    return f"{amount // 100}.{amount % 100:02}"


def _ratholing(ratholing: Ratholing) -> Iterator[Problem]:
    tiers = ratholing.tiers.value
    here: Path = ("tiers", "is")
    if [tier.tier for tier in tiers] != list(range(1, len(tiers) + 1)):
        yield here, "tiers must be numbered from 1 in order"
    bounds = [tier.left_with_at_most or tier.left_with_less_than for tier in tiers]
    set_bounds = [bound for bound in bounds if bound is not None]
    if any(low >= high for low, high in pairwise(set_bounds)):
        yield here, "the bands overlap: each bound must be above the one before"
    if not tiers or bounds[-1] is not None or tiers[-1].counter_at_most is not None:
        yield here, "the last tier must fit every stack and counter"
    for number, tier in enumerate(tiers):
        low, high = tier.big_blinds_min, tier.big_blinds_max
        if low is not None and high is not None and low > high:
            yield (*here, number, "big_blinds_min"), "is above big_blinds_max"


def _rakeback(rakeback: Rakeback) -> Iterator[Problem]:
    if rakeback.pay_from.value >= rakeback.pay_until.value:
        yield ("pay_from",), "must be before pay_until"
    if rakeback.pay_day_of_month.value > 28:
        yield ("pay_day_of_month",), "expected a day that every month has, 1 to 28"
    if rakeback.share_precision_percent.value == 0:
        yield ("share_precision_percent",), "must be above 0"


def _exchange(exchange: Exchange) -> Iterator[Problem]:
    if exchange.poker_decimals.value > UNIT_DECIMALS:
        yield ("poker_decimals",), f"the ledger keeps at most {UNIT_DECIMALS} decimals"


def _hexapro(game: HexaPro) -> Iterator[Problem]:
    slots = game.wheel.value
    chances = sum(slot.chances for slot in slots)
    if chances != game.chances_total.value:
        yield ("wheel",), f"chances sum to {chances}, expected {game.chances_total.value}"
    for number, slot in enumerate(slots):
        expected = tuple(slot.multiplier * buy_in for buy_in in game.buy_ins.value)
        if tuple(100 * prize for prize in slot.prizes) != expected:
            yield ("wheel", "is", number, "prizes"), "expected multiplier times buy-in, in the order of buy_ins"
    multipliers = {slot.multiplier for slot in slots}
    for name in ("splits", "stacks", "level_times"):
        if {row.multiplier for row in getattr(game, name).value} != multipliers:
            yield (name,), "expected one row for each multiplier of the wheel"
    for number, split in enumerate(game.splits.value):
        if sum(split.percents) != PPM_WHOLE or len(split.percents) > game.seats.value:
            yield ("splits", "is", number, "percents"), "expected at most one share a seat, 100 % together"
    yield from _rake_equivalent(game)
    yield from _levels(game)


def _rake_equivalent(game: HexaPro) -> Iterator[Problem]:
    # 1 - mean pool / what all players pay; multipliers are hundredths of a buy-in.
    mean = sum(slot.chances * slot.multiplier for slot in game.wheel.value)
    paid = 100 * game.chances_total.value * game.seats.value
    if (paid - mean) * PPM_WHOLE != game.rake_equivalent_percent.value * paid:
        rate = (paid - mean) * 100 / paid
        yield ("rake_equivalent_percent",), f"the wheel keeps {rate:.4f} %"


def _levels(game: HexaPro) -> Iterator[Problem]:
    levels = game.levels.value
    if [level.level for level in levels] != list(range(1, len(levels) + 1)):
        yield ("levels",), "levels must be numbered from 1 in order"
    for number, (low, high) in enumerate(pairwise(levels)):
        if high.big_blind <= low.big_blind or high.small_blind <= low.small_blind:
            yield ("levels", "is", number + 1), "blinds must rise from level to level"


def _casino(casino: Casino) -> Iterator[Problem]:
    yield from _under(("roulette",), _roulette(casino.roulette))
    yield from _under(("blackjack",), _blackjack(casino.blackjack))
    yield from _under(("baccarat",), _baccarat(casino.baccarat))
    for name in ("roulette", "blackjack", "baccarat"):
        yield from _under((name, "limits"), limit_problems(getattr(casino, name).limits))


def limit_problems(limits: Limits) -> Iterator[Problem]:
    """The contradictions of a casino table's limits, under which nobody could bet."""
    if limits.bet_min.value < 0:
        yield ("bet_min",), "is below 0"
    for name in ("bet_max", "round_max"):
        if limits.bet_min.value > getattr(limits, name).value:
            yield ("bet_min",), f"is above {name}"
    unit = limits.bet_unit.value
    if unit == 0:
        yield ("bet_unit",), "must be above 0"
        return
    for name in ("bet_min", "bet_max"):
        if getattr(limits, name).value % unit:
            yield (name,), "is not a multiple of bet_unit"


def _roulette(roulette: Roulette) -> Iterator[Problem]:
    if any(number >= roulette.pockets.value for number in roulette.red_numbers.value):
        yield ("red_numbers",), "names a number the wheel does not have"


def _blackjack(blackjack: Blackjack) -> Iterator[Problem]:
    # The document says "at least": a table may pay better, never worse.
    for name, least in (("win_pays", Odds(1, 1)), ("blackjack_pays", Odds(3, 2)), ("insurance_pays", Odds(2, 1))):
        odds = getattr(blackjack, name).value
        if odds.pays * least.per < least.pays * odds.per:
            yield (name,), f"expected at least {least.pays} : {least.per}"
    if blackjack.cut_card_from_back.value >= blackjack.decks.value * blackjack.deck_cards.value:
        yield ("cut_card_from_back",), "leaves nothing of the shoe to deal"


def _baccarat(baccarat: Baccarat) -> Iterator[Problem]:
    for number, row in enumerate(baccarat.banker_draws.value):
        if any(value >= baccarat.modulo.value for value in (row.banker, *row.draws_on)):
            yield ("banker_draws", "is", number), f"expected card values below {baccarat.modulo.value}"
