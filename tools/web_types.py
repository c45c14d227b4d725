"""
Generates the protocol's TypeScript types, JSON schema and documentation page.

`python -m tools.web_types` writes, `--check` says whether anything is out of date.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, get_args

import msgspec
from msgspec import inspect

from fairdeal.protocol import (
    casino,
    casino_changes,
    casino_server,
    client,
    server,
    station,
    station_client,
    table,
    tournament_notice,
    tournament_table,
)
from fairdeal.protocol.base import PROTOCOL
from tools.wire_examples import examples

HERE: Final = Path(__file__).resolve().parent.parent
TYPES: Final = HERE / "web" / "src" / "protocol" / "messages.ts"
SCHEMA: Final = HERE / "docs" / "protocol.schema.json"
PAGE: Final = HERE / "docs" / "protocol.md"
WIDTH: Final = 120
CLIENT_NAMES: Final = {"Explanation": "Told"}
"""Types that the web client knows by another name."""

UNIONS: Final[dict[str, tuple[Any, str]]] = {
    "ClientMessage": (client.AnyClientMessage, "All messages of clients."),
    "ServerMessage": (
        server.AnyServerMessage,
        "All messages of the server but those about tournaments and the casino.",
    ),
    "TournamentMessage": (server.TournamentMessage, "Messages of the server about tournaments."),
    "PublicChange": (table.PublicChange, "Changes of a cash table, for everybody."),
    "OwnChange": (table.OwnChange, "Changes of a cash table, for one player."),
    "TournamentChange": (tournament_table.TournamentChange, "Changes of a tournament table, for everybody."),
    "TournamentOwnChange": (tournament_table.TournamentOwnChange, "Changes of a tournament table, for one player."),
    "CasinoMessage": (casino_server.CasinoMessage, "Messages of the server about the casino."),
    "StationMessage": (station.StationMessage, "Messages of the server for dealers and pit bosses."),
    "CasinoChange": (casino_changes.CasinoChange, "What happens at a casino table, for everybody."),
    "CasinoFelt": (casino.CasinoFelt, "The felt of a casino table, by its game."),
    "CasinoBoard": (casino.CasinoBoard, "Past results of a casino table, by its game."),
}
LITERALS: Final[dict[str, tuple[Any, str]]] = {
    "NoticeCode": (tournament_notice.NoticeCode, "What a tournament can tell a player."),
    "StepName": (station.StepName, "What a live dealer has to do next."),
    "DealerStep": (station_client.DealerStep, "Steps that end when the dealer confirms them."),
    "CorrectionName": (station_client.CorrectionName, "What can be put right at a live table."),
}
_INTRODUCTION: Final = """\
<!-- Made by `python -m tools.web_types`; do not edit. -->
# The wire

