"""Eliminating players, and the order in which they finish (MTT-41b, MTT-41c, MTT-41d, MTT-43)."""

from collections.abc import Iterable, Iterator

from fairdeal.fair.lots import TIE
from fairdeal.kernel import RuleId
from fairdeal.tournament.director.draft import DirectorDraft
from fairdeal.tournament.director.events import Eliminated
from fairdeal.tournament.director.prizes.bounties import claim_vip, win_head
from fairdeal.tournament.director.seating.floor import numbers
from fairdeal.tournament.director.state import Fallen, Tournament
from fairdeal.tournament.rules import HOUSE_POWERS, LOT_DECIDES, TOGETHER


def rank_fallen(draft: DirectorDraft, *, interrupted: bool = False) -> None:
    """
    Eliminate players without chips and without a re-buy to decide; in hand-for-hand play once all tables are done.

    In a tournament that is interrupted for good nobody waits: hands that are being played rank nobody any more.
    """
    floor = draft.state.floor
    waiting = floor.fallen if interrupted else floor.fallen & ~floor.deciding
    if not waiting:
        return
    together = in_round(draft.state)
    if together and floor.busy and not interrupted:
        return
    tables = [[each for each in floor.tables[number].fallen if each.decided] for number in numbers(waiting)]
    groups = [[each for table in tables for each in table]] if together else tables
    for group in groups:
        _rank(draft, group, TOGETHER if together else draft.rules.poker.tournament.bust_order.rule)


def in_round(state: Tournament) -> bool:
    """Whether hand-for-hand play has dealt its first synchronised hand."""
    return state.hand_for_hand and state.round > 0


def _rank(draft: DirectorDraft, group: list[Fallen], rule: RuleId) -> None:
    """Whoever had fewer chips at the start of the hand is out first; a lot decides among equals."""
    for each, drawn in _ordered(draft, group):
        out(draft, each, drawn=drawn, rule=LOT_DECIDES if drawn else rule)


def _ordered(draft: DirectorDraft, group: list[Fallen]) -> Iterator[tuple[Fallen, bool]]:
    stacks = [each.start for each in group]
    tied = len(set(stacks)) < len(stacks)
    order: Iterable[Fallen] = draft.lots.shuffled(TIE, _by_entry(draft, group)) if tied else group
    for each in sorted(order, key=lambda fallen: fallen.start):
        yield each, stacks.count(each.start) > 1


def _by_entry(draft: DirectorDraft, group: list[Fallen]) -> list[Fallen]:
    return sorted(group, key=lambda fallen: draft.state.entrants[fallen.player].entry.number)


def out(draft: DirectorDraft, fallen: Fallen, *, drawn: bool, rule: RuleId) -> None:
    """Eliminate a player and pay the bounty to whoever knocked them out."""
    state = draft.state
    entry = state.entrants[fallen.player].entry.number
    win_head(draft, fallen.player, fallen.by)
    draft.emit(Eliminated(fallen.player, entry, state.out + 1, fallen.start, fallen.by, drawn, rule))
    claim_vip(draft, fallen.player, fallen.by)


def remove_expelled(draft: DirectorDraft, *, interrupted: bool = False) -> None:
    """
    Disqualified players lose their seats once their table has nothing to play or rank; their chips are out of play.

    In a tournament that is interrupted for good they lose them at once, and keep the place they have thereby.
    Whoever is the last one left stays and finishes first; what is forfeited is decided when prizes are paid.
    """
    for player in sorted(draft.state.expelled):
        entrant = draft.state.entrants[player]
        table = draft.state.table_of(entrant)
        assert entrant.seat is not None, entrant
        chair = table.chairs[entrant.seat]
        assert chair is not None, entrant
        done = interrupted or (table.order is None and not table.fallen)
        if done and draft.state.remaining > 1:
            out(draft, Fallen(player, chair.stack, ()), drawn=False, rule=HOUSE_POWERS)
