"""Dealing by the players' cut as messages: what is shown of it to everybody, and to one player alone."""

from collections.abc import Iterable

from fairdeal.fair import Opening
from fairdeal.play.fair import changes as play
from fairdeal.protocol import fair as wire


def locked_to_wire(change: play.LockShown) -> wire.FairLocked:
    """A lock."""
    lock = change.lock
    return wire.FairLocked(
        hand=lock.hand,
        roots=tuple(root.hex() for root in lock.roots),
        hole=lock.hole,
        order=lock.order,
        seats=tuple(
            wire.LockedSeat(seat=each.seat, pid=each.pid.hex(), flag=each.flag, commitment=each.commitment.hex())
            for each in lock.seats
        ),
        before=lock.before.hex(),
        lock=lock.lock.hex(),
        signature=change.signature.hex(),
        key=change.key.hex(),
        due=change.due,
        until=change.until,
    )


def cut_to_wire(change: play.CutShown) -> wire.FairDealt:
    """A cut."""
    return wire.FairDealt(
        hand=change.hand,
        seats=tuple(wire.CutSeat(seat=each.seat, flag=each.flag, seed=each.seed.hex()) for each in change.seats),
        mix=change.mix.hex(),
        deck=change.deck,
        deal=change.deal.hex(),
        signature=change.signature.hex(),
    )


def proof_to_wire(change: play.ProofShown | play.VoidShown) -> wire.FairEnded | wire.FairVoided:
    """What is published when a hand is over, without what everybody was told before."""
    if isinstance(change, play.VoidShown):
        void = change.proof
        return wire.FairVoided(
            hand=void.hand,
            reason=void.reason,
            void=void.void.hex(),
            after=void.after.hex(),
            signature=void.signatures[-1].hex(),
        )
    proof = change.proof
    return wire.FairEnded(
        hand=proof.hand,
        unused_key=proof.unused_key.hex(),
        openings=openings_to_wire(proof.openings),
        end=proof.end.hex(),
        after=proof.after.hex(),
        signature=proof.signatures[-1].hex(),
    )


def openings_to_wire(openings: Iterable[Opening]) -> tuple[wire.CardOpening, ...]:
    """Opened cards."""
    return tuple(
        wire.CardOpening(
            k=each.k, i=each.i, card=each.card, salt=each.salt.hex(), path=tuple([node.hex() for node in each.path])
        )
        for each in openings
    )


def own_to_wire(change: play.OwnFairChange) -> wire.FairOwn:
    """What one player alone is told."""
    if isinstance(change, play.PartOffered):
        return wire.FairPart(table=change.table.hex(), pid=change.pid.hex(), hand=change.hand)
    return wire.FairOpened(hand=change.hand, openings=openings_to_wire(change.openings))


def fair_to_wire(view: play.FairView | None) -> wire.Fair | None:
    """The players' cut at a table, as one viewer sees it; None: the table deals without."""
    if view is None:
        return None
    return wire.Fair(
        table=view.table.hex(),
        key=view.key.hex(),
        hand=view.hand,
        locked=None if view.lock is None else locked_to_wire(view.lock),
        dealt=None if view.cut is None else cut_to_wire(view.cut),
        pid=None if view.pid is None else view.pid.hex(),
        promised=tuple(wire.PromisedSeed(each.hand, each.commitment.hex()) for each in view.promised),
        openings=openings_to_wire(view.openings),
    )
