"""
A server made to be killed.

`python -m tests.server.killable ADDRESS FOLDER PEOPLE [RULEBOOK]` lets so many guests in and says, as JSON, at which port it
listens and which tokens they have; it never ends by itself.
"""

import asyncio
import os
import sys
from pathlib import Path

import msgspec
import structlog

from tests.server.live import new_guest, run, running, settings_in


async def serve(address: str, folder: Path, people: int, rulebooks: tuple[str, ...]) -> None:
    """Serve for ever."""
    async with running(settings_in(folder, database=address, rulebooks=rulebooks)) as opened:
        tokens = [(await new_guest(opened, f"Guest{number}")).token for number in range(people)]
        os.write(1, msgspec.json.encode({"port": opened.port, "tokens": tokens}) + b"\n")
        await asyncio.Event().wait()


if __name__ == "__main__":
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))  # what it says itself stands alone
    run(serve(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), tuple(sys.argv[4:])))
