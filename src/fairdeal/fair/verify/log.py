"""
Verifying proofs as they follow each other: numbers without a gap, the table's log, and no deck or secret used twice.

Proofs of several tables may be mixed. Who was not at a table for every hand has gaps; they are told, and count as failures only where
the whole log was asked for.
"""

from collections.abc import Iterable

from fairdeal.fair.casino import chain_back
from fairdeal.fair.deck import salts_of
from fairdeal.fair.lots import PublishedLots
from fairdeal.fair.published import PublishedHand, PublishedVoid
from fairdeal.fair.published_rounds import DRAW, PublishedRound
from fairdeal.fair.scans import PublishedScans
from fairdeal.fair.values import NOTHING
from fairdeal.fair.verify.verification import Statement, Verification

Proof = PublishedHand | PublishedVoid | PublishedRound | PublishedLots | PublishedScans


class LogVerifier:
    """Follows proofs in the order in which they were published, one at a time, and keeps only what the next ones need."""

    def __init__(self, *, whole: bool = False) -> None:
        """Begin; `whole`: a log from its first hand on, in which no hand may be missing."""
        self._whole = whole
        self._last: dict[bytes, tuple[int, bytes]] = {}  # by table: number of the last hand, and the log after it
        self._rounds: dict[bytes, tuple[int, bytes]] = {}  # by table: number and secret of the last round
        self._scans: dict[
            bytes, tuple[int, bytes]
        ] = {}  # by live table: the last round, and the scanner's log after it
        self._heads: dict[bytes, bytes] = {}  # by tournament: the heads of logs after its last lots
        self._logs: dict[bytes, set[bytes]] = {}  # by table: the log after each hand
        self._named: list[tuple[str, bytes, bytes]] = []  # where a log was mixed in, its table, and the log
        self._used: dict[bytes, str] = {}  # roots, keys and secrets, and where they were used
        self._salts: set[bytes] = set()
        self._wrong: dict[str, list[str]] = {"numbers": [], "log": [], "decks": [], "chain": [], "heads": []}
        self._gaps = 0
        self._count = 0

    def add(self, proof: Proof) -> None:
        """Take the next proof."""
        self._count += 1
        if isinstance(proof, PublishedRound):
            self._add_round(proof)
        elif isinstance(proof, PublishedLots):
            self._add_lots(proof)
        elif isinstance(proof, PublishedScans):
            self._add_scans(proof)
        else:
            self._add_hand(proof)

    def _add_hand(self, hand: PublishedHand | PublishedVoid) -> None:
        where = f"hand {hand.hand} at table {hand.table.hex()}"
        number, log = self._last.get(hand.table, (0, NOTHING))
        if hand.hand == number + 1:
            if hand.before != log:
                self._wrong["log"].append(where)
        elif hand.hand <= number or self._whole:
            self._wrong["numbers"].append(where)
        else:
            self._gaps += 1
        self._last[hand.table] = (hand.hand, hand.after)
        self._logs.setdefault(hand.table, set()).add(hand.after)
        self._use(where, *hand.roots)
        if isinstance(hand, PublishedHand):
            self._use(where, hand.unused_key)
            self._use_salts(where, hand)

    def _add_round(self, found: PublishedRound) -> None:
        where = f"{found.kind} {found.number} at {found.place.hex()}"
        self._use(where, found.secret)
        if found.kind != DRAW:
            self._follow(where, found.place, found.number, found.secret)

    def _add_lots(self, found: PublishedLots) -> None:
        where = f"lots {found.number} of {found.tournament.hex()}"
        self._use(where, found.secret)
        last = self._rounds.get(found.tournament)
        if last is not None and found.number == last[0] + 1 and found.before != self._heads[found.tournament]:
            self._wrong["heads"].append(where)
        self._follow(where, found.tournament, found.number, found.secret)
        self._heads[found.tournament] = found.after
        if self._whole:
            self._named += [(where, *each) for each in found.logs]

    def _add_scans(self, found: PublishedScans) -> None:
        """Rounds in which nothing was read have no entries, so a log is followed by what it says, not by numbers."""
        where = f"scanner's log of round {found.round} at {found.table.hex()}"
        number, log = self._scans.get(found.table, (-1, NOTHING))
        if found.round < number:
            self._wrong["numbers"].append(where)
        elif found.before != log and (number >= 0 or self._whole):
            self._wrong["log"].append(where)
        self._scans[found.table] = (found.round, found.after)

    def _follow(self, where: str, place: bytes, at: int, revealed: bytes) -> None:
        """The next secret of a chain."""
        last = self._rounds.get(place)
        if last is not None:
            number, secret = last
            if at <= number:
                self._wrong["numbers"].append(where)
            elif chain_back(revealed, at - number) != secret:
                self._wrong["chain"].append(where)
            elif at > number + 1 and self._whole:
                self._wrong["numbers"].append(where)
        self._rounds[place] = (at, revealed)

    def _use(self, where: str, *values: bytes) -> None:
        for value in values:
            if self._used.setdefault(value, where) != where:
                self._wrong["decks"].append(f"{where}, as in {self._used[value]}")

    def _use_salts(self, where: str, hand: PublishedHand) -> None:
        """
        Salts follow from a deck's key alone, so a deck that is dealt again shows salts that were published before.

        Eight bytes of each are kept: enough never to meet by chance, and few enough for a hundred thousand hands.
        """
        salts = {salt[:8] for salt in (*salts_of(hand.unused_key), *(each.salt for each in hand.openings))}
        if not salts.isdisjoint(self._salts):
            self._wrong["decks"].append(f"{where}, by its salts")
        self._salts.update(salts)

    def result(self) -> Verification:
        """What the proofs show together."""
        unknown = [where for where, table, log in self._named if log not in self._logs.get(table, (log,))]
        found = Verification(
            "log", f"{self._count} proofs of {len(self._last) + len(self._rounds) + len(self._scans)} tables"
        )
        self._check(found, "numbers", "Numbers rise at every table.", "A number is missing or comes again")
        self._check(found, "log", "Every log goes on where the hand before left it.", "A log does not go on")
        self._check(found, "decks", "No deck and no secret was used twice.", "A deck or secret was used twice")
        self._check(
            found, "chain", "Every secret belongs to its table's chain.", "A secret is not of its table's chain"
        )
        heads = [*self._wrong["heads"], *unknown]
        found.check(
            "heads",
            "Lots go on where those before left off, and name logs of their tables.",
            f"Lots do not go on, or name a log that no hand of its table left: {'; '.join(heads[:5])}.",
            passed=not heads,
        )
        if self._gaps:
            what = f"{self._gaps} times hands are missing between two of this file; they were not checked."
            found.not_proven.append(Statement("gaps", what))
        elif self._whole:
            found.proven.append(Statement("whole_log", "No hand of these tables is missing, from the first on."))
        return found

    def _check(self, found: Verification, name: str, right: str, wrong: str) -> None:
        places = self._wrong[name]
        found.check(name, right, f"{wrong}: {'; '.join(places[:5])}.", passed=not places)


def verify_log(proofs: Iterable[Proof], *, whole: bool = False) -> Verification:
    """Verify proofs in the order in which they were published."""
    verifier = LogVerifier(whole=whole)
    for proof in proofs:
        verifier.add(proof)
    return verifier.result()
