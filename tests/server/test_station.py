"""Stations of live tables over the gateway: who may do what, scanner codes, corrections by two people, and who sees it."""

import asyncio
import re
from typing import Any

import pytest

from fairdeal.cards import NAMES
from fairdeal.casino.chat import ChatBlocked, MessageRemoved
from fairdeal.casino.games.catalogue import GAMES
from fairdeal.casino.table.events import Burned, CardDealt, RoundSettled
from fairdeal.casino.table.facts import Dealing
from fairdeal.casino.table.station_events import Corrected, DealerChanged, StepFinished
from fairdeal.kernel import MINUTE, SECOND, Duration, Instant, TableId
from fairdeal.room.casino.house import CasinoSettings, CasinoTableSetup, VideoKind, VideoSource
from fairdeal.room.casino.scanner import Scanner
from fairdeal.server.auth.roles import Role, roles_text
from tests.server.test_casino_desk import Visitor, until
from tests.server.whole_house import Message, WholeHouse

ROULETTE, BLACKJACK, BACCARAT = "roulette-live", "blackjack-live", "baccarat-live"
STARTED = Instant(1_000)
LIVE = tuple(
    CasinoTableSetup(
        table=TableId(f"{game.name}-live"),
        game=game,
        dealing=Dealing.LIVE,
        video=VideoSource(VideoKind.IMAGE, "/casino/pattern/x.svg", STARTED),
        dealer_time=Duration(40 * MINUTE),
    )
    for game in GAMES
)
IDS = re.compile("01[0-9A-HJKMNP-TV-Z]{24}")
MARKED = Scanner(codes={f"{deck}-{name.upper()}": card for deck in range(1, 9) for card, name in enumerate(NAMES)})


class Staff(Visitor):
    """Somebody who works at live tables, signed in with a second factor."""

    def __init__(self, house: WholeHouse, name: str, *roles: Role, enrolled: bool = True) -> None:
        super().__init__(house, name)
        self.appoint(*roles, enrolled=enrolled)

    def appoint(self, *roles: Role, enrolled: bool = True) -> None:
        people = self.house.auth.people
        people.change_person(self.player, roles=roles_text(roles), totp_on=int(enrolled))
        asyncio.run(self.house.auth.refresh(self.player))

    def stand_at(self, table: str) -> None:
        """Follow the station, and begin to deal."""
        self.does("watchStation", table=table, on=True)
        self.does("takeTable", table=table)

    @property
    def station(self) -> Message:
        """The station as it was shown last."""
        shown: Message = [each for each in self.wire.came if each["type"] == "station"][-1]["station"]
        return shown

    def finish(self, table: str, *steps: str) -> None:
        for step in steps:
            assert self.station["step"]["kind"] == step
            self.does("finishStep", table=table, step=step)

    def prepare(self, table: str) -> None:
        """Put new cards into the shoe."""
        while self.station["step"]["kind"] in ("inspect", "shuffle", "cut", "burn"):
            self.does("finishStep", table=table, step=self.station["step"]["kind"])


@pytest.fixture
def house() -> Any:
    opened = WholeHouse(LIVE)
    yield opened
    opened.close()


def bets_closed(house: WholeHouse, dealer: Staff, table: str) -> tuple[Visitor, int]:
    """Ann has bet at a live table, and the dealer has said "no more bets"; the round."""
    ann = Visitor(house, "Ann")
    ann.enter(table)
    if table == BLACKJACK:
        ann.does("takeBox", table=table, seat=0)
    dealer.stand_at(table)
    dealer.prepare(table)
    number = until(house, table, "betting")
    if table == BLACKJACK:
        ann.does("placeBet", table=table, round=number, amount=1_000)
    else:
        spot = "red" if table == ROULETTE else "player"
        ann.does("placeChip", table=table, round=number, spot=spot, chip=500)
        ann.does("confirmBets", table=table, round=number)
    until(house, table, "closed")
    house.wait(SECOND)
    dealer.finish(table, "call_no_more_bets")
    return ann, number


# ---- who may come


