"""
What sit & gos and tournaments cost, and where an entry's money goes (FEE-01 to FEE-07).

A price has a part for the prize pool and a fee for the house. Editions advertise either the total, the fee being part of
it, or the pool part, the fee coming on top (X-58). Fees lie with the tournament until it starts, because until then they can
be refunded; after that they are the house's.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from fairdeal.bank.accounts import Tender, bounties, entry_fees, fees, prizes
from fairdeal.bank.transfer import Chain, Reason, chain_of, move, moving
from fairdeal.kernel import (
    AccountId,
    Cents,
    EventRef,
    Rejection,
    Rounding,
    RuleId,
    TournamentId,
    portion,
    reject,
)
from fairdeal.rulebook.schema.choices import FeeLabel
from fairdeal.rulebook.schema.money import Fees

MTT_64: Final = RuleId("MTT-64")
"""The rule of freerolls, which cost nothing; no value of an edition cites it."""

_SEATS: Final = {"five_handed": 5, "two_handed": 2, "sit_and_go": None}  # None: of any size


@dataclass(frozen=True, slots=True)
class Price:
    """What an entry costs: the advertised label, the part for the prizes, and the fee."""

    label: Cents
    pool: Cents
    fee: Cents
    rule: RuleId

    @property
    def total(self) -> Cents:
        """What the player pays: prize part and fee."""
        return Cents(self.pool + self.fee)

    def __str__(self) -> str:
        """The price as editions print it (FEE-01): "10 (9.50 + 0.50)"."""
        label = _decimal(self.label).removesuffix(".00")
        return f"{label} ({_decimal(self.pool)} + {_decimal(self.fee)})"


FREE_ROLL: Final = Price(Cents(0), Cents(0), Cents(0), MTT_64)


def printed_prices(rules: Fees) -> Iterator[tuple[str, Price]]:
    """Every price an edition prints, with the name of its section: five_handed, two_handed, sit_and_go or multi_table."""
    for name in (*_SEATS, "multi_table"):
        table = getattr(rules, name)
        for row in table.value if table is not None else ():
            yield name, Price(row.label, row.pool, row.fee, row.rule or table.rule)


def sit_and_go_price(rules: Fees, seats: int, label: Cents, fee: Cents | None = None) -> Price | Rejection:
    """The printed price of a sit & go; `fee` chooses where an edition prints several under one label (X-59)."""
    here = [price for name, price in printed_prices(rules) if name in _SEATS and _SEATS[name] in (seats, None)]
    found = [price for price in here if price.label == label and fee in (price.fee, None)]
    if len(found) == 1:
        return found[0]
    rule = here[0].rule if here else rules.label_is.rule
    return reject("fee_missing" if found else "no_such_price", rule, label=label)


def multi_table_price(rules: Fees, label: Cents, fee: Cents | None = None) -> Price | Rejection:
    """
    The price of a multi-table tournament: with its own fee, else as printed, else with the usual percentage of the label.

    The fee is rounded down to cents. A label of zero is a freeroll.
    """
    usual = rules.multi_table_percent
    if label == 0 and not fee:
        return FREE_ROLL
    if fee is None:
        printed = [price for name, price in printed_prices(rules) if name == "multi_table" and price.label == label]
        if printed:
            return printed[0]
        fee = Cents(portion(max(label, 0), usual.value, Rounding.DOWN))
    pool = label - fee if rules.label_is.value is FeeLabel.TOTAL else label
    if pool < 0 or fee < 0:
        return reject("no_such_price", usual.rule, label=label, fee=fee)
    return Price(label, Cents(pool), fee, usual.rule)


@dataclass(frozen=True, slots=True)
class Entry:
    """
    One paid entry, re-buy or add-on.

    `source` is the account it was paid from, a wallet's or a ticket's, and the only one it is refunded to (MTT-33b). The
    bounty is taken out of the pool part.
    """

    tournament: TournamentId
    tender: Tender
    source: AccountId
    price: Price
    bounty: Cents = Cents(0)

    def __post_init__(self) -> None:
        assert 0 <= self.bounty <= self.price.pool, self


def entry_chain(entry: Entry, ref: EventRef, reason: Reason = Reason.ENTRY) -> Chain:
    """The transfers of an entry: wallet or ticket → prizes, bounties and the tournament's fees; empty for a freeroll."""
    rule = entry.price.rule
    moves = (move(entry.source, place, amount, why, rule) for place, amount, why in _parts(entry, reason))
    return chain_of(ref, moving(moves))


def refund_chain(entry: Entry, rule: RuleId, ref: EventRef) -> Chain:
    """The transfers of a refund: the whole entry, fee included, back to its source; `rule` is the one that refunds."""
    moves = (move(place, entry.source, amount, Reason.REFUND, rule) for place, amount, _ in _parts(entry))
    return chain_of(ref, moving(moves))


def earned_fees_chain(
    tender: Tender, tournament: TournamentId, edition: str, product: str, amount: Cents, rule: RuleId, ref: EventRef
) -> Chain:
    """The transfers of a tournament's start: its fees → the house's account for rulebook and kind of tournament."""
    earned = move(entry_fees(tender, tournament), fees(tender, edition, product), amount, Reason.FEE, rule)
    return chain_of(ref, moving([earned]))


Part = tuple[AccountId, Cents, Reason]


def _parts(entry: Entry, reason: Reason = Reason.ENTRY) -> tuple[Part, ...]:
    tender, tournament = entry.tender, entry.tournament
    return (
        (prizes(tender, tournament), Cents(entry.price.pool - entry.bounty), reason),
        (bounties(tender, tournament), entry.bounty, reason),
        (entry_fees(tender, tournament), entry.price.fee, Reason.FEE),
    )


def _decimal(amount: Cents) -> str:
    return f"{amount // 100}.{amount % 100:02}"
