"""The form of every deed: what the API and the command line read."""

from fairdeal.server.office.forms.casino import CasinoForm
from fairdeal.server.office.forms.evidence import EvidenceForm
from fairdeal.server.office.forms.holds import HoldsForm
from fairdeal.server.office.forms.house import HouseForm
from fairdeal.server.office.forms.money import MoneyForm
from fairdeal.server.office.forms.offer import OfferForm
from fairdeal.server.office.forms.people import PeopleForm
from fairdeal.server.office.forms.play import PlayForm
from fairdeal.server.office.forms.rulebook import RulebookForm

DeedForm = (
    MoneyForm | HoldsForm | PeopleForm | HouseForm | PlayForm | CasinoForm | EvidenceForm | RulebookForm | OfferForm
)
