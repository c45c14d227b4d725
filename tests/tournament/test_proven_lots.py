"""Lots of a tournament from a chain of secrets: each decision uses one place, the next chain is fixed before it is drawn from."""

from dataclasses import replace
from typing import Any

from fairdeal.fair import NewChain, chain_of, id16, verify_log, verify_proof
from fairdeal.kernel import TournamentId
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.events import Eliminated, HandRecorded, LotsDrawn, LotsFixed, Started
from fairdeal.tournament.orders import Supply, table_id
from tests.tournament.directing import EIGHT, Room, T, player

LENGTH = 3


def chain_numbered(number: int) -> tuple[NewChain, list[bytes]]:
    secrets = chain_of(bytes([number]) * 32, LENGTH)
    return NewChain(id16(f"chain {number}"), secrets[0], b"sealed", LENGTH), secrets


class ProvenRoom(Room):
    """A room whose lots come from short chains, and whose tables report their logs."""

    def filled(self, command: Any) -> Any:
        if isinstance(command, ms.Announce):
            return replace(command, lots=chain_numbered(1)[0])
        if getattr(command, "log", None) == b"":
            command = replace(command, log=bytes([command.table + 1, command.number]) * 16)
        return super().filled(command)

    def supply(self) -> Supply:
        lots = self.state.lots
        assert lots is not None
        secret = chain_numbered(lots.chain)[1][lots.used + 1]
        following = chain_numbered(lots.chain + 1)[0] if lots.used + 1 == LENGTH else None
        return replace(super().supply(), secret=secret, chain=following)


def test_the_chain_is_fixed_with_the_announcement_and_seats_come_from_its_first_place() -> None:
    room = ProvenRoom()
    (fixed,) = room.of(LotsFixed)

    room.start(9)

    (drawn,) = room.of(LotsDrawn)
    assert (drawn.proof.number, drawn.proof.anchor, drawn.proof.logs) == (1, fixed.anchor, ())
    assert [(each.what, each.of) for each in drawn.proof.draws] == [("entrants", 9), ("seats", 6), ("seats", 6)]
    assert verify_proof(drawn.proof, anchor=fixed.anchor).passed
    (started,) = room.of(Started)
    order = drawn.proof.draws[0].drawn
    assert [spot.player for spot in started.spots] == [player(place + 1) for place in order]
    seats = [list(each.drawn) for each in drawn.proof.draws[1:]]
    assert [(spot.table, spot.seat) for spot in started.spots] == [(at % 2, seats[at % 2].pop()) for at in range(9)]


def test_ties_and_moves_name_the_logs_of_the_tables_that_played_and_every_place_is_used_once() -> None:
    room = ProvenRoom(late_levels=0)
    room.start(20)
    room.run()

    proofs = [each.proof for each in room.of(LotsDrawn)]
    assert len(proofs) > LENGTH, "more than one chain was used"
    assert verify_log(proofs, whole=True).passed
    assert all(verify_proof(each).passed for each in proofs)
    chains = room.of(LotsFixed)
    by_place = {each.place: each for each in chains}
    for each in proofs:
        assert each.anchor == by_place[each.tournament].anchor
        if each.number == 1:
            drawn = next(event for event in room.events if isinstance(event, LotsDrawn) and event.proof is each)
            assert room.events.index(by_place[each.tournament]) < room.events.index(drawn)
    used = [(each.tournament, each.number) for each in proofs]
    assert len(set(used)) == len(used)
    heard = {(id16(table_id(TournamentId(T), event.table)), event.log) for event in room.of(HandRecorded)}
    assert {tuple(log) for each in proofs for log in each.logs} <= heard
    ties = [event for event in room.of(Eliminated) if event.drawn]
    tied = [draw for each in proofs for draw in each.draws if draw.what == "tie"]
    assert bool(ties) == bool(tied)


def test_a_decision_that_needs_no_lot_uses_no_place() -> None:
    room = ProvenRoom()
    room.enter(player(1), player(2))
    lots = room.state.lots
    assert lots is not None
    assert lots.used == 0
    room.now = EIGHT
    assert room.refused(ms.Register(player(1))) == "registration_closed"
    assert room.of(LotsDrawn) == []
