"""Who is dealt in, and who has the button and the blinds: CASH-03 to CASH-05, CASH-12, CASH-13, CASH-16, CASH-17."""

from collections import Counter

import pytest

from fairdeal.cash.table.commands import ChooseEntry, ComeBack, Seat, StartHand
from fairdeal.cash.table.events import BlindMissed, EntryChosen, HandEnded, HandOpened, SatDown, SatIn
from fairdeal.cash.table.state import Entry
from fairdeal.kernel import Cents, PlayerId, RuleId, events_of, reject
from fairdeal.play.events import HandDealt
from fairdeal.poker.events import BlindPosted
from fairdeal.rulebook.clause import PW, U22, U26, U27, EditionId
from fairdeal.rulebook.ruled import Ruled
from fairdeal.testing.cash import Story, open_table
from fairdeal.testing.cash.table import decided, machine_for

POKER = (U22, U26, U27, PW)
UNIBET = (U22, U26, U27)
every_edition = pytest.mark.parametrize("edition", POKER)


def six(edition: EditionId, seats: str = "1 2 3 4 5 6", *, first_button: int = 1) -> Story:
    """Players p1 to p6 on the seats of their number, after one hand with the button where it is wanted."""
    story = open_table(edition)
    for seat in seats.split():
        story.tell(f"p{seat} sits at {seat} with 10.00")
    story.draw = seats.split().index(str(first_button))
    return story.tell("deal; fold round")


@every_edition
@pytest.mark.rule("CASH-03")
def test_the_first_button_of_a_new_table_is_drawn_among_those_dealt_in(edition: EditionId) -> None:
    buttons: Counter[int] = Counter()
    for draw in range(40):
        story = open_table(edition)
        story.draw = draw
        story.tell(
            "a sits at 2 with 10.00; b sits at 3 with 10.00; c sits at 5 with 10.00; d sits at 6 with 10.00; d sits out"
        )
        story.tell("e sits at 1 with 10.00; deal")
        buttons[story.blinds[0]] += 1
        assert story.last(HandOpened).rule == "CASH-03"

    assert buttons == {1: 10, 2: 10, 3: 10, 5: 10}


ROTATIONS = [
    ("1 2 3 4 5 6", "", (2, 3, 4)),
    ("1 2 3 4 5 6", "p2 leaves", (1, 3, 4)),
    ("1 2 3 4 5 6", "p2 sits out", (1, 3, 4)),
    ("1 2 3 4 5 6", "p3 leaves", (2, None, 4)),
    ("1 2 3 4 5 6", "p3 sits out", (2, None, 4)),
    ("1 2 3 4 5 6", "p3 leaves; p4 leaves", (2, None, 5)),
    ("1 2 3 5 6", "p4 sits at 4 with 10.00", (2, 3, 4)),
    ("1 2 3", "p1 leaves", (3, 3, 2)),
    ("1 2 3", "p2 leaves", (3, 3, 1)),
    ("1 2 3", "p3 leaves", (2, 2, 1)),
]


@every_edition
@pytest.mark.parametrize(("seats", "change", "expected"), ROTATIONS)
@pytest.mark.rule("CASH-04")
def test_the_big_blind_moves_forward_and_the_rest_follows(
    edition: EditionId, seats: str, change: str, expected: tuple[int, int | None, int]
) -> None:
    """The vectors of the rule: the previous hand had the button on 1, the small blind on 2, the big blind on 3."""
    story = six(edition, seats)
    assert story.blinds == (1, 2, 3)

    story.tell(change).deal()

    assert story.blinds == expected


@pytest.mark.parametrize("edition", UNIBET)
@pytest.mark.rule("CASH-04")
def test_a_newcomer_gets_the_button_only_where_nobody_else_can(edition: EditionId) -> None:
    story = six(edition, "1 2 3", first_button=2)
    assert story.blinds[2] == 1

    story.tell("p3 leaves; p4 sits at 4 with 10.00, posting; deal")

    assert story.blinds == (4, 1, 2)


@every_edition
@pytest.mark.rule("CASH-04")
def test_a_table_whose_last_players_are_all_gone_is_new(edition: EditionId) -> None:
    story = six(edition, "1 2 3")
    story.tell(
        "d sits at 4 with 10.00; e sits at 5 with 10.00; f sits at 6 with 10.00; p1 leaves; p2 leaves; p3 leaves"
    )
    story.draw = 1

    story.deal()

    assert story.last(HandOpened).rule == "CASH-03"
    assert (story.dealt, story.blinds) == ("d e f", (5, 6, 4))


