"""Tables open, close and break; rulebooks change; our downtime does not count (CASH-10, CASH-12, CASH-22)."""

from dataclasses import replace

import pytest

from fairdeal.cash.floor.agenda import ADOPTIONS_AT_ONCE
from fairdeal.cash.floor.commands import (
    AdoptRulebook,
    BreakShort,
    CloseEmpty,
    NoteSeatFreed,
    NoteTableClosed,
    NoteTableClosing,
    OpenNext,
    Recover,
)
from fairdeal.cash.floor.events import (
    QueueJoined,
    QueueLeft,
    ReservationEnded,
    RulebookAdopted,
    SeatGiven,
    TableClosing,
    TurnedAway,
)
from fairdeal.cash.floor.machine import FloorMachine
from fairdeal.cash.streams import table_stream
from fairdeal.cash.table import commands as table_commands
from fairdeal.kernel import SECOND, Cents, Instant, Message, PlayerId, Rejection, RuleId, TableId, Timer, seconds
from fairdeal.rulebook.clause import PW, U22, U26, U27, EditionId
from tests.cash.lobby import Lobby, seats_at, waits

EDITIONS = (U22, U26, U27, PW)
T1, T2, T3 = TableId("T1"), TableId("T2"), TableId("T3")


def closings(lobby: Lobby) -> list[TableClosing]:
    return [event for event in lobby.events if isinstance(event, TableClosing)]


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_empty_table_closes_at_once_but_the_last_one_waits(edition: EditionId) -> None:
    lobby = Lobby(edition, seats=6)
    lobby.place([seats_at("T1", 1), seats_at("T2", 1)])
    lobby.leave("T1-0")
    lobby.settle()
    assert list(lobby.pool.tables) == ["T2"]
    assert [(event.table, event.broken, event.rule) for event in closings(lobby)] == [("T1", False, "CASH-12")]

    lobby.leave("T2-0")
    lobby.wait(30 * SECOND - 1)
    assert list(lobby.pool.tables) == ["T2"]
    lobby.wait(1)

    assert not lobby.pool.tables


def test_an_empty_table_stays_for_those_who_wait() -> None:
    lobby = Lobby(U26)
    lobby.place([seats_at("T1", 1)])
    lobby.fill("ann", "bob")  # the third makes it a game
    for player in ("T1-0", "ann", "bob"):
        lobby.leave(player)
    lobby.join("cid", 100_00)
    lobby.join("dan", 100_00)
    lobby.wait(20 * SECOND)
    lobby.fill("eve")

    assert list(lobby.pool.tables) == ["T1"]
    assert lobby.floor_table(T1).players == ("cid", "dan", "eve")


def test_a_table_somebody_has_a_seat_kept_at_is_not_empty() -> None:
    lobby = Lobby(PW, seats=6)
    lobby.place([seats_at("T1", 1), seats_at("T2", 6)])
    lobby.join("ann")
    lobby.leave("T1-0")
    lobby.wait(59 * SECOND)
    assert T1 in lobby.pool.tables

    lobby.wait(1 * SECOND)

    assert T1 not in lobby.pool.tables


@pytest.mark.rule("CASH-12", edition=U26)
@pytest.mark.rule("CASH-12", edition=PW)
@pytest.mark.parametrize(("edition", "short", "full"), [(U26, 2, 4), (PW, 1, 5)])
def test_a_table_that_cannot_deal_gives_its_players_to_others(edition: EditionId, short: int, full: int) -> None:
    lobby = Lobby(edition, seats=6)
    lobby.place([seats_at("T1", full), seats_at("T2", short + 1)])
    lobby.leave(f"T2-{short}")
    stacks = [30_00, 250_00][:short]  # neither is an amount one could buy in for
    for number, stack in enumerate(stacks):
        lobby.stacks[T2][PlayerId(f"T2-{number}")] = Cents(stack)
    lobby.wait(60 * SECOND - 1)
    assert not closings(lobby)

    lobby.wait(1)

    assert [(event.table, event.broken, event.rule) for event in closings(lobby)] == [("T2", True, "CASH-12")]
    assert list(lobby.pool.tables) == ["T1"]
    assert not lobby.queue()
    given = [event for event in lobby.events if isinstance(event, SeatGiven)][-short:]
    assert [(event.player, event.table, event.buy_in) for event in given] == [
        (f"T2-{number}", "T1", stack) for number, stack in enumerate(stacks)
    ]
    assert {(event.why.code, event.why.rule) for event in given} == {("moved", "CASH-12")}
    queued = [event for event in lobby.events if isinstance(event, QueueJoined)]
    assert [event.carried for event in queued] == stacks


