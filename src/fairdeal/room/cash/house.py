"""The cash stakes an operator offers, with their rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from fairdeal.bank.wallet import table_wallet
from fairdeal.cash.offer import Offered, StakeId, floors, is_named, offer
from fairdeal.cash.rules import CashRules
from fairdeal.cash.settings import HouseSettings
from fairdeal.kernel import AccountId, MoneyKind, PlayerId, StreamId
from fairdeal.rulebook.schema.edition import Edition


@dataclass(frozen=True)
class CashHouse:
    """All cash stakes of the house, under every revision of their rulebooks, with the operator's settings for them."""

    kinds: tuple[MoneyKind, ...]
    settings: HouseSettings
    offered: dict[StakeId, Offered] = field(default_factory=dict)  # under the revisions in force, unless closed
    stakes: dict[StakeId, Offered] = field(default_factory=dict)  # under the revisions in force, closed or not
    closed: list[str] = field(
        default_factory=list
    )  # what the house does not offer at present, `*` for any part of an id
    rules: dict[StakeId, dict[str, CashRules]] = field(default_factory=dict)  # under every revision, by content hash
    revisions: dict[StreamId, dict[str, Mapping[StakeId, Offered]]] = field(
        default_factory=dict
    )  # by floor, then by content hash
    in_force: dict[StreamId, str] = field(default_factory=dict)  # content hash by floor

    def learn(self, edition: Edition) -> dict[StakeId, Offered]:
        """Know a revision, so that floors and tables can adopt it; nothing plays by it yet. Returns its stakes."""
        found: dict[StakeId, Offered] = {}
        for money in self.kinds:
            stakes = offer(edition, money)
            for floor, rows in floors(stakes).items():
                self.revisions.setdefault(floor, {})[next(iter(rows.values())).rules.digest] = rows
            for stake, row in stakes.items():
                self.rules.setdefault(stake, {})[row.rules.digest] = row.rules
            found |= stakes
        return found

    def forget(self, edition: Edition, digest: str) -> None:
        """Know a revision no longer that nothing plays by."""
        for floor in self.floors_of(edition.id):
            self.revisions[floor].pop(digest, None)
        for stake in [stake for stake, known in self.rules.items() if digest in known]:
            del self.rules[stake][digest]
            if not self.rules[stake]:
                del self.rules[stake]

    def put_in_force(self, edition: Edition) -> None:
        """Offer the stakes of a revision from now on, in place of those of the one before."""
        stakes = self.learn(edition)
        for stake in [stake for stake, row in self.stakes.items() if row.rules.edition == edition.id]:
            if stake not in stakes:
                del self.stakes[stake]
        self.stakes.update(stakes)
        self._offer()
        for floor, rows in floors(stakes).items():
            self.in_force[floor] = next(iter(rows.values())).rules.digest

    def close(self, names: Sequence[str]) -> None:
        """Offer all stakes but these from now on."""
        self.closed[:] = names
        self._offer()

    def _offer(self) -> None:
        """Others hold the same dictionary, which is filled anew in the order of the rulebooks."""
        self.offered.clear()
        self.offered.update({stake: row for stake, row in self.stakes.items() if not is_named(stake, self.closed)})

    def rules_of(self, stake: StakeId) -> CashRules:
        """The rules of a stake that is offered, or was when its tables opened."""
        row = self.stakes.get(stake)
        return row.rules if row is not None else next(reversed(self.rules[stake].values()))

    def floors_of(self, edition: str) -> tuple[StreamId, ...]:
        """The floors that seat players by a rulebook."""
        return tuple(
            floor
            for floor, revisions in self.revisions.items()
            if any(row.rules.edition == edition for rows in revisions.values() for row in rows.values())
        )


def cash_house(
    editions: list[Edition],
    kinds: list[MoneyKind],
    settings: HouseSettings,
    earlier_revisions: list[Edition] | None = None,
    closed: Sequence[str] = (),
) -> CashHouse:
    """
    The stakes of these editions for these kinds of money, but those that are closed.

    `earlier_revisions` are those that running tables may still play by.
    """
    house = CashHouse(tuple(kinds), settings, closed=list(closed))
    for edition in earlier_revisions or []:
        house.learn(edition)
    for edition in editions:
        house.put_in_force(edition)
    return house


def wallet_of(rules: CashRules, player: PlayerId) -> AccountId:
    """The account a player's buy-ins at a stake come from."""
    return table_wallet(rules.wallet, rules.money, player)
