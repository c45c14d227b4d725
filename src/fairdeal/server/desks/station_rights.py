"""
Who may do what at the station of a live table.

Who deals does the steps; the pit boss lets a held table go on. What is put right needs both: one of the two is the pit boss, and the
machine sees to it that they are two people.
"""

from dataclasses import dataclass
from typing import Any, Final

from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.state import Table
from fairdeal.casino.table.station import person_key
from fairdeal.kernel import Rejection, RuleId, reject
from fairdeal.protocol import station_client as said
from fairdeal.server.auth.person import Person
from fairdeal.server.auth.roles import Role

STATION: Final = frozenset({Role.DEALER, Role.PIT})
"""The roles that work at live tables."""
BY_WHO_DEALS: Final = (
    said.FinishStep,
    said.ScanCard,
    said.EnterCard,
    said.CardUnread,
    said.EnterPocket,
    said.HandOver,
    said.CallPit,
)
BY_EITHER: Final = (
    said.StationAwake,
    said.HoldTable,
    said.ProposeCorrection,
    said.AskShuffle,
    said.BlockChatter,
    said.RemoveLine,
)


@dataclass(frozen=True, slots=True)
class Standing:
    """How a person stands to a live table: `deals` there, looks after it (`pit`), or finds it `free` to begin."""

    name: str
    deals: bool
    pit: bool
    free: bool

    @property
    def may_follow(self) -> bool:
        """Whether the station is shown to this person."""
        return self.deals or self.pit or self.free


def standing_of(person: Person, table: Table, *, is_handed: bool, is_manned: bool) -> Standing:
    """How somebody stands to a table; it is free if nobody deals, who deals handed it over, or is not there."""
    dealer = person_key(table.station.dealer)
    deals = not is_handed and dealer == person_key(person.name) and Role.DEALER in person.roles
    free = Role.DEALER in person.roles and (is_handed or not dealer or not is_manned)
    return Standing(person.name, deals, Role.PIT in person.roles, free)


def station_refused(person: Person | None) -> Rejection | None:
    """Why somebody may use no station at all, or None."""
    if person is None:
        return reject("sign_in_first")
    if not person.roles & STATION:
        return reject("staff_only")
    return reject("second_factor_needed") if person.must_enrol else None


def right_refused(facts: TableFacts, table: Table, standing: Standing, message: type[Any]) -> Rejection | None:
    """Why a person who may use stations may not say that at this table, or None; a rule is named with it."""
    people = facts.casino.station.correction_people.rule
    deals, pit = standing.deals, standing.pit
    if message in BY_WHO_DEALS:
        return None if deals else reject("not_your_table", facts.game.dealing_rule)
    if message in BY_EITHER:
        return None if deals or pit else reject("not_your_table", facts.game.dealing_rule)
    if message is said.TakeTable:
        return None if standing.free else reject("table_has_dealer", facts.game.dealing_rule)
    if message is said.SenseBall:
        return reject("own_sensor", facts.game.dealing_rule) if deals or pit else None
    if message is said.ReleaseTable:
        return None if pit else reject("pit_needed", people)
    return _about_proposal(table, standing, message, people)


def _about_proposal(table: Table, standing: Standing, message: type[Any], people: RuleId) -> Rejection | None:
    """Who proposed may withdraw; to approve takes the pit boss, or who deals if the pit boss proposed."""
    proposal = table.station.proposal
    if not (standing.deals or standing.pit):
        return reject("not_your_table", people)
    if proposal is None or standing.pit:
        return None
    is_own = person_key(proposal.people[0]) == person_key(standing.name)
    if message is said.WithdrawCorrection:
        return None if is_own else reject("not_your_proposal", people)
    return reject("second_person_needed", people, people=2) if is_own else None
