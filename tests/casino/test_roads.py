"""Baccarat roads, drawn by hand and by a second definition."""

from hypothesis import given
from hypothesis import strategies as st

from fairdeal.casino.games.baccarat.roads import BLUE, RED, ROWS, Cell, Roads, roads_of
from fairdeal.casino.games.baccarat.rules import Spot

LETTERS = {"P": Spot.PLAYER, "B": Spot.BANKER, "T": Spot.TIE}


def roads(text: str) -> Roads:
    return roads_of([LETTERS[letter] for letter in text])


def drawn(cells: tuple[Cell, ...]) -> list[str]:
    """A road as rows of letters: the first letter of each mark."""
    width = max((cell.column for cell in cells), default=-1) + 1
    rows = [[" "] * width for _ in range(ROWS)]
    for cell in cells:
        assert rows[cell.row][cell.column] == " ", "no cell is used twice"
        rows[cell.row][cell.column] = cell.mark[0]
    return ["".join(row).rstrip() for row in rows]


def test_the_bead_plate_takes_every_coup_down_the_columns() -> None:
    assert drawn(roads("PBTPBTPP").bead_plate) == ["pp", "bp", "t", "p", "b", "t"]


def test_the_big_road_starts_a_column_when_the_winner_changes() -> None:
    assert drawn(roads("PPBPBBB").big_road) == ["pbpb", "p  b", "   b", "", "", ""]


def test_ties_are_marked_on_the_last_winner() -> None:
    cells = roads("PTTBTP").big_road

    assert [(cell.mark, cell.ties) for cell in cells] == [("player", 2), ("banker", 1), ("player", 0)]


def test_ties_before_the_first_winner_wait_for_it() -> None:
    assert roads("TTP").big_road == (Cell(0, 0, "player", 2),)
    assert roads("TT").big_road == ()
    assert drawn(roads("TT").bead_plate)[:2] == ["t", "t"]


def test_a_tie_does_not_break_a_run() -> None:
    assert drawn(roads("PTPTP").big_road) == ["p", "p", "p", "", "", ""]


def test_a_long_run_turns_to_the_right() -> None:
    assert drawn(roads("P" * 8).big_road) == ["p", "p", "p", "p", "p", "ppp"]


def test_a_run_turns_where_an_earlier_tail_bars_the_way() -> None:
    assert drawn(roads("P" * 8 + "B" * 6).big_road) == ["pb", "pb", "pb", "pb", "pbb", "ppp"]


def test_a_tail_in_the_top_row_moves_the_next_column_on() -> None:
    """Tails of ever shorter columns climb until one runs along the top row."""
    text = "P" * 7 + "B" * 6 + "P" * 5 + "B" * 4 + "P" * 3 + "B" * 3 + "P"

    cells = roads(text).big_road

    assert len(drawn(cells)) == ROWS  # also checks that no cell is used twice
    assert cells[-1].row == 0


def test_derived_roads_start_where_there_is_something_to_compare() -> None:
    """Big eye boy with the second coup of column two, or the first of column three; the others a column later each."""
    assert roads("PB").big_eye_boy == ()
    assert roads("PBB").big_eye_boy == (Cell(0, 0, BLUE),)
    assert roads("PBP").big_eye_boy == (Cell(0, 0, RED),)
    assert roads("PBP").small_road == ()
    assert roads("PBPP").small_road == (Cell(0, 0, BLUE),)
    assert roads("PBPB").small_road == (Cell(0, 0, RED),)
    assert roads("PBPB").cockroach_pig == ()
    assert roads("PBPBP").cockroach_pig == (Cell(0, 0, RED),)


def test_the_three_cases_inside_a_column() -> None:
    """Beside a coup there was one too: red; the column ended just above: blue; it ended further up: red again."""
    assert [cell.mark for cell in roads("PPBBBB").big_eye_boy] == [RED, BLUE, RED]


def test_a_new_column_compares_the_two_before_it() -> None:
    assert [cell.mark for cell in roads("PPBBP").big_eye_boy] == [RED, RED]
    assert [cell.mark for cell in roads("PPBP").big_eye_boy] == [BLUE]


def test_a_shoe_drawn_by_hand() -> None:
    """Runs: P2 B1 P3 B3 P1 B1 P2."""
    found = roads("PPBTPPPBBBTPBPP")

    assert drawn(found.big_road) == ["pbpbpbp", "p pb  p", "  pb", "", "", ""]
    assert [cell.ties for cell in found.big_road] == [0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]
    assert "".join(cell.mark[0] for cell in found.big_eye_boy) == "bbrbrrrbrb"
    assert "".join(cell.mark[0] for cell in found.small_road) == "rbbbrbbbb"
    assert "".join(cell.mark[0] for cell in found.cockroach_pig) == "rbbrbr"
    assert drawn(found.big_eye_boy) == ["brbrbrb", "b  r", "   r", "", "", ""]


def marks_by_grid(text: str, offset: int) -> list[str]:
    """The derived road by its other definition: look at cells of the road, not at lengths of columns."""
    columns: list[list[str]] = []
    marks = []
    for letter in text.replace("T", ""):
        if columns and columns[-1][-1] == letter:
            columns[-1].append(letter)
        else:
            columns.append([letter])
        column, row = len(columns) - 1, len(columns[-1]) - 1
        if row == 0:
            if column - 1 - offset >= 0:
                left, further = columns[column - 1], columns[column - 1 - offset]
                marks.append(RED if len(left) == len(further) else BLUE)
        elif column - offset >= 0:
            beside = columns[column - offset]
            here, above = row < len(beside), row - 1 < len(beside)
            marks.append(RED if here == above else BLUE)
    return marks


@given(st.text("PBT", max_size=90))
def test_both_definitions_agree_and_no_cell_is_used_twice(text: str) -> None:
    found = roads(text)

    for offset, cells in ((1, found.big_eye_boy), (2, found.small_road), (3, found.cockroach_pig)):
        assert [cell.mark for cell in cells] == marks_by_grid(text, offset)
    for cells in found[:5]:
        places = [(cell.column, cell.row) for cell in cells]
        assert len(set(places)) == len(places)
        assert all(0 <= row < ROWS for _, row in places)
    assert sum(cell.ties for cell in found.big_road) == (text.count("T") if set(text) - {"T"} else 0)
    assert dict(found.counts) == {spot.value: text.count(letter) for letter, spot in LETTERS.items()}
