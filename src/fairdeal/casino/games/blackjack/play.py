"""
A blackjack round after the betting closed: the deal, the turns, the dealer, the settlement.

`advance` continues as far as possible. Where the program deals, cards come from the durable shoe; at a live table every card, the
check of the hole card and its turning wait for the dealer.
"""

from functools import lru_cache
from typing import Final

from fairdeal.casino.games.blackjack.engine import engine_of, thinking_time
from fairdeal.casino.games.blackjack.events import (
    Decided,
    HandEnded,
    HoleChecked,
    HoleShown,
    InsuranceOffered,
    TurnBegan,
)
from fairdeal.casino.games.blackjack.felt import boxes_of
from fairdeal.casino.games.blackjack.rules import (
    BLACKJACK,
    BUST,
    DEALER,
    DEALING,
    DOUBLED,
    DRAWING,
    INSURANCE,
    OVER,
    PLAYING,
    SPLIT_ACE,
    STAND,
    TWENTY_ONE,
    BlackjackRules,
    Hand,
    Round,
)
from fairdeal.casino.games.blackjack.seats import tidy_seats
from fairdeal.casino.games.blackjack.stakes import room_in_round
from fairdeal.casino.games.blackjack.wagers import Wager, insurance_max
from fairdeal.casino.games.game import SettledBet
from fairdeal.casino.paytables import NOTHING, Paid, added
from fairdeal.casino.table.events import RoundSettled
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.rounds import (
    Place,
    TableDraft,
    give_card,
    outcome_known,
    payment,
    reopens_at,
    shoe_is_empty,
    void_round,
)
from fairdeal.casino.table.shoes import RESHUFFLED, cards_to_shuffle
from fairdeal.casino.table.state import Phase, Table
from fairdeal.kernel import Cents, Instant, PlayerId, RuleId

HOLE: Final = RuleId("BJ-03")
SETTLED: Final = RuleId("BJ-18")
OFFERED: Final = RuleId("BJ-27")
INSURANCE_BET: Final = "insurance"
_ANY_CARD: Final = 0


def round_of(facts: TableFacts, table: Table) -> Round:
    """A copy of the round so far, to be played on."""
    return seen_round(facts, table).copy()


def seen_round(facts: TableFacts, table: Table) -> Round:
    """The round so far, for reading only: it is shared and must not be changed."""
    felt = boxes_of(table)
    return _seen_round(engine_of(facts).hands, felt.boxes, felt.inputs)


@lru_cache(maxsize=64)
def _seen_round(rules: BlackjackRules, boxes: tuple[int, ...], inputs: tuple[int, ...]) -> Round:
    return Round(rules, boxes, inputs)


def is_asked(facts: TableFacts, table: Table) -> bool:
    """Whether what the round waits for has been asked; where cards are shown one by one, only once the last one is seen."""
    return boxes_of(table).asked or not facts.deals_card_by_card


def due_in_round(facts: TableFacts, table: Table) -> Place | None:
    """The hand that gets the next card, or None; the dealer draws only once the hole card is shown."""
    if table.phase not in (Phase.CLOSED, Phase.PLAYING):
        return None
    played = seen_round(facts, table)
    if not played.wants_card or (played.stage == DRAWING and not boxes_of(table).hole_shown):
        return None
    return place_of(played, played.receiver)


def first_places(facts: TableFacts, table: Table) -> tuple[Place, ...]:
    """Where the cards of the first deal go, in order, whatever they are."""
    boxes = boxes_of(table).boxes
    played = Round(engine_of(facts).hands, boxes)
    found: list[Place] = []
    while boxes and played.stage == DEALING:
        found.append(place_of(played, played.receiver))
        played.take(_ANY_CARD)
    return tuple(found)


def place_of(played: Round, hand: Hand) -> Place:
    """Where a hand lies, and whether its next card lies face up."""
    if hand.seat == DEALER:
        hole = 1 if played.rules.first_up else 0
        return Place(DEALER, 0, face_up=played.stage != DEALING or len(hand.cards) != hole)
    return Place(hand.seat, hand_number(played, hand), face_up=True)


def hand_number(played: Round, hand: Hand) -> int:
    """Which hand of its seat it is, counted from 0."""
    return [each for each in played.hands if each.seat == hand.seat].index(hand)


