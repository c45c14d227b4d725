"""Whatever people do at a casino table: money is conserved, hidden cards stay hidden, rounds end."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdeal.casino.games.blackjack.felt import BoxesFelt, boxes_of
from fairdeal.casino.games.blackjack.view import BlackjackView
from fairdeal.casino.games.catalogue import BACCARAT, BLACKJACK, GAMES, ROULETTE
from fairdeal.casino.games.game import Game
from fairdeal.casino.records import player_rounds, round_kept
from fairdeal.casino.table.events import CardDealt, RoundSettled, RoundVoided, ShoeShuffled
from fairdeal.casino.table.facts import Dealing
from fairdeal.casino.table.state import Phase, Table
from fairdeal.casino.table.view import TableView
from tests.casino.random_tables import PEOPLE, evening
from tests.casino.tables import Bench
from tests.steps import step_of

EXAMPLES = (settings.default or settings()).max_examples // 5
TABLES = [(game, dealing) for game in GAMES for dealing in Dealing]


def nothing(_: Bench) -> None:
    """The bench itself checks the ledger after every command."""


@pytest.mark.parametrize(("game", "dealing"), TABLES)
@given(seed=st.integers(0, 10**9))
@settings(max_examples=EXAMPLES)
def test_money_is_conserved_and_every_round_ends(game: Game, dealing: Dealing, seed: int) -> None:
    bench = evening(game, dealing, seed, 200, nothing)

    assert bench.table.phase in (Phase.RESULT, Phase.IDLE)
    assert not any(balance for account, balance in bench.book.balances.items() if account.startswith("bet:"))


def test_random_evenings_are_no_idle_ones() -> None:
    """The property would be worth little if nobody ever played."""
    for game, dealing in TABLES:
        settled = sum(
            isinstance(event, RoundSettled)
            for seed in range(6)
            for event in evening(game, dealing, seed, 200, nothing).history
        )
        assert settled >= 6, (game, dealing)


def plain(view: TableView) -> TableView:
    """The view without the shoe's commitment, which depends on the order and tells nothing of it."""
    return view if view.shoe is None else replace(view, shoe=replace(view.shoe, commitment=""))


def with_other_secrets(table: Table, bench: Bench) -> list[Table]:
    """The same table with other cards where nobody may look: in the shoe, and face down."""
    others = []
    shoe = table.shoe
    if shoe is not None and shoe.order:
        hidden = replace(shoe, order=shoe.order[: shoe.out] + shoe.order[: shoe.out - 1 : -1], salt=b"another salt")
        others.append(replace(table, shoe=hidden))
    felt = table.felt
    if isinstance(felt, BoxesFelt) and table.phase is Phase.PLAYING and not felt.hole_shown:
        place = 2 * len(felt.boxes) + 1
        if len(felt.inputs) > place:
            for card in (0, 17, 28):  # a two, a six, a nine: none of them a blackjack under an ace
                inputs = (*felt.inputs[:place], card, *felt.inputs[place + 1 :])
                others.append(replace(table, felt=replace(felt, inputs=inputs)))
    return others


@pytest.mark.parametrize(("game", "dealing"), TABLES)
def test_no_view_depends_on_a_card_that_is_not_public(game: Game, dealing: Dealing) -> None:
    """Views are the same whatever lies face down or still in the shoe."""
    compared = 0

    def look(bench: Bench) -> None:
        nonlocal compared
        for viewer in (None, PEOPLE[0], PEOPLE[3]):
            seen = plain(bench.machine.view(bench.table, viewer))
            for other in with_other_secrets(bench.table, bench):
                assert seen == plain(bench.machine.view(other, viewer))
                compared += 1

    for seed in range(4):
        evening(game, dealing, seed, 160, look)
    assert compared > 0 or game is ROULETTE or (game is BACCARAT and dealing is Dealing.LIVE)


def test_the_hole_card_is_hidden_from_everybody_until_it_is_shown() -> None:
    hidden = 0

    def look(bench: Bench) -> None:
        nonlocal hidden
        felt = boxes_of(bench.table)
        for viewer in (None, *PEOPLE):
            shown = bench.view(viewer).felt
            assert isinstance(shown, BlackjackView)
            if len(shown.dealer) > 1 and not felt.hole_shown:
                assert shown.dealer[1] == -1
                hidden += 1

    for seed in range(4):
        evening(BLACKJACK, Dealing.HOUSE, seed, 160, look)
    assert hidden > 0


@pytest.mark.parametrize("dealing", Dealing)
def test_what_everybody_is_told_holds_no_secret(dealing: Dealing) -> None:
    bench = evening(BLACKJACK, dealing, 5, 200, nothing)
    table = bench.machine.initial
    face_down = shoes = 0
    for event in bench.history:
        told = bench.machine.public_change(step_of(bench.machine, table, event))
        if isinstance(event, ShoeShuffled):
            shoes += 1
            assert not isinstance(told, ShoeShuffled)
        elif isinstance(event, CardDealt):
            assert isinstance(told, CardDealt)
            assert told.card == (event.card if event.face_up else -1)
            face_down += not event.face_up
        table = bench.machine.evolve(table, event)
    assert face_down > 0
    assert shoes > 0
    assert table == bench.table


def test_payments_are_told_to_their_player_only() -> None:
    bench = evening(ROULETTE, Dealing.HOUSE, 3, 150, nothing)
    table = bench.machine.initial
    told = 0
    for event in bench.history:
        public = bench.machine.public_change(step_of(bench.machine, table, event))
        private = bench.machine.private_changes(step_of(bench.machine, table, event))
        if isinstance(event, RoundSettled):
            assert isinstance(public, RoundSettled)
            assert public.payments == ()
            assert private == {each.player: (each,) for each in event.payments}
            told += len(private)
        table = bench.machine.evolve(table, event)
    assert told > 0


@pytest.mark.parametrize(("game", "dealing"), TABLES)
def test_every_round_is_kept_bet_by_bet_and_a_void_one_with_the_cards_that_lay_open(
    game: Game, dealing: Dealing
) -> None:
    kept = voided = cards = 0
    for seed in range(6):
        bench = evening(game, dealing, seed, 200, nothing)
        table = bench.machine.initial
        for event in bench.history:
            if isinstance(event, RoundSettled | RoundVoided):
                for row in player_rounds(bench.facts, table, event).values():
                    assert sum(bet.staked for bet in row.bets) == row.lost + row.returned
                    assert [sum(bet.returned for bet in row.bets), sum(bet.won for bet in row.bets)] == [
                        row.returned,
                        row.won,
                    ]
                    kept, voided = kept + 1, voided + row.voided
                hands = round_kept(bench.facts, table, event).hands
                assert all(card >= 0 for hand in hands for card in hand.cards)
                if isinstance(event, RoundVoided):
                    cards += len(hands)
                    if isinstance(table.felt, BoxesFelt) and hands and not table.felt.hole_shown:
                        assert len(hands[-1].cards) <= 1, "the hole card was never turned over"
            table = bench.machine.evolve(table, event)
    assert kept > voided
    assert game is ROULETTE or dealing is Dealing.HOUSE or (voided > 0 and cards > 0)


@pytest.mark.soak
@pytest.mark.parametrize(("game", "dealing"), TABLES)
def test_long_evenings(game: Game, dealing: Dealing) -> None:
    for seed in range(300):
        evening(game, dealing, 10_000 + seed, 400, nothing)
