"""
Corrections at a live table, which need the approval of several members of staff.

The edition says how many. Until they agree the table is held; then the correction is announced to everybody. Only the last card
can be replaced, and only before anybody decided on it; otherwise the round can only be voided.
"""

from typing import Final

from fairdeal.casino.table.commands import Approve, CallPit, CorrectSigned, Dismiss, HoldTable, Propose, Withdraw
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.rounds import Refused, TableDraft, has_bets, take_card, void_round
from fairdeal.casino.table.shoes import burn
from fairdeal.casino.table.state import (
    Correction,
    CorrectionKind,
    Hold,
    HoldReason,
    Phase,
    Table,
)
from fairdeal.casino.table.station import check_card, check_card_due, person_key
from fairdeal.casino.table.station_events import (
    Corrected,
    CorrectionDismissed,
    CorrectionProposed,
    Held,
    PitCalled,
    Released,
)
from fairdeal.kernel import Duration, Instant, reject

CorrectionCommand = Propose | Approve | CorrectSigned | Dismiss | Withdraw | HoldTable | CallPit
WORDS_MAX: Final = 200
"""The most letters of what a person says about a hold."""


def decide_correction(facts: TableFacts, draft: TableDraft, command: CorrectionCommand, now: Instant) -> Refused:
    """Decide a proposal, an approval, a dismissal or a hold; play goes on once the table is no longer held."""
    refused = _decide(facts, draft, command, now)
    if refused is None and draft.state.hold is None:
        facts.game.wait_no_longer(facts, draft, now)
    return refused


def _decide(facts: TableFacts, draft: TableDraft, command: CorrectionCommand, now: Instant) -> Refused:
    table = draft.state
    match command:
        case Propose():
            return _propose(facts, draft, command, now)
        case Approve(person, video):
            return _approve(facts, draft, person, now, video)
        case CorrectSigned():
            return _correct_signed(facts, draft, command, now)
        case Dismiss(person):
            return _dismiss(draft, person, now)
        case Withdraw(person):
            return _withdraw(facts, draft, person, now)
        case HoldTable():
            return _hold(facts, draft, command, now)
        case CallPit(person):
            if not facts.is_live:
                return reject("no_dealer")
            if not table.station.pit_called:
                draft.emit(PitCalled(person, now))
            return None


def _hold(facts: TableFacts, draft: TableDraft, command: HoldTable, now: Instant) -> Refused:
    hold = draft.state.hold
    if hold is not None:
        return reject("table_suspended", hold.rule)
    rule, words = facts.game.irregularity(facts), command.words.strip()[:WORDS_MAX]
    draft.emit(Held(Hold(HoldReason.IRREGULARITY, now, rule, command.person, words)))
    return None


def _dismiss(draft: TableDraft, person: str, now: Instant) -> Refused:
    """End a hold, and turn down what was proposed in it."""
    table = draft.state
    if table.hold is None:
        return reject("table_not_suspended")
    if table.station.proposal is not None:
        draft.emit(CorrectionDismissed(person, now))
    _release(draft, now, person)
    return None


def _withdraw(facts: TableFacts, draft: TableDraft, person: str, now: Instant) -> Refused:
    """Take a proposal back; the table goes on only if nothing but the proposal held it."""
    table = draft.state
    if table.station.proposal is None:
        return reject("nothing_proposed", facts.casino.station.correction_people.rule)
    assert table.hold is not None, "a proposal holds its table"
    draft.emit(CorrectionDismissed(person, now))
    if table.hold.reason is HoldReason.CORRECTION:
        _release(draft, now, person)
    return None


def _correct_signed(facts: TableFacts, draft: TableDraft, command: CorrectSigned, now: Instant) -> Refused:
    """Correct at once what enough people have signed elsewhere; the table is held for no longer than that."""
    table, people = draft.state, facts.casino.station.correction_people
    if table.round != command.round or table.phase in (Phase.IDLE, Phase.RESULT):
        return reject("round_is_over", people.rule, round=command.round)
    if table.station.proposal is not None:
        return reject("proposal_open", people.rule)
    if not command.correction.reason.strip():
        return reject("reason_missing", people.rule)
    signed = {person_key(person) for person in command.people} - {""}
    if not signed or (len(signed) < people.value and not command.waived):
        return reject("second_person_needed", people.rule, people=people.value)
    if (refused := _check(facts, table, command.correction)) is not None:
        return refused
    if table.hold is None:
        draft.emit(Held(Hold(HoldReason.CORRECTION, now, people.rule, command.people[0])))
    draft.emit(CorrectionProposed(command.correction, command.people, now))
    _correct(facts, draft, now, None)
    return None


