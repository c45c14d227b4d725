"""Deeds at poker tables, tournaments and lobbies: void hands, closed tables, pauses, cancellations, chips."""

from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from fairdeal.cash.table.commands import Close
from fairdeal.hexapro.lobby import commands as lobby
from fairdeal.kernel import HandId, MoneyKind, PlayerId, Rejection, RuleId, StreamId, reject
from fairdeal.kernel.agenda import JointCommand
from fairdeal.office.deed import Commands, Deed, Order, rules
from fairdeal.office.deeds.bases import AtPlace
from fairdeal.office.roles import Role, Roles
from fairdeal.play.messages import VoidHand
from fairdeal.rulebook.schema.choices import Tickets
from fairdeal.tournament.director import commands as director
from fairdeal.tournament.director.state import ChipChange

_CANCELS: Final = rules("MTT-26b", "MTT-39b", "MTT-45", "MTT-25", "CANC-57", "CANC-58", "CANC-63", "CASH-20")


@dataclass(frozen=True, slots=True)
class MakeHandVoid(AtPlace):
    """Make a hand that is being played void; every bet goes back."""

    kind: ClassVar[str] = "void_hand"
    clauses: ClassVar[tuple[RuleId, ...]] = rules("CASH-20", "CASH-01", "MTT-25", "MTT-45", "TIME-15")
    final: ClassVar[bool] = True

    place: StreamId
    tender: MoneyKind
    hand: HandId

    def commands(self, order: Order) -> Commands:
        """One void hand."""
        assert order.clause is not None, "there are clauses to choose from"
        return (JointCommand(self.place, VoidHand(self.hand, order.clause, order.staff, order.reason)),)


@dataclass(frozen=True, slots=True)
class CloseTable(AtPlace):
    """Close a cash table: the hand is played out, and everybody leaves with their stack."""

    kind: ClassVar[str] = "close_table"
    clauses: ClassVar[tuple[RuleId, ...]] = rules("CASH-01", "CASH-20", "CASH-22")
    final: ClassVar[bool] = True

    place: StreamId
    tender: MoneyKind

    def commands(self, order: Order) -> Commands:
        """One closing."""
        assert order.clause is not None, "there are clauses to choose from"
        return (JointCommand(self.place, Close(order.clause)),)


@dataclass(frozen=True, slots=True)
class PauseTournament(AtPlace):
    """Pause a tournament: clocks stand, hands are finished, nothing more is dealt."""

    kind: ClassVar[str] = "pause_tournament"
    clauses: ClassVar[tuple[RuleId, ...]] = rules("MTT-45", "MTT-25")
    at_once: ClassVar[bool] = True

    place: StreamId
    tender: MoneyKind

    def commands(self, order: Order) -> Commands:
        """One halt."""
        return (JointCommand(self.place, director.HaltPlay(order.staff, order.reason)),)

    def undo(self, order: Order) -> Commands:
        """Play goes on."""
        return (JointCommand(self.place, director.ResumePlay(order.staff, order.reason)),)


@dataclass(frozen=True, slots=True)
class ResumeTournament(AtPlace):
    """Let a paused tournament go on; one person is enough."""

    kind: ClassVar[str] = "resume_tournament"
    clauses: ClassVar[tuple[RuleId, ...]] = rules("MTT-45", "MTT-25")
    signs: ClassVar[Roles] = frozenset()

    place: StreamId
    tender: MoneyKind

    def commands(self, order: Order) -> Commands:
        """Play goes on."""
        return (JointCommand(self.place, director.ResumePlay(order.staff, order.reason)),)


