"""`fairdeal casino`: simulate the live casino's games, or sit down at a table in the terminal."""

import asyncio
import json
import os
import random
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import process_time
from typing import TYPE_CHECKING, Any, ClassVar, Final, TextIO

import click

from fairdeal.rulebook.clause import USUAL_CASINO
from fairdeal.rulebook.wording import LANGUAGES, Language

if TYPE_CHECKING:
    from fairdeal.bank.transfer import Transfer
    from fairdeal.casino.simulate import Report, Tally
    from fairdeal.casino.table.commands import TableCommand
    from fairdeal.casino.table.events import TableEvent
    from fairdeal.casino.table.state import Phase
    from fairdeal.kernel import Cents, Rejection
    from fairdeal.rulebook.schema.casino import Casino

GAMES: Final = ("roulette", "blackjack", "baccarat")
STRATEGIES: Final = ("basic",)
_ROUNDS_MAX: Final = 10**9

_game = click.argument("game", type=click.Choice(GAMES))
_edition = click.option("--edition", default=USUAL_CASINO, show_default=True, help="A rulebook with a casino.")
_soft17 = click.option("--soft17", type=click.Choice(("stand", "hit")), help="What the dealer does on soft 17.")


@click.group()
def casino() -> None:
    """Roulette, blackjack and baccarat by the rules of the live casino."""


@casino.command()
@click.option("--simulate", is_flag=True, required=True, help="Deal by itself; people use the page /station.")
@click.option("--url", default="http://127.0.0.1:8000", show_default=True, help="The server.")
@click.option("--name", required=True, help="An account with the role dealer and a second factor.")
@click.option("--table", required=True, help="The id of a live table.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed deals the same cards.")
@click.option(
    "--misreads", type=click.FloatRange(0, 0.5), default=0.0, show_default=True, help="Chance of a failed scan."
)
@click.option("--pace", type=click.IntRange(0, 60_000), default=900, show_default=True, help="Milliseconds for a step.")
@click.option("--rounds", type=click.IntRange(1), help="Stop after so many rounds.  [default: never]")
def station(
    url: str, name: str, table: str, seed: int, misreads: float, pace: int, rounds: int | None, *, simulate: bool
) -> None:
    """
    Deal at a live table of a running server, as a signed-in dealer.

    The password and the secret of the second factor come from FAIRDEAL_STATION_PASSWORD and FAIRDEAL_STATION_SECRET, or are asked for.
    """
    from fairdeal.bots.live_dealer import AutomaticDealer
    from fairdeal.testing.casino.station import NotLetIn, RunningHouse, SimulatedStation, totp

    assert simulate
    password = os.environ.get("FAIRDEAL_STATION_PASSWORD") or click.prompt("Password", hide_input=True)
    secret = os.environ.get("FAIRDEAL_STATION_SECRET") or click.prompt("Secret of the second factor", hide_input=True)
    house = RunningHouse(url.rstrip("/"))
    dealer = AutomaticDealer(random.Random(seed), misreads)  # noqa: S311 - a simulation that can be repeated
    try:
        house.sign_in(name, password, lambda: totp(secret))
        dealt = asyncio.run(SimulatedStation(house, table, dealer, pace / 1000).run(rounds))
    except NotLetIn as refused:
        raise click.ClickException(str(refused)) from None
    click.echo(f"{dealt} rounds dealt at {table}")