@pytest.mark.parametrize(
    ("roles", "enrolled", "code"),
    [
        ((), True, "staff_only"),
        ((Role.SUPPORT,), True, "staff_only"),
        ((Role.DEALER,), False, "second_factor_needed"),
        ((Role.PIT,), False, "second_factor_needed"),
    ],
)
def test_a_station_is_for_dealers_and_pit_bosses_with_a_second_factor(
    house: WholeHouse, roles: tuple[Role, ...], enrolled: bool, code: str
) -> None:
    somebody = Staff(house, "Sam", *roles, enrolled=enrolled)

    for kind, fields in (
        ("watchStations", {"on": True}),
        ("watchStation", {"table": ROULETTE, "on": True}),
        ("takeTable", {"table": ROULETTE}),
        ("releaseTable", {"table": ROULETTE}),
    ):
        assert somebody.refused(kind, **fields)[0] == code
    assert not [each for each in somebody.wire.came if each["type"] in ("station", "stations")]


def test_nobody_without_a_session_is_shown_a_station(house: WholeHouse) -> None:
    client, wire = house.connect(None)
    house.ask(client, {"type": "watchStation", "table": ROULETTE, "on": True})
    assert wire.came[-1]["told"]["code"] == "sign_in_first"


def test_dealers_do_not_play(house: WholeHouse) -> None:
    mia = Staff(house, "Mia", Role.DEALER)
    assert mia.refused("visitCasino", table=ROULETTE)[0] == "staff_may_not_play"


# ---- who deals


def test_a_table_has_one_dealer_who_hands_it_over(house: WholeHouse) -> None:
    mia, liis, jan = Staff(house, "Mia", Role.DEALER), Staff(house, "Liis", Role.DEALER), Staff(house, "Jan", Role.PIT)
    mia.stand_at(BACCARAT)
    assert mia.station["dealer"] == "Mia"
    assert mia.station["mine"]
    assert mia.station["reliefAt"] == mia.station["dealerSince"] + 40 * MINUTE
    liis.does("watchStations", on=True)
    rows = {row["id"]: row for row in liis.wire.came[-2]["tables"]}
    assert (rows[BACCARAT]["dealer"], rows[BACCARAT]["free"], rows[ROULETTE]["free"]) == ("Mia", False, True)
    assert (rows[BACCARAT]["manned"], rows[ROULETTE]["manned"]) == (True, False)
    assert liis.refused("watchStation", table=BACCARAT, on=True) == ("table_has_dealer", "BAC-10")
    assert liis.refused("takeTable", table=BACCARAT) == ("table_has_dealer", "BAC-10")
    assert liis.refused("finishStep", table=BACCARAT, step="inspect") == ("not_your_table", "BAC-10")
    jan.does("watchStation", table=BACCARAT, on=True)
    assert jan.refused("finishStep", table=BACCARAT, step="inspect") == ("not_your_table", "BAC-10")

    mia.does("handOver", table=BACCARAT)
    assert mia.refused("finishStep", table=BACCARAT, step="inspect") == ("not_your_table", "BAC-10")
    liis.stand_at(BACCARAT)
    assert (liis.station["dealer"], liis.station["mine"]) == ("Liis", True)
    assert [event.dealer for _, event in house.events if isinstance(event, DealerChanged)] == ["Mia", "Liis"]
    seen = len(mia.wire.came)
    liis.prepare(BACCARAT)
    assert [each["type"] for each in mia.wire.came[seen:]] == [], "a station is shown to its own people only"


def test_a_table_whose_dealer_is_gone_is_free_again(house: WholeHouse) -> None:
    mia, liis, jan = Staff(house, "Mia", Role.DEALER), Staff(house, "Liis", Role.DEALER), Staff(house, "Jan", Role.PIT)
    mia.stand_at(BACCARAT)
    jan.does("watchStations", on=True)
    house.gateway.on_disconnected(mia.client)
    house.wait(SECOND)
    (row,) = [row for row in jan.wire.came[-1]["tables"] if row["id"] == BACCARAT]
    assert (row["dealer"], row["manned"]) == ("Mia", False), "the pit boss sees that nobody stands there"
    liis.stand_at(BACCARAT)
    assert liis.station["dealer"] == "Liis"


def test_a_role_that_is_taken_away_ends_what_is_shown(house: WholeHouse) -> None:
    mia = Staff(house, "Mia", Role.DEALER)
    mia.stand_at(BACCARAT)
    mia.appoint(Role.SUPPORT)
    seen = len(mia.wire.came)
    ann = Visitor(house, "Ann")
    ann.enter(BACCARAT)
    house.wait(SECOND)
    assert mia.wire.came[seen:] == []
    assert mia.refused("finishStep", table=BACCARAT, step="inspect")[0] == "staff_only"


