"""Tickets in the room as it is wired: what was paid for one thing never pays for another, and never comes to nothing."""

from dataclasses import replace
from typing import Any

import pytest

from fairdeal.bank.accounts import Purpose
from fairdeal.bank.limits import tally_of
from fairdeal.bank.transfer import Reason, Transfer
from fairdeal.hexapro.lobby.commands import CloseLobby, Register, StartGame, VoidGame
from fairdeal.hexapro.lobby.events import GameVoided
from fairdeal.hexapro.lobby.postings import is_registration, ticket_name
from fairdeal.hexapro.rules import HexaRules, Product, hexapro_rules
from fairdeal.kernel import (
    HOUR,
    MINUTE,
    SECOND,
    Cents,
    EventRef,
    MoneyKind,
    PlayerId,
    RuleId,
    StreamId,
    TournamentId,
    units_of,
)
from fairdeal.room.bank.purse import purse_stream
from fairdeal.room.tournament.codecs import LOBBY_EVENTS
from fairdeal.rulebook.clause import U22, U26, U27, EditionId
from fairdeal.rulebook.loader import published_edition
from fairdeal.runtime.ports import Answer
from fairdeal.storage.port import Append, Committed, Unit
from fairdeal.testing.tournaments.plan import MAIN, TournamentPlan, bill
from fairdeal.testing.tournaments.simulation import TournamentRun
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.state import Status, Tournament
from fairdeal.tournament.setup import Satellite

A, B, C = (PlayerId(f"p{number:05}") for number in range(3))
RULE = RuleId("MTT-35")
TARGET, OTHER = TournamentId("TARGET"), TournamentId("OTHER")


def opened(kind: str, edition: EditionId = U27, entrants: int = 6) -> TournamentRun:
    run = TournamentRun(TournamentPlan(kind=kind, entrants=entrants, seed=4, edition=published_edition(edition)))
    run.begin()
    return run


def say(run: TournamentRun, stream: StreamId, command: Any) -> Answer:
    """Tell a machine something and hear what came of it."""
    answers: list[Answer] = []
    assert run.room is not None
    run.room.registry.send(stream, command, answers.append)
    run.advance(SECOND)
    (answer,) = answers
    return answer


def tell(run: TournamentRun, tournament: TournamentId, command: Any) -> Answer:
    return say(run, StreamId(f"tournament:{tournament}"), command)


def code(answer: Answer) -> str | None:
    return None if answer is None else answer.code


def announce(run: TournamentRun, target: TournamentId = TARGET) -> None:
    """All tournaments of the plan, and one more with the setup of the first; satellites lead to the target."""
    assert run.room is not None
    bills = bill(run.plan, run.clock.now(), run.people.players)
    for billed in bills:
        leads_to = billed.setup.satellite and replace(billed.setup.satellite, target=target)
        run.room.tournaments.announce(replace(billed.setup, satellite=leads_to), billed.tournament)
    run.room.tournaments.announce(replace(bills[0].setup, name="Another"), OTHER)
    run.advance(SECOND)


def state_of(run: TournamentRun, tournament: TournamentId) -> Tournament:
    assert run.room is not None
    state = run.room.tournaments.find(tournament)
    assert state is not None
    return state


def held(run: TournamentRun, player: PlayerId) -> int:
    """What a player's tickets are worth, in cents."""
    accounts = run.store.accounts(Purpose.TICKET).items()
    return sum(units for account, units in accounts if account.startswith(f"ticket:{player}/")) // 100


def registered(run: TournamentRun, *players: PlayerId) -> str:
    """The lobby's first game, entered by these players; the name of its tickets."""
    rules = lobby(run)
    for player in players:
        assert say(run, rules.stream, Register(player, 1, rules.buy_in.value)) is None
    return ticket_name(rules, 1)


def lobby(run: TournamentRun) -> HexaRules:
    """The HexaPro lobby at the price of the plan's tournament."""
    return hexapro_rules(run.plan.edition, Product.HEXAPRO, Cents(10_00), MoneyKind.TEST)


# ---- registrations of HexaPro games


@pytest.mark.rule("HEXA-03")
@pytest.mark.rule("MTT-35")
@pytest.mark.parametrize("edition", [U22, U26, U27])
def test_a_registration_for_a_hexapro_game_is_no_ticket_for_an_event_of_the_same_price(edition: EditionId) -> None:
    run = opened("freezeout", edition)
    announce(run)
    assert state_of(run, MAIN).setup.price.total == 10_00
    ticket = registered(run, A, B)

    answer = tell(run, MAIN, ms.Register(A, ticket=ticket))

    assert answer is not None
    assert (answer.code, answer.rule) == ("ticket_not_valid", "MTT-35")
    assert held(run, A) == 10_00
    registered(run, C)
    assert run.room is not None
    (game,) = run.room.registry.actor(lobby(run).stream).state.running
    assert game.players == (A, B, C)
    assert held(run, A) == 0


@pytest.mark.rule("CANC-52")
def test_a_full_game_that_is_not_drawn_is_voided_in_the_room_and_counts_for_no_limit() -> None:
    run = opened("freezeout")
    assert run.room is not None
    run.room.registry.suspend_timers((StartGame,))  # it cannot be drawn
    registered(run, A, B, C)
    stream = lobby(run).stream
    assert say(run, stream, CloseLobby("S1", "out of order")) is None
    assert held(run, A) == 10_00  # closing gives back only what is not full
    assert staked(run, A) == units_of(Cents(10_00))

    assert say(run, stream, VoidGame(1, "S1", "it cannot be drawn")) is None

    assert [held(run, player) for player in (A, B, C)] == [0, 0, 0]
    events = [LOBBY_EVENTS.decode(data) for _, _, data in run.store.entries(stream)]
    (voided,) = [event for event in events if isinstance(event, GameVoided)]
    assert (voided.refunded, voided.rule, voided.staff) == ((A, B, C), "CANC-52", "S1")
    assert staked(run, A) == 0


