"""What an honest house publishes, from dice: hands, rounds, lots and more; and the values of the specification's example."""

import runpy
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from fairdeal.fair import (
    DRAW,
    NOTHING,
    ROUND,
    SHOE,
    Bettor,
    DealtHand,
    Decks,
    EndedHand,
    LockedHand,
    LotDraw,
    Participant,
    PublishedHand,
    PublishedLots,
    PublishedRound,
    PublishedScans,
    TableLog,
    chain_of,
    commitment_to,
    deal_hand,
    draw_commitment,
    end_hand,
    heads_after,
    hexapro_number,
    lock_hand,
    lock_round,
    lots_stream,
    make_decks,
    proof_text,
    publish_hand,
    publish_round,
    roulette_pocket,
    seeds_digest,
    shoe_order,
)
from fairdeal.fair.lots import WHATS
from fairdeal.fair.scans import CARD, CORRECTION, NO_CARD, REDEALT, UNREAD, hidden, log_of, scan_entry
from fairdeal.runtime.signing import RoomKey
from fairdeal.server import downloads
from fairdeal.testing.plan import Dice

STANDALONE: Final = Path(downloads.__file__).parent / "pfp1_verify.py"
KEY: Final = RoomKey(bytes(range(32)))

EXAMPLE_TABLE: Final = bytes(range(16))
EXAMPLE_SEATS: Final = (0, 3, 5)
EXAMPLE_ORDER: Final = (3, 5, 0)


def standalone() -> dict[str, Any]:
    """The functions of the standalone verifier."""
    return runpy.run_path(str(STANDALONE))


def example_pid(seat: int) -> bytes:
    return bytes([seat]) * 16


def example_seed(seat: int) -> bytes:
    return bytes([seat + 10]) * 32


def example_decks() -> Decks:
    return make_decks(EXAMPLE_TABLE, 1, (bytes(32), b"\1" * 32))


def example_locked() -> LockedHand:
    people = [
        Participant(
            seat,
            example_pid(seat),
            commitment_to(EXAMPLE_TABLE, 1, seat, example_pid(seat), example_seed(seat)),
        )
        for seat in EXAMPLE_SEATS
    ]
    return lock_hand(EXAMPLE_TABLE, 1, example_decks(), 2, EXAMPLE_ORDER, people)


def example_dealt() -> DealtHand:
    return deal_hand(example_locked(), {seat: example_seed(seat) for seat in EXAMPLE_SEATS})


def signed(ended: EndedHand, own: Sequence[int] = ()) -> PublishedHand:
    """A hand as the room publishes it."""
    dealt = ended.dealt
    messages = (dealt.locked.lock, dealt.deal, ended.end)
    return publish_hand(ended, [KEY.sign(each) for each in messages], KEY.public, own)


def example_published() -> PublishedHand:
    dealt = example_dealt()
    return signed(end_hand(dealt, dealt.board()))


Reveal = Callable[[LockedHand, dict[int, bytes]], Mapping[int, bytes]]


def all_of_them(_locked: LockedHand, seeds: dict[int, bytes]) -> Mapping[int, bytes]:
    return seeds


def random_hand(
    dice: Dice,
    *,
    table: bytes = EXAMPLE_TABLE,
    number: int = 1,
    before: bytes = NOTHING,
    decks: Decks | None = None,
    reveal: Reveal = all_of_them,
) -> DealtHand:
    """A hand of two to ten players with two or four cards, one in six of whom takes no part."""
    hole = dice.choice((2, 2, 4))
    seats = sorted(dice.sample(range(10), dice.randint(2, 10)))
    first = dice.randrange(len(seats))
    order = (*seats[first:], *seats[:first])
    seeds: dict[int, bytes] = {}
    people = []
    for seat in seats:
        pid = dice.randbytes(16)
        if dice.random() < 1 / 6:
            people.append(Participant(seat, pid, None))
        else:
            seeds[seat] = dice.randbytes(32)
            people.append(Participant(seat, pid, commitment_to(table, number, seat, pid, seeds[seat])))
    decks = decks or make_decks(table, number, (dice.randbytes(32), dice.randbytes(32)))
    locked = lock_hand(table, number, decks, hole, order, people, before)
    return deal_hand(locked, reveal(locked, seeds))


