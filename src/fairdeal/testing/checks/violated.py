"""How a check says that something is wrong: it stops everything."""

from typing import NoReturn

from fairdeal.kernel import StreamId


class Violated(Exception):
    """A promise was broken; the run ends here."""

    def __init__(self, check: str, what: str, *streams: StreamId) -> None:
        super().__init__(f"{check}: {what}")
        self.check = check
        self.what = what
        self.streams = streams


def fail(check: str, what: str, *streams: StreamId) -> NoReturn:
    """A promise was broken, in these streams."""
    raise Violated(check, what, *streams)
