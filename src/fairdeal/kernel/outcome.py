"""
How the rules answer: refused, or ruled.

Both carry a stable code, the rule they rest on, and the numbers a client needs to word them in its own language.
"""

from dataclasses import dataclass

from fairdeal.kernel.ids import RuleId

Numbers = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Rejection:
    """A command refused by the rules; the state did not change."""

    code: str
    rule: RuleId | None = None
    numbers: Numbers = ()


@dataclass(frozen=True, slots=True)
class Ruling:
    """Something the room decided by itself; an automatic decision without its rule does not exist."""

    code: str
    rule: RuleId
    numbers: Numbers = ()


def reject(code: str, rule: RuleId | None = None, **numbers: int) -> Rejection:
    """Refuse, with the numbers by name: `reject("raise_too_small", BET_09, least=840)`."""
    return Rejection(code, rule, tuple(sorted(numbers.items())))


def rule_on(code: str, rule: RuleId, **numbers: int) -> Ruling:
    """Rule, with the numbers by name."""
    return Ruling(code, rule, tuple(sorted(numbers.items())))
