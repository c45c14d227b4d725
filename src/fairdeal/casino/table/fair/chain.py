"""
Opening chains, locking and telling by PFP-1 at a casino table.

A wheel locks a place of the chain when its bets are closed, with those who bet; cards lock one when they are shuffled, with those who
are there. A round's secret is told with its result, a shoe's when it is over, and that of a lock that came to nothing at once.
"""

from collections.abc import Iterator

from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.fair import commands, events
from fairdeal.casino.table.fair.drawing import locked_round, prove_shoe, prove_void
from fairdeal.casino.table.fair.state import IDLE, SPARE, ChainLock, FairTable, LockedPlayer
from fairdeal.casino.table.rounds import Refused, TableDraft, escrow
from fairdeal.casino.table.shoes import needs_shuffle
from fairdeal.casino.table.state import Phase, Table
from fairdeal.fair import AHEAD, ROUND, SHOE
from fairdeal.fair.values import HASH_BYTES, ID_BYTES
from fairdeal.kernel import Instant, PlayerId, Timer, reject
from fairdeal.play.fair.messages import PromiseSeeds, RevealSeed
from fairdeal.play.fair.state import WINDOW, Pid, Promise

_BETWEEN = (Phase.IDLE, Phase.RESULT)


# ---- what is due


def tasks(facts: TableFacts, table: Table) -> Iterator[Timer[commands.FairCommand]]:
    """The step of the chain that is due before the table goes on; none: it can go on."""
    command = _due(facts, table)
    if command is not None:
        yield Timer(table.since, command)


def _due(facts: TableFacts, table: Table) -> commands.FairCommand | None:
    fair = table.fair
    if fair is None:
        return commands.OpenChain(1) if any(table.guests.values()) or _wants(facts, table) else None
    if _is_stale(facts, table):
        assert fair.lock is not None
        return commands.TellSecrets(fair.chain, (fair.lock.index,))
    if over := _over(facts, table):
        return commands.TellSecrets(fair.chain, over)
    wants = _wants(facts, table)
    if _is_used_up(fair, wants=wants, in_round=table.in_round):
        return commands.OpenChain(fair.chain + 1)
    return commands.LockChance(fair.used + 1) if wants and fair.lock is None else None


def _wants(facts: TableFacts, table: Table) -> bool:
    """Whether the next step of the table needs a place of the chain."""
    return table.phase is Phase.CLOSED if facts.game.proven == ROUND else needs_shuffle(facts, table)


def _is_stale(facts: TableFacts, table: Table) -> bool:
    """Whether the open lock will come to nothing: the room stopped, or what it was for is over."""
    lock = None if table.fair is None else table.fair.lock
    if lock is None:
        return False
    return lock.void or not _wants(facts, table) or (lock.kind == ROUND and lock.round != table.round)


def _over(facts: TableFacts, table: Table) -> tuple[int, ...]:
    """The places of the chain of shoes that are over; those within a round only when it is over."""
    fair = table.fair
    if fair is None or not fair.shoes or table.phase not in _BETWEEN or not needs_shuffle(facts, table):
        return ()
    return tuple(each.index for each in fair.shoes)


def _is_used_up(fair: FairTable, *, wants: bool, in_round: bool) -> bool:
    spare = 0 if in_round else SPARE
    return fair.lock is None and not fair.shoes and fair.used + spare >= fair.length and (wants or not in_round)


# ---- decisions


def decide_fair(facts: TableFacts, draft: TableDraft, command: commands.FairCommand, now: Instant) -> Refused:
    """Decide a command of PFP-1; those of timers change nothing where they come late."""
    if not facts.is_fair:
        return reject("seed_not_asked")
    match command:
        case commands.OpenChain():
            _open(facts, draft, command)
            return None
        case commands.LockChance():
            _lock(facts, draft, command, now)
            return None
        case commands.TellSecrets():
            _tell(facts, draft, command)
            return None
        case PromiseSeeds():
            return _promise(draft, command)
        case RevealSeed():
            return _reveal(draft, command)


def _open(facts: TableFacts, draft: TableDraft, command: commands.OpenChain) -> None:
    if _due(facts, draft.state) != commands.OpenChain(command.chain):
        return
    assert command.made is not None, "the runtime makes chains"
    draft.emit(events.ChainOpened(command.chain, *command.made))
    _give_pids(draft, tuple(draft.state.guests), command.pids)


