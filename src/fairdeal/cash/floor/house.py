"""What a floor's decisions rest on: the stakes of each revision of the rulebook, those that are closed, and the operator's settings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from fairdeal.cash.floor.state import Floor
from fairdeal.cash.offer import Offered, StakeId, is_named
from fairdeal.cash.settings import HouseSettings


@dataclass(frozen=True, slots=True)
class House:
    """The stakes of one floor under every revision of the rulebook it may play by, by content hash."""

    revisions: Mapping[str, Mapping[StakeId, Offered]]
    settings: HouseSettings = field(default_factory=HouseSettings)
    closed: Sequence[str] = ()  # stakes that the house does not offer at present

    def offered(self, floor: Floor, stake: StakeId) -> Offered | None:
        """The stake under the revision in force; None: the floor does not offer it."""
        return None if is_named(stake, self.closed) else self.revisions[floor.edition].get(stake)
