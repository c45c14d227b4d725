"""
What a lobby's events mean in money.

A registration is a ticket for its game: the buy-in lies in the ticket's account until the game starts, and then the ticket pays
the entry to the game's tournament. From there on money is the director's: the fee inside each buy-in is the tournament's fee, the
rest supplies its pool, and because the drawn prizes are fixed the house adds what the pool lacks or takes what is over.
"""

import re
from collections.abc import Iterator
from typing import Final

from fairdeal.bank.transfer import Chain, Move, Reason, chain_of, move
from fairdeal.hexapro.lobby.events import GameVoided, LobbyClosed, LobbyEvent, Registered, Unregistered
from fairdeal.hexapro.rules import HexaRules, Product, lobby_stream
from fairdeal.kernel import AccountId, Cents, EventRef, MoneyKind, PlayerId, StreamId
from fairdeal.rulebook.clause import EditionId

_REGISTRATION: Final = re.compile(rf"(.+)\.({'|'.join(Product)})\.(\d+)\.(\d\d)\.(\d+)")


def ticket_name(rules: HexaRules, number: int) -> str:
    """The name of the ticket for one game; together with the player it names one account."""
    return f"{rules.edition}.{rules.product.value}.{rules.price_text}.{number}"


def is_registration(ticket: str) -> bool:
    """Whether a ticket is a registration for a HexaPro game, judged by its name."""
    return _REGISTRATION.fullmatch(ticket) is not None


def registration_of(ticket: str, money: MoneyKind) -> tuple[StreamId, int] | None:
    """The lobby and the number of the game that a registration is for; None if the ticket is none."""
    found = _REGISTRATION.fullmatch(ticket)
    if found is None:
        return None
    edition, product, whole, cents, number = found.groups()
    buy_in = Cents(int(whole + cents))
    return lobby_stream(EditionId(edition), Product(product), buy_in, money), int(number)


def ticket_account(rules: HexaRules, player: PlayerId, number: int) -> AccountId:
    """The account that holds a registration's buy-in until the game starts."""
    return rules.director.ticket(player, ticket_name(rules, number))


def lobby_transfers(rules: HexaRules, event: LobbyEvent, ref: EventRef) -> Chain:
    """The transfers of an event, in order; most events mean none."""
    return chain_of(ref, _moves(rules, event))


def _moves(rules: HexaRules, event: LobbyEvent) -> Iterator[Move]:
    wallet = rules.director.wallet
    match event:
        case Registered(player=player, games=games, buy_in=buy_in, rule=rule):
            for number in games:
                yield move(wallet(player), ticket_account(rules, player, number), buy_in, Reason.ENTRY, rule)
        case Unregistered(player=player, games=games, buy_in=buy_in, rule=rule):
            for number in games:
                yield move(ticket_account(rules, player, number), wallet(player), buy_in, Reason.REFUND, rule)
        case LobbyClosed(refunded=refunded, buy_in=buy_in, rule=rule):
            for number, player in refunded:
                yield move(ticket_account(rules, player, number), wallet(player), buy_in, Reason.REFUND, rule)
        case GameVoided(number=number, refunded=players, buy_in=buy_in, rule=rule):
            for player in players:
                yield move(ticket_account(rules, player, number), wallet(player), buy_in, Reason.REFUND, rule)
        case _:
            return
