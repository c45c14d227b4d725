"""Which rulebooks a server hosts: published ones by id, an operator's own by file."""

from collections.abc import Sequence
from typing import NamedTuple

from fairdeal.cash.offer import offer
from fairdeal.kernel import MoneyKind
from fairdeal.room.office.shelves import read_shelf, revision_of
from fairdeal.rulebook.clause import DEMO
from fairdeal.rulebook.loader import UnknownEdition, find_edition
from fairdeal.rulebook.reader import BadEdition
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.server.settings import BadSettings
from fairdeal.storage.port import Store


class Hosting(NamedTuple):
    """The rulebooks of a server as they are in force, and the earlier revisions that tables may still play by."""

    in_force: tuple[Edition, ...]
    earlier: tuple[Edition, ...]


def with_revisions(store: Store, editions: Sequence[Edition]) -> Hosting:
    """The rulebooks with the revisions that the desk put in force; raises `BadSettings` for one that cannot be read any more."""
    in_force, earlier = [], []
    for edition in editions:
        found = [edition]
        for each in read_shelf(store, edition.id).revisions:
            try:
                found.append(revision_of(edition.id, each.text))
            except BadEdition as bad:
                raise BadSettings(f"revision {each.version} of {edition.id}, put in force at the desk: {bad}") from None
        in_force.append(found[-1])
        earlier += found[:-1]
    return Hosting(tuple(in_force), tuple(earlier))


def hosted(names: tuple[str, ...], money: Sequence[MoneyKind] = (MoneyKind.TEST,)) -> tuple[Edition, ...]:
    """
    The rulebooks of these names, each once; without names, those of the demo for this money.

    A poker rulebook without any table for the money is refused, because its lobby would be empty.
    """
    try:
        found = tuple(find_edition(name) for name in dict.fromkeys(names or DEMO))
    except (UnknownEdition, BadEdition, OSError) as error:
        raise BadSettings(f"a rulebook cannot be hosted: {error}") from None
    if not any(edition.poker is not None for edition in found):
        raise BadSettings("none of these rulebooks has poker tables")
    empty = [
        edition for edition in found if edition.poker is not None and not any(offer(edition, kind) for kind in money)
    ]
    playable = tuple(edition for edition in found if edition.id not in {each.id for each in empty})
    if empty and (names or not playable):
        what = ", ".join(kind.value for kind in money)
        raise BadSettings(
            f"money is {what}, and {', '.join(edition.id for edition in empty)} has no table for it: its switch "
            "play_money is off (poker.games.play_money); choose other money, another rulebook, or one of your own that turns it on"
        )
    return playable
