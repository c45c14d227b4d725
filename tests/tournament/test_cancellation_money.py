"""A plan is shown as a table, and is the transfers of one commit, after which the tournament's accounts are empty."""

from dataclasses import replace

import pytest

from fairdeal.bank.accounts import bounties, entry_fees, fees, prizes
from fairdeal.bank.ledger import Book, trial_balance
from fairdeal.kernel import AccountId, Cents, EventRef, RuleId, StreamId, cents_of, units_of
from fairdeal.kernel.money import Units
from fairdeal.rulebook.clause import PW, U27, EditionId
from fairdeal.rulebook.schema.choices import OnServerFailure, Tickets
from fairdeal.tournament.cancellation.case import Case, Override
from fairdeal.tournament.cancellation.plan import Plan
from fairdeal.tournament.cancellation.postings import cancellation_transfers, promotions
from fairdeal.tournament.cancellation.text import table_lines
from fairdeal.tournament.director.state import Means
from fairdeal.tournament.rules import TournamentRules
from tests.tournament.cancellations import (
    TOURNAMENT,
    case_of,
    entrant,
    money_prizes,
    name,
    paid,
    plan_of,
)
from tests.tournament.cancellations import tournament_rules_of as rules_of

REF = EventRef(StreamId(f"tournament:{TOURNAMENT}"), 41)


class Bank:
    """The accounts of a case, filled as its funds say; `post` carries a plan out."""

    def __init__(self, case: Case, rules: TournamentRules) -> None:
        self.rules = rules
        held = {
            prizes(rules.tender, TOURNAMENT): case.funds.pool,
            entry_fees(rules.tender, TOURNAMENT): case.funds.fees,
            bounties(rules.tender, TOURNAMENT): case.funds.bounties,
        }
        wallets = {rules.wallet(entrant.player): Cents(0) for entrant in case.entrants}
        self.book = Book({account: units_of(cents) for account, cents in (held | wallets).items()})
        self.before = trial_balance(self.book.balances)

    def post(self, plan: Plan) -> None:
        chain = cancellation_transfers(plan, self.rules, "sit_and_go", REF)
        assert [transfer.ref for transfer in chain] == [REF.leg(leg) for leg in range(len(chain))]
        assert all(transfer.rule is not None for transfer in chain)
        assert self.book.post(chain) is None
        assert trial_balance(self.book.balances) == self.before

    def holds(self, account: AccountId) -> int:
        units = self.book.balances.get(account, 0)
        return -cents_of(Units(-units)) if units < 0 else cents_of(Units(units))

    def paid(self, plan: Plan) -> list[int]:
        return [self.holds(self.rules.wallet(payout.player)) for payout in plan.payouts]

    @property
    def emptied(self) -> bool:
        tender = self.rules.tender
        return not any(self.holds(place(tender, TOURNAMENT)) for place in (prizes, entry_fees, bounties))


def ticket(edition: EditionId, number: int) -> AccountId:
    return rules_of(edition).ticket(name(number), "X")


def by_ticket(edition: EditionId, number: int) -> Case:
    payment = replace(paid(9_00, 1_00, bounty=2_00, means=Means.TICKET), source=ticket(edition, number))
    return case_of(entrant(number, None, payment), entrant(9, None, paid(9_00, 1_00, bounty=2_00)), started=False)


CASES = [
    (U27, case_of(entrant(1, None, paid()), entrant(2, None, paid(), paid()), started=False)),
    (U27, by_ticket(U27, 1)),
    (PW, by_ticket(PW, 1)),
    (U27, case_of(entrant(1, 3000, paid()), entrant(2, 1000, paid()), entrant(3, None, paid()), added=50_00)),
    (U27, case_of(entrant(1, 3000), entrant(2, 1000), freeroll=True, added=50_01)),
    (
        U27,
        case_of(
            entrant(1, 3000, paid(bounty=2_00), bounty=3_00),
            entrant(2, 1000, paid(bounty=2_00), bounty=2_00),
            entrant(3, None, paid(bounty=2_00), received=5_00),
            prizes=money_prizes(15_00, 7_00, 5_00),
            final_table=True,
        ),
    ),
    (
        PW,
        case_of(
            entrant(1, 5000, paid()),
            entrant(2, None, paid(), received=15_00),
            published=OnServerFailure.CANCEL_AND_REFUND,
        ),
    ),
]


@pytest.mark.parametrize(("edition", "case"), CASES)
def test_the_commit_pays_what_the_dry_run_shows_and_empties_the_accounts(edition: EditionId, case: Case) -> None:
    bank = Bank(case, rules_of(edition))
    plan = plan_of(case, edition)

    bank.post(plan)

    assert bank.paid(plan) == [payout.amount for payout in plan.payouts]
    assert bank.emptied


