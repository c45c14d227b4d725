"""
A hand as text for hand-tracking tools, in the PokerStars format.

Cards that were not shown are left out, except those of the hero.
"""

from collections.abc import Iterator
from typing import Final

from fairdeal.cards import NAMES
from fairdeal.poker.hand import Hand
from fairdeal.poker.history.meta import HandMeta, Money, money_of, utc
from fairdeal.poker.history.story import Award, Move, MoveKind, Post, PostKind, Story, story_of
from fairdeal.poker.history.words import hand_words, player_names, printable
from fairdeal.poker.rules import FIXED_LIMIT, HOLDEM, NO_LIMIT, OMAHA, POT_LIMIT

_STREETS: Final = ("HOLE CARDS", "FLOP", "TURN", "RIVER")
_CARDS: Final = {HOLDEM: "Hold'em", OMAHA: "Omaha"}
_GAMES: Final = {NO_LIMIT: "No Limit", POT_LIMIT: "Pot Limit", FIXED_LIMIT: "Limit"}
_POSTS: Final = {
    PostKind.ANTE: "posts the ante",
    PostKind.SMALL_BLIND: "posts small blind",
    PostKind.BIG_BLIND: "posts big blind",
    PostKind.LATE: "posts big blind",
}
_ROMAN: Final = (
    (1000, "M"),
    (900, "CM"),
    (500, "D"),
    (400, "CD"),
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
)  # fmt: skip


def stars_text(hand: Hand, meta: HandMeta, *, hero: int = -1) -> str:
    """The text of a finished hand; `hero` is the place whose own cards are included, if any."""
    return "\n".join(_Writer(story_of(hand), meta, hero).lines()) + "\n"