@every_edition
@pytest.mark.rule("CASH-04")
def test_somebody_who_takes_the_chair_of_the_last_big_blind_is_not_its_small_blind(edition: EditionId) -> None:
    story = six(edition).tell("p3 leaves; new sits at 3 with 10.00; deal")

    assert story.blinds == (2, None, 4)
    assert "new" not in story.dealt
    if edition != PW:
        posting = six(edition).tell("p3 leaves; new sits at 3 with 10.00, posting; deal")
        assert (posting.blinds, posting.open.posts) == ((2, None, 4), (2,))


@every_edition
@pytest.mark.rule("CASH-04")
def test_without_a_small_blind_only_the_big_one_is_posted(edition: EditionId) -> None:
    story = six(edition).tell("p3 leaves; deal")

    posted = [told for told in story.last(HandDealt).told if isinstance(told, BlindPosted)]

    assert [(told.amount, told.rule) for told in posted] == [(10, "CASH-13")]


@every_edition
@pytest.mark.rule("CASH-05")
def test_heads_up_the_button_posts_the_small_blind_and_acts_first_before_the_flop(edition: EditionId) -> None:
    story = six(edition, "1 2 3").tell("p2 leaves; deal")

    assert story.last(HandOpened).rule == "CASH-05"
    assert story.blinds == (3, 3, 1)
    assert story.to_act == "p3"

    story.tell("p3 calls; p1 checks")

    assert story.to_act == "p1"


@every_edition
@pytest.mark.rule("CASH-13")
def test_the_two_players_after_the_button_post_small_and_big_blind(edition: EditionId) -> None:
    story = six(edition).deal()

    posted = [told for told in story.last(HandDealt).told if isinstance(told, BlindPosted)]

    assert [(told.place, told.amount) for told in posted] == [(0, 5), (1, 10)]
    assert story.running.hand.pot == 15


@pytest.mark.parametrize("edition", UNIBET)
@pytest.mark.rule("CASH-12")
def test_one_hand_with_two_players_is_played_after_one_with_more(edition: EditionId) -> None:
    """Active players 3, 4, 2, 2, 3: start yes, yes, yes, no, yes."""
    story = open_table(edition).tell("a, b and c sit with 10.00; deal; fold round")
    story.tell("d sits with 10.00; deal; fold round")
    story.tell("c leaves; d leaves; deal; fold round")
    assert len(story.last(HandEnded).players) == 2

    story.tell("10 min pass")

    assert story.refuses(StartHand(4)) == reject("not_enough_players", RuleId("CASH-12"), needed=3, ready=2)
    assert story.tell("e sits with 10.00; deal").open.number == 4


@pytest.mark.rule("CASH-12")
def test_where_the_exception_is_switched_off_two_players_wait() -> None:
    off = {"one_hand_with_two_after_more": Ruled(value=False, rule=RuleId("CASH-12"))}
    story = Story(machine_for(U27, changes=off)).tell(
        "a, b and c sit with 10.00; deal; fold round; c leaves; 1 min passes"
    )

    assert story.table.hands_opened == 1


@pytest.mark.rule("CASH-12", edition="publicwin")
def test_two_players_are_enough_at_publicwin() -> None:
    story = open_table(PW).tell("a sits with 10.00; 1 min passes")
    assert not story.plays

    story.tell("b sits with 10.00; deal; fold round; deal; fold round; deal")

    assert story.open.number == 3


@every_edition
@pytest.mark.rule("CASH-12")
def test_players_who_sit_out_or_have_no_chips_do_not_count(edition: EditionId) -> None:
    story = open_table(edition).tell("a, b and c sit with 10.00; b sits out; c sits out; 1 min passes")

    assert not story.plays


@every_edition
@pytest.mark.rule("CASH-12")
def test_the_table_takes_a_breath_once_enough_players_are_there(edition: EditionId) -> None:
    """However many waited before, and whether the last one sat down, came back or bought chips."""
    story = open_table(edition).tell("a, b and c sit with 10.00; b sits out; c sits out; 1 min passes; b comes back")
    if edition != PW:
        story.tell("2 s pass; c comes back")

    assert not story.tell("2999 ms pass").plays
    assert story.tell("1 ms passes").plays


@every_edition
@pytest.mark.rule("CASH-12")
def test_enough_players_are_dealt_to_even_if_only_one_of_them_is_in(edition: EditionId) -> None:
    """The others would wait for a big blind that nobody could carry round."""
    story = six(edition, "1 5 6").tell(
        "p5 sits out; p6 sits out; p2 sits at 2 with 10.00; p3 sits at 3 with 10.00; deal"
    )

    assert story.dealt == "p1 p2 p3"
    assert story.blinds == (3, None, 1)
    assert story.open.posts == ()


