"""A short talk over the wire, made of real messages: what the page of the protocol shows."""

from typing import Any, Final

import msgspec

from fairdeal.protocol import client, server, table
from fairdeal.protocol.base import Explanation
from fairdeal.protocol.codec import encode

_TABLE: Final = "01M7K0TABLE"
_HAND: Final = "01M7K0HAND"
_AT: Final = 1_794_787_200_000

_ANN: Final = server.Person(player="01M7K0ANN", name="Ann", avatar="fox", kind="player")
_EDITION: Final = server.Edition(id="club", name="Club rules", version="1.0", date="2026-11-16")
_OPTIONS: Final = table.Options(hand=_HAND, turn=3, to_call=40, raise_min=100, raise_max=1_980)

CLIENT: Final = "client"
ROOM: Final = "room"

EXAMPLES: Final[tuple[tuple[str, str, Any], ...]] = (
    (
        ROOM,
        "The first message: who one is, and the clock.",
        server.Welcome(build="0.1.0", epoch=7, now=_AT, person=_ANN, editions=(_EDITION,)),
    ),
    (CLIENT, "The first of a client.", client.Hello(id="c1", lobby=True)),
    (ROOM, "The answer, by the client's own id.", server.Done(id="c1")),
    (
        CLIENT,
        "Follow a table; the room shows the whole of it with `table`, then frames.",
        client.Watch(id="c2", table=_TABLE),
    ),
    (
        ROOM,
        "One step of the table. `changes` is for everybody, `own` for its reader alone: it is our turn.",
        server.Frame(
            table=_TABLE,
            epoch=7,
            number=41,
            changes=(
                table.Acted(at=0, act="raise", bet=60),
                table.TurnChanged(turn=table.Turn(number=3, seat=4, started=_AT, thinks_until=_AT + 15_000)),
            ),
            own=(table.OptionsOffered(options=_OPTIONS),),
        ),
    ),
    (
        CLIENT,
        "Raise to 1.20; hand and turn say which decision is meant.",
        client.Act(id="c3", table=_TABLE, hand=_HAND, turn=3, choice=client.Choice(kind="raise", to=120)),
    ),
    (
        ROOM,
        "What became of it, for everybody; `done` answers our own id.",
        server.Frame(table=_TABLE, epoch=7, number=42, changes=(table.Acted(at=4, act="raise", bet=120),), done="c3"),
    ),
    (
        ROOM,
        "Or the refusal: a stable code, the clause, and the numbers to word it with.",
        server.Refused(id="c3", told=Explanation(code="raise_too_small", rule="BET-09", numbers={"least": 100})),
    ),
)


def examples() -> str:
    """The talk as a part of a page."""
    lines = ["## An example", ""]
    for who, says, message in EXAMPLES:
        shown = msgspec.json.format(encode(message), indent=2).decode()
        lines += [f"**{who}** {says}", "", "```json", shown, "```", ""]
    return "\n".join(lines)
