"""Rate limiting of messages on the game socket."""


class TokenBucket:
    """Token bucket: `burst` messages at once, `per_second` sustained; `now` is in milliseconds."""

    __slots__ = ("_burst", "_last", "_level", "_per_ms")

    def __init__(self, per_second: float, burst: float) -> None:
        self._per_ms = per_second / 1000
        self._burst = burst
        self._level = burst
        self._last = 0

    def take(self, now: int) -> bool:
        """Take one token; False if the bucket is empty."""
        level = self._level + (now - self._last) * self._per_ms
        self._last = now
        self._level = min(level, self._burst)
        if self._level < 1:
            return False
        self._level -= 1
        return True
