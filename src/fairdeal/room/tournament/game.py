"""
The tournaments of a room: directors, dealers, programmes and HexaPro lobbies, and their recovery after a restart.

Nothing is decided here. This is what follows a decision outside its commit: presence is told of seats, purses of winnings and of
time played, the lobby of everything.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from fairdeal.bank.purse.commands import EndPlay, StartPlay, TakeMoneyBack
from fairdeal.hexapro.lobby.events import LobbyClosed
from fairdeal.hexapro.lobby.state import Lobby
from fairdeal.kernel import (
    Cents,
    Instant,
    MoneyKind,
    PlayerId,
    Rejection,
    StreamId,
    TableId,
    TournamentId,
    reject,
    units_of,
)
from fairdeal.room.bank.holds import HOLDS, holds_host, owner_of
from fairdeal.room.bank.purse import play_refused, purse_stream
from fairdeal.room.forgetting import LINGER, forget, forget_later
from fairdeal.room.game import Expect, GamePorts
from fairdeal.room.tournament.dealer import DealerPorts, HostedDealer
from fairdeal.room.tournament.director import DirectorPorts, HostedDirector, place_of
from fairdeal.room.tournament.hexapro_lobby import LOBBIES, HostedLobby, LobbyPorts
from fairdeal.room.tournament.house import TournamentHouse
from fairdeal.room.tournament.lobby import TournamentLobby
from fairdeal.room.tournament.programme import HostedProgramme
from fairdeal.room.tournament.tickets import Tickets
from fairdeal.room.tournament.whereabouts import Whereabouts
from fairdeal.rulebook.clause import EditionId
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.hosted import Host
from fairdeal.runtime.keys import Key
from fairdeal.runtime.ports import Reply
from fairdeal.runtime.registry import Watch
from fairdeal.tournament.cancellation.plan import Plan
from fairdeal.tournament.dealer.commands import DealHand, RecoverDeal
from fairdeal.tournament.dealer.events import DealOpened
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director import events as ev
from fairdeal.tournament.director import outcomes as oc
from fairdeal.tournament.director.house import dry_run
from fairdeal.tournament.director.state import Status, Tournament
from fairdeal.tournament.orders import (
    DEALERS,
    DIRECTORS,
    dealer_of_table,
    dealer_stream,
    director_stream,
    table_id,
    table_of_stream,
    tournament_of_table,
)
from fairdeal.tournament.password import PASSWORD, opens
from fairdeal.tournament.programme.commands import ListTournament, Publish
from fairdeal.tournament.programme.schedule import Schedule
from fairdeal.tournament.programme.state import PROGRAMMES, Programme, programme_stream
from fairdeal.tournament.rules import rollback_rule
from fairdeal.tournament.setup import TournamentSetup

ROOM: Final = "room"
"""Named as the publisher of the schedule from the settings, when the room opens."""

_WINNINGS: Final = (oc.PrizePaid, oc.BountyWon, oc.BountiesKept, oc.VipPaid, oc.Cancelled)
_FOLLOWED: Final = frozenset(
    (
        *_WINNINGS, ev.Started, ev.Entered, ev.Unregistered, ev.Moved, ev.Eliminated, ev.TableGone,
        oc.Finished, oc.PhaseEnded, oc.PhaseReceived,
    )
)  # fmt: skip
"""The events that something follows outside their commit."""


class TournamentGame:
    """All tournaments of a room, HexaPro games included, as a `Game`."""

    beginnings = (DealHand,)

    def __init__(self, house: TournamentHouse, ports: GamePorts) -> None:
        self.house = house
        self.lobby = TournamentLobby(house)
        self.whereabouts = Whereabouts()
        self._clock = ports.clock
        self._journal = ports.journal
        self._registry = ports.registry
        self._presence = ports.presence
        self._seats: dict[TournamentId, dict[PlayerId, StreamId]] = {}
        self._cancelled: dict[TournamentId, oc.Cancelled] = {}  # those in memory
        self.tickets = Tickets(house, self.find, ports.journal.balances)
        self._held: dict[str, set[PlayerId]] = {}  # players whose winnings are on hold, by edition
        directors = DirectorPorts(house, ports.entropy, self, ports.fair)
        dealers = DealerPorts(house, ports.entropy, self, ports.seal, ports.fair)
        lobbies = LobbyPorts(house, ports.entropy, ports.journal.balances, ports.unseal, self.play_refused, ports.fair)
        self.hosts: Mapping[str, Host] = {
            DIRECTORS: lambda stream: HostedDirector(stream, directors),
            DEALERS: lambda stream: HostedDealer(stream, dealers),
            LOBBIES: lambda stream: HostedLobby(stream, lobbies),
            PROGRAMMES: lambda stream: HostedProgramme(stream, ports.entropy),
            HOLDS: holds_host(house.editions.values()),
        }
        self.adopted: Mapping[str, Watch] = {}
        self.written: Mapping[str, Watch] = {
            DIRECTORS: self._at_director,
            **({} if ports.fair is None else {DEALERS: self._at_dealer}),
            LOBBIES: self._at_lobby,
            HOLDS: lambda actor, _events, _now: self._note_holds(actor),
        }

    def table_stream(self, table: TableId) -> StreamId | None:
        """The stream of a tournament table, whose id is made of the tournament and the table's number; otherwise None."""
        return dealer_of_table(table)

    # ---- commands

    def send(
        self, tournament: TournamentId, command: object, reply: Reply | None = None, key: Key | str | None = None
    ) -> None:
        """Send a command to a tournament's director."""
        self._registry.send(director_stream(tournament), command, reply, key)

    def announce(self, setup: TournamentSetup, tournament: TournamentId, reply: Reply | None = None) -> None:
        """Add a tournament with that id to the programme of its edition."""
        edition = self.house.edition_of(setup.edition)
        stream = programme_stream(edition.id, setup.money)
        self._registry.send(stream, ListTournament(setup, id=tournament), reply)

    def publish(
        self, edition: EditionId, money: MoneyKind, schedule: Schedule, staff: str, reply: Reply | None = None
    ) -> None:
        """Announce tournaments by that schedule from now on; those already announced stay."""
        self._registry.send(programme_stream(edition, money), Publish(schedule, staff), reply)

    def dry_run(self, tournament: TournamentId, command: ms.Cancel) -> Plan | Rejection:
        """What cancelling a tournament now would pay each player and by which rule, or the rejection; changes nothing."""
        state = self.find(tournament)
        if state is None:
            return reject("no_such_tournament")
        return dry_run(self.house.rulebook, state, command)

    def find(self, tournament: TournamentId) -> Tournament | None:
        """The current state of a tournament, read from the journal if it has left memory; None if there is no such tournament."""
        state: Tournament | None = self._registry.state_of(director_stream(tournament))
        return state

    def cancellation(self, tournament: TournamentId) -> oc.Cancelled | None:
        """How a tournament in memory was cancelled and who got what; None if it was not."""
        actor = self._registry.find(director_stream(tournament))
        if actor is None or actor.state is None or actor.state.status is not Status.CANCELLED:
            self._cancelled.pop(tournament, None)
            return None
        found = self._cancelled.get(tournament)
        if found is None:  # cancelled before a restart
            events = (actor.hosted.durable.decode_event(data) for _, _, data in self._journal.entries(actor.stream, 0))
            found = self._cancelled[tournament] = next(each for each in events if isinstance(each, oc.Cancelled))
        return found

    def table_of(self, player: PlayerId, tournament: TournamentId) -> TableId | None:
        """The table of a tournament where a player sits; None if they do not."""
        stream = self._seats.get(tournament, {}).get(player)
        return None if stream is None else table_id(*table_of_stream(stream))

    def tables_of(self, player: PlayerId) -> tuple[TableId, ...]:
        """The tables of tournaments where a player sits."""
        found = (self.table_of(player, tournament) for tournament in self.whereabouts.tournaments(player))
        return tuple(table for table in found if table is not None)

    def seat_beside(self, player: PlayerId, table: TableId) -> TableId | None:
        """The table where a player sits in the tournament that a table belongs to, open or not; None if they do not play in it."""
        tournament = tournament_of_table(table)
        return None if tournament is None else self.table_of(player, tournament)

    # ---- facts for directors

    def entry(
        self, _tournament: TournamentId, setup: TournamentSetup, command: ms.Register | ms.SeatWinner
    ) -> ms.EntryFacts:
        """The facts a director needs about a player who wants to enter."""
        ticket = command.ticket if isinstance(command, ms.Register) else None
        return ms.EntryFacts(
            met=self._met(setup, command),
            ticket=None if ticket is None else self.tickets.one(setup, command.player, ticket),
            connected=self.is_connected(command.player),
            refused=self.play_refused(command.player, setup.money),
        )

    def play_refused(self, player: PlayerId, money: MoneyKind) -> Rejection | None:
        """Why a player may not play tournaments for that money now; None: nothing keeps them from it."""
        return play_refused(self._registry.actor(purse_stream(player)), money, self._clock.now(), DIRECTORS)

    def _met(self, setup: TournamentSetup, command: ms.Register | ms.SeatWinner) -> frozenset[str]:
        """The entry conditions that a player fulfils; who won a seat was invited by that."""
        meets = self.house.settings.meets
        met = {condition for condition in setup.conditions if meets(command.player, condition)}
        if isinstance(command, ms.SeatWinner) or opens(setup.password, command.password):
            met.add(PASSWORD)
        return frozenset(met)

    def held(self, setup: TournamentSetup) -> frozenset[PlayerId]:
        """Players whose winnings are on hold because of a review, under the edition of a tournament."""
        return frozenset(self._held.get(self.house.edition_of(setup.edition).id, ()))

    def is_connected(self, player: PlayerId) -> bool:
        """Whether a player is connected."""
        return self._presence.is_connected(player)

    def disconnected_since(self, player: PlayerId) -> Instant | None:
        """Since when a player is disconnected, even within the grace; None if connected."""
        return self._presence.disconnected_since(player)

    # ---- after every decision

    def stood_still(self, _since: Instant) -> None:
        """Do nothing: directors and dealers shift their own clocks."""

    def _at_director(self, actor: Actor, events: tuple[object, ...], now: Instant) -> None:
        if actor.state is None:
            return
        for version, event in enumerate(events, actor.version - len(events) + 1):
            self._follow(actor, event, version)
        self._note_cancelled(actor.state, events)
        self.lobby.note(actor.state, now)
        if any(isinstance(each, oc.Closed) for each in events):
            forget_later(self._registry, self._clock, actor.stream)
            over: Tournament = actor.state
            self._clock.at(Instant(now + LINGER), lambda: self.whereabouts.drop(over))

    def _at_lobby(self, actor: Actor, events: tuple[object, ...], _now: Instant) -> None:
        self._note_lobby(actor)
        self.whereabouts.note_lobby(actor.stream, actor.state, events)
        for version, event in enumerate(events, actor.version - len(events) + 1):
            if isinstance(event, LobbyClosed):
                self._give_back(actor.stream, event, f"{actor.stream}@{version}")

    def _follow(self, actor: Actor, event: object, version: int) -> None:
        if type(event) not in _FOLLOWED:  # most events
            return
        state: Tournament = actor.state
        self.whereabouts.note(state, event)
        match event:
            case ev.Started(spots=spots):
                for spot in spots:
                    self._sit(state, spot.player, spot.table)
            case ev.Entered(spot=ev.Spot() as spot):
                self._sit(state, spot.player, spot.table)
            case ev.Moved():
                self._sit(state, event.player, event.table)
            case ev.Eliminated():
                self._stand(state, [event.player])
            case oc.Finished() | oc.PhaseEnded() | oc.Cancelled():
                self._stand(state, tuple(self._seats.get(state.id, ())))
            case ev.TableGone():
                stream = dealer_stream(state.id, event.table)
                self._clock.soon(lambda: forget(self._registry, self._clock, stream))
        if isinstance(event, _WINNINGS):
            self._credit(event, f"{actor.stream}@{version}")

    def _note_cancelled(self, state: Tournament, events: tuple[object, ...]) -> None:
        for event in events:
            if isinstance(event, oc.Cancelled):
                self._cancelled[state.id] = event

    def _sit(self, state: Tournament, player: PlayerId, table: int) -> None:
        """Note in presence that a player has a seat, perhaps another than before."""
        seats = self._seats.setdefault(state.id, {})
        before, stream = seats.get(player), dealer_stream(state.id, table)
        if before == stream:
            return
        seats[player] = stream
        self._presence.seated(player, stream)
        if before is not None:
            self._presence.left(player, before)
        elif state.setup.money is not MoneyKind.PLAY:
            self._registry.insist(purse_stream(player), StartPlay(director_stream(state.id), state.setup.money))

    def _stand(self, state: Tournament, players: Iterable[PlayerId]) -> None:
        seats = self._seats.get(state.id, {})
        for player in players:
            stream = seats.pop(player, None)
            if stream is not None:
                self._presence.left(player, stream)
                if state.setup.money is not MoneyKind.PLAY:
                    self._registry.insist(purse_stream(player), EndPlay(director_stream(state.id)))
        if not seats:
            self._seats.pop(state.id, None)

    def _credit(self, event: Any, key: str) -> None:
        """
        Tell purses what their players won, which counts for the limits the players set.

        It is not in the commit, because a tournament may pay thousands at once. If it is lost in a crash, a limit is a little stricter
        than it should be.
        """
        if event.books.tender.money is MoneyKind.PLAY:
            return
        for player, amount in _won(event):
            if amount > 0:
                back = TakeMoneyBack(event.books.tender, units_of(amount), place_of(event.books))
                self._registry.insist(purse_stream(player), back, key=f"{key}/{player}")

    def _give_back(self, lobby: StreamId, event: LobbyClosed, key: str) -> None:
        """Take buy-ins of games that will not be played off the players' limits; after the commit, since there may be many."""
        tender = self.house.lobbies[lobby].rules.director.tender
        if tender.money is not MoneyKind.PLAY:
            for number, player in event.refunded:
                back = TakeMoneyBack(tender, units_of(event.buy_in), str(lobby))
                self._registry.send(purse_stream(player), back, key=f"{key}/{number}/{player}")

    def _note_lobby(self, actor: Actor) -> None:
        state: Lobby = actor.state
        taken = tuple(len(game.waiting) for game in state.filling if game.filled_at is None)
        self.lobby.note_hexapro(actor.stream, taken, len(state.running), closed=state.closed)

    def _note_holds(self, actor: Actor) -> None:
        edition, player = owner_of(actor.stream)
        held = self._held.setdefault(edition, set())
        if actor.state.keeps_winnings is None:
            held.discard(player)
        else:
            held.add(player)

    def _at_dealer(self, actor: Actor, events: tuple[object, ...], _now: Instant) -> None:
        hosted: HostedDealer = actor.hosted  # type: ignore[assignment]  # that is what hosts these streams
        for event in events:
            if isinstance(event, DealOpened):
                self._clock.soon(partial(hosted.prepare, event.open.number + 1))

    # ---- recovery

    def recover(self, down_since: Instant, expect: Expect, *, planned: bool) -> None:  # noqa: ARG002 - a hand is ordered anew either way
        """Load and recover every tournament that is not over, with its tables; open hands are ordered anew."""
        for stream in self._journal.streams(HOLDS):
            self._note_holds(self._registry.actor(stream))
        lobbies = [self._registry.actor(stream) for stream in self._journal.streams(LOBBIES)]
        for lobby in lobbies:
            self._note_lobby(lobby)
            self.whereabouts.read_lobby(lobby.stream, lobby.state)
        programmes = [self._registry.actor(stream).state for stream in self._journal.streams(PROGRAMMES)]
        for tournament in _unfinished(programmes, [lobby.state for lobby in lobbies]):
            self._bring_back(tournament, down_since, expect)
        for edition in self.house.editions.values():
            for money in self.house.money:
                schedule = self.house.settings.schedule(edition, money)
                if schedule is not None:
                    self.publish(edition.id, money, schedule, ROOM, expect())

    def _bring_back(self, tournament: TournamentId, down_since: Instant, expect: Expect) -> None:
        director = self._registry.actor(director_stream(tournament))
        state: Tournament | None = director.state
        if director.failed is not None or state is None:
            return
        for number in sorted(state.floor.tables):
            # Before the director's orders come again, so that nothing is dealt too early.
            self._recover_dealer(state, dealer_stream(tournament, number), expect())
        self._recover_director(director, down_since, expect())

    def bring_back(self, actor: Actor, down_since: Instant, reply: Reply) -> None:
        """Send a stream that was read again its recovery command, and correct presence and lobby by its state."""
        match actor.hosted.prefix:
            case prefix if prefix == DIRECTORS:
                if actor.state is not None:
                    self._recover_director(actor, down_since, reply)
            case prefix if prefix == DEALERS:
                state = self.find(table_of_stream(actor.stream)[0])
                if state is not None:
                    self._recover_dealer(state, actor.stream, reply, alone=True)
            case _:
                reply(None)  # its agenda is all it needs

    def _recover_dealer(self, state: Tournament, dealer: StreamId, reply: Reply, *, alone: bool = False) -> None:
        poker = self.house.rules_of(state.setup).poker
        until = Instant(self._clock.now() + poker.failure.wait_for_players_seconds.value)
        self._registry.send(dealer, RecoverDeal(until, rollback_rule(poker), alone), reply)

    def _recover_director(self, director: Actor, down_since: Instant, reply: Reply) -> None:
        state: Tournament = director.state
        tables = sorted(state.floor.tables.items()) if state.status is Status.RUNNING else []
        seats = {chair.player: number for number, table in tables for _, chair in table.seated}
        self._stand(state, [player for player in self._seats.get(state.id, ()) if player not in seats])
        for player, number in seats.items():
            self._sit(state, player, number)
        self.lobby.note(state, self._clock.now())
        self.whereabouts.read(state)
        since = max(down_since, director.last_written)
        self._registry.send(director.stream, ms.Recover(since), reply)


def _won(event: Any) -> Iterator[tuple[PlayerId, Cents]]:
    """The players whom an event pays prize money, with the amounts; money on hold is left out."""
    match event:
        case oc.PrizePaid(held=False):
            yield event.player, event.prize.money
        case oc.BountyWon(held=False) | oc.BountiesKept(held=False):
            yield event.player, event.cash
        case oc.VipPaid(held=held):
            yield from (share for share in event.shares if share[0] not in held)
        case oc.Cancelled(held=held):
            for payout in event.plan.payouts:
                kept = payout.prize + payout.won_bounty if payout.player in held else 0
                yield payout.player, Cents(payout.amount - kept)


def _unfinished(programmes: Iterable[Programme], lobbies: Iterable[Lobby]) -> Iterator[TournamentId]:
    for programme in programmes:
        yield from (each.tournament for each in programme.listed)
    for lobby in lobbies:
        yield from (game.tournament for game in lobby.running)
