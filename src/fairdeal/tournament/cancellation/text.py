"""A cancellation plan as text for the person who has to confirm it."""

from collections.abc import Callable, Iterator
from typing import Final

from fairdeal.kernel import Cents, PlayerId
from fairdeal.tournament.cancellation.plan import Outcome, Payout, Plan, Stage, What

_STAGES: Final = {
    Stage.BEFORE_START: "before the start",
    Stage.BEFORE_MONEY: "before the money",
    Stage.IN_THE_MONEY: "in the money",
    Stage.FINAL_TABLE: "at the final table",
    Stage.DRAWN_POOL: "with a drawn pool",
    Stage.RUNNING: "after the start",
}
_PARTS: Final = {
    What.ENTRY: "entry",
    What.FEE: "fee",
    What.EQUAL_PART: "equal part",
    What.BY_CHIPS: "by chips",
    What.LOWEST_PRIZE: "lowest prize",
    What.EACH_PART: "part for each",
    What.BY_ICM: "by ICM",
    What.BOUNTY: "own bounty",
}


def table_lines(plan: Plan, name_of: Callable[[PlayerId], str] = str) -> Iterator[str]:
    """A heading, a line a player with every part and its rule, and the totals."""
    yield f"{plan.tournament}: {plan.outcome.value} {_STAGES[plan.stage]} ({plan.rule})"
    if plan.outcome is Outcome.RESUMED:
        yield "nothing is paid; interrupted hands are dealt anew"
        return
    names = [name_of(payout.player) for payout in plan.payouts]
    width = max(map(len, ("total", *names)))
    for payout, name in zip(plan.payouts, names, strict=True):
        yield f"{name:<{width}}{money(payout.amount):>12}  {_why(payout)}".rstrip()
    yield f"{'total':<{width}}{money(plan.total):>12}"
    yield from _house(plan)
    if plan.override is not None:
        override = plan.override
        decided = ["everybody refunded"] if override.refund else []
        decided += [] if override.tickets is None else [f"tickets {override.tickets.value}"]
        yield f"{' and '.join(decided)} by decision of {override.staff}: {override.reason}"


def _why(payout: Payout) -> str:
    told = [f"{_PARTS[part.what]} {money(part.amount)} ({part.rule})" for part in payout.parts]
    told += [
        f"ticket of {money(fate.payment.price)} {'returned' if fate.returned else 'lost'} ({fate.rule})"
        for fate in payout.tickets
    ]
    why = " + ".join(told) if told else "nothing"
    if payout.forfeited is not None:
        why = f"{why}; what was paid is forfeited ({payout.forfeited})"
    return f"{why}; {money(payout.deducted)} received before" if payout.deducted else why


def _house(plan: Plan) -> Iterator[str]:
    left = plan.left
    for name, amount in (("prize pool", left.pool), ("fees", left.fees), ("bounties", left.bounties)):
        if amount > 0:
            yield f"{name}: {money(amount)} stays with the house"
        elif amount < 0:
            yield f"{name}: {money(Cents(-amount))} comes from the house"


def money(cents: Cents) -> str:
    """An amount of money with two decimals: "1,234.56"."""
    return f"{cents // 100:,}.{cents % 100:02}"
