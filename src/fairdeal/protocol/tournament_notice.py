"""What a tournament tells single players: a stable code, the clause and numbers, and the names the sentence needs."""

from typing import Literal

import msgspec

from fairdeal.protocol.base import Wire
from fairdeal.protocol.tournament import Named, PayoutRow

NoticeCode = Literal[
    "seated",  # table, seat, chips: the tournament started, or a late entry sat down
    "moved",  # from, to, seat, from_players, to_players, big_blind_in: to another table
    "eliminated",  # place, entries, provisional; `players` knocked the reader out
    "won",  # place, entries: the reader was left when the tournament ended
    "prize_paid",  # place, prize
    "prize_held",  # place, prize: a review keeps it back
    "prize_forfeited",  # place, prize
    "ticket_won",  # place, ticket, prize (money besides); `other` is the target
    "seat_won",  # a satellite seated the reader here; `other` is the satellite
    "ticket_kept",  # ticket: the target could not seat the reader, who keeps the ticket; `other` is the satellite
    "bounty_won",  # cash, head; `players` holds whose
    "bounty_held",  # cash, head; a review keeps it back
    "bounties_kept",  # cash: the champion's own bounty
    "vip_won",  # cash; `players` holds whom
    "disqualified",  # forfeit
    "unregistered_by_house",  # price
    "setup_changed",  # unregister_until (0: it cannot be); `changed` names what
    "start_delayed",  # starts_at, unregister_until
    "cancelled",  # amount, entries; `payout` has the parts
    "break_called",  # length: the break begins when all hands are done
    "break_began",  # until
    "break_ended",  # level
    "add_on_began",  # until, chips, price
    "paused",  # the house stopped play
    "resumed",  # the house lets it go on
    "chips_adjusted",  # change, stack: the house changed the reader's stack
    "chips_in_play_changed",  # change, amount: and with it the sum of all chips
    "hand_for_hand_began",  # remaining, paid
    "hand_for_hand_ended",  # remaining, paid
    "final_table",  # remaining
    "registration_closed",  # entries, pool, paid
    "re_buy_offered",  # until, chips, price
    "chips_bought",  # seat, chips, waits (1: for the end of the hand): `players` at the reader's table bought chips
    "phase_survived",  # chips; `other` is the next phase
    "phase_joined",  # chips; `other` is the phase before
    "clocks_shifted",  # by: the room was away and the clocks stood
    "game_voided",  # game, price: a game of HexaPro was given up before its draw
    "game_unregistered",  # game, price: the lobby of HexaPro was closed
]


class NoticeTold(Wire, frozen=True):
    """What happened, the clause, and the numbers of the sentence; amounts of money are cents, stacks are chips."""

    code: NoticeCode
    rule: str | None = None
    numbers: dict[str, int] = msgspec.field(default_factory=dict)


class TournamentNotice(Wire, frozen=True):
    """
    Something a player is told about a tournament they are in, or about a game of HexaPro.

    `table` is where the reader was seated or moved to, `left` where they sat before, or where somebody bought chips; everything else
    is told wherever they sit. `changed` names the parameters that were changed. Whoever was away finds the same facts in
    `ownTournaments`.
    """

    tournament: str
    name: str
    told: NoticeTold
    table: str | None = None
    left: str | None = None
    players: tuple[str, ...] = ()
    other: Named | None = None
    changed: tuple[str, ...] = ()
    payout: PayoutRow | None = None
