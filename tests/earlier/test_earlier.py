"""What earlier builds left on their disks opens, balances, and plays on."""

import asyncio
import json
import lzma
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from fairdeal.bank.accounts import Purpose
from fairdeal.bank.ledger import trial_balance
from fairdeal.bank.purse.state import Stage
from fairdeal.casino.games.blackjack import commands as bj
from fairdeal.casino.games.blackjack.commands import Choice
from fairdeal.casino.games.blackjack.felt import boxes_of
from fairdeal.casino.table.state import Phase
from fairdeal.cli.main import main
from fairdeal.kernel import PlayerId, StreamId, TableId, TournamentId
from fairdeal.room.bank.purse import purse_stream
from fairdeal.room.casino.house import casino_stream
from fairdeal.room.tournament.earlier_lists import DONE
from fairdeal.room.tournament.listings import LISTED, RESULTS, draws_list, entered_list
from fairdeal.server.opening import RunningServer
from fairdeal.storage.archive import Archive
from fairdeal.storage.backup import restore
from fairdeal.storage.chain import ChainHasher
from fairdeal.storage.opening import migrate, open_store
from fairdeal.storage.port import UNLISTED
from fairdeal.storage.vault import vault_from_file
from fairdeal.storage.verify.check import check
from fairdeal.tournament.director.state import Status
from tests.earlier.writing import DEVICE, NAMES, PASSWORD, serving, write
from tests.faults.servers import RealServer
from tests.server.live import Guest, dial, options_in, run, tournament_options

KEPT = sorted(path for path in Path(__file__).parent.iterdir() if (path / "people.json").exists())


