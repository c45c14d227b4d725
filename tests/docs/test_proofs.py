"""The rule pages of the server name exactly the tests whose marks were collected."""

import json

from tools.rule_coverage import Mark
from tools.rule_pages import PROOFS, proofs_file, read_marks


def test_the_server_tells_the_tests_that_were_collected() -> None:
    assert PROOFS.read_text("utf-8") == proofs_file(read_marks())


def test_a_test_is_told_once_by_its_name_and_tests_of_data_prove_nothing() -> None:
    marks = (
        Mark("BET-13", None, "behaviour", "tests/poker/test_bets.py::test_a_short_all_in_closes_raising"),
        Mark("BET-13", "publicwin", "behaviour", "tests/poker/test_bets.py::test_a_short_all_in_closes_raising"),
        Mark("BET-14", None, "data", "tests/rulebook/test_values.py::test_values"),
    )

    assert json.loads(proofs_file(marks))["BET-13"] == ["a short all in closes raising"]
    assert "BET-14" not in json.loads(proofs_file(marks))
