"""How one tournament ended: its terms and prizes, every player, and for a cancelled one every part of every payout."""

from http import HTTPStatus
from typing import Final

from litestar import get
from litestar.params import FromPath, FromQuery

from fairdeal.kernel import PlayerId, TournamentId
from fairdeal.room.tournament.listings import searched
from fairdeal.server.api.caller import Caller, Who
from fairdeal.server.api.shapes import Answer
from fairdeal.server.api.tournaments.outlines import (
    TournamentName,
    TournamentOutlineAnswer,
    name_answer,
    outline_answer,
    outlines_of,
)
from fairdeal.server.api.tournaments.paging import ROWS_USUAL, checked_limit
from fairdeal.server.api.tournaments.result_reader import Ended
from fairdeal.server.auth.refused import Refused, invalid
from fairdeal.server.auth.roles import Access
from fairdeal.server.house import ServerHouse
from fairdeal.tournament.cancellation.plan import Payout
from fairdeal.tournament.director.prizes.pools import prizes_now
from fairdeal.tournament.director.state import Entrant, Extra
from fairdeal.tournament.outline import TournamentOutline

NUMBER_MAX: Final = 1_000_000


class LevelAnswer(Answer, frozen=True):
    """The blinds of a level, in chips."""

    small_blind: int
    big_blind: int
    ante: int


class ExtraAnswer(Answer, frozen=True):
    """A re-buy or an add-on as it was offered."""

    price: int
    chips: int
    level: int  # the last in which chips could be bought again, or after which they were added
    times: int | None


class PrizeAnswer(Answer, frozen=True):
    """What a place won: money, and in a satellite a ticket of that worth."""

    place: int
    money: int
    ticket: int


class TermsAnswer(Answer, frozen=True):
    """On which terms a tournament was played."""

    pool_part: int  # of the price, bounty included
    fee: int
    bounty: int
    progressive: bool
    stack: int
    level_ms: int
    levels: list[LevelAnswer]
    late_levels: int
    re_entries: int
    re_buy: ExtraAnswer | None
    add_on: ExtraAnswer | None
    ticket: int  # what a satellite's ticket is worth
    target: TournamentName | None


class CancelledAnswer(Answer, frozen=True):
    """Why a tournament was cancelled, how far it had come, and the clause that decides what everybody gets."""

    at: int
    cause: str
    reason: str
    rule: str  # of the cancellation
    stage: str
    settled_by: str  # the clause that decides at this stage
    total: int


class PartAnswer(Answer, frozen=True):
    """A part of a payout, with the clause that gives it."""

    what: str
    amount: int
    rule: str


class TicketFateAnswer(Answer, frozen=True):
    """A ticket that paid an entry: it came back, or it was lost."""

    worth: int
    returned: bool
    rule: str


class PayoutAnswer(Answer, frozen=True):
    """Everything a player got from a cancelled tournament; `deducted` was paid before, `forfeited` says why nothing came back."""

    amount: int
    parts: list[PartAnswer]
    tickets: list[TicketFateAnswer]
    deducted: int
    forfeited: str | None


class PlayerResultAnswer(Answer, frozen=True):
    """One player of a tournament that is over; `number` is that of the first entry."""

    number: int
    name: str
    avatar: str
    is_own: bool
    place: int | None
    prize: int
    bounties: int
    entries: int
    re_buys: int
    add_ons: int
    disqualified: bool
    payout: PayoutAnswer | None


class TournamentResult(Answer, frozen=True):
    """How a tournament ended."""

    tournament: TournamentOutlineAnswer
    terms: TermsAnswer
    prizes: list[PrizeAnswer]
    started_at: int | None
    cancelled: CancelledAnswer | None
    own: PlayerResultAnswer | None


class PlayerResults(Answer, frozen=True):
    """A page of players in the order of their places; `total` is how many match."""

    rows: list[PlayerResultAnswer]
    total: int
    next: int | None


@get("/tournaments/{tournament:str}", may=Access.ANYBODY)
async def read_result(caller: Who, tournament: FromPath[str]) -> TournamentResult:
    """How a tournament ended; `tournament_not_over` while it can be watched on the socket."""
    return await caller.read(lambda: _result(caller, _ended(caller, tournament)))