def test_without_room_elsewhere_a_short_table_stays() -> None:
    lobby = Lobby(U26)
    lobby.place([seats_at("T1", 5), seats_at("T2", 2)])
    lobby.wait(600 * SECOND)
    assert not closings(lobby)

    lobby.leave("T1-0")  # now there are two seats
    lobby.settle()

    assert lobby.tables_of("T2-0") == ["T1"]
    assert lobby.floor_table(T1).free == 0


def test_two_short_tables_become_one_and_the_smaller_moves() -> None:
    lobby = Lobby(U26)
    lobby.place([seats_at("T1", 1), seats_at("T2", 2)])
    lobby.wait(60 * SECOND)

    assert list(lobby.pool.tables) == ["T2"]
    assert lobby.floor_table(T2).players == ("T2-0", "T2-1", "T1-0")


def test_breaking_that_would_let_nobody_play_does_not_happen() -> None:
    lobby = Lobby(U26)
    lobby.place([seats_at("T1", 1), seats_at("T2", 1)])
    lobby.wait(600 * SECOND)
    assert not closings(lobby)

    lobby.fill("ann")  # with one who waits, both and the third can play
    lobby.settle()

    assert list(lobby.pool.tables) == ["T1"]
    assert lobby.floor_table(T1).players == ("T1-0", "T2-0", "ann")


def test_whoever_sits_at_both_tables_cannot_be_moved_to_the_other() -> None:
    lobby = Lobby(U26)
    lobby.place([("T1", ["ann", "bob"]), ("T2", ["ann", "cid", "dan"])])
    lobby.wait(600 * SECOND)

    assert not closings(lobby)


@pytest.mark.rule("TIME-01")
def test_a_table_where_somebody_sits_out_is_not_broken() -> None:
    """Sitting out keeps the seat; the table is broken once the player is back or gone."""
    lobby = Lobby(U26)
    lobby.place([seats_at("T1", 3), seats_at("T2", 3)])
    lobby.away("T2-2")
    lobby.wait(600 * SECOND)
    assert not closings(lobby)

    lobby.leave("T2-2", rule="TIME-02")
    lobby.settle()

    assert list(lobby.pool.tables) == ["T1"]


def test_players_of_a_broken_table_stand_before_all_who_wait_in_the_order_they_left() -> None:
    lobby = Lobby(U26)
    lobby.place([seats_at("T1", 4), seats_at("T2", 2), seats_at("T3", 6)])
    lobby.now = Instant(lobby.now + seconds(60))
    told = lobby.send(BreakShort(lobby.stake, T2, Instant(lobby.now - seconds(60))))
    assert not isinstance(told, Rejection)
    lobby.adopt(waits(lobby, "ann"))
    for player in ("T2-1", "T2-0"):
        lobby.leave(player, rule="CASH-12")

    assert lobby.queue() == ["T2-1", "T2-0", "ann"]
    assert [waiting.carried for waiting in lobby.pool.queue] == [100_00, 100_00, None]


def broken(lobby: Lobby) -> None:
    """T2 is to be broken, and nobody has left it yet."""
    lobby.place([seats_at("T1", 4), ("T2", ["ann", "bob"])])
    lobby.now = Instant(lobby.now + seconds(60))
    told = lobby.send(BreakShort(lobby.stake, T2, Instant(lobby.now - seconds(60))))
    assert not isinstance(told, Rejection), told


def test_who_leaves_a_broken_table_by_own_wish_is_not_queued() -> None:
    lobby = Lobby(U26)
    broken(lobby)
    lobby.leave("ann")
    lobby.leave("bob", rule="CASH-12")

    assert lobby.queue() == ["bob"]


