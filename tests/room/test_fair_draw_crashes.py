"""A HexaPro draw by PFP-1 in a room that dies at any commit: each game is drawn once, by the secret it was opened with."""

import random
from functools import partial

import pytest

from fairdeal.bank.house import StaffId
from fairdeal.bank.purse.commands import CreditPlayer
from fairdeal.fair import OWN, PublishedRound, RoundDevice, verify_proof
from fairdeal.hexapro.lobby import events as hexapro
from fairdeal.hexapro.lobby.commands import PromiseDrawSeed, Register, RevealDrawSeed
from fairdeal.hexapro.lobby.drawing import game16
from fairdeal.hexapro.lobby.state import Lobby, Part
from fairdeal.hexapro.rules import Product, hexapro_rules
from fairdeal.kernel import SECOND, Cents, Instant, MoneyKind, PlayerId, units_of
from fairdeal.room.proofs import proofs_at
from fairdeal.room.room import Room
from fairdeal.room.settings import RoomSettings
from fairdeal.room.tournament.hexapro_lobby import LOBBIES
from fairdeal.room.wiring import open_room
from fairdeal.rulebook.clause import U27
from fairdeal.rulebook.loader import published_edition
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.entropy import SystemEntropy
from fairdeal.runtime.ports import Answer
from fairdeal.runtime.signing import RoomKey
from fairdeal.storage.memory import MemoryStore
from fairdeal.storage.vault import Vault
from fairdeal.testing.clock import Branch, ManualClock
from fairdeal.testing.journal import Crash, CrashPoint, SimJournal

PLAYERS = tuple(PlayerId(name) for name in ("ann", "bob", "cid"))
EDITION = published_edition(U27)
RULES = hexapro_rules(EDITION, Product.HEXAPRO, Cents(200), MoneyKind.TEST)


class Story:
    """One game from registration to its draw, with devices that outlive the room."""

    def __init__(self) -> None:
        self.chance = random.Random(11)  # noqa: S311
        self.clock, self.store = ManualClock(), MemoryStore()
        self.vault = Vault({1: bytes(32)}, self.chance.randbytes)
        self.devices: dict[tuple[int, PlayerId], RoundDevice] = {}
        self.lives = 0
        self.branch: Branch | None = None
        self.open()
        for player in PLAYERS:
            self.room.open_purse(player)
        self.pass_time()
        for player in PLAYERS:
            amount = units_of(Cents(100_000))
            self.room.purse(player, CreditPlayer(RULES.director.wallet(player), amount, StaffId("till"), "to play"))
        self.pass_time()

    def open(self) -> None:
        """Open a room on what is durable; devices come back and say what they said before."""
        self.lives += 1
        self.branch = self.clock.branch()
        self.journal = SimJournal(self.store, self.branch)
        self.room: Room = open_room(
            RoomSettings(),
            [EDITION],
            clock=self.branch,
            entropy=SystemEntropy(self.chance.randbytes),
            journal=self.journal,
            seal=self.vault.seal,
            unseal=self.vault.open,
            owner=f"life {self.lives}",
            signer=RoomKey(bytes(32)),
        )
        self.room.recover()
        self.room.registry.watches_of_written.append(self.hear)
        for game in self.lobby.filling:
            for part in () if game.fair is None else game.fair.parts:
                self.promise(game.number, part)
                if game.fair is not None and game.fair.until is not None:
                    self.reveal(game.number, part)

    @property
    def lobby(self) -> Lobby:
        state: Lobby = self.room.registry.actor(RULES.stream).state
        return state

    def hear(self, actor: Actor, events: tuple[object, ...], _now: Instant) -> None:
        if actor.hosted.prefix != LOBBIES:
            return
        for event in events:
            if isinstance(event, hexapro.PlaceGiven | hexapro.DrawLocked | hexapro.DrawWaited):
                game = next(each for each in actor.state.filling if each.number == event.number)
                for part in game.fair.parts:
                    if isinstance(event, hexapro.PlaceGiven):
                        self.promise(event.number, part)
                    else:
                        self.reveal(event.number, part)

    def device(self, number: int, part: Part) -> RoundDevice:
        game = next(each for each in self.lobby.filling if each.number == number)
        assert game.fair is not None
        place, fixed = game16(RULES.stream, number), game.fair.commitment
        made = RoundDevice(place, part.place, part.pid, fixed, self.chance.randbytes)
        return self.devices.setdefault((number, part.player), made)

    def promise(self, number: int, part: Part) -> None:
        if not part.commitment:
            commitment = self.device(number, part).promise(0)
            self.room.registry.send(RULES.stream, PromiseDrawSeed(part.player, number, commitment))

    def reveal(self, number: int, part: Part) -> None:
        seed = self.device(number, part).answer(0, part.commitment) if part.commitment else None
        if seed is not None:
            accept = partial(self.revealed, number, part.player)
            self.room.registry.send(RULES.stream, RevealDrawSeed(part.player, number, seed), accept)

    def revealed(self, number: int, player: PlayerId, answer: Answer) -> None:
        if answer is None:
            self.devices[number, player].accepted(0)

    def pass_time(self, by: int = SECOND // 10) -> None:
        until = Instant(self.clock.now() + by)
        while self.clock.now() < until:
            try:
                self.clock.run_until(until)
            except Crash:
                assert self.branch is not None
                self.branch.cut()
                self.open()

    def play(self) -> PublishedRound:
        """Register everybody, again where a crash lost it, until the game is drawn; its proof."""
        for _ in range(400):
            if self.lobby.running:
                break
            waiting = {player for game in self.lobby.filling for player in game.players}
            missing = [player for player in PLAYERS if player not in waiting]
            if missing:
                cost = RULES.buy_in.value
                self.room.registry.send(RULES.stream, Register(missing[0], 1, cost, promises=True))
            self.pass_time()
        (running,) = self.lobby.running
        (proof,) = proofs_at(self.store, RULES.stream)
        assert isinstance(proof, PublishedRound)
        assert running.proof == proof
        assert verify_proof(proof).passed
        for (number, _), device in self.devices.items():
            if number == running.number:
                device.proven(proof)
        return proof


def commits_of_a_game() -> int:
    story = Story()
    before = story.journal.commits
    assert [each.flag for each in story.play().players] == [OWN] * 3
    assert story.lives == 1
    return story.journal.commits - before


@pytest.mark.parametrize("point", list(CrashPoint))
def test_a_game_is_drawn_once_whichever_commit_the_room_dies_at(point: CrashPoint) -> None:
    commits = commits_of_a_game()
    assert commits >= 9
    for within in range(commits):
        story = Story()
        story.journal.crash_at = (story.journal.commits + within, point)
        proof = story.play()
        assert story.lives == 2, within
        assert len({each.pid for each in proof.players}) == 3
        assert sum(each.flag == OWN for each in proof.players) == 3, "devices come back and are waited for"
