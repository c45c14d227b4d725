"""The desk from the command line: errands of two people, and nothing that one person does alone to real money."""

import asyncio
from typing import Any

from click.testing import CliRunner, Result

from fairdeal.bank.accounts import site_wallet
from fairdeal.cli.desk import _form
from fairdeal.cli.main import main
from fairdeal.kernel import PlayerId
from fairdeal.office.deeds.catalogue import DEEDS
from fairdeal.office.roles import Role
from fairdeal.room.office.record import record_roles
from fairdeal.server.api.purse import balances_of
from fairdeal.server.levers import acts
from fairdeal.server.levers.errands import ErrandAnswer, answers_after, write_errand
from fairdeal.server.levers.runner import ErrandRunner
from fairdeal.storage.opening import open_store
from fairdeal.storage.people import open_people
from tests.server.api.desk import WHY, member
from tests.server.api.house import Browser, World, open_world
from tests.server.api.test_desk import MONEY, REAL_EUR, held, player_with, without_limits


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


class Errands:
    """A running server, and what the command lines of its staff leave for it."""

    def __init__(self, world: World, address: str) -> None:
        self.world, self.address, self.runner = world, address, ErrandRunner(world.house)
        world.house.is_ready = True

    async def do(self, who: PlayerId, act: acts.DeskAct, about: str = "") -> ErrandAnswer:
        store = open_store(self.address)
        number, _ = write_errand(store, who, about, act, self.world.house.clock.now())
        store.close()
        await self.runner.look()
        return {each.number: each for _, each in answers_after(self.world.house.store, 0)}[number]


async def id_of(browser: Browser) -> PlayerId:
    return PlayerId((await browser.get("/session"))["person"]["player"])


def test_two_people_credit_from_the_command_line(tmp_path: Any) -> None:
    address = f"sqlite:///{tmp_path / 'room.db'}"

    async def story() -> None:
        async with open_world(address, settings=without_limits(address), room=MONEY) as world:
            errands = Errands(world, address)
            sigrid, frank = [
                await id_of(await member(world, name, role))
                for name, role in (("Sigrid", Role.SUPPORT), ("Frank", Role.FINANCE))
            ]
            _, maria = await player_with(world, "Maria", 50_00)
            wallet = {"currency": "EUR", "money": "real"}
            deed = {"kind": "credit", "player": maria, "wallet": wallet, "amount": 12_50}
            ask = acts.AskDeed(reason=WHY, dry_run=True, deed=deed, clause="CASH-01")

            seen = (await errands.do(sigrid, ask)).answer
            assert seen is not None
            assert [each.amount for each in seen.money] == [12_50]
            asked = acts.AskDeed(reason=WHY, deed=deed, clause="CASH-01", figures=seen.figures)
            waits = (await errands.do(sigrid, asked)).answer
            assert waits is not None
            assert not waits.done
            assert (await errands.do(sigrid, acts.SignRequest(reason="x", figures=seen.figures), waits.about)).code == (
                "not_allowed"
            )
            assert "credit" in run("desk", "inbox", "--database", address).output
            signed = (await errands.do(frank, acts.SignRequest(reason="x", figures=seen.figures), waits.about)).answer

            assert signed is not None
            assert (signed.done, held(world, maria)) == (True, 62_50)
            assert balances_of(world.house, [site_wallet(REAL_EUR, maria)])
            assert "Frank" in run("desk", "trail", "--database", address).output

    asyncio.run(story())


def test_whoever_the_console_makes_staff_works_at_the_desk_of_a_running_server_at_once(tmp_path: Any) -> None:
    address = f"sqlite:///{tmp_path / 'room.db'}"

    async def story() -> None:
        async with open_world(address, settings=without_limits(address), room=MONEY) as world:
            await member(world, "Boss", Role.ADMIN)
            browser, maria = world.browser(), (await player_with(world, "Maria", 50_00))[1]
            await browser.register("Sigrid")
            await browser.enrol(world.house.clock.now())
            assert await browser.refused_get(f"/desk/players/{maria}") == (403, "not_allowed")

            sigrid, store = await id_of(browser), open_store(address)
            for roles, answer in (("support", None), ("", (409, "not_allowed"))):
                assert record_roles(store, sigrid, roles, "console", {}, world.house.clock.now()) is None
                await asyncio.to_thread(world.house.people.change_person, sigrid, roles="support")
                await world.house.auth.refresh(sigrid)
                if answer is None:
                    assert (await browser.get(f"/desk/players/{maria}"))["name"] == "Maria"
                else:
                    assert await browser.refused_get(f"/desk/players/{maria}") == answer, "whatever the account says"
            store.close()

    asyncio.run(story())


def test_the_list_of_deeds_is_whole() -> None:
    shown = run("desk", "deeds").output
    assert all(kind in shown for kind in DEEDS)


def test_a_form_takes_people_by_name_and_amounts_in_the_currency(tmp_path: Any) -> None:
    address = f"sqlite:///{tmp_path / 'room.db'}"
    open_store(address).close()
    made = run("admin", "create-user", "Maria", "--database", address)
    assert made.exit_code == 0, made.output
    people = open_people(address)

    form = _form(("player=maria", "wallet.currency=EUR", "amount=12.50", "lifted=yes"), people)

    assert form == {
        "player": people.people("maria", 1)[0].id,
        "wallet": {"currency": "EUR"},
        "amount": 1250,
        "lifted": True,
    }
    people.close()
