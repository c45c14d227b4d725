"""
Hands of a simulation dealt by PFP-1, with the players' part played too, and a published proof of each.

A simulated player's client takes part or does not, and now and then commits and says nothing more. What the room decides is followed
from its events: a hand counts once its opening was written, and is void when the room says so.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from fairdeal.cash.table.commands import StartHand, TableCommand
from fairdeal.cash.table.events import HandEnded, HandOpened, HandVoided, Left, TableEvent
from fairdeal.cash.table.state import CashTable, OpenHand
from fairdeal.fair import (
    CALLED_OFF,
    NOTHING,
    RESTARTED,
    DealtHand,
    EndedHand,
    Participant,
    Proof,
    VoidHand,
    commitment_to,
    deal_hand,
    end_hand,
    id16,
    lock_hand,
    make_decks,
    players_seed,
    proof_text,
    publish_hand,
    publish_void,
    void_hand,
)
from fairdeal.kernel import Decision, Instant, PlayerId, Rejection, StreamId
from fairdeal.kernel.values import changed
from fairdeal.play.state import Outcome
from fairdeal.room.cash.table import HostedTable, TablePorts
from fairdeal.runtime.signing import RoomKey
from fairdeal.testing.checks.violated import fail
from fairdeal.testing.plan import Dice

Publish = Callable[[str], object]
"""Takes one published proof, as a line of JSON without its end."""

_TAKES_NO_PART: Final = 0.15
_SAYS_NO_MORE: Final = 0.03


@dataclass(slots=True)
class _Table:
    """What is known of one table: its log, and the hand under way with what everybody saw of it."""

    log: bytes = NOTHING
    dealt: DealtHand | None = None
    outcome: Outcome | None = None


class Proofs:
    """Deals the hands of all tables, and publishes each when it is over."""

    def __init__(self, dice: Dice, publish: Publish) -> None:
        self._dice = dice
        self._publish = publish
        self._key = RoomKey(dice.randbytes(32))
        self._tables: dict[StreamId, _Table] = {}
        self._pids: dict[tuple[StreamId, PlayerId], bytes] = {}
        self._takes_part: dict[PlayerId, bool] = {}

    def table(self, stream: StreamId, ports: TablePorts) -> HostedTable:
        """A cash table whose decks come from here."""
        return ProvenTable(stream, ports, self)

    # ---- what a table asks

    def deal(
        self, stream: StreamId, name: str, opened: OpenHand, players: tuple[PlayerId, ...], hole: int
    ) -> DealtHand:
        """Lock and deal a hand that is about to be opened; one that is not written is as if it had never been."""
        dice, table, number = self._dice, id16(name), opened.number
        known = self._tables.setdefault(stream, _Table())
        decks = make_decks(table, number, (dice.randbytes(32), dice.randbytes(32)))
        seeds: dict[int, bytes] = {}
        participants = []
        for seat, player in zip(opened.dealt.seats, players, strict=True):
            pid = self._pids.setdefault((stream, player), dice.randbytes(16))
            if not self._takes_part.setdefault(player, dice.random() >= _TAKES_NO_PART):
                participants.append(Participant(seat, pid, None))
                continue
            seed = players_seed(dice.randbytes(32), f"the text of {player}", table, number, seat)
            participants.append(Participant(seat, pid, commitment_to(table, number, seat, pid, seed)))
            if dice.random() >= _SAYS_NO_MORE:
                seeds[seat] = seed
        locked = lock_hand(table, number, decks, hole, opened.dealt.seats, participants, known.log)
        known.dealt = deal_hand(locked, seeds)
        known.outcome = None
        return known.dealt

    def ended(self, stream: StreamId, outcome: Outcome) -> None:
        """Keep what everybody saw of a hand; it counts once its end was written."""
        self._tables[stream].outcome = outcome

    # ---- what was written

    def told(self, stream: StreamId, events: tuple[object, ...]) -> None:
        """Follow the events of a stream that were written."""
        for event in events:
            match event:
                case HandEnded():
                    self._end(stream, event.number)
                case HandVoided():
                    reason = CALLED_OFF if event.staff else RESTARTED
                    self._void(self._tables[stream], event.number, reason)
                case Left():
                    self._pids.pop((stream, event.player), None)  # whoever comes back is somebody else here

    def _end(self, stream: StreamId, number: int) -> None:
        table = self._tables[stream]
        dealt, outcome = table.dealt, table.outcome
        assert dealt is not None
        assert outcome is not None
        assert dealt.locked.hand == outcome.number == number
        seen = dict(zip(dealt.board(), outcome.board, strict=False))
        for each in outcome.shown:
            seen.update(zip(dealt.hole_cards(each.seat), each.cards, strict=True))
        ended = end_hand(dealt, seen)
        opened = {each.k: each.card for each in ended.openings}
        if opened != seen:
            fail("proofs", f"hand {number}: {seen} were seen by all, {opened} are opened", stream)
        self._over(
            table, ended, publish_hand(ended, self._signed(dealt.locked.lock, dealt.deal, ended.end), self._public)
        )

    def _void(self, table: _Table, number: int, reason: int) -> None:
        dealt = table.dealt
        assert dealt is not None
        assert dealt.locked.hand == number
        void = void_hand(dealt.locked, reason)
        self._over(table, void, publish_void(void, self._signed(dealt.locked.lock, void.void), self._public))

    def _over(self, table: _Table, hand: EndedHand | VoidHand, proof: Proof) -> None:
        table.log = hand.after
        table.dealt = table.outcome = None
        self._publish(proof_text(proof))

    @property
    def _public(self) -> bytes:
        return self._key.public

    def _signed(self, *messages: bytes) -> list[bytes]:
        return [self._key.sign(message) for message in messages]


class ProvenTable(HostedTable):
    """A cash table whose deck is chosen by the players' cut, once it is known who is dealt in."""

    def __init__(self, stream: StreamId, ports: TablePorts, proofs: Proofs) -> None:
        super().__init__(stream, ports)
        self._proofs = proofs

    def decide(self, state: CashTable, command: TableCommand, now: Instant) -> Decision[CashTable, TableEvent]:
        """Decide as every table does; a hand that is to be opened is decided twice, because its players choose its deck."""
        decision = super().decide(state, command, now)
        if isinstance(decision, Rejection):
            return decision
        for step in decision:
            if isinstance(step.event, HandOpened) and isinstance(command, StartHand):
                opened, table = step.event.open, step.after
                players = tuple(table.chair_at(seat).player for seat in opened.dealt.seats)
                hole = self._opened.facts.rules_of(table).hand.hole_cards
                dealt = self._proofs.deal(self.stream, self.name, opened, players, hole)
                return self._noted(super().decide(state, changed(command, deck=dealt.cards), now))
        return self._noted(decision)

    def _noted(self, decision: Decision[CashTable, TableEvent]) -> Decision[CashTable, TableEvent]:
        assert not isinstance(decision, Rejection)
        for step in decision:
            if isinstance(step.event, HandEnded):
                assert step.after.outcome is not None
                self._proofs.ended(self.stream, step.after.outcome)
        return decision
