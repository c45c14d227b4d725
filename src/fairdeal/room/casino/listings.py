"""
The lists that rounds are found in: each player's own, those of each table, and the shoes that were dealt out.

Rows are written with the decisions they tell of. The names of lists are written down, so they never change.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from fairdeal.casino.records import OpenedShoe, PlayerRound, ProofKept, RoundKept, ScansKept, player_rounds, round_kept
from fairdeal.casino.shoe import Shoe
from fairdeal.casino.table.changes import TableStep
from fairdeal.casino.table.events import RoundSettled, RoundVoided, ShoeShuffled
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.fair.events import ChanceProven, ScansProven
from fairdeal.casino.table.machine import CasinoTable
from fairdeal.casino.table.state import Table
from fairdeal.fair import ROUND, PublishedRound
from fairdeal.kernel import Instant, PlayerId, TableId
from fairdeal.storage.codec import Codec
from fairdeal.storage.port import Listing

LISTED: Final = Codec(
    "casino lists",
    1,
    {"round": RoundKept, "played": PlayerRound, "shoe": OpenedShoe, "proof": ProofKept, "scans": ScansKept},
    sparse={RoundKept: ("proof",)},
)
VOID: Final = "void"
PLAYED: Final = "played"
"""The labels of rounds."""


def own_rounds_list(player: PlayerId) -> str:
    """The list of a player's rounds; labels are tables."""
    return f"rounds:{player}"


def rounds_list(table: TableId) -> str:
    """The list of a table's rounds."""
    return f"casino-rounds:{table}"


def shoes_list(table: TableId) -> str:
    """The list of a table's shoes that can be checked."""
    return f"casino-shoes:{table}"


def proofs_list(table: TableId) -> str:
    """The list of the proofs of a table's rounds and shoes; labels are what they prove, names those of `proof_name`."""
    return f"casino-proofs:{table}"


def scans_list(table: TableId) -> str:
    """The list of what is published of a live table's scanner, a row a round."""
    return f"casino-scans:{table}"


def proof_name(proof: PublishedRound) -> str:
    """The name of a proof: the chain, by the 16 bytes that stand for it, and the place in it."""
    return f"{proof.place.hex()}-{proof.number}"


def round_name(table: TableId, number: int) -> str:
    """The name of a round in every list and in complaints."""
    return f"{table}#{number}"


def table_listings(machine: CasinoTable, steps: Sequence[TableStep], now: Instant) -> tuple[Listing, ...]:
    """The rows that a decision of a table changes: of rounds that end, and of shoes that are opened."""
    return tuple(_rows(machine, steps, now))


def _rows(machine: CasinoTable, steps: Sequence[TableStep], now: Instant) -> Iterator[Listing]:
    for step in steps:
        match step.event:
            case RoundSettled() | RoundVoided():
                yield from _round(machine.facts_of(step.before), step.before, step.event, _video(steps), _proof(steps))
            case ChanceProven(proof=proof):
                body = LISTED.encode(ProofKept(machine.facts.table, proof, now))
                yield Listing(proofs_list(machine.facts.table), proof_name(proof), now, proof.kind, "", body)
            case ScansProven(proof=scans):
                body = LISTED.encode(ScansKept(machine.facts.table, scans, now))
                yield Listing(
                    scans_list(machine.facts.table), f"{scans.round}-{scans.after.hex()[:16]}", now, "", "", body
                )
            case ShoeShuffled(in_round=False):
                yield from _shoes(machine.facts, step.before, now)


def _video(steps: Iterable[TableStep]) -> int | None:
    """The time code of the recording at which a round ended, where the dealer's station gave one."""
    codes = [getattr(step.event, "video", None) for step in steps]
    return next((code for code in reversed(codes) if code is not None), None)


def _proof(steps: Iterable[TableStep]) -> str:
    """The name of the proof that a round is published with; empty: there is none, or it comes with the shoe's."""
    found = (step.event.proof for step in steps if isinstance(step.event, ChanceProven))
    return next((proof_name(proof) for proof in found if proof.kind == ROUND), "")


def _round(
    facts: TableFacts, before: Table, event: RoundSettled | RoundVoided, video: int | None, proof: str
) -> Iterator[Listing]:
    name = round_name(facts.table, event.round)
    kept = replace(round_kept(facts, before, event, video), proof=proof or _shoe_proof(before))
    yield Listing(rounds_list(facts.table), name, event.at, VOID if kept.voided else PLAYED, "", LISTED.encode(kept))
    for player, part in player_rounds(facts, before, event).items():
        yield Listing(own_rounds_list(player), name, event.at, facts.table, "", LISTED.encode(part))


def _shoe_proof(before: Table) -> str:
    """The name of the proof of the shoe that a round was dealt from; it can be had once the shoe is over."""
    fair, shoe = before.fair, before.shoe
    keyed = (
        None if fair is None or shoe is None else next((each for each in fair.shoes if each.shoe == shoe.number), None)
    )
    return "" if fair is None or keyed is None else f"{fair.place.hex()}-{keyed.index}"


def _shoes(facts: TableFacts, before: Table, now: Instant) -> Iterator[Listing]:
    """The shoe before this one, and those that ran out within a round of it."""
    for shoe in (before.shoe, *before.spent):
        if shoe is not None and shoe.order:
            yield _shoe(facts.table, shoe, now)


def _shoe(table: TableId, shoe: Shoe, now: Instant) -> Listing:
    opened = OpenedShoe(table, shoe.number, shoe.order, shoe.salt, shoe.commitment, now)
    return Listing(shoes_list(table), str(shoe.number), now, table, "", LISTED.encode(opened))
