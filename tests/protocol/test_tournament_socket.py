"""Tournaments over the socket: commands reach directors and dealers, and who follows sees what changed."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from fairdeal.kernel import HOUR, Instant
from fairdeal.protocol import client
from fairdeal.protocol.codec import BadMessage, decode, encode
from fairdeal.rulebook.clause import U27
from fairdeal.rulebook.loader import published_edition
from fairdeal.runtime.ports import Answer
from fairdeal.server.limits import TOURNAMENTS_FOLLOWED_MAX
from fairdeal.server.opening import RunningServer
from fairdeal.testing.tournaments.plan import MAIN, TournamentPlan, bill
from tests.server.live import Guest, Message, dial, new_guest, run, running, settings_in, tournament_options


async def announced(opened: RunningServer, kind: str = "sit_and_go") -> None:
    """A tournament for two is in the lobby."""
    room = opened.house.room
    plan = TournamentPlan(kind=kind, entrants=2, seats=2, seed=4, edition=published_edition(U27))
    # It starts at a full hour: not the next one, which may be a moment away.
    (billed,) = bill(plan, Instant(room.clock.now() + HOUR), ())
    answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
    room.tournaments.announce(billed.setup, MAIN, answered.set_result)
    assert await answered is None


def is_running(message: Message) -> bool:
    return message["type"] in ("tournament", "tournamentNumbers") and message["numbers"]["status"] == "running"


def code_of(answer: Message) -> str:
    return str(answer["told"]["code"]) if answer["type"] == "refused" else str(answer["type"])


async def codes(guest: Guest, *messages: tuple[str, dict[str, Any]]) -> list[str]:
    return [code_of(await guest.wire.ask(kind, **fields)) for kind, fields in messages]


@pytest.mark.parametrize(
    "message",
    [
        client.WatchTournaments(id="a", on=True),
        client.WatchTournament(id="a", tournament="T", on=False),
        client.WatchHexaPro(id="a", lobby="L", on=True),
        client.Register(id="a", tournament="T", amount=500),
        client.Register(id="a", tournament="T", ticket="S.1"),
        client.Register(id="a", tournament="T", password="open sesame"),  # noqa: S106 - the word of a tournament
        client.WatchList(id="a", tournament="T", list="players", on=True, page=2, search="ann"),
        client.AskPrizes(id="a", tournament="T", entries=120),
        client.AskPrice(id="a", tournament="T", amount=500),
        client.UnregisterAll(id="a"),
        client.Unregister(id="a", tournament="T"),
        client.ReBuy(id="a", tournament="T"),
        client.DeclineReBuy(id="a", tournament="T"),
        client.AddOn(id="a", tournament="T"),
        client.RegisterHexaPro(id="a", lobby="L", games=3, cost=3000),
        client.UnregisterHexaPro(id="a", lobby="L", game=7),
    ],
)
def test_what_clients_say_about_tournaments_is_read_as_it_was_written(message: client.AnyClientMessage) -> None:
    assert decode(encode(message)) == message


@pytest.mark.parametrize(
    "data",
    [
        b'{"type":"register","id":"x"}',
        b'{"type":"register","id":"x","tournament":"T","amount":0}',
        b'{"type":"register","id":"x","tournament":"T","ticket":""}',
        b'{"type":"registerHexaPro","id":"x","lobby":"L","games":0,"cost":0}',
        b'{"type":"registerHexaPro","id":"x","lobby":"L","games":1,"cost":-1}',
        b'{"type":"watchTournament","id":"x","tournament":"","on":true}',
    ],
)
def test_impossible_amounts_and_names_are_not_read(data: bytes) -> None:
    with pytest.raises(BadMessage) as bad:
        decode(data)
    assert bad.value.code == "malformed_message"


def test_two_register_over_the_socket_and_see_the_sit_and_go_start(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            await announced(opened)
            ann, bob = [await new_guest(opened, name) for name in ("Ann", "Bob")]
            for guest in (ann, bob):
                assert (await guest.wire.ask("watchTournament", tournament=MAIN, on=True))["type"] == "done"

            assert await codes(ann, ("register", {"tournament": MAIN}), ("register", {"tournament": MAIN})) == [
                "done",
                "already_entered",
            ]
            assert await codes(bob, ("register", {"tournament": MAIN})) == ["done"]

            terms = (await ann.wire.until(lambda each: each["type"] == "tournament"))["terms"]
            shown = await ann.wire.until(is_running)
            own = (await ann.wire.until(lambda each: each["type"] == "ownEntry" and each["entry"]["table"]))["entry"]
            assert (shown["numbers"]["entries"], own["table"], own["stack"]) == (2, f"{MAIN}/0", terms["stack"])
            assert await codes(ann, ("unregister", {"tournament": MAIN})) == ["unregistration_closed"]

    run(story())


def test_an_entry_can_be_taken_back_before_the_start(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            await announced(opened, "freezeout")
            ann = await new_guest(opened, "Ann")
            await ann.wire.ask("register", tournament=MAIN)

            first = await ann.wire.ask("unregister", tournament=MAIN, id="once")
            again = await ann.wire.ask("unregister", tournament=MAIN, id="once")

            assert (first["type"], again["type"]) == ("done", "done"), "the same id is done once"
            state = opened.house.room.tournaments.find(MAIN)
            assert state is not None
            assert state.entries == 0

    run(story())


def test_who_is_not_signed_in_watches_and_enters_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            await announced(opened)
            watcher = await dial(opened.port)
            assert (await watcher.ask("watchTournament", tournament=MAIN, on=True))["type"] == "done"
            assert code_of(await watcher.ask("register", tournament=MAIN)) == "sign_in_first"

    run(story())


def kinds_of(messages: list[Message]) -> list[str]:
    return [each["kind"] for message in messages if message["type"] == "tournamentFrame" for each in message["changes"]]


@pytest.mark.rule("CASH-15")
def test_a_hand_of_a_tournament_is_played_over_the_socket_and_watched_only_when_it_is_over(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            await announced(opened)
            ann, bob = [await new_guest(opened, name) for name in ("Ann", "Bob")]
            for guest in (ann, bob):
                await guest.wire.ask("watchTournament", tournament=MAIN, on=True)
                await guest.wire.ask("register", tournament=MAIN)
            watcher = await dial(opened.port)
            table = f"{MAIN}/0"
            for guest in (ann, bob):
                await guest.wire.until(is_running)
                assert (await guest.wire.ask("watch", table=table))["type"] == "done"
            assert (await watcher.ask("watch", table=table))["type"] == "done"
            cards = [_cards_of(await guest.wire.until(_has_cards)) for guest in (ann, bob)]
            assert len(cards[0] | cards[1]) == 4
            shown = await watcher.until(lambda each: each["type"] == "tournamentTable")
            assert (shown["table"]["playing"], shown["table"]["afterHandsOnly"]) == (None, True)

            asked = {
                asyncio.ensure_future(each.wire.until(lambda m: tournament_options(m) is not None)): each
                for each in (ann, bob)
            }
            done, rest = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
            for each in rest:
                each.cancel()
            first = done.pop()
            options, actor = tournament_options(first.result()), asked[first]
            assert options is not None
            act = {"table": table, "hand": options["hand"], "turn": options["turn"], "choice": {"kind": "fold"}}
            other = bob if actor is ann else ann
            assert await codes(other, ("act", act)) == ["not_your_turn"]
            assert await codes(actor, ("act", act), ("act", act), ("sitOut", {"table": table})) == [
                *("done", "stale_hand", "done"),
            ]

            heard = []  # up to the end of the hand, because cards come again in the next one
            for wire in (ann.wire, bob.wire):
                last = await wire.until(lambda each: "dealEnded" in kinds_of([each]))
                heard.append(b"".join(wire.raw[: wire.came.index(last) + 1]).decode())
            whole = await watcher.until(
                lambda each: each["type"] == "tournamentTable" and each["number"] > shown["number"]
            )
            heard.append(b"".join(watcher.raw[: watcher.came.index(whole) + 1]).decode())
            for text, hidden in zip(heard, (cards[1], cards[0], cards[0] | cards[1]), strict=True):
                assert not any(f'"{card}"' in text for card in hidden)

    run(story())


def _has_cards(message: Message) -> bool:
    return bool(_cards_of(message))


def _cards_of(message: Message) -> set[str]:
    if message["type"] == "tournamentTable":
        return set(message["table"]["own"]["cards"]) if message["table"]["own"] else set()
    return {card for each in message.get("own", ()) if each["kind"] == "dealt" for card in each["cards"]}


@pytest.mark.rule("MTT-51a")
def test_who_has_not_accepted_the_rulebook_enters_no_tournament(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            await announced(opened)
            ann = await new_guest(opened, "Ann")
            acceptance = opened.house.auth.acceptance
            acceptance._known[ann.player] = frozenset()  # as after a new revision of the rulebook

            answer = await ann.wire.ask("register", tournament=MAIN)

            assert (code_of(answer), answer["told"]["rule"]) == ("acceptance_needed", "MTT-51a")
            state = opened.house.room.tournaments.find(MAIN)
            assert state is not None
            assert state.entries == 0

    run(story())


def test_names_somebody_made_up_are_refused_and_leave_nothing_in_memory(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            await announced(opened)
            ann = await new_guest(opened, "Ann")
            registry = opened.house.room.registry
            before = len(registry._actors)
            act = {"hand": "H", "turn": 1, "choice": {"kind": "fold"}}

            answers = await codes(
                ann,
                ("register", {"tournament": "NONE"}),
                ("reBuy", {"tournament": "NONE"}),
                ("watchTournament", {"tournament": "NONE", "on": True}),
                ("watchHexaPro", {"lobby": "NONE", "on": True}),
                ("registerHexaPro", {"lobby": "NONE", "games": 1, "cost": 100}),
                ("act", {"table": "NONE/0", **act}),
                ("act", {"table": f"{MAIN}/77", **act}),
                ("sitOut", {"table": "NONE/0"}),
                ("topUp", {"table": f"{MAIN}/0", "amount": 100}),
            )

            assert answers == [
                *("no_such_tournament", "no_such_tournament", "no_such_tournament", "no_such_lobby", "no_such_lobby"),
                *("no_such_table", "no_such_table", "no_such_table", "no_such_table"),
            ]
            assert len(registry._actors) == before

    run(story())


def test_a_hexapro_lobby_is_watched_and_entered(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            ann = await new_guest(opened, "Ann")
            await ann.wire.ask("watchTournaments", on=True)
            lobby = await ann.wire.until(lambda each: each["type"] == "tournaments")
            row = next(each for each in lobby["hexapro"] if each["edition"] == U27 and each["unit"]["label"] == "test")
            await ann.wire.ask("watchHexaPro", lobby=row["id"], on=True)

            wrong = await ann.wire.ask("registerHexaPro", lobby=row["id"], games=1, cost=row["buyIn"] + 1)
            entered = await ann.wire.ask("registerHexaPro", lobby=row["id"], games=1, cost=row["buyIn"])
            mine = await ann.wire.until(lambda each: each["type"] == "hexaproNumbers")
            changed = await ann.wire.until(lambda each: each["type"] == "tournamentRows" and bool(each["hexapro"]))
            left = await ann.wire.ask("unregisterHexaPro", lobby=row["id"])

            assert (wrong["type"], entered["type"], left["type"]) == ("refused", "done", "done")
            assert mine["row"]["taken"] == [1]
            assert [each["taken"] for each in changed["hexapro"] if each["id"] == row["id"]] == [[1]]

    run(story())


def test_a_connection_follows_only_so_many(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            lobbies = list(opened.house.room.tournaments.house.lobbies)
            watcher = await dial(opened.port)
            answers = [await watcher.ask("watchHexaPro", lobby=lobby, on=True) for lobby in lobbies[:17]]
            codes_found = [code_of(each) for each in answers]
            assert codes_found == ["done"] * TOURNAMENTS_FOLLOWED_MAX + ["too_many_tournaments"]
            assert (await watcher.ask("watchHexaPro", lobby=lobbies[0], on=False))["type"] == "done"
            assert (await watcher.ask("watchHexaPro", lobby=lobbies[16], on=True))["type"] == "done"

    run(story())
