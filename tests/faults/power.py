"""
A power cut, played from a log of what was written and synced (see powerloss.c).

What a program has synced is on the disk. Of everything after a file's last sync the disk may have kept any part, in any order, so
each such write is kept or lost by a throw of dice.
"""

import random
import shutil
import struct
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

SOURCE = Path(__file__).with_name("powerloss.c")
_HEAD = struct.Struct("=cHqq")


def build(folder: Path) -> Path | None:
    """The watching library, or None where there is no C compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        return None
    library = folder / "powerloss.so"
    subprocess.run([compiler, "-O1", "-shared", "-fPIC", "-o", library, SOURCE, "-ldl", "-lpthread"], check=True)
    return library


@dataclass
class Disk:
    """A file: what is safe, and what may still be lost."""

    safe: bytearray = field(default_factory=bytearray)
    pending: list[tuple[bytes, int, bytes]] = field(default_factory=list)

    def sync(self) -> None:
        for change in self.pending:
            _apply(self.safe, change)
        self.pending.clear()


def _apply(content: bytearray, change: tuple[bytes, int, bytes]) -> None:
    kind, offset, data = change
    if kind == b"t":
        del content[offset:]
        return
    if len(content) < offset + len(data):
        content.extend(bytes(offset + len(data) - len(content)))
    content[offset : offset + len(data)] = data


def changes(log: bytes) -> Iterator[tuple[bytes, str, int, bytes]]:
    """Everything a log tells: kind, file, offset, data."""
    place = 0
    while place + _HEAD.size <= len(log):
        kind, name_length, offset, data_length = _HEAD.unpack_from(log, place)
        place += _HEAD.size
        end = place + name_length + data_length
        if end > len(log):
            return  # cut off by the kill
        yield kind, log[place : place + name_length].decode(), offset, log[place + name_length : end]
        place = end


def cut_power(log: Path, before: dict[str, bytes], dice: random.Random) -> dict[str, bytes]:
    """What each file holds after the cut; `before` is what it held when watching began."""
    disks = {name: Disk(bytearray(content)) for name, content in before.items()}
    for kind, name, offset, data in changes(log.read_bytes()):
        disk = disks.setdefault(name, Disk())
        if kind == b"s":
            disk.sync()
        else:
            disk.pending.append((kind, offset, data))
    for disk in disks.values():
        disk.pending = [change for change in disk.pending if dice.random() < 0.5]
        disk.sync()
    return {name: bytes(disk.safe) for name, disk in disks.items()}