@casino.command()
@_game
@click.option("--rounds", type=click.IntRange(1, _ROUNDS_MAX), default=100_000, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed plays the same rounds.")
@click.option("--strategy", type=click.Choice(STRATEGIES), help="How blackjack is played.  [default: basic]")
@_soft17
@_edition
@click.option("--json", "as_json", is_flag=True, help="The figures as a JSON object.")
@click.option(
    "--proofs",
    type=click.File("w", encoding="utf-8", lazy=False),
    help='Draw by PFP-1, and write one published proof a line; "-" for standard output.',
)
def simulate(
    game: str,
    rounds: int,
    seed: int,
    strategy: str | None,
    soft17: str | None,
    edition: str,
    proofs: TextIO | None,
    *,
    as_json: bool,
) -> None:
    """
    Play many rounds and say what the house keeps of each stake.

    Roulette bets on one field of every kind, baccarat on every spot, blackjack on one hand by basic strategy. The same seed plays
    the same rounds; with --proofs they are others, because pockets and shoes are drawn with guests' seeds.
    """
    if (strategy or soft17) and not EVENINGS[game].decides:
        raise click.UsageError("--strategy and --soft17 are for blackjack")
    rules = rules_of(edition, soft17)
    start = process_time()
    with _progress_bar(rounds) as progress:
        report = _simulated(rules, game, rounds, seed, proofs, progress)
    rate = rounds / (process_time() - start)  # of one core: other programs do not count
    if as_json:
        click.echo(json.dumps(_as_json(game, report, seed, rate)))
        return
    click.echo(f"{game}, {rounds:,} rounds from seed {seed}, {rate:,.0f} a second")
    for name, tally in (*sorted(report.bets.items()), ("all bets", report.whole)):
        click.echo(f"{name:14}house edge {100 * tally.edge:8.4f} %   standard error {100 * tally.standard_error:.4f} %")


def rules_of(edition: str, soft17: str | None) -> "Casino":
    """The casino rules of an edition, with the table's own way of soft 17."""
    from fairdeal.casino.games.blackjack.engine import with_soft_17
    from fairdeal.cli.rules import edition_named

    rules = edition_named(edition).casino
    if rules is None:
        raise click.UsageError(f"{edition} has no casino")
    return rules if soft17 is None else with_soft_17(rules, hits=soft17 == "hit")


def _simulated(
    rules: "Casino", game: str, rounds: int, seed: int, proofs: TextIO | None, progress: Callable[[int], None]
) -> "Report":
    from fairdeal.casino.proven import ProvenDraws
    from fairdeal.casino.simulate import Chance, simulate_baccarat, simulate_blackjack, simulate_roulette, unseen

    plain = random.Random(seed)  # noqa: S311 - a simulation is to be repeated, not to be secret
    proven = None if proofs is None else ProvenDraws(plain.randbytes, lambda proof: proofs.write(f"{proof}\n"))
    chance: Chance = proven or plain
    over = proven.over if proven else unseen
    play: dict[str, Callable[[], Report]] = {
        "roulette": lambda: simulate_roulette(rules.roulette, rounds, chance, progress),
        "baccarat": lambda: simulate_baccarat(rules.baccarat, rounds, chance, progress, over),
        "blackjack": lambda: simulate_blackjack(rules.blackjack, rounds, chance, progress, over=over),
    }
    return play[game]()


def _as_json(game: str, report: "Report", seed: int, rate: float) -> dict[str, Any]:
    def figures(tally: "Tally") -> dict[str, float | None]:
        # One round has no standard error, and JSON no infinity.
        return {"edge": tally.edge, "se": tally.standard_error if tally.rounds > 1 else None}

    bets = {"bets": {name: figures(tally) for name, tally in report.bets.items()}} if report.bets else {}
    whole = report.whole
    return {
        "game": game,
        "seed": seed,
        "rounds": whole.rounds,
        "rounds_per_second": rate,
        **figures(whole),
        **bets,
    }


@contextmanager
def _progress_bar(length: int) -> Iterator[Callable[[int], None]]:
    """A progress callback: a bar on a terminal, nothing elsewhere."""
    with click.progressbar(length=length, file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        yield lambda done: bar.update(done - bar.pos)


# ---- a table in the terminal


@casino.command()
@_game
@click.option("--rounds", type=click.IntRange(min=1), default=None, help="Stop after so many rounds.")
@click.option("--seed", type=int, default=None, help="The same seed deals the same cards.")
@_soft17
@_edition
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", help="Language of the rules' words.")
def deal(game: str, rounds: int | None, seed: int | None, soft17: str | None, edition: str, lang: Language) -> None:
    """Play at a table in the terminal. No money is involved."""
    if soft17 and not EVENINGS[game].decides:
        raise click.UsageError("--soft17 is for blackjack")
    # A practice game: the operating system's dice, unless the player wants to see the same cards again.
    chance = random.Random(seed) if seed is not None else random.SystemRandom()  # noqa: S311
    EVENINGS[game](rules_of(edition, soft17), game, chance, lang).run(rounds)


class Quit(Exception):
    """The player quits."""


class Evening(ABC):
    """One person at a table of their own: the machine, a ledger of play money, and a clock that never waits."""

    question: ClassVar[str]
    decides: ClassVar[bool] = False  # whether the player does anything but bet

    def __init__(self, rules: "Casino", game: str, chance: random.Random, lang: Language) -> None:
        from fairdeal.bank.accounts import Purpose, Tender, site_wallet
        from fairdeal.bank.ledger import Book
        from fairdeal.casino.games.catalogue import game_named
        from fairdeal.casino.table.facts import TableFacts
        from fairdeal.casino.table.machine import CasinoTable
        from fairdeal.kernel import Currency, Instant, MoneyKind, PlayerId, TableId

        tender = Tender(Currency.EUR, MoneyKind.PLAY)
        self.me = PlayerId("you")
        self.wallet = site_wallet(tender, self.me)
        self.book = Book({self.wallet: START, tender.account(Purpose.OUTSIDE): -START})
        self.facts = TableFacts(TableId("terminal"), tender, rules, game_named(game))
        self.machine = CasinoTable(self.facts)
        self.table = self.machine.initial
        self.chance = chance
        self.lang = lang
        self.now = Instant(0)
        self.version = 0

    def run(self, rounds: int | None) -> None:
        """Play round after round until the player has enough."""
        from fairdeal.casino.table.commands import Join

        self.send(Join(self.me))
        self.sit_down()
        played = 0
        click.echo(f"{self.facts.game.name}. You have {self.money()}. {self.help}")
        try:
            while rounds is None or played < rounds:
                self.one_round()
                played += 1
        except Quit:
            pass
        click.echo(f"{played} rounds. You have {self.money()}.")

    def one_round(self) -> None:
        """Play one round: bets, decisions, result."""
        from fairdeal.casino.table.state import Phase

        while self.phase() is not Phase.BETTING:
            self.tick()
        if self.cents() < self.facts.limits.bet_min.value:
            click.echo("  You have too little for another bet.")
            raise Quit
        click.echo(f"\nRound {self.table.round}. You have {self.money()}.")
        while not self.bet(ask(self.question)):
            pass
        while self.phase() is not Phase.RESULT:
            if not self.decide():
                self.tick()

    def phase(self) -> "Phase":
        """The phase of the round."""
        return self.table.phase

    # ---- what the player says

    @property
    def help(self) -> str:
        """What the player may answer."""
        return HELP[self.facts.game.name]

    def bet(self, answer: str) -> bool:
        """Whether the answer became a bet."""
        from fairdeal.casino.bet_text import BadBet

        try:
            return self.place(answer)
        except BadBet as bad:
            click.echo(f"  {bad}. {self.help}")
            return False

    def sit_down(self) -> None:  # noqa: B027 - most games have no seats
        """Take a place, where one is needed to play."""

    @abstractmethod
    def place(self, answer: str) -> bool:
        """Bet what the answer says; raises `BadBet`."""

    def decide(self) -> bool:
        """Ask the player if the table waits for a decision; false when it does not."""
        return False

    # ---- the table

    def send(self, command: "TableCommand") -> bool:
        """Send a command to the table and print its events, or the refusal."""
        from fairdeal.kernel import EventRef, Rejection, StreamId

        decision = self.machine.decide(self.table, command, self.now)
        if isinstance(decision, Rejection):
            click.echo(f"  {self.refusal(decision)}")
            return False
        chain: list[Transfer] = []
        for version, step in enumerate(decision, self.version + 1):
            chain += self.machine.transfers(step.event, EventRef(StreamId("casino:terminal"), version))
        if self.book.post(chain) is not None:
            click.echo(f"  No: you have only {self.money()}.")
            return False
        for step in decision:
            self.table, self.version = step.after, self.version + 1
            self.tell(step.event)
        return True

    def tick(self) -> None:
        """Advance the clock to the next item of the agenda and run it."""
        from fairdeal.kernel import Timer

        timer = min((task for task in self.machine.agenda(self.table) if isinstance(task, Timer)), key=lambda t: t.at)
        self.now = max(self.now, timer.at)
        self.send(self.supplied(timer.command))

    def supplied(self, command: "TableCommand") -> "TableCommand":
        """The command with the entropy it needs."""
        from dataclasses import replace

        from fairdeal.casino.shoe import SALT_BYTES
        from fairdeal.casino.table.commands import Shuffle

        if isinstance(command, Shuffle):
            order = list(command.cards)
            self.chance.shuffle(order)
            cut = self.chance.randrange(len(order))
            return replace(command, order=bytes(order), cut=cut, salt=self.chance.randbytes(SALT_BYTES))
        return self.machine.with_chance(command, self.chance.randrange)

    def tell(self, event: "TableEvent") -> None:
        """Say what happens."""
        from fairdeal.casino.story import sentence

        if line := sentence(self.facts, event, self.me):
            click.echo(f"  {line}")

    def refusal(self, rejection: "Rejection") -> str:
        """A refusal with its numbers and its rule."""
        from fairdeal.casino.story import amount

        numbers = ", ".join(f"{name} {amount(value)}" for name, value in rejection.numbers)
        told = f"No: {rejection.code.replace('_', ' ')}" + (f" ({numbers})" if numbers else "")
        return f"{told}. {self.words(rejection.rule)}" if rejection.rule else f"{told}."

    def words(self, rule: str) -> str:
        """A rule as the player reads it."""
        from fairdeal.rulebook.catalogue import chapter_of
        from fairdeal.rulebook.loader import words_of

        by_language = words_of(chapter_of(rule).key)[rule]
        return f"{rule}: {by_language.get(self.lang, by_language['en']).text}"

    def money(self) -> str:
        """The player's balance, as text."""
        from fairdeal.casino.story import amount

        return amount(self.cents())

    def cents(self) -> int:
        """The player's balance in cents."""
        from fairdeal.kernel import UNITS_PER_CENT

        return self.book.balances[self.wallet] // UNITS_PER_CENT


class LayoutEvening(Evening):
    """An evening at a layout: bets are written as spots and amounts."""

    question = "  your bets"

    def place(self, answer: str) -> bool:
        """Place chips and confirm them; "l" repeats the last bet."""
        from fairdeal.casino.bet_text import chips_for, parse_bets
        from fairdeal.casino.games.layout.betting import layout_engine
        from fairdeal.casino.games.layout.commands import Confirm, PlaceChip, RepeatLastBet, Undo
        from fairdeal.casino.games.layout.felt import layout_of

        number = self.table.round
        if answer == "l":
            placed = self.send(RepeatLastBet(self.me, number))
        else:
            bets = parse_bets(answer, layout_engine(self.facts).spots)
            chips = [(spot, chip) for spot, amount in bets for chip in chips_for(amount, self.facts.limits.chips.value)]
            placed = bool(chips) and all(self.send(PlaceChip(self.me, number, spot, chip)) for spot, chip in chips)
        if placed and self.send(Confirm(self.me, number)):
            return True
        if layout_of(self.table).staged.get(self.me):
            self.send(Undo(self.me, number, everything=True))
        return False


class BlackjackEvening(Evening):
    """An evening in the first seat of a blackjack table."""

    question = "  your bet"
    decides = True

    def sit_down(self) -> None:
        """Take the first seat."""
        from fairdeal.casino.games.blackjack.commands import TakeSeat

        self.send(TakeSeat(self.me, 0))

    def place(self, answer: str) -> bool:
        """Bet the amount on the own hand."""
        from fairdeal.casino.bet_text import parse_amount
        from fairdeal.casino.games.blackjack.commands import PlaceBet

        return self.send(PlaceBet(self.me, self.table.round, parse_amount(answer)))

    def decide(self) -> bool:
        """Ask about insurance or for the next act of the hand."""
        from fairdeal.casino.games.blackjack.commands import Choice, Decide
        from fairdeal.casino.games.blackjack.felt import boxes_of
        from fairdeal.casino.games.blackjack.view import OwnBoxes

        own = self.machine.view(self.table, self.me).own
        if not isinstance(own, OwnBoxes):
            return False
        if own.insurance_max:
            self.insure(own.insurance_max)
            return True
        if not own.options:
            return False
        answer = ask(f"  {self.hands()}: {', '.join(own.options)}")
        choice = next((option for key, option in KEYS.items() if answer in (key, option)), None)
        if choice is None:
            click.echo(f"  {self.why(answer)}")
        else:
            self.send(Decide(self.me, self.table.round, boxes_of(self.table).turn, Choice(choice)))
        return True

    def insure(self, most: "Cents") -> None:
        """Ask about insurance."""
        from fairdeal.casino.bet_text import BadBet, parse_amount
        from fairdeal.casino.games.blackjack.commands import Insure
        from fairdeal.casino.story import amount

        answer = ask(f"  insurance up to {amount(most)}, or nothing")
        try:
            self.send(Insure(self.me, self.table.round, parse_amount(answer or "0")))
        except BadBet as bad:
            click.echo(f"  {bad}")

    def hands(self) -> str:
        """The player's hands and the dealer's open card."""
        from fairdeal.casino.games.blackjack.view import BlackjackView

        felt = self.machine.view(self.table, self.me).felt
        assert isinstance(felt, BlackjackView)
        hands = [f"{'soft ' if hand.soft else ''}{hand.total}" for hand in felt.seats[0].hands]
        if len(hands) > 1:
            hands[felt.turn_hand] = f"[{hands[felt.turn_hand]}]"
        return f"{' and '.join(hands)} against {felt.dealer_total}"

    def why(self, answer: str) -> str:
        """What the player may do, or the words of the rule about decisions."""
        return self.words("BJ-45") if answer == "w" else self.help


EVENINGS: Final[dict[str, type[Evening]]] = {
    "roulette": LayoutEvening,
    "blackjack": BlackjackEvening,
    "baccarat": LayoutEvening,
}
START: Final = 10_000_000
"""The starting balance in units: a thousand."""
KEYS: Final = {"h": "hit", "s": "stand", "d": "double", "p": "split"}
HELP: Final = {
    "roulette": "Bets: red 5, 17 1, split-16-17 2 · l last bet · q quit",
    "baccarat": "Bets: player 5, banker 25, tie 1 · l last bet · q quit",
    "blackjack": "A bet: 10 · h hit · s stand · d double · p split · w why? · q quit",
}


def ask(question: str) -> str:
    """Ask a question; raises `Quit` on "q" and at the end of the input."""
    try:
        answer: str = click.prompt(question, prompt_suffix=" > ", default="", show_default=False)
    except click.Abort:
        raise Quit from None
    answer = answer.strip().lower()
    if answer == "q":
        raise Quit
    return answer
