"""
The line about an anchor that leaves the house: for a file, a mail, a log of another machine.

It names an entry of the stream of anchors by its digest, which covers every anchor before it, and is signed (Ed25519), so that whoever
keeps lines can tell that they came from the house without having any of its secrets.
"""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from fairdeal.kernel import Instant, iso_text
from fairdeal.storage.anchors import Written, anchors_written
from fairdeal.storage.archive import Rows
from fairdeal.storage.port import StoreError
from fairdeal.storage.vault import Vault
from fairdeal.storage.verify.chains import Coverage
from fairdeal.storage.verify.check import Report

FILE: Final = "anchors.log"
PRIVATE: Final = 0o600


class BadLines(StoreError):
    """A file of anchors that cannot be read or written."""

    code = "bad_anchor_lines"


class Line(msgspec.Struct, frozen=True):
    """What leaves the house."""

    number: int
    at: str
    digest: str
    signer: str
    signature: str


class Signer:
    """Signs lines with the newest key of a vault, and knows the signatures of all of them."""

    def __init__(self, vault: Vault) -> None:
        secrets = vault.derive("anchor")
        self._keys = {number: Ed25519PrivateKey.from_private_bytes(secret) for number, secret in secrets.items()}
        self.ours = {key.public_key().public_bytes_raw().hex() for key in self._keys.values()}

    def line(self, anchor: Written) -> Line:
        """The line about an anchor."""
        key = self._keys[max(self._keys)]
        at, digest, signer = (
            iso_text(Instant(anchor.at)),
            anchor.digest.hex(),
            key.public_key().public_bytes_raw().hex(),
        )
        return Line(anchor.number, at, digest, signer, key.sign(_signed(anchor.number, at, digest)).hex())


def is_signed(line: Line) -> bool:
    """Whether a line was signed by the signer it names."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(line.signer))
        key.verify(bytes.fromhex(line.signature), _signed(line.number, line.at, line.digest))
    except (InvalidSignature, ValueError):
        return False
    return True


def text_of(line: Line) -> str:
    """A line as it leaves the house: JSON, without the end of the line."""
    return msgspec.json.encode(line).decode()


def append_lines(path: Path, lines: Iterable[Line]) -> None:
    """Put lines at the end of a file, on the disk before this returns."""
    text = "".join(f"{text_of(line)}\n" for line in lines)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, PRIVATE)
        with os.fdopen(handle, "a", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise BadLines(f"{path} cannot be written: {error.strerror}") from error


def read_lines(path: Path) -> Iterator[tuple[int, Line | None]]:
    """The lines of a file with their numbers; None for one that is none."""
    try:
        for number, text in enumerate(path.read_bytes().splitlines(), 1):
            if not text.strip():
                continue
            try:
                yield number, msgspec.json.decode(text, type=Line)
            except msgspec.MsgspecError:
                yield number, None
    except OSError as error:
        raise BadLines(f"{path} cannot be read: {error.strerror}") from error


def missing_lines(path: Path, rows: Rows, signer: Signer) -> list[Line]:
    """Lines about anchors of the database that came after the last one of the file."""
    told = max((line.number for _, line in read_lines(path) if line is not None), default=0) if path.exists() else 0
    return [signer.line(anchor) for anchor in anchors_written(rows) if anchor.number > told]


def check_lines(path: Path, rows: Rows, report: Report, signer: Signer | None, coverage: Coverage) -> None:
    """Whether the database still holds every anchor that a file tells of; without a signer, whoever signed is believed."""
    written = {anchor.number: anchor for anchor in anchors_written(rows)}
    for number, line in read_lines(path):
        where = f"{path} line {number}"
        if line is None or not is_signed(line) or (signer is not None and line.signer not in signer.ours):
            report.found(where, "is no line that this house signed")
            continue
        coverage.lines += 1
        anchor = written.get(line.number)
        if anchor is None:
            what = "is not in the database: it was put back to an earlier state, or another one took its place"
            report.found(f"anchor {line.number} of {line.at}", what)
        elif anchor.digest.hex() != line.digest:
            report.found(f"anchor {line.number} of {line.at}", "is another in the database: its history was rewritten")


def _signed(number: int, at: str, digest: str) -> bytes:
    return f"fairdeal anchor {number} {at} {digest}".encode()
