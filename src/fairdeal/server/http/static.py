"""
Serves the built web client from memory.

Files are read once, compressed when they are first asked for, and served without touching the disk. Names with a content hash are
cached by browsers for a year; everything else is revalidated. A path that names no file is a page of the client.
"""

import gzip
import mimetypes
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

CLIENT: Final = Path(__file__).parents[1] / "client"
DOWNLOADS: Final = Path(__file__).parents[1] / "downloads"
_FOR_EVER: Final = b"public, max-age=31536000, immutable"
_ASK_AGAIN: Final = b"no-cache"
_COMPRESSED_FROM_BYTES: Final = 512
_TEXTS: Final = frozenset({".css", ".html", ".js", ".json", ".map", ".svg", ".txt", ".webmanifest", ".xml"})
_NOT_BUILT: Final = (
    b"<!doctype html><title>Fairdeal</title><p>The client is not built: run <code>sh tools/client.sh build</code>."
)

Send = Callable[[dict[str, Any]], Awaitable[None]]


@dataclass(frozen=True)
class File:
    """One file with what its responses say."""

    body: bytes
    kind: bytes
    tag: bytes
    keeps: bytes
    is_compressible: bool
    download: bytes = b""  # the name it is saved under; empty: browsers show it

    @cached_property
    def gzipped(self) -> bytes:
        """The file compressed."""
        return gzip.compress(self.body, 9, mtime=0)


def read_client(folder: Path = CLIENT) -> dict[str, File]:
    """All files of a built client by path; a placeholder page where none was built."""
    found = {
        f"/{path.relative_to(folder).as_posix()}": _file(path.read_bytes(), path.relative_to(folder))
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix not in (".gz", ".br")
    }
    return found if "/index.html" in found else {"/index.html": _file(_NOT_BUILT, Path("index.html"))}


def read_downloads(folder: Path = DOWNLOADS) -> dict[str, File]:
    """
    The verifiers that the server gives away, by path.

    They are saved, never shown: they are to run without this server, and its content security policy would stop their scripts.
    """
    return {
        f"/fair/{name}": replace(_file((folder / name).read_bytes(), Path(name)), download=name.encode())
        for name in ("pfp1_verify.py", "pfp1_verify.html")
    }


def _file(body: bytes, path: Path) -> File:
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    if path.suffix in _TEXTS:
        kind += "; charset=utf-8"
    is_compressible = path.suffix in _TEXTS and len(body) >= _COMPRESSED_FROM_BYTES
    keeps = _FOR_EVER if path.parts[0] == "assets" else _ASK_AGAIN
    return File(body, kind.encode(), b'"%s"' % sha256(body).hexdigest()[:20].encode(), keeps, is_compressible)


_FILE: Final = re.compile(r"\.[A-Za-z]\w*$")
"""How the address of a file ends; that of a rulebook may end with its version."""


class Static:
    """The ASGI handler of the client's files and pages."""

    def __init__(self, files: Mapping[str, File], headers: list[tuple[bytes, bytes]]) -> None:
        self._files = files
        self._headers = headers

    async def __call__(self, scope: Mapping[str, Any], send: Send) -> None:
        """Answer a GET or HEAD request."""
        asked = dict(scope["headers"])
        path: str = scope["path"]
        if scope["method"] not in ("GET", "HEAD"):
            await self._empty(send, HTTPStatus.METHOD_NOT_ALLOWED)
            return
        file = self._files.get(path)
        if file is None and not _FILE.search(path):
            file = self._files["/index.html"]
        if file is None:
            await self._empty(send, HTTPStatus.NOT_FOUND)
        elif asked.get(b"if-none-match") == file.tag:
            await self._empty(send, HTTPStatus.NOT_MODIFIED, file)
        else:
            await self._whole(send, file, asked, head=scope["method"] == "HEAD")

    async def _whole(self, send: Send, file: File, asked: Mapping[bytes, bytes], *, head: bool) -> None:
        body, extra = file.body, [(b"content-type", file.kind)]
        if file.download:
            extra.append((b"content-disposition", b'attachment; filename="%s"' % file.download))
        if file.is_compressible:
            extra.append((b"vary", b"accept-encoding"))
            if b"gzip" in asked.get(b"accept-encoding", b""):
                body = file.gzipped
                extra.append((b"content-encoding", b"gzip"))
        extra += [(b"content-length", b"%d" % len(body)), *_caching(file), *self._headers]
        await send({"type": "http.response.start", "status": HTTPStatus.OK, "headers": extra})
        await send({"type": "http.response.body", "body": b"" if head else body})

    async def _empty(self, send: Send, status: HTTPStatus, file: File | None = None) -> None:
        caching = [] if file is None else _caching(file)
        headers = [*caching, *self._headers, (b"content-length", b"0")]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b""})


def _caching(file: File) -> list[tuple[bytes, bytes]]:
    return [(b"etag", file.tag), (b"cache-control", file.keeps)]