def test_who_went_away_before_a_broken_table_closed_goes_home() -> None:
    lobby = Lobby(U26)
    broken(lobby)
    lobby.away("ann")
    lobby.leave("ann", rule="CASH-12")

    assert lobby.queue() == []


def test_a_moved_player_who_waited_for_another_table_waits_once() -> None:
    lobby = Lobby(U26)
    broken(lobby)
    lobby.adopt(waits(lobby, "ann"))
    lobby.leave("ann", rule="CASH-12")

    assert [(waiting.player, waiting.carried) for waiting in lobby.pool.queue] == [("ann", 100_00)]
    assert sum(isinstance(event, QueueLeft) for event in lobby.events) == 1


def test_a_moved_player_whose_wallet_is_empty_is_turned_away() -> None:
    lobby = Lobby(U26)
    broken(lobby)
    lobby.leave("ann", rule="CASH-12")
    lobby.wallets[PlayerId("ann")] = Cents(99_99)
    lobby.settle()

    away = next(event for event in lobby.events if isinstance(event, TurnedAway))
    assert (away.player, away.code, away.rule) == ("ann", "wallet_short", "CASH-12")


def test_the_floor_asks_a_closing_table_until_it_is_gone() -> None:
    lobby = Lobby(U26)
    broken(lobby)
    letter = Message(table_stream(T2), table_commands.Close(RuleId("CASH-12")))
    assert letter in lobby.machine.agenda(lobby.floor)

    lobby.send(NoteTableClosed(T2))

    assert letter not in lobby.machine.agenda(lobby.floor)
    assert T2 not in lobby.pool.tables


def test_a_table_closed_by_others_takes_nobody_and_gives_kept_seats_up() -> None:
    lobby = Lobby(U26)
    lobby.place([seats_at("T1", 4)])
    lobby.join("ann")

    told = lobby.send(NoteTableClosing(T1, RuleId("CASH-20")))
    again = lobby.send(NoteTableClosing(T1, RuleId("CASH-20")))

    assert told == (
        ReservationEnded(lobby.stake, PlayerId("ann"), T1, RuleId("CASH-20")),
        TableClosing(lobby.stake, T1, broken=False, rule=RuleId("CASH-20")),
    )
    assert again == ()
    assert not lobby.pool.free
    lobby.leave("T1-0", rule="CASH-20")
    assert lobby.queue() == []  # the floor did not break it


def test_what_a_table_tells_is_never_refused() -> None:
    lobby = Lobby(U26)

    for note in (NoteSeatFreed(T3, PlayerId("ann"), Cents(1)), NoteTableClosed(T3), NoteTableClosing(T3, RuleId("X"))):
        assert lobby.send(note) == ()


def test_late_timers_are_refused() -> None:
    lobby = Lobby(U26)
    lobby.place([seats_at("T1", 3), seats_at("T2", 0)])
    late = (
        OpenNext(lobby.stake, 3),
        CloseEmpty(lobby.stake, T1, lobby.now),
        CloseEmpty(lobby.stake, T2, Instant(lobby.now - 1)),
        CloseEmpty(lobby.stake, T3, lobby.now),
        BreakShort(lobby.stake, T1, lobby.now),
        BreakShort(lobby.stake, T2, lobby.now),
    )

    for command in late:
        told = lobby.send(command)
        assert isinstance(told, Rejection), command
        assert told.code == "stale_timer"


def test_a_timer_that_comes_early_is_refused() -> None:
    lobby = Lobby(U26)
    lobby.place([seats_at("T1", 0)])
    since = lobby.now
    lobby.now = Instant(since + seconds(30) - 1)
    early = lobby.send(CloseEmpty(lobby.stake, T1, since))
    lobby.now = Instant(since + seconds(30))
    due = lobby.send(CloseEmpty(lobby.stake, T1, since))

    assert isinstance(early, Rejection)
    assert isinstance(due, tuple)


