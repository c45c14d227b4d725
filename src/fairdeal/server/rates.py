"""How fast somebody may speak."""


class Bucket:
    """So many at once, and so many a second; `now` is in milliseconds."""

    __slots__ = ("_burst", "_last", "_level", "_per_ms")

    def __init__(self, per_second: float, burst: float) -> None:
        self._per_ms = per_second / 1000
        self._burst = burst
        self._level = burst
        self._last = 0

    def take(self, now: int) -> bool:
        """Take one; false when there is none."""
        level = self._level + (now - self._last) * self._per_ms
        self._last = now
        self._level = min(level, self._burst)
        if self._level < 1:
            return False
        self._level -= 1
        return True
