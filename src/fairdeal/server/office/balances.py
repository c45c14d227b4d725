"""What the wallets of a player hold, for deeds that end an account: when they are asked for, and again when they take effect."""

from dataclasses import replace

from fairdeal.bank.accounts import Tender, poker_wallet, site_wallet
from fairdeal.bank.fx import into_site
from fairdeal.bank.house import tender_of
from fairdeal.kernel import MoneyKind, PlayerId, Rejection, Units
from fairdeal.office.deed import Deed
from fairdeal.office.deeds.people import Balance, CloseForfeiting, CloseReturning, MovedToSite
from fairdeal.server.api.purse import balances_of, exchange_terms, purse_of, rate_of_today
from fairdeal.server.house import ServerHouse, playing_kind
from fairdeal.server.office.forms.base import CENT


def balances(house: ServerHouse, player: PlayerId) -> tuple[Balance, ...]:
    """What the wallets of a player hold of the money this house plays for, in whole cents."""
    kind = playing_kind(house)
    accounts = [each for each in purse_of(house, player).accounts if tender_of(each).money is kind]
    held = balances_of(house, accounts)
    cents = {account: Units(amount - amount % CENT) for account, amount in held.items()}
    return tuple(Balance(account, amount) for account, amount in cents.items() if amount > 0)


def payable(house: ServerHouse, player: PlayerId) -> tuple[tuple[Balance, ...], tuple[MovedToSite, ...]]:
    """What would be paid out of a player's site wallets, after poker wallets were emptied into them."""
    found = {each.account: each.amount for each in balances(house, player)}
    terms, kind = exchange_terms(house), playing_kind(house)
    if terms is None or kind is MoneyKind.PLAY:
        return tuple(Balance(*each) for each in found.items()), ()
    moved = []
    poker = poker_wallet(Tender(terms.poker, kind), player)
    all_of_it = balances_of(house, [poker])[poker]
    found.pop(poker, None)
    rate = rate_of_today(house, terms)
    quote = into_site(terms, all_of_it, rate) if all_of_it else None
    if quote is not None and not isinstance(quote, Rejection):
        site = site_wallet(Tender(terms.site, kind), player)
        found[site] = Units(found.get(site, 0) + quote.received)
        moved.append(MovedToSite(kind, all_of_it, rate))
    return tuple(Balance(*each) for each in found.items()), tuple(moved)


def with_balances_of_now(house: ServerHouse, deed: Deed) -> Deed:
    """A deed that was signed and waited, with what the wallets hold when it takes effect."""
    match deed:
        case CloseReturning():
            left, moved = payable(house, deed.player)
            return replace(deed, balances=left, moved=moved)
        case CloseForfeiting():
            return replace(deed, balances=balances(house, deed.player))
        case _:
            return deed
