"""A sit & go in a real room, as it goes over the wire: its tables can be followed by the messages alone, and hide cards."""

import json
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pytest

from fairdeal.cards import NAMES
from fairdeal.hexapro.lobby.commands import Register as RegisterHexaPro
from fairdeal.kernel import SECOND, HandId, Instant, PlayerId, RuleId
from fairdeal.present.hexapro import hexapro_lobby_to_wire, hexapro_row_to_wire
from fairdeal.present.seats import Face
from fairdeal.present.tournament import prize_bands, tournament_row_to_wire
from fairdeal.present.tournament_table import TournamentTablePresenter, hole_cards_of, tournament_table_to_wire
from fairdeal.present.tournament_terms import terms_to_wire
from fairdeal.protocol.codec import encode
from fairdeal.protocol.server import (
    HexaProShown,
    TournamentFrame,
    TournamentShown,
    TournamentsShown,
    TournamentTableShown,
)
from fairdeal.rulebook.clause import PW, U22, U26, U27, EditionId
from fairdeal.rulebook.loader import published_edition
from fairdeal.rulebook.schema.choices import Variant
from fairdeal.runtime.broadcast import Frame
from fairdeal.server.desks.tournament_pages import TournamentPages
from fairdeal.testing.tournaments.plan import MAIN, TournamentPlan, bill
from fairdeal.testing.tournaments.simulation import TournamentRun
from fairdeal.tournament.dealer import changes as deal
from fairdeal.tournament.dealer.state import DealerTable, OpenDeal
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.prizes.payouts import Prize
from fairdeal.tournament.director.state import Status
from fairdeal.tournament.orders import dealer_stream

PLAYERS = tuple(PlayerId(f"p{number:05}") for number in range(3))
CARD = re.compile(r'"([2-9TJQKA][cdhs])"')


def face(player: PlayerId) -> Face:
    return Face(player.upper(), "fox")


def sit_and_go(edition: EditionId = U27, kind: str = "sit_and_go", entered: int = 3) -> TournamentRun:
    """A room with a sit & go for three, entered by some."""
    plan = TournamentPlan(kind=kind, entrants=3, seats=3, seed=4, edition=published_edition(edition))
    run = TournamentRun(plan)
    room = run.begin()
    if kind == "sit_and_go":
        (billed,) = bill(plan, run.clock.now(), run.people.players)
        room.tournaments.announce(billed.setup, MAIN)
        run.advance(SECOND)
        for player in PLAYERS[:entered]:
            room.tournaments.send(MAIN, ms.Register(player))
        run.advance(SECOND)
    return run


def account(wallet: str) -> str:
    """The account that the first player has for a wallet as messages name it."""
    purpose, tender = wallet.split(":", 1)
    return f"{purpose}:{PLAYERS[0]}:{tender}"


def tournament_json(run: TournamentRun, viewer: PlayerId | None) -> Any:
    """The tournament as one viewer gets it, its parts side by side."""
    assert run.room is not None
    pages = TournamentPages(run.room, face)
    seen = pages.seen(MAIN)
    assert seen is not None
    terms = terms_to_wire(MAIN, seen.state.setup, seen.rules, pages.name_of, lambda player: face(player).name)
    own = pages.own(seen, viewer)
    shown = TournamentShown(at=run.clock.now(), terms=terms, numbers=seen.numbers, prizes=seen.prizes, entry=own)
    found = json.loads(encode(shown))
    return {**found["terms"], **found["numbers"], "prizes": found["prizes"], "own": found["entry"]}


