"""Whatever values a command has, and whenever it comes: a casino table answers with events or a refusal, never with a fault."""

from collections import Counter
from dataclasses import fields, replace
from typing import Any, get_args

import pytest

from fairdeal.casino.table.commands import Shuffle, TableCommand
from fairdeal.casino.table.facts import Dealing, Game
from fairdeal.kernel import Rejection, events_of
from tests.casino.random_tables import PEOPLE, evening
from tests.casino.tables import Bench
from tests.command_samples import commands_like

GAMES = [(game, dealing) for game in Game for dealing in Dealing]
EVERY = 9  # steps of an evening
COMMANDS: list[Any] = [
    command
    for kind in get_args(TableCommand)
    for command in commands_like(kind, 12)
    if kind is not Shuffle  # what is in it comes from the house's own generator
]


def to_the_point(command: Any, bench: Bench, number: int) -> Any:
    """The command of somebody who is there, about the round and the turn that are open."""
    names = {each.name for each in fields(command)}
    turn = 0 if bench.facts.game is not Game.BLACKJACK else bench.table.boxes.turn
    right = {"player": PEOPLE[number % 3], "round": bench.table.round, "turn": turn}
    return replace(command, **{name: value for name, value in right.items() if name in names})


@pytest.mark.parametrize(("game", "dealing"), GAMES)
def test_no_command_is_a_fault(game: Game, dealing: Dealing) -> None:
    steps, outcomes = 0, Counter[str]()

    def look(bench: Bench) -> None:
        nonlocal steps
        steps += 1
        if steps % EVERY:
            return
        for number, command in enumerate(COMMANDS):
            for each in (command, to_the_point(command, bench, number)):
                decision = events_of(bench.machine.decide(bench.table, each, bench.now))
                outcomes[decision.code if isinstance(decision, Rejection) else "done"] += 1
                state = bench.table
                for event in () if isinstance(decision, Rejection) else decision:
                    state = bench.machine.evolve(state, event)
                if state is not bench.table:
                    bench.machine.agenda(state)
                    bench.machine.view(state, PEOPLE[0])

    evening(game, dealing, 11, 90, look)
    assert outcomes["done"] > 20
    assert len(outcomes) > 10
