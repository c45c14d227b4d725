"""Prizes on heads: regular, progressive, and for VIPs (MTT-68 to MTT-70)."""

from fairdeal.kernel import Cents, PlayerId, Rounding, portion, share_evenly
from fairdeal.rulebook.schema.tournament import Bounties
from fairdeal.tournament.director.draft import Work
from fairdeal.tournament.director.outcomes import BountiesKept, BountyWon, VipClaimed, VipPaid
from fairdeal.tournament.director.state import Claim, Tournament
from fairdeal.tournament.rules import BOUNTY


def win_head(work: Work, victim: PlayerId, by: tuple[PlayerId, ...]) -> None:
    """Whoever won the last pot of a player without chips gets the bounty; several winners share it."""
    head = work.state.entrants[victim].head
    if head == 0 or not by:
        return
    rules = _rules(work)
    for player, share in zip(by, share_evenly(head, len(by)), strict=True):
        cash, rule = share, BOUNTY
        if work.state.setup.progressive:
            cash = portion(share, rules.progressive_cash_percent.value, Rounding.DOWN)
            rule = rules.progressive_cash_percent.rule
        if share:
            held = work.is_held(player)
            work.emit(BountyWon(work.books, victim, player, Cents(cash), Cents(share - cash), held, rule))


def keep_heads(work: Work, champion: PlayerId) -> None:
    """The champion keeps the own bounty, and gets those that nobody won."""
    left = work.state.purse.heads
    if left:
        rule = _rules(work).champion_keeps_own.rule
        work.emit(BountiesKept(work.books, champion, left, work.is_held(champion), rule))


def claim_vip(work: Work, vip: PlayerId, by: tuple[PlayerId, ...]) -> None:
    """A VIP is out: whoever did it has a claim."""
    if by and vip in dict(work.state.setup.vips):
        work.emit(VipClaimed(vip, by, _rules(work).vip_only_final_knock_out.rule))


def pay_vips(work: Work, *, interrupted: bool = False) -> None:
    """Pay the claims that no re-entry can undo any more: all of them in a tournament that is interrupted for good."""
    for claim in work.state.claims:
        if interrupted or not _rules(work).vip_only_final_knock_out.value or _is_final(work.state, claim):
            prize = dict(work.state.setup.vips)[claim.vip]
            shares = zip(claim.by, map(Cents, share_evenly(prize, len(claim.by))), strict=True)
            paid = tuple((player, share) for player, share in shares if share)
            held = tuple(player for player, _ in paid if work.is_held(player))
            work.emit(VipPaid(work.books, claim.vip, paid, _rules(work).vip_only_final_knock_out.rule, held))


def _is_final(state: Tournament, claim: Claim) -> bool:
    entrant = state.entrants[claim.vip]
    may_return = state.registration_open and len(entrant.entries) <= state.setup.re_entries
    return not may_return or entrant.disqualified


def _rules(work: Work) -> Bounties:
    bounties = work.rules.poker.tournament.bounties
    assert bounties is not None, "a tournament of a kind the edition does not have is refused"
    return bounties
