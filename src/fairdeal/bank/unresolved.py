"""
The machine of bets of incomplete games that could not be returned (TIME-19).

Almost every bet of a failed game is returned at once. The rest is kept here, each on an account of its own, until staff resolve
it; where the edition sets a term, what is still open then goes where the edition says. Other editions keep it open.
"""

from dataclasses import dataclass, replace
from typing import Final

from fairdeal.bank.accounts import Purpose, parse_account
from fairdeal.bank.house import Desk, StaffId, Viewer, tender_of
from fairdeal.bank.transfer import Chain, Move, Reason, chain_of
from fairdeal.kernel import (
    DAY,
    AccountId,
    Decision,
    EventRef,
    Instant,
    PlayerId,
    RuleId,
    Task,
    Timer,
    Units,
    Verdict,
    followed,
    reject,
)
from fairdeal.rulebook.schema.choices import Unresolved
from fairdeal.rulebook.schema.time import UnresolvedBets

_GOES_TO: Final = {Unresolved.CHARITY: (Purpose.CHARITY, Reason.CHARITY)}


@dataclass(frozen=True, slots=True)
class Bet:
    """An unresolved bet: its player, the account it belongs to, and since when."""

    bet: str
    player: PlayerId
    home: AccountId
    amount: Units
    since: Instant


@dataclass(frozen=True, slots=True)
class UnresolvedBook:
    """The unresolved bets, and the ids of all that ever were."""

    waiting: tuple[Bet, ...] = ()
    settled: tuple[str, ...] = ()

    def find(self, bet: str) -> Bet | None:
        """The unresolved bet with that id, or None."""
        return next((each for each in self.waiting if each.bet == bet), None)


@dataclass(frozen=True, slots=True)
class KeepBet:
    """Keep a bet that could not be returned; `source` is the account that holds it, `rule` the one that should have returned it."""

    bet: str
    player: PlayerId
    source: AccountId
    home: AccountId
    amount: Units
    rule: RuleId


@dataclass(frozen=True, slots=True)
class ReturnBet:
    """Return a bet that was resolved to its account."""

    bet: str
    staff: StaffId
    why: str


@dataclass(frozen=True, slots=True)
class ExpireBet:
    """Void a bet whose term is over."""

    bet: str


UnresolvedCommand = KeepBet | ReturnBet | ExpireBet


@dataclass(frozen=True, slots=True)
class BetKept:
    """A bet could not be returned and is kept as unresolved."""

    bet: str
    player: PlayerId
    source: AccountId
    home: AccountId
    amount: Units
    at: Instant
    rule: RuleId


@dataclass(frozen=True, slots=True)
class BetReturned:
    """A bet was returned to its account."""

    bet: str
    home: AccountId
    amount: Units
    staff: StaffId
    why: str


@dataclass(frozen=True, slots=True)
class BetExpired:
    """A bet became void, and its money went where the edition says."""

    bet: str
    home: AccountId
    amount: Units
    goes_to: Unresolved
    at: Instant
    rule: RuleId


UnresolvedEvent = BetKept | BetReturned | BetExpired


@dataclass(frozen=True, slots=True)
class UnresolvedView:
    """The bets a viewer may see, with the instant at which each becomes void."""

    waiting: tuple[tuple[Bet, Instant | None], ...]


class UnresolvedMachine:
    """The machine of one edition's unresolved bets; `rules` is None where it sets no term."""

    def __init__(self, rules: UnresolvedBets | None) -> None:
        self._rules = rules

    def decide(
        self, state: UnresolvedBook, command: UnresolvedCommand, now: Instant
    ) -> Decision[UnresolvedBook, UnresolvedEvent]:
        """The steps a command leads to, or a rejection; changes nothing."""
        return followed(state, self._verdict(state, command, now), self.evolve)

    def _verdict(self, state: UnresolvedBook, command: UnresolvedCommand, now: Instant) -> Verdict[UnresolvedEvent]:
        match command:
            case KeepBet():
                return self._keep(state, command, now)
            case ReturnBet():
                return self._return(state, command)
            case ExpireBet():
                return self._expire(state, command, now)

    def _keep(self, state: UnresolvedBook, command: KeepBet, now: Instant) -> Verdict[UnresolvedEvent]:
        if state.find(command.bet) is not None or command.bet in state.settled:
            return reject("duplicate_bet", command.rule)
        if command.amount <= 0:
            return reject("amount_not_positive", command.rule, amount=command.amount)
        if parse_account(command.home) is None:
            return reject("no_such_account", command.rule)
        return (BetKept(command.bet, command.player, command.source, command.home, command.amount, now, command.rule),)

    def _return(self, state: UnresolvedBook, command: ReturnBet) -> Verdict[UnresolvedEvent]:
        bet = state.find(command.bet)
        if bet is None:
            return reject("no_such_bet")
        if not command.why.strip():
            return reject("reason_missing")
        return (BetReturned(bet.bet, bet.home, bet.amount, command.staff, command.why),)

    def _expire(self, state: UnresolvedBook, command: ExpireBet, now: Instant) -> Verdict[UnresolvedEvent]:
        rules = self._rules
        if rules is None:
            return reject("bets_do_not_expire")
        bet = state.find(command.bet)
        if bet is None:
            return reject("no_such_bet", rules.after_days.rule)
        if now < (ends := _end(rules, bet)):
            return reject("too_early", rules.after_days.rule, due=ends)
        return (BetExpired(bet.bet, bet.home, bet.amount, rules.go_to.value, now, rules.after_days.rule),)

    def evolve(self, state: UnresolvedBook, event: UnresolvedEvent) -> UnresolvedBook:
        """The book after the event."""
        if isinstance(event, BetKept):
            bet = Bet(event.bet, event.player, event.home, event.amount, event.at)
            return replace(state, waiting=(*state.waiting, bet))
        waiting = tuple(bet for bet in state.waiting if bet.bet != event.bet)
        return UnresolvedBook(waiting, (*state.settled, event.bet))

    def agenda(self, state: UnresolvedBook) -> frozenset[Task[UnresolvedCommand]]:
        """The end of every bet's term, where the edition sets one."""
        rules = self._rules
        if rules is None:
            return frozenset()
        return frozenset(Timer(_end(rules, bet), ExpireBet(bet.bet)) for bet in state.waiting)

    def view(self, state: UnresolvedBook, viewer: Viewer) -> UnresolvedView:
        """All bets for staff, a player's own for the player."""
        rules = self._rules
        seen = [bet for bet in state.waiting if isinstance(viewer, Desk) or bet.player == viewer]
        return UnresolvedView(tuple((bet, None if rules is None else _end(rules, bet)) for bet in seen))

    def transfers(self, event: UnresolvedEvent, ref: EventRef) -> Chain:
        """The transfers of an event: in from the table, out to the player or to where the edition says."""
        tender = tender_of(event.home)
        kept = tender.account(Purpose.UNRESOLVED, event.bet)
        match event:
            case BetKept():
                moved = Move(event.source, kept, event.amount, Reason.UNRESOLVED, event.rule)
            case BetReturned():
                moved = Move(kept, event.home, event.amount, Reason.REFUND)
            case BetExpired():
                purpose, reason = _GOES_TO[event.goes_to]
                moved = Move(kept, tender.account(purpose), event.amount, reason, event.rule)
        return chain_of(ref, [moved])


def _end(rules: UnresolvedBets, bet: Bet) -> Instant:
    return Instant(bet.since + rules.after_days.value * DAY)
