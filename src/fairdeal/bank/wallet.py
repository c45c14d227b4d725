"""
Which of a player's accounts a game is played from.

Where an edition has one wallet it is the site's, and poker tables take buy-ins from it. Where poker is kept apart (WAL-01),
tables take buy-ins from the poker wallet and from nowhere else, and players move money there first. Casino tables always
play from the site wallet.
"""

from collections.abc import Iterable

from fairdeal.bank.accounts import Tender, poker_wallet, seat, site_wallet
from fairdeal.bank.transfer import Move, Reason, move
from fairdeal.kernel import AccountId, Cents, Currency, MoneyKind, PlayerId, TableId
from fairdeal.rulebook.schema.choices import WalletScheme
from fairdeal.rulebook.schema.money import Wallet


def site_currency(wallet: Wallet) -> Currency:
    """The currency of the site wallet beside that poker room: that of its tables, unless money is exchanged."""
    return wallet.currency.value if wallet.exchange is None else wallet.exchange.site_currency.value


def table_wallet(wallet: Wallet, money: MoneyKind, player: PlayerId) -> AccountId:
    """The account a player's buy-ins and entries come from and winnings at poker go to."""
    tender = Tender(wallet.currency.value, money)
    if wallet.scheme.value is WalletScheme.SITE_AND_POKER:
        return poker_wallet(tender, player)
    return site_wallet(tender, player)


def casino_wallet(tender: Tender, player: PlayerId) -> AccountId:
    """The account a player's casino bets come from, at a table of that tender."""
    return site_wallet(tender, player)


def accounts_of(
    player: PlayerId, wallets: Iterable[Wallet], casino: Iterable[Currency], kinds: Iterable[MoneyKind]
) -> tuple[AccountId, ...]:
    """
    The accounts a new player gets, each once: for every kind of money, the wallets of the poker rooms and of the casino.

    `wallets` are those of the offered editions, `casino` the currencies of the casino tables.
    """
    rooms, currencies = tuple(wallets), tuple(casino)
    found: list[AccountId] = []
    for money in kinds:
        for wallet in rooms:
            found.append(site_wallet(Tender(site_currency(wallet), money), player))
            found.append(table_wallet(wallet, money, player))
        found += [casino_wallet(Tender(currency, money), player) for currency in currencies]
    return tuple(dict.fromkeys(found))


def buy_in(wallet: Wallet, money: MoneyKind, table: TableId, player: PlayerId, amount: Cents) -> Move:
    """The move of a buy-in: wallet → seat; short funds are refused with the rule that names the wallet."""
    escrow = seat(Tender(wallet.currency.value, money), table, player)
    source = table_wallet(wallet, money, player)
    return move(source, escrow, amount, Reason.BUY_IN, wallet.scheme.rule)


def cash_out(wallet: Wallet, money: MoneyKind, table: TableId, player: PlayerId, amount: Cents) -> Move:
    """The move of a cash-out: seat → the wallet that buy-ins come from."""
    escrow = seat(Tender(wallet.currency.value, money), table, player)
    home = table_wallet(wallet, money, player)
    return move(escrow, home, amount, Reason.CASH_OUT, wallet.scheme.rule)
