"""Baccarat at a table: everybody bets on the layout, and one coup is dealt."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from fairdeal.cards import pretty
from fairdeal.casino.games.baccarat.display import BaccaratDisplay
from fairdeal.casino.games.baccarat.reasons import reasons
from fairdeal.casino.games.baccarat.roads import Roads, roads_of
from fairdeal.casino.games.baccarat.rules import NOBODY, BaccaratRules, Coup, Spot
from fairdeal.casino.games.baccarat.view import BaccaratView
from fairdeal.casino.games.game import BettingSpot, Expected, HandCards, expected_of
from fairdeal.casino.games.layout.betting import LayoutEngine
from fairdeal.casino.games.layout.felt import layout_of, staked_by_spot
from fairdeal.casino.games.layout.game import LayoutGame
from fairdeal.casino.paytables import Paid
from fairdeal.casino.shoe import ShoeRules
from fairdeal.casino.table.events import CardDealt
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.rounds import Place, TableDraft, give_card, shoe_is_empty, void_round
from fairdeal.casino.table.shoes import RESHUFFLED, cards_to_shuffle
from fairdeal.casino.table.state import Phase, Table
from fairdeal.fair import SHOE
from fairdeal.kernel import Cents, Duration, Instant, PlayerId, RuleId
from fairdeal.rulebook.schema.casino import Casino

SPOTS: Final = tuple(Spot)
BETS: Final = RuleId("BAC-03")
REPEATS: Final = RuleId("BAC-06")
CHANCES: Final = {Spot.BANKER: 0.458597, Spot.PLAYER: 0.446247, Spot.TIE: 0.095156}
"""How likely each outcome is with eight full decks (BAC-20)."""
_BEFORE_THIRD_CARDS: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class BaccaratEngine(LayoutEngine):
    """The layout, and how coups are dealt and paid."""

    coups: BaccaratRules


def coups_of(facts: TableFacts) -> BaccaratRules:
    """The precomputed rules of a baccarat table."""
    assert isinstance(facts.engine, BaccaratEngine), facts.engine
    return facts.engine.coups


def coup_of(facts: TableFacts, table: Table) -> Coup:
    """The current coup with the cards dealt so far."""
    return Coup(coups_of(facts), layout_of(table).drawn)


class BaccaratGame(LayoutGame):
    """Baccarat, as a casino game."""

    name = "baccarat"
    section = "baccarat"
    dealing_rule = RuleId("BAC-10")
    proven = SHOE

    def engine(self, casino: Casino) -> BaccaratEngine:
        """The layout and the coups."""
        return BaccaratEngine(
            rules=casino.baccarat,
            spots=tuple(spot.value for spot in Spot),
            no_such_spot=lambda _spot: BETS,
            no_last_bet=REPEATS,
            rejects_all=True,
            coups=BaccaratRules(casino.baccarat),
        )

    def shoe(self, casino: Casino) -> ShoeRules:
        """The rules of the shoe."""
        return casino.baccarat

    def cards_needed(self, facts: TableFacts) -> int:
        """The cards of the longest coup."""
        return 2 * facts.casino.baccarat.cards_per_hand_max.value

    # ---- the round

    def card_due(self, facts: TableFacts, table: Table) -> Place | None:
        """The hand that gets the next card, or None if no card is due."""
        if table.phase not in (Phase.CLOSED, Phase.PLAYING):
            return None
        coup = coup_of(facts, table)
        return None if coup.due == NOBODY else Place(coup.due, 0, face_up=True)

    def first_deal(self, facts: TableFacts, table: Table) -> tuple[Place, ...]:
        """Two cards each, Player first."""
        return tuple(Place(card % 2, 0, face_up=True) for card in range(_BEFORE_THIRD_CARDS))

    def step_due(self, facts: TableFacts, table: Table) -> bool:
        """Whether a card is due, or the coup has to be settled."""
        return table.phase in (Phase.CLOSED, Phase.PLAYING)

    def shown_for(self, facts: TableFacts, table: Table) -> Duration:
        """A third card is waited for twice as long: it has a reason to be read."""
        time = super().shown_for(facts, table)
        return Duration(2 * time) if len(layout_of(table).drawn) >= _BEFORE_THIRD_CARDS else time

    def advance(self, facts: TableFacts, draft: TableDraft, now: Instant) -> None:
        """Continue the coup; where the program deals, the rest of it, or the next card alone if it deals card by card."""
        card_due = self.card_due(facts, draft.state) is not None
        if card_due and (facts.is_live or not _deal_coup(facts, draft, now) or facts.deals_card_by_card):
            return
        super().advance(facts, draft, now)

    def pay(self, facts: TableFacts, table: Table) -> tuple[int, RuleId, Mapping[PlayerId, Paid]]:
        """The result of the coup, its rule, and what each player's bets pay."""
        outcome, coups = coup_of(facts, table).outcome, coups_of(facts)
        paid = {player: coups.settle(bets, outcome) for player, bets in layout_of(table).bets.items()}
        return SPOTS.index(outcome), facts.casino.baccarat.player_pays.rule, paid

    # ---- what is shown

    def view(self, facts: TableFacts, table: Table) -> BaccaratView:
        """The coup and the roads."""
        coup = coup_of(facts, table)
        return BaccaratView(
            tuple(coup.player),
            tuple(coup.banker),
            coup.player_total,
            coup.banker_total,
            coup.outcome.value if coup.due == NOBODY else None,
            _roads(table),
            SPOTS[coup.due].value if coup.due != NOBODY and table.in_round else None,
            reasons(facts.casino.baccarat, coup),
        )

    def display(self, table: Table, shown: int) -> BaccaratDisplay:
        """Who won, and the roads of the shoe."""
        return BaccaratDisplay(results=super().display(table, shown).results, roads=_roads(table))

    def settle_bet(self, facts: TableFacts, table: Table, spot: str, stake: Cents) -> Paid | None:
        """What one bet pays at the end of this coup."""
        coup = coup_of(facts, table)
        return coups_of(facts).settle_bet(spot, stake, coup.outcome) if coup.due == NOBODY else None

    def spots(self, facts: TableFacts) -> tuple[BettingSpot, ...]:
        """Player, Banker and Tie."""
        rules = facts.casino.baccarat
        pays = {Spot.PLAYER: rules.player_pays, Spot.BANKER: rules.banker_pays, Spot.TIE: rules.tie_pays}
        return tuple(BettingSpot(spot.value, spot.value, each.value, each.rule) for spot, each in pays.items())

    def cards_of(self, facts: TableFacts, table: Table) -> tuple[HandCards, ...]:
        """The cards of Player, then of Banker."""
        coup = coup_of(facts, table)
        return HandCards(0, 0, tuple(coup.player)), HandCards(1, 0, tuple(coup.banker))

    def expected(self, facts: TableFacts, table: Table) -> Expected:
        """By the chances of a full shoe; those of a shoe that is partly dealt hardly differ."""
        coups, stakes = coups_of(facts), staked_by_spot(layout_of(table))
        staked = sum(stakes.values())
        paid = ((chance, coups.settle(stakes.items(), spot)) for spot, chance in CHANCES.items())
        return expected_of((chance, staked - each.returned - each.won) for chance, each in paid)

    def result_name(self, result: int) -> str:
        """The spot that won."""
        return SPOTS[result].value

    def card_sentence(self, event: CardDealt) -> str:
        """The words that say whose card it is."""
        return f"{SPOTS[event.seat].value.capitalize()}: {pretty([event.card])}"


def _deal_coup(facts: TableFacts, draft: TableDraft, now: Instant) -> bool:
    """Deal the rest of the coup, or its next card, from the program's shoe; False if it ran out and the discards must be shuffled."""
    coup = coup_of(facts, draft.state)
    while coup.due != NOBODY:
        shoe = draft.state.shoe
        assert shoe is not None
        if shoe_is_empty(draft.state):
            if not cards_to_shuffle(facts, draft.state):
                void_round(facts, draft, now, RESHUFFLED)  # a shoe too small for a coup
            return False
        card = shoe.next_card
        give_card(draft, Place(coup.due, 0, face_up=True), card, now)
        coup.take(card)
        if facts.deals_card_by_card:
            break
    return True


def _roads(table: Table) -> Roads:
    return roads_of([SPOTS[result] for result in layout_of(table).results])


BACCARAT: Final = BaccaratGame()
