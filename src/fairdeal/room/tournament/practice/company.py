"""Where practice partners register: for company in HexaPro games and sit & gos, and to fill tournaments by the clock."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Final

from fairdeal.bots.chance import chance_of
from fairdeal.hexapro.lobby import commands as hexapro
from fairdeal.hexapro.lobby.state import Filling, Lobby
from fairdeal.kernel import MINUTE, SECOND, Duration, Instant, StreamId, TournamentId
from fairdeal.room.room import Room
from fairdeal.room.tournament.practice.pool import Partner, Pool
from fairdeal.runtime.ports import Answer
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.state import Status, Tournament
from fairdeal.tournament.setup import LastPhase

_HEXAPRO_WITHIN: Final = (900, 5_500)
"""How long after a person registers the partners of a HexaPro game do, from least to most."""
_FIRST_WITHIN: Final = (SECOND, 3 * SECOND)
_BETWEEN_MOST: Final = 3 * SECOND
_FULL_WITHIN: Final = 20 * SECOND
"""Of a sit & go: its first partner comes within this time, the next after so long at most, and all of them within so long."""

LEAD: Final = Duration(8 * MINUTE)
"""How long before the start of a tournament partners begin to register."""
_STEP: Final = 3 * SECOND
_EARLY: Final = 0.8
"""The part of a field that is there at the start, where one can register late."""
_LATE: Final = 0.75
"""The part of the time of late registration in which the others come."""
_BURST: Final = 3


class HexaProCompany:
    """Sends partners to HexaPro games that a person waits for."""

    def __init__(self, room: Room, pool: Pool) -> None:
        self._room = room
        self._pool = pool
        self._coming: Counter[StreamId] = Counter()

    def look(self, stream: StreamId) -> None:
        """Send the partners that a lobby lacks, and call those back whom nobody waits for any more."""
        lobby = self._lobby(stream)
        if lobby is None:
            return
        for game in _open_games(lobby):
            self._call_back(stream, game)
        for _ in range(self._lacking(stream, lobby) - self._coming[stream]):
            partner = self._pool.take(stream)
            if partner is None:
                return
            self._coming[stream] += 1
            self._pool.later(partner, *_HEXAPRO_WITHIN, partial(self._come, stream, partner))

    def _come(self, stream: StreamId, partner: Partner) -> None:
        lobby = self._lobby(stream)
        if lobby is None or lobby.closed or not self._lacking(stream, lobby):
            self._stay_away(stream, partner)
            return
        rules = self._room.tournaments.house.lobbies[stream].rules
        price = rules.buy_in.value
        command = hexapro.Register(partner.player, 1, price)

        def answered(answer: Answer) -> None:
            self._coming[stream] -= 1
            if answer is not None:
                self._pool.release(partner, stream)

        wallet = rules.director.wallet(partner.player)
        send = self._room.registry.send
        self._pool.prepare(partner, wallet, price, lambda: send(stream, command, answered))

    def _stay_away(self, stream: StreamId, partner: Partner) -> None:
        self._coming[stream] -= 1
        self._pool.release(partner, stream)

    def _call_back(self, stream: StreamId, game: Filling) -> None:
        if not self._has_person(game):
            for player in game.players:
                self._room.registry.send(stream, hexapro.Unregister(player, game.number))

    def _lacking(self, stream: StreamId, lobby: Lobby) -> int:
        seats = self._room.tournaments.house.lobbies[stream].rules.seats.value
        return sum(seats - len(game.waiting) for game in _open_games(lobby) if self._has_person(game))

    def _has_person(self, game: Filling) -> bool:
        return any(self._pool.find(player) is None for player in game.players)

    def _lobby(self, stream: StreamId) -> Lobby | None:
        actor = self._room.registry.find(stream)
        found: Lobby | None = None if actor is None or actor.failed is not None else actor.state
        return found


def _open_games(lobby: Lobby) -> list[Filling]:
    return [game for game in lobby.filling if game.filled_at is None]


class TournamentCompany:
    """Sends partners to sit & gos that a person waits for, and to every tournament with a start."""

    def __init__(
        self, room: Room, pool: Pool, field: tuple[int, int], seed: int, may_begin: Callable[[Tournament], bool]
    ) -> None:
        """`field` is the least and the most of partners in a tournament; `may_begin` says whether they come to one now."""
        self._room = room
        self._pool = pool
        self._field = field
        self._seed = seed
        self._may_begin = may_begin
        self._coming: Counter[TournamentId] = Counter()
        self._planned: dict[TournamentId, Callable[[], None]] = {}
        self.refused = 0  # registrations, which should never be

    @property
    def planned(self) -> int:
        """The number of tournaments that partners are on the way to."""
        return len(self._planned)

    def look(self, state: Tournament) -> None:
        """Plan who comes to a tournament, if anybody should."""
        if state.id in self._planned or not self._is_open(state):
            return
        now = self._room.clock.now()
        if state.setup.sit_and_go:
            if self._has_person(state):
                self._plan(state.id, self._wait(state, *_FIRST_WITHIN), self._fill_sit_and_go)
            else:
                self._call_back(state)
        elif state.starts_at is not None:
            self._plan(state.id, max(0, state.starts_at - LEAD - now), self._fill_field)

    def forget(self, tournament: TournamentId) -> None:
        """Send nobody more to a tournament."""
        cancel = self._planned.pop(tournament, None)
        if cancel is not None:
            cancel()
        self._coming.pop(tournament, None)

    def _is_open(self, state: Tournament) -> bool:
        setup = state.setup
        return (
            not state.over
            and state.registration_open
            and not setup.all_conditions
            and not isinstance(setup.phase, LastPhase)
            and self._room.tournaments.house.rulebook.format_of(setup.product).in_programme
        )

    # ---- sit & gos

    def _fill_sit_and_go(self, tournament: TournamentId) -> None:
        state = self._find(tournament)
        if state is None or not self._is_open(state) or state.status is not Status.ANNOUNCED:
            return
        lacking = (state.setup.full_at or 0) - state.entries - self._coming[tournament]
        if lacking <= 0 or not self._has_person(state):
            self.look(state)
            return
        self._send(state)
        if lacking > 1:
            between = min(_BETWEEN_MOST, _FULL_WITHIN // lacking)
            self._plan(tournament, self._wait(state, between // 2, between), self._fill_sit_and_go)

    def _call_back(self, state: Tournament) -> None:
        for player in state.entrants:
            self._room.tournaments.send(state.id, ms.Unregister(player))

    def _has_person(self, state: Tournament) -> bool:
        return any(self._pool.find(player) is None for player in state.entrants)

    # ---- tournaments with a start

    def _fill_field(self, tournament: TournamentId) -> None:
        state = self._find(tournament)
        if state is None or not self._is_open(state) or not self._may_begin(state):
            return
        target = self._target(state)
        lacking = int(target * self._part_at(state, self._room.clock.now())) - state.entries - self._coming[tournament]
        for _ in range(min(lacking, max(_BURST, lacking // max(1, self._steps_left(state))))):
            self._send(state)
        if state.entries < target:
            self._plan(tournament, self._wait(state, _STEP // 2, _STEP), self._fill_field)

    def _target(self, state: Tournament) -> int:
        least, most = self._field
        wanted = least + int((most - least + 1) * chance_of(self._seed, sum(state.id.encode())))
        return wanted if state.setup.full_at is None else min(wanted, state.setup.full_at)

    def _part_at(self, state: Tournament, now: Instant) -> float:
        """The part of the field that should have registered by an instant."""
        starts_at, setup = state.starts_at, state.setup
        assert starts_at is not None, "a tournament by the clock has a start"
        early = _EARLY if setup.late_levels else 1.0
        if now < starts_at:
            return early * min(1.0, (now - starts_at + LEAD) / (LEAD - _STEP))
        late = setup.late_levels * setup.blinds.level_time * _LATE
        return early if not late else early + (1.0 - early) * min(1.0, (now - starts_at) / late)

    def _steps_left(self, state: Tournament) -> int:
        """How often partners can still come before the start."""
        assert state.starts_at is not None, "a tournament by the clock has a start"
        return (state.starts_at - self._room.clock.now()) // _STEP

    # ---- coming

    def _send(self, state: Tournament) -> None:
        tournament = state.id
        partner = self._pool.take(tournament, unless=state.entrants)  # who is out does not come again by this way
        if partner is None:
            return
        self._coming[tournament] += 1

        def answered(answer: Answer) -> None:
            self._coming[tournament] -= 1
            if answer is not None:
                self.refused += 1
                self._pool.release(partner, tournament)

        register = partial(self._room.tournaments.send, tournament, ms.Register(partner.player), answered)
        self.prepare(state, partner, register)

    def prepare(self, state: Tournament, partner: Partner, then: Callable[[], None]) -> None:
        """See that a partner can pay what a tournament sells, then call `then`."""
        wallet = self._room.tournaments.house.rules_of(state.setup).wallet(partner.player)
        self._pool.prepare(partner, wallet, state.setup.price.total, then)

    def _plan(self, tournament: TournamentId, wait: int, step: Callable[[TournamentId], None]) -> None:
        def due() -> None:
            self._planned.pop(tournament, None)
            step(tournament)

        self._planned[tournament] = self._room.clock.at(Instant(self._room.clock.now() + wait), due)

    def _wait(self, state: Tournament, least: int, most: int) -> int:
        return least + int((most - least) * chance_of(self._seed, state.numbered, self._room.clock.now()))

    def _find(self, tournament: TournamentId) -> Tournament | None:
        return self._room.tournaments.find(tournament)
