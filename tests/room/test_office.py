"""The docket in a room: a deed is carried out once or not at all, whatever crashes when; and nobody edits its history."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from fairdeal.bank.accounts import Tender, site_wallet
from fairdeal.bank.bars import Scope
from fairdeal.bank.holds.state import Grounds
from fairdeal.bank.house import StaffId
from fairdeal.bank.policy import BankPolicy
from fairdeal.bank.purse.commands import ApproveWithdrawal, AskWithdrawal, CloseAccount, OpenPurse, ReceiveDeposit
from fairdeal.bank.purse.state import Purse
from fairdeal.kernel import Currency, Instant, MoneyKind, PlayerId, Rejection, RuleId, Units, seconds
from fairdeal.office.deed import FREEZE, NOTICE, Deed, Order
from fairdeal.office.deeds.bases import Share
from fairdeal.office.deeds.money import Credit, PayoutSent, Reverse
from fairdeal.office.deeds.people import Balance, CloseForfeiting, CloseReturning, LiftSuspension, Suspend
from fairdeal.office.docket.commands import Ask, Deny, SetRoles, Sign, Withdraw
from fairdeal.office.docket.state import STREAM
from fairdeal.office.roles import Role
from fairdeal.room.bank.purse import purse_stream
from fairdeal.room.office.codecs import LISTED
from fairdeal.room.office.listings import REQUESTS
from fairdeal.room.office.record import adopt_earlier
from fairdeal.room.room import Room
from fairdeal.room.settings import RoomSettings
from fairdeal.room.wiring import open_room
from fairdeal.rulebook.clause import U27
from fairdeal.rulebook.loader import published_edition
from fairdeal.runtime.entropy import SystemEntropy
from fairdeal.storage.anchors import Anchorer, close_chains
from fairdeal.storage.archive import Archive
from fairdeal.storage.chain import PLAIN, ChainHasher
from fairdeal.storage.memory import MemoryStore
from fairdeal.storage.opening import open_store
from fairdeal.storage.vault import Vault
from fairdeal.storage.verify.check import check
from fairdeal.testing.clock import ManualClock
from fairdeal.testing.journal import Crash, CrashPoint, SimJournal
from tests.room.busy_room import seal

EURO = Tender(Currency.EUR, MoneyKind.REAL)
ANN, BOB = PlayerId("ann"), PlayerId("bob")
SIGRID, FRANK, SAM = StaffId("sigrid"), StaffId("frank"), StaffId("sam")
CLAUSE = RuleId("CASH-01")
TEN, FIFTY = Units(10_0000), Units(50_0000)
KEYED = ChainHasher(Vault({1: b"k" * 32}).derive("chain"))
SETTINGS = RoomSettings(money=(MoneyKind.REAL,), bank=BankPolicy(limits_needed_for=(), real_money=True))
CREDIT = Credit(ANN, site_wallet(EURO, ANN), TEN)
REVERSE = Reverse((Share(ANN, site_wallet(EURO, ANN), TEN),), (Share(BOB, site_wallet(EURO, BOB), TEN),), "hand 18")


class House:
    """A room on a store that outlives it."""

    def __init__(self, store: Archive, start: int = 1_800_000_000_000) -> None:
        self.store = store
        self.clock = ManualClock(start)
        self.journal = SimJournal(store, self.clock)
        self.room: Room = open_room(
            SETTINGS,
            [published_edition(U27)],
            clock=self.clock,
            entropy=SystemEntropy(),
            journal=self.journal,
            seal=seal,
            owner="test",
        )
        self.room.recover()
        self.clock.advance(0)

    def staff(self) -> "House":
        """With staff, and two players who paid in."""
        for staff, role in ((SIGRID, Role.SUPPORT), (FRANK, Role.FINANCE), (SAM, Role.SECURITY)):
            assert self.office(SetRoles(staff, (role,), "console")) is None
        for player in (ANN, BOB):
            wallet = site_wallet(EURO, player)
            for command in (OpenPurse(player, (wallet,)), ReceiveDeposit("bank", player, EURO, FIFTY)):
                assert self.said(partial(self.room.purse, player, command)) is None
        return self

    def said(self, ask: Callable[[Any], None]) -> Rejection | None:
        answers: list[Rejection | None] = []
        ask(answers.append)
        self.clock.advance(0)
        (answer,) = answers
        return answer

    def office(self, command: Any, key: str | None = None) -> Rejection | None:
        return self.said(lambda reply: self.room.office(command, reply, key))

    def figures(self, deed: Deed, clause: RuleId | None = CLAUSE) -> bytes:
        order = Order("dry-run", SIGRID, "dry run", clause, U27, self.clock.now())
        figures = self.room.rehearsals.figures(deed, order)
        assert not isinstance(figures, Rejection), figures
        return figures.digest

    def ask(self, deed: Deed, request: str = "q1", staff: StaffId = SIGRID, **more: Any) -> Ask:
        clause = more.pop("clause", CLAUSE)
        return Ask(request, staff, deed, U27, clause, "counted twice", self.figures(deed, clause), **more)

    def held(self, player: PlayerId = ANN) -> int:
        wallet = site_wallet(EURO, player)
        return self.store.balances([wallet])[wallet]


@pytest.mark.parametrize("deed", [CREDIT, REVERSE], ids=lambda deed: deed.kind)
@pytest.mark.parametrize("point", CrashPoint)
@pytest.mark.parametrize("stage", ["asked", "signed"])
def test_a_deed_is_carried_out_once_or_not_at_all_whatever_crashes_when(
    deed: Deed, point: CrashPoint, stage: str
) -> None:
    store = MemoryStore()
    house = House(store).staff()
    seen = house.figures(deed)
    ask, sign = house.ask(deed), Sign("q1", FRANK, seen)
    if stage == "signed":
        assert house.office(ask, "k-ask") is None
    house.journal.crash_at = (house.journal.commits, point)
    with pytest.raises(Crash):
        house.office(sign if stage == "signed" else ask, "k-sign" if stage == "signed" else "k-ask")

    after = House(store, house.clock.now() + seconds(5))
    was_written = point is CrashPoint.AFTER
    assert after.held() == (FIFTY if stage == "asked" or not was_written else FIFTY + (TEN if deed is CREDIT else -TEN))
    assert after.office(ask, "k-ask") is None, "whoever got no answer asks again, and hears that it was done"
    assert after.office(sign, "k-sign") is None
    assert after.office(sign, "k-sign") is None

    assert after.held() == FIFTY + (TEN if deed is CREDIT else -TEN)
    assert after.held(BOB) == FIFTY + (0 if deed is CREDIT else TEN)
    assert after.room.docket.open == ()
    assert check(store) == []


def test_nothing_happens_where_one_stream_of_several_refuses() -> None:
    house = House(MemoryStore()).staff()
    too_much = Reverse((Share(ANN, site_wallet(EURO, ANN), FIFTY),), (Share(BOB, site_wallet(EURO, BOB), FIFTY),))
    assert house.office(house.ask(too_much)) is None
    assert house.office(house.ask(REVERSE, "q2")) is None
    assert house.office(Sign("q2", FRANK, house.figures(REVERSE))) is None

    refused = house.office(Sign("q1", FRANK, house.room.docket.open[0].figures))

    assert refused is not None
    assert refused.code == "insufficient_funds"
    assert (house.held(), house.held(BOB)) == (FIFTY - TEN, FIFTY + TEN)


@pytest.mark.rule("INT-19")
def test_what_one_person_froze_is_undone_after_a_day_also_by_another_process() -> None:
    store = MemoryStore()
    house = House(store).staff()
    frozen = house.ask(Suspend(ANN), staff=SAM, clause=RuleId("INT-19"), at_once=True)
    assert house.office(frozen) is None
    assert house.room.registry.actor(purse_stream(ANN)).state.bars[0].scope is Scope.ALL

    after = House(store, house.clock.now() + FREEZE + 1)
    after.clock.advance(1)

    assert after.room.registry.actor(purse_stream(ANN)).state.bars == ()
    assert after.room.docket.open == ()


def test_a_request_ends_where_others_have_undone_what_was_frozen() -> None:
    house = House(MemoryStore()).staff()
    assert house.office(SetRoles(StaffId("boss"), (Role.ADMIN,), "console")) is None
    assert house.office(house.ask(Suspend(ANN), staff=SAM, clause=RuleId("INT-19"), at_once=True)) is None
    lift = house.ask(LiftSuspension(ANN), "q2", SAM, clause=RuleId("INT-19"))
    assert house.office(lift) is None
    assert house.office(Sign("q2", StaffId("boss"), lift.seen)) is None

    house.clock.advance(FREEZE + 1)

    assert house.room.docket.open == ()


# ---- accounts that are closed a day after the second signature

SAYS = RuleId("INT-18")
RETURNING = CloseReturning(ANN, (Balance(site_wallet(EURO, ANN), FIFTY),))
FORFEITING = CloseForfeiting(ANN, Grounds.FRAUD, (Balance(site_wallet(EURO, ANN), FIFTY),))
each_closing = pytest.mark.parametrize("deed", [RETURNING, FORFEITING], ids=lambda deed: deed.kind)


def closing_house(deed: Deed, store: Archive) -> House:
    """A house in which an account is to be closed, and both have signed."""
    house = House(store).staff()
    assert house.office(house.ask(deed, staff=SAM, clause=SAYS)) is None
    (request,) = house.room.docket.open
    assert house.office(Sign("q1", FRANK, request.figures)) is None
    return house


def purse_in(house: House) -> Purse:
    found: Purse = house.room.registry.actor(purse_stream(ANN)).state
    return found


@each_closing
@pytest.mark.parametrize("point", CrashPoint)
@pytest.mark.rule("INT-18")
def test_an_account_is_closed_once_a_day_after_the_signature_whatever_crashes_then(
    deed: Deed, point: CrashPoint
) -> None:
    store = MemoryStore()
    house = closing_house(deed, store)
    purse = purse_in(house)
    assert (purse.closed, [bar.scope for bar in purse.bars]) == (False, [Scope.ALL])
    assert house.held() == (0 if deed is FORFEITING else FIFTY), "what would be forfeited does not leave meanwhile"
    house.journal.crash_at = (house.journal.commits, point)

    with pytest.raises(Crash):
        house.clock.advance(NOTICE + 1)
    after = House(store, house.clock.now() + seconds(5))
    after.clock.advance(1)

    assert purse_in(after).closed
    assert after.held() == 0
    assert after.room.docket.open == ()
    payouts = [(each.amount, each.stage) for each in purse_in(after).withdrawals]
    assert payouts == ([(FIFTY, "approved")] if deed is RETURNING else [])
    assert check(store) == []


@each_closing
def test_one_person_stops_a_closing_and_everything_is_as_before(deed: Deed) -> None:
    house = closing_house(deed, MemoryStore())
    house.clock.advance(NOTICE - 1)

    assert house.office(Deny("q1", FRANK, "it was another account")) is None
    house.clock.advance(2)

    assert (house.held(), purse_in(house).bars, purse_in(house).closed) == (FIFTY, (), False)


@each_closing
def test_a_suspension_is_no_obstacle_to_closing_and_outlasts_a_closing_that_is_stopped(deed: Deed) -> None:
    house = House(MemoryStore()).staff()
    assert house.office(SetRoles(StaffId("boss"), (Role.ADMIN,), "console")) is None
    suspend = house.ask(Suspend(ANN), "q0", SAM, clause=RuleId("INT-19"))
    assert house.office(suspend) is None
    assert house.office(Sign("q0", StaffId("boss"), suspend.seen)) is None
    ask = house.ask(deed, staff=SAM, clause=SAYS)
    assert house.office(ask) is None
    assert house.office(Sign("q1", FRANK, ask.seen)) is None

    assert house.office(Withdraw("q1", SAM)) is None

    assert [(bar.scope, bar.until) for bar in purse_in(house).bars] == [(Scope.ALL, None)]


@each_closing
def test_what_the_player_ended_first_ends_the_request_and_frees_what_was_held(deed: Deed) -> None:
    house = closing_house(deed, MemoryStore())
    assert house.said(partial(house.room.purse, ANN, CloseAccount("I leave"))) is None

    house.clock.advance(NOTICE + 1)

    assert house.room.docket.open == ()
    (row,) = [LISTED.decode(each.body) for each in house.store.listed(REQUESTS, 10)]
    assert (row.status, row.why) == ("failed", "account_closed")
    assert house.held() == FIFTY
    assert not any(bar.lasts(house.clock.now()) for bar in purse_in(house).bars)


# ---- somebody with the database and without the key

TAMPERING = {
    "deleted": "DELETE FROM entries WHERE stream = 'docket:house' AND version = 4",
    "changed": "UPDATE entries SET body = (SELECT body FROM entries WHERE stream = 'docket:house' AND version = 2) "
    "WHERE stream = 'docket:house' AND version = 1",
    "later": "UPDATE entries SET at = at + 1 WHERE stream = 'docket:house' AND version = 2",
    "swapped": "UPDATE entries SET version = -version WHERE stream = 'docket:house' AND version IN (4, 5)",
    "balance": "UPDATE accounts SET balance = balance + 10000 WHERE id LIKE 'site:ann%'",
    "listed": "UPDATE listings SET label = 'denied' WHERE list = 'requests'",
    "paid": "UPDATE transfers SET amount = amount + 10000 WHERE credit LIKE 'site:ann%'",
}


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A house with a key, in which a credit was asked for and signed, and whose heads were anchored."""
    store = open_store(f"sqlite:///{tmp_path / 'room.db'}", KEYED)
    close_chains(store, Instant(1_800_000_000_000))
    house = House(store).staff()
    assert house.office(house.ask(CREDIT)) is None
    assert house.office(Sign("q1", FRANK, house.figures(CREDIT))) is None
    assert check(store) == []
    Anchorer(store).anchor(house.clock.now())
    store.close()
    return tmp_path


