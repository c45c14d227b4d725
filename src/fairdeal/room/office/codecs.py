"""The durable names of everything the back office writes."""

from typing import Final

from fairdeal.office.deeds.catalogue import DEEDS
from fairdeal.office.deeds.people import CloseForfeiting
from fairdeal.office.docket import events
from fairdeal.office.docket.events import DocketEvent, Noted
from fairdeal.office.docket.state import Docket, Request
from fairdeal.room.codecs import Coded
from fairdeal.room.office.listings import Listed
from fairdeal.storage.codec import Codec

_DEEDS: Final[dict[str, type]] = {f"deed_{kind}": deed for kind, deed in DEEDS.items()}
_SPARSE: Final[dict[type, tuple[str, ...]]] = {Request: ("by",), CloseForfeiting: ("held",)}

DOCKET_EVENTS: Final = Codec(
    "docket events",
    1,
    {
        "roles_set": events.RolesSet,
        "asked": events.Asked,
        "frozen": events.Frozen,
        "renewed": events.Renewed,
        "done": events.Done,
        "signed": events.Signed,
        "confirmed": events.Confirmed,
        "ended": events.Ended,
        "duty_overdue": events.DutyOverdue,
        "duty_ended": events.DutyEnded,
        "told": events.Told,
        "looked": events.Looked,
        "changed": events.Changed,
        "noted": events.Noted,
        **_DEEDS,
    },
    sparse=_SPARSE,
)
DOCKET_STATES: Final = Codec("docket", 1, {"docket": Docket, **_DEEDS}, sparse=_SPARSE)
LISTED: Final = Codec("office lists", 1, {"request": Listed, "note": Noted, **_DEEDS}, sparse=_SPARSE)
CODED: Final = Coded[Docket, DocketEvent](DOCKET_EVENTS, DOCKET_STATES)
