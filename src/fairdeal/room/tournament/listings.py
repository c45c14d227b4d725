"""
The lists that tournaments are found in: by id, those that are over by date, each player's own, and each player's HexaPro draws.

Rows are written with the decisions they tell of. What is older than the lists is read once from its stream.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from fairdeal.fair import PublishedLots
from fairdeal.hexapro.history import DrawnGame, drawn_game
from fairdeal.hexapro.lobby.events import DrawProven, GameStarted
from fairdeal.kernel import Cents, Instant, PlayerId, Step, StreamId, TournamentId
from fairdeal.room.tournament.house import TournamentHouse
from fairdeal.storage.codec import Codec
from fairdeal.storage.port import Listing
from fairdeal.tournament.cancellation.plan import Plan
from fairdeal.tournament.director import events as ev
from fairdeal.tournament.director import outcomes as oc
from fairdeal.tournament.director.state import Tournament
from fairdeal.tournament.outline import Participation, TournamentOutline, outline_of, participation_of

TOURNAMENTS: Final = "tournaments"
"""All tournaments, by id; the names of lists are written down, so they never change."""
RESULTS: Final = "results"
"""Those of the programmes that are over."""


@dataclass(frozen=True, slots=True)
class LotsKept:
    """What is published of lots of a tournament."""

    proof: PublishedLots


@dataclass(frozen=True, slots=True)
class LotsChain:
    """What is published of a chain of lots beforehand: the 16 bytes that stand for it, its anchor and its length."""

    place: bytes
    anchor: bytes
    length: int


LISTED: Final = Codec(
    "tournament lists",
    1,
    {
        "tournament": TournamentOutline,
        "entered": Participation,
        "drawn": DrawnGame,
        "lots": LotsKept,
        "chain": LotsChain,
    },
    sparse={DrawnGame: ("proof",)},
)
_LOTS_DIGITS: Final = 7
_ENDS: Final = (oc.Finished, oc.PhaseEnded, oc.Cancelled)
_TERMS: Final = (ev.Announced, ev.SetupChanged, ev.StartDelayed, ev.Started)
_TELLING: Final = frozenset((*_ENDS, *_TERMS, ev.Entered, ev.Unregistered, oc.PhaseReceived))
_GONE: Final = "unregistered"
"""The label of the row of somebody who took the entry back."""


def entered_list(player: PlayerId) -> str:
    """The list of a player's tournaments."""
    return f"entered:{player}"


def draws_list(player: PlayerId) -> str:
    """The list of the HexaPro draws of a player's games; labels are those of `draw_label`."""
    return f"draws:{player}"


def lots_list(tournament: TournamentId) -> str:
    """The list of what is published of a tournament's lots; rows are found by chain and place."""
    return f"lots:{tournament}"


def lots_chains_list(tournament: TournamentId) -> str:
    """The list of the chains that a tournament's lots are drawn from; rows are found by the number of the chain."""
    return f"lots-chains:{tournament}"


def draw_label(game: DrawnGame) -> str:
    """By what draws are counted: lobby, revision of the rulebook and multiplier."""
    return f"{game.lobby} {game.edition} {game.multiplier}"


def parse_draw_label(label: str) -> tuple[StreamId, str, int]:
    """Lobby, revision of the rulebook and multiplier of draws that are counted together."""
    lobby, edition, multiplier = label.rsplit(" ", 2)
    return StreamId(lobby), edition, int(multiplier)


def is_current(row: Listing) -> bool:
    """Whether a row of a player's tournaments stands for an entry that was not taken back."""
    return row.label != _GONE


# ---- what decisions change


def director_listings(
    house: TournamentHouse, steps: Sequence[Step[Tournament | None, ev.TournamentEvent]], version: int, now: Instant
) -> tuple[Listing, ...]:
    """The rows that a decision of a director changes; most change none."""
    lots = tuple(_lots_rows(steps, now))
    telling = [(number, step.event) for number, step in enumerate(steps, version + 1) if type(step.event) in _TELLING]
    state: Tournament | None = steps[-1].after
    if not telling or state is None:
        return lots
    for number, event in telling:
        if isinstance(event, _ENDS):
            settled = (number, event.plan) if isinstance(event, oc.Cancelled) else None
            return (*lots, *ended_rows(house, state, now, settled))
    rows: list[Listing] = []
    if any(isinstance(event, _TERMS) for _, event in telling):
        rows.append(_tournament_row(house, TOURNAMENTS, state, now))
    players = dict.fromkeys(player for _, event in telling for player in _concerned(event))
    return (*lots, *rows, *(_entered_row(state, player, now) for player in players))


