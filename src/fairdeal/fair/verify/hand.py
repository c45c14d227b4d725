"""
Verifying a published hand, from what was published alone.

Both forms are read: the public one, and a player's own copy, in which that player's cards are opened too. Which it is follows from what
the room signed at the end of the hand: it names the cards that were opened to all.
"""

from collections.abc import Sequence
from itertools import pairwise

from fairdeal.fair.dealing import is_clockwise, seat_of_card
from fairdeal.fair.deck import Opening, make_deck, root_of_opening
from fairdeal.fair.messages import deal_digest, end_digest, lock_digest, log_after_hand, log_after_void, void_digest
from fairdeal.fair.mix import SeatSeed, commitment_to, cut_by, default_seed, mix_of
from fairdeal.fair.published import PublishedHand, PublishedVoid
from fairdeal.fair.scans import PublishedScans
from fairdeal.fair.values import BOARD_CARDS, DEFAULT, NOTHING, OWN, UNREVEALED
from fairdeal.fair.verify.verification import Statement, Verification, VerifySignature

NOT_PINNED = Statement(
    "signature_not_pinned", "Signature not pinned: no key of the room was given to compare with the one in the proof."
)
NOT_SIGNED = Statement("signatures_not_checked", "The signatures were not checked.")
NOT_CUT = Statement("not_cut_by_a_player", "Not cut by a player: no seed of a player's own counted.")
ORDER_IN_TIME = Statement(
    "order_in_time",
    "That the lock came before the seeds is known to those who received it then; a file alone cannot show it.",
)
HOUSE_KNOWS = Statement(
    "house_knows_the_cards", "The dealing process knows the cards: this shows that it could not choose them."
)
HALF = Statement(
    "hidden_cards", "The played deck stays sealed: one that is not 52 different cards is caught in one hand of two."
)


def verify_hand(
    hand: PublishedHand, *, signature: VerifySignature | None = None, room_key: bytes | None = None
) -> Verification:
    """Make every check of a hand; none is left out because another failed."""
    found = Verification("hand", f"hand {hand.hand} at table {hand.table.hex()}")
    _check_order(found, hand)
    _check_lock(found, hand)
    _check_seeds(found, hand)
    places = _check_cut(found, hand)
    deal = deal_digest(hand.table, hand.hand, hand.lock, hand.seats, hand.mix)
    found.check(
        "deal",
        "The deal names the lock, every seed and the cut.",
        "The deal does not name the lock, the seeds and the cut that are shown here.",
        deal,
        passed=deal == hand.deal,
    )
    _check_unused(found, hand)
    for_all = _opened_to_all(hand)
    _check_cards(found, hand, places)
    found.check(
        "end",
        "The end names the deal, the opened deck and the cards that everybody saw.",
        "The end does not name the deal, the opened deck and the cards that are shown here.",
        hand.end,
        passed=for_all is not None,
    )
    after = log_after_hand(hand.before, hand.lock, hand.deal, hand.end)
    _check_log(found, hand, after)
    check_signatures(found, hand, signature, room_key)
    _state(found, hand, None if for_all is None else [each for each in hand.openings if each not in for_all])
    return found


def verify_void(
    hand: PublishedVoid, *, signature: VerifySignature | None = None, room_key: bytes | None = None
) -> Verification:
    """Make every check of a void hand: that it was locked as shown, and that the table's log goes on after it."""
    found = Verification("void", f"void hand {hand.hand} at table {hand.table.hex()}")
    _check_order(found, hand)
    _check_lock(found, hand)
    fixed = all(each.flag == OWN or (each.flag == DEFAULT and each.commitment == NOTHING) for each in hand.seats)
    found.check("seeds", "Every seat was locked in.", "A seat was not locked in as it had to be.", passed=fixed)
    void = void_digest(hand.table, hand.hand, hand.lock, hand.reason)
    found.check(
        "void",
        f"The hand was declared void after its lock, for reason {hand.reason}.",
        "What was declared void is not the hand that is shown here.",
        void,
        passed=void == hand.void,
    )
    _check_log(found, hand, log_after_void(hand.before, hand.lock, hand.void))
    check_signatures(found, hand, signature, room_key)
    found.proven.append(Statement("void", "The hand was locked and does not count; its number is used up."))
    found.not_proven.append(Statement("why_void", "Why it is void: rates of void hands are published for each table."))
    return found


def check_signatures(
    found: Verification,
    hand: PublishedHand | PublishedVoid | PublishedScans,
    signature: VerifySignature | None,
    room_key: bytes | None,
) -> None:
    """Check that the key in a proof signed every message, and that it is the one the room is known by."""
    if signature is None:
        found.not_proven.append(NOT_SIGNED)
    else:
        signed = zip(hand.signed, hand.signatures, strict=True)
        found.check(
            "signatures",
            "All messages are signed with the key in the proof.",
            "A signature does not belong to its message and the key in the proof.",
            hand.key,
            passed=all(signature(hand.key, message, each) for message, each in signed),
        )
    if room_key is None:
        found.not_proven.append(NOT_PINNED)
    else:
        found.check(
            "pinned",
            "The key in the proof is the room's key.",
            "The key in the proof is not the room's key that was given.",
            room_key,
            passed=hand.key == room_key,
        )


def _check_order(found: Verification, hand: PublishedHand | PublishedVoid) -> None:
    seats = [each.seat for each in hand.seats]
    pids = {each.pid for each in hand.seats}
    right = seats == sorted(set(hand.order)) and is_clockwise(hand.order) and len(pids) == len(seats)
    found.check(
        "order",
        f"{len(seats)} seats are dealt in, clockwise from seat {hand.order[0]}.",
        "The dealing order does not name every seat once, clockwise.",
        passed=right,
    )


