"""The access that each act of the house needs."""

from typing import Final, get_args

from fairdeal.server.auth.roles import Access
from fairdeal.server.levers import acts

_ACCESS: Final[dict[type[acts.Act], Access]] = {
    acts.DisqualifyPlayer: Access.DISQUALIFY,
    **dict.fromkeys(get_args(acts.DeskAct), Access.USE_DESK),
}
"""Acts that are not only for the floor."""


def access_to(act: acts.Act) -> Access:
    """The access that an act needs."""
    return _ACCESS.get(type(act), Access.RUN_TOURNAMENTS)
