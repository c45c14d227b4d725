"""Who loads a casino table anew, at whatever moment of a round, is shown exactly what somebody has who was there all the time."""

from typing import Any

import pytest

from fairdeal.casino.table.facts import UNHURRIED
from fairdeal.kernel import SECOND
from fairdeal.room.casino.house import one_table_of_each
from tests.server.test_casino_desk import PARTS, Visitor, until
from tests.server.test_casino_secrecy import Stacked
from tests.server.whole_house import WholeHouse

LOOKS = 600
SEEN = {
    "roulette": {("betting", "bets"), ("closed", ""), ("result", "")},
    "baccarat": {("betting", "bets"), ("closed", ""), ("playing", ""), ("result", "")},
    "blackjack": {("betting", "bets"), ("closed", ""), ("playing", ""), ("playing", "insurance"), ("result", "")}
    | {("playing", f"turn {number}") for number in (1, 2, 3)},
}
"""The moments that a round of each game has to go through here, or the test would be worth little."""


class Round:
    """A round with a bet of Ann, and one behind hers of Bob; what is loaded anew is compared all the way."""

    def __init__(self, game: str) -> None:
        # The dealer shows an ace, and Ann has two threes, which she splits.
        self.house = WholeHouse(one_table_of_each(pace=UNHURRIED), Stacked((7, 48), (8, 56)))
        self.game, self.table = game, f"{game}-1"
        self.ann, self.bob = Visitor(self.house, "Ann"), Visitor(self.house, "Bob")
        self.choices = {1: "split", 2: "stand", 3: "stand"}
        self.seen: set[tuple[str, str]] = set()

    def bet(self) -> None:
        for each in (self.ann, self.bob):
            each.enter(self.table)
        if self.game == "blackjack":
            self.ann.does("takeBox", table=self.table, seat=0)
        number = until(self.house, self.table, "betting")
        self.look()
        if self.game == "blackjack":
            self.ann.does("placeBet", table=self.table, round=number, amount=1_000)
            self.look()
            self.bob.does("betBehind", table=self.table, round=number, seat=0, amount=500)
            self.look()
            self.bob.does("answerFollow", table=self.table, follows=True)
            return
        spots = ("red", "straight-0") if self.game == "roulette" else ("player", "tie")
        for spot in spots:
            self.ann.does("placeChip", table=self.table, round=number, spot=spot, chip=500)
            self.look()
        self.ann.does("confirmBets", table=self.table, round=number)
        self.bob.does("placeChip", table=self.table, round=number, spot=spots[0], chip=500)

    def look(self) -> None:
        """Load the page anew, as each of the two and as somebody who has no account."""
        for who in (self.ann, self.bob):
            anew, shown = self.load(who), who.shown(self.table)
            assert {part: anew[part] for part in PARTS} == {part: shown[part] for part in PARTS}, who.player
        plain = self.load(None)
        assert {part: plain[part] for part in PARTS[:-1]} == {part: shown[part] for part in PARTS[:-1]}
        moment, felt, own = shown["moment"], shown["felt"], self.ann.shown(self.table)["own"]
        asks = "insurance" if felt.get("insurance") else f"turn {felt['turn']['number']}" if felt.get("turn") else ""
        self.seen.add((moment["phase"], "bets" if moment["phase"] == "betting" and own["staked"] else asks))

    def load(self, who: Visitor | None) -> dict[str, Any]:
        client, wire = self.house.connect(None if who is None else who.session)
        self.house.ask(client, {"type": "watch", "table": self.table})
        found: dict[str, Any] = next(each["table"] for each in reversed(wire.came) if each["type"] == "casinoTable")
        self.house.gateway.on_disconnected(client)
        return found

    def play(self) -> None:
        for _ in range(LOOKS):
            self.house.wait(SECOND // 5)
            self.look()
            shown = self.ann.shown(self.table)
            turn = shown["felt"].get("turn")
            if turn is not None and turn["number"] in self.choices:
                choice, number = self.choices.pop(turn["number"]), shown["moment"]["round"]
                self.ann.does("decideBox", table=self.table, round=number, turn=turn["number"], choice=choice)
                self.look()
            if shown["moment"]["phase"] == "result":
                return
        raise AssertionError("the round does not end")


@pytest.mark.parametrize("game", SEEN)
def test_a_page_that_is_loaded_anew_shows_what_was_there_in_every_phase(game: str) -> None:
    played = Round(game)
    played.bet()
    played.play()
    played.house.close()

    assert played.seen >= SEEN[game]
