"""Verifying published lots of a tournament, from what was published alone."""

from fairdeal.fair.casino import chain_back
from fairdeal.fair.lots import PublishedLots, drawn_again, heads_after, lots_stream
from fairdeal.fair.values import NOTHING
from fairdeal.fair.verify.rounds import check_pinned
from fairdeal.fair.verify.verification import Statement, Verification


def verify_lots(found: PublishedLots, *, anchor: bytes | None = None) -> Verification:
    """Make every check of a tournament's lots; `anchor` is what was published beforehand, as somebody kept it."""
    result = Verification("lots", f"lots {found.number} of tournament {found.tournament.hex()}")
    fixed = chain_back(found.secret, found.number)
    result.check(
        "secret",
        "The secret of the house is the one that its fingerprint fixed beforehand.",
        "The secret of the house is not the one that its fingerprint fixed beforehand.",
        found.secret,
        fixed,
        passed=fixed == found.anchor,
    )
    check_pinned(result, found.anchor, anchor)
    heads = heads_after(found.before, found.logs)
    result.check(
        "heads",
        f"The heads of the tables' logs are mixed in, {len(found.logs)} of them new.",
        "The heads of the tables' logs are not what the proof says.",
        heads,
        passed=heads == found.after and (found.number > 1 or found.before == NOTHING) and _is_in_order(found),
    )
    stream = lots_stream(found.secret, found.tournament, found.number, found.after)
    wrong = [at for at, draw in enumerate(found.draws, 1) if drawn_again(stream, draw) != draw.drawn]
    result.check(
        "draws",
        f"All {len(found.draws)} draws follow from the secret and the logs.",
        f"Draw {wrong[0] if wrong else 0} does not follow from the secret and the logs.",
        passed=not wrong,
    )
    _state(result, found)
    return result


def _is_in_order(found: PublishedLots) -> bool:
    """Whether each table is named once, in the order of tables."""
    tables = [each.table for each in found.logs]
    return tables == sorted(set(tables))


def _state(result: Verification, found: PublishedLots) -> None:
    if found.before == NOTHING and not found.logs:
        what = "No hand had been played: who fixed the chain could know these lots, and could not change them."
        result.not_proven.append(Statement("no_logs", what))
    else:
        what = "These lots follow from hands that were played after the chain had been fixed."
        result.proven.append(Statement("lots_not_chosen", what))
    what = "Which players, seats and tables were counted is known to those who were there; a proof has no names."
    result.not_proven.append(Statement("who_was_counted", what))
