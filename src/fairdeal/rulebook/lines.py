"""
Finds the line of each key in a TOML text.

The standard library's parser returns values without lines. This walks a text that it has already accepted and notes the
line of every key and list item, so that a fault can name it.
"""

from bisect import bisect_right
from collections.abc import Mapping
from typing import Final

Path = tuple[str | int, ...]

_BLANK: Final = " \t"
_BETWEEN: Final = " \t\r\n"
_BARE_END: Final = ",]}#\r\n"


def line_of(lines: Mapping[Path, int], path: Path) -> int:
    """The line of a path, or of the nearest enclosing one that is in the text; the step `is` may be left out."""
    while path:
        bare = tuple(step for step in path if step != "is")
        if (line := lines.get(path) or lines.get(bare)) is not None:
            return line
        path = path[:-1]
    return 1


def index_lines(text: str) -> dict[Path, int]:
    """Line of every key, table and list item of a valid TOML text, by path."""
    scanner = _Scanner(text)
    scanner.document()
    return scanner.lines


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[Path, int] = {}
        self.items: dict[Path, int] = {}  # how many tables each [[array]] has so far
        self.breaks = [place for place, letter in enumerate(text) if letter == "\n"]

    def document(self) -> None:
        table: Path = ()
        while self.skip(_BETWEEN):
            if self.text[self.at] == "[":
                table = self.header()
            else:
                self.pair(table)

    def skip(self, letters: str) -> bool:
        """Move past the given characters, and past comments if a line end is among them; false at the end of the text."""
        while self.at < len(self.text):
            if self.text[self.at] in letters:
                self.at += 1
            elif self.text[self.at] == "#" and "\n" in letters:
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
            else:
                return True
        return False

    def note(self, path: Path, at: int) -> None:
        self.lines.setdefault(path, bisect_right(self.breaks, at - 1) + 1 if at else 1)

    def header(self) -> Path:
        start = self.at
        array = self.text.startswith("[[", self.at)
        self.at += 2 if array else 1
        path = self.keys(())
        if array:
            number = self.items.get(path, 0)
            self.items[path] = number + 1
            self.note(path, start)
            path = (*path, number)
        self.at += 2 if array else 1
        self.note(path, start)
        return path

    def keys(self, path: Path) -> Path:
        """A dotted key, appended to the path; stops after it and its blanks."""
        while True:
            if path in self.items:  # inside the newest table of an [[array]]
                path = (*path, self.items[path] - 1)
            self.skip(_BLANK)
            start = self.at
            if self.text[self.at] in "\"'":
                key = self.string()
            else:
                while self.text[self.at].isalnum() or self.text[self.at] in "_-":
                    self.at += 1
                key = self.text[start : self.at]
            path = (*path, key)
            self.skip(_BLANK)
            if self.text[self.at] != ".":
                return path
            self.at += 1

    def pair(self, table: Path) -> None:
        start = self.at
        path = self.keys(table)
        for depth in range(len(table) + 1, len(path) + 1):
            self.note(path[:depth], start)
        self.at += 1  # the equals sign
        self.value(path)

    def value(self, path: Path) -> None:
        self.skip(_BLANK)
        match self.text[self.at]:
            case '"' | "'":
                self.string()
            case "[":
                self.listing(path)
            case "{":
                self.inline(path)
            case _:
                while self.at < len(self.text) and self.text[self.at] not in _BARE_END:
                    self.at += 1

    def string(self) -> str:
        quote = self.text[self.at]
        mark = quote * 3 if self.text.startswith(quote * 3, self.at) else quote
        self.at += len(mark)
        start = self.at
        while not self.text.startswith(mark, self.at):
            self.at += 2 if quote == '"' and self.text[self.at] == "\\" else 1
        content = self.text[start : self.at]
        self.at += len(mark)
        while len(mark) == 3 and self.text.startswith(quote, self.at):  # """…"""" ends with a quotation mark
            self.at += 1
        return content

    def listing(self, path: Path) -> None:
        self.at += 1
        number = 0
        while self.skip(_BETWEEN + ",") and self.text[self.at] != "]":
            self.note((*path, number), self.at)
            self.value((*path, number))
            number += 1
        self.at += 1

    def inline(self, path: Path) -> None:
        self.at += 1
        while self.skip(_BETWEEN + ",") and self.text[self.at] != "}":
            self.pair(path)
        self.at += 1
