"""Every deed, every role, the first and the second person: what is refused, and by what."""

from dataclasses import replace

import pytest

from fairdeal.bank.holds.state import HoldKind
from fairdeal.bank.house import StaffId
from fairdeal.kernel import DAY, MINUTE, Instant, MoneyKind, PlayerId, Rejection, RuleId, Units, reject
from fairdeal.office.deed import FREEZE, Deed, Order
from fairdeal.office.deeds.catalogue import DEEDS
from fairdeal.office.deeds.holds import AnswerComplaint, Hold
from fairdeal.office.deeds.money import Credit
from fairdeal.office.deeds.people import DemandRecording, Suspend
from fairdeal.office.docket.commands import (
    CallDuty,
    Deny,
    EndDuty,
    Expire,
    HoldDisputed,
    NoteLook,
    Renew,
    SetRoles,
    Sign,
    Withdraw,
)
from fairdeal.office.docket.events import Asked, Confirmed, Done, Ended, Frozen, Signed
from fairdeal.office.docket.state import End
from fairdeal.office.roles import APART, Role, roles_apart
from fairdeal.rulebook.catalogue import RULES, holds_in
from fairdeal.rulebook.clause import PUBLISHED, PW, U27, EditionId
from tests.office.desk import (
    ASKER,
    BOB,
    FIGURES,
    MARIA,
    NOW,
    SECOND,
    THIRD,
    WALLET,
    WHY,
    Desk,
    asking,
    clause_of,
    deeds,
    signing,
)

ALL = {deed.kind: deed for deed in deeds()}
SIGNED = [deed for deed in ALL.values() if deed.signs]
each_deed = pytest.mark.parametrize("deed", ALL.values(), ids=ALL)
each_signed = pytest.mark.parametrize("deed", SIGNED, ids=lambda deed: deed.kind)
each_role = pytest.mark.parametrize("role", Role)


def staffed(deed: Deed, second: Role | None = None) -> Desk:
    """A desk where the deed can be asked for, and with somebody of that role."""
    signs = second or (max(deed.signs) if deed.signs else Role.AUDITOR)
    return Desk(asker=(min(deed.asks),), second=(signs,))


def test_every_deed_is_tried_here() -> None:
    assert set(ALL) == set(DEEDS)


@each_deed
def test_a_deed_rests_on_clauses_that_there_are(deed: Deed) -> None:
    assert all(clause in RULES for clause in deed.clauses)
    assert all(any(holds_in(clause, edition) for edition in PUBLISHED) for clause in deed.clauses)
    assert not deed.at_once or deed.signs, "what one person may do anyway need not be frozen"


@each_deed
@each_role
def test_only_its_roles_ask_for_a_deed(deed: Deed, role: Role) -> None:
    desk = Desk(asker=(role,), second=(Role.AUDITOR,))

    answer = desk.ask(asking(deed))

    if role not in deed.asks:
        assert answer == reject("not_allowed")
    else:
        assert not isinstance(answer, Rejection)
        assert isinstance(answer[0], Asked if deed.signs else Done)


@each_signed
@each_role
def test_only_its_roles_sign_a_deed(deed: Deed, role: Role) -> None:
    desk = staffed(deed, role)
    desk.does(asking(deed))

    if role not in deed.signs:
        assert desk.refuses(signing()) == "not_allowed"
    elif deed.of_two_roles and role is min(deed.asks):
        assert desk.refuses(signing()) == "other_role_needed"
    else:
        done = desk.does(signing())
        if deed.waits:
            assert (type(done), done.request.by) == (Signed, SECOND)
        else:
            assert (type(done), done.by, done.waived) == (Done, SECOND, False)
            assert desk.state.open == ()


@each_signed
def test_nobody_signs_what_they_asked_for(deed: Deed) -> None:
    both = min(deed.asks & deed.signs) if deed.asks & deed.signs else None
    desk = staffed(deed) if both is None else Desk(asker=(both,), second=(both,))
    desk.does(asking(deed))

    assert desk.refuses(signing(ASKER)) == ("not_allowed" if both is None else "own_request")
    assert desk.refuses(Deny("q1", ASKER, WHY)) == ("not_allowed" if both is None else "own_request")