@pytest.fixture(params=KEPT, ids=lambda path: path.name)
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The files of an earlier build, where this one may write."""
    source: Path = request.param
    for name in ("cards.key", "people.json", "room.backup"):
        shutil.copyfile(source / name, tmp_path / name)
    (tmp_path / "cards.key").chmod(0o600)
    (tmp_path / "room.db").write_bytes(lzma.decompress((source / "room.db.xz").read_bytes()))
    migrate(f"sqlite:///{tmp_path / 'room.db'}")
    return tmp_path


class Reader:
    """A room of an earlier build, opened by this one; people come back to it."""

    def __init__(self, opened: RunningServer, folder: Path) -> None:
        self.opened = opened
        self.room = opened.house.room
        self.about: dict[str, Any] = json.loads((folder / "people.json").read_text())

    def player(self, name: str) -> PlayerId:
        return PlayerId(self.about["people"][name]["player"])

    async def back(self, *names: str) -> list[Guest]:
        """People with new sessions, for theirs may have ended since."""
        return [await self._back(self.player(name)) for name in names]

    async def _back(self, player: PlayerId) -> Guest:
        auth = self.opened.house.auth
        session, token = await auth.sessions.start(await auth.row(player), DEVICE)
        wire = await dial(self.opened.port, token)
        await wire.until(lambda each: each["type"] == "welcome")
        return Guest(player, token, session.id, wire)

    async def watched(self, guest: Guest, table: str) -> None:
        assert (await guest.wire.ask("watch", table=table))["type"] == "done"


def assert_in_order(store: Archive) -> None:
    assert check(store) == []
    balances = {account: held for each in Purpose for account, held in store.accounts(each.value).items()}
    assert not any(trial_balance(balances).values())


def test_a_room_that_was_killed_under_an_earlier_build_plays_on(kept: Path) -> None:
    async def story() -> None:
        async with serving(kept) as opened:
            reader = Reader(opened, kept)
            tournament = asyncio.ensure_future(the_tournament_goes_on(reader))  # half a minute is given to come back
            await the_casino_goes_on(reader)
            await cash_goes_on(reader)
            await where_a_rulebook_says_so_all_were_cashed_out(reader)
            await what_was_answered_is_answered_again(reader)
            await a_ticket_enters_what_it_was_won_for(reader)
            await tournaments_of_old_are_listed(reader)
            await tournament
            assert waiting_withdrawals(reader) == {"Ann": ["w-Ann"], "Bob": ["w-Bob"]}
            assert opened.house.room.fail_stop_report() == []
        store = open_store(
            f"sqlite:///{kept / 'room.db'}", ChainHasher(vault_from_file(kept / "cards.key").derive("chain"))
        )
        assert_in_order(store)
        store.close()

    run(story())


async def cash_goes_on(reader: Reader) -> None:
    """The hand that was open is void, everybody has the stack it began with, and the next one is dealt."""
    ann = reader.player("Ann")
    (table,) = (each for each in reader.room.tables_of(ann) if "/" not in each)
    guests = await reader.back("Ann", "Bob", "Cid")
    for guest in guests:
        await reader.watched(guest, table)
    dealt = [asyncio.ensure_future(guest.wire.until(lambda each: options_in(each) is not None)) for guest in guests]
    done, rest = await asyncio.wait(dealt, return_when=asyncio.FIRST_COMPLETED)
    for each in rest:
        each.cancel()
    assert done
    state = reader.room.registry.actor(StreamId(f"cash:{table}")).state
    assert [chair.stack for chair in state.chairs if chair is not None] == [400, 400, 400]


async def where_a_rulebook_says_so_all_were_cashed_out(reader: Reader) -> None:
    assert all(reader.room.tables_of(reader.player(name)) == () for name in ("Dot", "Eve"))


async def the_tournament_goes_on(reader: Reader) -> None:
    """Its hand is dealt anew, and who is asked may act."""
    state = reader.room.tournaments.find(TournamentId("PLAYS"))
    assert state is not None
    assert state.status is Status.RUNNING
    guests = await reader.back("Eve", "Fay", "Gus")
    for guest in guests:
        await reader.watched(guest, "PLAYS/0")
    asked = {
        asyncio.ensure_future(guest.wire.until(lambda each: tournament_options(each) is not None)): guest
        for guest in guests
    }
    done, rest = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
    for each in rest:
        each.cancel()
    first = done.pop()
    options = tournament_options(first.result())
    assert options is not None
    fold = {"hand": options["hand"], "turn": options["turn"], "choice": {"kind": "fold"}}
    assert (await asked[first].wire.ask("act", table="PLAYS/0", **fold))["type"] == "done"


async def the_casino_goes_on(reader: Reader) -> None:
    """A blackjack hand with cards is played to its end, and nothing stays in escrow."""
    table = TableId("blackjack-1")
    actor = reader.room.registry.actor(casino_stream(table))
    assert actor.state.phase in (Phase.PLAYING, Phase.DECIDED)
    number = actor.state.round
    while actor.state.round == number and actor.state.phase is Phase.PLAYING:
        stand = bj.Decide(reader.player("Fay"), number, boxes_of(actor.state).turn, Choice.STAND)
        reader.room.table(table, stand)
        await asyncio.sleep(0.01)
    bets = opened_bets(reader)
    assert not any(bets.values()), bets


def opened_bets(reader: Reader) -> dict[Any, int]:
    return dict(reader.opened.house.store.accounts(Purpose.BET.value))


async def what_was_answered_is_answered_again(reader: Reader) -> None:
    """The same message, sent again after the upgrade, is not done twice."""
    before = reader.opened.house.store.accounts(Purpose.SITE.value)
    asked = [each for each in reader.about["answered"] if is_kept(each["message"])]
    assert {each["message"]["type"] for each in asked} == {"register", "unregister", "registerHexaPro"}
    guests = dict(zip(NAMES, await reader.back(*NAMES), strict=True))
    for each in asked:
        if each["who"] in guests:
            message = dict(each["message"])
            kind = message.pop("type")
            assert await guests[each["who"]].wire.ask(kind, **message) == each["answer"]
    assert reader.opened.house.store.accounts(Purpose.SITE.value) == before


def is_kept(message: dict[str, Any]) -> bool:
    """Whether a message changed something that still goes on; what only concerns a connection is done again."""
    return not message["type"].startswith("watch") and message.get("tournament") != "FEEDER"


async def a_ticket_enters_what_it_was_won_for(reader: Reader) -> None:
    store = reader.opened.house.store
    (ticket,) = (each for each, held in store.accounts(Purpose.TICKET.value).items() if held and "/FEEDER." in each)
    owner, _, name = ticket.split(":")[1].partition("/")
    guest = await reader._back(PlayerId(owner))
    answer = await guest.wire.ask("register", tournament="TARGET", ticket=name, id="later")
    assert answer["type"] == "done", answer
    assert store.balances([ticket])[ticket] == 0


def waiting_withdrawals(reader: Reader) -> dict[str, list[str]]:
    found = {}
    for name in ("Ann", "Bob"):
        purse = reader.room.registry.actor(purse_stream(reader.player(name))).state
        found[name] = [each.withdrawal for each in purse.withdrawals if each.stage is Stage.ASKED]
    return found


async def tournaments_of_old_are_listed(reader: Reader) -> None:
    """Every stream that was there before there were lists is read once; what was over is found, with everybody who played."""
    store = reader.opened.house.store
    async with asyncio.timeout(60):
        while set(store.listed_counts(UNLISTED)) - {DONE}:
            await asyncio.sleep(0.01)
    (past,) = (LISTED.decode(row.body) for row in store.listed(RESULTS, 9))
    assert (past.id, past.status, past.players, past.satellite is not None) == ("FEEDER", Status.FINISHED, 2, True)
    assert {row.id for row in store.listed(entered_list(reader.player("Ann")), 9)} >= {"FEEDER", "WAITS"}
    (drawn,) = (LISTED.decode(row.body) for row in store.listed(draws_list(reader.player("Hal")), 9))
    assert drawn.number == 1


def test_people_of_an_earlier_build_come_in_with_their_passwords(kept: Path) -> None:
    """A name that is reserved today goes on; staff without a second factor come in to enrol, and for nothing else."""

    async def story() -> None:
        async with serving(kept) as opened:
            for name in ("Ann", "Support", "Frida"):
                session = (await opened.house.auth.log_in(name, PASSWORD, DEVICE)).session
                assert session is not None
                assert session.person.must_enrol == (name == "Frida")

    run(story())


def told(kept: Path, *words: str) -> str:
    """What a command says of the database."""
    database = ("--database", f"sqlite:///{kept / 'room.db'}", "--data", str(kept))
    done = CliRunner().invoke(main, [*words, *database])
    assert done.exit_code == 0, done.output
    return done.output


def test_the_house_finds_what_an_earlier_build_let_happen(kept: Path) -> None:
    ghosts = told(kept, "cashier", "ghosts")
    assert "Ghost" in ghosts
    assert "12.34" in ghosts
    assert "Support" in told(kept, "admin", "reserved-names")


def test_a_history_without_a_key_is_closed_and_never_written_anew(kept: Path) -> None:
    def digests() -> dict[tuple[str, int], bytes]:
        with closing(sqlite3.connect(kept / "room.db")) as file:
            return {(stream, version): digest for stream, version, digest in file.execute(_DIGESTS)}

    before = digests()
    run(opened_once(kept))
    after = digests()
    assert after.items() >= before.items()
    assert ("anchor:house", 1) in after
    assert "before" in told(kept, "ledger", "check"), "and the check says how far it goes without"


_DIGESTS = "SELECT stream, version, digest FROM entries"


async def opened_once(folder: Path) -> None:
    async with serving(folder):
        pass


@pytest.fixture(params=["sqlite", "postgres"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database without a table."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'restored.db'}"
        return
    server = RealServer(tmp_path / "server")
    yield server.address
    server.close()


def test_a_backup_of_an_earlier_build_is_restored(kept: Path, empty: str) -> None:
    store = open_store(empty)
    assert restore(kept / "room.backup", store) == []
    assert_in_order(store)
    store.close()


@pytest.mark.soak
def test_what_this_build_leaves_behind_can_be_kept(tmp_path: Path) -> None:
    """The writer of the kept files works, so that the next one can be written when it is wanted."""
    run(write(tmp_path / "now"))
    assert (tmp_path / "now" / "room.db").exists()
