"""Deeds of the desk at tables and about evidence: what two people sign happens, and those concerned have it."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from fairdeal.bank.accounts import Purpose, Tender, site_wallet
from fairdeal.casino.table import commands as casino
from fairdeal.casino.table.state import Phase
from fairdeal.hexapro.lobby import commands as hexapro
from fairdeal.hexapro.lobby.machine import LobbyMachine
from fairdeal.hexapro.lobby.state import Lobby
from fairdeal.kernel import (
    Cents,
    Currency,
    Instant,
    MoneyKind,
    PlayerId,
    Rejection,
    RuleId,
    TournamentId,
    reject,
    units_of,
)
from fairdeal.office.roles import Role
from fairdeal.room.casino.house import CasinoSettings, casino_stream, one_table_of_each
from fairdeal.room.settings import RoomSettings
from fairdeal.rulebook.clause import LC, PW
from fairdeal.rulebook.loader import published_edition
from fairdeal.server.api.purse import balances_of
from fairdeal.tournament.director.commands import HaltPlay
from tests.server.api.desk import TEST, WHY, asked, member, signed
from tests.server.api.house import World, editions, open_world
from tests.server.api.playing import Evening, quick_room, stake_of
from tests.server.api.test_casino import WHEEL, Floor
from tests.server.api.tournament_nights import TournamentNight, setup_of, small_hexapro, tournament_room

BOOK = editions()[0]
NIGHT = TournamentId("NIGHT")


def opened(address: str, told: Any, **how: Any) -> None:
    async def play() -> None:
        async with open_world(address, **how) as world:
            await told(world)

    asyncio.run(play())


def test_a_round_is_held_by_one_and_made_void_by_two(address: str) -> None:
    async def told(world: World) -> None:
        fia, olle = await member(world, "Fia", Role.FLOOR), await member(world, "Olle", Role.SECURITY)
        browser, floor = world.browser(), Floor(world)
        player = PlayerId(await browser.guest("Ann"))
        world.house.room.presence.connect(player, "socket")
        await floor.tell(WHEEL, casino.Join(player))
        number = await floor.bet(WHEEL, player, "red")
        await asked(fia, {"kind": "hold_table", "table": WHEEL}, atOnce=True)
        assert floor.state(WHEEL).hold is not None
        over = {"kind": "void_round", "table": WHEEL, "round": number + 1}
        assert await fia.refused("/desk/dry-run", deed=over) == (409, "round_is_over")

        request = await asked(fia, {**over, "round": number})
        assert floor.state(WHEEL).felt.escrow() == {player: 500}, "nothing happens before the second person"
        done = await signed(olle, request)

        state = floor.state(WHEEL)
        assert (done["status"], state.phase, state.hold, state.felt.escrow()) == ("done", Phase.RESULT, None, {})
        assert state.station.corrections == 1
        assert (await browser.get("/wallets"))["onTables"] == []

    room = RoomSettings(casino=CasinoSettings(tables=one_table_of_each()))
    opened(address, told, room=room, books=(published_edition(PW), published_edition(LC)))


def test_what_no_dealer_dealt_is_not_corrected_at_the_desk(address: str) -> None:
    async def told(world: World) -> None:
        fia, floor = await member(world, "Fia", Role.FLOOR), Floor(world)
        player = PlayerId(await world.browser().guest("Ann"))
        world.house.room.presence.connect(player, "socket")
        await floor.tell(WHEEL, casino.Join(player))
        number = await floor.bet(WHEEL, player, "red")

        deed = {"kind": "correct_round", "table": WHEEL, "round": number, "what": "card_replaced", "card": "As"}
        assert await fia.refused("/desk/dry-run", deed=deed) == (409, "not_correctable")
        assert await fia.refused("/desk/dry-run", deed={**deed, "table": "nowhere"}) == (404, "no_such_table")
        assert await fia.refused("/desk/dry-run", deed={**deed, "what": "round_voided"}) == (400, "malformed")

    room = RoomSettings(casino=CasinoSettings(tables=one_table_of_each()))
    opened(address, told, room=room, books=(published_edition(PW), published_edition(LC)))


@pytest.mark.rule("CANC-57")
def test_many_players_get_a_ticket_each_and_enter_with_it(address: str) -> None:
    async def told(world: World) -> None:
        sigrid, frank = await member(world, "Sigrid", Role.SUPPORT), await member(world, "Frank", Role.FINANCE)
        night, browsers = TournamentNight(world.house.room), [world.browser() for _ in range(3)]
        players = [PlayerId(await each.guest(f"Ann{n}")) for n, each in enumerate(browsers)]
        setup = setup_of(world.house.room, BOOK, "freezeout", 9)
        await night.announce(NIGHT, setup)
        price = int(setup.price.total)
        gift = {"kind": "give_tickets", "players": players, "currency": "EUR", "money": "test", "amount": price}
        twice = {**gift, "players": [players[0], players[0]]}
        assert await sigrid.refused("/desk/dry-run", deed=twice, clause="CANC-57") == (409, "player_named_twice")

        request = await asked(sigrid, gift, "CANC-57")
        await signed(frank, request)

        ticket, tender = f"desk-{request['id']}", Tender(Currency.EUR, MoneyKind.TEST)
        accounts = [tender.account(Purpose.TICKET, f"{player}/{ticket}") for player in players]
        held = balances_of(world.house, accounts)
        assert list(held.values()) == [units_of(Cents(price))] * 3
        await night.register(NIGHT, players[0], ticket=ticket)
        assert balances_of(world.house, accounts)[accounts[0]] == 0
        (own,) = (await browsers[1].get("/tickets"))["tickets"]
        assert (own["id"], own["worth"]) == (ticket, price)
        (ruling,) = await browsers[1].get("/rulings")
        assert (ruling["kind"], ruling["clause"], ruling["reason"]) == ("give_tickets", "CANC-57", WHY)

    opened(address, told, room=tournament_room(), books=(BOOK,))


@pytest.mark.rule("MTT-45")
def test_stacks_are_changed_in_a_pause_only_and_chips_are_kept_or_told(address: str) -> None:
    async def told(world: World) -> None:
        fia, olle = await member(world, "Fia", Role.FLOOR), await member(world, "Olle", Role.FLOOR)
        night = TournamentNight(world.house.room)
        ann, bob = [PlayerId(await world.browser().guest(name)) for name in ("Ann", "Bob")]
        await night.announce(NIGHT, setup_of(world.house.room, BOOK, "sit_and_go", 2))
        changes = [{"player": ann, "chips": 100}, {"player": bob, "chips": -100}]
        deed = {"kind": "adjust_chips", "tournament": NIGHT, "changes": changes}
        await night.register(NIGHT, ann)
        assert await fia.refused("/desk/dry-run", deed=deed, clause="MTT-45") == (409, "not_paused")
        night.holds = True  # nobody acts: the first hand is dealt, and is not over
        await night.register(NIGHT, bob)
        await night.started(NIGHT)
        await night.tell(NIGHT, HaltPlay("fia", WHY))
        assert await fia.refused("/desk/dry-run", deed=deed, clause="MTT-45") == (409, "hand_not_over")
        assert await olle.refused("/desk/dry-run", deed={**deed, "changes": []}, clause="MTT-45") == (
            409,
            "nothing_to_change",
        )

    opened(address, told, room=tournament_room(), books=(BOOK,))


@pytest.mark.rule("INT-14")
def test_a_deck_is_opened_by_two_roles_for_a_case_and_its_owners_are_told(address: str) -> None:
    async def told(world: World) -> None:
        saga, alva = await member(world, "Saga", Role.SECURITY), await member(world, "Alva", Role.AUDITOR)
        second = await member(world, "Sven", Role.SECURITY)
        ann, bob = world.browser(), world.browser()
        players = [await ann.guest("Ann"), await bob.guest("Bob"), await world.browser().guest("Cid")]
        (hand,) = await Evening(world.house.room, players, 1).play(stake_of(world.house.room, "unibet-2.7"))
        deed = {"kind": "unseal", "hand": hand, "case": "none"}
        assert await saga.refused("/desk/dry-run", deed=deed, clause="INT-14") == (409, "no_such_case")
        case = (await ann.post(f"/hands/{hand}/complaint", text="the same card twice"))["id"]

        request = await asked(saga, {**deed, "case": case}, "INT-14", edition="unibet-2.7")
        path = f"/desk/requests/{request['id']}"
        assert await second.refused(f"{path}/sign", figures=request["figures"]) == (409, "other_role_needed")
        assert await saga.refused(f"{path}/unsealed") == (409, "no_such_request")
        await signed(alva, request)
        deck = await alva.post(f"{path}/unsealed")

        assert len(set(deck["cards"])) == 52
        assert {each["player"] for each in deck["players"]} == set(players)
        assert (await saga.post(f"{path}/unsealed"))["cards"] == deck["cards"]
        assert await second.refused(f"{path}/unsealed") == (403, "not_allowed")
        for owner in (ann, bob):
            (ruling,) = await owner.get("/rulings")
            assert (ruling["kind"], ruling["clause"]) == ("unseal", "INT-14")
        lines = (await alva.get("/desk/trail"))["lines"]
        assert [each["words"] for each in lines if each["what"] == "looked"] == ["unsealed"] * 2

    opened(address, told, room=quick_room(), books=(BOOK,))


def test_notes_are_in_the_chain_and_not_for_the_player(address: str) -> None:
    async def told(world: World) -> None:
        sigrid, alva = await member(world, "Sigrid", Role.SUPPORT), await member(world, "Alva", Role.AUDITOR)
        maria = world.browser()
        player = (await maria.register("Maria"))["person"]["player"]
        path = f"/desk/players/{player}/notes"

        await sigrid.post(path, words="asked twice about the same hand")
        await sigrid.post(path, words=" called: is content now ")

        notes = await alva.get(path)
        assert [each["words"] for each in notes] == ["called: is content now", "asked twice about the same hand"]
        assert {each["staff"]["name"] for each in notes} == {"Sigrid"}
        assert await alva.refused(path, words="an auditor only reads") == (409, "not_allowed")
        assert await sigrid.refused(path, words="") == (400, "malformed")
        assert await sigrid.refused("/desk/players/nobody/notes", words="who?") == (409, "no_such_person")
        assert await maria.refused_get(path) == (403, "not_allowed")
        lines = (await alva.get("/desk/trail", player=player))["lines"]
        assert [each["what"] for each in lines] == ["looked", "noted", "noted"]

    opened(address, told)


@pytest.mark.rule("INT-19")
def test_who_is_suspended_plays_for_no_money_at_all(address: str) -> None:
    """A bar holds where nothing is at stake too: at a casino table for play money, and in a HexaPro lobby whatever it plays for."""
    rules, why = small_hexapro(BOOK), reject("suspended", RuleId("INT-19"))
    entry = hexapro.Register(PlayerId("maria"), 1, rules.buy_in.value)
    assert not isinstance(LobbyMachine(rules).decide(Lobby(), entry, Instant(0)), Rejection)
    assert LobbyMachine(rules).decide(Lobby(), replace(entry, refused=why), Instant(0)) == why

    async def told(world: World) -> None:
        saga, boss = await member(world, "Saga", Role.SECURITY), await member(world, "Boss", Role.ADMIN)
        room, browser = world.house.room, world.browser()
        player = PlayerId((await browser.register("Maria"))["person"]["player"])
        world.house.room.presence.connect(player, "socket")
        await asked(saga, {"kind": "suspend", "player": player}, "INT-19", atOnce=True)
        assert await boss.get("/desk/inbox")
        answered: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

        room.registry.send(casino_stream(WHEEL), casino.Join(player), answered.set_result)

        refused = await asyncio.wait_for(answered, 20)
        assert (refused.code, refused.rule) == ("suspended", "INT-19")

    tables = CasinoSettings(tables=one_table_of_each(MoneyKind.PLAY))
    room = RoomSettings(money=(MoneyKind.PLAY,), casino=tables)
    opened(address, told, room=room, books=(published_edition(PW), published_edition(LC)))


@pytest.mark.rule("INT-38")
def test_an_answer_to_a_complaint_is_a_deed_wherever_it_is_given(address: str) -> None:
    async def told(world: World) -> None:
        sigrid, alva = await member(world, "Sigrid", Role.SUPPORT), await member(world, "Alva", Role.AUDITOR)
        ann = world.browser()
        players = [await ann.guest("Ann"), *[await world.browser().guest(name) for name in ("Bob", "Cid")]]
        evening = Evening(world.house.room, players, 1, folder=players[0])  # who won nothing has nothing that waits
        (hand,) = await evening.play(stake_of(world.house.room, "publicwin"))
        case = (await ann.post(f"/hands/{hand}/complaint", text="the same card twice"))["id"]
        assert [each["id"] for each in await sigrid.get("/staff/complaints")] == [case]

        done = await sigrid.post(f"/staff/complaints/{case}/answer", answer="It was another suit.")

        assert (done["state"], done["answer"]) == ("answered", "It was another suit.")
        assert await sigrid.refused(f"/staff/complaints/{case}/answer", answer="Again") == (409, "no_such_complaint")
        (ruling,) = await ann.get("/rulings")
        assert (ruling["kind"], ruling["clause"], ruling["deed"]["complaint"]) == ("answer_complaint", "INT-20", case)
        await sigrid.get("/staff/people", name="ann")
        await sigrid.get("/desk/search", q="ann")
        lines = (await alva.get("/desk/trail"))["lines"]
        looks = [each["words"] for each in lines if each["what"] == "looked"]
        assert looks == ["search", "people", "complaints"], "every look at a list is written down"

    opened(address, told, room=quick_room(), books=(published_edition(PW),))


def test_a_payment_at_the_till_is_booked_by_two_once_and_returned_by_two(address: str) -> None:
    async def told(world: World) -> None:
        sigrid, frank = await member(world, "Sigrid", Role.SUPPORT), await member(world, "Frank", Role.FINANCE)
        ann, bob = world.browser(), world.browser()
        player = (await ann.register("Ann"))["person"]["player"]
        other = (await bob.register("Bob"))["person"]["player"]
        wallet = site_wallet(Tender(Currency.EUR, MoneyKind.TEST), PlayerId(player))
        before = balances_of(world.house, [wallet])[wallet]
        paid = {"kind": "take_deposit", "player": player, "wallet": TEST, "amount": 25_00, "reference": "bank-77"}

        request = await asked(sigrid, paid)
        assert balances_of(world.house, [wallet])[wallet] == before, "nothing is booked by one person"
        await signed(frank, request)

        assert balances_of(world.house, [wallet])[wallet] == before + 25_0000
        assert (await sigrid.refused("/desk/dry-run", deed={**paid, "amount": 26_00})) == (409, "reference_reused")
        assert (await sigrid.refused("/desk/dry-run", deed={**paid, "player": other})) == (409, "reference_reused")
        back = {"kind": "return_payment", "player": player, "reference": "bank-77"}
        assert (await sigrid.refused("/desk/dry-run", deed={**back, "reference": "?"})) == (409, "no_such_payment")
        await signed(frank, await asked(sigrid, back))

        assert balances_of(world.house, [wallet])[wallet] == before
        outside = world.house.store.accounts(Purpose.OUTSIDE, "till")
        assert set(outside.values()) == {0}, "as much went back as came"
        await signed(frank, await asked(sigrid, {**paid, "reference": "bank-78"}))
        assert (await sigrid.refused("/desk/dry-run", deed=back))[0] == 409, "a payment goes back once"
        kinds = sorted(each["kind"] for each in await ann.get("/rulings"))
        assert kinds == ["return_payment", "take_deposit", "take_deposit"]

    opened(address, told)
