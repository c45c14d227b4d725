"""
The joint commands of a table: floor and player streams learn of a seat in the table's own commit.

Neither refuses them, so a hand always ends.
"""

from collections.abc import Iterator

from fairdeal.cash.floor.commands import (
    FloorCommand,
    NoteAway,
    NoteBack,
    NoteRulebook,
    NoteSeatFreed,
    NoteTableClosed,
    NoteTableClosing,
)
from fairdeal.cash.player.commands import NoteBigBlindOption, NoteDeparture, NoteSatIn, NoteSitOut, PlayerStreamCommand
from fairdeal.cash.streams import floor_stream, player_stream
from fairdeal.cash.table.events import (
    BigBlindSitOutSet,
    HandEnded,
    HandVoided,
    Left,
    RulebookAdopted,
    SatIn,
    SatOut,
    TableClosed,
    TableClosing,
    TableEvent,
)
from fairdeal.cash.table.facts import TableFacts
from fairdeal.cash.table.state import SitOut
from fairdeal.kernel import PlayerId
from fairdeal.kernel.agenda import JointCommand

TableJointCommand = JointCommand[FloorCommand] | JointCommand[PlayerStreamCommand]


def joint_commands_of(facts: TableFacts, event: TableEvent) -> tuple[TableJointCommand, ...]:
    """The commands that must be decided together with an event."""
    match event:
        case Left():
            return tuple(_departure(facts, event))
        case SatOut():
            noted = _noted(facts, event.player, event.sit_out)
            # The floor counts who is dealt in: during a hand the player still plays.
            return (noted,) if event.from_next_deal else (noted, _away(facts, event.player))
        case SatIn():
            player: TableJointCommand = JointCommand(player_stream(event.player), NoteSatIn(facts.table))
            return player, _floor(facts, NoteBack(facts.table, event.player))
        case BigBlindSitOutSet():
            return (JointCommand(player_stream(event.player), NoteBigBlindOption(facts.table, event.on)),)
        case HandEnded():
            return tuple(_sit_outs(facts, event))
        case HandVoided():
            return tuple(_away(facts, player) for _, player, _ in event.sits_out)
        case TableClosing():
            return (_floor(facts, NoteTableClosing(facts.table, event.rule)),)
        case TableClosed():
            return (_floor(facts, NoteTableClosed(facts.table)),)
        case RulebookAdopted():
            return (_floor(facts, NoteRulebook(facts.table, event.edition)),)
        case _:
            return ()


def _departure(facts: TableFacts, event: Left) -> Iterator[TableJointCommand]:
    yield JointCommand(player_stream(event.player), NoteDeparture(facts.table, event.stack))
    yield _floor(facts, NoteSeatFreed(facts.table, event.player, event.stack, event.rule))


def _sit_outs(facts: TableFacts, event: HandEnded) -> Iterator[TableJointCommand]:
    for player, sit_out in zip(event.players, event.sits_out, strict=True):
        if sit_out is None:
            continue
        if sit_out.imposed:  # one the player asked for was sent when it was asked for
            yield _noted(facts, player, sit_out)
        yield _away(facts, player)


def _noted(facts: TableFacts, player: PlayerId, sit_out: SitOut) -> TableJointCommand:
    note = NoteSitOut(facts.table, sit_out.since, sit_out.rule, sit_out.imposed)
    return JointCommand(player_stream(player), note)


def _away(facts: TableFacts, player: PlayerId) -> TableJointCommand:
    return _floor(facts, NoteAway(facts.table, player))


def _floor(facts: TableFacts, command: FloorCommand) -> TableJointCommand:
    return JointCommand(floor_stream(facts.stake), command)
