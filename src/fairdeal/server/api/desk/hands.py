"""A hand at the desk: replay, money, rulings, clocks while it is played, dealing, and who saw what. Cards nobody showed stay sealed."""

from http import HTTPStatus

from litestar import get
from litestar.params import FromPath

from fairdeal.bank.accounts import parse_account
from fairdeal.cards import NAMES
from fairdeal.cash.rules import CashRules
from fairdeal.fair import DEFAULT, OWN, PublishedHand, id16
from fairdeal.kernel import HandId, TableId
from fairdeal.poker.history.record import from_bytes
from fairdeal.room.cash.house import wallet_of
from fairdeal.room.proofs import proof_of
from fairdeal.room.records import VOID_RECORD
from fairdeal.server.api.caller import Caller, Who
from fairdeal.server.api.complaints import ComplaintAnswer, complaint_answer
from fairdeal.server.api.desk.shapes import PersonName, RequestAnswer, person_name, request_answer
from fairdeal.server.api.desk.tables import ClockLine, SeatLine, clocks_at, running_hand, seats_at
from fairdeal.server.api.desk.trail import looks_at
from fairdeal.server.api.hand_detail import HandDetail, detail_of
from fairdeal.server.api.hands import face_of
from fairdeal.server.api.own_hands import OwnHand, OwnHands, instant_in
from fairdeal.server.api.shapes import Answer
from fairdeal.server.auth.refused import Refused
from fairdeal.server.auth.roles import Access
from fairdeal.server.house import ServerHouse, playing_kind
from fairdeal.server.office.disputed import DISPUTE
from fairdeal.server.office.places import shown_name, table_of
from fairdeal.server.office.service import Office
from fairdeal.storage.port import HandRecord

NOBODY = -1
"""The place of a viewer who was not dealt in, and so owns no card."""


class HandMoney(Answer, frozen=True):
    """A player's money in a hand, in cents or chips; `put` is what went in and was not returned."""

    player: PersonName
    before: int
    put: int
    won: int
    after: int


class Sight(Answer, frozen=True):
    """What a player saw of a hand's cards: their own, and how many others'; `cards` only if everybody saw them."""

    player: PersonName
    cards: list[str] | None
    hole: int
    others: int
    seed: str | None  # own, default or absent; of a hand that was dealt by the players' cut


class LookLine(Answer, frozen=True):
    """When somebody of the staff opened this page."""

    at: int
    staff: PersonName


class DealingAnswer(Answer, frozen=True):
    """How a hand was dealt: the deck its players cut, and how many seeds came from them."""

    deck: int
    own: int
    default: int
    absent: int
    lock: str


class ReversalShare(Answer, frozen=True):
    """A part of a hand that is reversed: whose wallet, and how much."""

    player: str
    wallet: dict[str, str]
    amount: int


class Reversal(Answer, frozen=True):
    """The deed that gives the money of a settled hand back, ready to be dry run; `from_house` is the rake."""

    takes: list[ReversalShare]
    gives: list[ReversalShare]
    from_house: int


class HandPage(Answer, frozen=True):
    """A hand as the desk sees it: `state` is playing, settled or void. While it is played `seats` and `clocks` say how it stands."""

    hand: str
    number: int
    table: str
    table_name: str  # as players read it
    state: str
    at: int
    edition: str
    money_kind: str
    dealt_in: list[PersonName]
    detail: HandDetail | None
    money: list[HandMoney]
    sights: list[Sight]
    sealed: int  # cards of players that nobody showed
    dealing: DealingAnswer | None
    seats: list[SeatLine]
    clocks: list[ClockLine]
    board: list[str]
    pot: int
    cases: list[ComplaintAnswer]
    requests: list[RequestAnswer]
    looks: list[LookLine]
    reversal: Reversal | None


@get("/desk/hands/{hand:str}", may=Access.READ_PEOPLE)
async def read_hand(caller: Who, hand: FromPath[str]) -> HandPage:
    """A hand that is played or over; that it was opened is written down first."""
    house, name = caller.house, HandId(hand)
    playing = running_hand(house, name)
    kept = None if playing is not None else await caller.read(lambda: house.store.hand(name))
    if playing is None and kept is None:
        raise Refused("no_such_hand", HTTPStatus.NOT_FOUND)
    await Office(house, caller.player).look("hand", name)
    if kept is not None:
        return await caller.read(lambda: _ended(caller, kept))
    assert playing is not None, "one of both was found"
    return await caller.read(lambda: _playing(caller, name, playing))


def _playing(caller: Caller, hand: HandId, table: TableId) -> HandPage:
    """The page of a hand that is played: what everybody at the table sees, and the clocks."""
    house = caller.house
    place, actor = table_of(house, table)
    view = actor.hosted.view(actor.state, None).hand
    if view is None:
        raise Refused("no_such_hand", HTTPStatus.NOT_FOUND)  # it ended just now
    seats = seats_at(house, table)
    dealt = [each for each in seats if each.in_hand]
    return HandPage(
        hand,
        view.number,
        table,
        shown_name(house, table),
        "playing",
        instant_in(hand),
        place.edition,
        place.money.value,
        [each.player for each in dealt],
        None,
        [HandMoney(each.player, each.stack + each.put, each.put, 0, each.stack) for each in dealt],
        [Sight(each.player, None, _hole(actor.state.running), 0, None) for each in dealt],
        len(dealt) * _hole(actor.state.running),
        None,
        seats,
        clocks_at(house, table),
        [NAMES[card] for card in view.board],
        view.pot,
        *_record(caller, hand, table, view.number),
        None,
    )


