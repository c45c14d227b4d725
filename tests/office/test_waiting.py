"""What ends an account: signed by two, and carried out a day later unless one person stops it."""

from dataclasses import replace

import pytest

from fairdeal.bank.bars import Scope
from fairdeal.bank.holds.commands import ForfeitHold, PlaceHold, ReleaseHold
from fairdeal.bank.holds.state import Grounds
from fairdeal.bank.purse.commands import AskWithdrawal, BarPlayer, CloseAccount, LiftBar
from fairdeal.kernel import Instant, Units
from fairdeal.kernel.agenda import JointCommand
from fairdeal.office.deed import NOTICE
from fairdeal.office.deeds.catalogue import DEEDS
from fairdeal.office.deeds.people import Balance, CloseForfeiting, CloseReturning
from fairdeal.office.docket.commands import CarryOut, Deny, Expire, Renew, Withdraw
from fairdeal.office.docket.events import Done, Ended, Signed
from fairdeal.office.docket.state import End, Stage
from fairdeal.office.roles import Role
from tests.office.desk import ASKER, FIGURES, MARIA, NOW, SECOND, TEN, WALLET, Desk, asking, signing

Closing = CloseReturning | CloseForfeiting
LATER = Instant(NOW + NOTICE)
FIVE = Units(5_0000)
RETURNING = CloseReturning(MARIA, (Balance(WALLET, TEN),))
FORFEITING = CloseForfeiting(MARIA, Grounds.FRAUD, (Balance(WALLET, TEN),))
both = pytest.mark.parametrize("deed", [RETURNING, FORFEITING], ids=lambda deed: deed.kind)


def signed(deed: Closing) -> Desk:
    desk = Desk(asker=(Role.SECURITY,), second=(Role.FINANCE,))
    desk.does(asking(deed))
    assert isinstance(desk.does(signing()), Signed)
    return desk


def commands(desk: Desk, event: object) -> list[object]:
    found: tuple[JointCommand[object], ...] = desk.machine.joint_commands(event)  # type: ignore[arg-type]
    return [each.command for each in found]


def test_accounts_are_closed_after_a_day_and_nothing_else_waits() -> None:
    assert {kind for kind, deed in DEEDS.items() if deed.waits} == {"close_returning", "close_forfeiting"}


@both
def test_the_signature_keeps_the_player_away_and_closes_nothing(deed: Closing) -> None:
    desk = signed(deed)

    (event,) = [each for each in desk.events if isinstance(each, Signed)]
    done = commands(desk, event)
    (request,) = desk.state.open
    assert (request.stage, request.by, request.until) == (Stage.SIGNED, SECOND, LATER)
    (bar,) = [each for each in done if isinstance(each, BarPlayer)]
    assert (bar.scope, bar.until, bar.at_least) == (Scope.ALL, LATER, True)
    assert not any(isinstance(each, CloseAccount | AskWithdrawal | ForfeitHold) for each in done)
    assert [each.amount for each in done if isinstance(each, PlaceHold)] == ([TEN] if deed is FORFEITING else [])
    assert [each.id for each in desk.state.untold] == ["q1"], "the player is told"


@both
def test_a_day_later_it_is_done_with_the_balances_of_that_instant(deed: Closing) -> None:
    desk = signed(deed)
    (timer,) = desk.machine.agenda(replace(desk.state, untold=()))
    assert timer.command == CarryOut("q1", LATER)
    assert desk.refuses(timer.command, Instant(LATER - 1)) == "too_early"
    waiting = desk.state.open[0].deed
    assert isinstance(waiting, CloseReturning | CloseForfeiting)
    anew = replace(waiting, balances=(Balance(WALLET, FIVE),))

    done = desk.does(replace(timer.command, deed=anew), LATER)

    assert (type(done), done.by, done.request.deed, desk.state.open) == (Done, SECOND, anew, ())
    made = commands(desk, done)
    assert any(isinstance(each, CloseAccount) for each in made)
    if deed is FORFEITING:
        assert [each.hold for each in made if isinstance(each, ForfeitHold)] == ["q1-0", "q1-1"]
        assert [each.amount for each in made if isinstance(each, PlaceHold)] == [FIVE], "what came in since"
    else:
        assert [each.amount for each in made if isinstance(each, AskWithdrawal)] == [FIVE]
    assert desk.refuses(timer.command, LATER) == "stale_timer"


@both
@pytest.mark.parametrize("stop", [Deny("q1", SECOND, "it was somebody else"), Withdraw("q1", ASKER)])
def test_until_then_one_person_can_stop_it(deed: Closing, stop: Deny | Withdraw) -> None:
    desk = signed(deed)

    ended = desk.does(stop, Instant(LATER - 1))

    undone = commands(desk, ended)
    (lifted,) = [each for each in undone if isinstance(each, LiftBar)]
    assert lifted.ends == LATER, "a bar that somebody else set stays"
    assert [each.hold for each in undone if isinstance(each, ReleaseHold)] == (["q1-0"] if deed is FORFEITING else [])
    assert desk.refuses(CarryOut("q1", LATER), LATER) == "stale_timer"


@both
def test_what_waits_is_neither_signed_nor_renewed_nor_asked_for_again_and_does_not_lapse(deed: Closing) -> None:
    desk = signed(deed)
    assert desk.refuses(signing()) == "already_done"
    assert desk.refuses(Renew("q1", ASKER, FIGURES, FIGURES)) == "already_done"
    assert desk.refuses(asking(deed, request="q2")) == "already_asked"
    assert desk.refuses(asking(replace(deed, balances=(Balance(WALLET, FIVE),)), request="q2")) == "already_asked"
    assert desk.refuses(Expire("q1", LATER), LATER) == "stale_timer"
    assert desk.refuses(Withdraw("q1", ASKER), LATER) == "request_expired"


@both
def test_what_can_no_longer_be_done_is_undone_and_says_so(deed: Closing) -> None:
    for moot in (False, True):
        desk = signed(deed)

        ended = desk.does(CarryOut("q1", LATER, refused="account_closed", moot=moot), LATER)

        assert (type(ended), ended.end, ended.why, desk.state.open) == (Ended, End.FAILED, "account_closed", ())
        assert bool(commands(desk, ended)) is not moot


def test_a_house_of_one_without_real_money_does_not_wait() -> None:
    alone = Desk(real_money=False, asker=(Role.ADMIN,))

    done = alone.does(asking(RETURNING))

    assert (type(done), done.waived) == (Done, True)
