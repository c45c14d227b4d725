"""Preparing a shoe: when cards are shuffled, which ones, and how many are burnt."""

from collections import Counter

from fairdeal.casino.shoe import SALT_BYTES, Shoe, full_shoe, new_shoe
from fairdeal.casino.table.commands import Shuffle
from fairdeal.casino.table.events import Burned, ShoeShuffled
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.fair import drawing
from fairdeal.casino.table.fair.events import ShoeKeyed
from fairdeal.casino.table.rounds import Refused, TableDraft, shoe_is_empty
from fairdeal.casino.table.state import Phase, Table
from fairdeal.kernel import Instant, RuleId, reject

SHUFFLED = RuleId("BJ-40")
RESHUFFLED = RuleId("BJ-41")


def needs_shuffle(facts: TableFacts, table: Table) -> bool:
    """Whether the cards have to be shuffled before the next round; in a round, whether none is left."""
    if not facts.has_shoe:
        return False
    if table.phase in (Phase.IDLE, Phase.RESULT):
        shoe = table.shoe
        if shoe is None or shoe.cut_reached or table.shuffle_asked:
            return True
        return shoe.size - shoe.out < facts.game.cards_needed(facts)
    return table.phase in (Phase.CLOSED, Phase.PLAYING) and shoe_is_empty(table)


def burns_after_shuffle(facts: TableFacts, table: Table) -> int:
    """How many cards are burnt after the next shuffle; within a round none if too few cards are left."""
    count = facts.cards.burn_after_shuffle.value
    return 0 if table.in_round and table.round_out <= count else count


def shuffle_due(facts: TableFacts, table: Table) -> Shuffle:
    """The command for the next shuffle, whose order, cut and salt the runtime fills."""
    return Shuffle(table.shoes + 1, cards_to_shuffle(facts, table))


def cards_to_shuffle(facts: TableFacts, table: Table) -> bytes:
    """The cards of the next shuffle: all, or within a round those that are neither in a hand nor in the shoe."""
    if not table.in_round or table.shoe is None:
        return bytes(full_shoe(facts.cards))
    return table.shoe.order[: table.round_out]


def shuffle(facts: TableFacts, draft: TableDraft, command: Shuffle, now: Instant) -> Refused:
    """Take the cards that the runtime shuffled as the new shoe."""
    table = draft.state
    if facts.is_live:
        return reject("dealer_shuffles_by_hand", SHUFFLED)
    if not needs_shuffle(facts, table) or command.shoe != table.shoes + 1:
        return reject("no_shuffle_due", RESHUFFLED)
    if facts.is_fair:
        return _shuffle_fairly(facts, draft, command, now)
    if command.order is None or command.cut is None or command.salt is None:
        return reject("entropy_missing")
    _put_in_place(facts, draft, command.order, command.cut, command.salt, now)
    return None


def _shuffle_fairly(facts: TableFacts, draft: TableDraft, command: Shuffle, now: Instant) -> Refused:
    """Shuffle by the locked place of the chain and the seeds that are there; the cut adds nothing, and is at the front."""
    ready = drawing.ready_at(draft.state)
    if ready is None or now < ready:
        return reject("no_shuffle_due", RESHUFFLED)
    if command.secret is None or command.salt is None:
        return reject("entropy_missing")
    order, keyed = drawing.shuffle(draft.state, command.secret, cards_to_shuffle(facts, draft.state))
    draft.emit(ShoeKeyed(keyed))
    _put_in_place(facts, draft, order, 0, command.salt, now)
    return None


def _put_in_place(facts: TableFacts, draft: TableDraft, order: bytes, cut: int, salt: bytes, now: Instant) -> None:
    """Make shuffled cards the new shoe, and burn its first cards."""
    table = draft.state
    cards = cards_to_shuffle(facts, table)
    assert Counter(order) == Counter(cards), "chance must not change the cards"
    assert 0 <= cut < len(cards), cut
    assert len(salt) >= SALT_BYTES, "a short salt can be guessed"
    shoe = shoe_of(facts, table, order, cut, salt)
    burns = burns_after_shuffle(facts, table)
    draft.emit(ShoeShuffled(shoe, now, SHUFFLED if table.shoe is None else RESHUFFLED, in_round=table.in_round))
    burn(draft, burns, now, facts.cards.burn_after_shuffle.rule)


def shoe_of(facts: TableFacts, table: Table, order: bytes = b"", cut: int = 0, salt: bytes = b"") -> Shoe:
    """The next shoe of the table; without an order it is a live dealer's."""
    if not table.in_round:
        return new_shoe(facts.cards, table.shoes + 1, order, cut=cut, salt=salt)
    assert table.shoe is not None
    # The discards alone: cards on the table cannot be dealt again, and after the round all cards are shuffled.
    counts = Counter(each for each in table.felt.dealt if each >= 0)
    seen = bytes(counts[card] for card in range(len(table.shoe.seen)))
    return Shoe(table.shoes + 1, table.round_out, table.shoe.decks, 0, order[cut:] + order[:cut], salt, seen=seen)


def burn(draft: TableDraft, count: int, now: Instant, rule: RuleId, people: tuple[str, ...] = ()) -> None:
    """Burn cards: take them out of the shoe unseen."""
    shoe = draft.state.shoe
    if count and shoe is not None:
        draft.emit(Burned(min(count, shoe.size - shoe.out), now, rule, people))
