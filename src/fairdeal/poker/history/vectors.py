"""Test vectors: hands as JSON lines, answered with their results; misprinted cards are tolerated."""

import json
from collections.abc import Mapping
from typing import Any

from fairdeal.poker.history.actions import perform, read_script
from fairdeal.poker.history.phh import hole_cards_of, order_of, player_count, texts
from fairdeal.poker.history.settle import BadHistory


def answer_line(line: str | bytes) -> dict[str, Any]:
    """The answer to one line, also for an invalid one."""
    try:
        vector = json.loads(line)
    except (ValueError, RecursionError):
        return {"error": "bad_json"}
    if not isinstance(vector, dict):
        return {"error": "bad_line"}
    name = vector.get("id")
    named = {"id": name} if isinstance(name, str | int) else {}
    try:
        return named | answer(vector)
    except BadHistory as bad:
        return named | {"error": bad.code}


def answer(vector: Mapping[str, Any]) -> dict[str, Any]:
    """Final stacks and pots of a vector; pots before rake, winners by place."""
    hole_cards = hole_cards_of(vector.get("variant"))
    for name in ("stacks", "blinds", "actions"):
        if name not in vector:
            raise BadHistory("missing_field", f"{name} is missing")
    script = read_script(texts(vector["actions"], "actions"), player_count(vector), hole_cards)
    # Rake and the order of showing are ours to say, not a vector's.
    fields = {name: value for name, value in vector.items() if name not in ("rake", "show_in_order")}
    result = perform(order_of(fields, script.deck(misprints=True)), script).result
    assert result is not None, "performed hands are over"
    return {"finish": list(result.stacks), "pots": [[pot.amount, list(pot.winners)] for pot in result.pots]}
