"""
Staff do not play: who sees complaints, roles and hands of others sits at no table, whatever the money is worth.

Somebody who was given a role while seated may finish, leave and take their money home, and bring no more of it.
"""

from typing import Any, Final

from fairdeal.kernel import Rejection, reject
from fairdeal.protocol import client as said
from fairdeal.server.auth.person import Person

BRINGS_INTO_PLAY: Final = (
    said.Join,
    said.TakeSeat,
    said.Register,
    said.RegisterHexaPro,
    said.ReBuy,
    said.AddOn,
    said.TopUp,
    said.AutoTopUp,
    said.ComeBack,
    said.PostBlind,
)
"""What would bring somebody, or more of their money, into play."""
SPEAKS: Final = (said.Say, said.Report)


def staff_refused(person: Person | None, message: Any) -> Rejection | None:
    """Why somebody of the staff may not say that, or None; players may."""
    if person is None or not person.roles:
        return None
    if isinstance(message, BRINGS_INTO_PLAY):
        return reject("staff_may_not_play")
    if person.must_enrol and isinstance(message, SPEAKS):
        return reject("second_factor_needed")
    return None
