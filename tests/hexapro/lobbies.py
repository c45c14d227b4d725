"""A lobby to try things in: a machine, its state, its events, and a book that posts every transfer."""

import random
from collections.abc import Iterable
from functools import cache

from fairdeal.bank.ledger import Book, trial_balance
from fairdeal.hexapro.lobby.commands import LobbyCommand, Register, StartGame
from fairdeal.hexapro.lobby.events import GameStarted, LobbyEvent
from fairdeal.hexapro.lobby.machine import LobbyMachine
from fairdeal.hexapro.lobby.state import Lobby
from fairdeal.hexapro.rules import HexaRules, Product, hexapro_rules
from fairdeal.hexapro.settings import USUAL, LobbySettings
from fairdeal.kernel import AccountId, Cents, EventRef, Instant, PlayerId, Rejection, Timer, cents_of, events_of
from fairdeal.kernel.money import Units
from fairdeal.rulebook.clause import U22, U26, U27, EditionId
from fairdeal.rulebook.loader import published_edition
from fairdeal.tournament.director.commands import Cancel

UNIBET = (U22, U26, U27)
WITH_EXTREME = (U26, U27)
GAMES = [(edition, Product.HEXAPRO) for edition in UNIBET] + [(edition, Product.EXTREME) for edition in WITH_EXTREME]
NOON = Instant(1_800_000_000_000)
A, B, C, D = (PlayerId(name) for name in ("anna", "boris", "carla", "dag"))
RICH = Units(10**12)


@cache
def rules_of(edition: EditionId = U27, product: Product = Product.HEXAPRO, buy_in: int = 10_00) -> HexaRules:
    return hexapro_rules(published_edition(edition), product, Cents(buy_in))


def draw_of(rules: HexaRules, multiplier: int) -> int:
    """A draw that means that multiplier, given in hundredths."""
    return rules.wheel.slot_of(multiplier).first


class Room:
    """Drives one lobby; chance comes from a seed unless a draw is given."""

    def __init__(self, rules: HexaRules, settings: LobbySettings = USUAL, seed: int = 1) -> None:
        self.machine = LobbyMachine(rules, settings)
        self.rules = rules
        self.state = Lobby()
        self.now = NOON
        self.events: list[LobbyEvent] = []
        self.chance = random.Random(seed)  # noqa: S311
        self.book = Book({})

    def wallet(self, player: PlayerId) -> AccountId:
        account = self.rules.director.wallet(player)
        if account not in self.book.balances:
            self.book.balances[account] = RICH
        return account

    def spent(self, player: PlayerId) -> Cents:
        return cents_of(Units(RICH - self.book.balances[self.wallet(player)]))

    def balance(self, account: AccountId) -> Cents:
        sign = -1 if self.book.balances.get(account, 0) < 0 else 1
        return Cents(sign * cents_of(Units(abs(self.book.balances.get(account, 0)))))

    def ask(self, command: LobbyCommand) -> Rejection | tuple[LobbyEvent, ...]:
        decision = events_of(self.machine.decide(self.state, command, self.now))
        if isinstance(decision, Rejection):
            return decision
        for event in decision:
            self.events.append(event)
            self.state = self.machine.evolve(self.state, event)
            ref = EventRef(self.rules.stream, len(self.events))
            assert self.book.post(self.machine.transfers(event, ref)) is None
        return decision

    def tell(self, command: LobbyCommand) -> tuple[LobbyEvent, ...]:
        answer = self.ask(command)
        assert not isinstance(answer, Rejection), answer
        return answer

    def register(self, player: PlayerId, games: int = 1) -> tuple[LobbyEvent, ...]:
        self.wallet(player)
        return self.tell(Register(player, games, Cents(games * self.rules.buy_in.value)))

    def due(self) -> list[LobbyCommand]:
        """Commands whose timers have come, in the order of their instants."""
        timers = [task for task in self.machine.agenda(self.state) if isinstance(task, Timer) and task.at <= self.now]
        timers.sort(key=lambda timer: (timer.at, repr(timer.command)))
        return [timer.command for timer in timers if not isinstance(timer.command, Cancel)]

    def start_full(self, draws: Iterable[int] = ()) -> list[GameStarted]:
        """Draw and start every full game, in the order the agenda asks for it."""
        given = iter(draws)
        started = []
        for command in self.due():
            if isinstance(command, StartGame):
                draw = next(given, self.chance.randrange(self.rules.wheel.total))
                (event,) = self.tell(StartGame(command.number, draw, self.chance.randbytes(10)))
                assert isinstance(event, GameStarted)
                started.append(event)
        return started

    def game(self, multiplier: int | None = None) -> GameStarted:
        """A game of three, drawn; with that multiplier where one is given."""
        for player in (A, B, C):
            self.register(player)
        draws = () if multiplier is None else (draw_of(self.rules, multiplier),)
        (event,) = self.start_full(draws)
        return event

    def books_balance(self) -> bool:
        """Whether no money was lost or created since everybody's wallet was filled."""
        wallets = sum(account.startswith(("site:", "poker:")) for account in self.book.balances)
        return set(trial_balance(self.book.balances).values()) <= {wallets * RICH}
