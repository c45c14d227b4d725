"""Looking at players and payments: every look is written into the docket before anything is shown."""

import asyncio
from typing import Final

from litestar import get
from litestar.params import FromPath, FromQuery

from fairdeal.bank.holds.state import Holds
from fairdeal.bank.house import tender_of
from fairdeal.bank.limits import Limit
from fairdeal.bank.streams import holds_stream
from fairdeal.casino.conduct import conduct_stream
from fairdeal.kernel import UNITS_PER_CENT, AccountId, HandId, PlayerId
from fairdeal.room.bank.listings import LISTED, PAYMENTS, Payment
from fairdeal.room.office.listings import REQUESTS
from fairdeal.server.api.caller import Caller, Who
from fairdeal.server.api.complaints import ComplaintAnswer, complaint_answer
from fairdeal.server.api.desk.shapes import PersonName, RequestAnswer, person_name, request_answer
from fairdeal.server.api.desk.tables import tables_named
from fairdeal.server.api.purse import balances_of, purse_of, tables_with_money
from fairdeal.server.api.shapes import Answer
from fairdeal.server.auth.names import key_of
from fairdeal.server.auth.refused import Refused, invalid
from fairdeal.server.auth.roles import Access
from fairdeal.server.house import ServerHouse
from fairdeal.server.office.places import shown_name
from fairdeal.server.office.service import Office
from fairdeal.storage.people import PersonRow

FOUND_MAX: Final = 20
SEEN_LETTERS: Final = 4
"""So much of an address or a device has to be known; less would find everybody."""
_PAYMENTS_READ_MAX: Final = 2_000
_WAITING: Final = ("asked", "approved")


class WalletHeld(Answer, frozen=True):
    """A wallet of a player, and what it holds."""

    account: str
    currency: str
    money: str
    balance: int


class AtTable(Answer, frozen=True):
    """A player's money at a table."""

    table: str
    name: str
    currency: str
    amount: int
    pending: int


class HoldAnswer(Answer, frozen=True):
    """Money that is kept back."""

    hold: str
    edition: str
    why: str
    rule: str
    amount: int
    since: int
    deadline: int | None
    staff: PersonName
    reason: str


class PaymentAnswer(Answer, frozen=True):
    """A deposit that arrived, or a withdrawal and how far it is."""

    player: PersonName
    name: str
    currency: str
    money: str
    amount: int
    stage: str
    reference: str
    at: int


class BarAnswer(Answer, frozen=True):
    """What the house keeps a player from."""

    scope: str
    until: int | None
    rule: str


class LimitLine(Answer, frozen=True):
    """A limit on a player's money; `by_house` says that the player cannot raise it."""

    limit: str
    period: str
    currency: str | None
    amount: int | None
    by_house: bool


class PlayerPage(Answer, frozen=True):
    """Everything the desk shows of a player, without what lets them in."""

    player: str
    name: str
    kind: str
    email: str
    born: str
    created_at: int
    closed_at: int | None
    second_factor: bool
    roles: list[str]
    wallets: list[WalletHeld]
    tables: list[AtTable]
    holds: list[HoldAnswer]
    withdrawals: list[PaymentAnswer]
    owed: list[WalletHeld]
    bars: list[BarAnswer]
    limits: list[LimitLine]
    excluded_until: int | None
    is_excluded: bool
    chat_blocked: bool
    complaints: list[ComplaintAnswer]
    requests: list[RequestAnswer]


class Found(Answer, frozen=True):
    """Something that was searched for: what it is, its id, and its name."""

    what: str
    id: str
    name: str


@get("/desk/players/{player:str}", may=Access.READ_PEOPLE)
async def read_player(caller: Who, player: FromPath[str]) -> PlayerPage:
    """A player's page; that it was opened is written down first."""
    house, who = caller.house, PlayerId(player)
    row = await asyncio.to_thread(house.people.person, player)
    if row is None:
        raise Refused("no_such_person")
    await Office(house, caller.player).look("player", player)
    complaints = await asyncio.to_thread(lambda: house.people.complaints(person=player))
    return _page(caller, row, who, [complaint_answer(each) for each in complaints])


@get("/desk/search", may=Access.READ_PEOPLE)
async def search(caller: Who, q: FromQuery[str]) -> list[Found]:
    """Players by name, id, address or device, hands and requests by id, tournaments and tables by name or id, payments by reference."""
    text = q.strip()[:128]
    if not text:
        return []
    house = caller.house
    await Office(house, caller.player).look("search", "")
    rows = await asyncio.to_thread(house.people.people, key_of(text), FOUND_MAX)
    named = await asyncio.to_thread(house.people.person_named, key_of(text))
    by_id = await asyncio.to_thread(house.people.person, text)
    seen = await asyncio.to_thread(house.people.people_seen, text, FOUND_MAX) if len(text) >= SEEN_LETTERS else []
    people = {row.id: row for row in (*rows, named, by_id, *seen) if row is not None}
    found = [Found("player", row.id, row.name) for row in people.values()]
    found += [
        Found("tournament", event.tournament, event.setup.name)
        for event in house.room.tournaments.lobby.rows(house.clock.now())
        if text.lower() in event.setup.name.lower() or text == event.tournament
    ]
    found += [Found("table", table, name) for table, name in tables_named(house, text)[:FOUND_MAX]]
    found += await caller.read(lambda: _by_name(caller, text))
    return found


