"""
A drawn game as a tournament the director plays: its setup, the rules it is played by, and how it is started.

HexaPro adds nothing to the course of a tournament. It fixes prizes, stacks and levels by the multiplier, and puts its own clauses
in the place of the tournament's where both speak: the time bank, the extra time of a disconnected player, the last level.
"""

from dataclasses import replace
from typing import Final

from fairdeal.bank.fees import Price
from fairdeal.hexapro.lobby.events import GameStarted
from fairdeal.hexapro.lobby.postings import ticket_name
from fairdeal.hexapro.rules import PRODUCTS, GamePlan, HexaRules, Product, hexapro_rules, lobby_stream
from fairdeal.kernel import Cents, Duration, StreamId
from fairdeal.play.time_bank import BankRules, bank_of
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.tournament.director.commands import Announce, EntryFacts, Register, Ticket, TicketKind
from fairdeal.tournament.rules import TournamentRules, tournament_rules
from fairdeal.tournament.setup import TournamentSetup
from fairdeal.tournament.structure import BlindStructure, Level

_MULTIPLIER_ONE: Final = 100


def game_setup(rules: HexaRules, multiplier: int, opening: Duration = Duration(0)) -> TournamentSetup:
    """The tournament of a game with that multiplier, whose first hand waits until the draw was seen."""
    plan = rules.plan(multiplier)
    price, fee = rules.buy_in.value, rules.fee.value
    levels = tuple(Level(row.small_blind, row.big_blind, row.ante) for row in plan.levels.value)
    return TournamentSetup(
        name=f"{rules.product.value} {rules.price_text}",
        edition=rules.digest,
        family=rules.family,
        money=rules.money,
        product=rules.product.value,
        seats=rules.seats.value,
        price=Price(price, Cents(price - fee), fee, rules.buy_in.rule),
        stack=plan.stack.value,
        blinds=BlindStructure(levels, plan.level_time.value),
        payouts=(),
        prizes=plan.prizes.value,
        starts_at=None,
        entries_min=rules.seats.value,
        synchronised_breaks=False,
        opening=opening,
    )


def is_hexapro(setup: TournamentSetup) -> bool:
    """Whether a tournament is a game of a HexaPro lobby."""
    return setup.product in PRODUCTS


def game_rules(edition: Edition, setup: TournamentSetup) -> TournamentRules:
    """The rules a HexaPro game is directed by: a sit & go's, with HexaPro's own values and the multiplier's time bank."""
    rules = hexapro_rules(edition, Product(setup.product), setup.price.total, setup.money)
    bank = _bank(rules, rules.plan(multiplier_of(setup)))
    return replace(tournament_rules(edition, setup), poker=rules.director.poker, bank=bank)


def multiplier_of(setup: TournamentSetup) -> int:
    """The multiplier that was drawn for a game, in hundredths."""
    assert setup.prizes is not None, "a HexaPro game has the prizes of its multiplier"
    return sum(setup.prizes) * _MULTIPLIER_ONE // setup.price.total


def _bank(rules: HexaRules, plan: GamePlan) -> BankRules | None:
    return None if plan.bank is None else bank_of(rules.director.poker.time_bank, plan.bank.value)


def opening_commands(rules: HexaRules, event: GameStarted, opening: Duration) -> tuple[Announce | Register, ...]:
    """What the director is told when a game starts: the tournament, and its players with their tickets."""
    entries = []
    for player in event.players:
        name = ticket_name(rules, event.number)
        facts = EntryFacts(ticket=Ticket(name, event.buy_in, event.tournament, TicketKind.GAME))
        entries.append(Register(player, ticket=name, facts=facts))
    return (Announce(game_setup(rules, event.multiplier, opening)), *entries)


def lobby_of(rules: TournamentRules, setup: TournamentSetup) -> StreamId:
    """The stream of the lobby a game came from."""
    return lobby_stream(rules.edition, Product(setup.product), setup.price.total, setup.money)
