"""
Places that ask which kind of game something is, outside the folder of that game.

A game plugs in as a value: what differs stands in its own folder, and nothing else compares kinds of streams, takes ids apart or
names a casino game. Found by patterns over the syntax:

- the prefix of a stream (`actor.hosted.prefix`) compared with something fixed, or matched; to look it up in a table that games have
  filled is no question;
- a stream tested for a prefix, or taken apart at its colon;
- a table's id searched for the slash that those of tournaments have;
- a casino game compared, matched, or the key of a table (`facts.game is Game.ROULETTE`).

`fairdeal.testing` is left out: it drives particular games on purpose.
"""

import ast
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import Final

from fairdeal.casino.games import catalogue
from tools.house.source import files, place, syntax

GAMES: Final = frozenset(game.name for game in catalogue.GAMES)
OWN_FOLDERS: Final = (
    "room/cash/",
    "room/tournament/",
    "room/casino/",
    "room/bank/",
    "cash/",
    "tournament/",
    "hexapro/",
    "bank/",
)
"""Where a game or the bank speaks of its own streams."""
READS_ANY_STREAM: Final = "runtime/"
"""Finds the kind of a stream by its prefix, whatever kinds there are."""
_CASINO: Final = "fairdeal.casino"
_MAY_ASK: Final = (
    ast.Assign, ast.Call, ast.Compare, ast.Dict, ast.ImportFrom, ast.Match, ast.match_case, ast.Subscript,
)  # fmt: skip
Nodes = Sequence[ast.AST]


def places() -> list[str]:
    """Every place of the project, as `module:line: code`."""
    found = ((path, node) for path in files() for node in asking(syntax(path), place(path)))
    return [f"{place(path, node)}: {_line(node)}" for path, node in found]


def asking(tree: ast.Module, name: str) -> list[ast.AST]:
    """The places of one module, whose name is as in `package/module.py`."""
    if name.startswith("testing/"):
        return []
    nodes = [node for node in ast.walk(tree) if isinstance(node, _MAY_ASK)]
    found = list(_asks_for_casino_game(nodes, name))
    if not name.startswith(OWN_FOLDERS):
        found += _asks_for_kind(nodes)
        found += _asks_an_id(nodes)
        if not name.startswith(READS_ANY_STREAM):
            found += _takes_stream_apart(nodes)
    return sorted(found, key=lambda node: getattr(node, "lineno", 0))


def _line(node: ast.AST) -> str:
    return ast.unparse(node).partition("\n")[0][:90]


# ---- kinds of streams


def _asks_for_kind(nodes: Nodes) -> Iterator[ast.AST]:
    for node in nodes:
        match node:
            case ast.Compare(left=left, comparators=others) if any(map(_is_kind_name, (left, *others))):
                if any(map(_is_fixed, (left, *others))):
                    yield node
            case ast.Match(subject=subject) if _is_kind_name(subject):
                yield subject
            case _:
                pass


def _is_kind_name(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and (_last_name(node.value), node.attr) == ("hosted", "prefix")


def _last_name(node: ast.AST) -> str:
    """`hosted` of `actor.hosted`, and nothing of what is no attribute: a variable called so may be any."""
    return node.attr if isinstance(node, ast.Attribute) else ""


def _is_fixed(node: ast.AST) -> bool:
    """A text, a constant by its name, or several of them."""
    match node:
        case ast.Constant(value=str()):
            return True
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name.strip("_").isupper()
        case ast.Tuple(elts=each) | ast.Set(elts=each) | ast.List(elts=each):
            return any(map(_is_fixed, each))
        case _:
            return False


# ---- ids


def _asks_an_id(nodes: Nodes) -> Iterator[ast.AST]:
    for node in nodes:
        match node:
            case ast.Call(func=ast.Attribute(attr="startswith", value=asked), args=[prefix, *_]):
                if _is_id(asked) and _ends_with_colon(prefix):
                    yield node
            case ast.Compare(left=ast.Constant(value="/"), ops=[ast.In() | ast.NotIn()], comparators=[asked]):
                if _is_id(asked):
                    yield node
            case _:
                pass


def _takes_stream_apart(nodes: Nodes) -> Iterator[ast.AST]:
    for node in nodes:
        match node:
            case ast.Call(
                func=ast.Attribute(attr="partition" | "rpartition" | "split", value=asked),
                args=[ast.Constant(value=":"), *_],
            ) if _is_id(asked):
                yield node
            case _:
                pass


def _is_id(node: ast.AST) -> bool:
    return (node.id if isinstance(node, ast.Name) else _last_name(node)) in ("stream", "table", "to")


def _ends_with_colon(node: ast.AST) -> bool:
    match node:
        case ast.Constant(value=str() as text):
            return text.endswith(":")
        case ast.JoinedStr(values=[*_, ast.Constant(value=str() as text)]):
            return text.endswith(":")
        case _:
            return False


# ---- casino games


def _asks_for_casino_game(nodes: Nodes, name: str) -> Iterator[ast.AST]:
    if not _knows_casino(nodes, name):
        return
    own = frozenset(PurePosixPath(name).with_suffix("").parts) & GAMES
    for node in nodes:
        match node:
            case ast.Compare(left=left, comparators=others):
                parts: tuple[ast.AST, ...] = (left, *others)
                is_text = any(isinstance(each, ast.Attribute) and each.attr == "game" for each in parts)
            case ast.match_case(pattern=pattern):
                parts, is_text = tuple(ast.walk(pattern)), False
            case ast.Dict(keys=keys):
                parts, is_text = tuple(key for key in keys if key is not None), False
            case _:
                continue
        if {game for each in parts for game in _games_named(each, is_text=is_text)} - own:
            yield node.pattern if isinstance(node, ast.match_case) else node


def _knows_casino(nodes: Nodes, name: str) -> bool:
    imported = (node.module or "" for node in nodes if isinstance(node, ast.ImportFrom))
    return name.startswith("casino/") or any(module.startswith(_CASINO) for module in imported)


def _games_named(node: ast.AST, *, is_text: bool) -> Iterator[str]:
    match node:
        case ast.Attribute(attr=name, value=ast.Name(id="Game")) if name.lower() in GAMES:
            yield name.lower()
        case ast.Constant(value=str() as text) if is_text and text in GAMES:
            yield text
        case ast.Tuple(elts=each) | ast.Set(elts=each) | ast.List(elts=each):
            for part in each:
                yield from _games_named(part, is_text=is_text)
        case _:
            return
