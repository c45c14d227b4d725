"""Starting a tournament: drawing seats, or cancelling with too few players (MTT-26a, MTT-28a, MTT-28b, MTT-37)."""

from fairdeal.fair.lots import ENTRANTS, SEATS
from fairdeal.kernel import Instant, Rejection, next_minute_of_hour, reject
from fairdeal.tournament.director.commands import Cause, Start
from fairdeal.tournament.director.consequences import settle_and_deal
from fairdeal.tournament.director.draft import DirectorDraft
from fairdeal.tournament.director.events import RegistrationClosed, Spot, Started
from fairdeal.tournament.director.house import settle_cancelled
from fairdeal.tournament.director.phases import waits_for_phases
from fairdeal.tournament.director.state import Status, Tournament
from fairdeal.tournament.lots import Lots
from fairdeal.tournament.rules import LATE_REGISTRATION, PHASES, PROMPT_START, SIT_AND_GO, TournamentRules
from fairdeal.tournament.setup import LastPhase


def start(draft: DirectorDraft, command: Start) -> Rejection | None:
    """Start at the announced time, or cancel where too few players have entered."""
    state = draft.state
    if state.status is not Status.ANNOUNCED or state.starts_at != command.at:
        return reject("stale_timer", PROMPT_START)
    if draft.now < command.at:
        return reject("too_early", PROMPT_START, due=command.at)
    if waits_for_phases(state):
        return reject("phases_running", PHASES)
    minimum = draft.rules.poker.tournament.below_minimum_is_cancelled
    if state.entries < needed(draft.rules, state):
        return settle_cancelled(draft, Cause.TOO_FEW, minimum.rule)
    _seat_all(draft, command)
    if state.setup.late_levels == 0:
        draft.emit(RegistrationClosed(draft.now, LATE_REGISTRATION))
    settle_and_deal(draft)
    return None


def needed(rules: TournamentRules, state: Tournament) -> int:
    """The number of entrants a tournament needs to start; a last phase needs one."""
    if isinstance(state.setup.phase, LastPhase):
        return 1
    return state.setup.entries_min if rules.poker.tournament.below_minimum_is_cancelled.value else 2


def _seat_all(draft: DirectorDraft, command: Start) -> None:
    state, rules = draft.state, draft.rules
    assert command.absent is not None, "the runtime fills the slot"
    absent = tuple(sorted(player for player in command.absent if player in state.entrants))
    deals_from = Instant(draft.now + state.setup.opening)
    draft.emit(
        Started(
            at=draft.now,
            spots=tuple(_draw_seats(state, draft.lots)),
            bank=rules.bank_start,
            absent=absent,
            absent_rule=rules.poker.tournament.absent_players_are_seated.rule,
            level_ends=Instant(deals_from + state.setup.blinds.level_time),
            break_due=next_break(rules, state, draft.now),
            rule=SIT_AND_GO if state.setup.sit_and_go else PROMPT_START,
            deals_from=deals_from if state.setup.opening else Instant(0),
        )
    )


def _draw_seats(state: Tournament, lots: Lots) -> list[Spot]:
    """Everybody at tables as even as can be, every arrangement equally likely."""
    seats = state.setup.seats
    order = sorted(state.entrants.values(), key=lambda entrant: entrant.entry.number)
    players = lots.shuffled(ENTRANTS, [entrant.player for entrant in order])
    tables = -(-len(players) // seats)
    free = [lots.shuffled(SEATS, range(seats)) for _ in range(tables)]
    return [Spot(player, at % tables, free[at % tables].pop()) for at, player in enumerate(players)]


def next_break(rules: TournamentRules, state: Tournament, now: Instant) -> Instant | None:
    """The next synchronised break after an instant (MTT-47a)."""
    if not state.setup.synchronised_breaks:
        return None
    return next_minute_of_hour(now, rules.poker.tournament.break_minute.value)