def _check_lock(found: Verification, hand: PublishedHand | PublishedVoid) -> None:
    lock = lock_digest(hand.table, hand.hand, hand.roots, hand.hole, hand.seats, hand.order, hand.before)
    found.check(
        "lock",
        "The lock names both decks, every seat and the hand before.",
        "The lock does not name the decks, the seats and the log that are shown here.",
        *hand.roots,
        lock,
        passed=lock == hand.lock and hand.roots[0] != hand.roots[1],
    )


def _check_seeds(found: Verification, hand: PublishedHand) -> None:
    wrong = [str(each.seat) for each in hand.seats if not _is_right(hand, each)]
    count = sum(each.flag == OWN for each in hand.seats)
    found.check(
        "seeds",
        f"Every seed is the one that was locked: {count} of players' own, the others as the rules fix them.",
        f"Not the seed that was locked, at seat {', '.join(wrong)}.",
        *(each.seed for each in hand.seats),
        passed=not wrong,
    )


def _is_right(hand: PublishedHand, each: SeatSeed) -> bool:
    if each.flag == OWN:
        return each.commitment == commitment_to(hand.table, hand.hand, each.seat, each.pid, each.seed)
    if each.flag == UNREVEALED:
        return each.seed == NOTHING != each.commitment
    default = default_seed(hand.table, hand.hand, each.seat, each.pid, hand.roots)
    return each.commitment == NOTHING and each.seed == default


def _check_cut(found: Verification, hand: PublishedHand) -> Sequence[int]:
    mix = mix_of(hand.table, hand.hand, hand.roots, hand.seats)
    deck, places = cut_by(mix)
    found.check(
        "cut",
        f"The cut follows from both decks and all seeds: deck {deck} is played.",
        "The cut does not follow from the decks and seeds that are shown here.",
        mix,
        passed=mix == hand.mix and deck == hand.deck,
    )
    return places


def _check_unused(found: Verification, hand: PublishedHand) -> None:
    number = 1 - hand.deck
    root = make_deck(hand.table, hand.hand, number, hand.unused_key).root
    found.check(
        "unused_deck",
        f"Deck {number}, which was not played, is 52 different cards and has the locked fingerprint.",
        f"Deck {number}, which was not played, does not have the locked fingerprint.",
        hand.unused_key,
        root,
        passed=root == hand.roots[number],
    )


def _check_cards(found: Verification, hand: PublishedHand, places: Sequence[int]) -> None:
    openings = hand.openings
    dealt = len(hand.order) * hand.hole + BOARD_CARDS
    wrong = [
        str(each.k)
        for each in openings
        if each.k >= dealt
        or each.i != places[each.k]
        or root_of_opening(hand.table, hand.hand, hand.deck, each) != hand.roots[hand.deck]
    ]
    numbers = [each.k for each in openings]
    rising = all(one < other for one, other in pairwise(numbers))
    different = len({each.card for each in openings}) == len(openings)
    found.check(
        "cards",
        f"{len(openings)} opened cards lay in the played deck where the cut took them.",
        f"An opened card was not in the played deck where the cut took it (k = {', '.join(wrong)})."
        if wrong
        else "A card is opened twice, or cards are not in order.",
        passed=not wrong and rising and different,
    )


def _opened_to_all(hand: PublishedHand) -> Sequence[Opening] | None:
    """The openings that the end names; None: neither all of them, nor all but the hole cards of one seat."""
    for own in (None, *hand.order):
        rest = [each for each in hand.openings if own is None or seat_of_card(each.k, hand.order, hand.hole) != own]
        cards = [(each.k, each.card) for each in rest]
        if end_digest(hand.table, hand.hand, hand.deal, hand.unused_key, cards) == hand.end:
            return rest
    return None


def _check_log(found: Verification, hand: PublishedHand | PublishedVoid, after: bytes) -> None:
    found.check(
        "log",
        "The table's log goes on by this hand.",
        "The table's log does not go on by this hand.",
        hand.before,
        after,
        passed=after == hand.after and (hand.hand != 1 or hand.before == NOTHING),
    )


def _state(found: Verification, hand: PublishedHand, own: Sequence[Opening] | None) -> None:
    """Say what was proven, and what not."""
    counted = sum(each.flag == OWN for each in hand.seats)
    absent = [each.seat for each in hand.seats if each.flag == UNREVEALED]
    found.proven += [
        Statement("whole_unused_deck", "The deck that was not played is 52 different cards."),
        Statement("cards_of_the_deck", f"{len(hand.openings)} opened cards are those of the locked deck and the cut."),
    ]
    if own:
        found.proven.append(Statement("own_cards", f"{len(own)} of them were opened to the owner of this copy alone."))
    if counted:
        what = "If one of the players whose own seed counted is honest, nobody could choose the order of the cards"
        left = f", but for the best of {2 ** len(absent)} by holding seeds back" if absent else ""
        found.proven.append(Statement("order_not_chosen", f"{what}{left}."))
    else:
        found.not_proven.append(NOT_CUT)
    if absent:
        seats = ", ".join(map(str, absent))
        what = f"Not revealed: {len(absent)} (seat {seats}); each is one bit of choice for whoever held it back."
        found.not_proven.append(Statement("seeds_withheld", what))
    found.not_proven += [HALF, ORDER_IN_TIME, HOUSE_KNOWS]
