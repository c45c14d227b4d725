"""
A whole store in one file, and back into an empty one of any kind.

The file is gzip over MessagePack: a manifest, the rows of each table page by page, and at the end a hash of everything
before it. A backup is one consistent state, taken while the room plays on. A restore reads the file through before it touches
anything, fills the store in one transaction, and checks it before that transaction ends.
"""

import gzip
import os
import zlib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, Final

import msgspec

from fairdeal.kernel import Instant
from fairdeal.storage.archive import Archive, walk_pages
from fairdeal.storage.backup_upgrades import added, is_known, tables_of, upgraded
from fairdeal.storage.port import Finding, Progress, StoreError
from fairdeal.storage.shapes import NEWEST, SHAPES, Row
from fairdeal.storage.verify.check import OnProgress, check_rows

MAGIC: Final = b"fairdeal backup 1\n"
COMPRESSION: Final = 3  # more takes twice the time to save a tenth
FRAME_BYTES_MAX: Final = 1 << 30

PRIVATE: Final = 0o600
"""File mode of a backup: it holds addresses and balances, so only its owner may read it."""

_SIZE_BYTES: Final = 4
_NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL


class BadBackup(StoreError):
    """The file is not a backup, is incomplete, or is of a damaged store; nothing was restored."""

    code = "bad_backup"

    def __init__(self, message: str, findings: tuple[Finding, ...] = ()) -> None:
        super().__init__(message)
        self.findings = findings


class Manifest(msgspec.Struct, frozen=True, tag="manifest"):
    """What a backup holds: when it was taken, the schema, and the rows per table."""

    taken_at: int
    schema: str
    rows: dict[str, int]


class Page(msgspec.Struct, frozen=True, tag="page"):
    """Some rows of a table."""

    table: str
    rows: list[Row]


class Seal(msgspec.Struct, frozen=True, tag="seal"):
    """The last frame: a hash of all frames before it."""

    digest: bytes


_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(Manifest | Page | Seal).decode


def back_up(store: Archive, path: Path, at: Instant, on_progress: OnProgress | None = None) -> Manifest:
    """Write a store to a new file; an existing file is never overwritten."""
    beside = path.with_name(f".{path.name}.part")
    is_ours = False
    try:
        os.close(os.open(path, _NEW, PRIVATE))  # the name is taken before the work begins
        is_ours = True
        beside.unlink(missing_ok=True)
        with os.fdopen(os.open(beside, _NEW, PRIVATE), "wb") as file:
            manifest = _write(store, file, at, on_progress)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
        is_ours = False
    except FileExistsError as error:
        raise BadBackup(f"{path} exists already") from error
    except OSError as error:
        raise BadBackup(f"{path} cannot be written: {error.strerror}") from error
    finally:
        if is_ours:
            path.unlink(missing_ok=True)
            beside.unlink(missing_ok=True)
    return manifest


def _write(store: Archive, file: BinaryIO, at: Instant, on_progress: OnProgress | None) -> Manifest:
    digest = sha256()
    with gzip.GzipFile(fileobj=file, mode="wb", compresslevel=COMPRESSION, mtime=0, filename="") as packed:

        def put(frame: Manifest | Page | Seal) -> None:
            data = _encode(frame)
            data = len(data).to_bytes(_SIZE_BYTES, "big") + data
            digest.update(data)
            packed.write(data)

        with store.reading() as rows:
            manifest = Manifest(at, NEWEST, {table: rows.count(table) for table in SHAPES})
            progress = Progress(0, sum(manifest.rows.values()))
            packed.write(MAGIC)
            put(manifest)
            for table in SHAPES:
                for page in walk_pages(rows, table):
                    put(Page(table, page))
                    progress.done += len(page)
                    if on_progress is not None:
                        on_progress(progress)
        put(Seal(digest.digest()))
    return manifest


def read_manifest(path: Path) -> Manifest:
    """Read a whole backup file and return its manifest; raises `BadBackup` unless this program can restore it."""
    left: dict[str, int] | None = None
    manifest: Manifest | None = None
    for frame in _pages(path):
        match frame:
            case Manifest() if manifest is None:
                manifest, left = frame, dict(frame.rows)
                _check_manifest(frame)
            case Page(table, rows) if left is not None and table in left:
                left[table] -= len(rows)
                width = len(SHAPES[table].columns)
                if any(len(row) != width for row in rows):
                    raise BadBackup(f"{path} has rows of {table} that are no rows")
            case _:
                raise BadBackup(f"{path} is out of order")
    if manifest is None or left is None or any(left.values()):
        raise BadBackup(f"{path} does not hold what its manifest says")
    return manifest


def restore(
    path: Path, store: Archive, on_progress: OnProgress | None = None, *, even_if_damaged: bool = False
) -> list[Finding]:
    """
    Fill an empty store from a backup, all or nothing.

    A backup of a damaged store is refused with the findings of the check; with `even_if_damaged` it is restored and the
    findings are returned.
    """
    manifest = read_manifest(path)
    progress = Progress(0, sum(manifest.rows.values()))
    with store.filling() as filling:
        for frame in _pages(path):
            if isinstance(frame, Page):
                filling.add(frame.table, frame.rows)
                filling.add(*added(frame.table, frame.rows, manifest.schema))
                progress.done += len(frame.rows)
                if on_progress is not None:
                    on_progress(progress)
        findings = check_rows(filling, chain=store.chain)
        if findings and not even_if_damaged:
            raise BadBackup(f"{path} is of a damaged store: {len(findings)} findings", tuple(findings))
    return findings


def _check_manifest(manifest: Manifest) -> None:
    if not is_known(manifest.schema):
        raise BadBackup(
            f"the backup has schema {manifest.schema}, which this program cannot restore; "
            f"restore it with the program that made it, then migrate the database to {NEWEST}"
        )
    if set(manifest.rows) != tables_of(manifest.schema):
        raise BadBackup("the backup has other tables than this program knows")


def _pages(path: Path) -> Iterator[Manifest | Page]:
    """The manifest, then all rows as the newest schema has them."""
    schema = NEWEST
    for frame in _frames(path):
        if isinstance(frame, Manifest):
            schema = frame.schema
            yield frame
        else:
            yield Page(frame.table, upgraded(frame.table, frame.rows, schema)) if is_known(schema) else frame


def _frames(path: Path) -> Iterator[Manifest | Page]:
    """All frames of a file but the seal, which is verified."""
    digest = sha256()
    try:
        with gzip.open(path, "rb") as packed:
            if packed.read(len(MAGIC)) != MAGIC:
                raise BadBackup(f"{path} is no backup")
            while True:
                size = packed.read(_SIZE_BYTES)
                length = int.from_bytes(size, "big")
                data = packed.read(length) if length <= FRAME_BYTES_MAX else b""
                if len(size) != _SIZE_BYTES or len(data) != length:
                    raise BadBackup(f"{path} ends too early")
                frame = _decode(data)
                if isinstance(frame, Seal):
                    if frame.digest != digest.digest() or packed.read(1):
                        raise BadBackup(f"{path} was changed")
                    return
                digest.update(size + data)
                yield frame
    except EOFError as error:
        raise BadBackup(f"{path} ends too early") from error
    except (gzip.BadGzipFile, zlib.error, msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadBackup(f"{path} is no backup, or was changed: {error}") from error
    except OSError as error:
        raise BadBackup(f"{path} cannot be read: {error.strerror}") from error
