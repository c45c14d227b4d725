"""The table of all deeds, by kind; a deed that is not in the list of its area cannot be asked for, written or tested."""

from collections.abc import Mapping
from typing import Final

from fairdeal.office.deed import Deed
from fairdeal.office.deeds import holds, house, money, people, play, rulebook

DEEDS: Final[Mapping[str, type[Deed]]] = {
    each.kind: each for area in (money, holds, people, house, play, rulebook) for each in area.DEEDS
}
