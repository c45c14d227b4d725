"""QR codes for authenticator apps."""

from typing import Final

_BORDER: Final = 4  # cells; telephones want a quiet zone of that width
_SCALE: Final = 4


def qr_code_uri(address: str) -> str:
    """The QR code of a URI, as an SVG data URI."""
    import segno  # noqa: PLC0415 - it takes a while to load, and few set up a second factor

    return str(segno.make_qr(address, error="l").svg_data_uri(scale=_SCALE, border=_BORDER, light="#fff"))
