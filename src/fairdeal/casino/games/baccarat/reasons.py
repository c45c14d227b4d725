"""Why the hands of a coup draw third cards or not, for those who look on: each with its clause."""

from collections.abc import Iterator
from typing import Final

from fairdeal.casino.games.baccarat.rules import Coup
from fairdeal.kernel import RuleId, Ruling, rule_on
from fairdeal.rulebook.schema.casino import Baccarat

BANKER_ALONE: Final = RuleId("BAC-17")
BANKER_OUTLINE: Final = RuleId("BAC-15")
_FIRST: Final = 2


def reasons(rules: Baccarat, coup: Coup) -> tuple[Ruling, ...]:
    """What the cards so far decide about third cards: of Player, then of Banker; nothing before both have two cards."""
    return tuple(_reasons(rules, coup))


def _reasons(rules: Baccarat, coup: Coup) -> Iterator[Ruling]:
    if len(coup.player) < _FIRST or len(coup.banker) < _FIRST:
        return
    player = _total(coup, coup.player[:_FIRST])
    banker = _total(coup, coup.banker[:_FIRST])
    natural = rules.natural_from
    if max(player, banker) >= natural.value:
        yield rule_on("natural", natural.rule, player=player, banker=banker)
        return
    draws = player <= rules.player_draws_up_to.value
    yield rule_on("player_draws" if draws else "player_stands", rules.player_draws_up_to.rule, total=player)
    if draws and len(coup.player) == _FIRST:
        return  # what Banker does depends on the card that is to come
    if not draws:
        alone = banker <= rules.banker_draws_up_to_if_player_stands.value
        yield rule_on("banker_draws" if alone else "banker_stands", BANKER_ALONE, total=banker)
        return
    third = coup.rules.values[coup.player[_FIRST]]
    banker_draws = coup.rules.banker_draws[banker][third]
    code = "banker_draws_on_third" if banker_draws else "banker_stands_on_third"
    always = all(coup.rules.banker_draws[banker]) or not any(coup.rules.banker_draws[banker])
    yield rule_on(code, BANKER_OUTLINE if always else rules.banker_draws.rule, total=banker, third=third)


def _total(coup: Coup, cards: list[int]) -> int:
    return sum(coup.rules.values[card] for card in cards) % coup.rules.modulo
