"""Banzai: exactly ten big blinds, stacks that must come back, tables and exclusions (BZ-02 to BZ-08)."""

from dataclasses import replace

import pytest

from fairdeal.cash.banzai import Comeback, banzai_limits
from fairdeal.cash.floor.events import BuyInAsked, QueueJoined, SeatGiven, TurnedAway
from fairdeal.cash.player.commands import SetExclusion
from fairdeal.cash.player.events import ChoiceCounted, ObligationIncurred, ObligationUsed
from fairdeal.kernel import DAY, MINUTE, SECOND, Cents, Instant, PlayerId, Rejection, TableId, utc_day
from fairdeal.rulebook.clause import U22, U26, U27, EditionId
from fairdeal.rulebook.schema.cash import Banzai
from fairdeal.rulebook.schema.choices import ReturnScope
from tests.cash.lobby import Lobby, seats_at, waits
from tests.cash.test_buy_in import asked

UNIBET = (U22, U26, U27)
ANN = PlayerId("ann")
FAMILIES = [
    (U22, "banzai-texas"),
    (U22, "banzai-omaha"),
    (U26, "banzai-texas"),
    (U26, "banzai-omaha"),
    (U27, "banzai-texas"),
]


def banzai(edition: EditionId, family: str = "banzai-texas", big_blind: int = 200) -> Lobby:
    """NL20 with room at several tables."""
    lobby = Lobby(edition, family, big_blind)
    lobby.place([seats_at(f"T{number}", 3) for number in range(6)])
    return lobby


def came_and_left(lobby: Lobby, *stacks: int) -> None:
    """Ann sits down at as many tables and leaves them with these stacks."""
    for _ in stacks:
        lobby.join("ann", 20_00)
    for stack in stacks:
        lobby.leave("ann", stack=stack)


def given(decision: tuple[object, ...] | Rejection) -> SeatGiven:
    assert isinstance(decision, tuple), decision
    assert isinstance(decision[0], SeatGiven), decision
    return decision[0]


@pytest.mark.rule("BZ-02")
@pytest.mark.rule("CASH-24")
@pytest.mark.parametrize(("edition", "family"), FAMILIES)
def test_one_sits_down_with_exactly_ten_big_blinds(edition: EditionId, family: str) -> None:
    lobby = banzai(edition, family, 50)
    question = asked(lobby)
    assert (question.amounts, question.why.code, question.why.rule) == ((5_00,), "banzai_stack", "BZ-02")

    for amount in (4_99, 5_01, 50_00):
        refused = lobby.confirm("ann", amount)
        assert isinstance(refused, Rejection)
        assert (refused.code, refused.rule) == ("buy_in_not_allowed", "BZ-02")

    assert given(lobby.confirm("ann", 5_00)).buy_in == 5_00


@pytest.mark.rule("CASH-24")
@pytest.mark.parametrize(("edition", "family"), FAMILIES)
def test_banzai_waits_and_opens_like_its_parent_game(edition: EditionId, family: str) -> None:
    lobby = Lobby(edition, family, 200)
    lobby.fill("ann", "bob", buy_in=20_00)
    assert lobby.queue() == ["ann", "bob"]
    lobby.fill("cid", buy_in=20_00)

    assert [table.players for table in lobby.pool.tables.values()] == [("ann", "bob", "cid")]
    assert lobby.rules.players_min.value == Lobby(edition).rules.players_min.value


@pytest.mark.rule("BZ-04")
@pytest.mark.parametrize(("edition", "most"), [(U22, 2), (U26, 4), (U27, 4)])
def test_tables_per_stake(edition: EditionId, most: int) -> None:
    lobby = banzai(edition)
    for _ in range(most):
        given(lobby.join("ann", 20_00))

    refused = lobby.join("ann", 20_00)

    assert isinstance(refused, Rejection)
    assert (refused.code, refused.rule) == ("too_many_tables", "BZ-04")
    assert dict(refused.numbers) == {"tables": most, "most": most}
    other = next(stake for stake in lobby.offered if stake != lobby.stake)
    elsewhere = lobby.join("ann", 1_00, stake=other)
    assert isinstance(elsewhere, tuple)  # another stake has its own count
    lobby.leave("ann", stack=1_00)
    given(lobby.join("ann", 20_00))


