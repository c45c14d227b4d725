"""Where the tables and keys of a TOML text stand, so that a fault can name its line."""

import re
from collections import Counter
from typing import Final

_HEADER: Final = re.compile(r"\s*(\[\[?)\s*([A-Za-z0-9_.\-\" ]+?)\s*\]\]?\s*(#.*)?$")
_KEY: Final = re.compile(r"\s*([A-Za-z0-9_\-]+|\"[^\"]*\")\s*=")
_LONG: Final = ('"""', "'''")

Path = tuple[str | int, ...]


class TomlLines:
    """The lines of a TOML text that `tomllib` can read; tables of a list are numbered from 0."""

    def __init__(self, text: str) -> None:
        self._lines: dict[Path, int] = {}
        self._counts: Counter[str] = Counter()
        self._inside = ""  # the quotes of a text over several lines
        self._depth = 0  # of brackets that are still open
        table: Path = ()
        for number, line in enumerate(text.splitlines(), 1):
            if not self._inside and not self._depth:
                header, key = _HEADER.match(line), _KEY.match(line)
                if header is not None:
                    table = self._table(header[2], is_listed=header[1] == "[[")
                    self._lines.setdefault(table, number)
                    continue
                if key is not None:
                    self._lines.setdefault((*table, key[1].strip('"')), number)
            self._scan(line)

    def of(self, *path: str | int) -> int | None:
        """The line of a key or a table, or of the nearest table around it that stands in the text."""
        while path:
            if path in self._lines:
                return self._lines[path]
            path = path[:-1]
        return None

    def _table(self, name: str, *, is_listed: bool) -> Path:
        parts = [part.strip().strip('"') for part in name.split(".")]
        found: list[str | int] = [parts[0]]
        if is_listed and len(parts) == 1:
            found.append(self._counts[parts[0]])
            self._counts[parts[0]] += 1
        elif self._counts[parts[0]]:
            found.append(self._counts[parts[0]] - 1)  # a table of the last of a list
        return (*found, *parts[1:])

    def _scan(self, line: str) -> None:
        """Follow texts and brackets that go on in the next line."""
        at = 0
        while at < len(line):
            if self._inside:
                at = self._end_of_text(line, at)
                continue
            letter = line[at]
            if letter == "#":
                return
            if letter in "\"'":
                self._inside = line[at : at + 3] if line[at : at + 3] in _LONG else letter
                at += len(self._inside)
                continue
            self._depth += (letter in "[{") - (letter in "]}")
            at += 1
        if self._inside not in _LONG:
            self._inside = ""

    def _end_of_text(self, line: str, at: int) -> int:
        if line[at] == "\\" and self._inside[0] == '"':
            return at + 2
        if line.startswith(self._inside, at):
            at += len(self._inside)
            self._inside = ""
            return at
        return at + 1