@get("/desk/payments", may=Access.READ_PEOPLE)
async def read_payments(caller: Who, stage: FromQuery[str] = "waiting") -> list[PaymentAnswer]:
    """Withdrawals that wait for the desk, or the latest payments of all kinds (`stage=all`); the latest first."""
    if stage not in ("waiting", "all"):
        raise invalid("malformed")
    await Office(caller.house, caller.player).look("payments", "")
    rows = await caller.read(lambda: caller.house.store.listed(PAYMENTS, _PAYMENTS_READ_MAX))
    chosen = [row for row in rows if stage == "all" or row.label in _WAITING]
    return [_payment(caller, row.body) for row in chosen]


def _by_name(caller: Caller, text: str) -> list[Found]:
    """Hands, requests and payments with that id or reference."""
    store, found = caller.house.store, []
    hand = store.hand(HandId(text)) if len(text) == len(HandId("0" * 26)) else None
    if hand is not None:
        found.append(Found("hand", hand.hand, f"{shown_name(caller.house, hand.table)} #{hand.number}"))
    for name, row in store.listings(REQUESTS, [text]).items():
        found.append(Found("request", name, row.label))
    found += [
        Found("payment", row.id, row.label)
        for row in store.listed(PAYMENTS, _PAYMENTS_READ_MAX)
        if text.lower() in row.words.split()
    ]
    return found[:FOUND_MAX]


def _payment(caller: Caller, body: bytes) -> PaymentAnswer:
    row = LISTED.decode(body)
    assert isinstance(row, Payment), "the list holds nothing else"
    tender = tender_of(row.account)
    return PaymentAnswer(
        person_name(caller.house, row.player),
        row.name,
        tender.currency.value,
        tender.money.value,
        row.amount // UNITS_PER_CENT,
        row.stage,
        row.reference,
        row.at,
    )


def _page(caller: Caller, row: PersonRow, who: PlayerId, complaints: list[ComplaintAnswer]) -> PlayerPage:
    house, now = caller.house, caller.house.clock.now()
    purse, docket = purse_of(house, who), house.room.docket
    held, exclusion = balances_of(house, purse.accounts), purse.exclusion
    tables = tables_with_money(house, who)
    waiting = [each for each in purse.withdrawals if each.stage.value in _WAITING]
    return PlayerPage(
        row.id,
        row.name,
        row.kind,
        row.email,
        row.born,
        row.created_at,
        row.closed_at or None,
        bool(row.totp_on),
        [role.value for role in docket.roles_of(Office(house, who).staff)],
        [_wallet(account, amount) for account, amount in held.items()],
        [
            AtTable(
                table,
                shown_name(house, table),
                tender.currency.value,
                amount // UNITS_PER_CENT,
                pending // UNITS_PER_CENT,
            )
            for table, tender, amount, pending in tables
        ],
        holds_of(house, who),
        [
            PaymentAnswer(
                person_name(house, who),
                each.withdrawal,
                tender_of(each.account).currency.value,
                tender_of(each.account).money.value,
                each.amount // UNITS_PER_CENT,
                each.stage.value,
                each.reference,
                0,
            )
            for each in waiting
        ],
        [
            WalletHeld("", tender.currency.value, tender.money.value, amount // UNITS_PER_CENT)
            for tender, amount in purse.claims
        ],
        [BarAnswer(bar.scope.value, bar.until, bar.rule) for bar in purse.bars if bar.lasts(now)],
        [
            *(_limit(each, by_house=False) for each in purse.limits),
            *(_limit(each, by_house=True) for each in purse.imposed if each.amount is not None),
        ],
        None if exclusion is None or not exclusion.lasts(now) else exclusion.until,
        exclusion is not None and exclusion.lasts(now),
        house.room.registry.state_of(conduct_stream(who)).barred,
        complaints,
        [request_answer(house, each, docket, caller.player) for each in docket.open if who in each.deed.players()],
    )


def _wallet(account: AccountId, amount: int) -> WalletHeld:
    tender = tender_of(account)
    return WalletHeld(account, tender.currency.value, tender.money.value, amount // UNITS_PER_CENT)


def _limit(limit: Limit, *, by_house: bool) -> LimitLine:
    currency = None if limit.tender is None else limit.tender.currency.value
    amount = limit.amount if limit.tender is None or limit.amount is None else limit.amount // UNITS_PER_CENT
    return LimitLine(limit.kind.value, limit.period.value, currency, amount, by_house)


def holds_of(house: ServerHouse, who: PlayerId) -> list[HoldAnswer]:
    """The money of a player that is kept back, under every rulebook of the house."""
    found = []
    for edition in house.editions:
        if edition.poker is None:
            continue
        state: Holds = house.room.registry.state_of(holds_stream(edition.id, who))
        for hold in state.open:
            amount = sum(part.amount for part in hold.parts) // UNITS_PER_CENT
            staff = person_name(house, hold.staff)
            found.append(
                HoldAnswer(
                    hold.hold,
                    edition.id,
                    hold.kind.value,
                    hold.rule,
                    amount,
                    hold.since,
                    hold.deadline,
                    staff,
                    hold.why,
                )
            )
    return found


ROUTES = [read_player, search, read_payments]