@pytest.mark.rule("BZ-04")
def test_who_has_enough_tables_when_the_turn_comes_is_turned_away() -> None:
    lobby = Lobby(U22, "banzai-texas", 200)
    lobby.place([seats_at("T1", 3), ("T2", ["ann", "x", "y"]), ("T3", ["ann", "x", "y"])])
    lobby.adopt(waits(lobby, "ann"))
    lobby.settle()

    away = next(event for event in lobby.events if isinstance(event, TurnedAway))
    assert (away.player, away.code, away.rule) == ("ann", "too_many_tables", "BZ-04")


@pytest.mark.rule("BZ-05")
@pytest.mark.parametrize("edition", [U26, U27])
def test_at_most_five_play_at_a_table(edition: EditionId) -> None:
    lobby = Lobby(edition, "banzai-texas", 200)
    lobby.fill(*[f"p{number}" for number in range(6)], buy_in=20_00)

    assert [len(table.players) for table in lobby.pool.tables.values()] == [5]
    assert lobby.queue() == ["p5"]


@pytest.mark.rule("BZ-06")
@pytest.mark.parametrize(
    ("elapsed", "amounts"),
    [
        (29 * MINUTE, (57_30,)),
        (30 * MINUTE, (57_30,)),
        (30 * MINUTE + 1, (20_00,)),
        (31 * MINUTE, (20_00,)),
    ],
)
def test_edition_2_2_always_wants_the_stack_back_within_thirty_minutes(elapsed: int, amounts: tuple[int, ...]) -> None:
    lobby = banzai(U22)
    came_and_left(lobby, 57_30)
    lobby.now = Instant(lobby.now + elapsed)

    question = asked(lobby)

    assert question.amounts == amounts
    assert question.why.rule == ("BZ-06" if amounts == (57_30,) else "BZ-02")


@pytest.mark.rule("BZ-06")
@pytest.mark.parametrize("edition", UNIBET)
@pytest.mark.parametrize(("stack", "owed"), [(20_00, []), (20_01, [20_01])])
def test_only_more_than_ten_big_blinds_must_come_back(edition: EditionId, stack: int, owed: list[int]) -> None:
    lobby = banzai(edition)
    came_and_left(lobby, stack)
    incurred = [event for _, event in lobby.player_events if isinstance(event, ObligationIncurred)]

    assert [event.obligation.stack for event in incurred] == owed
    assert {event.rule for event in incurred} <= {"BZ-06"}


@pytest.mark.rule("BZ-06")
def test_any_table_of_the_stake_wants_it_back_and_other_stakes_do_not() -> None:
    lobby = banzai(U22)
    came_and_left(lobby, 57_30)
    left = lobby.player("ann").obligations[0].table
    tables = set()
    for draw in range(12):
        question = asked(lobby, draw=draw)
        tables.add(question.table)
        assert question.amounts == (57_30,)
        lobby.leave_queue("ann")
    assert tables > {left}

    smaller = banzai(U22, big_blind=50)
    smaller.players = lobby.players
    assert asked(smaller).amounts == (5_00,)


@pytest.mark.rule("BZ-06")
def test_several_obligations_are_met_largest_first_each_once() -> None:
    lobby = banzai(U22)
    came_and_left(lobby, 30_00, 57_30)
    amounts = []
    for _ in range(2):
        question = asked(lobby)
        amounts.append(question.amounts)
        lobby.confirm("ann", question.minimum)

    assert amounts == [(57_30,), (30_00,)]
    used = [event.obligation.stack for _, event in lobby.player_events if isinstance(event, ObligationUsed)]
    assert used == [57_30, 30_00]
    assert lobby.player("ann").obligations == ()


