"""HexaPro on the wire: lobbies with their odds, and the draw of a game. Amounts are cents of the unit; stacks are chips."""

from typing import Literal

from fairdeal.protocol.base import Wire
from fairdeal.protocol.table import Unit
from fairdeal.protocol.tournament import BlindLevel


class HexaProRow(Wire, frozen=True):
    """
    A HexaPro lobby as a row; `taken` are the seats taken in each filling game, the oldest first.

    Buy-ins are paid from `wallet`. A player may wait for `mostGames` games at once. `partners`: practice partners join whoever waits,
    so a game starts at once.
    """

    id: str
    edition: str
    product: Literal["hexapro", "extreme"]
    unit: Unit
    wallet: str
    buy_in: int
    seats: int
    taken: tuple[int, ...]
    running: int
    closed: bool
    most_games: int = 1
    partners: bool = False


class HexaProDraw(Wire, frozen=True):
    """The multiplier drawn for a game, in hundredths of a buy-in, and the rulebook revision it was drawn by."""

    game: int
    draw: int
    multiplier: int
    edition_hash: str
    at: int


class HexaProOdds(Wire, frozen=True):
    """
    One multiplier, in hundredths of a buy-in: its range of draws, the prizes, and how such a game is played.

    `bank` is the time bank each player starts with.
    """

    multiplier: int
    chances: int
    first_draw: int
    last_draw: int
    pool: int
    prizes: tuple[int, ...]
    stack: int
    level_time: int
    bank: int = 0


class HexaProFair(Wire, frozen=True):
    """
    A game that fills and is drawn with its players' seeds (PFP-1): what its secret is committed by, before anybody takes part.

    `proven` are the 16 bytes that stand for the game in its proof.
    """

    game: int
    proven: str
    commitment: str


class HexaProSeat(Wire, frozen=True):
    """A player of a locked draw by place in line: `flag` 1 has promised a seed, 2 has the default."""

    seat: int
    pid: str
    flag: int
    commitment: str


class HexaProLobby(Wire, frozen=True):
    """
    A HexaPro lobby, the same for everybody; one's own games are in `ownTournaments`.

    `chances` is the sum over all multipliers, by that clause; `drawn` counts how often each multiplier of `odds` was drawn, in the same
    order.
    """

    row: HexaProRow
    odds: tuple[HexaProOdds, ...]
    chances: int
    rule: str
    levels: tuple[BlindLevel, ...]
    drawn: tuple[int, ...]
    latest: tuple[HexaProDraw, ...]
    fair: tuple[HexaProFair, ...] = ()


class HexaProDrawn(Wire, frozen=True):
    """
    The draw of one of the reader's own games, shown before its first hand, which is dealt at `dealsAt`.

    `slot` is the row of `odds` that the number drawn means. `proof` is what is published of the draw, as verifiers read it.
    """

    lobby: str
    tournament: str
    table: str
    unit: Unit
    buy_in: int
    draw: HexaProDraw
    slot: int
    odds: tuple[HexaProOdds, ...]
    chances: int
    rule: str
    deals_at: int | None = None
    proof: str | None = None
