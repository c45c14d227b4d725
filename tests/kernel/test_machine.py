"""The shape of a machine, tried on the smallest one: a lamp that goes out by itself."""

from dataclasses import dataclass, replace

from fairdeal.kernel import (
    SECOND,
    Decision,
    Draft,
    EventRef,
    Instant,
    Letter,
    Machine,
    Rejection,
    RuleId,
    StreamId,
    Task,
    Timer,
    reject,
    rule_on,
)

RULE = RuleId("TIME-02")


@dataclass(frozen=True)
class Lamp:
    lit_at: Instant | None = None
    times: int = 0


@dataclass(frozen=True)
class Press:
    twice: bool = False


@dataclass(frozen=True)
class Expire:
    lit_at: Instant


@dataclass(frozen=True)
class Lit:
    at: Instant


@dataclass(frozen=True)
class WentOut:
    rule: RuleId | None


LampCommand = Press | Expire
LampEvent = Lit | WentOut


class LampMachine:
    def decide(self, state: Lamp, command: LampCommand, now: Instant) -> Decision[LampEvent]:
        draft: Draft[Lamp, LampEvent] = Draft(state, self.evolve)
        match command:
            case Press(twice=twice):
                for _ in range(1 + twice):
                    draft.emit(Lit(now) if draft.state.lit_at is None else WentOut(None))
            case Expire(lit_at=lit_at):
                if state.lit_at != lit_at:
                    return reject("stale_timer", RULE, lit_at=lit_at)
                draft.emit(WentOut(RULE))
        return draft.events

    def evolve(self, state: Lamp, event: LampEvent) -> Lamp:
        return replace(state, lit_at=event.at if isinstance(event, Lit) else None, times=state.times + 1)

    def agenda(self, state: Lamp) -> frozenset[Task[LampCommand]]:
        if state.lit_at is None:
            return frozenset()
        return frozenset({Timer(Instant(state.lit_at + 5 * SECOND), Expire(state.lit_at))})

    def view(self, state: Lamp, viewer: str) -> str:
        return f"{viewer} sees {'light' if state.lit_at is not None else 'nothing'}"

    def transfers(self, event: LampEvent, ref: EventRef) -> tuple[str, ...]:
        return (str(ref),) if isinstance(event, Lit) else ()


LAMP: Machine[Lamp, LampCommand, LampEvent, str, str, str] = LampMachine()
LIT = Lamp(Instant(1_000), 1)


def test_later_questions_see_the_effect_of_earlier_events() -> None:
    assert (Lit(Instant(1_000)), WentOut(None)) == LAMP.decide(Lamp(), Press(twice=True), Instant(1_000))


def test_deciding_changes_nothing() -> None:
    state = Lamp()

    LAMP.decide(state, Press(), Instant(1_000))

    assert state == Lamp()


def test_a_late_timer_is_refused_with_code_rule_and_numbers() -> None:
    assert LAMP.decide(LIT, Expire(Instant(7)), Instant(9_000)) == Rejection("stale_timer", RULE, (("lit_at", 7),))


def test_the_agenda_follows_from_the_state_and_equal_tasks_are_one() -> None:
    assert LAMP.agenda(LIT) == LAMP.agenda(replace(LIT)) == {Timer(Instant(6_000), Expire(Instant(1_000)))}
    assert not LAMP.agenda(Lamp())
    assert Letter(StreamId("floor"), Press()) == Letter(StreamId("floor"), Press())


def test_views_and_transfers_are_questions_too() -> None:
    assert LAMP.view(LIT, "a moth") == "a moth sees light"
    assert LAMP.transfers(Lit(Instant(0)), EventRef(StreamId("lamp"), 3)) == ("lamp@3.0",)


def test_a_ruling_always_has_its_rule() -> None:
    ruling = rule_on("removed", RULE, seconds=600)

    assert (ruling.code, ruling.rule, ruling.numbers) == ("removed", "TIME-02", (("seconds", 600),))
