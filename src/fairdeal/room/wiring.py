"""Puts a room together by constructors; a simulation differs only in the ports it passes."""

from collections.abc import Callable, Sequence

from fairdeal.bank.fx import terms_of
from fairdeal.kernel import MoneyKind
from fairdeal.office.docket.machine import DocketMachine
from fairdeal.office.docket.state import DOCKET
from fairdeal.office.notices import NOTICES
from fairdeal.office.papers import PAPERS, Paper
from fairdeal.office.shelf import SHELVES
from fairdeal.play.fair.state import Signer
from fairdeal.room.bank.purse import PURSES, purse_host
from fairdeal.room.cash.game import CashGame
from fairdeal.room.cash.house import cash_house
from fairdeal.room.cash.stake_file import StakesPaper
from fairdeal.room.casino.game import CasinoGame
from fairdeal.room.casino.house import BadCasino, CasinoHouse, CasinoSettings, casino_house
from fairdeal.room.casino.paper import CasinoPaper
from fairdeal.room.fair import FairPorts
from fairdeal.room.game import Game, GamePorts
from fairdeal.room.office.board import board_host
from fairdeal.room.office.docket import docket_host
from fairdeal.room.office.papers import Papers
from fairdeal.room.office.rehearsal import Rehearsals
from fairdeal.room.office.shelves import Shelves
from fairdeal.room.records import Seal
from fairdeal.room.room import OfficeParts, Room
from fairdeal.room.settings import RoomSettings
from fairdeal.room.tournament.game import TournamentGame
from fairdeal.room.tournament.house import TournamentHouse
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.runtime.gate import Gate
from fairdeal.runtime.limits import HISTORY_FRAMES_MAX
from fairdeal.runtime.ports import Clock, Entropy, Journal
from fairdeal.runtime.presence import Presence
from fairdeal.runtime.registry import Registry
from fairdeal.runtime.seats import SeatMessages

SHARD = "room"


def open_room(
    settings: RoomSettings,
    editions: list[Edition],
    *,
    clock: Clock,
    entropy: Entropy,
    journal: Journal,
    seal: Seal,
    owner: str,
    earlier_revisions: list[Edition] | None = None,
    unseal: Seal | None = None,
    more: Sequence[Callable[[GamePorts], Game]] = (),
    frames_kept: int = HISTORY_FRAMES_MAX,
    signer: Signer | None = None,
    audit: Seal | None = None,
) -> Room:
    """
    A room on a journal, whose lease is taken from whoever had it; call `recover` before anybody connects.

    `earlier_revisions` are rulebook revisions that running tables may still play by. `unseal` opens what `seal` sealed; casino tables
    need it, whose rounds go on after a failure, and draws by PFP-1, whose secrets were committed to long before. `more` are additional
    games for this room. `frames_kept` is how many frames each feed keeps for clients that reconnect; none where desks keep them. With a
    `signer`, players cut the decks of poker tables (PFP-1), and it signs what is published; `audit` seals the played decks so that the
    room itself cannot open them.
    """
    # Until this process has recovered the outage goes on, and a later process must count it from the same instant.
    last_seen = journal.last_seen(SHARD) or clock.now()
    lease = journal.claim(SHARD, owner, last_seen)
    gate = Gate(journal)
    registry = Registry(clock, gate, lease, frames_kept=frames_kept)
    presence = Presence(clock, SeatMessages(registry), settings.presence)
    fair = None if signer is None else FairPorts(signer, entropy, seal, unseal or _cannot_unseal, audit)
    ports = GamePorts(clock, entropy, gate, registry, presence, seal, unseal or _cannot_unseal, fair)
    terms = next((found for each in editions if each.poker and (found := terms_of(each.poker)) is not None), None)
    registry.host({PURSES: purse_host(settings.bank, terms)})
    rehearsals = Rehearsals(registry, gate)
    docket = DocketMachine(frozenset(each.id for each in editions), real_money=MoneyKind.REAL in settings.money)
    registry.host({DOCKET: docket_host(docket, rehearsals)})
    offered = cash_house(editions, list(settings.money), settings.house, earlier_revisions, settings.closed_stakes)
    cash = CashGame(offered, settings, ports)
    tournament_house = TournamentHouse(editions, list(settings.money), settings.tournaments, earlier_revisions)
    tournaments = TournamentGame(tournament_house, ports)
    shelves = Shelves(editions, offered, tournament_house)
    papers = Papers(registry)
    rehearsals.prepare = lambda deed: shelves.prepare(deed) or papers.prepare(deed)
    registry.host({SHELVES: shelves.host, NOTICES: board_host, PAPERS: papers.host})
    registry.written.update({SHELVES: shelves.note, PAPERS: papers.note})

    def casino_of(offer: CasinoSettings) -> CasinoHouse:
        revisions = earlier_revisions or ()
        return casino_house(editions, settings.money, offer, revisions, fair=fair is not None, signer=signer)

    casino = CasinoGame(casino_of(settings.casino), ports)
    papers.readers |= {Paper.STAKES: StakesPaper(cash, registry), Paper.CASINO: CasinoPaper(casino, casino_of)}
    others = [make(ports) for make in more]
    office = OfficeParts(rehearsals, shelves, papers)
    return Room(settings, cash, tournaments, casino, others, ports, gate, office, down_since=last_seen)


def _cannot_unseal(_label: str, _sealed: bytes) -> bytes:
    raise BadCasino("vault_missing", "a casino table cannot be read again without the keys it was sealed with")