class _Writer:
    def __init__(self, story: Story, meta: HandMeta, hero: int) -> None:
        count = story.hand.count
        self.story = story
        self.meta = meta
        self.hero = hero
        self.names = player_names(meta.names, count)
        self.seats = list(meta.seats) if len(set(meta.seats)) == count else list(range(1, count + 1))
        self.by_seat = sorted(range(count), key=lambda place: self.seats[place])
        self.money: Money = money_of(meta)

    def lines(self) -> Iterator[str]:
        """The whole text."""
        yield self._header()
        yield from self._table()
        for post in self.story.posts:
            if post.amount > 0:
                yield self._post(post)
        yield from self._streets()
        yield from self._end()
        yield from self._summary()

    # ---- before the cards

    def _header(self) -> str:
        meta, rules = self.meta, self.story.hand.rules
        game = f"{_CARDS[rules.hole_cards]} {_GAMES[rules.structure]}"
        low, high = self.story.hand.order.small_blind, rules.big_blind
        if rules.structure == FIXED_LIMIT:
            low, high = rules.small_bet, rules.big_bet
        stake = f"{self.money.text(low)}/{self.money.text(high)}"
        when = f"{utc(meta.time):%Y/%m/%d %H:%M:%S} UTC"
        if meta.tournament:
            return (
                f"PokerStars Hand #{meta.number}: Tournament #{meta.tournament}, Freeroll  {game} - "
                f"Level {_roman(meta.level)} ({stake}) - {when}"
            )
        currency = f" {printable(meta.currency)}" if meta.currency else ""
        return f"PokerStars Hand #{meta.number}:  {game} ({stake}{currency}) - {when}"

    def _table(self) -> Iterator[str]:
        size = max(self.meta.seat_count, *self.seats)
        table = printable(self.meta.table) or "Table"
        yield f"Table '{table}' {size}-max Seat #{self.seats[-1]} is the button"
        for place in self.by_seat:
            stack = self.money.text(self.story.hand.order.stacks[place])
            yield f"Seat {self.seats[place]}: {self.names[place]} ({stack} in chips)"

    def _post(self, post: Post) -> str:
        told = f"{self.names[post.place]}: {_POSTS[post.kind]} {self.money.text(post.amount)}"
        return told + _all_in(all_in=post.all_in)

    # ---- the betting

    def _streets(self) -> Iterator[str]:
        story = self.story
        for street in story.streets:
            board = street.board
            cards = "" if street.number == 0 else f" {_cards(board)}"
            if street.number > 1:
                cards = f" {_cards(board[:-1])} {_cards(board[-1:])}"
            yield f"*** {_STREETS[street.number]} ***{cards}"
            if street.number == 0 and self.hero >= 0:
                yield f"Dealt to {self.names[self.hero]} {_cards(tuple(story.hand.hole(self.hero)))}"
            yield from (self._move(move) for move in street.moves)
            if street.number == story.last_bets and story.result.returned is not None:
                place, amount = story.result.returned
                yield f"Uncalled bet ({self.money.text(amount)}) returned to {self.names[place]}"

    def _move(self, move: Move) -> str:
        told = f"{self.names[move.place]}: {move.kind}"
        if move.kind in (MoveKind.CALL, MoveKind.BET, MoveKind.RAISE):
            told += f" {self.money.text(move.amount)}"
        if move.kind is MoveKind.RAISE:
            told += f" to {self.money.text(move.to)}"
        return told + _all_in(all_in=move.all_in)

    # ---- the end

    def _end(self) -> Iterator[str]:
        story = self.story
        if story.shown:
            yield "*** SHOW DOWN ***"
        for shown in story.shown:
            yield f"{self.names[shown.place]}: shows {_cards(shown.cards)} ({hand_words(shown.rank)})"
        for place in story.mucked:
            yield f"{self.names[place]}: mucks hand"
        for number in reversed(range(len(story.awards))):
            yield from self._award(story.awards[number], self._pot_name(number))
        if not story.shown:
            yield f"{self.names[story.result.pots[0].winners[0]]}: doesn't show hand"

    def _award(self, award: Award, pot: str) -> Iterator[str]:
        for place, amount in award.shares:
            if amount > 0:
                yield f"{self.names[place]} collected {self.money.text(amount)} from {pot}"

    def _pot_name(self, number: int) -> str:
        count = len(self.story.awards)
        if count == 1:
            return "pot"
        if number == 0:
            return "main pot"
        return "side pot" if count == 2 else f"side pot-{number}"

    def _summary(self) -> Iterator[str]:
        story, money = self.story, self.money
        total = sum(award.pot.amount for award in story.awards)
        parts = ""
        if len(story.awards) > 1:
            nets = [money.text(award.pot.amount - award.pot.rake) for award in story.awards]
            parts = "".join(f" {self._pot_name(number).capitalize()} {net}." for number, net in enumerate(nets))
        yield "*** SUMMARY ***"
        yield f"Total pot {money.text(total)}{parts} | Rake {money.text(story.result.rake)}"
        if story.result.board:
            yield f"Board {_cards(story.result.board)}"
        for place in self.by_seat:
            yield f"Seat {self.seats[place]}: {self.names[place]}{self._roles(place)} {self._outcome(place)}"

    def _roles(self, place: int) -> str:
        order = self.story.hand.order
        roles = {len(order.stacks) - 1: " (button)"}
        told = roles.get(place, "")
        if place == order.small_blind_at:
            told += " (small blind)"
        return told + (" (big blind)" if place == order.big_blind_at else "")

    def _outcome(self, place: int) -> str:
        story = self.story
        won = story.collected[place]
        if (street := story.folded_on(place)) >= 0:
            return self._folded(place, street)
        shown = next((shown for shown in story.shown if shown.place == place), None)
        if shown is not None:
            outcome = f"won ({self.money.text(won)})" if won else "lost"
            return f"showed {_cards(shown.cards)} and {outcome} with {hand_words(shown.rank)}"
        return f"collected ({self.money.text(won)})" if won or not story.shown else "mucked"

    def _folded(self, place: int, street: int) -> str:
        if street > 0:
            return f"folded on the {_STREETS[street].capitalize()}"
        posted = any(post.place == place and post.kind is not PostKind.ANTE for post in self.story.posts)
        bet = any(move.place == place and move.to > 0 for move in self.story.streets[0].moves)
        return "folded before Flop" + ("" if posted or bet else " (didn't bet)")


def _cards(cards: tuple[int, ...]) -> str:
    return "[" + " ".join(NAMES[card] if card >= 0 else "??" for card in cards) + "]"


def _all_in(*, all_in: bool) -> str:
    return " and is all-in" if all_in else ""


def _roman(number: int) -> str:
    told = ""
    for value, letters in _ROMAN:
        count, number = divmod(number, value)
        told += letters * count
    return told or "I"
