"""HexaPro's multiplier by PFP-1: committed before anybody registers, drawn with the players' seeds, never twice, never much later."""

import hashlib
from dataclasses import replace

import pytest

from fairdeal.fair import (
    DEFAULT,
    OWN,
    UNREVEALED,
    PublishedRound,
    commitment_to,
    draw_commitment,
    hexapro_number,
    proof_text,
    read_proof,
    seeds_digest,
    verify_proof,
)
from fairdeal.hexapro.lobby.commands import (
    DrawChance,
    NewDraw,
    PromiseDrawSeed,
    Register,
    RevealDrawSeed,
    StartGame,
    Unregister,
    VoidGame,
)
from fairdeal.hexapro.lobby.drawing import LOCK_WAITS, WAITS_AGAIN, game16, new_games
from fairdeal.hexapro.lobby.events import DrawLocked, DrawProven, DrawWaited, GameStarted, GameVoided, LobbyEvent
from fairdeal.hexapro.lobby.state import FairDraw, Part, game_numbered
from fairdeal.kernel import Cents, Instant, PlayerId, Rejection
from fairdeal.play.fair.state import WINDOW
from fairdeal.room.tournament import codecs
from tests.hexapro.lobbies import NOON, A, B, C, D, Room, rules_of


class FairRoom(Room):
    """A lobby whose games are drawn with players' seeds; the runtime's part is played with a seeded generator."""

    def __init__(self) -> None:
        super().__init__(rules_of())
        self.secrets: dict[int, bytes] = {}
        self.seeds: dict[tuple[int, PlayerId], bytes] = {}

    def enter(self, player: PlayerId, games: int = 1, *, promises: bool = True) -> tuple[LobbyEvent, ...]:
        self.wallet(player)
        opened = []
        for number in new_games(self.state, player, games):
            secret = self.secrets[number] = self.chance.randbytes(32)
            opened.append(NewDraw(number, draw_commitment(game16(self.rules.stream, number), secret), b"sealed"))
        chance = DrawChance(self.chance.randbytes(16 * games), tuple(opened))
        cost = Cents(games * self.rules.buy_in.value)
        return self.tell(Register(player, games, cost, promises=promises, chance=chance))

    def fair(self, number: int = 1) -> FairDraw:
        game = game_numbered(self.state, number)
        assert game is not None
        assert game.fair is not None
        return game.fair

    def part(self, player: PlayerId, number: int = 1) -> Part:
        return next(part for part in self.fair(number).parts if part.player == player)

    def promise(self, *players: PlayerId, number: int = 1) -> None:
        for player in players:
            part, seed = self.part(player, number), self.chance.randbytes(32)
            self.seeds[number, player] = seed
            commitment = commitment_to(game16(self.rules.stream, number), 0, part.place, part.pid, seed)
            self.tell(PromiseDrawSeed(player, number, commitment))

    def reveal(self, *players: PlayerId, number: int = 1) -> None:
        for player in players:
            self.tell(RevealDrawSeed(player, number, self.seeds[number, player]))

    def go_on(self, number: int = 1) -> tuple[LobbyEvent, ...]:
        """What the lobby's timer does now, if it is due."""
        if StartGame(number) not in self.due():
            return ()
        return self.tell(StartGame(number, chance=self.chance.randbytes(10), secret=self.secrets[number]))

    def restart(self) -> None:
        """Read the lobby again as it was written."""
        coded = codecs.LOBBY
        state = self.machine.initial
        for event in self.events:
            state = self.machine.evolve(state, coded.decode_event(coded.encode_event(event)))
        assert state == coded.decode_state(coded.encode_state(self.state))
        self.state = state


def proof_in(events: tuple[LobbyEvent, ...]) -> PublishedRound:
    (proven,) = [event for event in events if isinstance(event, DrawProven)]
    read = read_proof(proof_text(proven.proof))
    assert isinstance(read, PublishedRound)
    assert read == proven.proof
    assert verify_proof(read, anchor=proven.proof.fixed).passed
    return read


@pytest.mark.rule("HEXA-07")
def test_a_draw_follows_from_the_houses_secret_and_the_players_seeds() -> None:
    room = FairRoom()
    for player in (A, B, C):
        room.enter(player)
        room.promise(player)
    fixed = room.fair().commitment
    assert [part.place for part in room.fair().parts] == [0, 1, 2]
    (locked,) = room.go_on()
    assert isinstance(locked, DrawLocked)
    room.reveal(A, B, C)
    drawn = room.go_on()
    proof = proof_in(drawn)
    assert proof.fixed == fixed == draw_commitment(game16(room.rules.stream, 1), room.secrets[1])
    assert [each.flag for each in proof.players] == [OWN] * 3
    started = drawn[-1]
    assert isinstance(started, GameStarted)
    digest = seeds_digest(proof.players)
    assert started.draw == proof.result == hexapro_number(room.secrets[1], game16(room.rules.stream, 1), digest)
    assert started.multiplier == room.rules.wheel.spin(started.draw).multiplier
    assert room.state.running[0].proof == proof


def test_every_player_alone_changes_the_number() -> None:
    numbers = set()
    for seed in range(24):
        room = FairRoom()
        for player in (A, B, C):
            room.enter(player)
            room.promise(player)
        part = room.part(C)
        room.seeds[1, C] = hashlib.sha256(bytes([seed])).digest()
        commitment = commitment_to(game16(room.rules.stream, 1), 0, part.place, part.pid, room.seeds[1, C])
        room.tell(PromiseDrawSeed(C, 1, commitment))  # another seed takes the place of the first until the lock
        room.go_on()
        room.reveal(A, B, C)
        numbers.add(proof_in(room.go_on()).result)
    assert len(numbers) >= 23


