"""
Signed lines about anchors, to be kept outside the operator's control: in a file, an e-mail, a log of another machine.

A line names an entry of the anchor stream by its digest, which covers every anchor before it, and is signed (Ed25519): whoever keeps
lines can verify that the operator made them without knowing any secret.
"""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from fairdeal.kernel import Instant, iso_text
from fairdeal.storage.anchors import StoredAnchor, anchors_written
from fairdeal.storage.archive import Rows
from fairdeal.storage.port import StoreError
from fairdeal.storage.vault import Vault
from fairdeal.storage.verify.chains import Coverage
from fairdeal.storage.verify.check import Report

FILE: Final = "anchors.log"
PRIVATE: Final = 0o600


class BadAnchorLines(StoreError):
    """A file of anchor lines cannot be read or written."""

    code = "bad_anchor_lines"


class AnchorLine(msgspec.Struct, frozen=True):
    """A signed statement about one anchor: its number, time and digest."""

    number: int
    at: str
    digest: str
    signer: str
    signature: str


class Signer:
    """Signs anchor lines with the newest key of a vault; `ours` are the signers of all its keys."""

    def __init__(self, vault: Vault) -> None:
        secrets = vault.derive("anchor")
        self._keys = {number: Ed25519PrivateKey.from_private_bytes(secret) for number, secret in secrets.items()}
        self.ours = {key.public_key().public_bytes_raw().hex() for key in self._keys.values()}

    def line(self, anchor: StoredAnchor) -> AnchorLine:
        """The signed line about an anchor."""
        key = self._keys[max(self._keys)]
        at, digest, signer = (
            iso_text(Instant(anchor.at)),
            anchor.digest.hex(),
            key.public_key().public_bytes_raw().hex(),
        )
        return AnchorLine(anchor.number, at, digest, signer, key.sign(_signed(anchor.number, at, digest)).hex())


def is_signed(line: AnchorLine) -> bool:
    """Whether a line was signed by the signer it names."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(line.signer))
        key.verify(bytes.fromhex(line.signature), _signed(line.number, line.at, line.digest))
    except (InvalidSignature, ValueError):
        return False
    return True


def text_of(line: AnchorLine) -> str:
    """An anchor line as JSON, without the newline."""
    return msgspec.json.encode(line).decode()


def append_lines(path: Path, lines: Iterable[AnchorLine]) -> None:
    """Append lines to a file and flush them to disk."""
    text = "".join(f"{text_of(line)}\n" for line in lines)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, PRIVATE)
        with os.fdopen(handle, "a", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise BadAnchorLines(f"{path} cannot be written: {error.strerror}") from error


def read_lines(path: Path) -> Iterator[tuple[int, AnchorLine | None]]:
    """The anchor lines of a file with their line numbers; None for a line that is not an anchor line."""
    try:
        for number, text in enumerate(path.read_bytes().splitlines(), 1):
            if not text.strip():
                continue
            try:
                yield number, msgspec.json.decode(text, type=AnchorLine)
            except msgspec.MsgspecError:
                yield number, None
    except OSError as error:
        raise BadAnchorLines(f"{path} cannot be read: {error.strerror}") from error


def missing_lines(path: Path, rows: Rows, signer: Signer) -> list[AnchorLine]:
    """Lines about the anchors of the database that the file does not have yet."""
    told = max((line.number for _, line in read_lines(path) if line is not None), default=0) if path.exists() else 0
    return [signer.line(anchor) for anchor in anchors_written(rows) if anchor.number > told]


def check_lines(path: Path, rows: Rows, report: Report, signer: Signer | None, coverage: Coverage) -> None:
    """Report every anchor of a file that the database no longer holds; without a signer, lines of any signer are accepted."""
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
