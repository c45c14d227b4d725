"""
Entering and leaving before or during a tournament (MTT-28a, MTT-32a to MTT-36, MTT-38b, MTT-61, MTT-65, MTT-71b).

An entry is refused before anything is charged; what the ledger refuses never happened.
"""

from fairdeal.bank.fees import Price
from fairdeal.fair.lots import SEAT
from fairdeal.kernel import AccountId, Cents, Chips, Instant, PlayerId, Rejection, RuleId, TournamentId, reject
from fairdeal.tournament.director.commands import EntryFacts, Register, Ticket, Unregister
from fairdeal.tournament.director.consequences import settle_and_deal
from fairdeal.tournament.director.draft import DirectorDraft
from fairdeal.tournament.director.events import Entered, Filled, Spot, TableOpened, Unregistered
from fairdeal.tournament.director.seating.balancing import smallest_table
from fairdeal.tournament.director.state import Away, Entrant, Entry, Means, Status, Tournament
from fairdeal.tournament.password import PASSWORD
from fairdeal.tournament.rules import (
    ENTRY_CONDITIONS,
    ENTRY_PRICE,
    HOUSE_POWERS,
    LATE_REGISTRATION,
    MULTI_BUY_IN,
    NO_UNREGISTRATION,
    ONE_ENTRY,
    PHASES,
    RANDOM_SEATS,
    SIT_AND_GO,
    UNREGISTER_WINDOW,
    TournamentRules,
)
from fairdeal.tournament.setup import LastPhase, TournamentSetup, chosen_price
from fairdeal.tournament.timetable import is_free_to_leave, unregister_closes


def register(draft: DirectorDraft, command: Register) -> Rejection | None:
    """Register a player, who pays with money or with a ticket."""
    facts = command.facts
    assert facts is not None, "the runtime fills the slot"
    refusal = check_entry(draft.state, draft.rules, command.player, facts, draft.now)
    if refusal is not None:
        return refusal
    priced = price_of(draft.state.setup, command.amount)
    if isinstance(priced, Rejection):
        return priced
    price, chips, bounty = priced
    paid_with = _source(draft, command, facts.ticket, price)
    if isinstance(paid_with, Rejection):
        return paid_with
    means, source = paid_with
    entry = Entry(draft.state.numbered + 1, draft.now, means, source, price, bounty, chips)
    enter(draft, command.player, entry, facts, ticket=command.ticket)
    return None


def check_entry(
    state: Tournament, rules: TournamentRules, player: PlayerId, facts: EntryFacts, now: Instant
) -> Rejection | None:
    """Why this player cannot enter now, or None."""
    refusal = _closed(state, rules, now) or _not_allowed(state, player) or _full(state) or _unmet(state, facts)
    return refusal or facts.refused


def _closed(state: Tournament, rules: TournamentRules, now: Instant) -> Rejection | None:
    setup, clock = state.setup, state.clock
    phases = rules.poker.tournament.phases
    if isinstance(setup.phase, LastPhase):
        rule = PHASES if phases is None else phases.direct_entry_to_last.rule
        return reject("satellite_only", rule)
    if setup.registration_opens is not None and now < setup.registration_opens:
        return reject("registration_not_open", None, opens=setup.registration_opens)
    if not state.registration_open:
        return reject("registration_closed", _closed_by(state, rules))
    if state.status is Status.ANNOUNCED:
        late = state.starts_at is not None and now >= state.starts_at and setup.late_levels == 0
    else:
        ends = clock.level_ends
        late = clock.level >= setup.late_levels and ends is not None and clock.time(now) >= ends
    return reject("registration_closed", LATE_REGISTRATION) if late else None


def _closed_by(state: Tournament, rules: TournamentRules) -> RuleId:
    """Why nobody can enter any more: while a level of late registration runs, payouts have begun (MTT-32b)."""
    early = state.status is Status.RUNNING and state.clock.level <= state.setup.late_levels
    return rules.poker.tournament.late_registration_closes_at_money.rule if early else LATE_REGISTRATION


def _not_allowed(state: Tournament, player: PlayerId) -> Rejection | None:
    entrant = state.entrants.get(player)
    if player in state.barred or (entrant is not None and entrant.disqualified):
        return reject("disqualified", HOUSE_POWERS)
    if entrant is None:
        return None
    if entrant.playing:
        return reject("already_entered", ONE_ENTRY)
    if len(entrant.entries) > state.setup.re_entries:
        return reject("re_entry_not_offered", ONE_ENTRY, allowed=state.setup.re_entries)
    return None


def may_enter_again(state: Tournament, entrant: Entrant) -> bool:
    """Whether a player who is out may enter once more, as far as the tournament knows."""
    if not state.registration_open or state.status is not Status.RUNNING:
        return False
    return _not_allowed(state, entrant.player) is None and _full(state) is None


def _full(state: Tournament) -> Rejection | None:
    full_at = state.setup.full_at
    if full_at is not None and state.entries >= full_at:
        return reject("tournament_full", SIT_AND_GO if state.setup.sit_and_go else None, most=full_at)
    return None


