"""The table of all deeds, by kind; a deed that is not in the list of its area cannot be asked for, written or tested."""

from collections.abc import Mapping
from typing import Final

from fairdeal.office.deed import Deed
from fairdeal.office.deeds import casino, evidence, holds, house, money, offer, people, play, rulebook

DEEDS: Final[Mapping[str, type[Deed]]] = {
    each.kind: each
    for area in (money, holds, people, house, play, casino, evidence, rulebook, offer)
    for each in area.DEEDS
}
