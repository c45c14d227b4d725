"""Whether hands are where they belong: each with its entry, numbered without a gap, found by each of its players."""

from fairdeal.kernel import PlayerId
from fairdeal.storage.archive import Rows, walk_pages
from fairdeal.storage.port import Damaged
from fairdeal.storage.rows import players_of
from fairdeal.storage.shapes import Key, Row
from fairdeal.storage.verify_chains import Reporter


def check_hands(rows: Rows, report: Reporter, hands: int, players: int) -> None:
    """Check hands against tables, players and entries, which name so many hands with so many players together."""
    for table, count, first, last in rows.numberings():
        report.found(f"table {table}", f"has {count} hands, but they are numbered {first} to {last}")
    listed = _check_listed(rows, report)
    # Where a hand is listed that does not exist, or the other way round, the numbers differ: only then look for it.
    if listed != players or rows.count("hands") != hands:
        for page in walk_pages(rows, "hands"):
            _check_entries(rows, report, page)
            _check_unlisted(rows, report, page)


def _check_listed(rows: Rows, report: Reporter) -> int:
    """Every hand that a player finds exists, and the player was in it; how many are listed."""
    total = 0
    for page in walk_pages(rows, "hand_players"):
        hands = {row[0]: row for row in rows.pick("hands", sorted({(row[2],) for row in page}))}
        for player, at, hand in page:
            row = hands.get(hand)
            if row is None or row[3] != at or player not in _players(row):
                report.found(f"hand {hand}", f"is listed for {player} at {at}, which it should not be")
        total += len(page)
        report.passed(len(page))
    return total


def _check_entries(rows: Rows, report: Reporter, page: list[Row]) -> None:
    places: list[Key] = [(row[1], row[2]) for row in page]
    named = {(row[0], row[1]): row[5] for row in rows.pick("entries", places)}
    for row in page:
        if named.get((row[1], row[2])) != row[0]:
            report.found(f"hand {row[0]}", f"no entry names it; it says it ended with {row[1]}@{row[2]}")


def _check_unlisted(rows: Rows, report: Reporter, page: list[Row]) -> None:
    expected = [(player, row[3], row[0]) for row in page for player in _players(row)]
    listed = set(rows.pick("hand_players", expected))
    for place in expected:
        if place not in listed:
            report.found(f"hand {place[2]}", f"is not listed for {place[0]}, who was in it")


def _players(row: Row) -> tuple[PlayerId, ...]:
    try:
        return players_of(row)
    except Damaged:  # the chain has named the hand
        return ()
