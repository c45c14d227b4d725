"""
Single tournaments for those who follow one, or one of its tables: numbers, prizes, their own entry, and lists page by page.

What is the same for everybody is read and encoded once, and sent when it changed.
"""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from fairdeal.kernel import Instant, PlayerId, Rejection, TournamentId, reject
from fairdeal.present.seats import Faces
from fairdeal.present.tournament import named, numbers_to_wire, own_to_wire, prize_bands
from fairdeal.present.tournament_lists import (
    Standing,
    cancellation_to_wire,
    page_of,
    payout_of,
    payout_to_wire,
    standing_to_wire,
    standings_of,
    tables_to_wire,
)
from fairdeal.present.tournament_table import EventFacts
from fairdeal.present.tournament_terms import terms_to_wire
from fairdeal.protocol import client as inbound
from fairdeal.protocol import server as protocol
from fairdeal.protocol import tournament as wire
from fairdeal.protocol.codec import encode
from fairdeal.room.room import Room
from fairdeal.server.client import Client
from fairdeal.server.limits import TOURNAMENTS_FOLLOWED_MAX
from fairdeal.tournament.director.state import Tournament
from fairdeal.tournament.director.view import Stacks, own_of, public_view, stacks_of
from fairdeal.tournament.orders import director_stream
from fairdeal.tournament.rules import TournamentRules
from fairdeal.tournament.setup import TournamentSetup

_EVERY_OTHER: Final = 2
"""Lists are sent at every other round only."""


class Seen(NamedTuple):
    """A tournament as it was read last, with everything that is the same for all who follow it."""

    version: int
    state: Tournament
    rules: TournamentRules
    stacks: Stacks
    numbers: wire.TournamentNumbers
    prizes: tuple[wire.PrizeBand, ...]


class ListPage(NamedTuple):
    """One page of a list of a tournament, as somebody asked for it."""

    tournament: TournamentId
    list: str
    page: int
    search: str