def _lots_rows(steps: Sequence[Step[Tournament | None, ev.TournamentEvent]], now: Instant) -> Iterator[Listing]:
    for step in steps:
        event, before = step.event, step.before
        if isinstance(event, ev.LotsDrawn) and before is not None and before.lots is not None:
            name = f"{before.lots.chain}-{event.proof.number:0{_LOTS_DIGITS}}"
            yield Listing(lots_list(before.id), name, now, "", "", LISTED.encode(LotsKept(event.proof)))
        elif isinstance(event, ev.LotsFixed) and step.after is not None:
            body = LISTED.encode(LotsChain(event.place, event.anchor, event.length))
            yield Listing(lots_chains_list(step.after.id), str(event.chain), now, "", "", body)


def _concerned(event: ev.TournamentEvent) -> Iterator[PlayerId]:
    match event:
        case ev.Entered() | ev.Unregistered():
            yield event.player
        case oc.PhaseReceived(entries=entries):
            yield from (player for player, _ in entries)


def ended_rows(
    house: TournamentHouse, state: Tournament, now: Instant, settled: tuple[int, Plan] | None = None
) -> Iterator[Listing]:
    """All rows of a tournament that is over; `settled` is the version of its cancellation, and the plan."""
    version, plan = settled or (None, None)
    yield _tournament_row(house, TOURNAMENTS, state, now, now, version)
    if house.rulebook.format_of(state.setup.product).in_programme:
        yield _tournament_row(house, RESULTS, state, now, now, version)
    payouts = () if plan is None else plan.payouts
    returned = {payout.player: payout.amount for payout in payouts}
    for player in state.entrants:
        yield _entered_row(state, player, now, now, returned)


def running_rows(house: TournamentHouse, state: Tournament, now: Instant) -> Iterator[Listing]:
    """All rows of a tournament that is not over."""
    yield _tournament_row(house, TOURNAMENTS, state, now)
    for player in state.entrants:
        yield _entered_row(state, player, now)


def _tournament_row(
    house: TournamentHouse,
    name: str,
    state: Tournament,
    at: Instant,
    ended_at: Instant | None = None,
    settled_at: int | None = None,
) -> Listing:
    outline = outline_of(state, house.rules_of(state.setup), ended_at, settled_at)
    return Listing(name, state.id, at, outline.rulebook, searched(outline.name), LISTED.encode(outline))


def _entered_row(
    state: Tournament,
    player: PlayerId,
    now: Instant,
    ended_at: Instant | None = None,
    returned: dict[PlayerId, Cents] | None = None,
) -> Listing:
    entrant = state.entrants.get(player)
    if entrant is None:
        return Listing(entered_list(player), state.id, now, _GONE, "", b"")
    part = participation_of(state, entrant, ended_at, returned or {})
    words = searched(state.setup.name)
    return Listing(entered_list(player), state.id, part.entered_at, state.setup.product, words, LISTED.encode(part))


def lobby_listings(lobby: StreamId, events: Iterable[object]) -> tuple[Listing, ...]:
    """The rows that events of a HexaPro lobby change: a draw is in the list of each of its players."""
    found = tuple(events)
    proofs = {event.number: event.proof for event in found if isinstance(event, DrawProven)}
    return tuple(
        Listing(draws_list(player), game.tournament, game.at, draw_label(game), "", LISTED.encode(game))
        for event in found
        if isinstance(event, GameStarted)
        for game in (drawn_game(lobby, event, proofs.get(event.number)),)
        for player in event.players
    )


def searched(text: str) -> str:
    """A text as it is searched: without case, and without characters that no list holds."""
    return "".join(letter if letter.isprintable() else " " for letter in text).casefold()