@pytest.mark.rule("CANC-52")
def test_what_a_closed_lobby_gives_back_counts_for_no_limit() -> None:
    run = opened("freezeout")
    registered(run, A, B)
    assert staked(run, A) == units_of(Cents(10_00))

    assert say(run, lobby(run).stream, CloseLobby("S1", "out of order")) is None

    assert [(held(run, player), staked(run, player)) for player in (A, B)] == [(0, 0), (0, 0)]


def staked(run: TournamentRun, player: PlayerId) -> int:
    """What a player's limits count as at risk."""
    assert run.room is not None
    lost = run.room.registry.actor(purse_stream(player)).state.lost
    return tally_of(lost, lobby(run).director.tender).month


def test_names_of_registrations_are_told_from_names_of_other_tickets() -> None:
    assert is_registration("unibet-2.7.hexapro.10.00.1")
    assert is_registration("club.extreme.0.20.12")
    for name in ("MAIN.1", "01JC.2", "hexapro.10.00", "gift", "unibet-2.7.hexapro.10.00.x"):
        assert not is_registration(name)


# ---- what satellites award


def satellite_won(target: TournamentId = TARGET) -> tuple[TournamentRun, PlayerId]:
    """A satellite that is over; the winner holds the ticket and is not entered anywhere."""
    run = opened("satellite")
    announce(run, target)
    for player in run.people.players:
        assert tell(run, MAIN, ms.Register(player)) is None
    while state_of(run, MAIN).status is not Status.FINISHED:
        run.advance(MINUTE)
    winner = state_of(run, MAIN).outs[6]
    tell(run, TARGET, ms.Unregister(winner))  # unless somebody did already
    assert held(run, winner) == 40_00
    return run, winner


@pytest.mark.rule("MTT-33c")
def test_a_ticket_is_for_its_target_as_long_as_that_can_be_entered() -> None:
    run, winner = satellite_won()

    assert code(tell(run, OTHER, ms.Register(winner, ticket="MAIN.1"))) == "ticket_not_valid"
    assert code(tell(run, TARGET, ms.Register(winner, ticket="MAIN.1"))) is None
    assert held(run, winner) == 0


@pytest.mark.rule("CANC-52")
def test_a_ticket_that_a_cancelled_target_gave_back_buys_another_event_of_its_price_and_no_other() -> None:
    run, winner = satellite_won()
    assert tell(run, TARGET, ms.Register(winner, ticket="MAIN.1")) is None
    assert tell(run, TARGET, ms.Cancel("S1", "fault")) is None
    assert held(run, winner) == 40_00
    assert run.room is not None
    cheap = replace(state_of(run, OTHER).setup, price=state_of(run, MAIN).setup.price)
    run.room.tournaments.announce(cheap, TournamentId("CHEAP"))
    run.advance(SECOND)

    assert code(tell(run, TournamentId("CHEAP"), ms.Register(winner, ticket="MAIN.1"))) == "ticket_not_valid"
    assert code(tell(run, OTHER, ms.Register(winner, ticket="MAIN.1"))) is None
    assert held(run, winner) == 0


@pytest.mark.rule("MTT-33c")
def test_a_ticket_for_an_event_that_is_not_announced_yet_waits_for_it() -> None:
    run, winner = satellite_won(target=TournamentId("LATER"))

    assert code(tell(run, OTHER, ms.Register(winner, ticket="MAIN.1"))) == "ticket_not_valid"
    assert held(run, winner) == 40_00


@pytest.mark.rule("MTT-63")
def test_a_package_enters_no_tournament() -> None:
    run = opened("satellite")
    assert run.room is not None
    goal, feeder = bill(run.plan, run.clock.now(), run.people.players)
    package = replace(feeder.setup, satellite=Satellite(goal.setup.price.total, None, "A week in Tallinn"))
    run.room.tournaments.announce(goal.setup, OTHER)
    run.room.tournaments.announce(package, MAIN)
    run.advance(SECOND)
    for player in run.people.players:
        assert tell(run, MAIN, ms.Register(player)) is None
    while state_of(run, MAIN).status is not Status.FINISHED:
        run.advance(MINUTE)
    winner = state_of(run, MAIN).outs[6]

    assert code(tell(run, OTHER, ms.Register(winner, ticket="MAIN.1"))) == "ticket_not_valid"
    assert held(run, winner) == 40_00


# ---- tickets of earlier builds


def test_a_ticket_without_an_issuer_is_an_entry_at_its_price_as_it_was_before() -> None:
    run = opened("freezeout")
    announce(run)
    assert run.room is not None
    tender = lobby(run).director.tender
    gift, outside = tender.account(Purpose.TICKET, f"{A}/gift"), tender.account(Purpose.OUTSIDE)
    given = Transfer(EventRef(StreamId("gifts:1"), 1), outside, gift, units_of(Cents(10_00)), Reason.TICKET, RULE)
    written = Append(given.ref.stream, 0, (b"a gift",))
    (outcome,) = run.store.commit([Unit(run.room.registry.lease, run.clock.now(), (written,), (given,))])
    assert isinstance(outcome, Committed), outcome
    run.advance(SECOND)
    assert held(run, A) == 10_00

    run.crash()
    run.advance(HOUR // 4)

    assert code(tell(run, MAIN, ms.Register(A, ticket="gift"))) is None
    assert held(run, A) == 0
