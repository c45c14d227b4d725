"""Forms of deeds about what is sealed."""

from fairdeal.kernel import HandId
from fairdeal.office.deed import Deed
from fairdeal.office.deeds.evidence import Unseal
from fairdeal.rulebook.clause import EditionId
from fairdeal.server.auth.refused import Refused
from fairdeal.server.house import ServerHouse
from fairdeal.server.office.forms.base import Form, Name


class UnsealForm(Form, frozen=True, tag="unseal", kw_only=True):
    """Open the deck of a hand for a complaint or dispute (its id) or a request at the desk about one of its players."""

    hand: Name
    case: Name

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        kept = house.store.hand(HandId(self.hand))
        if kept is None:
            raise Refused("no_such_hand")
        if house.people.complaint(self.case) is None and house.room.docket.find(self.case) is None:
            raise Refused("no_such_case")
        return Unseal(kept.hand, self.case, kept.players)


EvidenceForm = UnsealForm
