"""Pots: main and side pots, their rake, and awards."""

from fairdeal.poker.order import Pot


def layers(put: list[int], dead: int, pot: int, contenders: list[int]) -> tuple[list[int], list[list[int]]]:
    """
    Amounts and eligible places of main pot and side pots: one for each level that a contender is in for (BET-15).

    Folded chips stay in the pots they reached; dead antes are in the main pot.
    """
    levels = sorted({put[place] for place in contenders})
    if len(levels) == 1:
        return [pot], [contenders]
    amounts: list[int] = []
    eligible: list[list[int]] = []
    below = 0
    for level in levels:
        amount = 0
        for paid in put:
            if paid > below:
                amount += (min(level, paid)) - below
        amounts.append(amount)
        eligible.append([place for place in contenders if put[place] >= level])
        below = level
    amounts[0] += dead
    amounts[-1] += pot - sum(amounts)  # of an imported hand: chips of players who mucked, above every level
    return amounts, eligible


def split_rake(rake: int, amounts: list[int]) -> list[int]:
    """The rake of each pot: in proportion to its amount, cents by largest remainder, the main pot first (X-55)."""
    if len(amounts) == 1:
        return [rake]
    total = sum(amounts)
    shares = [rake * amount // total for amount in amounts]
    rest = rake - sum(shares)
    if rest:
        order = sorted(range(len(amounts)), key=lambda number: -(rake * amounts[number] % total))
        for number in order[:rest]:
            shares[number] += 1
    return shares


def award(
    stacks: list[int], amounts: list[int], eligible: list[list[int]], rake: list[int], ranks: list[int]
) -> tuple[Pot, ...]:
    """
    Pay each pot, less its rake, to the best hand among those who paid for it (SHOW-04); adds to `stacks`.

    Equal hands share; odd chips go one each, clockwise from the button (SHOW-05), which is the order of the places.
    """
    pots: list[Pot] = []
    for number in range(len(amounts)):
        contenders = eligible[number]
        best = ranks[contenders[0]]
        for place in contenders:
            if ranks[place] < best:
                best = ranks[place]
        winners = [place for place in contenders if ranks[place] == best]
        share, odd = divmod(amounts[number] - rake[number], len(winners))
        for order, place in enumerate(winners):
            stacks[place] += share + 1 if order < odd else share
        pots.append(Pot(amounts[number], rake[number], tuple(contenders), tuple(winners)))
    return tuple(pots)
