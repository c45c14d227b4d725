"""Fair play and the powers of the operator."""

from fairdeal.kernel import MoneyKind
from fairdeal.rulebook.ruled import Days, Ruled, section
from fairdeal.rulebook.schema.choices import Dispute, Forfeited, Sanction


@section
class Complaints:
    """The deadline of complaints, and whether the money they are about is held meanwhile."""

    settlement_working_days: Ruled[Days]
    payment_is_held: Ruled[bool]


@section
class Integrity:
    """What the operator may demand and do for fair play."""

    sanctions_unethical_play: Ruled[tuple[Sanction, ...]]
    sanctions_fraud: Ruled[tuple[Sanction, ...]]
    winnings_may_be_withheld: Ruled[bool]
    video_on_demand: Ruled[bool]
    forfeited_money_goes_to: Ruled[Forfeited]
    disputes: Ruled[Dispute]
    practice_bots_for: Ruled[tuple[MoneyKind, ...]]
    history_download_for: Ruled[tuple[MoneyKind, ...]]
    complaints: Complaints | None = None
