"""Short labels of user agents such as "Chrome, Windows", for people to recognise their devices."""

from typing import Final

# In this order: most browsers name others before themselves.
_BROWSERS: Final = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("Opera", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("YaBrowser", "Yandex"),
    ("Vivaldi", "Vivaldi"), ("Firefox/", "Firefox"), ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("HeadlessChrome", "Chrome"),
    ("Chrome/", "Chrome"), ("Safari/", "Safari"),
)  # fmt: skip
_SYSTEMS: Final = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("CrOS", "ChromeOS"),
    ("Macintosh", "Mac"), ("Mac OS X", "Mac"), ("Linux", "Linux"),
)  # fmt: skip


def device_label(agent: str) -> str:
    """Browser and operating system of a user agent; its first word where neither is known."""
    found = [_first(agent, _BROWSERS), _first(agent, _SYSTEMS)]
    known = ", ".join(name for name in found if name)
    return known or agent.partition("/")[0].strip()[:40]


def _first(agent: str, names: tuple[tuple[str, str], ...]) -> str:
    return next((name for sign, name in names if sign in agent), "")