def test_a_table_is_opened_once_for_those_who_wait() -> None:
    lobby = Lobby(U26)
    for player in ("ann", "bob", "cid"):
        lobby.adopt(waits(lobby, player))

    wrong, right, again = (lobby.send(OpenNext(lobby.stake, number)) for number in (2, 1, 1))

    assert isinstance(wrong, Rejection)
    assert isinstance(right, tuple)
    assert isinstance(again, Rejection)
    assert len(lobby.pool.tables) == 1


def adopting(lobby: Lobby, revision: str = "another revision", *, without: bool = False) -> None:
    """The floor learns of another revision of its rulebook: four to deal, or without the lobby's stake."""
    stakes = {
        stake: replace(row, rules=replace(row.rules, players_min=replace(row.rules.players_min, value=4)))
        for stake, row in lobby.offered.items()
        if not (without and stake == lobby.stake)
    }
    lobby.machine = FloorMachine({lobby.rules.digest: lobby.offered, revision: stakes}, lobby.settings)


@pytest.mark.rule("CASH-22")
@pytest.mark.parametrize("edition", [U22, U26, U27])
def test_a_changed_rulebook_holds_at_once_on_the_floor_and_tables_follow(edition: EditionId) -> None:
    lobby = Lobby(edition)
    lobby.place([seats_at("T1", 3), seats_at("T2", 5)])
    adopting(lobby)

    told = lobby.send(AdoptRulebook("another revision"))

    assert told == (RulebookAdopted("another revision", (lobby.stake,), RuleId("CASH-22")),)
    assert Message(table_stream(T1), table_commands.AdoptRulebook("another revision")) in lobby.machine.agenda(
        lobby.floor
    )
    lobby.settle()
    assert {table.edition for table in lobby.pool.tables.values()} == {"another revision"}
    assert list(lobby.pool.short) == ["T1"]  # three are too few by the new text
    assert not lobby.pool.outdated
    assert lobby.send(AdoptRulebook("another revision")) == ()


@pytest.mark.rule("CASH-22")
def test_a_stake_the_new_text_does_not_have_goes_home() -> None:
    lobby = Lobby(U26)
    lobby.place([seats_at("T1", 5)])
    lobby.join("ann")
    lobby.adopt(waits(lobby, "bob"))
    adopting(lobby, without=True)

    told = lobby.send(AdoptRulebook("another revision"))

    assert isinstance(told, tuple)
    assert [type(event) for event in told] == [TurnedAway, ReservationEnded, TableClosing, RulebookAdopted]
    refused = lobby.join("cid", 100_00)
    assert isinstance(refused, Rejection)
    assert refused.code == "no_such_stake"
    lobby.settle()
    assert not lobby.pool.tables


def test_an_unknown_rulebook_is_refused() -> None:
    told = Lobby(U26).send(AdoptRulebook("nobody's"))

    assert isinstance(told, Rejection)
    assert (told.code, told.rule) == ("no_such_rulebook", "CASH-22")


def test_a_large_floor_asks_its_tables_to_follow_in_portions() -> None:
    lobby = Lobby(U26)
    lobby.place([seats_at(f"T{number}", 3) for number in range(ADOPTIONS_AT_ONCE + 6)])
    adopting(lobby)
    lobby.send(AdoptRulebook("another revision"))

    assert len(lobby.machine.agenda(lobby.floor)) == ADOPTIONS_AT_ONCE
    lobby.settle()
    assert not lobby.pool.outdated


def test_downtime_shifts_kept_seats_and_idle_tables() -> None:
    lobby = Lobby(U26)
    lobby.place([seats_at("T1", 2), seats_at("T2", 3)])
    lobby.join("ann", draw=4)
    assert lobby.pool.reservations[PlayerId("ann")].table == "T2"
    down_since, lobby.now = lobby.now, Instant(lobby.now + seconds(1000))

    told = lobby.send(Recover(down_since))

    assert isinstance(told, tuple)
    assert [(event.by, event.rule) for event in told] == [(seconds(1000), "X-143")]  # type: ignore[union-attr]
    at = sorted(task.at for task in lobby.machine.agenda(lobby.floor) if isinstance(task, Timer))
    assert at == [lobby.now + seconds(60), lobby.now + seconds(60)]  # the kept seat, and T1 to be broken
    assert Lobby(U26).send(Recover(down_since)) == ()
