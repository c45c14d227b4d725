"""
Rules broken on purpose, one at a time, each with the tests or simulations that must notice.

`python -m tools.mutations` breaks them in copies of the tree, one copy for each of two processes, runs the proofs and prints who
noticed. The exit code is 1 if a break survives one of its proofs. Words on the command line choose those whose names hold one of
them, or those of an area.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from tools.mutations import bank, blackjack, cancellation, cash, casino, clocks, fair, hexapro, poker, tournament
from tools.mutations.copies import Copy
from tools.mutations.mutation import Mutation

AREAS: Final[dict[str, tuple[Mutation, ...]]] = {
    "poker": poker.MUTATIONS,
    "cash": cash.MUTATIONS,
    "clocks": clocks.MUTATIONS,
    "bank": bank.MUTATIONS,
    "tournament": tournament.MUTATIONS,
    "cancellation": cancellation.MUTATIONS,
    "hexapro": hexapro.MUTATIONS,
    "casino": casino.MUTATIONS,
    "blackjack": blackjack.MUTATIONS,
    "fair": fair.MUTATIONS,
}
MUTATIONS: Final = tuple(mutation for mutations in AREAS.values() for mutation in mutations)
_PROCESSES: Final = 2


class Verdict(NamedTuple):
    """What one proof said about one broken rule; None: it could not run."""

    mutation: Mutation
    proof: str
    noticed: bool | None


def chosen(words: Sequence[str]) -> list[Mutation]:
    """The mutations of these areas and those whose names hold one of these words; all, if there are none."""
    return [
        mutation
        for area, mutations in AREAS.items()
        for mutation in mutations
        if not words or area in words or any(word in mutation.name for word in words)
    ]


def main(words: Sequence[str]) -> int:
    """Run all, or those chosen, and print a line for each proof and a table; 1 if one noticed nothing, 2 if one proves nothing."""
    mutations = chosen(words)
    if not mutations:
        print(f"no break is named so; areas are {', '.join(AREAS)}")
        return 2
    with ExitStack() as stack:
        copies = [Copy(Path(stack.enter_context(TemporaryDirectory()))) for _ in range(_PROCESSES)]
        if wrong := copies[0].wrong_before(proof for mutation in mutations for proof in mutation.proofs):
            print(f"{wrong}\nproofs go wrong though nothing is broken")
            return 2
        verdicts = list(_told(_verdicts(mutations, copies)))
    for line in table_lines(verdicts):
        print(line)
    return int(any(not verdict.noticed for verdict in verdicts))


def table_lines(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """How many rules of each area were broken, by how many proofs they were tried, and how many of these noticed."""
    areas = {mutation: area for area, mutations in AREAS.items() for mutation in mutations}
    broken = Counter(areas[mutation] for mutation in {verdict.mutation for verdict in verdicts})
    tried = Counter(areas[verdict.mutation] for verdict in verdicts)
    noticed = Counter(areas[verdict.mutation] for verdict in verdicts if verdict.noticed)
    yield f"{'':<14}{'broken':>8}{'tried':>8}{'noticed':>9}"
    for area in AREAS:
        if broken[area]:
            yield f"{area:<14}{broken[area]:>8}{tried[area]:>8}{noticed[area]:>9}"
    yield f"{'total':<14}{broken.total():>8}{tried.total():>8}{noticed.total():>9}"


def _verdicts(mutations: Sequence[Mutation], copies: Sequence[Copy]) -> Iterator[Verdict]:
    """In the order of the mutations; each copy is used by one proof at a time."""
    free: SimpleQueue[Copy] = SimpleQueue()
    for copy in copies:
        free.put(copy)

    def judge(tried: tuple[Mutation, str]) -> Verdict:
        copy = free.get()
        try:
            return Verdict(*tried, copy.noticed(*tried))
        finally:
            free.put(copy)

    with ThreadPoolExecutor(len(copies)) as pool:
        yield from pool.map(judge, [(mutation, proof) for mutation in mutations for proof in mutation.proofs])


def _told(verdicts: Iterator[Verdict]) -> Iterator[Verdict]:
    for verdict in verdicts:
        word = {True: "noticed", False: "SURVIVED", None: "CANNOT RUN"}[verdict.noticed]
        mutation = verdict.mutation
        print(f"{word:<10} {mutation.rule:<8} {mutation.name:<72} {verdict.proof}", flush=True)
        yield verdict