def test_tickets_come_back_whole_or_stay_with_the_house() -> None:
    returned, kept = Bank(by_ticket(U27, 1), rules_of(U27)), Bank(by_ticket(PW, 1), rules_of(PW))

    returned.post(plan_of(by_ticket(U27, 1), U27))
    kept.post(plan_of(by_ticket(PW, 1), PW))

    assert returned.holds(ticket(U27, 1)) == 12_00
    assert kept.holds(ticket(PW, 1)) == 0
    assert kept.holds(promotions(rules_of(PW))) == 11_00
    assert kept.holds(fees(rules_of(PW).tender, PW, "sit_and_go")) == 1_00


def test_fees_of_those_who_are_out_become_the_houses_and_the_overlay_goes_back() -> None:
    case = case_of(entrant(1, 3000, paid()), entrant(2, None, paid()), added=50_00, prizes=())
    bank = Bank(case, rules_of(U27))

    bank.post(plan_of(case, U27))

    assert bank.holds(fees(rules_of(U27).tender, U27, "sit_and_go")) == 1_00
    assert bank.holds(promotions(rules_of(U27))) == 50_00


def test_the_house_adds_what_refunds_need_beyond_the_pool() -> None:
    case = case_of(
        entrant(1, 5000, paid()), entrant(2, None, paid(), received=15_00), published=OnServerFailure.CANCEL_AND_REFUND
    )
    bank = Bank(case, rules_of(PW))

    bank.post(plan_of(case, PW))

    assert bank.paid(plan_of(case, PW)) == [10_00, 0]
    assert bank.holds(promotions(rules_of(PW))) == -6_00


def test_a_tournament_that_resumes_moves_nothing() -> None:
    case = case_of(entrant(1, 5000, paid()), published=OnServerFailure.RESUME)

    assert cancellation_transfers(plan_of(case, PW), rules_of(PW), "sit_and_go", REF) == ()


def test_money_of_an_event_goes_by_the_rule_that_gives_it() -> None:
    case = case_of(
        entrant(1, 3000, paid(bounty=2_00), bounty=2_00), entrant(2, 1000, paid()), prizes=money_prizes(18_00)
    )

    chain = cancellation_transfers(plan_of(case, U27), rules_of(U27), "sit_and_go", REF)

    assert {(transfer.reason.value, transfer.rule) for transfer in chain} == {
        ("prize", RuleId("CANC-53b")),
        ("refund", RuleId("CANC-53a")),
        ("bounty", RuleId("CANC-56")),
    }


# ---- the table


def test_the_table_shows_every_part_with_its_rule() -> None:
    players = [entrant(number + 1, chips, paid(20_00, 2_00)) for number, chips in enumerate((4000, 3000, 2000, 1000))]
    case = case_of(*players, entrant(5, None, paid(20_00, 2_00)), prizes=money_prizes(70_00, 30_00))

    assert list(table_lines(plan_of(case, U27))) == [
        "T1: cancelled before the money (CANC-53b)",
        "P001        34.50  equal part 12.50 (CANC-53b) + by chips 20.00 (CANC-53b) + fee 2.00 (CANC-53a)",
        "P002        29.50  equal part 12.50 (CANC-53b) + by chips 15.00 (CANC-53b) + fee 2.00 (CANC-53a)",
        "P003        24.50  equal part 12.50 (CANC-53b) + by chips 10.00 (CANC-53b) + fee 2.00 (CANC-53a)",
        "P004        19.50  equal part 12.50 (CANC-53b) + by chips 5.00 (CANC-53b) + fee 2.00 (CANC-53a)",
        "P005         0.00  nothing",
        "total      108.00",
        "fees: 2.00 stays with the house",
    ]


def test_the_table_tells_of_tickets_deductions_and_who_overrode_the_policy() -> None:
    case = case_of(
        entrant(1, 5000, paid(), paid(means=Means.TICKET)),
        entrant(2, None, paid(), received=3_00),
        published=OnServerFailure.CANCEL_AND_REFUND,
    )
    decided = Override(tickets=Tickets.RETURNED, staff="S1", reason="goodwill")

    assert list(table_lines(plan_of(case, PW, decided))) == [
        "T1: cancelled after the start (CANC-61)",
        "P001        10.00  entry 9.00 (CANC-61) + fee 1.00 (CANC-61) + ticket of 10.00 returned (CANC-60)",
        "P002         7.00  entry 6.00 (CANC-61) + fee 1.00 (CANC-61); 3.00 received before",
        "total       17.00",
        "tickets returned by decision of S1: goodwill",
    ]


def test_the_table_of_a_tournament_that_resumes() -> None:
    case = case_of(entrant(1, 5000, paid()), published=OnServerFailure.RESUME)

    assert list(table_lines(plan_of(case, PW))) == [
        "T1: resumed after the start (CANC-61)",
        "nothing is paid; interrupted hands are dealt anew",
    ]


def test_the_table_says_what_the_house_adds() -> None:
    case = case_of(
        entrant(1, 5000, paid()), entrant(2, None, paid(), received=15_00), published=OnServerFailure.CANCEL_AND_REFUND
    )

    assert "prize pool: 6.00 comes from the house" in list(table_lines(plan_of(case, PW)))
