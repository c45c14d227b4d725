"""Roulette at a table: everybody bets on the layout, and the ball falls."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

from fairdeal.casino.dealer import Step, StepKind
from fairdeal.casino.games.game import BettingSpot, Expected, expected_of
from fairdeal.casino.games.layout.betting import LayoutEngine
from fairdeal.casino.games.layout.felt import layout_of, staked_by_spot
from fairdeal.casino.games.layout.game import LayoutGame
from fairdeal.casino.games.roulette.rules import ZERO, Wheel
from fairdeal.casino.games.roulette.spin import BallSensed, PocketsDiffer, SenseBall, Spin, Spun
from fairdeal.casino.games.roulette.statistics import spins_of
from fairdeal.casino.games.roulette.view import RouletteView
from fairdeal.casino.paytables import Paid
from fairdeal.casino.table.commands import GameCommand, TableCommand
from fairdeal.casino.table.events import GameEvent
from fairdeal.casino.table.evolve import Evolve
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.fair import drawing
from fairdeal.casino.table.rounds import Handler, Refused, TableDraft
from fairdeal.casino.table.state import Hold, HoldReason, Phase, Table
from fairdeal.casino.table.station_events import Held
from fairdeal.fair import ROUND
from fairdeal.fair.casino import POCKETS
from fairdeal.kernel import Cents, Instant, PlayerId, RuleId, Timer, reject
from fairdeal.kernel.values import changed
from fairdeal.rulebook.schema.casino import Casino, Roulette

BETS: Final = RuleId("RLT-03")
REPEATS: Final = RuleId("RLT-06")
NOT_SENSED: Final = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class RouletteEngine(LayoutEngine):
    """The layout and its wheel."""

    wheel: Wheel


def wheel_of(facts: TableFacts) -> Wheel:
    """The wheel of a roulette table."""
    assert isinstance(facts.engine, RouletteEngine), facts.engine
    return facts.engine.wheel


def spin(facts: TableFacts, draft: TableDraft, command: Spin, now: Instant) -> Refused:
    """Take the pocket of the spin as the outcome; at a live table "no more bets" must have been called."""
    table, rules = draft.state, facts.casino.roulette
    if table.phase is not Phase.CLOSED or table.round != command.round:
        return reject("no_spin_due", rules.pockets.rule)
    if facts.is_live and not table.station.called:
        return reject("no_more_bets_not_called", facts.no_more_bets)
    if facts.is_fair:
        return _spin_fairly(facts, draft, command, now)
    if command.pocket is None:
        return reject("entropy_missing")
    if (refused := _check_number(facts, command.pocket)) is not None:
        return refused
    if facts.is_live and table.station.sensed not in (NOT_SENSED, command.pocket):
        _disagree(facts, draft, command.pocket, table.station.sensed, now, command.video)
        return None
    draft.emit(Spun(table.round, command.pocket, now, command.video))
    facts.game.advance(facts, draft, now)
    return None


def _spin_fairly(facts: TableFacts, draft: TableDraft, command: Spin, now: Instant) -> Refused:
    """Draw the pocket from the chain and the seeds that are there; the secret is told with the result."""
    ready = drawing.ready_at(draft.state)
    if ready is None or now < ready:
        return reject("no_spin_due", facts.casino.roulette.pockets.rule)
    if command.secret is None:
        return reject("entropy_missing")
    pocket, proven = drawing.spin(draft.state, command.secret)
    draft.emit(Spun(draft.state.round, pocket, now))
    draft.emit(proven)
    facts.game.advance(facts, draft, now)
    return None


def sense(facts: TableFacts, draft: TableDraft, command: SenseBall, now: Instant) -> Refused:
    """Keep the sensor's pocket for the dealer's entry; if it comes after the entry and differs, hold the table."""
    table = draft.state
    if not facts.is_live:
        return reject("no_dealer")
    is_due = table.station.called and table.phase in (Phase.CLOSED, Phase.DECIDED)
    if not is_due or table.round != command.round:
        return reject("no_spin_due", facts.casino.roulette.pockets.rule)
    if (refused := _check_number(facts, command.pocket)) is not None:
        return refused
    draft.emit(BallSensed(table.round, command.pocket, now, command.video))
    drawn = layout_of(table).drawn
    if drawn and drawn[0] != command.pocket:
        _disagree(facts, draft, drawn[0], command.pocket, now, command.video)
    return None


def _disagree(facts: TableFacts, draft: TableDraft, entered: int, sensed: int, now: Instant, video: int | None) -> None:
    rule = facts.casino.roulette.pockets.rule
    draft.emit(PocketsDiffer(draft.state.round, entered, sensed, now, rule, video))
    draft.emit(Held(Hold(HoldReason.DISAGREEMENT, now, rule)))


def _check_number(facts: TableFacts, pocket: int) -> Refused:
    pockets = facts.casino.roulette.pockets
    return None if 0 <= pocket < pockets.value else reject("no_such_pocket", pockets.rule, most=pockets.value - 1)


def _sensed(table: Table, event: BallSensed) -> Table:
    return changed(table, station=changed(table.station, sensed=event.pocket))


def _differs(table: Table, _: PocketsDiffer) -> Table:
    return table


def _spun(table: Table, event: Spun) -> Table:
    return changed(
        table,
        felt=changed(layout_of(table), drawn=(event.pocket,)),
        phase=Phase.PLAYING,
        since=event.at,
        station=changed(table.station, correctable=True),
    )


class RouletteGame(LayoutGame):
    """A wheel with a single zero."""

    name = "roulette"
    section = "roulette"
    dealing_rule = RuleId("RLT-01")
    proven = ROUND
    event_tags: ClassVar[Mapping[str, type[GameEvent]]] = {
        **LayoutGame.event_tags,
        "spun": Spun,
        "ball_sensed": BallSensed,
        "pockets_differ": PocketsDiffer,
    }

    def engine(self, casino: Casino) -> RouletteEngine:
        """The wheel and its layout."""
        rules, wheel = casino.roulette, Wheel(casino.roulette)
        return RouletteEngine(
            rules=rules,
            spots=wheel.fields.keys(),
            no_such_spot=lambda spot: _rule_of_spot(rules, spot),
            no_last_bet=REPEATS,
            rejects_all=rules.out_of_limits_rejects_all.value,
            wheel=wheel,
        )

    @property
    def commands(self) -> Mapping[type[GameCommand], Handler]:
        """Chips, the spin, and what the wheel's sensor reports."""
        return {**super().commands, Spin: spin, SenseBall: sense}

    @property
    def evolves(self) -> Mapping[type[Any], Evolve]:
        """Chips, the spin, and what the wheel's sensor reports."""
        return {**super().evolves, Spun: _spun, BallSensed: _sensed, PocketsDiffer: _differs}

    def public_change(self, before: Table, event: GameEvent) -> GameEvent | None:
        """Where the ball lies; chips concern their player only."""
        return event if isinstance(event, Spun) else None

    def with_chance(self, facts: TableFacts, command: TableCommand, below: Callable[[int], int]) -> TableCommand:
        """The spin with a random pocket; a live dealer enters the pocket instead."""
        if facts.is_live or not isinstance(command, Spin):
            return command
        return replace(command, pocket=below(wheel_of(facts).pockets))

    # ---- the round

    def draws_fairly(self, facts: TableFacts) -> bool:
        """Whether the wheel is the protocol's."""
        return wheel_of(facts).pockets == POCKETS

    def tasks(self, facts: TableFacts, table: Table) -> Iterator[Timer[TableCommand]]:
        """The spin, at a table of the house."""
        if table.phase is Phase.CLOSED and not facts.is_live:
            at = max(table.since + facts.pace.spin, drawing.ready_at(table) or table.since)
            yield Timer(Instant(at), Spin(table.round, wheel_of(facts).pockets))

    def pay(self, facts: TableFacts, table: Table) -> tuple[int, RuleId, Mapping[PlayerId, Paid]]:
        """The pocket, its rule, and what each player's bets pay."""
        pocket, wheel = layout_of(table).drawn[0], wheel_of(facts)
        paid = {player: wheel.settle(bets, pocket) for player, bets in layout_of(table).bets.items()}
        return pocket, facts.casino.roulette.pays.rule, paid

    # ---- a live dealer

    def step(self, facts: TableFacts, table: Table) -> Step:
        """Spin, and enter the pocket."""
        return Step(StepKind.SPIN, self.dealing_rule)

    def check_pocket(self, facts: TableFacts, table: Table, pocket: int) -> Refused:
        """The rejection unless the pocket can be replaced: only at a live table, before the result is announced."""
        if not facts.is_live or table.phase is not Phase.DECIDED:
            return reject("not_correctable", facts.casino.roulette.pockets.rule)
        return _check_number(facts, pocket)

    # ---- what is shown

    def view(self, facts: TableFacts, table: Table) -> RouletteView:
        """The wheel and its last numbers."""
        drawn, wheel = layout_of(table).drawn, wheel_of(facts)
        colour = wheel.colour(drawn[0]) if drawn else ""
        return RouletteView(drawn[0] if drawn else None, colour, spins_of(layout_of(table).results, wheel.pockets))

    def settle_bet(self, facts: TableFacts, table: Table, spot: str, stake: Cents) -> Paid | None:
        """What one bet pays at the pocket of this round."""
        drawn = layout_of(table).drawn
        return wheel_of(facts).settle_bet(spot, stake, drawn[0]) if drawn else None

    def spots(self, facts: TableFacts) -> tuple[BettingSpot, ...]:
        """The fields of the layout."""
        fields = wheel_of(facts).fields.values()
        return tuple(BettingSpot(each.name, each.bet.value, each.odds, each.rule, each.numbers) for each in fields)

    def expected(self, facts: TableFacts, table: Table) -> Expected:
        """By all pockets, which are equally likely."""
        wheel, stakes = wheel_of(facts), staked_by_spot(layout_of(table))
        staked = sum(stakes.values())
        paid = (wheel.settle(stakes.items(), pocket) for pocket in range(wheel.pockets))
        return expected_of((1 / wheel.pockets, staked - each.returned - each.won) for each in paid)

    def result_name(self, result: int) -> str:
        """The number of the pocket."""
        return str(result)

    def sentence(self, event: GameEvent) -> str:
        """Where the ball lies."""
        return f"The ball lies on {event.pocket}." if isinstance(event, Spun) else ""


def _rule_of_spot(rules: Roulette, spot: str) -> RuleId:
    """The rule to cite for a spot that does not exist; combinations with zero have a rule of their own."""
    return rules.zero_in_combinations.rule if str(ZERO) in spot.split("-") else BETS


ROULETTE: Final = RouletteGame()
