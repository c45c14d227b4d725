"""How a check fails: it raises, which ends the simulation."""

from typing import NoReturn

from fairdeal.kernel import StreamId


class Violated(Exception):
    """Raised by a check that fails; ends the run."""

    def __init__(self, check: str, what: str, *streams: StreamId) -> None:
        super().__init__(f"{check}: {what}")
        self.check = check
        self.what = what
        self.streams = streams


def fail(check: str, what: str, *streams: StreamId) -> NoReturn:
    """Raise `Violated` for a check, with what is wrong and the streams concerned."""
    raise Violated(check, what, *streams)
