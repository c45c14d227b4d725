"""
The parameter matrix of the digest and `rules diff`, side by side.

Every row of the matrix that differs between two editions must appear in their comparison, under the rules the row names; and
everything the comparison tells must belong to a row that differs.
"""

import re
from dataclasses import dataclass

import pytest

from fairdeal.rulebook.clause import U22, U26, U27, EditionId
from fairdeal.rulebook.compare import Difference, compare
from fairdeal.rulebook.loader import published_edition
from tests.shared import shared


@dataclass(frozen=True)
class Row:
    parameter: str
    rules: str  # as the matrix prints them
    cells: dict[EditionId, str]
    paths: tuple[str, ...]  # where the parameter lives in an edition
    told_by: frozenset[str]  # rules its differences may cite beside those of the row


def row(parameter: str, rules: str, u22: str, u26: str, u27: str, *paths: str, told_by: str = "") -> Row:
    return Row(parameter, rules, {U22: u22, U26: u26, U27: u27}, paths, frozenset(told_by.split()))


MATRIX = (
    row(
        "Game families", "CASH-07", "Texas NL, Omaha PL, Banzai (both)", "+ Deepstack, Shortstack, Extreme",
        "Banzai Texas only; rest as U26", "poker.games.families", "poker.buy_in.families",
        "poker.rake.holdem[texas-deepstack", "poker.rake.omaha[omaha-shortstack", told_by="BZ-01 BUY-06 RAKE-07 RAKE-08",
    ),
    row("Seats", "CASH-09", "6", "6; Banzai 5", "6; Banzai 5", "poker.seating.seats", "poker.banzai.seats", told_by="BZ-05"),
    row("Min players to start", "CASH-12", "3 (2 once after a 3+ hand)", "same", "same", "poker.seating.players_min",
        "poker.seating.one_hand"),
    row("New player Texas", "CASH-16", "wait or post BB", "wait or post extra BB", "wait or post BB",
        "poker.blinds.new_player_holdem"),
    row("New player Omaha", "CASH-16", "wait for BB", "wait or post extra BB", "wait or post BB",
        "poker.blinds.new_player_omaha"),
    row("Missed blind", "CASH-17", "Omaha: wait for BB; Texas silent", "silent", "silent", "poker.blinds.missed_blind"),
    row("Raise cap", "CASH-06, BET-21", "none", "none", "none", "poker.betting.raises", "poker.betting.fixed_limit"),
    row("Showdown order", "SHOW-06", "simultaneous", "simultaneous", "simultaneous", "poker.showdown.order"),
    row("Sit-out removal", "TIME-02", "600 s", "600 s", "600 s", "poker.sit_out.removal_seconds"),
    row("Global sit-out", "TIME-03..05", "yes, 500 s", "yes, 500 s", "yes, 500 s", "poker.sit_out.everywhere"),
    row("Time bank", "TIME-06..09", "10 s floor each hand, +0.25 s/hand, cap 30", "table, not renewed",
        "table, not renewed", "poker.time_bank", told_by="HEXA-18"),
    row("Reconnect extra", "TIME-10", "20 s", "20 s", "20 s", "poker.connection.reconnect_extra_seconds"),
    row("Server failure, cash", "TIME-15..17", "roll back", "roll back", "roll back", "poker.failure.cash"),
    row("Unresolved bets", "TIME-19", "90 days → charity", "same", "same", "poker.failure.unresolved_bets"),
    row("Cash buy-in", "BUY-02..04", "not stated", "50-100 BB", "50-100 BB", "poker.buy_in.big_blinds", told_by="BUY-01"),
    row("Auto top-up", "BUY-05", "no", "yes, default off", "yes, default off", "poker.buy_in.auto_top_up"),
    row("Ratholing", "RAT-01..07", "none", "yes", "yes", "poker.ratholing"),
    row("Banzai tables per stake", "BZ-04", "2", "4", "4", "poker.banzai.tables_per_stake_max"),
    row("Banzai Resume/Reset", "BZ-07", "no (always same stack)", "5 per day", "5 per day",
        "poker.banzai.choices_per_day", "poker.banzai.day", told_by="BZ-06"),
    row("Rake rounding", "RAKE-05", "nearest", "up", "nearest", "poker.rake.rounding"),
    row("Rake minimum", "RAKE-04", "0.01", "0.01", "0.01", "poker.rake.minimum"),
    row("Cap halved at 2-3 players", "RAKE-06", "yes", "yes", "yes", "poker.rake.cap_halved_for_players"),
    row("Cash rake", "RAKE-07..10", "tables", "tables", "tables", "poker.rake.all_games"),
    row("NL25 blinds", "RAKE-07", "0.10/0.25", "0.15/0.25", "0.15/0.25", "poker.rake.holdem[texas 0.10/0.25]",
        "poker.rake.holdem[texas 0.15/0.25]"),
    row("Banzai NL20", "RAKE-09", "1 %, cap 3", "2.5 %, cap 1", "2 %, cap 1", "poker.rake.banzai"),
    row("5-handed S&G 50 and 100", "FEE-02", "48.50+1.50, 97+3", "not offered", "not offered", "poker.fees.five_handed"),
    row("MTT fee", "FEE-04, 05", "table, 10 % of total", "normally 10 %", "normally 10 %", "poker.fees.multi_table"),
    row("Rakeback", "RB-01..05", "-", "-", "-", "poker.rakeback"),
    row("Wallet transfer, FX", "WAL-01..05", "-", "-", "-", "poker.wallet"),
    row("Bounty, phased types", "MTT-68..71", "no", "yes", "yes", "poker.tournament.types", "poker.tournament.bounties",
        "poker.tournament.phases", told_by="MTT-27a MTT-71a MTT-71b MTT-71c"),
    row("Break at level 1", "MTT-47c", "no break", "no break", "no break", "poker.tournament.break_in_first_level"),
    row("HexaPro winner-takes-all up to", "HEXA-06", "25x", "10x", "10x", "poker.hexapro.splits"),
    row("HexaPro Extreme", "HEXT", "no", "yes", "yes", "poker.hexapro_extreme", told_by="HEXA-19"),
    row("Cancellation before start, tickets", "CANC-52, 60", "re-credited", "re-credited", "re-credited",
        "poker.cancellation.tickets_before_start"),
    row("Cancellation after start", "CANC-53..55, 61", "halves / lowest + chips / ICM", "same", "same",
        "poker.cancellation.started", "poker.cancellation.on_failure"),
    row("Video on demand", "INT-14b", "no", "no", "yes", "poker.integrity.video_on_demand", told_by="INT-14"),
    row("Disputes", "CANC-58, INT-38", "management final", "management final", "management final",
        "poker.integrity.disputes", "poker.integrity.complaints"),
)  # fmt: skip

