"""Which cookies count, and that no other cookie of the browser can take them away."""

import pytest

from fairdeal.server.auth.cookies import COOKIE, cookie_name, device_in, tokens_in

OWN = "S-1.abc-_DEF"
PLAIN = f"{COOKIE}={OWN}"
SECURE = f"__Host-{COOKIE}={OWN}"


def test_over_https_only_the_cookie_of_this_very_host_counts() -> None:
    assert list(tokens_in(f"{PLAIN}; theme=dark", secure=True)) == []
    assert list(tokens_in(f"{PLAIN.replace('1', '2')}; {SECURE}", secure=True)) == [OWN]


def test_over_http_the_cookie_of_the_earlier_build_goes_on() -> None:
    assert list(tokens_in(PLAIN, secure=False)) == [OWN]
    assert list(tokens_in(SECURE, secure=False)) == []


@pytest.mark.parametrize(
    "sibling",
    [
        "a[]=1",
        'q="unended',
        "no equals sign",
        "=",
        ";;",
        "k=",
        "ünlaut=1",
        'x={"a":1,2}',
        f"my{COOKIE}=no",
        "a=b,c=d",
        "\x00=1",
    ],
)
@pytest.mark.parametrize("secure", [True, False])
def test_a_malformed_sibling_does_not_hide_the_session(sibling: str, secure: bool) -> None:
    mine = SECURE if secure else PLAIN

    for header in (f"{sibling}; {mine}", f"{mine}; {sibling}", f"{sibling};{mine};{sibling}"):
        assert list(tokens_in(header, secure=secure)) == [OWN]


def test_a_device_is_told_by_the_first_cookie_of_its_name() -> None:
    assert device_in("fairdeal_device=word; x=1", secure=False) == "word"
    assert device_in("fairdeal_device=word", secure=True) == ""
    assert device_in("", secure=True) == ""
    assert cookie_name("x", secure=True) == "__Host-x"
