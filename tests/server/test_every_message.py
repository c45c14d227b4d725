"""No message a client can send may stop a machine: every message, to every kind of table, from every kind of person."""

import itertools
from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec

from fairdeal.cash.offer import StakeId
from fairdeal.cash.streams import table_stream
from fairdeal.cash.table.events import HandEnded
from fairdeal.casino.games.blackjack import commands as bj
from fairdeal.casino.games.blackjack.felt import BoxesFelt
from fairdeal.casino.games.catalogue import BLACKJACK, GAMES
from fairdeal.casino.table import commands as casino
from fairdeal.casino.table.events import RoundSettled
from fairdeal.kernel import MINUTE, SECOND, PlayerId, TableId
from fairdeal.protocol import casino_client, station_client
from fairdeal.protocol import client as inbound
from fairdeal.protocol.base import AMOUNT_MAX, TABLE_MAX, ClientMessage
from fairdeal.room.bank.purse import purse_stream
from fairdeal.rulebook.clause import PW
from fairdeal.server.client import Client
from fairdeal.server.limits import ANSWERS_KEPT_MAX
from fairdeal.testing.tournaments.plan import MAIN
from fairdeal.tournament.dealer.events import DealEnded
from tests.server.whole_house import LATENCY, Message, WholeHouse, Wire

STAKE = StakeId(f"{PW}/test/texas/0.01-0.02/2")
AT_ONCE = ANSWERS_KEPT_MAX // 2
HOSTILE: tuple[object, ...] = (
    None, True, -1, AMOUNT_MAX + 1, 10**30, 1.5, "", "\u0000", "x" * 9_999, [], {}, ["x"], {"kind": "raise", "to": -5},
)  # fmt: skip


def messages() -> tuple[type[ClientMessage], ...]:
    """Every message of the protocol."""
    return get_args(inbound.AnyClientMessage)


def kind_of(message: type[ClientMessage]) -> str:
    return str(message.__struct_config__.tag)


def values(hint: Any) -> list[Any]:
    """Values a field may have that names nothing, the usual one first."""
    if get_origin(hint) is Union or isinstance(hint, UnionType):
        return [each for part in get_args(hint) if part is not NoneType for each in values(part)] + [None]
    if get_origin(hint) is Literal:
        return list(get_args(hint))
    if hint is bool:
        return [True, False]
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        fields = msgspec.structs.fields(hint)
        chosen = itertools.product(*(values(each.type) for each in fields))
        return [dict(zip((each.encode_name for each in fields), each, strict=True)) for each in chosen]
    return [200, 1, 0, AMOUNT_MAX] if hint.__origin__ is int else ["hello"]


def samples(kind: type[ClientMessage], homes: dict[str, str], addresses: list[str]) -> Iterator[Message]:
    """Each name in turn is that of everything there is; at each, every other field has all its values once."""
    fields = [each for each in msgspec.structs.fields(kind) if each.name != "id"]
    named = [each.encode_name for each in fields if each.name in homes]
    if kind is inbound.Hello:
        positions = [{"table": table, "epoch": 1, "number": 0} for table in addresses]
        yield from ({"type": "hello", "positions": positions[at : at + 30]} for at in range(0, len(positions), 30))
        return
    choices = {each.encode_name: values(each.type) for each in fields if each.name not in homes}
    usual = {"type": kind_of(kind), **{name: homes[name] for name in named}}
    usual |= {name: each[0] for name, each in choices.items()}
    yield usual
    yield from ({**usual, name: value} for name, each in choices.items() for value in each[1:])
    for name, address in itertools.product(named, addresses):
        yield {**usual, name: address}
        if name == named[0]:
            yield from ({**usual, name: address, other: each[-1]} for other, each in choices.items())


class Crowd:
    """Everybody who can say something, each with a connection."""

    def __init__(self, house: WholeHouse) -> None:
        self.house = house
        ann, bob, cat, dan, eve, fox, gil = house.people("Ann", "Bob", "Cat", "Dan", "Eve", "Fox", "Gil")
        self.seated, self.second = ann.person.player, bob.person.player
        self.fresh = [house.connect(each) for each in (fox, gil)]
        self.connections: dict[str, tuple[Client, Wire]] = {
            "seated": house.connect(ann),
            "opponent": house.connect(bob),
            "watching": house.connect(cat),
            "stranger": house.connect(dan),
            "staff": house.connect(house.staff(eve)),
            "nobody": house.connect(None),
        }
        self.table = self._sit_down("seated", "opponent")
        self._enter()
        self.back_to_the_casino()

    def _sit_down(self, *names: str) -> str:
        buy_in = self.house.room.cash.house.offered[STAKE].rules.buy_in_max.value
        for name in names:
            self.house.ask(self.connections[name][0], {"type": "join", "stake": STAKE, "buyIn": buy_in})
        self.house.wait(5 * SECOND)
        return str(self.house.room.tables_of(self.seated)[0])

    def _enter(self) -> None:
        self.house.sit_and_go()
        for name in ("seated", "opponent"):
            self.house.ask(self.connections[name][0], {"type": "register", "tournament": MAIN})
        self.house.wait(5 * SECOND)

    def back_to_the_casino(self) -> None:
        """Both players are at every casino table; the first has a seat where there are some."""
        for player in (self.seated, self.second):
            self._to_the_casino(player)

    def _to_the_casino(self, player: PlayerId) -> None:
        for setup in self.house.room.casino.house.setups.values():
            assert self.house.tell(setup.table, casino.Join(player)) is None
            if setup.game is BLACKJACK and player == self.seated and not self._has_box(setup.table):
                assert self.house.tell(setup.table, bj.TakeSeat(player, 0)) is None

    def _has_box(self, table: TableId) -> bool:
        felt = self.house.casino(table).felt
        assert isinstance(felt, BoxesFelt)
        return felt.seat_of(self.seated) >= 0

    @property
    def homes(self) -> dict[str, str]:
        """The right name of each thing, for somebody who sits there."""
        room = self.house.room
        hand = room.registry.actor(table_stream(TableId(self.table))).state.open
        return {
            "table": self.table,
            "hand": "H" if hand is None else hand.hand,
            "stake": STAKE,
            "tournament": MAIN,
            "ticket": "T",
            "lobby": next(iter(room.tournaments.house.lobbies)),
            "player": self.second,
        }

    @property
    def addresses(self) -> list[str]:
        """Names of every kind of table and stream, of things that are none, and of nothing."""
        room = self.house.room
        streams = [actor.stream for actor in room.registry if actor.hosted.prefix != "purse"]
        return [
            *self.homes.values(),
            f"{MAIN}/0",
            *room.casino.house.setups,
            purse_stream(self.seated),
            *{stream.partition(":")[0]: stream for stream in streams}.values(),
            *("nowhere", "a/b", "/", ":", "casino:", "\u202e", "x" * TABLE_MAX),
        ]