def _propose(facts: TableFacts, draft: TableDraft, command: Propose, now: Instant) -> Refused:
    table = draft.state
    people = facts.casino.station.correction_people
    if table.station.proposal is not None:
        return reject("proposal_open", people.rule)
    if not person_key(command.person) or not command.correction.reason.strip():
        return reject("reason_missing", people.rule)
    if (refused := _check(facts, table, command.correction)) is not None:
        return refused
    if table.hold is None:
        draft.emit(Held(Hold(HoldReason.CORRECTION, now, people.rule, command.person)))
    draft.emit(CorrectionProposed(command.correction, (command.person,), now, command.video))
    if people.value == 1:
        _correct(facts, draft, now, command.video)
    return None


def _approve(facts: TableFacts, draft: TableDraft, person: str, now: Instant, video: int | None) -> Refused:
    proposal = draft.state.station.proposal
    people = facts.casino.station.correction_people
    if proposal is None:
        return reject("nothing_proposed", people.rule)
    if person_key(person) in {"", *map(person_key, proposal.people)}:
        return reject("second_person_needed", people.rule, people=people.value)
    draft.emit(CorrectionProposed(proposal.correction, (*proposal.people, person), now, video))
    if len(proposal.people) + 1 >= people.value:
        _correct(facts, draft, now, video)
    return None


def _check(facts: TableFacts, table: Table, correction: Correction) -> Refused:
    """The rejection if that correction is not possible now, or None."""
    match correction.kind:
        case CorrectionKind.CARD_ENTERED:
            refused = check_card_due(facts, table, table.round) or check_card(facts, correction.value)
            return refused or _check_shoe(facts, table, correction.value)
        case CorrectionKind.CARD_REPLACED:
            if not facts.is_live or not facts.has_shoe or not table.station.correctable:
                return reject("not_correctable", facts.casino.station.correction_people.rule)
            return check_card(facts, correction.value) or _check_shoe(facts, table, correction.value)
        case CorrectionKind.POCKET_REPLACED:
            return facts.game.check_pocket(facts, table, correction.value)
        case CorrectionKind.ROUND_VOIDED:
            return None if has_bets(table) else reject("no_bets_in_round", facts.game.irregularity(facts))
        case CorrectionKind.CARDS_BURNED:
            if not facts.is_live:
                return reject("no_dealer")
            if not facts.has_shoe:
                return reject("no_shoe")
            return reject("no_shoe", facts.cards.burn_after_error.rule) if table.shoe is None else None


def _check_shoe(facts: TableFacts, table: Table, card: int) -> Refused:
    assert table.shoe is not None
    if not table.shoe.holds(card):
        return reject("card_not_in_shoe", facts.cards.decks.rule, card=card, seen=table.shoe.seen[card])
    return None


def _correct(facts: TableFacts, draft: TableDraft, now: Instant, video: int | None) -> None:
    """Carry out the proposed correction, which enough people have approved."""
    table = draft.state
    proposal = table.station.proposal
    assert proposal is not None
    correction = proposal.correction
    rule = facts.casino.station.correction_people.rule
    number = table.station.corrections + 1
    replaced, face_up = _replaced(table, correction), _lies_open(facts, table, correction)
    draft.emit(Corrected(number, correction, proposal.people, now, rule, replaced, face_up, video))
    _release(draft, now, proposal.people[-1])
    match correction.kind:
        case CorrectionKind.CARD_ENTERED:
            assert facts.game.card_due(facts, draft.state) is not None, "nothing moves while a table is held"
            take_card(facts, draft, correction.value, now, video)
        case CorrectionKind.ROUND_VOIDED:
            void_round(facts, draft, now, facts.game.irregularity(facts))
        case CorrectionKind.CARDS_BURNED:
            error = facts.cards.burn_after_error
            burn(draft, error.value, now, error.rule, proposal.people)
        case _:
            facts.game.advance(facts, draft, now)


def _replaced(table: Table, correction: Correction) -> int:
    if correction.kind not in (CorrectionKind.CARD_REPLACED, CorrectionKind.POCKET_REPLACED):
        return -1
    return table.felt.dealt[-1]


def _lies_open(facts: TableFacts, table: Table, correction: Correction) -> bool:
    """Whether the corrected card lies face up."""
    dealt = len(table.felt.dealt)
    return facts.game.lies_open(facts, table, dealt if correction.kind is CorrectionKind.CARD_ENTERED else dealt - 1)


def _release(draft: TableDraft, now: Instant, person: str) -> None:
    hold = draft.state.hold
    assert hold is not None
    draft.emit(Released(now, Duration(now - hold.since), person))