@dataclass(frozen=True, slots=True)
class CancelTournament(AtPlace):
    """Cancel a tournament and pay everybody by the edition's policy, or otherwise: tickets (X-85), or all refunded (CANC-57)."""

    kind: ClassVar[str] = "cancel_tournament"
    clauses: ClassVar[tuple[RuleId, ...]] = _CANCELS
    final: ClassVar[bool] = True

    place: StreamId
    tender: MoneyKind
    tickets: Literal["returned", "lost"] | None = None
    refund: bool = False

    def cancelling(self, staff: str, reason: str) -> director.Cancel:
        """The command of the director, also for the plan of a dry run."""
        tickets = None if self.tickets is None else Tickets(self.tickets)
        return director.Cancel(staff, reason, tickets=tickets, refund=self.refund)

    def commands(self, order: Order) -> Commands:
        """One cancellation."""
        return (JointCommand(self.place, self.cancelling(order.staff, order.reason)),)


@dataclass(frozen=True, slots=True)
class DisqualifyPlayer(AtPlace):
    """Take a player out of a tournament, with or without the prize already in reach."""

    kind: ClassVar[str] = "disqualify"
    clauses: ClassVar[tuple[RuleId, ...]] = rules(
        "MTT-45", "MTT-32d", "MTT-48f", "MTT-49", "HEXA-14", "INT-12", "INT-19"
    )
    asks: ClassVar[Roles] = frozenset({Role.FLOOR, Role.SECURITY})
    final: ClassVar[bool] = True

    place: StreamId
    tender: MoneyKind
    player: PlayerId
    forfeit: bool = True

    def players(self) -> tuple[PlayerId, ...]:
        """Who is taken out."""
        return (self.player,)

    def commands(self, order: Order) -> Commands:
        """One disqualification."""
        out = director.Disqualify(self.player, order.staff, order.reason, self.forfeit)
        return (JointCommand(self.place, out),)


@dataclass(frozen=True, slots=True)
class AdjustChips(AtPlace):
    """Change stacks in a paused tournament; where the sum of all chips changes, every player is told by how much."""

    kind: ClassVar[str] = "adjust_chips"
    clauses: ClassVar[tuple[RuleId, ...]] = rules("MTT-45", "MTT-25", "INT-12")
    final: ClassVar[bool] = True

    place: StreamId
    tender: MoneyKind
    changes: tuple[ChipChange, ...]

    def players(self) -> tuple[PlayerId, ...]:
        """Whose stacks change."""
        return tuple(each.player for each in self.changes)

    def fault(self) -> Rejection | None:
        """No change, or two of one stack."""
        if not self.changes or any(each.chips == 0 for each in self.changes):
            return reject("nothing_to_change")
        return None if len(set(self.players())) == len(self.changes) else reject("player_named_twice")

    def commands(self, order: Order) -> Commands:
        """One adjustment."""
        return (JointCommand(self.place, director.AdjustChips(self.changes, order.staff, order.reason)),)


@dataclass(frozen=True, slots=True)
class CloseLobby(AtPlace):
    """Take no more registrations for a HexaPro lobby, and refund those whose games are not full."""

    kind: ClassVar[str] = "close_lobby"
    clauses: ClassVar[tuple[RuleId, ...]] = rules("CANC-52", "MTT-45", "MTT-26b")

    place: StreamId
    tender: MoneyKind

    def commands(self, order: Order) -> Commands:
        """One closing."""
        return (JointCommand(self.place, lobby.CloseLobby(order.staff, order.reason)),)


@dataclass(frozen=True, slots=True)
class MakeGameVoid(AtPlace):
    """Give up a full HexaPro game that was not drawn, and refund its players."""

    kind: ClassVar[str] = "void_game"
    clauses: ClassVar[tuple[RuleId, ...]] = rules("CANC-52", "CASH-20", "MTT-45")
    final: ClassVar[bool] = True

    place: StreamId
    tender: MoneyKind
    game: int

    def commands(self, order: Order) -> Commands:
        """One void game."""
        return (JointCommand(self.place, lobby.VoidGame(self.game, order.staff, order.reason)),)


DEEDS: Final[tuple[type[Deed], ...]] = (
    MakeHandVoid,
    CloseTable,
    PauseTournament,
    ResumeTournament,
    CancelTournament,
    DisqualifyPlayer,
    AdjustChips,
    CloseLobby,
    MakeGameVoid,
)
