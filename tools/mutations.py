"""
Rules broken on purpose, one at a time, each with the tests or simulations that must notice.

`python -m tools.mutations` copies the tree to a temporary place for every break, changes one line there, runs the proofs and prints
who noticed. The exit code is 1 if a break survives one of its proofs. Names on the command line choose some of them.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
_COPIED: Final = ("src", "tests", "tools", "docs", "pyproject.toml")
_SIMULATE: Final = "simulate "
# A smaller plan that fails too is of no interest here.
_COMMAND: Final = "from fairdeal.cli import main, simulate; simulate.SHRINKING_SECONDS = 0; main.main()"
_FAILED: Final = 1  # pytest's code for tests that failed; all others mean that nothing was proven


@dataclass(frozen=True, slots=True)
class Mutation:
    """One broken rule: a line of one file, what stands there instead, and what must notice."""

    name: str
    rule: str
    file: str
    line: str
    instead: str
    proofs: tuple[str, ...]  # files or tests for pytest, or the options of a simulation


_BLINDS: Final = "tests/cash/test_table_blinds.py"
_CLOCK: Final = "tests/cash/test_table_clock.py"
_SITTING_OUT: Final = "tests/cash/test_table_sitting_out.py"
_FAILURES: Final = "tests/cash/test_table_failures.py"
_RATHOLING: Final = "tests/cash/test_buy_in_ratholing.py"
_BUY_IN: Final = "tests/cash/test_buy_in.py"
_NEAR_DEADLINES: Final = "tests/room/test_lost_near_deadlines.py"
_SILENCE: Final = "tests/room/test_silence.py"
_EVENING: Final = "simulate --seed 2 --players 24 --hours 1 --crashes 2"

MUTATIONS: Final = (
    Mutation(
        "a big blind is skipped",
        "CASH-04",
        "poker/rotation.py",
        "return next(seat for seat in clockwise(last_big_blind, seats) if seat in present)",
        "return next(seat for seat in clockwise((last_big_blind + 1) % seats, seats) if seat in present)",
        (_BLINDS, _EVENING),
    ),
    Mutation(
        "a small blind is posted for a big blind who left",
        "CASH-04",
        "poker/rotation.py",
        "small: int | None = None",
        "small: int | None = next(seat for seat in counter_clockwise(big, seats) if seat in dealt)",
        (_BLINDS, _EVENING),
    ),
    Mutation(
        "heads-up the big blind has the button",
        "CASH-05",
        "poker/rotation.py",
        "return Positions(other, other, big)",
        "return Positions(big, other, big)",
        (_BLINDS, _EVENING),
    ),
    Mutation(
        "two players go on hand after hand",
        "CASH-12",
        "cash/blinds.py",
        "if rules.one_hand_with_two_after_more.value and last is not None and len(last.seats) > 2:",
        "if rules.one_hand_with_two_after_more.value and last is not None and len(last.seats) >= 2:",
        (_BLINDS, "simulate --seed 3 --players 10 --hours 1 --crashes 0 --edition unibet-2.7"),
    ),
    Mutation(
        "a newcomer who asked to post is dealt in for nothing",
        "CASH-16",
        "cash/blinds.py",
        "posts = tuple(seat for seat in dealt if seat not in paying and _entry(chairs, seat) is Entry.POSTING)",
        "posts: tuple[int, ...] = ()",
        (_BLINDS, _EVENING),
    ),
    Mutation(
        "an odd chip goes to the last winner",
        "SHOW-05",
        "poker/pots.py",
        "stacks[place] += share + 1 if order < odd else share",
        "stacks[place] += share + 1 if order >= len(winners) - odd else share",
        ("tests/poker/test_course.py", "simulate --seed 2 --players 40 --hours 2 --crashes 0"),
    ),
    Mutation(
        "half the cap is forgotten",
        "RAKE-04",
        "poker/rules.py",
        "return self.cap // 2 if self.halved_for >> dealt_in & 1 else self.cap",
        "return self.cap",
        ("tests/poker/test_rake.py",),
    ),
    Mutation(
        "a raise may be as small as one likes",
        "BET-09",
        "poker/judge.py",
        "if amount < options.raise_min:",
        "if amount < 0:",
        ("tests/poker/test_betting.py",),
    ),
    Mutation(
        "everybody sees the cards that are dealt",
        "CASH-15",
        "play/changes.py",
        "return CardsDealt(tuple(each for each in event.told if not isinstance(each, HoleCardsDealt)), event.turn)",
        "return CardsDealt(event.told, event.turn)",
        ("tests/cash/test_table_views.py", _EVENING),
    ),
    Mutation(
        "folded hands are shown",
        "CASH-15",
        "poker/hand.py",
        "for place in shown:",
        "for place in range(self.count):",
        (_EVENING,),
    ),
    Mutation(
        "a clock starts anew when its player comes back",
        "TIME-11",
        "play/clock.py",
        "return Turn(turn.number, turn.seat, turn.started, max(turn.thinks_until, now), turn.bank, bank_runs=True)",
        "return Turn(turn.number, turn.seat, turn.started, Instant(now + 60_000), turn.bank, bank_runs=True)",
        (_CLOCK,),
    ),
    Mutation(
        "a second lost connection gives time again",
        "TIME-11",
        "play/playing.py",
        "counted[place] = replace(drop, allowances=drop.allowances + 1)",
        "counted[place] = replace(drop, allowances=drop.allowances)",
        (_CLOCK,),
    ),
    Mutation(
        "the house folds where it could check",
        "TIME-12",
        "play/playing.py",
        "decision = CALL if running.hand.options().can_check else FOLD",
        "decision = FOLD",
        (_CLOCK,),
    ),
    Mutation(
        "nobody sits out after an automatic decision",
        "TIME-13",
        "play/playing.py",
        "return play(rules, table, decision, now, left, rule, follows.rule if follows.value else None)",
        "return play(rules, table, decision, now, left, rule, None)",
        (_SITTING_OUT,),
    ),
    Mutation(
        "time banks have no cap",
        "TIME-07",
        "play/time_bank.py",
        "return Duration(min(self.most, max(self.floor, gained)))",
        "return Duration(max(self.floor, gained))",
        (_CLOCK,),
    ),
    Mutation(
        "a sit-out ends a moment too early",
        "TIME-02",
        "cash/sitting_out.py",
        "return Instant(sit_out.since + rules.sit_out_max.value + 1)",
        "return Instant(sit_out.since + rules.sit_out_max.value)",
        (_SITTING_OUT,),
    ),
    Mutation(
        "a crash leaves everybody at the table where they should be paid out",
        "TIME-17",
        "cash/recovery.py",
        "if rules.failure.value is CashFailure.CASH_OUT and not command.planned:",
        "if rules.failure.value is None and not command.planned:",
        (_FAILURES,),
    ),
    Mutation(
        "our own outage counts",
        "X-143",
        "cash/recovery.py",
        "stood_since = down_since if rules.downtime_shifts_periods.value else now",
        "stood_since = now",
        (_FAILURES, "simulate --seed 11 --players 30 --hours 3 --crashes 12 --edition unibet-2.6"),
    ),
    Mutation(
        "the window of ratholing is a moment too short",
        "RAT-02",
        "cash/ratholing.py",
        "if now - left.at <= ratholing.window_seconds.value",
        "if now - left.at < ratholing.window_seconds.value",
        (_RATHOLING,),
    ),
    Mutation(
        "one more return a day is free",
        "RAT-04",
        "cash/ratholing.py",
        "and (tier.counter_at_most is None or returns <= tier.counter_at_most)",
        "and (tier.counter_at_most is None or returns <= tier.counter_at_most + 1)",
        (_RATHOLING,),
    ),
    Mutation(
        "a Banzai stack may be topped up by anything",
        "BZ-03",
        "cash/buy_in.py",
        "least = room if rules.banzai is not None else rules.buy_in_min.value if enters else Cents(1)",
        "least = rules.buy_in_min.value if enters else Cents(1)",
        (_BUY_IN,),
    ),
    Mutation(
        "auto top-up goes beyond the initial buy-in",
        "BUY-05",
        "cash/buy_in.py",
        "wanted = Cents(max(0, initial - stack))",
        "wanted = top_up_limits(rules, stack).maximum",
        (_BUY_IN,),
    ),
    Mutation(
        "empty and almost full tables are drawn alike",
        "CASH-02",
        "cash/floor_seating.py",
        "return [favour * free if table in visited else free for table, free in tables]",
        "return [favour if table in visited else 1 for table, _ in tables]",
        ("tests/cash/test_floor_draw.py",),
    ),
    Mutation(
        "a sit-out everywhere goes on while all clocks stand",
        "TIME-05",
        "cash/player.py",
        "if not absence.expired and state.pause is None:",
        "if not absence.expired:",
        ("tests/cash/test_player_sit_out.py",),
    ),
    Mutation(
        "a timer that is put on again is called off",
        "TIME-12",
        "room/registry.py",
        "gone = [task for task in change.removed if task in actor.tasks and task not in change.added]",
        "gone = [task for task in change.removed if task in actor.tasks]",
        ("tests/room/test_registry.py", _EVENING),
    ),
    Mutation(
        "a deadline inside the grace of a lost connection decides",
        "TIME-11",
        "play/connections.py",
        "if is_known or not is_meant or not lost_at <= running.turn.deadline <= now:",
        "if True:",
        (_NEAR_DEADLINES, _EVENING),
    ),
    Mutation(
        "a loss counts from when others were shown it",
        "TIME-11",
        "room/presence.py",
        "self._tell.dropped(player, table, self._lost[player])",
        "self._tell.dropped(player, table, self._clock.now())",
        ("tests/room/test_presence.py", _EVENING),
    ),
    Mutation(
        "the room's own silence counts",
        "X-143",
        "room/registry.py",
        "self._give_back(actor, actor.kind.after_silence, since)",
        "pass",
        (_SILENCE, _EVENING),
    ),
    Mutation(
        "a commit that takes long eats the turn it opens",
        "TIME-18",
        "room/registry.py",
        "self._give_back(part.actor, part.actor.kind.after_commit, since)",
        "pass",
        (_SILENCE,),
    ),
)


def noticed(mutation: Mutation, proof: str) -> bool | None:
    """Whether the proof goes wrong with the broken rule; None: it proves nothing, because it cannot run."""
    with tempfile.TemporaryDirectory() as place:
        tree = Path(place)
        _copy(tree)
        _break(tree, mutation)
        environment = {**os.environ, "PYTHONPATH": str(tree / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
        if proof.startswith(_SIMULATE):
            done = _run([sys.executable, "-c", _COMMAND, *proof.split(), "--json"], tree, environment)
            return _found_something(done)
        pytest = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:randomly", "-p", "no:cacheprovider", proof]
        code = _run(pytest, tree, environment).returncode
        return None if code not in (0, _FAILED) else code == _FAILED


def _found_something(done: "subprocess.CompletedProcess[str]") -> bool | None:
    try:
        told = json.loads(done.stdout)
    except ValueError:
        return None
    return done.returncode == 1 and bool(told["violations"])


def _run(command: list[str], tree: Path, environment: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=False)


def _copy(tree: Path) -> None:
    for name in _COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, tree / name, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
        else:
            shutil.copy(source, tree / name)


def _break(tree: Path, mutation: Mutation) -> None:
    file = tree / "src/fairdeal" / mutation.file
    text = file.read_text("utf-8")
    if text.count(mutation.line) != 1:
        raise SystemExit(f"{mutation.name}: the line is {text.count(mutation.line)} times in {mutation.file}")
    file.write_text(text.replace(mutation.line, mutation.instead), "utf-8")


def _rows(names: list[str]) -> Iterator[tuple[Mutation, str, bool | None]]:
    for mutation in MUTATIONS:
        if not names or any(name in mutation.name for name in names):
            for proof in mutation.proofs:
                yield mutation, proof, noticed(mutation, proof)


def main(names: list[str]) -> int:
    """Run all, or those whose names hold one of these words; the number of proofs that noticed nothing, at most 1."""
    survived = 0
    for mutation, proof, found in _rows(names):
        word = {True: "noticed", False: "SURVIVED", None: "CANNOT RUN"}[found]
        survived += found is not True
        print(f"{word:<10} {mutation.rule:<8} {mutation.name:<68} {proof}", flush=True)
    print("every break was noticed" if not survived else f"{survived} proofs noticed nothing")
    return min(survived, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
