"""The cash stakes of a house."""

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
    """All cash stakes of the house, under every text of their rulebooks, and how the house runs them."""

    offered: Mapping[StakeId, Offered]  # under the texts in force
    rules: Mapping[StakeId, Mapping[str, CashRules]]  # under every text, by content hash
    texts: Mapping[StreamId, Mapping[str, Mapping[StakeId, Offered]]]  # by floor, then by content hash
    in_force: Mapping[StreamId, str]  # content hash by floor
    settings: HouseSettings


def cash_house(
    editions: list[Edition],
    kinds: list[MoneyKind],
    settings: HouseSettings,
    older: list[Edition] | None = None,
) -> CashHouse:
    """The stakes of these editions for these kinds of money; `older` are texts that running tables may still play by."""
    offered: dict[StakeId, Offered] = {}
    rules: dict[StakeId, dict[str, CashRules]] = {}
    texts: dict[StreamId, dict[str, Mapping[StakeId, Offered]]] = {}
    in_force: dict[StreamId, str] = {}
    for edition, current in [*((each, False) for each in older or []), *((each, True) for each in editions)]:
        for money in kinds:
            stakes = offer(edition, money)
            for floor, rows in floors(stakes).items():
                digest = next(iter(rows.values())).rules.digest
                texts.setdefault(floor, {})[digest] = rows
                if current:
                    in_force[floor] = digest
            for stake, row in stakes.items():
                rules.setdefault(stake, {})[row.rules.digest] = row.rules
                if current:
                    offered[stake] = row
    return CashHouse(offered, rules, texts, in_force, settings)


def wallet_of(rules: CashRules, player: PlayerId) -> AccountId:
    """The account a player's buy-ins at a stake come from."""
    return table_wallet(rules.wallet, rules.money, player)