def change(folder: Path, statement: str) -> None:
    with closing(sqlite3.connect(folder / "room.db")) as connection, connection:
        assert connection.execute(statement).rowcount


@pytest.mark.parametrize("what", TAMPERING)
def test_whoever_edits_the_books_or_the_docket_without_the_key_is_found(kept: Path, what: str) -> None:
    change(kept, TAMPERING[what])

    store = open_store(f"sqlite:///{kept / 'room.db'}", KEYED)
    assert check(store) != []
    store.close()


def test_a_signature_appended_without_the_key_is_found_and_named(kept: Path) -> None:
    """Somebody who knows every format, and writes with plain hashes what the docket would have written."""
    with closing(sqlite3.connect(kept / "room.db")) as connection, connection:
        last = "SELECT * FROM entries WHERE stream = ? ORDER BY version DESC LIMIT 1"
        row = connection.execute(last, (STREAM,)).fetchone()
        version = row[1]
        forged = (*row[:1], version + 1, *row[2:6], PLAIN.entry(row[6], (row[0], version + 1, *row[2:6]), (), None))
        connection.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)", forged)
        connection.execute("UPDATE streams SET version = ?, digest = ? WHERE id = ?", (version + 1, forged[6], STREAM))

    store = open_store(f"sqlite:///{kept / 'room.db'}", KEYED)
    assert f"{STREAM}@{version + 1}" in {finding.where for finding in check(store)}
    store.close()


