"""The cash stakes an operator offers, with their rules."""

from collections.abc import Mapping
from dataclasses import dataclass

from fairdeal.bank.wallet import table_wallet
from fairdeal.cash.offer import Offered, StakeId, floors, offer
from fairdeal.cash.rules import CashRules
from fairdeal.cash.settings import HouseSettings
from fairdeal.kernel import AccountId, MoneyKind, PlayerId, StreamId
from fairdeal.rulebook.schema.edition import Edition


@dataclass(frozen=True)
class CashHouse:
    """All cash stakes of the house, under every revision of their rulebooks, with the operator's settings for them."""

    offered: Mapping[StakeId, Offered]  # under the revisions in force
    rules: Mapping[StakeId, Mapping[str, CashRules]]  # under every revision, by content hash
    revisions: Mapping[StreamId, Mapping[str, Mapping[StakeId, Offered]]]  # by floor, then by content hash
    in_force: Mapping[StreamId, str]  # content hash by floor
    settings: HouseSettings


def cash_house(
    editions: list[Edition],
    kinds: list[MoneyKind],
    settings: HouseSettings,
    earlier_revisions: list[Edition] | None = None,
) -> CashHouse:
    """The stakes of these editions for these kinds of money; `earlier_revisions` are those that running tables may still play by."""
    offered: dict[StakeId, Offered] = {}
    rules: dict[StakeId, dict[str, CashRules]] = {}
    revisions: dict[StreamId, dict[str, Mapping[StakeId, Offered]]] = {}
    in_force: dict[StreamId, str] = {}
    for edition, current in [
        *((each, False) for each in earlier_revisions or []),
        *((each, True) for each in editions),
    ]:
        for money in kinds:
            stakes = offer(edition, money)
            for floor, rows in floors(stakes).items():
                digest = next(iter(rows.values())).rules.digest
                revisions.setdefault(floor, {})[digest] = rows
                if current:
                    in_force[floor] = digest
            for stake, row in stakes.items():
                rules.setdefault(stake, {})[row.rules.digest] = row.rules
                if current:
                    offered[stake] = row
    return CashHouse(offered, rules, revisions, in_force, settings)


def wallet_of(rules: CashRules, player: PlayerId) -> AccountId:
    """The account a player's buy-ins at a stake come from."""
    return table_wallet(rules.wallet, rules.money, player)
