"""Verifying a published casino round, shoe or HexaPro draw, from what was published alone."""

from fairdeal.fair.casino import (
    CasinoSeed,
    chain_back,
    default_casino_seed,
    draw_commitment,
    hexapro_number,
    roulette_pocket,
    seeds_digest,
    shoe_order,
)
from fairdeal.fair.mix import commitment_to
from fairdeal.fair.published_rounds import DRAW, SHOE, PublishedRound
from fairdeal.fair.values import NOTHING, OWN, UNREVEALED
from fairdeal.fair.verify.hand import NOT_CUT
from fairdeal.fair.verify.verification import Statement, Verification

ANCHOR_NOT_PINNED = Statement(
    "anchor_not_pinned",
    "Anchor not pinned: no fingerprint from before the bets was given to compare with the one in the proof.",
)


def verify_round(found: PublishedRound, *, anchor: bytes | None = None) -> Verification:
    """Make every check of a round, shoe or draw; `anchor` is what was published beforehand, as the player kept it."""
    result = Verification(found.kind, _subject(found))
    _check_secret(result, found)
    check_pinned(result, found.fixed, anchor)
    wrong = [each.pid.hex() for each in found.players if not _is_right(found, each)]
    result.check(
        "seeds",
        "Every seed is the one that was locked.",
        f"Not the seed that was locked, of {', '.join(wrong)}.",
        passed=not wrong and len({each.pid for each in found.players}) == len(found.players),
    )
    seeds = seeds_digest(found.players)
    result.check(
        "mix",
        "All seeds together are those of this round.",
        "All seeds together are not what the proof says.",
        seeds,
        passed=seeds == found.seeds,
    )
    _check_result(result, found, seeds)
    _state(result, found)
    return result


def check_pinned(result: Verification, fixed: bytes, anchor: bytes | None) -> None:
    """Hold the fingerprint of a proof against the one that was published beforehand, or say that there is none."""
    if anchor is None:
        result.not_proven.append(ANCHOR_NOT_PINNED)
        return
    result.check(
        "pinned",
        "The fingerprint in the proof is the one that was published beforehand.",
        "The fingerprint in the proof is not the one that was published beforehand.",
        anchor,
        passed=anchor == fixed,
    )


def _subject(found: PublishedRound) -> str:
    if found.kind == DRAW:
        return f"draw of game {found.place.hex()}"
    return f"{found.kind} {found.number} at table {found.place.hex()}"


def _check_secret(result: Verification, found: PublishedRound) -> None:
    is_draw = found.kind == DRAW
    fixed = draw_commitment(found.place, found.secret) if is_draw else chain_back(found.secret, found.number)
    result.check(
        "secret",
        "The secret of the house is the one that its fingerprint fixed beforehand.",
        "The secret of the house is not the one that its fingerprint fixed beforehand.",
        found.secret,
        fixed,
        passed=fixed == found.fixed,
    )


def _is_right(found: PublishedRound, each: CasinoSeed) -> bool:
    if each.flag == OWN:
        return each.commitment == commitment_to(found.place, found.number, each.seat, each.pid, each.seed)
    if each.flag == UNREVEALED:
        return each.seed == NOTHING != each.commitment
    default = default_casino_seed(found.place, found.number, each.seat, each.pid, found.fixed)
    return each.commitment == NOTHING and each.seed == default


def _check_result(result: Verification, found: PublishedRound, seeds: bytes) -> None:
    if found.kind == SHOE:
        order = shoe_order(found.secret, found.place, found.number, seeds)
        result.check(
            "cards",
            f"The {len(found.cards)} cards that were drawn are the first of the shoe.",
            "The cards that were drawn are not the first of the shoe.",
            passed=order[: len(found.cards)] == found.cards,
        )
        return
    if found.kind == DRAW:
        drawn = hexapro_number(found.secret, found.place, seeds)
    else:
        drawn = roulette_pocket(found.secret, found.place, found.number, seeds)
    if found.result is not None:
        result.check(
            "result",
            f"The result follows from the secret and the seeds: {drawn}.",
            f"From the secret and the seeds follows {drawn}, not {found.result}.",
            passed=drawn == found.result,
        )


def _state(result: Verification, found: PublishedRound) -> None:
    counted = sum(each.flag == OWN for each in found.players)
    absent = sum(each.flag == UNREVEALED for each in found.players)
    if found.result is None and found.kind != SHOE:
        what = "The round is void: what would have come follows from the secret and the seeds it got."
        result.not_proven.append(Statement("void", what))
    if counted:
        what = "If one of the players whose own seed counted is honest, nobody could choose the result"
        left = f", but for the best of {2**absent} by holding seeds back" if absent else ""
        result.proven.append(Statement("result_not_chosen", f"{what}{left}."))
    else:
        result.not_proven.append(NOT_CUT)
    if absent:
        what = f"Not revealed: {absent}; each is one bit of choice for whoever held it back."
        result.not_proven.append(Statement("seeds_withheld", what))
