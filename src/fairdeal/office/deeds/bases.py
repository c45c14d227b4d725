"""What many deeds share: whom they concern, and which money they move."""

from dataclasses import dataclass
from typing import ClassVar

from fairdeal.bank.accounts import Purpose, parse_account
from fairdeal.bank.house import tender_of
from fairdeal.kernel import AccountId, MoneyKind, PlayerId, Rejection, StreamId, Units, reject
from fairdeal.office.deed import SIGNS_MONEY, Deed
from fairdeal.office.roles import Role, Roles


class OfPlayer(Deed):
    """What is done to one player."""

    __slots__ = ()

    player: PlayerId

    def players(self) -> tuple[PlayerId, ...]:
        """The player."""
        return (self.player,)


class OfWallet(OfPlayer):
    """What moves money of one wallet."""

    __slots__ = ()

    signs: ClassVar[Roles] = SIGNS_MONEY

    account: AccountId

    def money(self) -> MoneyKind | None:
        """That of the wallet."""
        return tender_of(self.account).money

    def fault(self) -> Rejection | None:
        """An account that is not the player's."""
        return wallet_fault(self.account, self.player)


class OfSetAside(OfPlayer):
    """What becomes of a player's money that was set aside already: a hold or a withdrawal."""

    __slots__ = ()

    signs: ClassVar[Roles] = SIGNS_MONEY

    tender: MoneyKind

    def money(self) -> MoneyKind | None:
        """That of what was set aside."""
        return self.tender


class AtPlace(Deed):
    """What is done where something is played."""

    __slots__ = ()

    asks: ClassVar[Roles] = frozenset({Role.FLOOR})
    signs: ClassVar[Roles] = frozenset({Role.FLOOR, Role.FINANCE, Role.SECURITY})
    in_play: ClassVar[bool] = True

    place: StreamId
    tender: MoneyKind

    def money(self) -> MoneyKind | None:
        """That of the table."""
        return self.tender


@dataclass(frozen=True, slots=True)
class Share:
    """A player's part of money that is moved between players."""

    player: PlayerId
    account: AccountId
    amount: Units


def wallet_fault(account: AccountId, player: PlayerId) -> Rejection | None:
    """Why an account is no wallet of a player; None: it is one."""
    parsed = parse_account(account)
    is_wallet = parsed is not None and parsed.purpose in (Purpose.SITE, Purpose.POKER) and parsed.holder == player
    return None if is_wallet else reject("no_such_account")
