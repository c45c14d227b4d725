"""Encoding and decoding of messages."""

from typing import Any, Final

import msgspec

from fairdeal.protocol.base import Explanation
from fairdeal.protocol.client import AnyClientMessage

_DECODER: Final[msgspec.json.Decoder[AnyClientMessage]] = msgspec.json.Decoder(AnyClientMessage)
_LOOSE: Final = msgspec.json.Decoder(dict[str, Any])
_KNOWN: Final = frozenset(kind.__struct_config__.tag for kind in AnyClientMessage.__args__)
_ENCODER: Final = msgspec.json.Encoder()
_ID_MAX: Final = 40
_UNKNOWN_FIELD: Final = "Object contains unknown field"

encode = _ENCODER.encode


class BadMessage(Exception):
    """A client message that cannot be decoded; carries the refusal code, and the message id if it could be read."""

    def __init__(self, code: str, message_id: str | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.message_id = message_id

    @property
    def explanation(self) -> Explanation:
        """The explanation to send to the client."""
        return Explanation(code=self.code)


def decode(data: bytes | str) -> AnyClientMessage:
    """Decode a client message; raises `BadMessage`."""
    try:
        return _DECODER.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise _bad(data, has_unknown_field=str(error).startswith(_UNKNOWN_FIELD)) from None


def _bad(data: bytes | str, *, has_unknown_field: bool) -> BadMessage:
    """Diagnose an undecodable message, and read its id where possible."""
    try:
        loose = _LOOSE.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return BadMessage("not_a_message")
    found, kind = loose.get("id"), loose.get("type")
    known_id = found if isinstance(found, str) and 0 < len(found) <= _ID_MAX else None
    if not isinstance(kind, str) or kind not in _KNOWN:
        return BadMessage("unknown_message", known_id)
    return BadMessage("unknown_field" if has_unknown_field else "malformed_message", known_id)
