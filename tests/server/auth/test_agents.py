"""How devices are called."""

import pytest

from fairdeal.server.auth.user_agents import device_label

_MOZILLA = "Mozilla/5.0"


@pytest.mark.parametrize(
    ("agent", "label"),
    [
        (f"{_MOZILLA} (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36", "Chrome, Windows"),
        (f"{_MOZILLA} (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36 Edg/141.0", "Edge, Windows"),
        (f"{_MOZILLA} (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0", "Firefox, Linux"),
        (f"{_MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15", "Safari, Mac"),
        (f"{_MOZILLA} (iPhone; CPU iPhone OS 18 like Mac OS X) Version/18.0 Mobile Safari/604.1", "Safari, iPhone"),
        (f"{_MOZILLA} (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/141.0 Mobile Safari/537.36", "Chrome, Android"),
        ("python-httpx/0.28", "python-httpx"),
        ("", ""),
    ],
)  # fmt: skip
def test_a_device_has_a_name_people_know(agent: str, label: str) -> None:
    assert device_label(agent) == label