# ---- steps and scans


@pytest.mark.rule("BJ-38")
def test_a_step_out_of_order_is_refused_with_its_clause(house: WholeHouse) -> None:
    mia = Staff(house, "Mia", Role.DEALER)
    mia.stand_at(BLACKJACK)
    assert (mia.station["step"]["kind"], mia.station["step"]["rule"]) == ("inspect", "BJ-38")
    assert mia.refused("finishStep", table=BLACKJACK, step="burn") == ("steps_out_of_order", "BJ-38")
    assert mia.refused("scanCard", table=BLACKJACK, round=0, code="8S") == ("no_card_due", "BJ-43")
    assert mia.refused("enterPocket", table=BLACKJACK, round=0, pocket=17) == ("no_wheel", None)
    house.wait(SECOND)
    mia.finish(BLACKJACK, "inspect", "shuffle", "cut", "burn")
    assert mia.station["shoe"]["out"] == 6
    finished = [event for _, event in house.events if isinstance(event, StepFinished)]
    assert [event.video for event in finished] == [event.at - STARTED for event in finished], (
        "the recording's time code"
    )


@pytest.mark.rule("BJ-43")
def test_a_blackjack_round_by_scanner_codes(house: WholeHouse) -> None:
    mia = Staff(house, "Mia", Role.DEALER)
    ann, number = bets_closed(house, mia, BLACKJACK)
    step = mia.station["step"]
    assert (step["kind"], step["seat"], step["faceUp"], step["rule"], step["name"]) == ("scan", 0, True, "BJ-43", "Ann")
    assert (step["card"], step["cards"]) == (1, 4)
    assert step["following"] == [{"seat": -1, "faceUp": True}, {"seat": 0, "faceUp": True}]
    for code in ("ts", "9C", "KD"):
        mia.does("scanCard", table=BLACKJACK, round=number, code=code)
    step = mia.station["step"]
    assert (step["seat"], step["faceUp"], step["card"], step["cards"], step["following"]) == (-1, False, 4, 4, [])
    mia.does("scanCard", table=BLACKJACK, round=number, code="8H")

    read = mia.station["reads"][0]
    assert (read["card"], read["outcome"], read["seat"]) == (None, "accepted", -1), "nobody is told the hole card"
    assert mia.station["felt"]["dealer"] == ["9c", None]
    assert "8h" not in str(mia.wire.came)
    assert mia.station["step"]["card"] == 0
    ann.does("decideBox", table=BLACKJACK, round=number, turn=1, choice="stand")
    mia.finish(BLACKJACK, "show_hole", "announce", "pick_up")
    assert len([event for _, event in house.events if isinstance(event, RoundSettled)]) == 1


def test_the_third_failed_scan_holds_the_table_and_none_changes_anything(house: WholeHouse) -> None:
    mia, jan = Staff(house, "Mia", Role.DEALER), Staff(house, "Jan", Role.PIT)
    _, number = bets_closed(house, mia, BACCARAT)
    before = house.casino(TableId(BACCARAT)).felt
    assert mia.refused("scanCard", table=BACCARAT, round=number, code="LABEL 77") == ("card_unread", "X-141")
    assert mia.station["failures"] == 1
    mia.does("cardUnread", table=BACCARAT, round=number)
    assert mia.refused("enterCard", table=BACCARAT, round=number, card="1x") == ("no_such_card", "BAC-02")
    assert mia.station["failures"] == 2
    assert mia.refused("scanCard", table=BACCARAT, round=number, code="?")[0] == "card_unread"

    assert house.casino(TableId(BACCARAT)).felt == before
    assert (mia.station["step"]["kind"], mia.station["hold"]["reason"]) == ("held", "unreadable")
    assert [read["outcome"] for read in mia.station["reads"]] == ["unread"] * 3
    assert mia.refused("scanCard", table=BACCARAT, round=number, code="8S")[0] == "table_suspended"
    assert mia.refused("releaseTable", table=BACCARAT) == ("pit_needed", "X-141")
    jan.does("releaseTable", table=BACCARAT)
    mia.does("enterCard", table=BACCARAT, round=number, card="8s")
    assert mia.station["failures"] == 0


