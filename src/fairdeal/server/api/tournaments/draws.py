"""The caller's HexaPro draws: each with the number that was drawn, and all of them against the published chances (HEXA-07)."""

from collections import Counter
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from litestar import get
from litestar.params import FromPath, FromQuery

from fairdeal.fair import proof_json
from fairdeal.hexapro.fit import fit
from fairdeal.hexapro.history import DrawnGame, is_right
from fairdeal.hexapro.rules import HexaRules, hexapro_rules, parse_lobby
from fairdeal.kernel import DAY, Instant, PlayerId, StreamId
from fairdeal.poker import NoSuchGame
from fairdeal.room.tournament.house import TournamentHouse
from fairdeal.room.tournament.listings import LISTED, draws_list, entered_list, parse_draw_label
from fairdeal.server.api.caller import Who
from fairdeal.server.api.shapes import Answer
from fairdeal.server.api.tournaments.paging import ROWS_USUAL, Cursor, checked_limit, cursor_of, read_page
from fairdeal.server.auth.refused import Refused
from fairdeal.server.auth.roles import Access
from fairdeal.storage.port import Store
from fairdeal.tournament.outline import Participation


class DrawRow(Answer, frozen=True):
    """
    One of the caller's games, with its draw.

    The number `draw` meant the multiplier (in hundredths) because it lies from `first_draw` to `last_draw` of `chances_total` equally
    likely ones; these are None where the rulebook of that time is not here any more. A game without a result must have one before
    `undecided_until`.
    """

    tournament: str
    lobby: str
    product: str
    game: int
    at: int
    buy_in: int
    currency: str | None
    label: str  # of money
    draw: int
    multiplier: int
    pool: int
    first_draw: int | None
    last_draw: int | None
    chances_total: int | None
    is_right: bool | None
    status: str  # running, finished or cancelled
    place: int | None
    prize: int
    returned: int
    undecided_until: int | None
    undecided_rule: str | None
    proven: bool = False  # players took part in the draw, and its proof can be had


class DrawnSlot(Answer, frozen=True):
    """A multiplier: its published chances, and how often the caller drew it."""

    multiplier: int
    chances: int
    drawn: int


class DrawCounts(Answer, frozen=True):
    """
    All draws of the caller under one revision of a product's rules.

    `fits` is Pearson's test at 99 in 100; `chance_millionths` how likely counts at least so far off are with a fair wheel.
    """

    product: str
    rulebook: str
    digest: str
    rule: str
    draws: int
    chances_total: int
    slots: list[DrawnSlot]
    fits: bool
    chance_millionths: int


class DrawsAnswer(Answer, frozen=True):
    """A page of the caller's draws, the newest first, and the counts of all of them."""

    rows: list[DrawRow]
    next: str | None
    counts: list[DrawCounts]


@get("/hexapro/draws", may=Access.PERSON)
async def read_draws(
    caller: Who,
    lobby: FromQuery[str | None] = None,
    before: FromQuery[str | None] = None,
    limit: FromQuery[int] = ROWS_USUAL,
) -> DrawsAnswer:
    """The caller's HexaPro games, of one lobby or of all; counts are always of all lobbies."""
    wanted, cursor = checked_limit(limit), cursor_of(before)
    own = OwnDraws(caller.house.store, caller.house.room.tournaments.house, caller.player)
    return await caller.read(lambda: own.page(lobby, cursor, wanted))


@get("/hexapro/draws/{tournament:str}/proof", may=Access.PERSON)
async def read_draw_proof(caller: Who, tournament: FromPath[str]) -> dict[str, Any]:
    """What is published of the draw of one of the caller's games, exactly as verifiers read it."""
    rows = await caller.read(lambda: caller.house.store.listings(draws_list(caller.player), [tournament]))
    game: DrawnGame | None = None if tournament not in rows else LISTED.decode(rows[tournament].body)
    if game is None or game.proof is None:
        raise Refused("no_such_proof", HTTPStatus.NOT_FOUND)
    return proof_json(game.proof)


