"""A hand for people to read: streets, acts, pots, who won with what, and the rules that decided something."""

from collections.abc import Iterator
from typing import Final

from fairdeal.cards import NAMES, pretty
from fairdeal.cards.card import Card
from fairdeal.poker.hand import Hand
from fairdeal.poker.history.meta import HandMeta, money_of
from fairdeal.poker.history.story import Move, MoveKind, Post, PostKind, Story, story_of
from fairdeal.poker.history.words import hand_words, player_names, printable
from fairdeal.poker.rules import FIXED_LIMIT, HOLDEM, NO_LIMIT, OMAHA, POT_LIMIT

_STREETS: Final = ("Before the flop", "Flop", "Turn", "River")
_GAMES: Final = {NO_LIMIT: "no-limit", POT_LIMIT: "pot-limit", FIXED_LIMIT: "fixed-limit"}
_CARDS: Final = {HOLDEM: "hold'em", OMAHA: "Omaha"}


def transcript(hand: Hand, meta: HandMeta, *, open_cards: bool = False) -> str:
    """The hand as readable text; with `open_cards` all known cards are included, not only shown ones."""
    return "\n".join(_Transcript(story_of(hand), meta, open_cards=open_cards).lines()) + "\n"


def rulings(hand: Hand, meta: HandMeta) -> list[tuple[str, str]]:
    """The rulings of a hand: rule ids, and what each did here."""
    return list(_Transcript(story_of(hand), meta, open_cards=False).rulings())


def unusual_rulings(hand: Hand, meta: HandMeta) -> list[tuple[str, str]]:
    """The rulings of a hand without routine ones: rake, returned uncalled bets, newcomers' blinds."""
    return list(_Transcript(story_of(hand), meta, open_cards=False).unusual())