def test_a_card_with_a_code_of_its_own_is_not_read_twice() -> None:
    house = WholeHouse(settings=CasinoSettings(tables=LIVE, scanner=MARKED))
    mia = Staff(house, "Mia", Role.DEALER)
    _, number = bets_closed(house, mia, BACCARAT)
    mia.does("scanCard", table=BACCARAT, round=number, code="3-8S")
    assert mia.refused("scanCard", table=BACCARAT, round=number, code="3-8s") == ("card_read_twice", "X-141")
    assert (mia.station["reads"][0]["outcome"], mia.station["reads"][0]["card"]) == ("twice", "8s")
    mia.does("scanCard", table=BACCARAT, round=number, code="4-8S")
    assert [event.card for _, event in house.events if isinstance(event, CardDealt)] == [NAMES.index("8s")] * 2
    house.close()


# ---- the wheel


@pytest.mark.rule("RLT-01")
def test_the_dealer_keys_the_pocket_without_seeing_the_sensors(house: WholeHouse) -> None:
    mia, eye, jan = (
        Staff(house, "Mia", Role.DEALER),
        Staff(house, "Wheel 1", Role.DEALER),
        Staff(house, "Jan", Role.PIT),
    )
    ann, number = bets_closed(house, mia, ROULETTE)
    assert mia.refused("senseBall", table=ROULETTE, round=number, pocket=17) == ("own_sensor", "RLT-01")
    shown = len(mia.wire.came), len(ann.wire.came)
    eye.does("senseBall", table=ROULETTE, round=number, pocket=17)
    assert "17" not in str([each.get("station", {}).get("felt") for each in mia.wire.came[shown[0] :]])
    mia.does("enterPocket", table=ROULETTE, round=number, pocket=18)

    assert mia.station["hold"]["reason"] == "disagreement"
    house.wait(SECOND)
    assert ann.shown(ROULETTE)["felt"]["pocket"] is None
    assert ann.shown(ROULETTE)["moment"]["hold"]["reason"] == "disagreement"
    jan.does("releaseTable", table=ROULETTE)
    assert mia.refused("enterPocket", table=ROULETTE, round=number, pocket=37) == ("no_such_pocket", "RLT-01")
    mia.does("enterPocket", table=ROULETTE, round=number, pocket=17)
    mia.finish(ROULETTE, "announce")
    assert ann.shown(ROULETTE)["felt"]["pocket"] == 17


# ---- corrections


def test_a_correction_takes_two_signed_in_people_and_one_of_them_is_the_pit_boss(house: WholeHouse) -> None:
    mia, jan = Staff(house, "Mia", Role.DEALER), Staff(house, "Jan", Role.PIT)
    liis = Staff(house, "Liis", Role.DEALER)
    ann, number = bets_closed(house, mia, BACCARAT)
    mia.does("scanCard", table=BACCARAT, round=number, code="8C")
    assert "card_replaced" in mia.station["canCorrect"]
    propose = {"table": BACCARAT, "what": "card_replaced", "card": "9c", "reason": "read wrongly"}
    assert liis.refused("proposeCorrection", **propose) == ("not_your_table", "BAC-10")
    assert mia.refused("approveCorrection", table=BACCARAT) == ("nothing_proposed", "X-141")
    mia.does("proposeCorrection", **propose)

    proposal = mia.station["proposal"]
    assert (proposal["wasCard"], proposal["card"], proposal["seat"]) == ("8c", "9c", 0)
    assert (proposal["total"], proposal["totalAfter"], proposal["people"]) == (8, 9, ["Mia"])
    assert mia.refused("approveCorrection", table=BACCARAT) == ("second_person_needed", "X-141")
    assert liis.refused("approveCorrection", table=BACCARAT) == ("not_your_table", "X-141")
    assert liis.refused("withdrawCorrection", table=BACCARAT) == ("not_your_table", "X-141")
    assert ann.shown(BACCARAT)["felt"]["player"] == ["8c"]
    jan.does("approveCorrection", table=BACCARAT)

    (made,) = [event for _, event in house.events if isinstance(event, Corrected)]
    assert made.people == ("Mia", "Jan")
    assert ann.shown(BACCARAT)["felt"]["player"] == ["9c"]
    (told,) = [change for change in ann.changes(BACCARAT) if change["kind"] == "roundCorrected"]
    assert (told["what"], told["card"], told["was"], told["rule"]) == ("card_replaced", "9c", "8c", "X-141")
    assert "Mia" not in str(told)


