"""`fairdeal play`: one person against practice opponents, to feel the rules."""

import random
from decimal import Decimal, InvalidOperation
from typing import IO, TYPE_CHECKING

import click

from fairdeal.rulebook.clause import PUBLISHED, USUAL
from fairdeal.rulebook.wording import LANGUAGES, Language

if TYPE_CHECKING:
    from fairdeal.bots import Style
    from fairdeal.fair import Dispute
    from fairdeal.fair.practice import PracticeCut
    from fairdeal.kernel import Rejection
    from fairdeal.poker import Choice, Hand, Options, TableRules
    from fairdeal.poker.events import HandEvent

HELP = "f fold · c check or call · r AMOUNT bet or raise to · a the most · w why? · q quit"
NAMES = ("Aino", "Björn", "Corina", "Dag", "Elena", "Fanni", "Gustav", "Helve")


@click.command()
@click.option("--edition", type=click.Choice(PUBLISHED), default=USUAL, show_default=True)
@click.option("--game", "family", default="texas", show_default=True, help="A game of the edition, such as omaha.")
@click.option("--stake", default="0.25/0.50", show_default=True, help="Blinds, or the limits of a fixed-limit table.")
@click.option("--opponents", type=click.IntRange(1, 8), default=5, show_default=True)
@click.option("--hands", type=click.IntRange(min=1), default=None, help="Stop after so many hands.")
@click.option("--seed", type=int, default=None, help="The same seed deals the same cards.")
@click.option("--text", "own_text", default="", help="A text of your own, mixed into your number in every cut.")
@click.option("--proofs", type=click.File("w"), default=None, help="Write your copy of every hand's proof, one a line.")
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", help="Language of the rules' words.")
def play(
    edition: str,
    family: str,
    stake: str,
    opponents: int,
    hands: int | None,
    seed: int | None,
    own_text: str,
    proofs: IO[str] | None,
    lang: Language,
) -> None:
    """
    Play against practice opponents in the terminal, by the rules of an edition. No money is involved.

    Two decks are locked before every hand, your own number is in the cut, and every deal is checked when the hand is over.
    """
    from fairdeal.cli.rules import edition_named
    from fairdeal.fair.practice import PracticeCut
    from fairdeal.poker import NoSuchGame, rules_for
    from fairdeal.rulebook.ruled import read_blinds
    from fairdeal.runtime.signing import RoomKey, is_signed

    blinds = read_blinds(stake)
    if blinds is None:
        raise click.BadParameter('expected a pair of amounts such as "0.25/0.50"', param_hint="--stake")
    try:
        table = rules_for(edition_named(edition), family, blinds)
    except NoSuchGame as missing:
        raise click.UsageError(str(missing)) from None
    # A practice game: the operating system's dice, unless the player wants to see the same cards again.
    chance = random.Random(seed) if seed is not None else random.SystemRandom()  # noqa: S311
    cut = PracticeCut(chance.randbytes, RoomKey(chance.randbytes(32)), is_signed, own_text)
    Session(table, opponents, chance, lang, cut, proofs).run(hands)