# Differences of print that the digest tells under its rules and that change nothing, so the matrix leaves them out.
OTHER_WORDS = {
    "poker.games.shuffled_every_hand": "CASH-08",
    "poker.blinds.newcomer_may_get_button": "CASH-04",
    "poker.sit_out.before_next_deal_after_automatic_decision": "TIME-13",
    "poker.ratholing.scope": "RAT-02",
    "poker.banzai.stack_big_blinds": "BZ-02",
    "poker.hexapro.wheel[25x]": "HEXA-04",
}

PAIRS = [(U26, U27), (U22, U27), (U22, U26)]
pairs = pytest.mark.parametrize(("before", "after"), PAIRS)


def differences(before: EditionId, after: EditionId) -> tuple[Difference, ...]:
    return compare(published_edition(before), published_edition(after)).values


def differs(row: Row, before: EditionId, after: EditionId) -> bool:
    cells = {edition: row.cells[U22] if cell == "same" else cell for edition, cell in row.cells.items()}
    return cells[before] != cells[after]


def belongs(difference: Difference, row: Row) -> bool:
    return any(difference.path.startswith(path) for path in row.paths)


def rule_ids(rules: str) -> set[str]:
    """`TIME-03..05`, `FEE-04, 05`, `HEXT` as ids or the prefix they start with."""
    found: set[str] = set()
    stem = ""
    for part in rules.split(", "):
        name = part if "-" in part or not stem else f"{stem}-{part}"
        stem, _, numbers = name.partition("-")
        first, _, last = numbers.partition("..")
        if last:
            found |= {f"{stem}-{number:02}" for number in range(int(first), int(last) + 1)}
        else:
            found.add(name)
    return found


@pairs
@pytest.mark.parametrize("row", MATRIX, ids=lambda row: row.parameter)
def test_a_row_is_told_exactly_when_it_differs(row: Row, before: EditionId, after: EditionId) -> None:
    told = [difference for difference in differences(before, after) if belongs(difference, row)]
    if not differs(row, before, after):
        assert not [difference for difference in told if difference.path not in OTHER_WORDS]
        return
    assert told
    cited = {rule for difference in told for rule in difference.rules}
    assert any(rule.startswith(tuple(rule_ids(row.rules))) for rule in cited)
    assert {rule for rule in cited if not rule.startswith(tuple(rule_ids(row.rules)))} <= row.told_by


@pairs
def test_nothing_else_is_told(before: EditionId, after: EditionId) -> None:
    differing = [row for row in MATRIX if differs(row, before, after)]
    for difference in differences(before, after):
        if difference.path in OTHER_WORDS:
            assert difference.change == "wording"
            assert OTHER_WORDS[difference.path] in difference.rules
        else:
            assert any(belongs(difference, row) for row in differing), difference


def test_the_four_changes_of_2_7_and_nothing_more_change_what_happens() -> None:
    effects = {d.path: (d.before, d.after) for d in differences(U26, U27) if d.change == "effect"}

    assert effects == {
        "poker.games.families[banzai-omaha]": ("variant omaha, structure pot limit, rake_table banzai", "—"),
        "poker.rake.banzai[banzai 1/2].percent": ("2.5 %", "2 %"),
        "poker.rake.rounding": ("up", "nearest"),
        "poker.integrity.video_on_demand": ("no", "yes"),
    }


@pytest.mark.parametrize(
    ("before", "after", "only_before", "only_after"),
    [(U26, U27, set(), {"INT-14b"}), (U22, U26, {"TIME-06", "FEE-04"}, None)],
)
def test_rules_of_one_side_only(
    before: EditionId, after: EditionId, only_before: set[str], only_after: set[str] | None
) -> None:
    found = compare(published_edition(before), published_edition(after))

    assert set(found.rules_only_before) == only_before
    if only_after is not None:
        assert set(found.rules_only_after) == only_after


@pytest.mark.parametrize("edition", [U22, U26, U27])
def test_an_edition_does_not_differ_from_itself(edition: EditionId) -> None:
    assert compare(published_edition(edition), published_edition(edition)).values == ()


def test_the_rows_above_are_the_digests() -> None:
    """Parameter, rules and the three Unibet cells, word for word."""
    index = shared("rules/00-index.md").read_text("utf-8")
    section = index.split("## Edition parameter matrix", 1)[1].split("\n## ", 1)[0]
    rows = [re.split(r" \| ", line.strip("| \n")) for line in section.splitlines() if line.startswith("| ")]

    assert [tuple(cells[:5]) for cells in rows[1:]] == [
        (row.parameter, row.rules, row.cells[U22], row.cells[U26], row.cells[U27]) for row in MATRIX
    ]