def answers(wire: Wire) -> dict[str, Message]:
    """What each id was answered; a step of a table may be the answer to the act that led to it."""
    found: dict[str, Message] = {}
    for each in wire.came:
        name = each.get("id") or each.get("done")
        if isinstance(name, str):
            assert name not in found, f"{name} was answered twice: {found[name]} {each}"
            found[name] = each
    return found


def test_the_list_of_messages_is_whole() -> None:
    """A message that is not in the union reaches nobody; one that is in it is tried here."""
    known = {
        each
        for each in (*vars(inbound).values(), *vars(casino_client).values(), *vars(station_client).values())
        if isinstance(each, type) and issubclass(each, ClientMessage)
    }
    assert set(messages()) == known - {ClientMessage}


def test_no_message_of_a_client_stops_a_machine() -> None:
    house = WholeHouse()
    crowd = Crowd(house)
    for who in crowd.connections:
        send_everything(crowd, who)
        assert house.room.fail_stop_report() == []
    send_nonsense(crowd, "seated")
    assert house.room.fail_stop_report() == []
    assert_every_table_still_plays(crowd)
    house.close()


def send_everything(crowd: Crowd, who: str) -> None:
    """Every message to everything: each is answered, and none but those to the casino reaches a bet there."""
    house = crowd.house
    client, wire = crowd.connections[who]
    crowd.back_to_the_casino()
    house.bet_everywhere(crowd.seated)
    staked = house.stakes
    assert len(staked) == 3
    wire.came.clear()
    asked: list[str] = []
    to_casino = get_args(casino_client.CasinoCommand)
    for kinds in ([each for each in messages() if each not in to_casino], to_casino):
        everything = (message for kind in kinds for message in samples(kind, crowd.homes, crowd.addresses))
        for number, message in enumerate(everything):
            client.faults = 0  # the connection would end, and that is not what is tried here
            asked.append(house.ask(client, message))
            if number % AT_ONCE == 0:
                house.wait((20 if kinds is to_casino else 2) * LATENCY)  # who leaves many tables waits for the purse
        assert kinds is to_casino or house.stakes == staked

    house.wait(SECOND)
    heard = answers(wire)
    lost = {name: house.said[name] for name in asked if name not in heard}
    assert lost == {}
    codes = {heard[name]["told"]["code"] for name in asked if heard[name]["type"] == "refused"}
    assert codes.isdisjoint({"", "closed", "unknown_outcome"})
    assert codes, "somebody who may do everything is somebody who is asked nothing"


def send_nonsense(crowd: Crowd, who: str) -> None:
    """Every field of every message with values it cannot have: each is answered."""
    house = crowd.house
    client, wire = crowd.connections[who]
    wire.came.clear()
    asked: list[str] = []
    for kind in messages():
        usual = next(samples(kind, crowd.homes, crowd.addresses))
        for name, value in itertools.product([*usual, "unknown"], HOSTILE):
            client.faults = 0  # the connection would end, and that is not what is tried here
            asked.append(house.ask(client, {**usual, name: value}))
        house.wait(LATENCY)
    house.wait(SECOND)
    heard = answers(wire)
    assert {name for name in asked if name not in heard} == set()


def assert_every_table_still_plays(crowd: Crowd) -> None:
    house = crowd.house
    before = len(house.events)
    crowd.back_to_the_casino()
    house.bet_everywhere(crowd.seated)
    buy_in = house.room.cash.house.offered[STAKE].rules.buy_in_max.value
    for client, _ in crowd.fresh:
        house.ask(client, {"type": "join", "stake": STAKE, "buyIn": buy_in})
    house.wait(3 * MINUTE)
    happened = [(kind, type(event)) for kind, event in house.events[before:]]

    assert happened.count(("casino", RoundSettled)) >= 3
    assert ("cash", HandEnded) in happened
    assert ("deal", DealEnded) in happened
    assert house.stakes == {}
    for game in GAMES:
        assert house.room.view(TableId(f"{game.name}-live"), crowd.seated) is not None
    assert house.room.fail_stop_report() == []