@pytest.mark.rule("BZ-06")
@pytest.mark.parametrize("edition", UNIBET)
def test_a_wallet_below_what_must_come_back_is_refused(edition: EditionId) -> None:
    lobby = banzai(edition)
    came_and_left(lobby, 57_30)
    lobby.wallets[ANN] = Cents(19_99 if edition != U22 else 57_29)

    refused = lobby.join("ann", 20_00)

    assert isinstance(refused, Rejection)
    assert refused.code == "wallet_short"
    assert dict(refused.numbers)["left_with"] == 57_30


@pytest.mark.rule("BZ-07")
@pytest.mark.parametrize("edition", [U26, U27])
@pytest.mark.parametrize(("choice", "buy_in"), [(Comeback.RESUME, 57_30), (Comeback.RESET, 20_00)])
def test_resume_or_reset(edition: EditionId, choice: Comeback, buy_in: int) -> None:
    lobby = banzai(edition)
    came_and_left(lobby, 57_30)
    question = asked(lobby)
    assert (question.amounts, question.why.code, question.why.rule) == ((20_00, 57_30), "banzai_choice", "BZ-07")
    assert isinstance(lobby.confirm("ann", 40_00), Rejection)

    seat = given(lobby.confirm("ann", choice=choice))

    assert seat.buy_in == buy_in
    assert lobby.player("ann").obligations == ()
    choices = [event for _, event in lobby.player_events if isinstance(event, ChoiceCounted)]
    assert [(event.count, event.rule) for event in choices] == [(1, "BZ-07")]


@pytest.mark.rule("BZ-07")
@pytest.mark.parametrize("edition", [U26, U27])
@pytest.mark.parametrize(
    "choices", [[Comeback.RESET] * 5, [Comeback.RESUME] * 5, [Comeback.RESET, Comeback.RESUME] * 2 + [Comeback.RESET]]
)
def test_five_choices_a_day_then_only_resume(edition: EditionId, choices: list[Comeback]) -> None:
    lobby = banzai(edition)
    came_and_left(lobby, 57_30)
    for choice in choices:
        given(lobby.join("ann", choice=choice))
        lobby.leave("ann", stack=57_30)

    sixth = asked(lobby)

    assert (sixth.amounts, sixth.why.code, sixth.why.rule) == ((57_30,), "banzai_resume", "BZ-07")
    refused = lobby.confirm("ann", choice=Comeback.RESET)
    assert isinstance(refused, Rejection)
    assert refused.code == "buy_in_not_allowed"
    assert dict(refused.numbers)["choices"] == 5
    assert given(lobby.confirm("ann", choice=Comeback.RESUME)).buy_in == 57_30
    lobby.leave("ann", stack=57_30)
    assert asked(lobby).amounts == (57_30,)


@pytest.mark.rule("BZ-07")
@pytest.mark.parametrize("edition", [U26, U27])
def test_choices_start_again_at_midnight_utc(edition: EditionId) -> None:
    lobby = banzai(edition)
    midnight = Instant((utc_day(lobby.now) + 1) * DAY)
    lobby.now = Instant(midnight - 10 * MINUTE)
    came_and_left(lobby, 57_30)
    for _ in range(5):
        given(lobby.join("ann", choice=Comeback.RESET))
        lobby.leave("ann", stack=57_30)
    lobby.now = Instant(midnight - 1)
    assert asked(lobby).amounts == (57_30,)
    lobby.leave_queue("ann")

    lobby.now = midnight

    assert asked(lobby).amounts == (20_00, 57_30)


@pytest.mark.rule("BZ-07")
def test_without_an_obligation_nothing_is_chosen_and_nothing_counted() -> None:
    lobby = banzai(U26)
    told = lobby.join("ann", choice=Comeback.RESUME)
    assert isinstance(told, tuple)
    assert isinstance(told[0], BuyInAsked)  # there is nothing to resume

    assert given(lobby.confirm("ann", choice=Comeback.RESET)).buy_in == 20_00
    assert lobby.player("ann").choices == {}