@pytest.mark.parametrize(
    ("edition", "family"), [(U22, "texas"), (U26, "texas"), (U26, "omaha"), (U27, "texas"), (U27, "omaha")]
)
@pytest.mark.rule("CASH-16")
def test_a_new_player_may_post_a_live_big_blind_and_check(edition: EditionId, family: str) -> None:
    story = open_table(edition, family)
    for seat in (1, 2, 3, 4):
        story.tell(f"p{seat} sits at {seat} with 10.00")
    story.draw = 0
    story.tell("deal; fold round; p5 sits at 6 with 10.00, posting; deal")

    assert story.open.posts == (5,)
    assert "p5" in story.dealt
    posted = [told for told in story.last(HandDealt).told if isinstance(told, BlindPosted)]
    assert [(told.amount, told.rule) for told in posted][-1] == (10, "CASH-16")

    story.tell("p5 checks; p1 calls; p2 calls; p3 calls")

    assert (story.running.hand.pot, story.to_act) == (50, "p4")  # the big blind checks last
    assert story.tell("p4 checks").running.hand.street == 1


@pytest.mark.parametrize(("edition", "family"), [(U22, "omaha"), (PW, "texas"), (PW, "omaha")])
@pytest.mark.rule("CASH-16")
def test_where_newcomers_must_wait_no_post_is_offered(edition: EditionId, family: str) -> None:
    story = open_table(edition, family, seats=6).tell("p1, p2 and p3 sit with 10.00")
    story.draw = 0
    story.tell("deal; fold round; p5 sits at 5 with 10.00")

    assert not story.own("p5").may_post
    assert story.refuses(ChooseEntry(PlayerId("p5"), post=True)) == reject("posting_not_offered", RuleId("CASH-16"))
    assert story.deal().dealt == "p1 p2 p3" or story.blinds[2] == 5
    refusal = story.refuses(Seat(PlayerId("x"), Cents(1000), post=True))
    assert refusal == reject("posting_not_offered", RuleId("CASH-16"))


@every_edition
@pytest.mark.rule("CASH-16")
def test_a_new_player_who_waits_gets_cards_with_the_big_blind(edition: EditionId) -> None:
    story = six(edition, "1 2 3 4 5").tell("p6 sits at 6 with 10.00")
    hands = []
    for _ in range(3):
        story.deal()
        hands.append((story.blinds[2], "p6" in story.dealt))
        story.tell("fold round")

    assert hands == [(4, False), (5, False), (6, True)]
    assert story.chair("p6").entry is Entry.IN


@pytest.mark.rule("CASH-16")
def test_a_player_who_posts_and_is_reached_by_the_big_blind_pays_it_once() -> None:
    story = six(U26, "1 2 3 5 6").tell("p4 sits at 4 with 10.00, posting; deal")

    assert story.blinds[2] == 4
    assert story.open.posts == ()
    assert story.running.hand.pot == 15


@pytest.mark.parametrize("edition", UNIBET)
@pytest.mark.rule("CASH-05")
@pytest.mark.rule("CASH-16")
def test_heads_up_a_player_who_posts_pays_the_small_blind_of_the_button(edition: EditionId) -> None:
    story = six(edition, "1 2 3").tell("p2 leaves; p3 leaves; p4 sits at 2 with 10.00, posting; deal")

    assert story.dealt == "p1 p4"
    assert story.blinds == (2, 2, 1)
    assert (story.open.posts, story.running.hand.pot) == ((), 15)


@pytest.mark.rule("CASH-16")
def test_a_newcomer_can_change_between_waiting_and_posting() -> None:
    story = six(U27, "1 2 3 4").tell("p6 sits at 6 with 10.00; p6 will post; p6 will wait")
    assert [event.posts for event in story.all(EntryChosen)] == [True, False]

    story.tell("p6 will wait; deal")
    assert len(story.all(EntryChosen)) == 2
    assert "p6" not in story.dealt

    assert story.refuses(ChooseEntry(PlayerId("p1"), post=True)).code == "already_dealt_in"


MISSED = [
    (U22, "texas", True),
    (U22, "omaha", False),
    (U26, "texas", True),
    (U26, "omaha", True),
    (U27, "texas", True),
    (PW, "texas", False),
]


@pytest.mark.parametrize(("edition", "family", "may_post"), MISSED)
@pytest.mark.rule("CASH-17")
def test_who_misses_the_big_blind_waits_again_or_is_as_a_new_player(
    edition: EditionId, family: str, may_post: bool
) -> None:
    story = open_table(edition, family, seats=6)
    for seat in range(1, 6):
        story.tell(f"p{seat} sits at {seat} with 10.00")
    story.draw = 0
    story.tell("deal; fold round; p4 sits out; deal")
    assert story.blinds[2] == 5
    assert not story.all(BlindMissed)  # counts when the hand has ended

    story.tell("fold round")
    missed = story.last(BlindMissed)
    assert (missed.seat, missed.rule) == (3, "CASH-17")

    if may_post:
        story.tell("p4 comes back, posting; deal")
        assert "p4" in story.dealt
        assert story.open.posts == (3,)
        return
    refusal = story.refuses(ComeBack(PlayerId("p4"), post=True))
    assert refusal == reject("posting_not_offered", RuleId("CASH-17"))
    story.tell("p4 comes back; deal")
    assert story.last(SatIn).rule == "CASH-17"
    while story.blinds[2] != 4:
        assert "p4" not in story.dealt
        story.tell("fold round; deal")
    assert "p4" in story.dealt


