"""Forms of deeds about what everybody plays by and reads: revisions of a rulebook, announcements."""

from typing import Annotated, Literal

import msgspec

from fairdeal.kernel import Instant
from fairdeal.office.deed import Deed
from fairdeal.office.deeds import rulebook
from fairdeal.office.notices import STREAM
from fairdeal.rulebook.clause import EditionId
from fairdeal.rulebook.export import content_hash
from fairdeal.server.house import ServerHouse
from fairdeal.server.levers.acts import Number
from fairdeal.server.office.forms.base import Form, Name, Words
from fairdeal.server.office.revisions import Draft, drafted

Changes = Annotated[dict[Name, Annotated[str, msgspec.Meta(max_length=200)]], msgspec.Meta(max_length=200)]
Title = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Version = Annotated[str, msgspec.Meta(min_length=1, max_length=20)]


class ReviseForm(Form, frozen=True, tag="revise_rulebook", kw_only=True):
    """Put a revision of a rulebook in force: values by their paths, as a rulebook file writes them."""

    rulebook: Name
    title: Title
    version: Version
    changes: Changes

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        rulebook_id = EditionId(self.rulebook)
        found, text = drafted(house, Draft(rulebook_id, self.title, self.version, self.changes))
        floors = house.room.shelves.floors_of(rulebook_id)
        return rulebook.ReviseRulebook(rulebook_id, content_hash(found), self.title, self.version, text, floors)

    def edition(self, house: ServerHouse) -> EditionId | None:
        """The one that is revised."""
        return EditionId(self.rulebook)


class AnnounceForm(Form, frozen=True, tag="announce", kw_only=True):
    """Tell everybody something, in their languages; without instants at once, for a day."""

    texts: dict[Literal["en", "et", "sv", "ro"], Words]
    since: Number = 0
    until: Number = 0

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        house.room.registry.refresh(STREAM)  # the command line writes there too
        texts = tuple((language, text.strip()) for language, text in self.texts.items() if text.strip())
        return rulebook.Announce(texts, Instant(self.since), Instant(self.until))


class EndAnnouncementForm(Form, frozen=True, tag="end_announcement", kw_only=True):
    """End an announcement, or call a planned one off."""

    number: Number

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        house.room.registry.refresh(STREAM)
        return rulebook.EndAnnouncement(self.number)


RulebookForm = ReviseForm | AnnounceForm | EndAnnouncementForm