@each_deed
def test_nobody_asks_for_or_signs_what_concerns_themselves(deed: Deed) -> None:
    concerned = [StaffId(each) for each in deed.players()]
    if not concerned:
        pytest.skip("it concerns a table")
    desk = staffed(deed)
    desk.does(SetRoles(concerned[0], (min(deed.asks),), "console"))
    assert desk.refuses(asking(deed, concerned[0])) == "own_case"
    if deed.signs:
        desk.does(asking(deed))
        desk.does(SetRoles(concerned[0], (min(deed.signs),), "console"))
        assert desk.refuses(signing(concerned[0])) == "own_case"


@each_signed
def test_what_was_forged_or_is_stale_or_repeated_is_refused(deed: Deed) -> None:
    desk = staffed(deed)
    assert desk.refuses(signing()) == "no_such_request"
    assert desk.refuses(asking(deed, seen=b"others")) == "figures_changed"
    assert desk.refuses(asking(deed, found=None)) == "facts_missing"
    assert desk.refuses(asking(deed, found=reject("closed"))) == "closed"
    assert desk.refuses(asking(deed, StaffId("stranger"))) == "not_allowed"
    desk.does(asking(deed))
    assert desk.refuses(asking(deed)) == "duplicate_request"
    assert desk.refuses(asking(deed, request="q2")) == "already_asked"
    assert desk.refuses(signing(seen=b"others")) == "figures_changed"
    assert desk.refuses(signing(found=b"others")) == "figures_changed"
    assert desk.refuses(signing(StaffId("stranger"))) == "not_allowed"
    until = desk.state.open[0].until
    assert desk.refuses(signing(), until) == "request_expired"
    desk.does(signing(), Instant(until - 1))
    assert desk.refuses(signing(), Instant(until - 1)) == ("already_done" if deed.waits else "no_such_request")


@each_deed
def test_a_clause_is_one_of_the_deed_and_of_the_rulebook(deed: Deed) -> None:
    desk = staffed(deed)
    clause, _ = clause_of(deed)
    assert desk.refuses(asking(deed, edition="nobody's")) == "unknown_rulebook"
    assert desk.refuses(asking(deed, clause="BET-09")) == "no_such_clause"
    assert desk.refuses(asking(deed, reason=" ")) == "reason_missing"
    assert desk.refuses(asking(deed, reason="x" * 501)) == "reason_too_long"
    if clause is not None:
        assert desk.refuses(asking(deed, clause=None)) == "clause_missing"
        for each in deed.clauses:
            for edition in PUBLISHED:
                if not holds_in(each, edition):
                    code = desk.refuses(asking(deed, clause=each, edition=edition))
                    assert code == "clause_of_other_rulebook"


