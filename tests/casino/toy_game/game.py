"""The made-up game, as one value; it borrows limits and shoe from another game's rules."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from fairdeal.cards import card_text, pretty
from fairdeal.casino.games.game import Display, Game
from fairdeal.casino.paytables import LOST, win
from fairdeal.casino.shoe import ShoeRules
from fairdeal.casino.table.changes import PrivateChanges
from fairdeal.casino.table.commands import GameCommand
from fairdeal.casino.table.events import CardDealt, GameEvent, RoundSettled
from fairdeal.casino.table.evolve import Evolve
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.postings import Moved
from fairdeal.casino.table.rounds import (
    Handler,
    Place,
    Refused,
    TableDraft,
    check_amount,
    check_guest,
    give_card,
    outcome_known,
    payment,
    reopens_at,
)
from fairdeal.casino.table.state import Felt, Phase, Table
from fairdeal.casino.table.view import FeltView, OwnView
from fairdeal.kernel import Cents, Instant, PlayerId, RuleId, reject
from fairdeal.kernel.values import dataclass
from fairdeal.rulebook.ruled import Odds
from fairdeal.rulebook.schema.casino import Casino
from tests.casino.toy_game.felt import Backing, ColoursFelt, colours_of
from tests.casino.toy_game.messages import Back, Backed

RULE = RuleId("BAC-03")
EVEN = Odds(1, 1)


def is_red(card: int) -> bool:
    return card_text(card)[-1] in "dh"


@dataclass(frozen=True, slots=True)
class ColoursView(FeltView):
    card: int | None
    on_red: Cents
    on_black: Cents


@dataclass(frozen=True, slots=True)
class OwnColour(OwnView):
    backing: Backing | None


def back(facts: TableFacts, draft: TableDraft, command: Back, _now: Instant) -> Refused:
    table = draft.state
    if (refused := check_guest(table, command.player)) is not None:
        return refused
    if table.phase is not Phase.BETTING or table.round != command.round:
        return reject("betting_closed", facts.no_more_bets, round=command.round)
    if command.player in colours_of(table).backings:
        return reject("already_backed", RULE)
    if (refused := check_amount(facts.limits, command.amount)) is not None:
        return refused
    draft.emit(Backed(command.player, command.round, command.red, command.amount, RULE))
    return None


def backed(table: Table, event: Backed) -> Table:
    felt = colours_of(table)
    backings = {**felt.backings, event.player: Backing(event.red, event.amount)}
    return replace(table, felt=replace(felt, backings=backings))


class RedOrBlack(Game):
    name = "red or black"
    section = "baccarat"
    dealing_rule = RuleId("BAC-10")
    event_tags: ClassVar[Mapping[str, type[GameEvent]]] = {"backed": Backed}
    felt_tags: ClassVar[Mapping[str, type[Felt]]] = {"colours": ColoursFelt}

    def shoe(self, casino: Casino) -> ShoeRules:
        return casino.baccarat

    def no_more_bets(self, facts: TableFacts) -> RuleId:
        return facts.limits.betting_seconds.rule

    @property
    def commands(self) -> Mapping[type[GameCommand], Handler]:
        return {Back: back}

    @property
    def about_bets(self) -> frozenset[type[GameCommand]]:
        return frozenset({Back})

    @property
    def evolves(self) -> Mapping[type[Any], Evolve]:
        return {Backed: backed}

    def moved(self, facts: TableFacts, event: GameEvent) -> Moved | None:
        return Moved(event.rule, staked=((event.player, event.amount),)) if isinstance(event, Backed) else None

    def public_change(self, before: Table, event: GameEvent) -> GameEvent | None:
        """Everybody sees what is staked, and nobody by whom."""
        return replace(event, player=PlayerId("")) if isinstance(event, Backed) else None

    def private_changes(self, before: Table, event: GameEvent) -> PrivateChanges:
        return {event.player: (event,)} if isinstance(event, Backed) else {}

    def new_felt(self, facts: TableFacts) -> ColoursFelt:
        return ColoursFelt()

    def card_due(self, facts: TableFacts, table: Table) -> Place | None:
        due = table.phase in (Phase.CLOSED, Phase.PLAYING) and not colours_of(table).cards
        return Place(0, 0, face_up=True) if due else None

    def advance(self, facts: TableFacts, draft: TableDraft, now: Instant) -> None:
        if (place := self.card_due(facts, draft.state)) is not None and not facts.is_live:
            assert draft.state.shoe is not None
            give_card(draft, place, draft.state.shoe.next_card, now)
        if not colours_of(draft.state).cards:
            return
        if facts.is_live:
            outcome_known(draft, now)
        else:
            self.settle(facts, draft, now)

    def settle(self, facts: TableFacts, draft: TableDraft, now: Instant) -> None:
        table = draft.state
        felt = colours_of(table)
        red = is_red(felt.cards[0])
        payments = tuple(
            payment(player, each.amount, win(each.amount, EVEN) if each.red == red else LOST)
            for player, each in felt.backings.items()
        )
        draft.emit(RoundSettled(table.round, now, reopens_at(facts, now), payments, RULE, int(red)))

    def view(self, facts: TableFacts, table: Table) -> ColoursView:
        felt = colours_of(table)
        on_red, on_black = (
            Cents(sum(each.amount for each in felt.backings.values() if each.red == red)) for red in (True, False)
        )
        return ColoursView(felt.cards[0] if felt.cards else None, on_red, on_black)

    def own_view(self, facts: TableFacts, table: Table, player: PlayerId, own: OwnView) -> OwnColour:
        return OwnColour(own.staked, own.payment, own.may_chat, colours_of(table).backings.get(player))

    def display(self, table: Table, shown: int) -> Display:
        return Display(results=(f"red {colours_of(table).reds}",))

    def card_sentence(self, event: CardDealt) -> str:
        return f"The card: {pretty([event.card])}"


RED_OR_BLACK = RedOrBlack()
