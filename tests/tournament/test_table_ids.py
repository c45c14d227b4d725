"""Ids of tournaments' tables as clients say them."""

import pytest

from fairdeal.kernel import StreamId, TableId, TournamentId
from fairdeal.tournament.orders import dealer_of_table, dealer_stream, table_id, tournament_of_table


def test_the_id_of_a_table_leads_to_its_dealer() -> None:
    tournament = TournamentId("MAIN")

    assert dealer_of_table(table_id(tournament, 3)) == dealer_stream(tournament, 3)
    assert dealer_of_table(TableId("01HF5KB64MJNK57B0HN9N10NJR")) is None


@pytest.mark.parametrize(
    ("table", "tournament"), [("MAIN/3", "MAIN"), ("LOBBY/4/0", "LOBBY/4"), ("MAIN/", "MAIN"), ("MAIN", None)]
)
def test_the_id_of_a_table_names_its_tournament_whatever_stands_behind_it(table: str, tournament: str | None) -> None:
    assert tournament_of_table(TableId(table)) == tournament


@pytest.mark.parametrize("alias", ["MAIN/03", "MAIN/+3", "MAIN/3 ", "MAIN/٣", "MAIN/3/3", "/3", "MAIN/"])
def test_a_table_has_one_id_and_no_other_way_of_writing_it(alias: str) -> None:
    """Otherwise whoever makes up names has a desk made for each, and none of them goes with the table."""
    assert dealer_of_table(TableId(alias)) in (None, StreamId(f"deal:{alias}"))
    assert dealer_of_table(TableId(alias)) != dealer_stream(TournamentId("MAIN"), 3)