def _hole(running: object) -> int:
    hand = getattr(running, "hand", None)
    return 0 if hand is None else hand.rules.hole_cards


def _ended(caller: Caller, kept: HandRecord) -> HandPage:
    """The page of a hand that is over; of its cards only those that were shown."""
    house = caller.house
    own = _own(house, kept)
    detail = detail_of(own, face_of(house), downloads=False, text=None)
    proof = proof_of(house.store, kept.hand)
    dealt = proof if isinstance(proof, PublishedHand) else None
    sights = _sights(house, own, detail, dealt)
    return HandPage(
        kept.hand,
        kept.number,
        kept.table,
        shown_name(house, kept.table),
        "void" if detail.void else "settled",
        own.at,
        detail.edition or _edition(house, kept.edition),
        own.money.value,
        [person_name(house, each) for each in kept.players],
        detail,
        _money(house, detail),
        sights,
        sum(each.hole for each in sights if each.cards is None),
        None if dealt is None else _dealing(dealt),
        [],
        [],
        list(detail.streets[-1].board) if detail.streets else [],
        sum(each.amount for each in detail.pots),
        *_record(caller, kept.hand, kept.table, kept.number),
        None if detail.void or own.is_tournament else _reversal(house, own, detail),
    )


def _own(house: ServerHouse, kept: HandRecord) -> OwnHand:
    """A hand for somebody who was not dealt in: nothing that is sealed is opened."""
    reader = OwnHands(house.store, house.vault, kept.players[0], playing_kind(house))
    money, tournament = reader.circumstances(kept)
    history = None if kept.public == VOID_RECORD else from_bytes(kept.public)
    return OwnHand(instant_in(kept.hand), kept, money, NOBODY, history, tournament)


def _edition(house: ServerHouse, digest: str) -> str:
    return next((each.id for each in house.auth.acceptance.revisions if each.digest == digest), "")


def _money(house: ServerHouse, detail: HandDetail) -> list[HandMoney]:
    won: dict[int, int] = {}
    for pot in detail.pots:
        for winner in pot.winners:
            won[winner.seat] = won.get(winner.seat, 0) + winner.amount
    return [
        HandMoney(
            person_name(house, each.player),
            each.stack,
            won.get(each.seat, 0) - each.net,
            won.get(each.seat, 0),
            each.finish,
        )
        for each in detail.players
    ]


def _sights(house: ServerHouse, own: OwnHand, detail: HandDetail, proof: PublishedHand | None) -> list[Sight]:
    hole = 0 if own.history is None else own.history.rules.hole_cards
    shown = {each.seat for each in detail.players if each.cards is not None}
    seeds = {} if proof is None else {each.seat: each.flag for each in proof.seats}
    words = {OWN: "own", DEFAULT: "default"}
    return [
        Sight(
            person_name(house, each.player),
            each.cards,
            hole,
            len(shown - {each.seat}),
            None if proof is None else words.get(seeds.get(each.seat, NOBODY), "absent"),
        )
        for each in detail.players
    ]


def _dealing(proof: PublishedHand) -> DealingAnswer:
    flags = [each.flag for each in proof.seats]
    own, default = flags.count(OWN), flags.count(DEFAULT)
    return DealingAnswer(proof.deck + 1, own, default, len(flags) - own - default, proof.lock.hex()[:16])


def _record(
    caller: Caller, hand: HandId, table: TableId, number: int
) -> tuple[list[ComplaintAnswer], list[RequestAnswer], list[LookLine]]:
    """Complaints and disputes about a hand, open requests that name it, and who of the staff looked at it; blocks."""
    house = caller.house
    docket = house.room.docket
    about = (hand, f"{DISPUTE}{id16(table).hex()}-{number}")
    rows = [row for each in about for row in house.people.complaints(about=each)]
    asked = [each for each in docket.open if hand in (getattr(each.deed, "hand", ""), getattr(each.deed, "about", ""))]
    return (
        [complaint_answer(row) for row in rows],
        [request_answer(house, each, docket, caller.player) for each in asked],
        [LookLine(at, person_name(house, staff)) for at, staff in looks_at(house, "hand", hand)],
    )


def _reversal(house: ServerHouse, own: OwnHand, detail: HandDetail) -> Reversal | None:
    """Winners give back what they won, everybody else gets back what they lost; the rake comes from the house."""
    rules = _rules_of(house, own)
    account = None if rules is None else parse_account(wallet_of(rules, own.kept.players[0]))
    if account is None:
        return None  # the stake is offered no more, and its wallet not known
    tender = account.tender
    wallet = {"currency": tender.currency.value, "money": tender.money.value, "side": account.purpose.value}

    def shares(sign: int) -> list[ReversalShare]:
        return [ReversalShare(each.player, wallet, sign * each.net) for each in detail.players if sign * each.net > 0]

    return Reversal(shares(1), shares(-1), detail.rake)


def _rules_of(house: ServerHouse, own: OwnHand) -> CashRules | None:
    for revisions in house.room.cash.house.rules.values():
        rules = revisions.get(own.kept.edition)
        if rules is not None and rules.stake_key == own.kept.stake and rules.money is own.money:
            return rules
    return None


ROUTES = [read_hand]
