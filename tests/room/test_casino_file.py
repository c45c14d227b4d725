"""The file with casino tables: what it gives, and every fault with its line."""

import pytest

from fairdeal.cards import NAMES
from fairdeal.casino.games.catalogue import BLACKJACK, ROULETTE
from fairdeal.casino.table.facts import UNHURRIED, Dealing
from fairdeal.kernel import MINUTE, Cents, Duration, Instant, MoneyKind, TableId
from fairdeal.room.casino.house import CasinoTableSetup, VideoKind, VideoSource
from fairdeal.room.casino.table_file import BadTables, parse_tables

TWO = """
[[table]]
id = "wheel"
name = "Pirita 1"
game = "roulette"
bet_min = 0.50
bet_max = 200
spin_time = 12000

[[table]]
id = "vip"
game = "blackjack"
dealer = "live"
money = "play"
dealer_hits_soft_17 = true
closed = true
dealer_minutes = 40
video = { kind = "hls", address = "https://cam.example/vip.m3u8", clock_at = 1700000000000 }
"""


def test_tables_come_in_the_order_of_the_file_with_what_it_gives() -> None:
    wheel, vip = parse_tables(TWO).tables
    assert wheel == CasinoTableSetup(
        table=TableId("wheel"),
        title="Pirita 1",
        game=ROULETTE,
        bet_min=Cents(50),
        bet_max=Cents(20_000),
        pace=type(UNHURRIED)(card=UNHURRIED.card, first_card=UNHURRIED.first_card, spin=Duration(12_000)),
    )
    assert (vip.game, vip.dealing, vip.money, vip.closed) == (BLACKJACK, Dealing.LIVE, MoneyKind.PLAY, True)
    assert vip.video == VideoSource(VideoKind.HLS, "https://cam.example/vip.m3u8", Instant(1_700_000_000_000))
    assert vip.name == "vip"
    assert (wheel.dealer_time, vip.dealer_time) == (None, 40 * MINUTE)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('[[table]]\nid = "a"\ngame = "poker"\n', "t:3: game is 'poker'; expected one of roulette, blackjack, baccarat"),
        ('[[table]]\nid = "a"\n', "t:1: a table needs game"),
        ('[[table]]\nid = "a"\ngame = "roulette"\nbet_mim = 1\n', "t:4: there is no setting bet_mim; did you mean bet_min?"),
        ('[[table]]\nid = "a"\ngame = "roulette"\nbet_min = -1\n', "t:4: bet_min is -1; expected an amount above 0"),
        ('[[table]]\nid = "a"\ngame = "roulette"\nclosed = 1\n', "t:4: closed is 1; expected true or false"),
        ('[[table]]\nid = "a/b"\ngame = "roulette"\n', "t:2: id is 'a/b'; expected letters, digits, - _ and ."),
        ('[[table]]\nid = "a"\ngame = "roulette"\n[[table]]\nid = "a"\ngame = "baccarat"\n', "t:5: there are two tables a"),
        ('[[table]]\nid = "a"\ngame = "roulette"\ndealer_minutes = 0\n', "t:4: dealer_minutes is 0; expected minutes from 1 to 480"),
        ('[scanner]\nsuffix = "Escape"\n', "t:2: suffix: expected one of Enter, Tab"),
        ('[scanner]\ngap = 0\n', "t:2: gap: expected milliseconds from 1 to 1000"),
        ('[scanner]\nspeed = 1\n', "t:2: there is no setting speed; a scanner has prefix, suffix, gap, codes"),
        ('[scanner]\ncodes = {"8S" = "8s"}\n', "t:2: codes: expected a code for every card; there is none for 2c, 2d, 2h, 2s, 3c"),
        ('[scanner]\ncodes = {"8S" = "9x"}\n', "t:2: codes: expected a card for '8S', such as 8s"),
        ('tables = 1\n', "t:1: there is no setting tables; tables are written [[table]]"),
    ],
)  # fmt: skip
def test_a_fault_is_named_with_its_line(text: str, fault: str) -> None:
    with pytest.raises(BadTables) as found:
        parse_tables(text, "t")
    assert found.value.faults == [fault]


BEGINS = "an address that begins with https:// or, on this server, with /"
PLAIN = "an address of plain letters, without spaces, quotes, commas and semicolons"


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("cam.example/vip.m3u8", BEGINS),
        ("http://cam.example/vip.m3u8", BEGINS),
        ("//cam.example/vip.m3u8", BEGINS),
        ("https://", BEGINS),
        ("https:///vip.m3u8", BEGINS),
        ("javascript:alert(1)", BEGINS),
        ("data:image/svg+xml", BEGINS),
        ("ftp://cam.example/vip", BEGINS),
        ("https://cam.example/a; script-src *", PLAIN),
        ("https://cam.example/a;b", PLAIN),
        ("https://cam.example/a,b", PLAIN),
        ("https://cam.example/käru", PLAIN),
        ("https://cam.example:port/a", PLAIN),
        ("https://[cam/a", PLAIN),
        ("https://me:secret@cam.example/a", "an address without a name and a password: every player is told it"),
        ("", "a text of at most 500 letters"),
        ("/" * 501, "a text of at most 500 letters"),
    ],
)
def test_a_camera_that_no_browser_could_show_is_a_fault_with_its_line(address: str, expected: str) -> None:
    row = f'[[table]]\nid = "a"\ngame = "roulette"\nvideo = {{ kind = "hls", address = "{address}" }}\n'
    with pytest.raises(BadTables) as found:
        parse_tables(row, "t")
    (fault,) = found.value.faults
    assert fault.startswith("t:4: video is {")
    assert fault.endswith(f"; expected {expected}")


@pytest.mark.parametrize(
    "address",
    [
        "https://cam.example/vip.m3u8?key=a%20b&x=1",
        "/api/casino/tables/a/pattern.svg",
        "http://localhost:8889/vip/whep",
        "http://[::1]:8889/vip/whep",
    ],
)
def test_a_camera_is_reached_by_https_on_this_server_or_on_this_machine(address: str) -> None:
    row = f'[[table]]\nid = "a"\ngame = "roulette"\nvideo = {{ kind = "whep", address = "{address}" }}\n'
    (setup,) = parse_tables(row).tables
    assert setup.video == VideoSource(VideoKind.WHEP, address)


def test_all_faults_are_named_at_once() -> None:
    with pytest.raises(BadTables) as found:
        parse_tables('[[table]]\nid = ""\ngame = 3\nmoney = "gold"\n')
    assert [fault.split(":")[1] for fault in found.value.faults] == ["2", "3", "4"]


def test_a_scanner_has_a_code_for_every_card_or_one_for_every_card_of_the_shoe() -> None:
    plain = parse_tables("").scanner
    assert (plain.card_of(" as "), plain.card_of("1-AS"), plain.marks_each_card) == (NAMES.index("As"), None, False)
    lines = "".join(f'"{deck}-{name}" = "{name}"\n' for deck in range(1, 9) for name in NAMES)
    marked = parse_tables(f'[scanner]\nprefix = "~"\nsuffix = "Tab"\n[scanner.codes]\n{lines}').scanner
    assert (marked.prefix, marked.suffix, marked.gap) == ("~", "Tab", 60)
    assert (marked.card_of("3-8s"), marked.marks_each_card) == (NAMES.index("8s"), True)
