"""Random evenings at a casino table: people come, bet, decide, leave and lose their connection; a dealer makes mistakes."""

from collections.abc import Callable
from random import Random

from fairdeal.casino.dealer import BY_THE_DEALER, StepKind
from fairdeal.casino.games.blackjack import commands as bj
from fairdeal.casino.games.blackjack.felt import boxes_of
from fairdeal.casino.games.blackjack.view import BlackjackView
from fairdeal.casino.games.catalogue import BACCARAT, BLACKJACK, ROULETTE
from fairdeal.casino.games.game import Game
from fairdeal.casino.games.layout import commands as lay
from fairdeal.casino.games.roulette.spin import Spin
from fairdeal.casino.table import commands as c
from fairdeal.casino.table.facts import Dealing
from fairdeal.casino.table.state import Correction, CorrectionKind, Phase
from fairdeal.kernel import Cents, PlayerId, Rejection
from tests.casino.tables import Bench

PEOPLE = tuple(PlayerId(f"p{number}") for number in range(6))
SPOTS = {
    ROULETTE: ("straight-0", "straight-17", "split-1-2", "split-0-1", "street-4", "corner-1", "red", "dozen-3"),
    BACCARAT: ("player", "banker", "tie", "dragon"),
    BLACKJACK: ("none",),
}
AMOUNTS = tuple(map(Cents, (0, 50, 100, 250, 500, 2_500, 10_000, 60_000)))


def evening(game: Game, dealing: Dealing, seed: int, steps: int, look: Callable[[Bench], None]) -> Bench:
    """Play some random steps, looking at the table after each, and then let the round come to its end."""
    chance = Random(seed)  # noqa: S311
    bench = Bench(game, dealing=dealing, seed=seed)
    bench.come(*PEOPLE[:2])
    for person in PEOPLE[2:]:  # some with little money
        bench.come(person, funds=chance.choice((0, 700, 30_000, 1_000_000)))
    if game is BLACKJACK:
        bench.sit(*PEOPLE[:3])
    for _ in range(steps):
        # Most of the time people bet while they can, and otherwise wait.
        if chance.random() < (0.08 if bench.table.phase is Phase.BETTING else 0.6):
            finish_turns(bench, chance)
        else:
            bench.send(random_command(bench, chance))
        look(bench)
    finish(bench, look)
    return bench


def finish_turns(bench: Bench, chance: Random) -> None:
    """What happens by itself: the next timer, or the dealer's next step."""
    if bench.facts.is_live:
        step = bench.machine.step(bench.table)
        if step.kind is not StepKind.WAIT:
            dealer_acts(bench, chance)
            return
    if bench.machine.agenda(bench.table):
        bench.tick()


def dealer_acts(bench: Bench, chance: Random) -> None:
    """The dealer does what the station says, now and then with a scan that fails or people who correct something."""
    table, step = bench.table, bench.machine.step(bench.table)
    if step.kind in BY_THE_DEALER:
        bench.do(c.FinishStep(step.kind, video=7))
    elif step.kind is StepKind.SPIN:
        bench.do(Spin(table.round, 37, chance.randrange(37), video=7))
    elif step.kind is StepKind.HELD:
        bench.send(c.Dismiss("floor"))
    elif step.kind is StepKind.SCAN:
        if chance.random() < 0.1:
            bench.do(c.ScanFailed(table.round))
        elif chance.random() < 0.1:
            correct_something(bench, chance)
        else:
            bench.do(c.Scan(table.round, chance.randrange(52), video=7))


def correct_something(bench: Bench, chance: Random) -> None:
    kind = chance.choice(list(CorrectionKind))
    proposal = c.Propose("dealer", Correction(kind, chance.randrange(52), "seen on video"))
    if not isinstance(bench.send(proposal), Rejection):
        assert bench.refuse(c.Approve("dealer")) == ("second_person_needed", "X-141")
        bench.do(c.Approve("supervisor"))


def finish(bench: Bench, look: Callable[[Bench], None]) -> None:
    """Nobody decides anything any more: the round must end by itself, or by the dealer."""
    chance = Random(0)  # noqa: S311
    for _ in range(400):
        if bench.table.phase in (Phase.RESULT, Phase.IDLE):
            return
        finish_turns(bench, chance)
        look(bench)
    raise AssertionError(f"the round does not end: {bench.table.phase}")


def random_command(bench: Bench, chance: Random) -> c.TableCommand:
    """Anything a person could send: mostly what fits the moment, now and then nonsense."""
    table, player = bench.table, chance.choice(PEOPLE)
    number = table.round if chance.random() < 0.95 else table.round - 1
    if chance.random() < 0.08:
        people: list[c.TableCommand] = [c.Leave(player), c.Disconnected(player), *[c.Join(player)] * 6]
        return chance.choice(people)
    if bench.facts.game is not BLACKJACK:
        return chip_command(bench, chance, player, number)
    if table.phase is Phase.PLAYING and chance.random() < 0.9:
        return decision(bench, chance, player, number)
    return box_command(bench, chance, player, number)


def chip_command(bench: Bench, chance: Random, player: PlayerId, number: int) -> c.TableCommand:
    spot = chance.choice(SPOTS[bench.facts.game])
    chips: list[c.TableCommand] = [
        *(lay.PlaceChip(player, number, spot, Cents(500)) for _ in range(4)),
        lay.PlaceChip(player, number, spot, chance.choice(AMOUNTS)),
        *(lay.Confirm(player, number) for _ in range(4)),
        lay.Undo(player, number, everything=chance.random() < 0.3, spot=chance.choice((None, spot))),
        lay.RepeatLastBet(player, number),
    ]
    return chance.choice(chips)


def box_command(bench: Bench, chance: Random, player: PlayerId, number: int) -> c.TableCommand:
    seat = chance.randrange(7)
    taken = [each for each, who in enumerate(boxes_of(bench.table).seats) if who is not None]
    behind = chance.choice(taken) if taken else seat
    whose = boxes_of(bench.table).seats[behind] or player
    boxes: list[c.TableCommand] = [
        bj.TakeSeat(player, chance.choice((seat, 0, 1))),
        bj.LeaveSeat(player) if chance.random() < 0.2 else bj.JoinQueue(player),
        *(bj.PlaceBet(whose, number, Cents(1_000)) for _ in range(3)),
        bj.PlaceBet(whose, number, chance.choice(AMOUNTS)),
        *(bj.BetBehind(player, number, behind, Cents(500)) for _ in range(2)),
        bj.BetBehind(player, number, seat, chance.choice(AMOUNTS)),
        bj.WithdrawBet(player, number) if chance.random() < 0.3 else bj.AnswerFollow(player, chance.random() < 0.7),
    ]
    return chance.choice(boxes)


def decision(bench: Bench, chance: Random, player: PlayerId, number: int) -> c.TableCommand:
    felt = boxes_of(bench.table)
    view = bench.view().felt
    assert isinstance(view, BlackjackView)
    whose = felt.seats[view.turn_seat] if view.turn_seat >= 0 else None
    decisions: list[c.TableCommand] = [
        bj.Insure(player, number, chance.choice((Cents(0), Cents(500), chance.choice(AMOUNTS)))),
        *(bj.Decide(whose or player, number, felt.turn, choice) for choice in bj.Choice),
        bj.Decide(whose or player, number, felt.turn, bj.Choice.SPLIT),
        bj.Decide(whose or player, number, felt.turn, bj.Choice.DOUBLE, chance.choice(AMOUNTS)),
        bj.Decide(player, number, felt.turn, bj.Choice.HIT),
    ]
    return chance.choice(decisions)