@each_signed
def test_a_request_lapses_in_twenty_minutes_at_a_table_and_otherwise_at_the_end_of_the_day(deed: Deed) -> None:
    desk = staffed(deed)
    desk.does(asking(deed))

    (request,) = desk.state.open
    assert request.until == (NOW + 20 * MINUTE if deed.in_play else (NOW // DAY + 1) * DAY)
    (timer,) = desk.machine.agenda(desk.state)
    assert desk.refuses(Expire("q1", request.until), Instant(request.until - 1)) == "too_early"
    ended = desk.does(timer.command, request.until)
    assert (ended.end, desk.state.open, desk.machine.joint_commands(ended)) == (End.EXPIRED, (), ())


@each_signed
def test_what_is_denied_or_withdrawn_never_happens(deed: Deed) -> None:
    for end in (Deny("q1", SECOND, "not so"), Withdraw("q1", ASKER)):
        desk = staffed(deed)
        desk.does(asking(deed))
        assert desk.refuses(Withdraw("q1", SECOND)) == "not_your_request"
        assert desk.refuses(Deny("q1", SECOND, " ")) == "reason_missing"

        ended = desk.does(end)

        assert isinstance(ended, Ended)
        assert desk.machine.joint_commands(ended) == ()
        assert desk.refuses(signing()) == "no_such_request"


@each_signed
def test_whoever_lost_the_right_to_ask_gets_nothing_signed(deed: Deed) -> None:
    desk = staffed(deed)
    desk.does(asking(deed))
    desk.does(SetRoles(ASKER, (), "console"))
    desk.does(SetRoles(THIRD, (Role.DEALER,), "console"))

    assert desk.refuses(signing()) == "asker_not_allowed"
    assert desk.does(Deny("q1", SECOND, "has left")).end is End.DENIED


@each_signed
def test_only_what_cannot_wait_is_done_at_once(deed: Deed) -> None:
    desk = staffed(deed)
    if not deed.at_once:
        assert desk.refuses(asking(deed, at_once=True)) == "not_at_once"
        return
    frozen = desk.does(asking(deed, at_once=True))
    assert isinstance(frozen, Frozen)
    assert len(desk.machine.joint_commands(frozen)) == 1
    assert desk.state.open[0].until == NOW + FREEZE
    assert desk.refuses(Renew("q1", ASKER, FIGURES, FIGURES)) == "already_done"

    confirmed = desk.does(signing(found=None))

    assert isinstance(confirmed, Confirmed)
    assert desk.machine.joint_commands(confirmed) == ()


@each_signed
def test_what_nobody_signs_within_a_day_is_undone(deed: Deed) -> None:
    if not deed.at_once:
        pytest.skip("it waits for the second person")
    desk = staffed(deed)
    desk.does(asking(deed, at_once=True))
    until = desk.state.open[0].until

    ended = desk.does(Expire("q1", until), until)

    assert desk.machine.joint_commands(ended) == deed.undo(ended.request.order)


@each_deed
def test_a_house_of_one_does_without_the_second_for_money_that_is_worth_nothing(deed: Deed) -> None:
    alone = Desk(real_money=False, asker=(Role.ADMIN,))
    answer = alone.does(asking(deed))
    real = deed.money() is MoneyKind.REAL

    if not deed.signs:
        assert (type(answer), answer.waived) == (Done, False)
    elif real:
        assert isinstance(answer, Asked)
    else:
        assert (type(answer), answer.waived, answer.by) == (Done, True, None)


def test_a_house_of_one_that_plays_for_real_money_closes_nobody_alone() -> None:
    assert isinstance(Desk(asker=(Role.ADMIN,)).does(asking(Suspend(MARIA))), Asked)


def test_new_figures_are_confirmed_by_the_asker_before_they_are_signed() -> None:
    desk = staffed(Credit(MARIA, WALLET, ALL["credit"].amount))  # type: ignore[attr-defined]
    desk.does(asking(ALL["credit"]))
    fresh = b"figures of later"
    assert desk.refuses(signing(found=fresh)) == "figures_changed"
    assert desk.refuses(Renew("q1", SECOND, fresh, fresh)) == "not_your_request"
    assert desk.refuses(Renew("q1", ASKER, fresh, FIGURES)) == "figures_changed"
    desk.does(Renew("q1", ASKER, fresh, fresh))
    assert desk.refuses(signing(found=fresh)) == "figures_changed", "the second person saw the old ones"

    assert isinstance(desk.does(signing(seen=fresh, found=fresh)), Done)


@pytest.mark.parametrize(("one", "other"), [(a, b) for left, right in APART for a in left for b in right])
def test_roles_that_nobody_holds_together(one: Role, other: Role) -> None:
    assert roles_apart((one, other)) == reject("roles_not_separate")
    assert Desk().refuses(SetRoles(ASKER, (one, other), "console")) == "roles_not_separate"


def test_who_edits_money_never_approves_it() -> None:
    """No deed that moves money can be both asked for and signed by roles that one person may hold."""
    for deed in SIGNED:
        if Role.FINANCE in deed.signs and len(deed.signs) == 1:
            assert all(roles_apart((role, Role.FINANCE)) is not None for role in deed.asks), deed.kind


@pytest.mark.rule("INT-14b")
def test_a_recording_is_demanded_until_a_deadline_and_then_overdue() -> None:
    desk = Desk(asker=(Role.SECURITY,), second=(Role.ADMIN,))
    deadline = Instant(NOW + DAY)
    desk.does(asking(DemandRecording(MARIA, deadline)))
    assert desk.refuses(CallDuty("q1", deadline), Instant(deadline - 1)) == "too_early"

    desk.does(CallDuty("q1", deadline), deadline)

    assert desk.state.duties[0].overdue
    assert desk.refuses(EndDuty("q1", SECOND, WHY)) == "not_allowed"
    desk.does(EndDuty("q1", ASKER, "it came by post"))
    assert desk.state.duties == ()


def test_only_staff_look() -> None:
    desk = Desk(asker=(Role.SUPPORT,))
    assert desk.refuses(NoteLook(StaffId("stranger"), "player", MARIA)) == "not_allowed"
    assert desk.does(NoteLook(ASKER, "player", MARIA)).about == MARIA


def test_a_signature_is_for_one_request() -> None:
    desk = staffed(ALL["credit"])
    desk.does(asking(ALL["credit"]))
    desk.does(asking(ALL["debit"], request="q2", seen=b"other figures", found=b"other figures"))

    assert desk.refuses(Sign("q2", SECOND, FIGURES, b"other figures")) == "figures_changed"
    assert PlayerId(MARIA) in desk.state.open[0].deed.players()


@pytest.mark.parametrize("deed", DEEDS.values(), ids=list(DEEDS))
def test_every_deed_can_be_carried_out_and_undone_where_one_person_may_do_it_at_once(deed: type[Deed]) -> None:
    """A new deed that forgets either would only be noticed when it is signed, or when its freeze lapses."""
    assert deed.commands is not Deed.commands
    assert not (deed.at_once or deed.waits) or deed.undo is not Deed.undo
    assert not deed.waits or (deed.begin is not Deed.begin and not deed.at_once)


@pytest.mark.rule("INT-38")
def test_what_a_complaint_is_about_waits_without_anybody_asking_and_only_by_its_clause() -> None:
    desk = Desk(asker=(Role.SUPPORT,), second=(Role.FINANCE,))
    hold = Hold(MARIA, WALLET, Units(10_0000), HoldKind.COMPLAINT)
    held = HoldDisputed("c1", hold, PW, RuleId("INT-38"), "the pot was counted wrong")

    done = desk.does(held)

    assert (done.request.id, done.by, done.waived, done.request.clause) == ("c1", None, False, "INT-38")
    assert desk.machine.joint_commands(done) == hold.commands(done.request.order)
    assert [each.id for each in desk.state.untold] == ["c1"], "the player is told"
    assert desk.refuses(replace(held, edition=U27)) == "clause_of_other_rulebook"
    assert desk.refuses(replace(held, edition=EditionId("nobody's"))) == "clause_of_other_rulebook"
    assert desk.refuses(replace(held, clause=RuleId("INT-32"))) == "no_such_clause"
    assert desk.refuses(replace(held, deed=replace(hold, why=HoldKind.INVESTIGATION))) == "not_allowed"
    assert desk.refuses(replace(held, deed=replace(hold, player=BOB))) == "no_such_account"


def test_an_answer_frees_money_only_with_a_second_person() -> None:
    answer = AnswerComplaint(MARIA, "c1", "It was right.")
    for waits in (replace(answer, hold="h1"), replace(answer, withdrawal="w1")):
        desk = staffed(answer)
        assert isinstance(desk.does(asking(waits)), Asked)
        assert isinstance(desk.does(signing()), Done)
    assert isinstance(staffed(answer).does(asking(answer)), Done)
    assert answer.commands(Order("q1", ASKER, WHY, None, PW, NOW)) == ()
