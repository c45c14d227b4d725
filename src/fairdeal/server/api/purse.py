"""Commands to a player's purse, and reading it."""

from collections.abc import Iterable
from typing import Any, Final

from fairdeal.bank.accounts import Purpose, Tender, parse_account, pending_top_up, seat
from fairdeal.bank.fx import Terms, terms_of
from fairdeal.bank.purse.commands import MoveToPoker, RefillWallet
from fairdeal.bank.purse.state import Purse
from fairdeal.bank.rates import DEMO_DAY, Rate, find_rate
from fairdeal.bank.wallet import accounts_of
from fairdeal.casino.table.postings import bet_account
from fairdeal.kernel import (
    UNITS_PER_CENT,
    AccountId,
    MoneyKind,
    PlayerId,
    TableId,
    Units,
    local_date,
)
from fairdeal.room.bank.purse import purse_stream
from fairdeal.runtime.keys import Key
from fairdeal.server.auth.refused import Refused
from fairdeal.server.house import ServerHouse, answered

_DEMO_VALUE: Final = 5


async def ask_purse(house: ServerHouse, player: PlayerId, command: Any, key: Key | str | None = None) -> None:
    """Send a command to a player's purse; with a key it is executed once, however often it is sent."""
    await answered(lambda reply: house.room.purse(player, command, reply, key))


def purse_of(house: ServerHouse, player: PlayerId) -> Purse:
    """The present state of a player's purse."""
    purse: Purse = house.room.registry.actor(purse_stream(player)).state
    return purse


def balances_of(house: ServerHouse, accounts: Iterable[AccountId]) -> dict[AccountId, Units]:
    """Balances of accounts; 0 for those that do not exist."""
    wanted = list(accounts)
    held = house.journal.balances(wanted)
    return {account: Units(held.get(account, 0)) for account in wanted}


async def open_wallets(house: ServerHouse, player: PlayerId) -> None:
    """Open the wallets of a new player and fill them with free money where allowed."""
    await answered(lambda reply: house.room.open_purse(player, reply))
    for account in refillable(house, player):
        try:
            await refill(house, player, account)
        except Refused as why:
            if why.code not in ("refill_not_needed", "refill_used_up"):
                raise
    await _share_with_poker(house, player)


async def _share_with_poker(house: ServerHouse, player: PlayerId) -> None:
    """Where poker has a wallet of its own, move half of a newcomer's free money there."""
    terms = exchange_terms(house)
    if terms is None:
        return
    for money in house.room.settings.money:
        if money is not MoneyKind.TEST:
            continue  # play money comes to every wallet anyway
        site = Tender(terms.site, money).account(Purpose.SITE, player)
        half = balances_of(house, [site])[site] // 2
        amount = Units(half - half % UNITS_PER_CENT)
        if amount > 0:
            await ask_purse(house, player, MoveToPoker(money, amount, rate_of_today(house, terms)))


def limit_currencies(house: ServerHouse) -> list[str]:
    """The currencies of the site wallets that a newcomer gets, the first one first."""
    wallets = {row.rules.wallet.scheme.rule: row.rules.wallet for row in house.room.cash.house.offered.values()}
    accounts = accounts_of(
        PlayerId("newcomer"), wallets.values(), house.room.casino.house.currencies, house.room.settings.money
    )
    parsed = [each for account in accounts if (each := parse_account(account)) is not None]
    found = dict.fromkeys(each.tender.currency.value for each in parsed if each.purpose is Purpose.SITE)
    return list(found) or ["EUR"]


def refillable(house: ServerHouse, player: PlayerId) -> list[AccountId]:
    """The wallets that free money refills: site wallets for test money, all for play money."""
    found = []
    for account in purse_of(house, player).accounts:
        parsed = parse_account(account)
        if parsed is None or parsed.tender.money is MoneyKind.REAL:
            continue
        if parsed.purpose is Purpose.SITE or parsed.tender.money is MoneyKind.PLAY:
            found.append(account)
    return found


async def refill(house: ServerHouse, player: PlayerId, account: AccountId) -> None:
    """Refill a wallet with free money."""
    await ask_purse(house, player, RefillWallet(account, holdings(house, player, account)))


def holdings(house: ServerHouse, player: PlayerId, account: AccountId) -> Units:
    """What a player has of the money of an account, tables included."""
    parsed = parse_account(account)
    if parsed is None:
        return Units(0)
    tender = parsed.tender
    wallets = [each for each in purse_of(house, player).accounts if _tender(each) == tender]
    tables = [
        place(tender, table, player) for table in house.room.tables_of(player) for place in (seat, pending_top_up)
    ]
    bets = [bet_account(tender, table, player) for table in house.room.casino.visits_of(player)]
    return Units(sum(balances_of(house, [*wallets, *tables, *bets]).values()))


def tables_with_money(house: ServerHouse, player: PlayerId) -> list[tuple[TableId, Tender, Units, Units]]:
    """
    The tables where a player has money: which money, how much, and the top-up pending until the end of the hand.

    At casino tables it is the bets that are not settled.
    """
    tenders = dict.fromkeys(
        tender for each in purse_of(house, player).accounts if (tender := _tender(each)) is not None
    )
    found = []
    for table in house.room.tables_of(player):
        for tender in tenders:
            accounts = seat(tender, table, player), pending_top_up(tender, table, player)
            held = balances_of(house, accounts)
            if any(held.values()):
                found.append((table, tender, held[accounts[0]], held[accounts[1]]))
    for table in house.room.casino.visits_of(player):
        tender = house.room.casino.house.machines[table].facts.tender
        account = bet_account(tender, table, player)
        if staked := balances_of(house, [account])[account]:
            found.append((table, tender, staked, Units(0)))
    return found


def _tender(account: AccountId) -> Tender | None:
    parsed = parse_account(account)
    return None if parsed is None else parsed.tender


def exchange_terms(house: ServerHouse) -> Terms | None:
    """The terms of transfers between site and poker wallet, if a hosted rulebook keeps them apart."""
    for edition in house.editions:
        if edition.poker is not None and (terms := terms_of(edition.poker)) is not None:
            return terms
    return None


def rate_of_today(house: ServerHouse, terms: Terms) -> Rate | None:
    """The exchange rate of today; without rates of the operator a demo rate, never for real money."""
    if terms.exchange is None:
        return None
    found = find_rate(house.rates(), terms.pair, local_date(terms.zone, house.clock.now()))
    if found is not None:
        return found
    decimals = terms.exchange.rate_decimals.value
    return Rate(terms.pair, DEMO_DAY, _DEMO_VALUE * 10**decimals, decimals, "made up for trying things out", demo=True)