class Session:
    """A session of one person at a table; empty stacks are refilled."""

    def __init__(
        self,
        table: "TableRules",
        opponents: int,
        chance: random.Random,
        lang: Language,
        cut: "PracticeCut",
        proofs: IO[str] | None,
    ) -> None:
        from fairdeal.bots import STYLES

        self.cut = cut
        self.proofs = proofs
        self.shown: list[int] = []

        self.table = table
        self.chance = chance
        self.lang = lang
        self.names = ["You", *NAMES[:opponents]]
        self.styles: list[Style] = [STYLES[number % len(STYLES)] for number in range(opponents)]
        self.deep = 100 * table.hand.big_blind
        self.stacks = [self.deep] * len(self.names)
        self.button = chance.randrange(len(self.names))
        self.order: list[int] = []

    def run(self, hands: int | None) -> None:
        """Play hands until the player quits."""
        click.echo(f"{self.table.label}, {len(self.names)} players. {HELP}")
        played = 0
        while hands is None or played < hands:
            if not self.one_hand(played + 1):
                break
            played += 1
        result = self.stacks[0] - self.deep
        hands_played = "1 hand" if played == 1 else f"{played} hands"
        sign = "+" if result >= 0 else ""
        click.echo(f"{hands_played}. Your stack is {money(self.stacks[0])} ({sign}{money(result)}).")

    def one_hand(self, number: int) -> bool:
        """Play one hand; false when the player quits, or its deal does not fit."""
        from fairdeal.fair import Dispute
        from fairdeal.poker import Hand, HandOrder

        count = len(self.names)
        self.button = (self.button + 1) % count
        self.stacks = [stack if stack >= self.table.hand.big_blind else self.deep for stack in self.stacks]
        self.order = [(self.button + 1 + place) % count for place in range(count)]
        self.shown = []
        try:
            deck = self.cut.deal(number, self.order, self.table.hand.hole_cards)
        except Dispute as dispute:
            return self.stop(dispute)
        stacks = [self.stacks[player] for player in self.order]
        click.echo(f"\nHand {number}. {self.names[self.button]} {'have' if self.button == 0 else 'has'} the button.")
        order = HandOrder.usual(self.table.hand, stacks, deck, small_blind=self.table.small_blind)
        hand = Hand(order, self.tell)
        while hand.turn >= 0:
            player = self.order[hand.turn]
            act = self.ask(hand) if player == 0 else self.opponent(hand, player)
            if act is None:
                return False
            hand.act(act)
        assert hand.result is not None
        for place, player in enumerate(self.order):
            self.stacks[player] = hand.result.stacks[place]
        return self.check(len(hand.board))

    def check(self, board: int) -> bool:
        """Say what the check of the deal found, and keep the player's copy of its proof; false when it failed."""
        from fairdeal.fair import proof_text

        proof, dispute = self.cut.check(board, self.shown)
        if self.proofs is not None:
            self.proofs.write(f"{proof_text(proof)}\n")
        if dispute is not None:
            return self.stop(dispute)
        what = f"deck {2 - proof.deck} was opened whole, {len(proof.openings)} cards fit"
        click.echo(f"  checked: your number was in the cut, {what}")
        return True

    def stop(self, dispute: "Dispute") -> bool:
        """Say which check failed; who was dealt wrongly plays no further hand here."""
        click.echo(f"  check failed at {dispute.step}: {dispute}; no further hand is dealt")
        return False

    def opponent(self, hand: "Hand", player: int) -> int:
        """The act of a practice opponent."""
        from fairdeal.bots import choose

        return choose(hand, self.styles[player - 1], self.chance.random())

    def ask(self, hand: "Hand") -> int | None:
        """Ask the player for an act until the answer is one of the options."""
        from fairdeal.cards import pretty
        from fairdeal.poker import judge

        options = hand.options()
        board = f"  board {pretty(hand.board)}" if hand.board else ""
        click.echo(f"  your cards {pretty(hand.hole(hand.turn))}{board}  pot {money(hand.pot)}")
        while True:
            try:
                answer = (
                    click.prompt(f"  {offer(options)}", prompt_suffix=" > ", default="", show_default=False)
                    .strip()
                    .lower()
                )
            except click.Abort:
                return None
            if answer == "q":
                return None
            choice = read_choice(answer, options)
            if choice is None:
                click.echo(f"  {self.why(options)}" if answer == "w" else f"  {HELP}")
                continue
            judged = judge(hand, hand.turn, choice)
            if isinstance(judged, int):
                return judged
            click.echo(f"  {self.refusal(judged)}")

    def why(self, options: "Options") -> str:
        """Why raising is closed, in the words of its rule."""
        if not options.closed_by:
            return "Nothing is closed to you."
        return self.words(options.closed_by)

    def refusal(self, rejection: "Rejection") -> str:
        """A refusal with its numbers and its rule."""
        numbers = ", ".join(f"{name} {money(amount)}" for name, amount in rejection.numbers)
        told = f"No: {rejection.code.replace('_', ' ')}" + (f" ({numbers})" if numbers else "")
        return f"{told}. {self.words(rejection.rule)}" if rejection.rule else told

    def words(self, rule: str) -> str:
        """A rule as the player reads it."""
        from fairdeal.rulebook.catalogue import chapter_of
        from fairdeal.rulebook.loader import words_of

        return f"{rule}: {words_of(chapter_of(rule).key)[rule][self.lang].text}"

    def tell(self, event: "HandEvent") -> None:
        """Print a public event."""
        from fairdeal.poker import events

        if isinstance(event, events.HandShown):
            self.shown.append(self.order[event.place])
        line = self.line(event)
        if line:
            click.echo(f"  {line}")

    def line(self, event: "HandEvent") -> str:
        """A public event as a sentence; None for private ones."""
        from fairdeal.cards import describe, pretty
        from fairdeal.poker import events

        def name(place: int) -> str:
            return self.names[self.order[place]]

        match event:
            case events.BlindPosted(place, amount):
                return f"{name(place)} posts {money(amount)}"
            case events.Acted(place, _, kind, bet, all_in):
                verb = {"raise": "raise to"}.get(kind, kind)
                put = f" {money(bet)}" if kind in ("call", "bet", "raise") else ""
                return f"{name(place)}: {verb}{put}{' (all-in)' if all_in else ''}"
            case events.BoardDealt(street, board):
                return f"{('flop', 'turn', 'river')[street - 1]}: {pretty(board)}"
            case events.UncalledReturned(place, amount):
                return f"{money(amount)} goes back to {name(place)}"
            case events.HandShown(place, cards, rank):
                return f"{name(place)}: {pretty(cards)}, {describe(rank)}"
            case events.PotAwarded(amount, rake, winners):
                return f"{money(amount - rake)} to {' and '.join(name(place) for place in winners)}"
            case events.RakeTaken(amount, rule):
                return f"rake {money(amount)} ({rule})"
            case _:
                return ""


def offer(options: "Options") -> str:
    """The player's choices in one line."""
    first = "check" if options.can_check else f"call {money(options.to_call)}"
    if not options.can_raise:
        return f"{first} or fold; raising is closed ({options.closed_by})"
    return f"{first}, fold, or raise to {money(options.raise_min)}–{money(options.raise_max)}"


def read_choice(answer: str, options: "Options") -> "Choice | None":
    """The choice an answer means, or nothing."""
    from fairdeal.poker import Call, Check, Fold, RaiseTo

    match answer.split():
        case ["f"]:
            return Fold()
        case ["c"]:
            return Check() if options.can_check else Call()
        case ["a"]:
            return RaiseTo(options.raise_max) if options.can_raise else Call()
        case ["r", amount]:
            try:
                cents = Decimal(amount.replace(",", ".")) * 100
            except InvalidOperation:
                return None
            return RaiseTo(int(cents)) if cents.is_finite() and cents == int(cents) and cents > 0 else None
    return None


def money(cents: int) -> str:
    """Cents as an amount with two decimals."""
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02}"