def _lock(facts: TableFacts, draft: TableDraft, command: commands.LockChance, now: Instant) -> None:
    if _due(facts, draft.state) != commands.LockChance(command.index):
        return
    assert command.pids is not None, "the runtime draws pids"
    people = locked_people(facts, draft.state)
    _give_pids(draft, people, command.pids)
    table = draft.state
    fair, play = table.fair, table.fair_play or IDLE
    assert fair is not None
    players = []
    for player in people:
        pid, pledge = fair.pid_of(player), play.pledge_of(player)
        assert pid is not None, "everybody who is locked has a pid"
        takes_part = (
            pledge is not None and table.guests.get(player, False) and fair.barred_until(player) < command.index
        )
        players.append(
            LockedPlayer(player, pid, pledge.commitment_for(command.index) if pledge and takes_part else b"")
        )
    until = Instant(now + WINDOW) if any(each.commitment for each in players) else now
    draft.emit(events.ChanceLocked(ChainLock(command.index, facts.game.proven, table.round, tuple(players), until)))


def locked_people(facts: TableFacts, table: Table) -> tuple[PlayerId, ...]:
    """Whose seeds belong to the next lock: those who bet on a round, or everybody who is at the table of a shoe."""
    return tuple(escrow(table) if facts.game.proven == ROUND else table.guests)


def without_pid(table: Table, people: tuple[PlayerId, ...]) -> int:
    """How many of these have no pid."""
    fair = table.fair
    return len(people) if fair is None else sum(fair.pid_of(player) is None for player in people)


def _give_pids(draft: TableDraft, people: tuple[PlayerId, ...], chance: bytes) -> None:
    fair = draft.state.fair
    assert fair is not None
    missing = [player for player in people if fair.pid_of(player) is None]
    assert len(chance) >= ID_BYTES * len(missing), "the runtime draws enough bytes"
    if missing:
        pids = (Pid(player, chance[at * ID_BYTES : (at + 1) * ID_BYTES]) for at, player in enumerate(missing))
        draft.emit(events.CasinoPidsGiven(tuple(pids)))


def welcome(draft: TableDraft, player: PlayerId, pid: bytes | None) -> None:
    """Give a player whose visit begins the 16 bytes that stand for them."""
    if draft.state.fair is not None and pid is not None:
        draft.emit(events.CasinoPidsGiven((Pid(player, pid),)))


def _tell(facts: TableFacts, draft: TableDraft, command: commands.TellSecrets) -> None:
    table = draft.state
    due = _due(facts, table)
    if due != commands.TellSecrets(command.chain, command.indices):
        return
    fair = table.fair
    assert fair is not None
    assert command.secrets is not None, "the runtime opens secrets"
    if fair.lock is not None and command.indices == (fair.lock.index,):
        draft.emit(prove_void(table, command.secrets[0]))
        return
    shoes = {shoe.number: shoe for shoe in (*table.spent, table.shoe) if shoe is not None}
    for keyed, secret in zip(fair.shoes, command.secrets, strict=True):
        shoe = shoes.get(keyed.shoe)
        draft.emit(prove_shoe(fair, keyed, secret, 0 if shoe is None else shoe.out))


# ---- players


def _promise(draft: TableDraft, command: PromiseSeeds) -> Refused:
    fair = draft.state.fair
    if command.player not in draft.state.guests:
        return reject("not_at_table")
    if any(len(each.commitment) != HASH_BYTES for each in command.promises):
        return reject("bad_commitment")
    if fair is None:
        return reject("seed_not_asked")
    if kept := _coming(fair, command.promises):
        draft.emit(events.CasinoSeedsPromised(command.player, kept))
    return None


def _reveal(draft: TableDraft, command: RevealSeed) -> Refused:
    table = draft.state
    fair, play = table.fair, table.fair_play or IDLE
    lock = None if fair is None else fair.lock
    if fair is None or lock is None or lock.void or lock.index != command.hand or command.player not in lock.awaited:
        return reject("seed_not_asked")
    if all(each.player != command.player for each in play.seeds):
        pid = next(each.pid for each in lock.players if each.player == command.player)
        if not locked_round(fair, lock).accepts(pid, command.seed):
            return reject("wrong_seed")
        draft.emit(events.CasinoSeedRevealed(command.player, command.seed))
    if kept := _coming(fair, command.promises):
        draft.emit(events.CasinoSeedsPromised(command.player, kept))
    return None


def _coming(fair: FairTable, promises: tuple[Promise, ...]) -> tuple[Promise, ...]:
    """Those promises that can still count, in the order of places; of two for one place, the later."""
    by_index = {each.hand: each for each in promises if fair.used < each.hand <= fair.used + AHEAD}
    return tuple(by_index[index] for index in sorted(by_index))


def is_shoe(facts: TableFacts) -> bool:
    """Whether the table's chain is for shoes."""
    return facts.game.proven == SHOE
