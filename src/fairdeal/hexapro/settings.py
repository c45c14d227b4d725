"""Settings of HexaPro lobbies that an operator chooses and no rule sets."""

from dataclasses import dataclass
from typing import Final

from fairdeal.kernel import DAY, Duration, seconds

_TEN_DAYS: Final = Duration(10 * DAY)


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbySettings:
    """Limits and patience of a lobby; an operator may set them, a rulebook never does."""

    registrations_max: int = 12  # of one player waiting in one lobby
    latest_draws: int = 50  # shown in the lobby; the stream keeps them all
    alert_before: Duration = _TEN_DAYS  # an undecided game is reported so long before its deadline (HEXA-17)
    settle_before: Duration = DAY  # and settled so long before it
    draw_shown: Duration = seconds(5)  # the first hand waits so long, so that players see what was drawn


USUAL: Final = LobbySettings()
"""What a lobby has whose operator set nothing."""