@get("/tournaments/{tournament:str}/players", may=Access.ANYBODY)
async def read_players(
    caller: Who,
    tournament: FromPath[str],
    search: FromQuery[str | None] = None,
    after: FromQuery[int] = 0,
    limit: FromQuery[int] = ROWS_USUAL,
) -> PlayerResults:
    """The players of a tournament that is over, by a part of their name; `after` is how many were read before."""
    wanted, words = checked_limit(limit), searched(search or "").strip()
    if not 0 <= after <= NUMBER_MAX:
        raise invalid("malformed")

    def read() -> PlayerResults:
        ended = _ended(caller, tournament)
        found = [each for each in ended.players if not words or words in searched(_name(caller.house, each.player))]
        rows = [_player(caller, ended, each) for each in found[after : after + wanted]]
        more = after + wanted
        return PlayerResults(rows, len(found), more if more < len(found) else None)

    return await caller.read(read)


def _ended(caller: Caller, tournament: str) -> Ended:
    found = caller.results.find(TournamentId(tournament))
    if found is None:
        raise Refused("no_such_tournament", HTTPStatus.NOT_FOUND)
    if isinstance(found, TournamentOutline):
        raise Refused("tournament_not_over", HTTPStatus.CONFLICT)
    return found


def _name(house: ServerHouse, player: PlayerId) -> str:
    return house.face(player).name


def _result(caller: Caller, ended: Ended) -> TournamentResult:
    state = ended.state
    own = None if caller.session is None else state.entrants.get(caller.player)
    return TournamentResult(
        outline_answer(caller.house, ended.outline),
        _terms(caller.house, ended),
        [PrizeAnswer(place, each.money, each.ticket) for place, each in enumerate(prizes_now(state), 1)],
        state.started_at,
        _cancelled(ended),
        None if own is None else _player(caller, ended, own),
    )


def _terms(house: ServerHouse, ended: Ended) -> TermsAnswer:
    setup = ended.state.setup
    re_buy, add_on, satellite = setup.re_buy, setup.add_on, setup.satellite
    target = None if satellite is None or satellite.target is None else satellite.target
    named = {} if target is None else outlines_of(house.store, [target])
    return TermsAnswer(
        setup.price.pool,
        setup.price.fee,
        setup.bounty,
        setup.progressive,
        setup.stack,
        setup.blinds.level_time,
        [LevelAnswer(each.small_blind, each.big_blind, each.ante) for each in setup.blinds.levels],
        setup.late_levels,
        setup.re_entries,
        None if re_buy is None else ExtraAnswer(re_buy.price.total, re_buy.chips, re_buy.until_level, re_buy.times),
        None if add_on is None else ExtraAnswer(add_on.price.total, add_on.chips, add_on.after_level, None),
        0 if satellite is None else satellite.ticket,
        name_answer(named.get(target or "")),
    )


def _cancelled(ended: Ended) -> CancelledAnswer | None:
    event = ended.cancelled
    if event is None:
        return None
    plan = event.plan
    return CancelledAnswer(
        event.at, event.cause.value, event.reason, event.rule, plan.stage.value, plan.rule, plan.total
    )


def _player(caller: Caller, ended: Ended, entrant: Entrant) -> PlayerResultAnswer:
    face = caller.house.face(entrant.player)
    payout = ended.payouts.get(entrant.player)
    return PlayerResultAnswer(
        entrant.entries[0].number,
        face.name,
        face.avatar,
        caller.session is not None and caller.player == entrant.player,
        ended.place(entrant),
        entrant.prizes,
        entrant.bounties,
        len(entrant.entries),
        sum(each.extra is Extra.RE_BUY for each in entrant.purchases),
        sum(each.extra is Extra.ADD_ON for each in entrant.purchases),
        entrant.disqualified,
        None if payout is None else payout_answer(payout),
    )


def payout_answer(payout: Payout) -> PayoutAnswer:
    """A player's payout, part by part."""
    return PayoutAnswer(
        payout.amount,
        [PartAnswer(each.what.value, each.amount, each.rule) for each in payout.parts],
        [TicketFateAnswer(each.payment.price, each.returned, each.rule) for each in payout.tickets],
        payout.deducted,
        payout.forfeited,
    )


ROUTES = [read_result, read_players]