def _unmet(state: Tournament, facts: EntryFacts) -> Rejection | None:
    missing = [condition for condition in state.setup.all_conditions if condition not in facts.met]
    if missing == [PASSWORD]:
        return reject("wrong_password", ENTRY_CONDITIONS)
    return reject("entry_condition", ENTRY_CONDITIONS, missing=len(missing)) if missing else None


def price_of(setup: TournamentSetup, amount: Cents | None) -> tuple[Price, Chips, Cents] | Rejection:
    """Price, chips and bounty of an entry for an amount the player chose, if any; or why there is none for it."""
    if amount is None or amount == setup.price.label:
        return setup.price, setup.stack, setup.bounty
    choice = setup.multi_buy_in
    if choice is None:
        return reject("wrong_buy_in", ENTRY_PRICE, price=setup.price.label)
    if not choice.least <= amount <= choice.most:
        return reject("wrong_buy_in", MULTI_BUY_IN, least=choice.least, most=choice.most)
    return chosen_price(setup, amount)


def _source(
    draft: DirectorDraft, command: Register, ticket: Ticket | None, price: Price
) -> tuple[Means, AccountId | None] | Rejection:
    """What pays the entry: nothing for a freeroll, else a ticket for it worth exactly the price, or the wallet."""
    if command.ticket is None:
        return Means.MONEY, draft.rules.wallet(command.player) if price.total else None
    if ticket is None or ticket.id != command.ticket:
        return reject("no_such_ticket", ENTRY_PRICE)
    if not draft.format.takes(ticket, draft.state) or ticket.value != price.total:
        return reject("ticket_not_valid", ENTRY_PRICE, value=ticket.value, price=price.total)
    return Means.TICKET, draft.books.ticket(command.player, ticket.id)


def enter(
    draft: DirectorDraft,
    player: PlayerId,
    entry: Entry,
    facts: EntryFacts,
    ticket: str | None = None,
    satellite: TournamentId | None = None,
) -> None:
    """Make an entry that was checked; in a running tournament the player is seated, and a full sit & go starts."""
    state = draft.state
    if state.status is Status.RUNNING:
        tournament = draft.rules.poker.tournament
        absent = tournament.absent_players_are_seated
        rule = RANDOM_SEATS if satellite is None else tournament.late_satellite_winner_is_seated.rule
        away = None if facts.connected else Away(draft.now, absent.rule, until_connected=True)
        spot = _draw_spot(draft, player)
        draft.emit(
            Entered(draft.books, player, entry, rule, spot, draft.rules.bank_start, away, ticket, satellite),
        )
        settle_and_deal(draft)
        return
    draft.emit(Entered(draft.books, player, entry, entry.price.rule, ticket=ticket, satellite=satellite))
    if state.setup.sit_and_go and draft.state.entries == state.setup.full_at:
        draft.emit(Filled(draft.now, SIT_AND_GO))


def _draw_spot(draft: DirectorDraft, player: PlayerId) -> Spot:
    """A random seat at one of the smallest tables; a new table where all are full."""
    floor = draft.state.floor
    if floor.count * draft.state.setup.seats == draft.state.remaining:
        draft.emit(TableOpened(floor.opened, RANDOM_SEATS))
    number = smallest_table(draft)
    return Spot(player, number, draft.lots.one_of(SEAT, draft.state.floor.tables[number].free))


def unregister(draft: DirectorDraft, command: Unregister) -> Rejection | None:
    """Take a player's entry back while un-registration is open."""
    state = draft.state
    entrant = state.entrants.get(command.player)
    if entrant is None:
        return reject("not_entered")
    entry = entrant.entry
    refusal = None if is_free_to_leave(state, entry) else _check_unregister(state, draft.now)
    if refusal is not None:
        return refusal
    if entry.means is Means.PHASE:
        return reject("unregistration_not_offered", PHASES)
    to, rule = refund_account(draft.rules, command.player, entry)
    draft.emit(Unregistered(draft.books, command.player, entry, to, rule))
    return None


def _check_unregister(state: Tournament, now: Instant) -> Rejection | None:
    before = state.setup.unregister_before
    if state.status is not Status.ANNOUNCED:
        return reject("unregistration_closed", NO_UNREGISTRATION)
    if before is None:
        return reject("unregistration_not_offered", UNREGISTER_WINDOW)
    if state.setup.sit_and_go:
        return None if state.starts_at is None else reject("unregistration_closed", NO_UNREGISTRATION)
    closes = unregister_closes(state)
    assert closes is not None, "only sit & gos have no start"
    return reject("unregistration_closed", NO_UNREGISTRATION, closed=closes) if now >= closes else None


def refund_account(rules: TournamentRules, player: PlayerId, entry: Entry) -> tuple[AccountId | None, RuleId]:
    """The account an entry is refunded to, and the rule: money to money, a ticket to a ticket."""
    tournament = rules.poker.tournament
    same = tournament.refund_in_same_means
    if entry.means is Means.SATELLITE:
        same = tournament.satellite_winner_unregisters_to_ticket
    if entry.source is None:
        return None, same.rule
    return (entry.source if same.value else rules.wallet(player)), same.rule