def advance(
    facts: TableFacts, draft: TableDraft, now: Instant, played: Round | None = None, *, shown: bool = False
) -> None:
    """
    Continue the round until a player, the live dealer or entropy is needed, or it is settled.

    Where the program deals card by card, it stops after each: what follows waits until the card is seen. `played` is a copy of the
    round so far, where the caller has one; it is played on. `shown` says that a card was turned over just now.
    """
    if played is None:
        played = round_of(facts, draft.state)
    while not (shown and facts.deals_card_by_card):
        if played.stage in (DRAWING, OVER) and not boxes_of(draft.state).hole_shown:
            if facts.is_live:
                return
            show_hole(draft, played, now)
            shown = True
        elif played.wants_card:
            if facts.is_live or not _deal_from_shoe(facts, draft, played, now):
                return
            shown = True
        elif played.stage == INSURANCE:
            _offer_insurance(facts, draft, now)
            return
        elif played.stage == PLAYING:
            if _ask(facts, draft, played, now):
                return
        else:
            _finish(facts, draft, played, now)
            return


def deal(
    facts: TableFacts, draft: TableDraft, played: Round, card: int, now: Instant, video: int | None = None
) -> None:
    """Deal a card to the hand that is due, with the events of hands it ends."""
    place = place_of(played, played.receiver)
    asked = [hand for hand in played.hands if not hand.ended]
    give_card(draft, place, card, now, video)
    played.take(card)
    for hand in asked:
        if hand.ended:
            _tell_end(facts, draft, played, hand)


def _deal_from_shoe(facts: TableFacts, draft: TableDraft, played: Round, now: Instant) -> bool:
    """Deal the next card from the program's shoe; False if it is empty and the discards must be shuffled."""
    table = draft.state
    shoe = table.shoe
    assert shoe is not None
    if not shoe_is_empty(table):
        deal(facts, draft, played, shoe.next_card, now)
        return True
    if not cards_to_shuffle(facts, table):
        void_round(facts, draft, now, RESHUFFLED)  # a shoe too small for its seats
    return False


def _tell_end(facts: TableFacts, draft: TableDraft, played: Round, hand: Hand) -> None:
    rules = facts.casino.blackjack
    rule = {
        BLACKJACK: rules.stands_at_21.rule,
        TWENTY_ONE: rules.stands_at_21.rule,
        BUST: rules.bust_above.rule,
        DOUBLED: rules.double_cards.rule,
        SPLIT_ACE: rules.split_ace_cards.rule,
    }[hand.ended]
    draft.emit(HandEnded(draft.state.round, hand.seat, hand_number(played, hand), hand.ended, rule))


# ---- insurance


def _offer_insurance(facts: TableFacts, draft: TableDraft, now: Instant) -> None:
    draft.emit(InsuranceOffered(draft.state.round, Instant(now + thinking_time(facts).value), OFFERED))
    if everybody_answered(facts, draft.state) and not facts.is_live:
        check_hole(facts, draft, now)


def may_insure(facts: TableFacts, table: Table, player: PlayerId) -> bool:
    """Whether insurance is offered to that player."""
    wager = boxes_of(table).wagers.get(player)
    if wager is None:
        return False
    return boxes_of(table).sits_at(player, wager.seat) or facts.casino.blackjack.bet_behind.insurance_offered.value


