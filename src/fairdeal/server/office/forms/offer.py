"""The form of the deed about what the house offers."""

from http import HTTPStatus
from typing import Annotated, Final, Literal

import msgspec

from fairdeal.office.deed import Deed
from fairdeal.office.deeds.offer import ChangeOffer
from fairdeal.office.papers import TEXT_MAX, Paper
from fairdeal.room.cash.stake_file import BadStakes, StakesPaper
from fairdeal.room.office.papers import text_digest
from fairdeal.rulebook.clause import EditionId
from fairdeal.server.auth.refused import Refused
from fairdeal.server.house import ServerHouse
from fairdeal.server.office.forms.base import Form

PAPER_BYTES_MAX: Final = 100 * 1024
"""The longest request with a paper in it."""
PaperName = Literal["schedule", "stakes", "casino"]
PaperText = Annotated[str, msgspec.Meta(max_length=TEXT_MAX)]


class OfferForm(Form, frozen=True, tag="change_offer", kw_only=True):
    """Put a paper of what the house offers in force: its whole text, as a file has it."""

    paper: PaperName
    text: PaperText

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for; stakes that it closes are named to their floors."""
        paper, digest = Paper(self.paper), text_digest(self.text)
        reader = house.room.papers.readers.get(paper)
        if not isinstance(reader, StakesPaper):
            return ChangeOffer(paper, digest, self.text)
        try:
            return ChangeOffer(paper, digest, self.text, reader.floors, reader.closed_by(self.text))
        except BadStakes:
            raise Refused("bad_paper", HTTPStatus.BAD_REQUEST) from None