class _Transcript:
    def __init__(self, story: Story, meta: HandMeta, *, open_cards: bool) -> None:
        self.story = story
        self.meta = meta
        self.open_cards = open_cards
        self.names = player_names(meta.names, story.hand.count)
        self.money = money_of(meta).text

    def lines(self) -> Iterator[str]:
        """The whole transcript."""
        yield self._title()
        yield from self._players()
        for street in self.story.streets:
            pot = f" (pot {self.money(street.pot)})" if street.number else ""
            yield " ".join([_STREETS[street.number], _cards(street.board)]).strip() + pot
            if street.number == 0:
                yield from (f"  {self._post(post)}" for post in self.story.posts if post.amount > 0)
            yield from (f"  {self._move(move)}" for move in street.moves)
        yield from self._showdown()
        yield from self._pots()
        yield from self._result()
        found = list(self.rulings())
        if found:
            yield "Rulings"
            yield from (f"  {rule:8}{told}" for rule, told in found)

    def _title(self) -> str:
        rules, order = self.story.hand.rules, self.story.hand.order
        number = f"Hand {self.meta.number}" if self.meta.number else "Hand"
        table = f" at {printable(self.meta.table)}" if self.meta.table else ""
        stake = f"{self.money(order.small_blind)}/{self.money(rules.big_blind)}"
        if rules.structure == FIXED_LIMIT:
            stake = f"{self.money(rules.small_bet)}/{self.money(rules.big_bet)}"
        game = f"{_GAMES[rules.structure]} {_CARDS[rules.hole_cards]}"
        return f"{number}{table}: {game} {stake}, {self.story.hand.count} players"

    def _players(self) -> Iterator[str]:
        hand = self.story.hand
        wide = max(map(len, self.names))
        stacks = [self.money(stack) for stack in hand.order.stacks]
        room = max(map(len, stacks))
        for place, name in enumerate(self.names):
            seat = f"seat {self.meta.seats[place]}  " if len(self.meta.seats) == hand.count else ""
            cards = f"  {_cards(hand.hole(place))}" if self.open_cards else ""
            button = "  button" if place == hand.count - 1 else ""
            yield f"  {seat}{name:{wide}}  {stacks[place]:>{room}}{cards}{button}".rstrip()

    def _post(self, post: Post) -> str:
        kind = "a late blind" if post.kind is PostKind.LATE else f"the {post.kind}"
        return f"{self.names[post.place]} posts {kind} {self.money(post.amount)}" + (", all-in" if post.all_in else "")

    def _move(self, move: Move) -> str:
        told = f"{self.names[move.place]} {move.kind}"
        if move.kind in (MoveKind.CALL, MoveKind.BET):
            told += f" {self.money(move.amount)}"
        if move.kind is MoveKind.RAISE:
            told += f" to {self.money(move.to)}"
        return told + (", all-in" if move.all_in else "")

    def _showdown(self) -> Iterator[str]:
        if not self.story.shown:
            return
        yield "Showdown"
        for shown in self.story.shown:
            yield f"  {self.names[shown.place]} shows {_cards(shown.cards)}: {hand_words(shown.rank)}"
        for place in self.story.mucked:
            yield f"  {self.names[place]} mucks"

    def _pots(self) -> Iterator[str]:
        yield "Pots"
        for number, award in enumerate(self.story.awards):
            rake = f", rake {self.money(award.pot.rake)}" if award.pot.rake else ""
            shares = ", ".join(f"{self.names[place]} gets {self.money(amount)}" for place, amount in award.shares)
            yield f"  {_pot(number)} {self.money(award.pot.amount)}{rake}: {shares}"

    def _result(self) -> Iterator[str]:
        yield "Result"
        result = self.story.result
        wide = max(map(len, self.names))
        nets = [("+" if net > 0 else "") + self.money(net) for net in result.net]
        room = max(map(len, nets))
        for place, name in enumerate(self.names):
            yield f"  {name:{wide}}  {nets[place]:>{room}}  now {self.money(result.stacks[place])}"

    # ---- rulings

    def rulings(self) -> Iterator[tuple[str, str]]:
        """All rulings: rule id and what it did."""
        for post in self.story.posts:
            if post.kind is PostKind.LATE:
                yield "CASH-16", f"{self.names[post.place]} comes in with a live blind of {self.money(post.amount)}"
            yield from self._of_blind(post)
        yield from self._of_moves()
        yield from self._of_uncalled()
        yield from self._of_pots()
        yield from self._of_rake()

    def unusual(self) -> Iterator[tuple[str, str]]:
        """The rulings that are not routine."""
        for post in self.story.posts:
            yield from self._of_blind(post)
        yield from self._of_moves()
        yield from self._of_pots()

    def _of_blind(self, post: Post) -> Iterator[tuple[str, str]]:
        if post.kind is PostKind.BIG_BLIND and post.amount < post.full:
            full = self.money(post.full)
            yield "X-135", f"{self.names[post.place]}'s big blind is short; the amount to call stays {full}"

    def _of_moves(self) -> Iterator[tuple[str, str]]:
        for street in self.story.streets:
            yield from (ruling for move in street.moves for ruling in self._of_move(move))

    def _of_move(self, move: Move) -> Iterator[tuple[str, str]]:
        if move.lacks == 0 or self.story.hand.rules.foreign:
            return  # what a raise elsewhere reopened was that room's business
        name = self.names[move.place]
        full = "bet" if move.kind is MoveKind.BET else "raise"
        lacking = f"{name}'s all-in to {self.money(move.to)} is {self.money(move.lacks)} short of a full {full}"
        if move.reopens:
            yield "BET-14", f"{lacking}; with those before it the betting is open again"
        else:
            yield "BET-13", f"{lacking}; it gives nobody the right to raise again"

    def _of_uncalled(self) -> Iterator[tuple[str, str]]:
        if self.story.result.returned is not None:
            place, amount = self.story.result.returned
            yield "BET-15", f"{self.money(amount)} that nobody called goes back to {self.names[place]}"

    def _of_pots(self) -> Iterator[tuple[str, str]]:
        result = self.story.result
        if len(result.pots) > 1:
            yield "BET-15", f"{len(result.pots)} pots, one for each amount somebody is all-in for"
        for number, award in enumerate(self.story.awards):
            if len(award.shares) > 1:
                yield "SHOW-05", f"{_pot(number)} is shared by {self._winners(award.shares)}"

    def _of_rake(self) -> Iterator[tuple[str, str]]:
        if self.story.result.rake:
            hand = self.story.hand
            rake = hand.rules.rake
            rule = rake.rule if hand.rules.foreign else rake.decided_by(hand.pot, hand.count, flop=True)
            yield rule, f"rake of {self.money(self.story.result.rake)}"

    def _winners(self, shares: tuple[tuple[int, int], ...]) -> str:
        told = " and ".join(self.names[place] for place, _ in shares)
        least = min(amount for _, amount in shares)
        more = [self.names[place] for place, amount in shares if amount > least]
        return told + (f"; odd chip: {', '.join(more)}" if more else "")


def _pot(number: int) -> str:
    return "main pot" if number == 0 else f"side pot {number}"


def _cards(cards: "list[int] | tuple[int, ...]") -> str:
    return " ".join(pretty([Card(card)]) if 0 <= card < len(NAMES) else "??" for card in cards)