def test_a_docket_that_was_cut_off_is_found_by_the_anchor(kept: Path) -> None:
    with closing(sqlite3.connect(kept / "room.db")) as connection, connection:
        last = connection.execute("SELECT max(version) FROM entries WHERE stream = ?", (STREAM,)).fetchone()[0]
        before = connection.execute(
            "SELECT version, digest FROM entries WHERE stream = ? AND version < ? ORDER BY version DESC", (STREAM, last)
        ).fetchone()
        connection.execute("DELETE FROM entries WHERE stream = ? AND version = ?", (STREAM, last))
        connection.execute("DELETE FROM snapshots WHERE stream = ? AND version >= ?", (STREAM, last))
        connection.execute("UPDATE streams SET version = ?, digest = ? WHERE id = ?", (*before, STREAM))

    store = open_store(f"sqlite:///{kept / 'room.db'}", KEYED)
    findings = check(store)
    assert f"{STREAM}@{last}" in {finding.where for finding in findings}
    assert any("anchor" in finding.what for finding in findings)
    store.close()


def test_a_house_that_one_person_ran_for_real_money_goes_on_and_moves_none_until_there_are_two() -> None:
    """As an earlier build left it: no docket, an admin in a row, money paid in and a withdrawal approved by that one person."""
    boss, store = StaffId("boss"), MemoryStore()
    earlier = House(store)
    wallet = site_wallet(EURO, ANN)
    for command in (
        OpenPurse(ANN, (wallet,)),
        ReceiveDeposit("till", "r1", EURO, FIFTY),
        AskWithdrawal("w1", EURO, TEN, FIFTY),
        ApproveWithdrawal("w1", boss),
    ):
        assert earlier.said(partial(earlier.room.purse, ANN, command)) is None
    now = Instant(earlier.clock.now() + seconds(5))

    adopt_earlier(store, {"boss": "admin"}, now)
    house = House(store, now + seconds(5))

    assert [(each.staff, each.roles) for each in house.room.docket.staff] == [(boss, (Role.ADMIN,))]
    assert house.held() == FIFTY - TEN
    sent = PayoutSent(ANN, "w1", MoneyKind.REAL, "bank-1")
    for number, deed in enumerate((CREDIT, sent)):
        clause = None if deed is sent else CLAUSE
        ask = house.ask(deed, f"q{number}", boss, clause=clause)
        assert house.office(ask) is None
        refused = house.office(Sign(f"q{number}", boss, ask.seen))
        assert refused is not None
        assert refused.code == "not_allowed", "whoever asked does not sign"
    assert (house.held(), len(house.room.docket.open)) == (FIFTY - TEN, 2), "nothing was waived"
    assert house.office(SetRoles(FRANK, (Role.FINANCE,), "boss")) is None
    assert house.office(SetRoles(boss, (Role.ADMIN, Role.SUPPORT), "boss")) is None
    for request in house.room.docket.open:
        assert house.office(Sign(request.id, FRANK, request.figures)) is None

    assert house.held() == FIFTY
    assert check(store) == []
