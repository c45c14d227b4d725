"""
Staff do not play: accounts with a staff role may not sit at tables, whatever the money.

A player who is given a role while seated may finish, leave and cash out, but bring no more money.
"""

from typing import Any, Final

from fairdeal.kernel import Rejection, reject
from fairdeal.protocol import casino_client as casino
from fairdeal.protocol import client as inbound
from fairdeal.server.auth.person import Person

BRINGS_INTO_PLAY: Final = (
    inbound.Join,
    inbound.TakeSeat,
    inbound.Register,
    inbound.RegisterHexaPro,
    inbound.ReBuy,
    inbound.AddOn,
    inbound.TopUp,
    inbound.AutoTopUp,
    inbound.ComeBack,
    inbound.PostBlind,
    casino.VisitCasino,
    casino.PlaceChip,
    casino.DoubleChips,
    casino.RepeatLastBet,
    casino.ConfirmBets,
    casino.TakeBox,
    casino.QueueForBox,
    casino.PlaceBet,
    casino.BetBehind,
    casino.Insure,
)
"""Messages that would bring a player, or more of their money, into play."""
SPEAKS: Final = (inbound.Say, inbound.Report, casino.CasinoSay, casino.CasinoReport)


def staff_refused(person: Person | None, message: Any) -> Rejection | None:
    """Why a staff member may not send that message, or None; players may."""
    if person is None or not person.roles:
        return None
    if isinstance(message, BRINGS_INTO_PLAY):
        return reject("staff_may_not_play")
    if person.must_enrol and isinstance(message, SPEAKS):
        return reject("second_factor_needed")
    return None
