"""
The messages between a room and a payment provider: JSON with whole cents.

`order` is the room's name of a payment: the player, a slash, and the id of the deposit or withdrawal. It is the idempotency key: the
same order again is the same payment. `reference` is the provider's name of it, unique at that provider.
"""

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

Order = Annotated[str, Meta(pattern=r"^[A-Za-z0-9._-]{1,64}/[A-Za-z0-9._-]{1,64}$")]
Reference = Annotated[str, Meta(pattern=r"^[!-~]{1,128}$")]
CentsPaid = Annotated[int, Meta(ge=1, le=10**12)]
Why = Annotated[str, Meta(max_length=200)]


class PaymentOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order to collect a payment or to send one; `money` is `test` where nothing is to be moved."""

    order: Order
    amount: CentsPaid
    currency: str
    money: str
    back: str = ""  # where the player's browser goes afterwards


class RefundOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order to send a payment back that the room did not accept."""

    reference: Reference
    why: Why


class OrderTaken(msgspec.Struct, frozen=True):
    """The provider's answer to an order: its reference, and the page where the player pays."""

    reference: Reference
    page: str = ""


EventName = Literal["deposit.paid", "deposit.refused", "deposit.charged_back", "withdrawal.paid", "withdrawal.refused"]


class Notice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A notice of the provider: what became of an order."""

    event: EventName
    order: Order
    reference: Reference
    amount: CentsPaid
    currency: str
    why: Why = ""


decode_order: Final = msgspec.json.Decoder(PaymentOrder).decode
decode_refund: Final = msgspec.json.Decoder(RefundOrder).decode
decode_taken: Final = msgspec.json.Decoder(OrderTaken).decode
encode: Final = msgspec.json.encode