def test_nobody_who_takes_part_means_no_wait_and_one_commit() -> None:
    room = FairRoom()
    for player in (A, B, C):
        room.enter(player, promises=False)
    events = room.go_on()
    assert [type(event) for event in events] == [DrawLocked, DrawProven, GameStarted]
    assert {each.flag for each in proof_in(events).players} == {DEFAULT}
    assert "not_cut_by_a_player" in {each.code for each in verify_proof(proof_in(events)).not_proven}


def test_a_silent_client_delays_a_draw_by_a_moment_once() -> None:
    room = FairRoom()
    for player in (A, B, C):
        room.enter(player)
    room.promise(A, B)
    assert room.go_on() == (), "the lock waits for the commitment of the last who came"
    room.now = Instant(NOON + LOCK_WAITS)
    assert [type(event) for event in room.go_on()] == [DrawLocked]
    room.reveal(A)
    assert room.go_on() == ()
    room.now = Instant(NOON + WINDOW)
    proof = proof_in(room.go_on())
    by_pid = {each.pid: each.flag for each in proof.players}
    assert by_pid[next(each.pid for each in proof.players if each.seat == 0)] == OWN
    assert sorted(by_pid.values()) == [UNREVEALED, OWN, DEFAULT]
    assert "seeds_withheld" in {each.code for each in verify_proof(proof).not_proven}


def test_a_place_in_line_stays_and_a_free_one_is_given_again() -> None:
    room = FairRoom()
    for player in (A, B):
        room.enter(player)
        room.promise(player)
    room.tell(Unregister(A, 1))
    assert room.part(B).place == 1
    room.enter(D)
    room.enter(C)
    assert {part.player: part.place for part in room.fair().parts} == {B: 1, D: 0, C: 2}
    room.promise(D, C)
    room.go_on()
    room.reveal(B, C, D)
    assert [each.flag for each in proof_in(room.go_on()).players] == [OWN] * 3


def test_a_crash_between_any_two_steps_changes_no_draw() -> None:
    def played(crash_after: int) -> tuple[PublishedRound, int]:
        room, steps = FairRoom(), 0

        def step() -> None:
            nonlocal steps
            steps += 1
            if steps == crash_after:
                room.restart()

        for player in (A, B, C):
            room.enter(player)
            step()
            room.promise(player)
            step()
        assert room.go_on()
        step()
        for player in (C, A, B):
            room.reveal(player)
            step()
        events = room.go_on()
        step()
        assert room.ask(StartGame(1, chance=bytes(10), secret=room.secrets[1])) == Rejection("stale_game"), "drawn once"
        return proof_in(events), steps

    whole, steps = played(0)
    assert steps == 11
    assert all(played(after)[0] == whole for after in range(1, steps + 1))


def test_seeds_are_awaited_once_more_after_the_room_stood_still() -> None:
    room = FairRoom()
    for player in (A, B, C):
        room.enter(player)
        room.promise(player)
    room.go_on()
    room.reveal(A)
    room.restart()
    room.now = Instant(room.now + 60_000)
    (again,) = room.go_on()
    assert again == DrawWaited(1, Instant(room.now + WAITS_AGAIN))
    room.reveal(B)
    assert room.go_on() == ()
    room.now = Instant(room.now + WAITS_AGAIN + 60_000)
    assert sorted(each.flag for each in proof_in(room.go_on()).players) == [UNREVEALED, OWN, OWN]


def test_what_is_not_asked_for_changes_nothing() -> None:
    room = FairRoom()
    for player in (A, B):
        room.enter(player)
    room.promise(A)
    right = room.seeds[1, A]
    assert room.ask(RevealDrawSeed(A, 1, right)) == Rejection("seed_not_asked"), "before the lock"
    assert room.ask(PromiseDrawSeed(D, 1, bytes(32))) == Rejection("not_registered")
    assert room.ask(PromiseDrawSeed(A, 9, bytes(32))) == Rejection("stale_game")
    assert room.ask(PromiseDrawSeed(A, 1, bytes(31))) == Rejection("bad_commitment")
    room.enter(C, promises=False)
    room.promise(B)
    room.go_on()
    assert room.ask(PromiseDrawSeed(C, 1, bytes(32))) == Rejection("stale_game"), "after the lock"
    assert room.ask(RevealDrawSeed(C, 1, bytes(32))) == Rejection("seed_not_asked")
    assert room.ask(RevealDrawSeed(A, 1, bytes(32))) == Rejection("wrong_seed")
    room.reveal(A)
    assert room.tell(RevealDrawSeed(A, 1, right)) == (), "told twice is told once"
    assert room.ask(RevealDrawSeed(A, 1, bytes(32))) == Rejection("seed_not_asked")


def test_a_locked_draw_that_staff_gives_up_publishes_secret_and_seeds() -> None:
    room = FairRoom()
    for player in (A, B, C):
        room.enter(player)
        room.promise(player)
    room.go_on()
    room.reveal(B)
    paid = frozenset((A, B, C))
    events = room.tell(VoidGame(1, "vera", "the wheel is broken", paid, room.secrets[1]))
    proof = proof_in(events)
    assert (proof.result, proof.secret) == (None, room.secrets[1])
    assert sorted(each.flag for each in proof.players) == [UNREVEALED, UNREVEALED, OWN]
    assert isinstance(events[-1], GameVoided)
    assert room.books_balance()


def test_a_secret_is_in_no_printed_command() -> None:
    command = StartGame(1, chance=bytes(10), secret=b"\x07" * 32)
    assert "\\x07" not in repr(command)
    assert "secret" not in repr(replace(VoidGame(1, "vera", "why"), secret=b"\x07" * 32))
