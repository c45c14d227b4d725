"""The shape of a machine, tried on the smallest one: a lamp that goes out by itself."""

from dataclasses import dataclass, replace

import pytest

from fairdeal.kernel import (
    SECOND,
    Decision,
    Draft,
    EventRef,
    Instant,
    Message,
    Rejection,
    RuleId,
    Step,
    StreamId,
    Task,
    Timer,
    events_of,
    followed,
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
    def decide(self, state: Lamp, command: LampCommand, now: Instant) -> Decision[Lamp, LampEvent]:
        draft: Draft[Lamp, LampEvent] = Draft(state, self.evolve)
        match command:
            case Press(twice=twice):
                for _ in range(1 + twice):
                    draft.emit(Lit(now) if draft.state.lit_at is None else WentOut(None))
            case Expire(lit_at=lit_at):
                if state.lit_at != lit_at:
                    return reject("stale_timer", RULE, lit_at=lit_at)
                draft.emit(WentOut(RULE))
        return draft.steps

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


LAMP = LampMachine()
LIT = Lamp(Instant(1_000), 1)


def test_later_questions_see_the_effect_of_earlier_events() -> None:
    decision = LAMP.decide(Lamp(), Press(twice=True), Instant(1_000))

    assert events_of(decision) == (Lit(Instant(1_000)), WentOut(None))
    assert decision == (
        Step(Lamp(), Lit(Instant(1_000)), LIT),
        Step(LIT, WentOut(None), Lamp(times=2)),
    )


@pytest.mark.parametrize("events", [(), (Lit(Instant(1)),), (Lit(Instant(1)), WentOut(None))])
def test_a_verdict_is_followed_once_whether_it_is_events_or_a_draft(events: tuple[LampEvent, ...]) -> None:
    followings: list[LampEvent] = []

    def evolve(state: Lamp, event: LampEvent) -> Lamp:
        followings.append(event)
        return LAMP.evolve(state, event)

    draft = Draft(Lamp(), evolve)
    draft.emit(*events)
    from_draft = followed(Lamp(), draft, evolve)
    assert followings == list(events)

    followings.clear()
    assert followed(Lamp(), events, evolve) == from_draft
    assert followings == list(events)
    assert followed(Lamp(), reject("no"), evolve) == reject("no")


def test_deciding_changes_nothing() -> None:
    state = Lamp()

    LAMP.decide(state, Press(), Instant(1_000))

    assert state == Lamp()


def test_a_late_timer_is_refused_with_code_rule_and_numbers() -> None:
    assert LAMP.decide(LIT, Expire(Instant(7)), Instant(9_000)) == Rejection("stale_timer", RULE, (("lit_at", 7),))


def test_the_agenda_follows_from_the_state_and_equal_tasks_are_one() -> None:
    assert LAMP.agenda(LIT) == LAMP.agenda(replace(LIT)) == {Timer(Instant(6_000), Expire(Instant(1_000)))}
    assert not LAMP.agenda(Lamp())
    assert Message(StreamId("floor"), Press()) == Message(StreamId("floor"), Press())


def test_views_and_transfers_are_questions_too() -> None:
    assert LAMP.view(LIT, "a moth") == "a moth sees light"
    assert LAMP.transfers(Lit(Instant(0)), EventRef(StreamId("lamp"), 3)) == ("lamp@3.0",)


def test_a_ruling_always_has_its_rule() -> None:
    ruling = rule_on("removed", RULE, seconds=600)

    assert (ruling.code, ruling.rule, ruling.numbers) == ("removed", "TIME-02", (("seconds", 600),))