def random_shown(dice: Dice, dealt: DealtHand) -> set[int]:
    """Cards that everybody saw: the board as far as it came, and some hands."""
    shown = set(dealt.board(dice.choice((0, 3, 4, 5))))
    for seat in dealt.locked.order:
        if dice.random() < 0.3:
            shown.update(dealt.hole_cards(seat))
    return shown


def random_round(
    dice: Dice, kind: str, number: int = 1, chain: Sequence[bytes] = (), table: bytes = b""
) -> PublishedRound:
    """A round, a shoe or a draw with up to five players, of whom some take no part or do not reveal."""
    place = table or dice.randbytes(16)
    is_draw = kind == DRAW
    if is_draw:
        number, secret = 0, dice.randbytes(32)
        fixed = draw_commitment(place, secret)
    else:
        chain = chain or chain_of(dice.randbytes(32), number)
        secret, fixed = chain[number], chain[0]
    seeds: dict[bytes, bytes] = {}
    people = []
    for line in range(dice.randint(0, 5)):
        seat, pid, seed = line if is_draw else 0, dice.randbytes(16), dice.randbytes(32)
        takes_part = dice.random() < 0.8
        people.append(Bettor(seat, pid, commitment_to(place, number, seat, pid, seed) if takes_part else None))
        if dice.random() < 0.9:
            seeds[pid] = seed
    locked = lock_round(place, number, fixed, people)
    players = locked.seeds(seeds)
    mixed = seeds_digest(players)
    if kind == SHOE:
        drawn = shoe_order(secret, place, number, mixed)[: dice.randint(0, 416)]
        return publish_round(kind, locked, players, mixed, secret, cards=drawn)
    result = roulette_pocket(secret, place, number, mixed) if kind == ROUND else hexapro_number(secret, place, mixed)
    return publish_round(kind, locked, players, mixed, secret, result=result)


def random_lots(
    dice: Dice,
    number: int = 1,
    chain: Sequence[bytes] = (),
    place: bytes = b"",
    before: bytes = NOTHING,
    tables: int = 3,
) -> PublishedLots:
    """Lots of a tournament, one for everything that lots are drawn for, after hands at so many tables."""
    place, chain = place or dice.randbytes(16), chain or chain_of(dice.randbytes(32), number)
    logs = tuple(sorted(TableLog(dice.randbytes(16), dice.randbytes(32)) for _ in range(tables)))
    before = before if number > 1 else NOTHING
    after = heads_after(before, logs)
    stream = lots_stream(chain[number], place, number, after)
    draws = []
    for what in WHATS:
        of = dice.randint(2, 9)
        whole = what in ("entrants", "seats", "leavers", "tie")
        draws.append(LotDraw(what, of, tuple(stream.shuffle(of)) if whole else (stream.uniform(of),)))
    return PublishedLots(place, number, chain[0], before, after, logs, chain[number], tuple(draws))


def random_scans(dice: Dice, number: int = 1, table: bytes = EXAMPLE_TABLE, before: bytes = NOTHING) -> PublishedScans:
    """A round of a live table: cards, one that was not read, one that was corrected, and a hole card that nobody saw."""
    key, video = dice.randbytes(32), 1_000_000
    read = [(CARD, seat, 0, dice.randrange(52)) for seat in (1, 2, 0, 1, 2)]
    read += [(UNREAD, 0, 0, NO_CARD), (CORRECTION, 2, 0, NO_CARD), (REDEALT, 2, 0, 17), (CARD, 0, 0, 33)]
    entries = [scan_entry(key, at, *each, video + at if at else None) for at, each in enumerate(read)]
    after = log_of(table, number, before, entries)
    entries[-1] = hidden(entries[-1])
    return PublishedScans(table, number, before, after, tuple(entries), (KEY.sign(after),), KEY.public)


def shared_records() -> list[str]:
    """Lots and scanners' logs, three of each, as the web client's tests and stories verify them too: `published_records.jsonl`."""
    dice = Dice(21)
    place, chain = dice.randbytes(16), chain_of(dice.randbytes(32), 8)
    lots = [random_lots(dice, 1, chain, place, tables=0)]
    for number in (2, 3):
        lots.append(random_lots(dice, number, chain, place, lots[-1].after))
    scans = [random_scans(dice)]
    for number in (2, 4):  # nothing was read in the third round
        scans.append(random_scans(dice, number, before=scans[-1].after))
    return [*map(proof_text, lots), *map(proof_text, scans)]
