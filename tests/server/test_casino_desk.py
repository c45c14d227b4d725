"""Casino tables over the gateway: the lobby, whole tables and frames, one's own part, and what is refused."""

from typing import Any

import pytest

from fairdeal.kernel import SECOND, PlayerId, TableId
from fairdeal.server.client import Client
from tests.server.whole_house import LATENCY, Message, WholeHouse, Wire

ROULETTE, BLACKJACK, BACCARAT = "roulette-1", "blackjack-1", "baccarat-1"


class Visitor:
    """Somebody with a connection to the casino, who keeps what they were last shown."""

    def __init__(self, house: WholeHouse, name: str) -> None:
        self.house = house
        (self.session,) = house.people(name)
        self.player: PlayerId = self.session.person.player
        self.client: Client
        self.wire: Wire
        self.connect()

    def connect(self) -> None:
        self.client, self.wire = self.house.connect(self.session)

    def ask(self, kind: str, **fields: Any) -> Message:
        """Send a message and return its answer."""
        name = self.house.ask(self.client, {"type": kind, **fields})
        self.house.wait(4 * LATENCY)
        (answer,) = [each for each in self.wire.came if each.get("id") == name]
        return answer

    def does(self, kind: str, **fields: Any) -> None:
        answer = self.ask(kind, **fields)
        assert answer["type"] == "done", answer

    def refused(self, kind: str, **fields: Any) -> tuple[str, str | None]:
        told = self.ask(kind, **fields)["told"]
        return told["code"], told["rule"]

    def enter(self, table: str) -> None:
        self.does("watch", table=table)
        self.does("visitCasino", table=table)

    def shown(self, table: str) -> Message:
        """The table as a client has it that puts every frame over what it was shown first."""
        state: Message = {}
        for each in self.wire.came:
            if each["type"] == "casinoTable" and each["table"]["id"] == table:
                state = {**each["table"], "number": each["number"], "epoch": each["epoch"]}
            elif each.get("table") == table and each["type"] == "casinoFrame":
                assert each["number"] == state["number"] + 1, "no frame is missing"
                news = {part: each[part] for part in PARTS if each[part] is not None}
                state |= {**news, "number": each["number"]}
            elif each.get("table") == table and each["type"] == "casinoOwn":
                state["own"] = each["own"]
        return state

    def changes(self, table: str) -> list[Message]:
        frames = [each for each in self.wire.came if each["type"] == "casinoFrame" and each["table"] == table]
        return [change for frame in frames for change in frame["changes"]]


PARTS = ("moment", "felt", "board", "shoe", "crowd", "own")


@pytest.fixture
def house() -> Any:
    opened = WholeHouse()
    yield opened
    opened.close()


