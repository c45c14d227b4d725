"""Notices of a tournament's director as messages, with the names their sentences need."""

from typing import Any, get_args

from fairdeal.kernel import TournamentId
from fairdeal.present.tournament import Names, PlayerNames, named
from fairdeal.protocol import tournament_notice as wire
from fairdeal.protocol.tournament import PayoutRow
from fairdeal.tournament.director.notices import Notice
from fairdeal.tournament.orders import table_id

CODES = frozenset(get_args(wire.NoticeCode))
"""Everything a tournament can tell a player."""


def notice_to_wire(
    tournament: TournamentId,
    notice: Notice,
    names: Names,
    players: PlayerNames,
    payout: PayoutRow | None = None,
) -> wire.TournamentNotice:
    """A notice to one player; `payout` is theirs, where the tournament was cancelled."""
    code: Any = notice.code
    assert code in CODES, code
    return wire.TournamentNotice(
        tournament=tournament,
        name=names(tournament),
        told=wire.NoticeTold(code=code, rule=notice.rule, numbers=dict(notice.numbers)),
        table=None if notice.table is None else table_id(tournament, notice.table),
        left=None if notice.left is None else table_id(tournament, notice.left),
        players=tuple(players(each) for each in notice.players),
        other=named(notice.other, names),
        changed=notice.changed,
        payout=payout,
    )
