"""Showdown: ranking hands, and the order of showing."""

from fairdeal.cards.evaluate import board_key, board_triples, flush_board, rank_omaha_with, rank_with_board


def rank_all(ranks: list[int], holes: list[list[int]], places: list[int], board: tuple[int, ...]) -> None:
    """Rank the hands at these places with a full board; writes into `ranks` by place."""
    if len(holes[0]) == 4:
        triples = board_triples(board)
        suit = flush_board(board)
        for number in range(len(places)):
            ranks[places[number]] = rank_omaha_with(holes[number], board, triples, suit)
    else:
        key = board_key(board)
        for number in range(len(places)):
            ranks[places[number]] = rank_with_board(holes[number], board, key)


def show_order(places: list[int], last_bettor: int, count: int) -> list[int]:
    """The places in the order of showing: the last to bet on the river first, the others clockwise (SHOW-06)."""
    return sorted(places, key=lambda place: (place - last_bettor) % count)