@dataclass(frozen=True, slots=True)
class OwnDraws:
    """Reads the draws of one player; everything here blocks."""

    store: Store
    house: TournamentHouse
    player: PlayerId

    def page(self, lobby: str | None, before: Cursor | None, limit: int) -> DrawsAnswer:
        """A page of draws, with all counts."""
        name = draws_list(self.player)
        page = read_page(
            self.store, name, before, limit, lambda row: lobby is None or parse_draw_label(row.label)[0] == lobby
        )
        games: list[DrawnGame] = [LISTED.decode(row.body) for row in page.rows]
        parts = self.store.listings(entered_list(self.player), [game.tournament for game in games])
        played: dict[str, Participation] = {each: LISTED.decode(row.body) for each, row in parts.items()}
        rows = [_row(self.rules(game.lobby, game.edition), game, played.get(game.tournament)) for game in games]
        return DrawsAnswer(rows, page.next, self.counts())

    def counts(self) -> list[DrawCounts]:
        """How often each multiplier was drawn, by product and revision of its rules."""
        counted: dict[tuple[str, str], Counter[int]] = {}
        lobbies: dict[tuple[str, str], StreamId] = {}
        for label, count in sorted(self.store.listed_counts(draws_list(self.player)).items()):
            lobby, edition, multiplier = parse_draw_label(label)
            key = (parse_lobby(lobby)[1].value, edition)
            counted.setdefault(key, Counter())[multiplier] += count
            lobbies[key] = lobby
        rules = {key: self.rules(lobbies[key], key[1]) for key in counted}
        return [_counts(found, counted[key]) for key, found in rules.items() if found is not None]

    def rules(self, lobby: StreamId, edition: str) -> HexaRules | None:
        """The rules of a lobby under that revision of the rulebook; None if it is not here any more."""
        known = self.house.lobbies.get(lobby)
        if known is not None and known.rules.digest == edition:
            return known.rules
        try:
            return hexapro_rules(self.house.edition_of(edition), *parse_lobby(lobby)[1:])
        except NoSuchGame:
            return None


def _row(rules: HexaRules | None, game: DrawnGame, part: Participation | None) -> DrawRow:
    _, product, _, money = parse_lobby(game.lobby)
    slot = None if rules is None else rules.wheel.slot_of(game.multiplier)
    is_over = part is not None and part.ended_at is not None
    days = None if rules is None or is_over else rules.undecided_days_max
    return DrawRow(
        game.tournament,
        game.lobby,
        product.value,
        game.number,
        game.at,
        game.buy_in,
        None if rules is None else rules.director.tender.currency.value,
        money.value,
        game.draw,
        game.multiplier,
        game.pool,
        None if slot is None else slot.first,
        None if slot is None else slot.last,
        None if rules is None else rules.wheel.total,
        None if rules is None else is_right(rules, game),
        _status(part),
        None if part is None else part.place,
        0 if part is None else part.prize,
        0 if part is None else part.returned,
        None if days is None else Instant(game.at + days.value * DAY),
        None if days is None else days.rule,
        game.proof is not None,
    )


def _status(part: Participation | None) -> str:
    if part is None or part.ended_at is None:
        return "running"
    return "cancelled" if part.is_cancelled else "finished"


def _counts(rules: HexaRules, counts: Counter[int]) -> DrawCounts:
    tested = fit(rules.wheel, counts)
    return DrawCounts(
        rules.product.value,
        rules.edition,
        rules.digest,
        rules.wheel.rule,
        tested.draws,
        rules.wheel.total,
        [DrawnSlot(slot.multiplier, slot.chances, counts[slot.multiplier]) for slot in rules.wheel.slots],
        tested.fits,
        round(tested.chance * 1_000_000),
    )


ROUTES = [read_draws, read_draw_proof]