@dataclass
class Follower:
    """Somebody who follows the first table and knows only what came over the wire."""

    run: TournamentRun
    frames: list[tuple[str, dict[PlayerId, str]]] = field(default_factory=list)
    views: list[tuple[PlayerId | None, str, dict[PlayerId, set[str]]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        assert self.run.room is not None
        poker = self.run.plan.edition.poker
        assert poker is not None
        self.actor = self.run.room.registry.actor(dealer_stream(MAIN, 0))
        self.hole_cards = hole_cards_of(poker, self.actor.state.order.game.family)
        self.pages = TournamentPages(self.run.room, face)
        self.presenter = TournamentTablePresenter(self.actor.state, self.hole_cards, face, self.head)
        self.first = self.view(None)
        self.actor.feed.watch(self, self.take)

    def __hash__(self) -> int:
        return id(self)

    def head(self, player: PlayerId) -> int:
        return self.pages.head(MAIN, player)

    def view(self, viewer: PlayerId | None) -> str:
        view = self.actor.hosted.view(self.actor.state, viewer)
        pots = () if self.presenter.tracked is None else self.presenter.tracked.pots
        facts = self.pages.facts(MAIN, viewer)
        table = tournament_table_to_wire(view, facts, self.hole_cards, pots, face, self.head)
        return encode(TournamentTableShown(epoch=1, number=self.actor.feed.number, table=table)).decode()

    def take(self, frame: Frame) -> None:
        changes, own = self.presenter.frame_to_wire(frame.public, frame.private)

        def message(mine: Any = ()) -> str:
            told = TournamentFrame(table="T", epoch=1, number=frame.number, changes=tuple(changes), own=tuple(mine))
            return encode(told).decode()

        self.frames.append((message(), {player: message(mine) for player, mine in own.items()}))
        running = self.actor.state.running
        if running is not None:
            lineup = enumerate(running.lineup.players)
            holes = {player: {NAMES[card] for card in running.hand.hole(place)} for place, player in lineup}
            self.views += [(viewer, self.view(viewer), holes) for viewer in (None, *PLAYERS)]

    @property
    def changes(self) -> list[Any]:
        return [change for public, _ in self.frames for change in json.loads(public)["changes"]]


def played(edition: EditionId = U27) -> Follower:
    """The sit & go to its end, followed from its first hand on."""
    follower = Follower(sit_and_go(edition))
    run = follower.run
    assert run.room is not None
    for _ in range(2000):
        run.advance(10 * SECOND)
        if run.room.tournaments.find(MAIN).status is Status.FINISHED:  # type: ignore[union-attr]
            return follower
    raise AssertionError("the tournament does not end")


class Mirror:
    """Stacks at a table, computed from its messages alone."""

    def __init__(self) -> None:
        self.stacks: dict[str, int] = {}
        self.bets: Counter[str] = Counter()
        self.hands = 0

    def hear(self, change: Any) -> None:
        match change["kind"]:
            case "nextHand":
                self.stacks = {seat: each["stack"] for seat, each in change["seats"].items()}
            case "handOpened" | "board":
                self.bets.clear()
            case "dealEnded":
                self.hands += 1
                assert self.stacks == {seat: each["stack"] for seat, each in change["seats"].items()}
            case "awarded":
                for winner in change["winners"]:
                    self.stacks[str(winner["seat"])] += winner["amount"]
            case "posted" | "acted" | "uncalled":
                self.pay(str(change["at"]), change)

    def pay(self, seat: str, change: Any) -> None:
        match change["kind"], change.get("blind") or change.get("act"):
            case "uncalled", _:
                self.stacks[seat] += change["amount"]
            case "posted", blind:
                self.stacks[seat] -= change["amount"]
                self.bets[seat] += change["amount"] if blind != "ante" else 0
            case "acted", act if act != "fold":
                self.stacks[seat] -= change["bet"] - self.bets[seat]
                self.bets[seat] = change["bet"]


@pytest.mark.parametrize("edition", [U22, U26, U27, PW])
def test_a_table_can_be_followed_by_its_messages_alone(edition: EditionId) -> None:
    follower, mirror = played(edition), Mirror()
    shown = json.loads(follower.first)["table"]
    mirror.stacks = {seat: each["stack"] for seat, each in shown["seats"].items()}
    mirror.bets.update({seat: each["bet"] for seat, each in shown["seats"].items()})
    assert shown["playing"]["hand"]["number"] == 1, "the story begins in the middle of the first hand"

    for change in follower.changes:
        mirror.hear(change)

    assert mirror.hands > 3
    assert {change["act"] for change in follower.changes if change["kind"] == "acted"} >= {"fold", "call", "raise"}
    assert all(change["rule"] for change in follower.changes if change["kind"] in ("nextHand", "handOpened"))
    assert follower.changes[-1]["kind"] == "tableShut"


@pytest.mark.rule("CASH-15")
def test_nobody_is_sent_anybody_elses_hidden_cards() -> None:
    follower = played()
    dealt: dict[PlayerId, set[str]] = {}
    open_cards: set[str] = set()
    hands = 0
    for public, own in follower.frames:
        for change in json.loads(public)["changes"]:
            if change["kind"] == "handOpened":
                dealt, open_cards, hands = {}, set(), hands + 1
            open_cards |= set(change.get("board", ())) | set(change["cards"] if change["kind"] == "shown" else ())
        for player, message in own.items():
            for change in json.loads(message)["own"]:
                if change["kind"] == "dealt":
                    dealt[player] = set(change["cards"])
        assert set(CARD.findall(public)) <= open_cards
        for player, message in own.items():
            assert set(CARD.findall(message)) <= open_cards | dealt.get(player, set())
    assert hands > 3

    seen = 0
    for viewer, message, holes in follower.views:
        table = json.loads(message)["table"]
        hidden = {card for player, cards in holes.items() if player != viewer for card in cards}
        mine = set() if viewer is None else holes.get(viewer, set())
        assert set(table["own"]["cards"] if table["own"] else ()) == mine
        assert not set(CARD.findall(message)) & hidden
        seen += bool(hidden)
    assert seen > 100


def test_the_cards_a_player_is_sent_are_that_players() -> None:
    follower = played()
    holes = [(viewer, holes[viewer]) for viewer, _, holes in follower.views if viewer is not None and viewer in holes]

    for _, own in follower.frames:
        for player, message in own.items():
            for change in json.loads(message)["own"]:
                if change["kind"] == "dealt":
                    assert (player, set(change["cards"])) in holes


def test_who_is_asked_gets_options_that_name_hand_and_turn() -> None:
    follower = played()
    playing = json.loads(follower.first)["table"]["playing"]["hand"]
    hand, turn, asked = playing["id"], playing["turn"], 0
    for public, own in follower.frames:
        for change in json.loads(public)["changes"]:
            hand = change["hand"] if change["kind"] == "handOpened" else hand
            turn = change["turn"] if change["kind"] == "turn" else turn
        for message in own.values():
            for change in json.loads(message)["own"]:
                if change["kind"] == "options":
                    asked += 1
                    assert turn is not None
                    assert (change["options"]["hand"], change["options"]["turn"]) == (hand, turn["number"])
    assert asked > 10


def test_what_happens_between_hands_is_told_with_its_rule() -> None:
    """As after a failure: a hand was open, its order is not known any more, and it is void."""
    hand = OpenDeal(HandId("H"), 4, 3, 1, Instant(0), PLAYERS, b"", "text")
    presenter = TournamentTablePresenter(DealerTable(open=hand), 2, face, lambda _: 0)

    told, own = presenter.frame_to_wire(
        (
            deal.DealCancelled(3, RuleId("MTT-50"), "failure"),
            deal.AwayChanged((0, 2), RuleId("MTT-44")),
            deal.TableGone(RuleId("MTT-42a")),
        ),
        {},
    )

    assert json.loads(encode(told)) == [
        {"kind": "dealVoided", "number": 3, "rule": "MTT-50", "reason": "failure"},
        {"kind": "away", "seats": [0, 2], "rule": "MTT-44"},
        {"kind": "tableShut", "rule": "MTT-42a"},
    ]
    assert (own, presenter.tracked) == ({}, None)


@pytest.mark.parametrize("edition", [U22, U26, U27, PW])
def test_players_are_told_how_many_cards_a_game_deals(edition: EditionId) -> None:
    poker = published_edition(edition).poker
    assert poker is not None
    found = {row.variant: hole_cards_of(poker, row.id) for row in poker.games.families.value}
    assert found == {Variant.HOLDEM: 2, Variant.OMAHA: 4}


# ---- the lobby


@pytest.mark.parametrize("edition", [U22, U26, U27, PW])
def test_a_row_of_the_lobby_says_what_can_be_entered(edition: EditionId) -> None:
    run = sit_and_go(edition, entered=2)
    assert run.room is not None
    tournaments = run.room.tournaments
    (row,) = tournaments.lobby.rows(run.clock.now())
    message = TournamentsShown(at=run.clock.now(), tournaments=(tournament_row_to_wire(row, lambda _: "", str),))

    (found,) = json.loads(encode(message))["tournaments"]

    numbers = found["numbers"]
    assert (found["id"], found["edition"], numbers["status"]) == (MAIN, edition, "announced")
    assert "sit_and_go" in found["types"]
    assert found["unit"] == {"kind": "money", "currency": "EUR", "label": "test"}
    assert account(found["wallet"]) == row.rules.wallet(PLAYERS[0]), "an entry is paid from the wallet that is named"
    assert terms_to_wire(MAIN, row.setup, row.rules, str, str).wallet == found["wallet"]
    assert (numbers["entries"], found["seats"], numbers["startsAt"], numbers["level"]) == (2, 3, None, 0)
    assert numbers["pool"] == 2 * found["price"]["pool"]
    assert found["price"]["rule"] == row.setup.price.rule
    assert numbers["registrationOpen"] is True
    assert numbers["pause"] is None
    assert numbers["paidIn"] == numbers["pool"]
    assert (numbers["reBuys"], numbers["winner"]) == (0, None)
    assert (
        sum(band["money"] * (band["last"] - band["first"] + 1) for band in found["prizes"]) == 3 * row.setup.price.pool
    )


def test_a_tournament_shows_its_level_the_next_one_its_prizes_and_ones_own_entry() -> None:
    run = sit_and_go()
    assert run.room is not None
    state = run.room.tournaments.find(MAIN)
    assert state is not None
    first, second = state.setup.blinds.levels[:2]

    shown, mine = tournament_json(run, None), tournament_json(run, PLAYERS[1])

    assert (shown["status"], shown["level"], shown["tables"], shown["entriesMax"]) == ("running", 1, 1, 3)
    assert shown["blinds"] == {
        "level": 1,
        "smallBlind": first.small_blind,
        "bigBlind": first.big_blind,
        "ante": first.ante,
    }
    assert (shown["nextBlinds"]["level"], shown["nextBlinds"]["bigBlind"]) == (2, second.big_blind)
    assert shown["levelEnds"] == state.clock.level_ends
    paid = sum((band["last"] - band["first"] + 1) * (band["money"] + band["ticket"]) for band in shown["prizes"])
    assert paid == shown["pool"] == 3 * shown["price"]["pool"]
    assert shown["paidPlaces"] == shown["prizes"][-1]["last"]
    assert shown["averageStack"] == shown["stack"]
    assert shown["own"] is None
    assert {**shown, "own": mine["own"]} == mine
    assert (mine["own"]["entries"], mine["own"]["table"], mine["own"]["place"]) == (1, f"{MAIN}/0", None)
    assert mine["own"]["stack"] == state.setup.stack


def test_who_is_out_sees_the_place_and_the_prize() -> None:
    run = played().run
    own = [tournament_json(run, player)["own"] for player in PLAYERS]

    assert sorted(each["place"] for each in own) == [1, 2, 3]
    assert sum(each["prizes"] for each in own) == tournament_json(run, None)["pool"]
    assert {each["table"] for each in own} == {None}


def test_places_that_win_the_same_are_one_band() -> None:
    prizes = tuple(Prize(amount) for amount in (500, 300, 100, 100, 100))  # type: ignore[arg-type]

    bands = [(band.first, band.last, band.money) for band in prize_bands(prizes)]

    assert bands == [(1, 1, 500), (2, 2, 300), (3, 5, 100)]
    assert prize_bands(()) == ()


@pytest.mark.rule("HEXA-04")
@pytest.mark.parametrize("edition", [U22, U26, U27])
def test_a_hexapro_lobby_shows_odds_draws_and_only_ones_own_games(edition: EditionId) -> None:
    run = sit_and_go(edition, kind="hexapro")
    assert run.room is not None
    rules, lobby = run.hexapro(), run.room.registry.actor(run.hexapro().stream)
    for player in (*PLAYERS, PLAYERS[0]):
        run.room.registry.send(rules.stream, RegisterHexaPro(player, 1, rules.buy_in.value))
        run.advance(5 * SECOND)

    rows = {row.lobby: row for row in run.room.tournaments.lobby.hexapro()}
    row = hexapro_row_to_wire(rows[rules.stream], rules, 12)
    assert account(row.wallet) == rules.director.wallet(PLAYERS[0])
    shown = hexapro_lobby_to_wire(lobby.hosted.view(lobby.state, None), rules, row)
    text = encode(HexaProShown(at=run.clock.now(), lobby=shown)).decode()
    found = json.loads(text)["lobby"]

    assert sum(each["chances"] for each in found["odds"]) == found["chances"]
    assert all(player not in text for player in PLAYERS)
    (draw,) = found["latest"]
    at = next(at for at, each in enumerate(found["odds"]) if each["multiplier"] == draw["multiplier"])
    drawn = found["odds"][at]
    assert drawn["firstDraw"] <= draw["draw"] <= drawn["lastDraw"]
    assert (found["drawn"][at], sum(found["drawn"]), found["rule"]) == (1, 1, rules.wheel.rule)
    assert (found["row"]["taken"], found["row"]["running"], found["row"]["mostGames"]) == ([1], 1, 12)
    plan = rules.plan(draw["multiplier"])
    assert (drawn["stack"], drawn["levelTime"]) == (plan.stack.value, plan.level_time.value)
    assert plan.bank is not None
    assert drawn["bank"] == plan.bank.value.start_seconds
