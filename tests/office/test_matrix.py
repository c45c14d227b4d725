"""Every deed, every role, the first and the second person, in good time, stale, repeated or forged: what is refused, and by what."""

from collections.abc import Callable
from typing import Final

import pytest

from fairdeal.kernel import Instant, Rejection, reject
from fairdeal.office.deed import Deed
from fairdeal.office.deeds.catalogue import DEEDS
from fairdeal.office.docket.events import Asked, Done, Frozen, Signed
from fairdeal.office.roles import Role, roles_apart
from tests.office.desk import ASKER, Desk, asking, deeds, signing

TRIED: Final = {deed.kind: deed for deed in deeds()}
OUTSIDER: Final = None
"""Whoever only a row of the database calls staff, and the docket does not know."""
OTHERS: Final = b"figures of something else"

Answer = str | type
Try = Callable[[Desk, Deed], Answer]


def answer_of(desk: Desk, command: object, now: Instant | None = None) -> Answer:
    """The code of a refusal, which changed nothing; otherwise what happened."""
    before = desk.state
    answer = desk.ask(command) if now is None else desk.ask(command, now)
    if isinstance(answer, Rejection):
        assert desk.state is before
        return answer.code
    return type(answer[0])


def with_asker(role: Role | None) -> Desk:
    return Desk(second=(Role.AUDITOR,)) if role is OUTSIDER else Desk(second=(Role.AUDITOR,), asker=(role,))


def with_second(deed: Deed, role: Role | None) -> Desk:
    asker = (min(deed.asks),)
    return Desk(asker=asker) if role is OUTSIDER else Desk(asker=asker, second=(role,))


# ---- the first person


def asks(desk: Desk, deed: Deed) -> Answer:
    return answer_of(desk, asking(deed))


def asks_by_old_figures(desk: Desk, deed: Deed) -> Answer:
    return answer_of(desk, asking(deed, found=OTHERS))


def asks_twice(desk: Desk, deed: Deed) -> Answer:
    desk.ask(asking(deed))
    return answer_of(desk, asking(deed))


def asks_for_the_same_by_another_name(desk: Desk, deed: Deed) -> Answer:
    desk.ask(asking(deed))
    return answer_of(desk, asking(deed, request="q2"))


def asks_without_a_dry_run(desk: Desk, deed: Deed) -> Answer:
    return answer_of(desk, asking(deed, found=None))


def asks_for_what_the_machines_refuse(desk: Desk, deed: Deed) -> Answer:
    return answer_of(desk, asking(deed, found=reject("insufficient_funds")))


def asks_by_a_clause_of_something_else(desk: Desk, deed: Deed) -> Answer:
    return answer_of(desk, asking(deed, clause="BET-09"))


FIRST: Final[dict[Try, Answer | None]] = {
    asks: None,
    asks_by_old_figures: "figures_changed",
    asks_twice: "duplicate_request",
    asks_for_the_same_by_another_name: "already_asked",
    asks_without_a_dry_run: "facts_missing",
    asks_for_what_the_machines_refuse: "insufficient_funds",
    asks_by_a_clause_of_something_else: "no_such_clause",
}
"""What somebody who may ask hears; None: it is asked for, or done where one person is enough."""


# ---- the second person


def signs(desk: Desk, _deed: Deed) -> Answer:
    return answer_of(desk, signing())


def signs_what_changed(desk: Desk, _deed: Deed) -> Answer:
    return answer_of(desk, signing(found=OTHERS))


def signs_too_late(desk: Desk, _deed: Deed) -> Answer:
    return answer_of(desk, signing(), desk.state.open[0].until)


def signs_twice(desk: Desk, _deed: Deed) -> Answer:
    desk.ask(signing())
    return answer_of(desk, signing())


def signs_other_figures(desk: Desk, _deed: Deed) -> Answer:
    return answer_of(desk, signing(seen=OTHERS))


def signs_what_nobody_asked_for(desk: Desk, _deed: Deed) -> Answer:
    return answer_of(desk, signing(request="q9"))


def signs_without_a_dry_run(desk: Desk, _deed: Deed) -> Answer:
    return answer_of(desk, signing(found=None))


SECOND_TRIES: Final[dict[Try, Answer | None]] = {
    signs: None,
    signs_what_changed: "figures_changed",
    signs_too_late: "request_expired",
    signs_twice: "no_such_request",
    signs_other_figures: "figures_changed",
    signs_what_nobody_asked_for: "no_such_request",
    signs_without_a_dry_run: "facts_missing",
}
"""What somebody who may sign hears; None: it is carried out, or signed where it waits."""
WHOEVER_SIGNS: Final = {signs_too_late: "request_expired", signs_what_nobody_asked_for: "no_such_request"}
"""What everybody hears, because there is nothing to sign."""

each_deed = pytest.mark.parametrize("deed", TRIED.values(), ids=TRIED)
each_signed = pytest.mark.parametrize(
    "deed", [each for each in TRIED.values() if each.signers], ids=lambda deed: deed.kind
)
EVERYBODY: Final = (*Role, OUTSIDER)


def test_every_deed_is_in_the_matrix() -> None:
    assert set(TRIED) == set(DEEDS)


@each_deed
@pytest.mark.parametrize("manner", FIRST, ids=lambda each: each.__name__)
def test_what_the_first_person_hears(deed: Deed, manner: Try) -> None:
    for role in EVERYBODY:
        desk = with_asker(role)
        expected = FIRST[manner]
        if role not in deed.asks:
            expected = "not_allowed"
        elif not deed.signers and manner in (asks_twice, asks_for_the_same_by_another_name):
            expected = Done  # nothing waits; that it is carried out once is the business of its key
        elif expected is None:
            expected = Asked if deed.signers else Done

        assert manner(desk, deed) == expected, (deed.kind, role)


@each_signed
@pytest.mark.parametrize("manner", SECOND_TRIES, ids=lambda each: each.__name__)
def test_what_the_second_person_hears(deed: Deed, manner: Try) -> None:
    for role in EVERYBODY:
        desk = with_second(deed, role)
        desk.does(asking(deed))

        assert manner(desk, deed) == _second_hears(deed, role, manner), (deed.kind, role)


def _second_hears(deed: Deed, role: Role | None, manner: Try) -> Answer:
    if manner in WHOEVER_SIGNS:
        return WHOEVER_SIGNS[manner]
    if role not in deed.signers:
        return "not_allowed"
    if deed.of_two_roles and role is min(deed.asks):
        return "other_role_needed"
    if manner is signs_twice and deed.waits:
        return "already_done"
    return SECOND_TRIES[manner] or (Signed if deed.waits else Done)


@each_signed
def test_the_first_person_is_never_the_second(deed: Deed) -> None:
    """With every role that anybody may hold together: also with the roles of both."""
    for asks_as in deed.asks:
        for signs_as in Role:
            roles = tuple({asks_as, signs_as})
            if roles_apart(roles) is not None:
                continue
            desk = Desk(asker=roles, other=(Role.AUDITOR,))
            desk.does(asking(deed))
            may_sign = bool(set(roles) & deed.signers)

            assert answer_of(desk, signing(ASKER)) == ("own_request" if may_sign else "not_allowed"), roles


@each_deed
def test_at_once_is_for_what_cannot_wait(deed: Deed) -> None:
    for role in EVERYBODY:
        desk = with_asker(role)
        told = answer_of(desk, asking(deed, at_once=True))
        if role not in deed.asks:
            assert told == "not_allowed", role
        elif not deed.signers:
            assert told is Done
        else:
            assert told == (Frozen if deed.at_once else "not_at_once")