@pytest.mark.rule("BZ-06")
@pytest.mark.rule("BZ-07")
def test_a_choice_between_two_obligations_is_about_the_larger() -> None:
    lobby = banzai(U26)
    came_and_left(lobby, 30_00, 57_30)
    assert asked(lobby).amounts == (20_00, 57_30)
    lobby.confirm("ann", choice=Comeback.RESET)

    assert asked(lobby).amounts == (20_00, 30_00)
    assert lobby.player("ann").choices["unibet-2.6/real"].count == 1


@pytest.mark.rule("BZ-08")
@pytest.mark.parametrize("edition", UNIBET)
def test_staff_may_exclude_a_player_from_banzai_and_nothing_else(edition: EditionId) -> None:
    lobby = banzai(edition)
    told = lobby.tell(ANN, SetExclusion("banzai", on=True, staff="desk-1", reason="chip dumping"))
    assert isinstance(told, tuple)
    assert [event.rule for event in told] == ["BZ-08"]  # type: ignore[union-attr]

    refused = lobby.join("ann", 20_00)
    assert isinstance(refused, Rejection)
    assert (refused.code, refused.rule) == ("excluded", "BZ-08")
    texas = Lobby(edition)
    texas.players = lobby.players
    assert isinstance(texas.join("ann", 100_00), tuple)
    lobby.tell(ANN, SetExclusion("banzai", on=False, staff="desk-1", reason="appeal"))

    given(lobby.join("ann", 20_00))


@pytest.mark.rule("BZ-08")
def test_who_is_excluded_while_waiting_is_turned_away() -> None:
    lobby = Lobby(U26, "banzai-texas", 200)
    lobby.place([seats_at("T1", 5)])
    told = lobby.join("ann", 20_00)
    assert isinstance(told, tuple)
    assert isinstance(told[0], QueueJoined)
    lobby.tell(ANN, SetExclusion("banzai", on=True, staff="desk-1", reason="chip dumping"))
    lobby.leave("T1-0", stack=1_00)
    lobby.settle()

    away = next(event for event in lobby.events if isinstance(event, TurnedAway))
    assert (away.player, away.code, away.rule) == ("ann", "excluded", "BZ-08")


@pytest.mark.rule("BZ-06")
def test_a_stack_of_a_broken_table_comes_back_by_itself_and_owes_nothing() -> None:
    lobby = Lobby(U22, "banzai-texas", 200)
    lobby.place([seats_at("T1", 4), ("T2", ["ann"])])
    lobby.stacks[lobby.table_of("ann")][ANN] = Cents(57_30)
    lobby.wait(60 * SECOND)

    assert lobby.stacks[lobby.table_of("ann")][ANN] == 57_30
    assert lobby.table_of("ann") == "T1"
    assert lobby.player("ann").obligations == ()
    assert lobby.player("ann").choices == {}


@pytest.mark.rule("BZ-06")
def test_leaving_the_queue_after_a_broken_table_does_not_shake_the_obligation_off() -> None:
    lobby = Lobby(U22, "banzai-texas", 200)
    lobby.place([seats_at("T1", 5), ("T2", ["ann"])])
    lobby.stacks[lobby.table_of("ann")][ANN] = Cents(57_30)
    lobby.leave("ann", rule="CASH-12")

    assert asked(lobby).amounts == (57_30,)


def test_a_house_may_bind_returns_to_the_table_or_take_the_oldest_first() -> None:
    """What no published edition says, an operator's own may."""
    lobby = banzai(U22)
    came_and_left(lobby, 30_00, 57_30)
    guest, rules = lobby.guest("ann"), lobby.rules
    assert rules.banzai is not None
    at_table = replace(rules.banzai, return_scope=replace(rules.banzai.return_scope, value=ReturnScope.SAME_TABLE))
    oldest = replace(rules.banzai, largest_obligation_first=replace(rules.banzai.largest_obligation_first, value=False))

    def owed(variant: Banzai, table: TableId | None) -> tuple[int, ...]:
        return banzai_limits(replace(rules, banzai=variant), guest, table, lobby.now).amounts

    first, second = (left.table for left in guest.obligations)
    assert [owed(at_table, table) for table in (first, second, None)] == [(30_00,), (57_30,), (20_00,)]
    assert owed(oldest, None) == (30_00,)
