"""A docket on its own: every decision is replayed, and deeds made up from their types."""

from collections.abc import Iterator
from typing import Any

from fairdeal.bank.accounts import Tender, site_wallet
from fairdeal.bank.bars import Scope
from fairdeal.bank.holds.state import Grounds, HoldKind
from fairdeal.bank.house import StaffId
from fairdeal.bank.limits import LimitKind, Period
from fairdeal.casino.table.state import CorrectionKind
from fairdeal.kernel import Currency, HandId, Instant, MoneyKind, PlayerId, Rejection, RuleId, StreamId, Units
from fairdeal.office.deed import Deed
from fairdeal.office.deeds import casino, evidence, holds, house, money, offer, people, play, rulebook
from fairdeal.office.deeds.bases import Share
from fairdeal.office.docket.commands import Ask, SetRoles, Sign
from fairdeal.office.docket.machine import DocketMachine
from fairdeal.office.docket.state import Docket
from fairdeal.office.papers import Paper
from fairdeal.office.roles import Member, Role
from fairdeal.rulebook.catalogue import holds_in
from fairdeal.rulebook.clause import PUBLISHED, EditionId
from fairdeal.tournament.director.state import ChipChange

NOW = Instant(1_800_000_000_000)
MARIA, BOB = PlayerId("maria"), PlayerId("bob")
REAL = MoneyKind.REAL
EURO = Tender(Currency.EUR, REAL)
WALLET, OTHER = site_wallet(EURO, MARIA), site_wallet(EURO, BOB)
TEN = Units(10_0000)
FIGURES = b"figures of today"
WHY = "a bet was counted twice"
ASKER, SECOND, THIRD = StaffId("asker"), StaffId("second"), StaffId("third")
TABLE, EVENT, LOBBY = StreamId("cash:T7"), StreamId("tournament:t1"), StreamId("hexapro:x")
CASINO = StreamId("casino:roulette-1")


def deeds() -> Iterator[Deed]:
    """One of every kind."""
    yield money.TakeDeposit(MARIA, WALLET, TEN, "bank-77")
    yield money.ReturnPayment(MARIA, WALLET, TEN, "bank-77")
    yield money.Credit(MARIA, WALLET, TEN)
    yield money.Debit(MARIA, WALLET, TEN)
    yield money.Annul(MARIA, WALLET, TEN, TEN)
    yield money.Settle(MARIA, WALLET, TEN)
    yield money.Reverse((Share(MARIA, WALLET, TEN),), (Share(BOB, OTHER, TEN),), "hand 18")
    yield money.GiveTickets((MARIA, BOB), EURO, TEN)
    yield money.ApprovePayout(MARIA, "w1", REAL)
    yield money.RefusePayout(MARIA, "w1", REAL)
    yield money.PayoutSent(MARIA, "w1", REAL, "bank-1")
    yield holds.Hold(MARIA, WALLET, TEN, HoldKind.INVESTIGATION)
    yield holds.Release(MARIA, "h1", REAL)
    yield holds.Extend(MARIA, "h1", REAL, 5)
    yield holds.Seize(MARIA, "h1", REAL, Grounds.FRAUD, (Share(BOB, OTHER, TEN),))
    yield holds.SuspendPayout(MARIA, "w1", REAL, Instant(NOW + 86_400_000))
    yield holds.AnswerComplaint(MARIA, "c1", "We looked into it.", "h1")
    yield people.Suspend(MARIA)
    yield people.LiftSuspension(MARIA)
    yield people.BanFromGame(MARIA, Scope.CASINO)
    yield people.BanFromFormat(MARIA, "banzai")
    yield people.BlockFromChat(MARIA)
    yield people.CloseReturning(MARIA, (people.Balance(WALLET, TEN),))
    yield people.CloseForfeiting(MARIA, Grounds.FRAUD, (people.Balance(WALLET, TEN),))
    yield people.RefuseRegistration(MARIA)
    yield people.SetHouseLimit(MARIA, LimitKind.LOSS, Period.DAY, EURO, TEN)
    yield people.DemandRecording(MARIA, Instant(NOW + 86_400_000))
    yield people.Disclose(MARIA, "police", "all hands of May")
    yield house.GiveRoles(Member(StaffId("new"), (Role.FLOOR,)))
    yield play.MakeHandVoid(TABLE, REAL, HandId("H1"))
    yield play.CloseTable(TABLE, REAL)
    yield play.PauseTournament(EVENT, REAL)
    yield play.ResumeTournament(EVENT, REAL)
    yield play.CancelTournament(EVENT, REAL)
    yield play.DisqualifyPlayer(EVENT, REAL, MARIA)
    yield play.AdjustChips(EVENT, REAL, (ChipChange(MARIA, 500), ChipChange(BOB, -500)))
    yield play.CloseLobby(LOBBY, REAL)
    yield play.MakeGameVoid(LOBBY, REAL, 3)
    yield rulebook.ReviseRulebook(PUBLISHED[0], "ab" * 32, "House 2.2 b", "2.2 b", "[edition]", (StreamId("floor:x"),))
    yield rulebook.Announce((("en", "We close at ten"),), NOW, Instant(NOW + 86_400_000))
    yield rulebook.EndAnnouncement(1)
    yield offer.ChangeOffer(Paper.STAKES, "ab" * 32, "closed = []", (StreamId("floor:x"),), ("unibet-2.7/*",))
    yield casino.MakeRoundVoid(CASINO, REAL, 7)
    yield casino.CorrectRound(CASINO, REAL, 7, CorrectionKind.CARD_REPLACED, 12)
    yield casino.HoldPlay(CASINO, REAL)
    yield casino.ReleasePlay(CASINO, REAL)
    yield evidence.Unseal(HandId("H1"), "c1", (MARIA, BOB))


