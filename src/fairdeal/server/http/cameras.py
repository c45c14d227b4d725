"""What the content security policy has to allow for the cameras of casino tables: exactly their addresses."""

from collections.abc import Iterable
from urllib.parse import urlsplit

from fairdeal.room.casino.house import CasinoTableSetup, VideoKind


def camera_sources(tables: Iterable[CasinoTableSetup]) -> dict[str, tuple[str, ...]]:
    """
    Sources by directive, for cameras of other hosts; pictures of our own are allowed anyway.

    A stream comes in parts from the folder of its address, so that the folder is allowed, and nothing beside it.
    """
    found: dict[str, dict[str, None]] = {"img-src": {}, "media-src": {}, "connect-src": {}}
    for setup in tables:
        video = setup.video
        if video is None or not urlsplit(video.address).netloc:
            continue
        parts = urlsplit(video.address)
        folder = f"{parts.scheme}://{parts.netloc}{parts.path.rpartition('/')[0]}/"
        match video.kind:
            case VideoKind.IMAGE:
                found["img-src"][f"{parts.scheme}://{parts.netloc}{parts.path}"] = None
            case VideoKind.HLS:
                found["media-src"][folder] = None
                found["connect-src"][folder] = None
            case VideoKind.WHEP:
                found["connect-src"][folder] = None
    return {directive: tuple(sources) for directive, sources in found.items() if sources}
