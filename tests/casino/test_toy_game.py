"""A fourth game from one folder, at the table that every game is played at: nothing but its own files knows of it."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdeal.casino.dealer import BY_THE_DEALER, StepKind
from fairdeal.casino.games.catalogue import GAMES, ROULETTE
from fairdeal.casino.games.layout.commands import PlaceChip
from fairdeal.casino.story import sentence
from fairdeal.casino.table import commands as c
from fairdeal.casino.table.events import CardDealt, RoundSettled, RoundVoided
from fairdeal.casino.table.facts import Dealing
from fairdeal.casino.table.state import Correction, CorrectionKind, Payment, Phase
from fairdeal.kernel import Cents, PlayerId, Rejection, TableId
from fairdeal.room.casino.house import CasinoTableSetup, casino_stream
from fairdeal.room.casino.table import table_codecs
from tests.casino.tables import ANN, BOB, CAT, Bench, cards, one
from tests.casino.toy_game.felt import Backing
from tests.casino.toy_game.game import RED_OR_BLACK, ColoursView, OwnColour, RedOrBlack
from tests.casino.toy_game.messages import Back, Backed
from tests.room.casino_evenings import FUNDS, CasinoEvening
from tests.steps import step_of

PEOPLE = (ANN, BOB, CAT)
TEN = Cents(1_000)
EXAMPLES = (settings.default or settings()).max_examples // 5


def table(shoe: str = "", dealing: Dealing = Dealing.HOUSE) -> Bench:
    bench = Bench(RED_OR_BLACK, shoe, dealing=dealing)
    bench.come(*PEOPLE)
    return bench


def prepare(bench: Bench) -> None:
    """The dealer fills the shoe."""
    while bench.machine.step(bench.table).kind in BY_THE_DEALER:
        bench.do(c.FinishStep(bench.machine.step(bench.table).kind))


def called(*backed: tuple[PlayerId, bool]) -> Bench:
    """A live table at which those bets are made and "no more bets" is said."""
    bench = table(dealing=Dealing.LIVE)
    prepare(bench)
    number = bench.open()
    for player, red in backed:
        bench.do(Back(player, number, red, TEN))
    bench.close()
    bench.do(c.FinishStep(StepKind.CALL_NO_MORE_BETS))
    return bench


def test_the_card_pays_whoever_backed_its_colour() -> None:
    bench = table("Ah Ks")
    number = bench.open()
    bench.do(Back(ANN, number, True, TEN))
    bench.do(Back(BOB, number, False, TEN))
    happened = bench.until(Phase.RESULT)

    assert one(happened, CardDealt).card == cards("Ah")[0]
    assert one(happened, RoundSettled).payments == (
        Payment(ANN, Cents(0), TEN, TEN),
        Payment(BOB, TEN, Cents(0), Cents(0)),
    )
    assert (bench.money("ann"), bench.money("bob"), bench.money("cat"), bench.house) == (1_000, -1_000, 0, 0)
    assert [sentence(bench.facts, event, ANN) for event in happened if isinstance(event, CardDealt | RoundSettled)] == [
        "The card: A♥",
        "You win 10.00.",
    ]


def test_bets_are_refused_by_the_game_and_by_the_table() -> None:
    bench = table()
    number = bench.open()
    bench.do(Back(ANN, number, True, TEN))

    assert bench.refuse(Back(ANN, number, True, TEN))[0] == "already_backed"
    assert bench.refuse(Back(BOB, number, True, Cents(1)))[0] == "below_minimum"
    assert bench.refuse(Back(PlayerId("dan"), number, True, TEN))[0] == "not_at_table"
    bench.do(c.HoldTable("supervisor"))
    assert bench.refuse(Back(BOB, number, True, TEN))[0] == "table_suspended"
    bench.do(c.Dismiss("supervisor"))
    bench.now = bench.table.deadline
    assert bench.refuse(Back(BOB, number, True, TEN))[0] == "betting_closed"


def test_no_game_knows_the_commands_of_another() -> None:
    bench, other = table(), Bench(ROULETTE)
    other.come(ANN)

    assert bench.refuse(PlaceChip(ANN, bench.open(), "red", TEN))[0] == "game_has_no_layout"
    assert other.refuse(Back(ANN, other.open(), True, TEN))[0] == "no_colours"


def test_a_failure_before_the_card_gives_every_bet_back() -> None:
    bench = table()
    number = bench.open()
    bench.do(Back(ANN, number, True, TEN))
    voided = one(bench.do(c.Recover(bench.now)), RoundVoided)

    assert voided.payments == (Payment(ANN, Cents(0), TEN, Cents(0)),)
    assert bench.money("ann") == 0
    assert bench.table.felt.escrow() == {}


def test_a_live_dealer_scans_the_card_and_people_put_it_right() -> None:
    bench = called((ANN, True), (BOB, False))
    red, black = cards("2h 2s")
    assert bench.machine.step(bench.table).kind is StepKind.SCAN
    bench.do(c.Scan(bench.table.round, red))
    assert bench.table.phase is Phase.DECIDED
    bench.do(c.Propose("dealer", Correction(CorrectionKind.CARD_REPLACED, black, "seen on video")))
    bench.do(c.Approve("supervisor"))
    bench.do(c.FinishStep(StepKind.ANNOUNCE))

    assert (bench.money("ann"), bench.money("bob")) == (-1_000, 1_000)


def test_people_void_a_live_round() -> None:
    bench = called((ANN, True))
    assert bench.refuse(c.Propose("dealer", Correction(CorrectionKind.POCKET_REPLACED, 3, "no wheel"))) == (
        "not_correctable",
        bench.facts.casino.roulette.pockets.rule,
    )
    bench.do(c.Propose("dealer", Correction(CorrectionKind.ROUND_VOIDED, reason="seen on video")))
    bench.do(c.Approve("supervisor"))

    assert bench.table.phase is Phase.RESULT
    assert bench.money("ann") == 0


def test_everybody_sees_the_colours_and_each_player_the_own_bet() -> None:
    bench = table("As")
    number = bench.open()
    before = bench.table
    (event,) = bench.do(Back(ANN, number, False, TEN))
    assert isinstance(event, Backed)

    assert bench.view().game == "red or black"
    assert bench.view().felt == ColoursView(None, Cents(0), TEN)
    own = bench.own("ann")
    assert isinstance(own, OwnColour)
    assert (own.backing, own.staked) == (Backing(red=False, amount=TEN), TEN)
    public = bench.machine.public_change(step_of(bench.machine, before, event))
    assert isinstance(public, Backed)
    assert public.player == ""
    assert bench.machine.private_changes(step_of(bench.machine, before, event)) == {ANN: (event,)}
    bench.until(Phase.RESULT)
    assert bench.own("ann").payment == Payment(ANN, Cents(0), TEN, TEN)
    assert bench.view().felt == ColoursView(cards("As")[0], Cents(0), Cents(0))


def test_it_brings_its_own_durable_names() -> None:
    codecs = table_codecs((*GAMES, RED_OR_BLACK))
    bench = table()
    bench.do(Back(ANN, bench.open(), True, TEN))
    bench.close()

    assert codecs.states.decode(codecs.states.encode(bench.table)) == bench.table
    for event in bench.history:
        assert codecs.events.decode(codecs.events.encode(event)) == event


def test_two_things_cannot_have_one_durable_name() -> None:
    class Careless(RedOrBlack):
        event_tags = {"card_dealt": Backed}  # noqa: RUF012

    with pytest.raises(ValueError, match="card_dealt"):
        table_codecs((*GAMES, Careless()))


@given(seed=st.integers(0, 10**9), live=st.booleans())
@settings(max_examples=EXAMPLES)
def test_money_is_conserved_whatever_people_do(*, seed: int, live: bool) -> None:
    """The bench checks after every command that the ledger balances and agrees with the table."""
    chance = Random(seed)  # noqa: S311
    bench = table(dealing=Dealing.LIVE if live else Dealing.HOUSE)
    for _ in range(120):
        if chance.random() < 0.4:
            happen(bench, chance)
        else:
            bench.send(anything(bench, chance))
    bench.send(c.Dismiss("floor"))
    for _ in range(50):
        if bench.table.phase in (Phase.RESULT, Phase.IDLE):
            break
        happen(bench, chance)

    assert bench.table.phase in (Phase.RESULT, Phase.IDLE)
    assert not any(balance for account, balance in bench.book.balances.items() if account.startswith("bet:"))
    assert sum(bench.money(player) for player in PEOPLE) == -bench.house


def happen(bench: Bench, chance: Random) -> None:
    """What happens by itself, or by the dealer."""
    step = bench.machine.step(bench.table)
    if bench.facts.is_live and step.kind in BY_THE_DEALER:
        bench.do(c.FinishStep(step.kind))
    elif bench.facts.is_live and step.kind is StepKind.SCAN:
        bench.send(c.Scan(bench.table.round, chance.randrange(52)))
    elif bench.facts.is_live and step.kind is StepKind.HELD:
        bench.send(c.Dismiss("floor"))
    elif bench.machine.agenda(bench.table):
        bench.tick()


def anything(bench: Bench, chance: Random) -> c.TableCommand:
    player, number = chance.choice(PEOPLE), bench.table.round
    amount = Cents(chance.choice((0, 50, 1_000, 2_500, 60_000, 500_000)))
    void = Correction(CorrectionKind.ROUND_VOIDED, reason="seen on video")
    commands: list[c.TableCommand] = [
        *[Back(player, number, chance.random() < 0.5, amount)] * 8,
        c.Join(player),
        c.Leave(player),
        c.Disconnected(player),
        c.Reconnected(player),
        c.Recover(bench.now),
        c.Propose("dealer", void),
        c.Approve("supervisor"),
    ]
    return chance.choice(commands)


def test_random_evenings_are_no_idle_ones() -> None:
    """The property would be worth little if nobody ever played."""
    chance, bench = Random(5), table()  # noqa: S311
    for _ in range(1_500):
        happen(bench, chance) if chance.random() < 0.4 else bench.send(anything(bench, chance))
    kinds = {type(event) for event in bench.history}

    assert {Backed, RoundSettled, RoundVoided} <= kinds


def test_the_room_hosts_it_and_a_crash_gives_open_bets_back() -> None:
    name = TableId("colours")
    evening = CasinoEvening((CasinoTableSetup(table=name, game=RED_OR_BLACK),))
    evening.arrive(ANN, table=name)
    number = evening.until(name, Phase.BETTING).round
    evening.do(name, Back(ANN, number, True, TEN))
    assert evening.money(ANN) == FUNDS - TEN
    evening.crash()
    assert evening.money(ANN) == FUNDS
    assert isinstance(evening.tell(name, Back(ANN, number, True, TEN)), Rejection)

    evening.do(name, c.Join(ANN))
    number = evening.until(name, Phase.BETTING).round
    evening.do(name, Back(ANN, number, True, TEN))
    evening.until(name, Phase.RESULT)
    evening.wait()

    assert abs(evening.money(ANN) - FUNDS) == TEN
    assert any(isinstance(event, RoundSettled) for stream, event in evening.events if stream == casino_stream(name))
    assert evening.room.casino.lobby.rows()[0].game == "red or black"
