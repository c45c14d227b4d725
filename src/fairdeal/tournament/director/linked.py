"""Other tournaments: winners of satellites who take their seats, and players who come from a first phase (MTT-33d, MTT-71)."""

from collections.abc import Iterator

from fairdeal.bank.fees import FREE_ROLL
from fairdeal.kernel import Chips, PlayerId, Rejection, RuleId, reject
from fairdeal.tournament.director.commands import Advance, EntryFacts, NoteWinner, SeatWinner
from fairdeal.tournament.director.draft import DirectorDraft
from fairdeal.tournament.director.outcomes import AdvanceNoted, PhaseReceived, TicketAnswered, WinnerRefused
from fairdeal.tournament.director.phases import owes_players
from fairdeal.tournament.director.registration import check_entry, enter
from fairdeal.tournament.director.state import NOTHING, Entry, Means, Qualifier, Status
from fairdeal.tournament.rules import ENTRY_PRICE, PHASES
from fairdeal.tournament.setup import LastPhase

# ---- satellites


def seat_winner(draft: DirectorDraft, command: SeatWinner) -> Rejection | None:
    """Register or seat the winner of a satellite; a winner who cannot enter keeps the ticket."""
    state, player = draft.state, command.player
    source = draft.books.ticket(player, command.ticket)
    entrant = state.entrants.get(player)
    if entrant is not None and any(entry.source == source for entry in entrant.entries):
        return None
    facts = command.facts
    assert facts is not None, "the runtime fills the slot"
    refusal = _check_winner(draft, command, facts)
    if refusal is not None:
        rule = refusal.rule or ENTRY_PRICE
        draft.emit(WinnerRefused(player, command.ticket, command.satellite, refusal.code, rule))
        return None
    setup = state.setup
    entry = Entry(state.numbered + 1, draft.now, Means.SATELLITE, source, setup.price, setup.bounty, setup.stack)
    enter(draft, player, entry, facts, command.ticket, command.satellite)
    return None


def _check_winner(draft: DirectorDraft, command: SeatWinner, facts: EntryFacts) -> Rejection | None:
    state = draft.state
    seated = draft.rules.poker.tournament.late_satellite_winner_is_seated
    if state.status is Status.RUNNING and not seated.value:
        return reject("registration_closed", seated.rule)
    if command.value != state.setup.price.total:
        return reject("ticket_not_valid", ENTRY_PRICE, value=command.value, price=state.setup.price.total)
    return check_entry(state, draft.rules, command.player, facts, draft.now)


def note_winner(draft: DirectorDraft, command: NoteWinner) -> Rejection | None:
    """Note whether the target seated a winner; a second answer changes nothing."""
    if any(each.ticket == command.ticket for each in draft.state.tickets):
        rule = draft.rules.poker.tournament.late_satellite_winner_is_seated.rule
        draft.emit(TicketAnswered(command.ticket, command.seated, rule))
    return None


# ---- phases


def receive_phase(draft: DirectorDraft, command: Advance) -> Rejection | None:
    """Enter the survivors of a first phase, if any, with their chips; of several stacks only the largest counts."""
    state = draft.state
    phase = state.setup.phase
    if not isinstance(phase, LastPhase) or command.source not in phase.sources:
        return reject("no_such_phase", PHASES)
    if command.source in state.received:
        return None
    if state.status is not Status.ANNOUNCED:
        return reject("already_started", PHASES)
    entries = tuple(_carried(draft, command.qualifiers))
    received = PhaseReceived(command.source, command.pool, entries, _stack_rule(draft), command.fees, command.staked)
    draft.emit(received)
    return None


def _carried(draft: DirectorDraft, qualifiers: tuple[Qualifier, ...]) -> Iterator[tuple[PlayerId, Entry]]:
    state = draft.state
    phases = draft.rules.poker.tournament.phases
    assert phases is not None, "a tournament of a kind the edition does not have is refused"
    number = state.numbered
    for each in qualifiers:
        known = state.entrants.get(each.player)
        if known is None:
            number += 1
            yield each.player, Entry(number, draft.now, Means.PHASE, None, FREE_ROLL, NOTHING, each.chips)
            continue
        before = known.entry.chips
        chips = max(before, each.chips) if phases.only_largest_stack_counts.value else Chips(before + each.chips)
        if chips != before:
            entry = Entry(known.entry.number, draft.now, Means.PHASE, None, FREE_ROLL, NOTHING, chips)
            yield each.player, entry


def _stack_rule(draft: DirectorDraft) -> RuleId:
    phases = draft.rules.poker.tournament.phases
    return PHASES if phases is None else phases.only_largest_stack_counts.rule


def note_advance(draft: DirectorDraft) -> Rejection | None:
    """Note that the next phase has the players of this one."""
    if owes_players(draft.state):
        draft.emit(AdvanceNoted())
    return None
