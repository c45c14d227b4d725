"""The caller's rounds at casino tables: bets, cards or the pocket, payments and clauses; and complaints about them."""

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus

from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody

from fairdeal.casino.records import PlayerRound, RoundKept
from fairdeal.kernel import PlayerId, TableId
from fairdeal.present.strength import cards_to_wire
from fairdeal.room.casino.listings import LISTED, own_rounds_list, round_name, rounds_list
from fairdeal.server.api.caller import Caller, Who
from fairdeal.server.api.complaints import AskComplaint, ComplaintAnswer, complaint_answer
from fairdeal.server.api.shapes import Answer
from fairdeal.server.api.tournaments.paging import ROWS_USUAL, Cursor, checked_limit, cursor_of, read_page
from fairdeal.server.auth.refused import Refused
from fairdeal.server.auth.roles import Access
from fairdeal.server.house import ServerHouse
from fairdeal.server.office.disputed import ROUND, register
from fairdeal.storage.port import Listing, Store


class BetAnswer(Answer, frozen=True):
    """One bet: on a spot, a hand of the seat (its number as text), or `insurance`."""

    spot: str
    staked: int
    returned: int
    won: int


class HandAnswer(Answer, frozen=True):
    """The cards of one hand: of a seat, of the dealer (-1), or of Player (0) and Banker (1)."""

    seat: int
    hand: int
    cards: list[str]


class RoundAnswer(Answer, frozen=True):
    """
    A round of the caller: what they bet and got, and what happened.

    `seat` is the one whose hands were bet on, `own_seat` whether the caller sat there. `video` is the time code of the recording at
    which the round ended, where there is one; the round ran from `closed_at` to `at`. `shoe` can be checked once it is opened.
    """

    id: str
    table: str
    name: str
    game: str
    round: int
    closed_at: int
    at: int
    rule: str
    edition: str
    currency: str
    money: str
    voided: bool
    result: str
    bets: list[BetAnswer]
    lost: int
    returned: int
    won: int
    seat: int | None
    own_seat: bool
    hands: list[HandAnswer]
    shoe: int | None
    dealer: str
    correction: str
    video: int | None
    proof: str | None = None  # the name of what is published of its draw, or of its shoe once that is over


class RoundsAnswer(Answer, frozen=True):
    """A page of rounds, the newest first; `next` is the `before` of the next page."""

    rows: list[RoundAnswer]
    next: str | None


@get("/casino/rounds", may=Access.PERSON)
async def read_rounds(
    caller: Who,
    table: FromQuery[str | None] = None,
    before: FromQuery[str | None] = None,
    limit: FromQuery[int] = ROWS_USUAL,
) -> RoundsAnswer:
    """The caller's rounds, of one table or of all, the newest first."""
    wanted, cursor = checked_limit(limit), cursor_of(before)
    own = _own(caller)
    return await caller.read(lambda: own.page(table, cursor, wanted))


@get("/casino/rounds/{table:str}/{number:int}", may=Access.PERSON)
async def read_round(caller: Who, table: FromPath[str], number: FromPath[int]) -> RoundAnswer:
    """One round of the caller, by its table and number."""
    return await _found(caller, table, number)


@post("/casino/rounds/{table:str}/{number:int}/complaint", may=Access.PERSON, status_code=200)
async def complain_about_round(
    caller: Who, table: FromPath[str], number: FromPath[int], data: JSONBody[AskComplaint]
) -> ComplaintAnswer:
    """Complain about a round the caller had a bet in."""
    found = await _found(caller, table, number)
    return complaint_answer(await register(caller.house, caller.player, f"{ROUND}{found.id}", data.text))


async def _found(caller: Caller, table: str, number: int) -> RoundAnswer:
    own, name = _own(caller), round_name(TableId(table), number)
    found = await caller.read(lambda: own.find(name))
    if found is None:
        raise Refused("no_such_round", HTTPStatus.NOT_FOUND)
    return found


def _own(caller: Caller) -> "OwnRounds":
    return rounds_of(caller.house, caller.player)


def rounds_of(house: ServerHouse, player: PlayerId) -> "OwnRounds":
    """The rounds of a player."""
    names = {table: setup.name for table, setup in house.room.casino.house.setups.items()}
    return OwnRounds(house.store, player, names)


@dataclass(frozen=True, slots=True)
class OwnRounds:
    """Reads the rounds of one player; everything here blocks."""

    store: Store
    player: PlayerId
    names: Mapping[TableId, str]

    def page(self, table: str | None, before: Cursor | None, limit: int) -> RoundsAnswer:
        """A page of rounds."""
        name = own_rounds_list(self.player)
        page = read_page(self.store, name, before, limit, lambda row: table is None or row.label == table)
        return RoundsAnswer(self._rows(page.rows), page.next)

    def find(self, name: str) -> RoundAnswer | None:
        """One round, or None if the player had no bet in it."""
        rows = self.store.listings(own_rounds_list(self.player), [name])
        return next(iter(self._rows(list(rows.values()))), None)

    def _rows(self, rows: list[Listing]) -> list[RoundAnswer]:
        """Each row with what the list of its table holds of the same round; tables are read at once."""
        kept: dict[str, RoundKept] = {}
        for table in dict.fromkeys(row.label for row in rows):
            wanted = [row.id for row in rows if row.label == table]
            found = self.store.listings(rounds_list(TableId(table)), wanted)
            kept |= {name: LISTED.decode(row.body) for name, row in found.items()}
        return [self._answer(row.id, LISTED.decode(row.body), kept[row.id]) for row in rows if row.id in kept]

    def _answer(self, name: str, own: PlayerRound, kept: RoundKept) -> RoundAnswer:
        return RoundAnswer(
            id=name,
            table=own.table,
            name=self.names.get(own.table, own.table),
            game=kept.game,
            round=own.round,
            closed_at=kept.closed_at,
            at=own.at,
            rule=kept.rule,
            edition=kept.edition,
            currency=kept.currency,
            money=kept.money,
            voided=own.voided,
            result=kept.result,
            bets=[BetAnswer(each.spot, each.staked, each.returned, each.won) for each in own.bets],
            lost=own.lost,
            returned=own.returned,
            won=own.won,
            seat=own.seat if own.seat >= 0 else None,
            own_seat=own.own_seat,
            hands=[HandAnswer(each.seat, each.hand, list(cards_to_wire(each.cards))) for each in kept.hands],
            shoe=kept.shoe or None,
            dealer=kept.dealer,
            correction=kept.correction,
            video=kept.video,
            proof=kept.proof or None,
        )


ROUTES = [read_rounds, read_round, complain_about_round]