def most_insurance(facts: TableFacts, table: Table, player: PlayerId) -> Cents:
    """The largest insurance a player may take now: half of the bet, as far as the round's maximum leaves room."""
    if player in boxes_of(table).insured or not may_insure(facts, table, player):
        return NOTHING
    most = insurance_max(facts.casino.blackjack, boxes_of(table).wagers[player].original)
    room, unit = room_in_round(facts, table, player), facts.limits.bet_unit.value
    return Cents(min(most, room // unit * unit))


def unanswered(facts: TableFacts, table: Table) -> list[PlayerId]:
    """The players whose answer about insurance is still awaited; not those who left or can take none."""
    return [
        player
        for player in boxes_of(table).wagers
        if player in table.guests and most_insurance(facts, table, player) > NOTHING
    ]


def everybody_answered(facts: TableFacts, table: Table) -> bool:
    """Whether no answer about insurance is awaited any more."""
    return not unanswered(facts, table)


def check_hole(facts: TableFacts, draft: TableDraft, now: Instant) -> None:
    """
    Check the hole card under the ace and settle insurance; a blackjack is shown at once and ends the round.

    What is lost is collected at once (BJ-30). What is won at a live table is paid when the dealer has announced the result
    (BJ-18): until then people may void the round, and nobody can be asked to give money back.
    """
    table = draft.state
    played = seen_round(facts, table)
    blackjack = played.dealer_has_blackjack
    waits = blackjack and facts.is_live
    payments = tuple(
        payment(
            player, wager.insurance, engine_of(facts).payouts.settle_insurance(wager.insurance, blackjack=blackjack)
        )
        for player, wager in boxes_of(table).wagers.items()
        if wager.insurance and not waits
    )
    draft.emit(HoleChecked(table.round, blackjack, payments, now, facts.casino.blackjack.peek.rule))
    if blackjack:
        show_hole(draft, played, now)
    advance(facts, draft, now, shown=blackjack)


# ---- turns


def _ask(facts: TableFacts, draft: TableDraft, played: Round, now: Instant) -> bool:
    """Begin the turn of the hand to act; False if its player has left, so that it stands."""
    table = draft.state
    hand = played.hands[played.turn]
    if boxes_of(table).seats[hand.seat] not in table.guests:
        stand(facts, draft, played, now)
        return False
    until = Instant(now + thinking_time(facts).value)
    number = hand_number(played, hand)
    draft.emit(TurnBegan(table.round, boxes_of(table).turn + 1, hand.seat, number, until, thinking_time(facts).rule))
    return True


def stand(facts: TableFacts, draft: TableDraft, played: Round, now: Instant) -> None:
    """Stand for the hand to act, whose player has not answered."""
    table, hand = draft.state, played.hands[played.turn]
    rule = facts.casino.blackjack.no_answer.rule
    number = hand_number(played, hand)
    draft.emit(Decided(table.round, boxes_of(table).turn, hand.seat, number, STAND, now, rule=rule))
    played.act(STAND)


# ---- the hole card and the end


def lies_open(facts: TableFacts, table: Table, number: int) -> bool:
    """Whether a card of the round lies face up, counted in the order of dealing from 0."""
    boxes = len(boxes_of(table).boxes)
    hole = 2 * boxes + 1 if engine_of(facts).hands.first_up else boxes
    return boxes_of(table).hole_shown or number != hole


def show_hole(draft: TableDraft, played: Round, now: Instant) -> None:
    """Turn the hole card over, once all hands are finished."""
    draft.emit(HoleShown(draft.state.round, played.hole_card, HOLE, now))


def _finish(facts: TableFacts, draft: TableDraft, played: Round, now: Instant) -> None:
    if facts.is_live:
        outcome_known(draft, now)
    else:
        settle_boxes(facts, draft, played, now)


def settle_boxes(facts: TableFacts, draft: TableDraft, played: Round, now: Instant) -> None:
    """Settle the round, then let waiting players leave and sit down."""
    table = draft.state
    payments = tuple(
        payment(player, Cents(wager.on_hands + wager.insurance), _brought(facts, wager, played))
        for player, wager in boxes_of(table).wagers.items()
    )
    draft.emit(RoundSettled(table.round, now, reopens_at(facts, now), payments, SETTLED))
    tidy_seats(facts, draft)


def settled_bets(facts: TableFacts, table: Table, player: PlayerId) -> tuple[SettledBet, ...]:
    """A player's bets of a round that is over, by the number of the hand, then insurance; empty before that."""
    felt, played, payouts = boxes_of(table), seen_round(facts, table), engine_of(facts).payouts
    wager = (felt.wagers if table.in_round else felt.played).get(player)
    if wager is None or played.stage != OVER or not felt.hole_shown:
        return ()
    bets = [
        SettledBet(str(number), Cents(wager.stakes[number] + wager.doubles[number]), paid)
        for number, paid in enumerate(payouts.settle(wager, played))
        if wager.stakes[number]
    ]
    insured = [
        SettledBet(INSURANCE_BET, Cents(each.lost + each.returned), Paid(each.returned, each.won))
        for each in felt.checked
        if each.player == player
    ]
    if wager.insurance:
        paid = payouts.settle_insurance(wager.insurance, blackjack=played.dealer_has_blackjack)
        insured.append(SettledBet(INSURANCE_BET, wager.insurance, paid))
    return (*bets, *insured)


def returned_bets(table: Table, player: PlayerId) -> tuple[SettledBet, ...]:
    """A player's bets in a round that is about to be void, by the number of the hand, then insurance: all of it comes back."""
    felt = boxes_of(table)
    wager = felt.wagers.get(player)
    if wager is None:
        return ()
    staked = [(str(hand), wager.stakes[hand] + wager.doubles[hand]) for hand in range(len(wager.stakes))]
    staked.append((INSURANCE_BET, wager.insurance))
    if table.in_round:
        staked += [(INSURANCE_BET, each.lost + each.returned) for each in felt.checked if each.player == player]
    return tuple(SettledBet(spot, Cents(amount), Paid(Cents(amount), NOTHING)) for spot, amount in staked if amount)


def _brought(facts: TableFacts, wager: Wager, played: Round) -> Paid:
    """What a wager pays, including insurance that is not settled yet."""
    insurance = engine_of(facts).payouts.settle_insurance(wager.insurance, blackjack=played.dealer_has_blackjack)
    return added((*engine_of(facts).payouts.settle(wager, played), insurance))