def test_who_is_dealer_and_pit_boss_in_one_person_needs_another(house: WholeHouse) -> None:
    mia, jan = Staff(house, "Mia", Role.DEALER, Role.PIT), Staff(house, "Jan", Role.PIT)
    ann, _ = bets_closed(house, mia, BACCARAT)
    mia.does("proposeCorrection", table=BACCARAT, what="round_voided", reason="a card fell")
    again = Staff.__new__(Staff)
    again.house, again.session, again.player = house, mia.session, mia.player
    again.connect()
    for seat in (mia, again):
        assert seat.refused("approveCorrection", table=BACCARAT) == ("second_person_needed", "X-141")
    jan.does("approveCorrection", table=BACCARAT)
    house.wait(SECOND)
    assert ann.shown(BACCARAT)["own"]["staked"] == 0


def test_what_the_pit_boss_proposes_the_dealer_approves(house: WholeHouse) -> None:
    mia, jan = Staff(house, "Mia", Role.DEALER), Staff(house, "Jan", Role.PIT)
    bets_closed(house, mia, BLACKJACK)
    jan.does("proposeCorrection", table=BLACKJACK, what="cards_burned", reason="a card was exposed")
    assert mia.station["proposal"]["burned"] == 3
    assert mia.refused("withdrawCorrection", table=BLACKJACK) == ("not_your_proposal", "X-141")
    assert jan.refused("approveCorrection", table=BLACKJACK) == ("second_person_needed", "X-141")
    mia.does("approveCorrection", table=BLACKJACK)
    burned = [event for _, event in house.events if isinstance(event, Burned)][-1]
    assert (burned.count, burned.rule, burned.people) == (3, "BJ-44", ("Jan", "Mia"))


def test_a_hold_says_who_and_why_and_only_the_pit_boss_ends_it(house: WholeHouse) -> None:
    mia, jan = Staff(house, "Mia", Role.DEALER), Staff(house, "Jan", Role.PIT)
    ann, _ = bets_closed(house, mia, BLACKJACK)
    jan.does("watchStations", on=True)
    mia.does("callPit", table=BLACKJACK)
    mia.does("holdTable", table=BLACKJACK, words="two cards came out together")
    house.wait(SECOND)
    (row,) = [row for row in jan.wire.came[-1]["tables"] if row["id"] == BLACKJACK]
    assert row["held"]
    assert row["pitCalled"] is not None
    hold = mia.station["hold"]
    assert (hold["person"], hold["words"], hold["rule"]) == ("Mia", "two cards came out together", "BJ-15")
    assert "two cards" not in str(ann.wire.came), "what staff say among themselves is no message to players"
    assert "releaseTable" not in mia.station["may"]
    mia.does("proposeCorrection", table=BLACKJACK, what="round_voided", reason="two cards")
    mia.does("withdrawCorrection", table=BLACKJACK)
    assert mia.station["hold"]["reason"] == "irregularity", "taking a proposal back does not end the hold"
    jan.does("releaseTable", table=BLACKJACK)
    assert mia.station["hold"] is None
    assert mia.station["pitCalled"] is None


# ---- chat


@pytest.mark.rule("CHAT-04")
def test_a_message_is_taken_away_and_its_author_is_kept_from_the_chat(house: WholeHouse) -> None:
    mia = Staff(house, "Mia", Role.DEALER)
    ann, bob = Visitor(house, "Ann"), Visitor(house, "Bob")
    for each in (ann, bob):
        each.enter(ROULETTE)
    mia.stand_at(ROULETTE)
    ann.does("casinoSay", table=ROULETTE, text="call me at 555")
    house.wait(SECOND)
    (line,) = mia.station["chat"]
    mia.does("removeLine", table=ROULETTE, message=line["number"], reason="a telephone number")
    mia.does("blockChatter", table=ROULETTE, player=ann.player, reason="telephone numbers")
    house.wait(SECOND)

    assert [each["number"] for each in bob.wire.came if each["type"] == "casinoUnsaid"] == [line["number"]]
    assert mia.station["chat"] == []
    assert mia.station["blocked"] == [{"player": ann.player, "name": "Ann"}]
    assert ann.refused("casinoSay", table=ROULETTE, text="hello") == ("chat_blocked", "CHAT-04")
    assert mia.refused("removeLine", table=ROULETTE, message=line["number"], reason="x") == (
        "no_such_message",
        "CHAT-04",
    )
    kept = [event for _, event in house.events if isinstance(event, MessageRemoved | ChatBlocked)]
    assert [event.staff for event in kept] == ["Mia", "Mia"]
    mia.does("blockChatter", table=ROULETTE, player=ann.player, reason="apologised", on=False)
    ann.does("casinoSay", table=ROULETTE, text="hello")