class TournamentPages:
    """Sends single tournaments to their followers."""

    def __init__(self, room: Room, faces: Faces) -> None:
        self._room = room
        self._tournaments = room.tournaments
        self._faces = faces
        self._seen: dict[TournamentId, Seen] = {}
        self._rules: dict[TournamentId, tuple[TournamentSetup, TournamentRules]] = {}
        self._sent: dict[TournamentId, Seen] = {}
        self._followed: dict[Client, set[TournamentId]] = {}
        self._own: dict[Client, dict[TournamentId, wire.OwnEntry | None]] = {}
        self._lists: dict[Client, dict[tuple[TournamentId, str], ListPage]] = {}
        self._listed: dict[ListPage, tuple[object, ...]] = {}  # the rows that were sent last
        self._rounds = 0
        self.tables: Callable[[], Iterable[tuple[TournamentId, Iterable[Client]]]] = tuple
        """The tournaments of all tables that are followed, each with those who follow it."""

    # ---- reading

    def name_of(self, tournament: TournamentId) -> str:
        """The name of a tournament in memory; else empty."""
        seen = self._room.registry.find(director_stream(tournament))
        return "" if seen is None or seen.state is None else str(seen.state.setup.name)

    def seen(self, tournament: TournamentId) -> Seen | None:
        """A tournament as it is now; None if it is not in memory."""
        actor = self._room.registry.find(director_stream(tournament))
        if actor is None or actor.state is None:
            self._seen.pop(tournament, None)
            self._rules.pop(tournament, None)
            return None
        known = self._seen.get(tournament)
        if known is not None and known.version == actor.version:
            return known
        state: Tournament = actor.state
        rules = self.rules_of(state)
        stacks = stacks_of(state)
        view = public_view(state, rules, stacks)
        ended = self._tournaments.cancellation(tournament)
        cancelled = None if ended is None else cancellation_to_wire(ended)
        seen = Seen(actor.version, state, rules, stacks, numbers_to_wire(view, cancelled), prize_bands(view.prizes))
        self._seen[tournament] = seen
        return seen

    def rules_of(self, state: Tournament) -> TournamentRules:
        """The rules of a tournament; kept while its setup is the same, because finding them takes long."""
        known = self._rules.get(state.id)
        if known is None or known[0] is not state.setup:
            known = self._rules[state.id] = state.setup, self._tournaments.house.rules_of(state.setup)
        return known[1]

    def own(self, seen: Seen, player: PlayerId | None) -> wire.OwnEntry | None:
        """A player's own entry; None if they have none."""
        own = None if player is None else own_of(seen.state, player, seen.stacks)
        if own is None or player is None:
            return None
        held = player in self._tournaments.held(seen.state.setup)
        return own_to_wire(seen.state.id, own, held=held, payout=self.payout(seen.state.id, player))

    def payout(self, tournament: TournamentId, player: PlayerId) -> wire.PayoutRow | None:
        """What a cancellation paid to a player; None if it was not cancelled."""
        ended = self._tournaments.cancellation(tournament)
        paid = None if ended is None else payout_of(ended, player)
        return None if ended is None or paid is None else payout_to_wire(ended, paid, self.player_name)

    def player_name(self, player: PlayerId) -> str:
        """The name of a player at the tables."""
        return self._faces(player).name

    def facts(self, tournament: TournamentId, viewer: PlayerId | None) -> EventFacts:
        """What a table shows of the tournament it belongs to."""
        seen = self.seen(tournament)
        assert seen is not None, "a table in memory has a director in memory"
        setup = seen.state.setup
        own = self.own(seen, viewer)
        return EventFacts(setup.name, seen.rules.edition, setup.family, setup.seats, seen.numbers, own)

    def head(self, tournament: TournamentId, player: PlayerId) -> int:
        """The bounty on a player's head; 0 where there is none."""
        director = self._room.registry.find(director_stream(tournament))
        entrant = None if director is None or director.state is None else director.state.entrants.get(player)
        return 0 if entrant is None else entrant.head

    # ---- following

    def follow(self, client: Client, tournament: TournamentId) -> None:
        """Send a tournament, and its changes from now on."""
        self._followed.setdefault(client, set()).add(tournament)
        self._show(client, tournament)

    def forget(self, client: Client, tournament: TournamentId) -> None:
        """Stop sending a tournament to a client, with its lists."""
        self._followed.get(client, set()).discard(tournament)
        lists = self._lists.get(client, {})
        for key in [key for key in lists if key[0] == tournament]:
            del lists[key]

    def forget_all(self, client: Client) -> None:
        """Forget a disconnected client."""
        for known in (self._followed, self._own, self._lists):
            known.pop(client, None)

    def followed_by(self, client: Client) -> int:
        """How many tournaments a client follows."""
        return len(self._followed.get(client, ()))

    @property
    def is_followed(self) -> bool:
        """Whether anybody follows a tournament or one of its tables."""
        return any(self._followed.values()) or any(self._lists.values()) or any(True for _ in self.tables())

    def _show(self, client: Client, tournament: TournamentId) -> None:
        seen = self.seen(tournament)
        assert seen is not None, "what is followed is in memory"
        own = self.own(seen, client.player)
        self._own.setdefault(client, {})[tournament] = own
        shown = protocol.TournamentShown(
            at=self._room.clock.now(),
            terms=terms_to_wire(tournament, seen.state.setup, seen.rules, self.name_of, self.player_name),
            numbers=seen.numbers,
            prizes=seen.prizes,
            entry=own,
        )
        client.send(encode(shown))

    # ---- what changed

    def publish(self) -> None:
        """Send what changed since the last round."""
        now = self._room.clock.now()
        self._rounds += 1
        followers: dict[TournamentId, set[Client]] = {}
        for client, followed in self._followed.items():
            for tournament in followed:
                followers.setdefault(tournament, set()).add(client)
        pages = {tournament: frozenset(clients) for tournament, clients in followers.items()}
        for tournament, clients in self.tables():
            followers.setdefault(tournament, set()).update(clients)
        for tournament, everybody in followers.items():
            self._publish_one(tournament, everybody, pages.get(tournament, frozenset()), now)
        for gone in [tournament for tournament in self._sent if tournament not in followers]:
            del self._sent[gone]
        if self._rounds % _EVERY_OTHER == 0:
            self._publish_lists(now)

    def _publish_one(
        self, tournament: TournamentId, everybody: set[Client], pages: frozenset[Client], now: Instant
    ) -> None:
        seen, sent = self.seen(tournament), self._sent.get(tournament)
        if seen is None:  # over long ago
            for client in pages:
                self.forget(client, tournament)
            self._sent.pop(tournament, None)
            return
        self._sent[tournament] = seen
        if sent is not None and sent.version == seen.version:
            return
        if sent is not None and sent.state.setup is not seen.state.setup:
            for client in pages:
                self._show(client, tournament)
            everybody -= pages
        prizes = seen.prizes if sent is None or sent.prizes != seen.prizes else None
        if sent is None or prizes is not None or sent.numbers != seen.numbers:
            changed = protocol.NumbersChanged(at=now, tournament=tournament, numbers=seen.numbers, prizes=prizes)
            message = encode(changed)
            for client in everybody:
                client.send(message)
        for client in everybody:
            self._send_own(client, tournament, seen, now)

    def _send_own(self, client: Client, tournament: TournamentId, seen: Seen, now: Instant) -> None:
        known = self._own.setdefault(client, {})
        own = self.own(seen, client.player)
        if known.get(tournament) != own:
            known[tournament] = own
            client.send(encode(protocol.OwnEntryChanged(at=now, tournament=tournament, entry=own)))

    # ---- lists

    def watch_list(self, client: Client, message: inbound.WatchList) -> Rejection | None:
        """Send one page of a list, and its changes from now on."""
        tournament = TournamentId(message.tournament)
        lists = self._lists.setdefault(client, {})
        if not message.on:
            lists.pop((tournament, message.list), None)
            return None
        if self.seen(tournament) is None:
            return reject("no_such_tournament")
        if (tournament, message.list) not in lists and len(lists) >= TOURNAMENTS_FOLLOWED_MAX:
            return reject("too_many_tournaments", most=TOURNAMENTS_FOLLOWED_MAX)
        asked = ListPage(tournament, message.list, message.page, message.search.strip().casefold())
        lists[tournament, message.list] = asked
        made = self._list(asked, self._room.clock.now())
        if made is not None:
            client.send(made[1])
        return None

    def _publish_lists(self, now: Instant) -> None:
        hearers: dict[ListPage, list[Client]] = {}
        for client, lists in self._lists.items():
            for asked in lists.values():
                hearers.setdefault(asked, []).append(client)
        before, self._listed = self._listed, {}
        standings: dict[TournamentId, list[Standing]] = {}
        for asked, clients in hearers.items():
            made = self._list(asked, now, standings)
            if made is None:
                continue
            self._listed[asked] = made[0]
            if before.get(asked) != made[0]:
                for client in clients:
                    client.send(made[1])

    def _list(
        self, asked: ListPage, now: Instant, standings: dict[TournamentId, list[Standing]] | None = None
    ) -> tuple[tuple[object, ...], bytes] | None:
        """The rows of a page, and the message they are sent with; None if the tournament is gone."""
        seen = self.seen(asked.tournament)
        if seen is None:
            return None
        if asked.list == "players":
            return self._players(asked, seen, now, {} if standings is None else standings)
        if asked.list == "tables":
            at, pages, some = page_of(found := tables_to_wire(seen.state), asked.page)
            tables = tuple(some)
            message = protocol.TournamentTables(
                at=now, tournament=asked.tournament, page=at, pages=pages, found=len(found), rows=tables
            )
            return tables, encode(message)
        ended = self._tournaments.cancellation(asked.tournament)
        payouts = () if ended is None else ended.plan.payouts
        at, pages, few = page_of(payouts, asked.page)
        paid = tuple(payout_to_wire(ended, each, self.player_name) for each in few if ended is not None)
        listed = protocol.Payouts(
            at=now, tournament=asked.tournament, page=at, pages=pages, found=len(payouts), rows=paid
        )
        return paid, encode(listed)

    def _players(
        self, asked: ListPage, seen: Seen, now: Instant, known: dict[TournamentId, list[Standing]]
    ) -> tuple[tuple[object, ...], bytes]:
        if asked.tournament not in known:
            known[asked.tournament] = standings_of(seen.state)
        found = known[asked.tournament]
        if asked.search:
            found = [each for each in found if asked.search in self.player_name(each.entrant.player).casefold()]
        at, pages, some = page_of(found, asked.page)
        rows = tuple(standing_to_wire(each, seen.stacks, self.player_name) for each in some)
        message = protocol.Standings(
            at=now,
            tournament=asked.tournament,
            page=at,
            pages=pages,
            found=len(found),
            search=asked.search,
            rows=rows,
        )
        return (len(found), *rows), encode(message)

    # ---- questions

    def other(self, tournament: TournamentId | None) -> wire.Named | None:
        """Another tournament by id and name."""
        return named(tournament, self.name_of)
