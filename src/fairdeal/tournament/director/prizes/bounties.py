"""Bounties: regular, progressive, and for VIPs (MTT-68 to MTT-70)."""

from fairdeal.kernel import Cents, PlayerId, Rounding, portion, share_evenly
from fairdeal.rulebook.schema.tournament import Bounties
from fairdeal.tournament.director.draft import DirectorDraft
from fairdeal.tournament.director.outcomes import BountiesKept, BountyWon, VipClaimed, VipPaid
from fairdeal.tournament.director.state import Claim, Tournament
from fairdeal.tournament.rules import BOUNTY


def win_head(draft: DirectorDraft, victim: PlayerId, by: tuple[PlayerId, ...]) -> None:
    """Pay a player's bounty to whoever won the last pot against them; several winners share it."""
    head = draft.state.entrants[victim].head
    if head == 0 or not by:
        return
    rules = _rules(draft)
    for player, share in zip(by, share_evenly(head, len(by)), strict=True):
        cash, rule = share, BOUNTY
        if draft.state.setup.progressive:
            cash = portion(share, rules.progressive_cash_percent.value, Rounding.DOWN)
            rule = rules.progressive_cash_percent.rule
        if share:
            held = draft.is_held(player)
            draft.emit(BountyWon(draft.books, victim, player, Cents(cash), Cents(share - cash), held, rule))


def keep_heads(draft: DirectorDraft, champion: PlayerId) -> None:
    """Pay the champion their own bounty and those that nobody won."""
    left = draft.state.purse.heads
    if left:
        rule = _rules(draft).champion_keeps_own.rule
        draft.emit(BountiesKept(draft.books, champion, left, draft.is_held(champion), rule))


def claim_vip(draft: DirectorDraft, vip: PlayerId, by: tuple[PlayerId, ...]) -> None:
    """Note who knocked out a VIP and may claim the prize."""
    if by and vip in dict(draft.state.setup.vips):
        draft.emit(VipClaimed(vip, by, _rules(draft).vip_only_final_knock_out.rule))


def pay_vips(draft: DirectorDraft, *, interrupted: bool = False) -> None:
    """Pay the claims that no re-entry can undo any more: all of them in a tournament that is interrupted for good."""
    for claim in draft.state.claims:
        if interrupted or not _rules(draft).vip_only_final_knock_out.value or _is_final(draft.state, claim):
            prize = dict(draft.state.setup.vips)[claim.vip]
            shares = zip(claim.by, map(Cents, share_evenly(prize, len(claim.by))), strict=True)
            paid = tuple((player, share) for player, share in shares if share)
            held = tuple(player for player, _ in paid if draft.is_held(player))
            draft.emit(VipPaid(draft.books, claim.vip, paid, _rules(draft).vip_only_final_knock_out.rule, held))


def _is_final(state: Tournament, claim: Claim) -> bool:
    entrant = state.entrants[claim.vip]
    may_return = state.registration_open and len(entrant.entries) <= state.setup.re_entries
    return not may_return or entrant.disqualified


def _rules(draft: DirectorDraft) -> Bounties:
    bounties = draft.rules.poker.tournament.bounties
    assert bounties is not None, "a tournament of a kind the edition does not have is refused"
    return bounties