# ---- left alone


def test_a_station_that_was_left_alone_asks_for_the_second_factor_again(house: WholeHouse) -> None:
    mia = Staff(house, "Mia", Role.DEALER)
    mia.stand_at(BLACKJACK)
    house.wait(4 * MINUTE)
    mia.does("stationAwake", table=BLACKJACK)
    house.wait(4 * MINUTE)
    mia.finish(BLACKJACK, "inspect")
    house.wait(5 * MINUTE)
    assert mia.refused("finishStep", table=BLACKJACK, step="shuffle") == ("station_locked", None)
    assert mia.refused("stationAwake", table=BLACKJACK)[0] == "station_locked"

    house.auth.sessions.prove(mia.session.id)
    mia.finish(BLACKJACK, "shuffle")


@pytest.mark.rule("RLT-01")
def test_a_sensor_is_nobodys_workplace_and_reports_after_a_long_silence_too(house: WholeHouse) -> None:
    mia, eye = Staff(house, "Mia", Role.DEALER), Staff(house, "Wheel 1", Role.DEALER)
    house.wait(20 * MINUTE)
    assert mia.refused("takeTable", table=ROULETTE)[0] == "station_locked"
    house.auth.sessions.prove(mia.session.id)
    _, number = bets_closed(house, mia, ROULETTE)
    eye.does("senseBall", table=ROULETTE, round=number, pocket=17)
    mia.does("enterPocket", table=ROULETTE, round=number, pocket=18)
    assert mia.station["hold"]["reason"] == "disagreement"


# ---- no byte before its time


def hole(card: str) -> tuple[dict[str, list[str]], list[str]]:
    """A blackjack round with that hole card: what each person was sent before it was turned over, and who knows it after."""
    house = WholeHouse(LIVE)
    mia, jan, liis = Staff(house, "Mia", Role.DEALER), Staff(house, "Jan", Role.PIT), Staff(house, "Liis", Role.DEALER)
    bob = Visitor(house, "Bob")
    bob.does("watch", table=BLACKJACK)
    liis.does("watchStations", on=True)
    jan.does("watchStation", table=BLACKJACK, on=True)
    ann, number = bets_closed(house, mia, BLACKJACK)
    for code in ("TS", "9C", "KD", card):
        mia.does("scanCard", table=BLACKJACK, round=number, code=code)
    ann.does("decideBox", table=BLACKJACK, round=number, turn=1, choice="stand")
    mia.does("proposeCorrection", table=BLACKJACK, what="round_voided", reason="a look")
    mia.does("withdrawCorrection", table=BLACKJACK)
    house.wait(SECOND)
    people = {"Ann": ann, "Bob": bob, "Mia": mia, "Jan": jan, "Liis": liis}
    before = {name: [plain(each) for each in who.wire.came] for name, who in people.items()}
    mia.finish(BLACKJACK, "show_hole")
    after = [name for name, who in people.items() if card.lower() in str(who.wire.came).lower()]
    house.close()
    return before, after


def plain(message: Message) -> str:
    """A message without ids that were drawn by lot."""
    return IDS.sub("ID", str(message))


@pytest.mark.rule("BJ-50")
def test_another_hole_card_changes_no_byte_for_players_dealer_or_pit_boss_before_it_is_turned_over() -> None:
    usual, shown = hole("8H")
    other, _ = hole("7D")

    assert usual == other
    assert shown == ["Ann", "Bob", "Mia", "Jan"]


def test_another_pocket_of_the_sensor_changes_no_byte() -> None:
    def evening(pocket: int) -> list[list[str]]:
        house = WholeHouse(LIVE)
        mia, eye = Staff(house, "Mia", Role.DEALER), Staff(house, "Wheel 1", Role.DEALER)
        ann, number = bets_closed(house, mia, ROULETTE)
        eye.does("senseBall", table=ROULETTE, round=number, pocket=pocket)
        house.wait(SECOND)
        house.close()
        return [[plain(each) for each in who.wire.came] for who in (mia, ann, eye)]

    assert evening(17) == evening(32)
