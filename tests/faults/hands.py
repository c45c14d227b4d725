"""
The work that faults meet: hands of many tables, each a commit over two streams with money, snapshot and record.

Every hand of a table moves the same amounts, so what a table's accounts must hold follows from how many of its hands were
written, and a hand that was lost or applied twice shows.
"""

from fairdeal.bank.accounts import Purpose, Tender, pot, rake, seat
from fairdeal.bank.transfer import Reason, Transfer
from fairdeal.kernel import (
    AccountId,
    Currency,
    EventRef,
    HandId,
    Instant,
    MoneyKind,
    PlayerId,
    RuleId,
    StreamId,
    TableId,
    Units,
)
from fairdeal.storage.port import Append, Committed, HandRecord, Lease, Store, Unit

EUR = Tender(Currency.EUR, MoneyKind.REAL)
START = Units(10**12)
BET, WON, RAKED = Units(1_000), Units(950), Units(50)
NOW = Instant(1_700_000_000_000)


def table_of(client: int) -> TableId:
    return TableId(f"load-{client}")


def table_stream(client: int) -> StreamId:
    return StreamId(f"cash:{table_of(client)}")


def player_stream(client: int) -> StreamId:
    return StreamId(f"player:load-{client}")


def chair(client: int, place: int) -> AccountId:
    return seat(EUR, table_of(client), PlayerId(f"p{place}"))


def rake_account(client: int) -> AccountId:
    return rake(EUR, "load", str(client))


def fund(store: Store, clients: int) -> None:
    """Give every table's two players their chips."""
    lease = store.claim("fund", "test", NOW)
    stream = StreamId("mint:load")
    outside = EUR.account(Purpose.OUTSIDE)
    ref = EventRef(stream, 1)
    transfers = tuple(
        Transfer(ref.leg(2 * client + place), outside, chair(client, place), START, Reason.DEPOSIT)
        for client in range(clients)
        for place in (0, 1)
    )
    (outcome,) = store.commit([Unit(lease, NOW, (Append(stream, 0, (b"funded",)),), transfers)])
    assert isinstance(outcome, Committed), outcome


def hand_unit(lease: Lease, client: int, number: int) -> Unit:
    """Hand `number` of a table, counted from 1: even hands are won by one player, odd ones by the other."""
    winner, loser = number % 2, 1 - number % 2
    stream, table = table_stream(client), table_of(client)
    ref = EventRef(stream, number)
    middle = pot(EUR, table)
    transfers = (
        Transfer(ref.leg(0), chair(client, loser), middle, BET, Reason.HAND),
        Transfer(ref.leg(1), middle, chair(client, winner), WON, Reason.HAND),
        Transfer(ref.leg(2), middle, rake_account(client), RAKED, Reason.RAKE, RuleId("RAKE-02")),
    )
    record = HandRecord(
        HandId(f"{client}-{number}"),
        table,
        number,
        "e" * 64,
        "NL10",
        (PlayerId("p0"), PlayerId("p1")),
        b"public" * 40,
        b"sealed" * 8,
    )
    event = b"hand %d of table %d" % (number, client)
    appends = (
        Append(stream, number - 1, (event * 8,), b"state %d" % number * 40, record),
        Append(player_stream(client), number - 1, (event,)),
    )
    return Unit(lease, Instant(NOW + number), appends, transfers)


def played(store: Store, client: int) -> int:
    """How many hands of a table are written."""
    return store.load(table_stream(client)).version


def assert_whole(store: Store, client: int) -> None:
    """Both streams and all accounts tell of the same number of hands."""
    while True:  # a database may still commit what a dead process had sent, between two questions
        hands = played(store, client)
        others = store.load(player_stream(client)).version
        balances = store.balances(
            [chair(client, 0), chair(client, 1), rake_account(client), pot(EUR, table_of(client))]
        )
        if played(store, client) == hands:
            break
    assert others == hands
    odd, even = (hands + 1) // 2, hands // 2
    # An odd hand is won by player 1.
    expected = {
        chair(client, 0): START + even * WON - odd * BET,
        chair(client, 1): START + odd * WON - even * BET,
    }
    if hands:
        expected |= {rake_account(client): hands * RAKED, pot(EUR, table_of(client)): 0}
    assert balances == expected