The game socket is at `/ws`, on the port of the pages. Messages are JSON texts, one a frame;
[protocol.schema.json](protocol.schema.json) is their schema, and the client's types are generated from the same source.
Every message is an object whose `type` names it; what happens at a table stands inside frames as changes, and a change is
named by its `kind`. Names are camelCase; what has its usual value may be left out by clients. [An example](#an-example) is below.
Money is whole cents (or whole chips), times are milliseconds since 1970 on the room's clock, cards are rank and suit
("As", "Td").

**Coming in.** The browser's session cookie says who one is; the page's origin must be the server's own. Without a
session one may watch the lobby and tables, and every command is refused with `sign_in_first`. The first message of the
room is `welcome`; the first of a client should be `hello`.

**Answers.** Every message of a client has an id of its own making and is answered once: `done`, or `refused` with a
stable code, the clause and the numbers. A command with the same id again, on whatever connection, is answered with the
first answer and done once; what concerns only the connection (`hello`, `ping`, and to watch or forget something) is done
again. What cannot be read is answered with `not_a_message`, `unknown_message`, `unknown_field` or `malformed_message`.

**Versions.** `welcome` names the version of all messages, and `hello` the one its client was made for (1 where it says
none). Whoever is too old to be understood, or newer than the room, is sent away with `reload_page` and should load the
page again. Within a version no field is new, so that a field nobody knows is a mistake and refused.

**Following a table.** `table` shows the whole of it at a position (epoch, number); every `frame` after it is one step.
Changes are the same bytes for everybody who follows the table; `own` holds what only its reader may see. Whoever does
not sit at a table gets its frames when the hand is over. After a lost connection, `hello` with the last positions
brings the missing frames, or the whole table where they are gone or the epoch is another one. When a failure of the
room made a hand void meanwhile, `rolledBack` names the clause.

**Tournaments.** `watchTournaments` shows their lobby, then `tournamentRows` what changed; `watchTournament` shows one of them:
its terms, which only the house changes, its numbers, its prizes and one's own entry. After that `tournamentNumbers` is the same
for everybody and sent at most every two seconds; `ownEntry` is the reader's. Both also reach those who follow one of its tables.
Players, tables and payouts are lists, followed page by page with `watchList`. Whoever is in a tournament is told without asking:
`ownTournaments` lists all that one is in, with the tables where one sits, and `tournamentNotice` says what the director did and
by which clause; both come on every connection of the player, and `welcome` has the list. Of one's own HexaPro games
`hexaproDrawn` shows the draw, before the first hand is dealt.

A tournament's table has the id `tournament/table` and is followed as every table, with `tournamentTable` and
`tournamentFrame` instead of `table` and `frame`; whoever is seated or moved follows the new table without asking. `act`,
`sitOut`, `comeBack`, `say` and `report` name it in the same way; what only cash tables know is refused with
`not_in_tournaments`.

**The casino.** `watchCasino` shows its lobby, then `casinoRows` what is another now. A casino table is followed by its id
as every table, with `casinoTable` and `casinoFrame`; everybody who follows it sees it at once. A table is told in parts
(`moment`, `felt`, `board`, `shoe`, `crowd`), and a frame holds whole what is another now, so that nothing has to be added
up; `changes` say what happened, to tell it and to move it. `own` is the reader's own part, whole whenever it is another:
with a frame, or between two by itself as `casinoOwn`. `visitCasino` begins a visit, and only who visits may bet and write.
Chips are laid, and are bets once they are confirmed (`confirmBets`); at blackjack bets count at once. A bet counts by the
instant at which it reaches the room: one that came before the bets closed is never refused as late.

**Limits.** A message is at most 8 kB. Who sends too fast is refused with `too_fast`, and cut off if that does not help;
who reads too slowly is cut off and resumes.
"""


def typescript() -> str:
    """All messages as TypeScript."""
    lines = [
        "// Made by `python -m tools.web_types`; do not edit.",
        "",
        "/** The version of these messages. */",
        f"export const PROTOCOL = {PROTOCOL};",
    ]
    for name, (union, says) in UNIONS.items():
        lines += ["", f"/** {says} */", _named(name, [each.__name__ for each in union.__args__])]
    for name, (literal, says) in LITERALS.items():
        lines += ["", f"/** {says} */", _named(name, sorted(json.dumps(each) for each in get_args(literal)))]
    sent_by_clients = {struct.cls for struct in _structs([client.AnyClientMessage])}
    for struct in _all_structs():
        lines += ["", *_interface(struct, optional=struct.cls in sent_by_clients)]
    return "\n".join(lines) + "\n"


def _named(name: str, members: list[str]) -> str:
    head = f"export type {name} = {' | '.join(members)};"
    if len(head) > WIDTH:
        head = "\n".join([f"export type {name} =", *(f"  | {each}" for each in members)]) + ";"
    return head


def _interface(struct: inspect.StructType, *, optional: bool) -> Iterator[str]:
    yield f"/** {_says(struct.cls)} */"
    yield f"export interface {_client_name(struct.cls)} {{"
    if struct.tag is not None:
        yield f'  readonly {struct.tag_field}: "{struct.tag}";'
    for field in struct.fields:
        mark = "?" if optional and not field.required else ""
        yield f"  readonly {field.encode_name}{mark}: {_type(field.type)};"
    yield "}"


def _client_name(kind: type) -> str:
    return CLIENT_NAMES.get(kind.__name__, kind.__name__)


def _type(shape: inspect.Type) -> str:
    """A type as TypeScript writes it."""
    match shape:
        case inspect.StructType():
            return _client_name(shape.cls)
        case inspect.UnionType():
            return _union(shape)
        case inspect.LiteralType():
            return _literal(shape)
        case inspect.VarTupleType():
            inner = _type(shape.item_type)
            return f"readonly ({inner})[]" if "|" in inner else f"readonly {inner}[]"
        case inspect.DictType():
            key = "number" if isinstance(shape.key_type, inspect.IntType) else "string"
            return f"Readonly<Record<{key}, {_type(shape.value_type)}>>"
        case inspect.StrType():
            return "string"
        case inspect.IntType():
            return "number"
        case inspect.BoolType():
            return "boolean"
        case inspect.NoneType():
            return "null"
    raise TypeError(f"no TypeScript for {shape}")


def _literal(shape: inspect.LiteralType) -> str:
    for name, (literal, _) in LITERALS.items():
        if set(shape.values) == set(get_args(literal)):
            return name
    return " | ".join(json.dumps(each) for each in sorted(shape.values, key=str))


def _union(shape: inspect.UnionType) -> str:
    members = {each.cls for each in shape.types if isinstance(each, inspect.StructType)}
    for name, (union, _) in UNIONS.items():
        if members == set(union.__args__):
            return f"{name} | null" if any(isinstance(each, inspect.NoneType) for each in shape.types) else name
    return " | ".join(_type(each) for each in shape.types)


def _all_structs() -> list[inspect.StructType]:
    found = _structs(
        [
            client.AnyClientMessage,
            server.AnyServerMessage,
            server.TournamentMessage,
            casino_server.CasinoMessage,
            station.StationMessage,
        ]
    )
    names = [struct.cls.__name__ for struct in found]
    assert len(set(names)) == len(names), "two messages have the same name"
    return found


def _structs(unions: Iterable[Any]) -> list[inspect.StructType]:
    """Every struct that can be reached, each once, messages before their parts."""
    found: dict[type, inspect.StructType] = {}
    waiting = [inspect.type_info(union) for union in unions]
    while waiting:
        shape = waiting.pop(0)
        match shape:
            case inspect.StructType():
                if shape.cls not in found:
                    found[shape.cls] = shape
                    waiting += [field.type for field in shape.fields]
            case inspect.UnionType():
                waiting += shape.types
            case inspect.VarTupleType():
                waiting.append(shape.item_type)
            case inspect.DictType():
                waiting += [shape.key_type, shape.value_type]
    return list(found.values())


def schema() -> str:
    """All messages as a JSON schema."""
    unions = [
        client.AnyClientMessage,
        server.AnyServerMessage | server.TournamentMessage | casino_server.CasinoMessage | station.StationMessage,
    ]
    (inbound, outbound), parts = msgspec.json.schema_components(unions, ref_template="#/$defs/{name}")
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages of the game socket",
        "$defs": {**dict(sorted(parts.items())), "AnyClientMessage": inbound, "AnyServerMessage": outbound},
        "anyOf": [{"$ref": "#/$defs/AnyClientMessage"}, {"$ref": "#/$defs/AnyServerMessage"}],
    }
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def page() -> str:
    """All messages for people to read."""
    lines = [_INTRODUCTION, examples()]
    for title, union in (
        ("Messages of clients", client.AnyClientMessage),
        ("Messages of the server", server.AnyServerMessage),
        ("Messages about tournaments", server.TournamentMessage),
        ("Changes of a table, for everybody", table.PublicChange),
        ("Changes of a table, for one player", table.OwnChange),
        ("Changes of a tournament's table, for everybody", tournament_table.TournamentChange),
        ("Changes of a tournament's table, for one player", tournament_table.TournamentOwnChange),
        ("Messages about the casino", casino_server.CasinoMessage),
        ("Messages for dealers and pit bosses", station.StationMessage),
        ("What happens at a casino table", casino_changes.CasinoChange),
    ):
        lines += [f"## {title}", "", "| message | meaning | holds |", "|---|---|---|"]
        for kind in union.__args__:
            (shape,) = inspect.multi_type_info([kind])
            assert isinstance(shape, inspect.StructType)
            holds = ", ".join(f"`{field.encode_name}{'' if field.required else '?'}`" for field in shape.fields)
            lines.append(f"| `{shape.tag}` | {_says(kind)} | {holds} |")
        lines.append("")
    lines += ["## Parts", "", "| part | meaning | holds |", "|---|---|---|"]
    for struct in _all_structs():
        if struct.tag is None:
            holds = ", ".join(f"`{field.encode_name}`" for field in struct.fields)
            lines.append(f"| {struct.cls.__name__} | {_says(struct.cls)} | {holds} |")
    return "\n".join(lines) + "\n"


def _says(kind: type) -> str:
    return " ".join((kind.__doc__ or "").split())


def main(arguments: list[str]) -> int:
    """Write all three, or with --check say which are out of date."""
    made = {TYPES: typescript(), SCHEMA: schema(), PAGE: page()}
    stale = [path for path, text in made.items() if not path.exists() or path.read_text("utf-8") != text]
    if "--check" in arguments:
        for path in stale:
            print(f"{path.relative_to(HERE)} is out of date: run python -m tools.web_types", file=sys.stderr)
        return 1 if stale else 0
    for path in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(made[path], "utf-8")
        print(f"wrote {path.relative_to(HERE)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
