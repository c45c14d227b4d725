"""
Anchors of a running server: the heads of all chains go into the database, and a signed line about them to a file and a program.

Lines go to a file in the data folder, and to the operator's program if one is set (`anchor_command`). Failures are logged and
retried with the next anchor; lines missing from the file are added then.
"""

import asyncio
import logging
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

from fairdeal.kernel import Instant
from fairdeal.server.settings import ServerSettings
from fairdeal.storage.anchor_lines import FILE, AnchorLine, Signer, append_lines, missing_lines, text_of
from fairdeal.storage.anchors import Anchorer
from fairdeal.storage.archive import Archive
from fairdeal.storage.commit_queue import CommitQueue
from fairdeal.storage.port import StoreError
from fairdeal.storage.vault import Vault

_FIRST_SECONDS: Final = 60
_PROGRAM_SECONDS: Final = 60
_log: Final = logging.getLogger(__name__)


class Anchoring:
    """Writes an anchor every `anchor_minutes`."""

    def __init__(
        self, settings: ServerSettings, store: Archive, committer: CommitQueue, vault: Vault, now: Callable[[], Instant]
    ) -> None:
        self._minutes = settings.anchor_minutes
        self._command = shlex.split(settings.anchor_command)
        self._file = Path(settings.data) / FILE
        self._store = store
        self._signer = Signer(vault)
        self._anchorer = Anchorer(store, committer.commit)
        self._now = now

    async def run(self) -> None:
        """Write anchors until cancelled; returns at once where anchors are switched off."""
        if not self._minutes:
            return
        await asyncio.sleep(min(_FIRST_SECONDS, 60 * self._minutes))
        while True:
            try:
                await asyncio.to_thread(self.anchor)
            except (StoreError, OSError, subprocess.SubprocessError) as error:
                _log.error("no anchor: %s", error)
            await asyncio.sleep(60 * self._minutes)

    def anchor(self) -> list[AnchorLine]:
        """Write an anchor now and return the lines about it. Blocks."""
        written = self._anchorer.anchor(self._now())
        with self._store.reading() as rows:
            lines = missing_lines(self._file, rows, self._signer)
        append_lines(self._file, lines)
        for line in lines:
            run_program(self._command, line)
        _log.info("anchor %d: %s", written.number, written.digest.hex())
        return lines


def run_program(command: list[str], line: AnchorLine) -> None:
    """Pass a line to the operator's program on its standard input, if one is set."""
    if command:
        told = f"{text_of(line)}\n".encode()
        subprocess.run(command, input=told, stdout=subprocess.DEVNULL, check=True, timeout=_PROGRAM_SECONDS)
