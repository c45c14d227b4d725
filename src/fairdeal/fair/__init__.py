"""
PFP-1: dealing that players can check, without a folded card ever being shown.

Pure, and standing on nothing but the standard library's SHA-256: keys, seeds and signatures come in as arguments. A table's
machine keeps one value a hand and calls four functions, in this order:

1. `make_decks(table, hand, keys)` needs two fresh keys of 32 bytes and nothing of the hand before, so it can be done ahead, off the
   loop.
2. `lock_hand(table, hand, decks, hole, order, participants, log)` once the commitments are there: gives a `LockedHand`. Sign its
   `lock`, make it durable, send it, ask the seats in `awaited()` for their seeds; `accepts(seat, seed)` judges an answer.
3. `deal_hand(locked, seeds)` gives a `DealtHand`: `cards` is the deck for `poker.HandOrder`, in dealing order; sign and send `deal`
   before the first card. `openings(hole_cards(seat))` are for the owner, `openings(board(3))` for everybody.
4. `end_hand(dealt, shown)` gives an `EndedHand`, and `publish_hand(ended, signatures, key)` what is published; `own=` makes a
   player's copy. The next hand's log before is `ended.after`. A hand that cannot go on is `void_hand(locked, reason)`, before or
   after its deal.

`order` are the dealt-in seats in the order of play, as a lineup has them. A `Participant` without a commitment takes no part and
plays with the default. Whoever reads a proof calls `read_proof`, `verify_proof`, and `LogVerifier` for proofs that follow each
other. `id16` maps ids of ours to 16 bytes.
"""

from fairdeal.fair.casino import (
    Bettor,
    CasinoSeed,
    LockedRound,
    NewChain,
    chain_back,
    chain_of,
    draw_commitment,
    hexapro_number,
    lock_round,
    locked_digest,
    roulette_pocket,
    seeds_digest,
    shoe_order,
)
from fairdeal.fair.deck import Deck, Decks, Opening, make_deck, make_decks
from fairdeal.fair.device import AHEAD, Device, Dispute
from fairdeal.fair.hand import (
    DealtHand,
    EndedHand,
    Lock,
    LockedHand,
    Participant,
    VoidHand,
    deal_hand,
    end_hand,
    lock_hand,
    void_hand,
)
from fairdeal.fair.lots import LotDraw, PublishedLots, TableLog, heads_after, lots_stream
from fairdeal.fair.messages import CALLED_OFF, RESTARTED, TABLE_STOPPED
from fairdeal.fair.mix import SeatSeed, commitment_to, default_seed, players_seed
from fairdeal.fair.proof import proof_json, proof_text, read_proof, verify_proof
from fairdeal.fair.published import PublishedHand, PublishedVoid, publish_hand, publish_void
from fairdeal.fair.published_rounds import DRAW, ROUND, SHOE, PublishedRound, publish_round
from fairdeal.fair.round_device import RoundDevice
from fairdeal.fair.scans import PublishedScans, ScanEntry
from fairdeal.fair.socket_device import SocketDevice
from fairdeal.fair.values import DEFAULT, NOTHING, OWN, UNREVEALED, BadProof, id16
from fairdeal.fair.verify.log import LogVerifier, Proof, verify_log
from fairdeal.fair.verify.verification import Check, Statement, Verification, VerifySignature

__all__ = [
    "AHEAD",
    "CALLED_OFF",
    "DEFAULT",
    "DRAW",
    "NOTHING",
    "OWN",
    "RESTARTED",
    "ROUND",
    "SHOE",
    "TABLE_STOPPED",
    "UNREVEALED",
    "BadProof",
    "Bettor",
    "CasinoSeed",
    "Check",
    "DealtHand",
    "Deck",
    "Decks",
    "Device",
    "Dispute",
    "EndedHand",
    "Lock",
    "LockedHand",
    "LockedRound",
    "LogVerifier",
    "LotDraw",
    "NewChain",
    "Opening",
    "Participant",
    "Proof",
    "PublishedHand",
    "PublishedLots",
    "PublishedRound",
    "PublishedScans",
    "PublishedVoid",
    "RoundDevice",
    "ScanEntry",
    "SeatSeed",
    "SocketDevice",
    "Statement",
    "TableLog",
    "Verification",
    "VerifySignature",
    "VoidHand",
    "chain_back",
    "chain_of",
    "commitment_to",
    "deal_hand",
    "default_seed",
    "draw_commitment",
    "end_hand",
    "heads_after",
    "hexapro_number",
    "id16",
    "lock_hand",
    "lock_round",
    "locked_digest",
    "lots_stream",
    "make_deck",
    "make_decks",
    "players_seed",
    "proof_json",
    "proof_text",
    "publish_hand",
    "publish_round",
    "publish_void",
    "read_proof",
    "roulette_pocket",
    "seeds_digest",
    "shoe_order",
    "verify_log",
    "verify_proof",
    "void_hand",
]
