"""What a floor's decisions rest on: the stakes of each revision of the rulebook, and the operator's settings."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from fairdeal.cash.floor.state import Floor
from fairdeal.cash.offer import Offered, StakeId
from fairdeal.cash.settings import HouseSettings


@dataclass(frozen=True, slots=True)
class House:
    """The stakes of one floor under every revision of the rulebook it may play by, by content hash."""

    revisions: Mapping[str, Mapping[StakeId, Offered]]
    settings: HouseSettings = field(default_factory=HouseSettings)

    def offered(self, floor: Floor, stake: StakeId) -> Offered | None:
        """The stake under the revision in force; None: the floor does not offer it."""
        return self.revisions[floor.edition].get(stake)
