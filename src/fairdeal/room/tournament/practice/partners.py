"""
Practice partners of a room's tournaments: bots that register, play, buy chips and go out as people do.

They play for play or test money only and have names that nobody else can have. A HexaPro game that a person waits for starts within
ten seconds, a sit & go within thirty; tournaments by the clock are filled whether or not a person comes, but with one at a time at most
while nobody has been there for a while. There is a fixed number of them, whose names and wallets are used again.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from fairdeal.hexapro.lobby import events as hexapro
from fairdeal.kernel import MINUTE, SECOND, Duration, Instant, MoneyKind, PlayerId, StreamId
from fairdeal.room.room import Room
from fairdeal.room.tournament.hexapro_lobby import LOBBIES
from fairdeal.room.tournament.practice.company import HexaProCompany, TournamentCompany
from fairdeal.room.tournament.practice.pool import Partner, Pool
from fairdeal.room.tournament.practice.tables import PartnerTables
from fairdeal.runtime.actor import Actor
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director import events as ev
from fairdeal.tournament.director import outcomes as oc
from fairdeal.tournament.director.state import Fallen, PauseKind, Status, Tournament
from fairdeal.tournament.orders import DIRECTORS, dealer_stream

QUIET: Final = Duration(20 * MINUTE)
"""After this time without a connection a room is quiet, and partners fill no more than one tournament at a time."""

_BUYS_AGAIN: Final = 0.7
_ADDS_ON: Final = 0.8
_RE_ENTERS: Final = 0.35


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentPracticeSettings:
    """How many partners there are, and how many come to a tournament."""

    partners_max: int = 500
    field: tuple[int, int] = (40, 90)  # in a tournament, at least and at most
    seed: int = 0


class TournamentPractice:
    """All partners of a room's tournaments; call `start` once the room has recovered."""

    def __init__(
        self,
        room: Room,
        settings: TournamentPracticeSettings | None = None,
        is_watched: Callable[[], bool] = lambda: True,
    ) -> None:
        """While `is_watched` returns False, partners use all the time they have for each decision."""
        settings = settings or TournamentPracticeSettings()
        self._room = room
        self._is_watched = is_watched
        self._watched_at = room.clock.now()
        self.pool = Pool(room, settings.partners_max, settings.seed)
        self.tables = PartnerTables(room, self.pool, is_watched)
        self.hexapro = HexaProCompany(room, self.pool)
        self.company = TournamentCompany(room, self.pool, settings.field, settings.seed, self._may_begin)
        self._closed = False
        self._follows: dict[type, Callable[[Tournament, Any], None]] = {
            ev.HandRecorded: self._after_hand,
            ev.Announced: lambda state, _: self._look(state),
            ev.StartDelayed: lambda state, _: self._look(state),
            ev.SetupChanged: lambda state, _: self._look(state),
            ev.Entered: self._entered,
            ev.Unregistered: self._unregistered,
            ev.Started: self._started,
            ev.TableOpened: lambda state, event: self._watch_table(state, event.table),
            ev.TableGone: self._table_gone,
            ev.Eliminated: lambda state, event: self._out(state, event.player),
            ev.PauseBegan: lambda state, _: self._mind_add_on(state),
            oc.Finished: lambda state, _: self._over(state),
            oc.Cancelled: lambda state, _: self._over(state),
            oc.PhaseEnded: lambda state, _: self._over(state),
            oc.PhaseReceived: lambda state, _: self._engage_all(state),
        }

    def has_partners(self, money: MoneyKind) -> bool:
        """Whether partners keep people company where that money is played for."""
        return money is not MoneyKind.REAL and not self._closed

    def start(self) -> None:
        """Take up the seats partners had before a restart, and come wherever somebody waits."""
        registry = self._room.registry
        for actor in registry.those(DIRECTORS):
            if actor.state is not None and self._is_ours(actor.state.setup.money):
                self._take_up(actor.state)
        for actor in registry.those(LOBBIES):
            if self._is_ours_lobby(actor.stream):
                self._take_up_lobby(actor)
        registry.watches_of_written.append(self._watch)
        self._room.revival.on_back.append(self.tables.revived)
        self._mind_quiet()

    def stop(self) -> None:
        """Send no more partners; those that play go on."""
        self._closed = True

    def wake(self) -> None:
        """Bring pending decisions forward and fill what was left out, because a player watches now."""
        self._watched_at = self._room.clock.now()
        self.tables.wake()
        self._look_at_all()

    # ---- quiet rooms

    @property
    def is_quiet(self) -> bool:
        """Whether nobody has been connected for a while."""
        return not self._is_watched() and self._room.clock.now() - self._watched_at >= QUIET

    def _mind_quiet(self) -> None:
        if self._is_watched():
            self._watched_at = self._room.clock.now()
        self._look_at_all()
        self._room.clock.at(Instant(self._room.clock.now() + MINUTE), self._mind_quiet)

    def _look_at_all(self) -> None:
        if self._closed:
            return
        for actor in self._room.registry.those(DIRECTORS):
            state: Tournament | None = actor.state
            if state is not None and self._is_ours(state.setup.money) and not state.over:
                self.company.look(state)

    def _may_begin(self, state: Tournament) -> bool:
        """Whether partners come to a tournament now: in a quiet room only if none is played and this one is next."""
        if self._closed:
            return False
        if not self.is_quiet or state.entries:
            return True
        return not any(
            other.state is not None
            and other.state.entries
            and not other.state.over
            and not other.state.setup.sit_and_go
            for other in self._room.registry.those(DIRECTORS)
        )

    # ---- what the room shows

    def _is_ours(self, money: MoneyKind) -> bool:
        return money is not MoneyKind.REAL

    def _is_ours_lobby(self, stream: StreamId) -> bool:
        return self._is_ours(self._room.tournaments.house.lobbies[stream].rules.money)

    def _watch(self, actor: Actor, events: tuple[object, ...], _now: Instant) -> None:
        prefix = actor.hosted.prefix
        if prefix == DIRECTORS:
            if actor.state is not None and self._is_ours(actor.state.setup.money):
                for event in events:
                    follow = self._follows.get(type(event))
                    if follow is not None:
                        follow(actor.state, event)
        elif prefix == LOBBIES and self._is_ours_lobby(actor.stream):
            for event in events:
                self._at_lobby(actor.stream, event)
            if not self._closed:
                self.hexapro.look(actor.stream)

    def _at_lobby(self, stream: StreamId, event: object) -> None:
        match event:
            case hexapro.GameStarted() | hexapro.GameVoided():
                self._release(stream, event.players)
            case hexapro.Unregistered():
                self._release(stream, (event.player,))
            case hexapro.LobbyClosed():
                self._release(stream, tuple(player for _, player in event.refunded))

    def _unregistered(self, state: Tournament, event: ev.Unregistered) -> None:
        self._release(state.id, (event.player,))
        self._look(state)

    def _started(self, state: Tournament, _event: ev.Started) -> None:
        for number in state.floor.tables:
            self._watch_table(state, number)

    def _table_gone(self, state: Tournament, event: ev.TableGone) -> None:
        self.tables.forget(dealer_stream(state.id, event.table))

    def _look(self, state: Tournament) -> None:
        if not self._closed:
            self.company.look(state)

    def _entered(self, state: Tournament, event: ev.Entered) -> None:
        partner = self.pool.find(event.player)
        if partner is not None:
            self.pool.engage(partner, state.id)
        else:
            self._look(state)

    def _watch_table(self, state: Tournament, number: int) -> None:
        # Once this decision is through: the dealer hears of its table in the same breath.
        self._room.clock.soon(partial(self.tables.watch, dealer_stream(state.id, number)))

    def _over(self, state: Tournament) -> None:
        self.company.forget(state.id)
        self.tables.forget_tournament(state.id)
        self._release(state.id, tuple(state.entrants))

    def _release(self, place: str, players: tuple[PlayerId, ...]) -> None:
        for player in players:
            partner = self.pool.find(player)
            if partner is not None:
                self.pool.release(partner, place)

    # ---- buying chips, coming again

    def _after_hand(self, state: Tournament, event: ev.HandRecorded) -> None:
        """Partners without chips decide about a re-buy, and who was made to sit out comes back."""
        for each in event.fallen:
            partner = self.pool.find(each.player)
            if partner is not None and not each.decided:
                self._decide_re_buy(state, partner, each)
        if any(left.away is not None for left in event.left):
            table = state.floor.tables.get(event.table)
            for chair in () if table is None else [chair for _, chair in table.seated if chair.away is not None]:
                partner = self.pool.find(chair.player)
                if partner is not None:
                    self._tell_later(partner, state, ms.SitIn(chair.player), 4 * SECOND)

    def _decide_re_buy(self, state: Tournament, partner: Partner, fallen: Fallen) -> None:
        if partner.chance() >= _BUYS_AGAIN:
            self._tell_later(partner, state, ms.DeclineReBuy(fallen.player), 4 * SECOND)
            return
        buy = partial(self._tell_later, partner, state, ms.BuyAgain(fallen.player), 5 * SECOND)
        self.company.prepare(state, partner, buy)

    def _mind_add_on(self, state: Tournament) -> None:
        pause, add_on = state.clock.pause, state.setup.add_on
        if add_on is None or pause is None or pause.kind is not PauseKind.ADD_ON:
            return
        for player, entrant in state.entrants.items():
            partner = self.pool.find(player)
            if partner is not None and entrant.playing and partner.chance() < _ADDS_ON:
                take = partial(self._tell_later, partner, state, ms.TakeAddOn(player), add_on.window // 2)
                self.company.prepare(state, partner, take)

    def _out(self, state: Tournament, player: PlayerId) -> None:
        partner = self.pool.find(player)
        if partner is None:
            return
        entrant = state.entrants[player]
        may = state.registration_open and len(entrant.entries) <= state.setup.re_entries and not self._closed
        if may and partner.chance() < _RE_ENTERS:
            again = partial(self._room.tournaments.send, state.id, ms.Register(player))
            self.company.prepare(state, partner, lambda: self.pool.later(partner, 5 * SECOND, 40 * SECOND, again))
        self.pool.release(partner, state.id)

    def _tell_later(self, partner: Partner, state: Tournament, command: ms.PlayerCommand, most: int) -> None:
        tell = partial(self._room.tournaments.send, state.id, command)
        self.pool.later(partner, SECOND, max(2 * SECOND, most), tell)

    # ---- after a restart

    def _take_up(self, state: Tournament) -> None:
        if state.over:
            return
        self._engage_all(state)
        if state.status is Status.RUNNING:
            for number, table in state.floor.tables.items():
                self.tables.watch(dealer_stream(state.id, number))
                for each in table.fallen:
                    partner = self.pool.find(each.player)
                    if partner is not None and not each.decided:
                        self._decide_re_buy(state, partner, each)
        self._mind_add_on(state)

    def _engage_all(self, state: Tournament) -> None:
        for player, entrant in state.entrants.items():
            partner = self.pool.find(player)
            if partner is not None and entrant.playing:
                self.pool.engage(partner, state.id)

    def _take_up_lobby(self, actor: Actor) -> None:
        for game in actor.state.filling:
            for player in game.players:
                partner = self.pool.find(player)
                if partner is not None:
                    self.pool.engage(partner, actor.stream)
        self.hexapro.look(actor.stream)
