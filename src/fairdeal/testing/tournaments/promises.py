"""
Checks that the players' money of a tournament is won, refunded or charged as a fee, and never goes anywhere else.

What is due is computed from written entries, hands and eliminations, and compared with cancellation plans and with the transfers of
every commit; the director's own sums and postings are not asked. All phases of one tournament are checked together.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, Final

from fairdeal.bank.accounts import Account, Purpose, parse_account
from fairdeal.bank.transfer import Transfer
from fairdeal.hexapro.game import is_hexapro
from fairdeal.hexapro.lobby import events as lobby_events
from fairdeal.kernel import AccountId, Cents, PlayerId, StreamId, TournamentId, units_of
from fairdeal.storage.memory import MemoryStore
from fairdeal.testing.tournaments.courses import Course, follow_payments, follow_play
from fairdeal.tournament.cancellation.plan import Payout, Plan, Stage
from fairdeal.tournament.director import events as ev
from fairdeal.tournament.director import outcomes as oc
from fairdeal.tournament.setup import FirstPhase

ESCROW: Final = (Purpose.PRIZES, Purpose.BOUNTIES, Purpose.ENTRY_FEES)
_WALLETS: Final = (Purpose.SITE, Purpose.POKER)
_PLAYERS: Final = (*_WALLETS, Purpose.TICKET, Purpose.HOLD)
_HEXAPRO_SEATS: Final = 3

Fault = Callable[[str], None]
Home = TournamentId
"""The id that stands for a tournament with all its phases: that of the last phase."""


class TournamentPromises:
    """Follows written events and transfers; calls `fault` with every amount that is not where it belongs."""

    def __init__(self, store: MemoryStore, fault: Fault) -> None:
        self._store = store
        self._fault = fault
        self._courses: dict[TournamentId, Course] = {}
        self._homes: dict[TournamentId, Home] = {}
        self._added: Counter[Home] = Counter()  # by the operator, in units
        self._taken: Counter[Home] = Counter()  # by the operator, from prizes and bounties
        self._granted: Counter[Home] = Counter()  # what a rule lets the operator take
        self._charged: Counter[Home] = Counter()  # fees, in units
        self._bought: set[AccountId] = set()  # tickets that were paid from a wallet: registrations for HexaPro games
        self._registered: dict[tuple[StreamId, int, PlayerId], int] = {}  # buy-ins of HexaPro games to come, in cents

    # ---- events

    def follow(self, tournament: TournamentId, event: Any) -> None:
        """Follow a written event of a tournament, and check prizes and cancellations."""
        if isinstance(event, ev.Announced):
            self._courses[tournament] = Course(event.setup)
            phase = event.setup.phase
            self._homes[tournament] = phase.next if isinstance(phase, FirstPhase) else tournament
            return
        course = self._courses.get(tournament)
        if course is None:
            return  # a history that does not begin with the announcement
        self._follow_money(tournament, course, event)
        follow_payments(course, event)
        follow_play(course, event)

    def _follow_money(self, tournament: TournamentId, course: Course, event: Any) -> None:
        match event:
            case ev.PrizesFixed():
                self._prizes_fixed(tournament, course, event)
            case oc.PrizeForfeited():
                self._grant(tournament, event.prize.value)
            case oc.PhaseReceived() if self._courses[event.source].went_on:
                course.phases.append(self._courses[event.source])
            case oc.Cancelled():
                self._cancelled(tournament, course, event.plan)
            case _:
                pass

    def _grant(self, tournament: TournamentId, cents: int) -> None:
        self._granted[self._homes[tournament]] += _units(cents)

    def _prizes_fixed(self, tournament: TournamentId, course: Course, event: ev.PrizesFixed) -> None:
        course.prizes = [prize.value for prize in event.prizes]
        if course.setup.prizes is not None:
            self._grant(tournament, event.surplus)
        elif sum(course.prizes) < course.supplied:
            self._fault(f"{tournament}: players paid {course.supplied} for prizes of {sum(course.prizes)}")

    def phase_of(self, tournament: TournamentId) -> str:
        """Which phase a tournament is, as a prefix for names of stages; empty for a tournament without phases."""
        course = self._courses.get(tournament)
        phase = None if course is None else course.setup.phase
        return "" if phase is None else "first phase " if isinstance(phase, FirstPhase) else "last phase "

    # ---- HexaPro lobbies

    def follow_lobby(self, lobby: StreamId, event: Any) -> None:
        """Follow a written event of a HexaPro lobby: registrations that wait for a game, and those that ended."""
        match event:
            case lobby_events.Registered():
                for number in event.games:
                    self._registered[lobby, number, event.player] = event.buy_in
            case lobby_events.Unregistered():
                self._settle(lobby, ((number, event.player) for number in event.games))
            case lobby_events.GameStarted() | lobby_events.GameVoided():
                self._settle(lobby, ((event.number, player) for player in event.players))
            case lobby_events.LobbyClosed():
                self._settle(lobby, event.refunded)
            case _:
                pass

    def _settle(self, lobby: StreamId, gone: Iterable[tuple[int, PlayerId]]) -> None:
        for number, player in gone:
            del self._registered[lobby, number, player]

    # ---- cancellations

    def _cancelled(self, tournament: TournamentId, course: Course, plan: Plan) -> None:
        told = {payout.player: payout for payout in plan.payouts}
        lost = [fate.payment for payout in plan.payouts for fate in payout.tickets if not fate.returned]
        self._grant(tournament, sum(payment.pool + payment.bounty for payment in lost))
        if course.claims:
            self._fault(f"{tournament}: nobody was paid for {sorted(course.claims)}")
        if plan.stage in (Stage.BEFORE_START, Stage.RUNNING):
            self._check_refunds(tournament, course, plan, told)
        else:
            self._check_fees(tournament, course, told)
            self._check_shares(tournament, course, plan, told)

    def _check_refunds(
        self, tournament: TournamentId, course: Course, plan: Plan, told: dict[PlayerId, Payout]
    ) -> None:
        """Check that all players get back what they paid, in tickets or money, less what they have won."""
        before = plan.stage is Stage.BEFORE_START
        if before and course.started:
            self._fault(f"{tournament}: it had started and was cancelled as if it had not")
        for player in sorted(course.left if before else course.paid):
            paid = sum(each.whole for each in course.payments(player))
            back = _back(told.get(player)) + course.received[player]
            if back < paid:
                self._fault(f"{tournament}: {player} paid {paid} and has {back} back")
        shared = sum(payout.from_pool for payout in plan.payouts)
        tickets = sum(fate.payment.pool for payout in plan.payouts for fate in payout.tickets)
        if before and shared + tickets != course.supplied:
            self._fault(f"{tournament}: players paid {course.supplied} for prizes and have {shared + tickets} back")

    def _check_fees(self, tournament: TournamentId, course: Course, told: dict[PlayerId, Payout]) -> None:
        """Check that players who are left get all their fees back, and eliminated players nothing."""
        for player, payout in told.items():
            kept = player not in course.left or (payout.forfeited is not None and player in course.never_there)
            fees = 0 if kept else sum(each.fee for each in course.payments(player))
            if payout.from_fees != fees:
                self._fault(f"{tournament}: {player} gets fees of {payout.from_fees} back, not {fees}")
            if payout.amount and player not in course.left:
                self._fault(f"{tournament}: {player} is out and gets {payout.amount}")

    def _check_shares(self, tournament: TournamentId, course: Course, plan: Plan, told: dict[PlayerId, Payout]) -> None:
        """Check that prizes and bounties are shared to the last cent, and that the stage fits the players who are left."""
        shared = sum(payout.from_pool for payout in told.values())
        if plan.stage is Stage.DRAWN_POOL:
            due = sum(course.prizes or ()) - sum(course.received.values())
        elif course.prizes is not None and len(course.left) <= len(course.prizes):
            due = sum(course.prizes[: len(course.left)])
            if plan.stage is Stage.BEFORE_MONEY:
                self._fault(f"{tournament}: {len(course.left)} left, {len(course.prizes)} paid, and not in the money?")
        else:
            due = max(course.supplied, course.setup.added if course.setup.freeroll else 0)
            if plan.stage is not Stage.BEFORE_MONEY:
                self._fault(f"{tournament}: {len(course.left)} left are not in the money")
        if shared != due:
            self._fault(f"{tournament}: {due} belongs to the players, {shared} is shared")
        heads = sum(paid.head for paid in course.everything()) - course.bounties
        if sum(payout.from_bounties for payout in told.values()) != heads:
            self._fault(f"{tournament}: bounties of {heads} belong to the players")

    # ---- transfers

    def moved(self, transfers: Iterable[Transfer]) -> None:
        """Check the written transfers of one unit; call it after `follow` for the events of the same unit."""
        for transfer in transfers:
            debit, credit = _account(transfer.debit), _account(transfer.credit)
            if debit.purpose in _WALLETS and credit.purpose is Purpose.TICKET:
                self._bought.add(transfer.credit)
            if debit.purpose is Purpose.TICKET and credit.purpose in ESCROW:
                self._check_ticket(debit, TournamentId(credit.holder), bought=transfer.debit in self._bought)
            if credit.purpose in ESCROW and debit.purpose not in (*ESCROW, *_PLAYERS):
                self._added[self._home(credit)] += transfer.amount
            if debit.purpose in ESCROW and credit.purpose not in (*ESCROW, *_PLAYERS):
                self._check_house(debit, credit, transfer.amount)

    def _home(self, account: Account) -> Home:
        return self._homes[TournamentId(account.holder)]

    def _check_house(self, debit: Account, credit: Account, amount: int) -> None:
        """Check that the operator gets only fees that were paid, what it had added, and what a rule grants it."""
        home = self._home(debit)
        if debit.purpose is Purpose.ENTRY_FEES and credit.purpose is Purpose.FEES:
            self._charged[home] += amount
            family = [course for name, course in self._courses.items() if self._homes[name] == home]
            fees = _units(sum(each.fee for course in family for each in course.own()))
            if self._charged[home] > fees:
                self._fault(f"{home}: fees of {self._charged[home]} were charged, {fees} were paid")
            return
        self._taken[home] += amount
        if self._taken[home] > self._added[home] + self._granted[home]:
            more = self._taken[home] - self._added[home] - self._granted[home]
            self._fault(f"{home}: {more} units of the players' money went to {credit.purpose.value}")

    def _check_ticket(self, debit: Account, tournament: TournamentId, *, bought: bool) -> None:
        """Check that a bought ticket, which is a registration, pays only for a HexaPro game, and a won one never does."""
        if bought is not is_hexapro(self._courses[tournament].setup):
            self._fault(f"{debit.holder} is no ticket for {tournament}")
        issuer = self._courses.get(TournamentId(debit.holder.partition("/")[2].rpartition(".")[0]))
        satellite = None if issuer is None else issuer.setup.satellite
        target = None if satellite is None else satellite.target
        course = None if target is None else self._courses.get(target)
        if target != tournament and course is not None and not course.closed:
            self._fault(f"{debit.holder} is a ticket for {target}, not for {tournament}")

    # ---- the end

    def finish(self) -> None:
        """Check after the run that waiting registrations still hold their money and that no full game waits."""
        accounts = self._store.accounts(Purpose.TICKET).items()
        held = sum(units for account, units in accounts if account in self._bought)
        owed = _units(sum(self._registered.values()))
        if held != owed:
            self._fault(f"registrations of {owed} wait for HexaPro games, and {held} is there for them")
        waiting = Counter((lobby, number) for lobby, number, _ in self._registered)
        for (lobby, number), players in waiting.items():
            if players == _HEXAPRO_SEATS:
                self._fault(f"{lobby}: game {number} is full and was not played")


def _back(payout: Payout | None) -> int:
    """What a cancellation plan gives a player, in cents; tickets lost by its rule count as given."""
    return 0 if payout is None else payout.amount + sum(fate.payment.price for fate in payout.tickets)


def _account(account: AccountId) -> Account:
    found = parse_account(account)
    assert found is not None, account
    return found


def _units(cents: int) -> int:
    return units_of(Cents(cents))