@every_edition
@pytest.mark.rule("CASH-17")
def test_the_small_blind_is_missed_too(edition: EditionId) -> None:
    """The big blind of the last hand would have been the small blind of this one."""
    story = six(edition).tell("p3 sits out; deal; fold round")

    assert story.chair("p3").missed_blind
    assert story.chair("p3").entry is Entry.WAITING


@every_edition
@pytest.mark.rule("CASH-17")
def test_who_sits_out_without_missing_a_blind_is_dealt_in_at_once(edition: EditionId) -> None:
    story = six(edition).tell("p1 sits out; deal; fold round; p1 comes back; deal")

    assert not story.all(BlindMissed)
    assert "p1" in story.dealt
    assert story.open.posts == ()


@every_edition
@pytest.mark.rule("CASH-17")
def test_a_void_hand_makes_nobody_miss_a_blind(edition: EditionId) -> None:
    story = six(edition).tell("p4 sits out; deal")
    assert story.open.missed == (3,)

    story.void()
    story.tell("p4 comes back; deal")

    assert story.blinds == (2, 3, 4)
    assert not story.all(BlindMissed)


@pytest.mark.rule("CASH-17")
def test_who_comes_back_during_the_hand_that_passes_them_has_missed_it_all_the_same() -> None:
    story = six(U26).tell("p4 sits out; deal; p4 comes back, posting; fold round")
    assert story.chair("p4").entry is Entry.POSTING

    assert story.deal().open.posts == (3,)

    strict = six(PW).tell("p4 sits out; deal; p4 comes back; fold round")
    assert strict.chair("p4").entry is Entry.WAITING
    assert strict.last(BlindMissed).seat == 3


@pytest.mark.rule("CASH-09", edition="publicwin")
@pytest.mark.parametrize("seats", [2, 6, 9])
def test_publicwin_tables_have_two_six_or_nine_seats(seats: int) -> None:
    story = open_table(PW, seats=seats)
    for number in range(seats):
        story.tell(f"p{number} sits with 10.00")

    assert story.refuses(Seat(PlayerId("x"), Cents(1000))) == reject("table_full", RuleId("CASH-09"), seats=seats)
    assert len(story.deal().open.dealt.seats) == seats


@pytest.mark.rule("CASH-09")
@pytest.mark.parametrize(
    ("edition", "family", "seats"),
    [
        (U22, "texas", 6),
        (U22, "banzai-texas", 6),
        (U26, "omaha", 6),
        (U26, "banzai-texas", 5),
        (U27, "banzai-texas", 5),
    ],
)
def test_unibet_tables_have_six_seats_and_banzai_of_later_editions_five(
    edition: EditionId, family: str, seats: int
) -> None:
    story = open_table(edition, family)
    for number in range(seats):
        story.tell(f"p{number} sits with 1.00")

    refusal = story.refuses(Seat(PlayerId("x"), Cents(100)))

    assert (refusal.code, refusal.numbers) == ("table_full", (("seats", seats),))


@every_edition
@pytest.mark.rule("CASH-02")
def test_chance_picks_a_free_chair(edition: EditionId) -> None:
    story = open_table(edition).tell("b sits at 1 with 10.00; c sits at 4 with 10.00")
    wishes = [Seat(PlayerId("a"), Cents(500), draw=draw) for draw in range(8)]

    decisions = [events_of(story.machine.decide(story.table, wish, story.now)) for wish in wishes]

    seats = [event.seat for decision in decisions for event in decided(decision) if isinstance(event, SatDown)]
    assert Counter(seats) == {1: 2, 2: 2, 4: 2, 5: 2}


@pytest.mark.parametrize("edition", UNIBET)
@pytest.mark.rule("CASH-04")
def test_a_newcomer_who_posts_before_the_blinds_is_passed_by_the_button(edition: EditionId) -> None:
    """The last hand had the button at 1 and the blinds at 2 and 3; who comes to seat 2 has not played it."""
    story = six(edition).tell("p2 leaves; new sits at 2 with 10.00, posting; deal")

    assert "new" in story.dealt.split()
    assert story.blinds == (1, 3, 4)