def until(house: WholeHouse, table: str, phase: str) -> int:
    """Wait until a table is in that phase, with some seconds left; the round."""
    for _ in range(2_000):
        state = house.casino(TableId(table))
        if state.phase == phase and (phase != "betting" or state.deadline > house.clock.now() + 5 * SECOND):
            return state.round
        house.wait(SECOND // 4)
    raise AssertionError(f"{table} never was {phase}")


def test_the_lobby_shows_every_table_and_then_only_rows_that_changed(house: WholeHouse) -> None:
    ann = Visitor(house, "Ann")
    ann.does("watchCasino", on=True)
    (lobby,) = [each for each in ann.wire.came if each["type"] == "casinoLobby"]
    assert [row["game"] for row in lobby["tables"]] == ["roulette", "blackjack", "baccarat"] * 2
    assert [row["live"] for row in lobby["tables"]] == [False] * 3 + [True] * 3
    assert lobby["tables"][1]["freeSeats"] == [0, 1, 2, 3, 4, 5, 6]

    ann.enter(BLACKJACK)
    ann.does("takeBox", table=BLACKJACK, seat=2)
    house.wait(SECOND)

    rows = [row for each in ann.wire.came if each["type"] == "casinoRows" for row in each["tables"]]
    assert {row["id"] for row in rows} == {BLACKJACK}
    assert rows[-1]["freeSeats"] == [0, 1, 3, 4, 5, 6]
    assert rows[-1]["players"] == 1


@pytest.mark.rule("RLT-07")
def test_chips_are_laid_and_are_bets_once_they_are_placed(house: WholeHouse) -> None:
    ann = Visitor(house, "Ann")
    ann.enter(ROULETTE)
    number = until(house, ROULETTE, "betting")
    ann.does("placeChip", table=ROULETTE, round=number, spot="straight-17", chip=500)
    ann.does("placeChip", table=ROULETTE, round=number, spot="red", chip=100)
    ann.does("doubleChips", table=ROULETTE, round=number)
    ann.does("undoChips", table=ROULETTE, round=number)
    own = ann.shown(ROULETTE)["own"]
    assert own["layout"]["staged"] == [{"spot": "straight-17", "amount": 500}, {"spot": "red", "amount": 100}]
    assert own["staked"] == 0
    before = own["purse"]

    ann.does("confirmBets", table=ROULETTE, round=number)
    house.wait(SECOND)

    shown = ann.shown(ROULETTE)
    assert shown["own"]["staked"] == 600
    assert shown["own"]["purse"] == before - 600
    assert shown["own"]["layout"]["staged"] == []
    assert shown["crowd"] == {
        "guests": 1,
        "bettors": 1,
        "staked": 600,
        "spots": [{"spot": "red", "players": 1, "staked": 100}, {"spot": "straight-17", "players": 1, "staked": 500}],
    }


@pytest.mark.rule("RLT-19")
def test_a_spin_is_shown_to_everybody_with_its_fields_and_paid_bet_by_bet(house: WholeHouse) -> None:
    ann, bob = Visitor(house, "Ann"), Visitor(house, "Bob")
    ann.enter(ROULETTE)
    bob.does("watch", table=ROULETTE)
    number = until(house, ROULETTE, "betting")
    for spot in ("red", "black", "straight-0"):
        ann.does("placeChip", table=ROULETTE, round=number, spot=spot, chip=500)
    ann.does("confirmBets", table=ROULETTE, round=number)
    until(house, ROULETTE, "result")
    house.wait(SECOND)

    shown = ann.shown(ROULETTE)
    pocket = shown["felt"]["pocket"]
    spots = {spot["name"]: spot for spot in shown["rules"]["spots"]}
    assert len(spots) == 151
    assert set(shown["felt"]["winning"]) == {name for name, spot in spots.items() if pocket in spot["numbers"]}
    results = {each["spot"]: each for each in shown["own"]["payment"]["results"]}
    for name, each in results.items():
        wins = pocket in spots[name]["numbers"]
        assert (each["returned"], each["won"]) == ((500, 500 * spots[name]["pays"]) if wins else (0, 0))
    assert bob.shown(ROULETTE)["felt"] == shown["felt"]
    assert bob.shown(ROULETTE)["own"] is None
    assert [change["kind"] for change in bob.changes(ROULETTE)][-3:] == ["betsClosed", "ballFell", "roundPaid"]


@pytest.mark.rule("RLT-08")
def test_what_is_refused_names_its_clause_and_nothing_is_placed(house: WholeHouse) -> None:
    ann = Visitor(house, "Ann")
    ann.does("watch", table=ROULETTE)
    assert ann.refused("placeChip", table=ROULETTE, round=1, spot="red", chip=500) == ("not_at_table", None)
    ann.enter(ROULETTE)
    number = until(house, ROULETTE, "betting")
    assert ann.refused("placeChip", table=ROULETTE, round=number + 1, spot="red", chip=500)[0] == "betting_closed"
    assert ann.refused("placeChip", table=ROULETTE, round=number, spot="split-0-1", chip=500)[0] == "no_such_spot"
    assert ann.refused("placeBet", table=ROULETTE, round=number, amount=500) == ("game_has_no_boxes", None)
    assert ann.refused("leave", table=ROULETTE) == ("not_in_casino", None)
    assert ann.refused("say", table=ROULETTE, text="hello") == ("no_such_table", None)
    assert ann.refused("visitCasino", table="nowhere") == ("no_such_table", None)
    for _ in range(6):
        ann.does("placeChip", table=ROULETTE, round=number, spot="red", chip=10_000)
    assert ann.refused("confirmBets", table=ROULETTE, round=number) == ("above_maximum", "RLT-08")
    assert house.stakes == {}


def test_a_lost_connection_comes_back_to_the_same_chips_and_misses_no_frame(house: WholeHouse) -> None:
    ann, bob = Visitor(house, "Ann"), Visitor(house, "Bob")
    for each in (ann, bob):
        each.enter(BACCARAT)
    number = until(house, BACCARAT, "betting")
    ann.does("placeChip", table=BACCARAT, round=number, spot="banker", chip=500)
    seen = ann.shown(BACCARAT)
    house.gateway.on_disconnected(ann.client)
    bob.does("placeChip", table=BACCARAT, round=number, spot="tie", chip=100)
    bob.does("confirmBets", table=BACCARAT, round=number)
    house.wait(SECOND)

    was = ann.wire.came
    ann.connect()
    assert ann.wire.came[0]["visits"] == [BACCARAT]
    position = {"table": BACCARAT, "epoch": seen["epoch"], "number": seen["number"]}
    ann.does("hello", positions=[position], protocol=2)
    assert "casinoTable" not in {each["type"] for each in ann.wire.came}
    ann.wire.came[:0] = was
    shown = ann.shown(BACCARAT)
    assert {part: shown[part] for part in PARTS[:-1]} == {part: bob.shown(BACCARAT)[part] for part in PARTS[:-1]}
    assert shown["own"]["layout"]["staged"] == [{"spot": "banker", "amount": 500}]


def test_money_that_comes_from_elsewhere_can_be_bet_and_what_is_bet_elsewhere_cannot(house: WholeHouse) -> None:
    ann = Visitor(house, "Ann")
    for table in (BACCARAT, ROULETTE):
        ann.enter(table)
    before = ann.shown(BACCARAT)["own"]["purse"]
    house.credit(ann.player, 700)
    house.wait(SECOND)
    assert [ann.shown(table)["own"]["purse"] for table in (BACCARAT, ROULETTE)] == [before + 700] * 2

    number = until(house, ROULETTE, "betting")
    ann.does("placeChip", table=ROULETTE, round=number, spot="straight-0", chip=500)
    ann.does("confirmBets", table=ROULETTE, round=number)
    house.wait(SECOND)
    assert ann.shown(BACCARAT)["own"]["purse"] == before + 200


def test_a_second_page_of_the_same_player_keeps_nothing_from_the_first(house: WholeHouse) -> None:
    ann = Visitor(house, "Ann")
    ann.enter(BACCARAT)
    house.wait(SECOND)
    before = ann.shown(BACCARAT)["own"]["purse"]
    house.credit(ann.player, 700)
    house.wait(4 * LATENCY)
    other, wire = house.connect(ann.session)
    house.ask(other, {"type": "watch", "table": BACCARAT})
    (whole,) = [each["table"] for each in wire.came if each["type"] == "casinoTable"]
    assert whole["own"]["purse"] == before + 700
    house.wait(SECOND)
    assert ann.shown(BACCARAT)["own"]["purse"] == before + 700


@pytest.mark.rule("BJ-60")
@pytest.mark.rule("BJ-70")
@pytest.mark.rule("BJ-71")
def test_a_bet_behind_is_asked_whether_it_follows_and_is_counted_without_a_name(house: WholeHouse) -> None:
    ann, bob, cat = (Visitor(house, name) for name in ("Ann", "Bob", "Cat"))
    for each in (ann, bob, cat):
        each.enter(BLACKJACK)
    ann.does("takeBox", table=BLACKJACK, seat=3)
    number = until(house, BLACKJACK, "betting")
    ann.does("placeBet", table=BLACKJACK, round=number, amount=1_000)
    bob.does("betBehind", table=BLACKJACK, round=number, seat=3, amount=500)
    own = bob.shown(BLACKJACK)["own"]["box"]
    assert (own["asksFollow"], own["follows"], own["betSeat"], own["stakes"]) == (True, None, 3, [500])
    bob.does("answerFollow", table=BLACKJACK, follows=True)
    house.wait(SECOND)

    own = bob.shown(BLACKJACK)["own"]["box"]
    assert (own["asksFollow"], own["follows"]) == (False, True)
    shown = cat.shown(BLACKJACK)
    assert shown["crowd"]["spots"] == [{"spot": "3", "players": 1, "staked": 500}]
    assert shown["felt"]["seats"][3]["bet"] == 1_000
    assert bob.player not in str([each for each in cat.wire.came if each["type"] == "casinoFrame"])
    assert cat.refused("takeBox", table=BLACKJACK, seat=3)[0] == "seat_taken"
    cat.does("queueForBox", table=BLACKJACK)


@pytest.mark.rule("BJ-69")
@pytest.mark.rule("CHAT-01")
@pytest.mark.rule("CHAT-03")
def test_chat_reaches_those_at_the_table_and_nobody_who_bets_behind(house: WholeHouse) -> None:
    ann, bob, cat = (Visitor(house, name) for name in ("Ann", "Bob", "Cat"))
    for each in (ann, bob, cat):
        each.enter(BLACKJACK)
    ann.does("takeBox", table=BLACKJACK, seat=0)
    number = until(house, BLACKJACK, "betting")
    ann.does("placeBet", table=BLACKJACK, round=number, amount=1_000)
    bob.does("betBehind", table=BLACKJACK, round=number, seat=0, amount=500)
    ann.does("casinoSay", table=BLACKJACK, text="good luck all")

    said = {who: [each for each in who.wire.came if each["type"] == "casinoSaid"] for who in (ann, bob, cat)}
    assert [each["line"]["text"] for each in said[ann]] == ["good luck all"]
    assert said[bob] == []
    assert said[cat][0]["line"]["name"] == "Ann"
    assert bob.refused("casinoSay", table=BLACKJACK, text="me too") == ("chat_for_seated_only", "BJ-69")
    assert ann.refused("casinoSay", table=BLACKJACK, text="you b4st4rd")[0] == "offensive_language"
    cat.does("casinoReport", table=BLACKJACK, message=said[cat][0]["line"]["number"], reason="loud")
    cat.does("casinoMute", table=BLACKJACK, player=ann.player, on=True)
    ann.does("casinoSay", table=BLACKJACK, text="once more")
    assert len([each for each in cat.wire.came if each["type"] == "casinoSaid"]) == 1
    assert cat.shown(BLACKJACK)["own"]["muted"] == [ann.player]


@pytest.mark.rule("BJ-44")
def test_everybody_sees_how_many_cards_were_burnt_and_never_which(house: WholeHouse) -> None:
    ann = Visitor(house, "Ann")
    for table, burnt in ((BLACKJACK, 6), (BACCARAT, 0)):
        ann.enter(table)
        if table == BLACKJACK:
            ann.does("takeBox", table=table, seat=0)
        until(house, table, "betting")
        shoe = ann.shown(table)["shoe"]
        assert (shoe["burnt"], shoe["out"]) == (burnt, burnt)
        assert "order" not in shoe


@pytest.mark.rule("BJ-18")
@pytest.mark.rule("BJ-60")
def test_the_bets_of_a_round_stay_in_sight_with_its_result_behind_too(house: WholeHouse) -> None:
    ann, bob = Visitor(house, "Ann"), Visitor(house, "Bob")
    for each in (ann, bob):
        each.enter(BLACKJACK)
    ann.does("takeBox", table=BLACKJACK, seat=3)
    number = until(house, BLACKJACK, "betting")
    ann.does("placeBet", table=BLACKJACK, round=number, amount=1_000)
    bob.does("betBehind", table=BLACKJACK, round=number, seat=3, amount=500)
    assert until(house, BLACKJACK, "result") == number
    house.wait(4 * LATENCY)

    shown = bob.shown(BLACKJACK)
    box = shown["felt"]["seats"][3]
    assert (box["bet"], [hand["stake"] for hand in box["hands"]]) == (1_000, [1_000])
    assert shown["crowd"]["spots"] == [{"spot": "3", "players": 1, "staked": 500}]
    payment = shown["own"]["payment"]
    assert (payment["round"], payment["seat"]) == (number, 3)
    assert payment["results"][0]["staked"] == 500
    assert shown["own"]["box"]["betSeat"] is None