def clause_of(deed: Deed) -> tuple[RuleId | None, EditionId]:
    """A clause of a deed, and a rulebook that has it."""
    if not deed.clauses:
        return None, PUBLISHED[0]
    clause = deed.clauses[0]
    return clause, next(each for each in PUBLISHED if holds_in(clause, each))


class Desk:
    """A docket with staff; every decision is followed a second time by its events alone."""

    def __init__(self, *, real_money: bool = True, **staff: tuple[Role, ...]) -> None:
        self.machine = DocketMachine(frozenset(PUBLISHED), real_money=real_money)
        self.state = Docket()
        self.events: list[Any] = []
        for name, roles in staff.items():
            self.does(SetRoles(StaffId(name), roles, "console"))

    def ask(self, command: Any, now: Instant = NOW) -> tuple[Any, ...] | Rejection:
        """The events of a command, or its rejection."""
        before = self.state
        decision = self.machine.decide(before, command, now)
        if isinstance(decision, Rejection):
            return decision
        for step in decision:
            assert self.machine.evolve(before, step.event) == step.after
            before = step.after
        self.state = before
        events = tuple(step.event for step in decision)
        self.events += events
        return events

    def does(self, command: Any, now: Instant = NOW) -> Any:
        """The event of a command that must be accepted."""
        events = self.ask(command, now)
        assert not isinstance(events, Rejection), (command, events)
        return events[0] if len(events) == 1 else events

    def refuses(self, command: Any, now: Instant = NOW) -> str:
        """The code of a refusal, which changes nothing."""
        before = self.state
        answer = self.ask(command, now)
        assert isinstance(answer, Rejection), (command, answer)
        assert self.state is before
        return answer.code


def asking(deed: Deed, staff: StaffId = ASKER, **changes: Any) -> Ask:
    """A request as a page makes it."""
    clause, edition = clause_of(deed)
    usual: dict[str, Any] = {
        "request": "q1",
        "staff": staff,
        "deed": deed,
        "edition": edition,
        "clause": clause,
        "reason": WHY,
        "seen": FIGURES,
        "found": FIGURES,
    }
    return Ask(**{**usual, **changes})


def signing(staff: StaffId = SECOND, **changes: Any) -> Sign:
    """A signature as a page makes it."""
    usual: dict[str, Any] = {"request": "q1", "staff": staff, "seen": FIGURES, "found": FIGURES}
    return Sign(**{**usual, **changes})
