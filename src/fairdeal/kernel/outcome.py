"""
Rejections and rulings: why something was refused, or why it happened.

Both carry a stable code, the rule they rest on, and the numbers that a client needs to put them into words.
"""

from dataclasses import dataclass

from fairdeal.kernel.ids import RuleId

Numbers = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Rejection:
    """Why a command was refused: code, rule and numbers; the state did not change."""

    code: str
    rule: RuleId | None = None
    numbers: Numbers = ()


@dataclass(frozen=True, slots=True)
class Ruling:
    """Why the room did something by itself: code, rule and numbers; every automatic decision has a rule."""

    code: str
    rule: RuleId
    numbers: Numbers = ()


def reject(code: str, rule: RuleId | None = None, **numbers: int) -> Rejection:
    """A rejection with its numbers by name, such as `reject("raise_too_small", BET_09, least=840)`."""
    return Rejection(code, rule, tuple(sorted(numbers.items())))


def rule_on(code: str, rule: RuleId, **numbers: int) -> Ruling:
    """A ruling with its numbers by name."""
    return Ruling(code, rule, tuple(sorted(numbers.items())))
