"""`fairdeal replay`: play recorded hands again."""

import json
import sys
from typing import IO, TYPE_CHECKING

import click

from fairdeal.cli.jsonl import lines_of

if TYPE_CHECKING:
    from fairdeal.poker.history.phh import History

# The engine is imported when the command runs: other commands must not wait for it.

_FILE_MAX = 64 << 20


class _Unreadable(Exception):
    """A file cannot be read; `code` is stable."""

    def __init__(self, code: str, told: str) -> None:
        self.code = code
        super().__init__(told)


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a hand; amounts in the smallest unit.")
@click.option("--text", "as_text", is_flag=True, help="The text that hand-tracking tools read.")
@click.option("--jsonl", is_flag=True, help="FILE has a JSON vector a line; one answer a line, whatever the line is.")
@click.option("--hero", metavar="NAME", help="With --text: the player whose cards are told.")
def replay(files: tuple[str, ...], hero: str | None, *, as_json: bool, as_text: bool, jsonl: bool) -> None:
    """
    Play the hands of PHH files again: .phh with one hand, .phhs with many, "-" for standard input.

    Every act is judged by the engine. A hand it refuses is told as "FILE: hand N: reason (code)"; the others are
    still played, and the exit status is 1.
    """
    if as_json + as_text + jsonl > 1:
        raise click.UsageError("--json, --text and --jsonl exclude each other")
    if hero is not None and not as_text:
        raise click.UsageError("--hero goes with --text")
    form = "jsonl" if jsonl else "json" if as_json else "text" if as_text else "transcript"
    faults = 0
    for file in files:
        faults += _answer_vectors(file) if form == "jsonl" else _replay_file(file, form, hero)
    sys.exit(1 if faults else 0)


# ---- PHH files


def _replay_file(file: str, form: str, hero: str | None) -> int:
    """Play every hand of a file and return the number of refused ones."""
    from fairdeal.poker.history.phh import read_history
    from fairdeal.poker.history.phh_text import hands_of
    from fairdeal.poker.history.settle import BadHistory

    try:
        hands = hands_of(_text_of(file))
    except (BadHistory, _Unreadable) as bad:
        _complain(f"{file}: {bad} ({bad.code})")
        return 1
    faults = 0
    told = False
    for name, fields in hands:
        try:
            history = read_history(fields)
            text = _hand_text(history, file, name, form, hero)
        except BadHistory as bad:
            _complain(f"{file}: hand {name or 1}: {bad} ({bad.code})")
            faults += 1
            continue
        if told and form != "json":
            click.echo("\n" if form == "text" else "")
        click.echo(text, nl=form == "json")
        told = True
    return faults


def _hand_text(history: "History", file: str, name: str, form: str, hero: str | None) -> str:
    from fairdeal.poker.history.phh_export import meta_of
    from fairdeal.poker.history.settle import BadHistory
    from fairdeal.poker.history.stars import stars_text
    from fairdeal.poker.history.summary import summary
    from fairdeal.poker.history.transcript import transcript
    from fairdeal.poker.history.words import player_names

    hand = history.hand
    meta = meta_of(history.fields, history.decimals, hand.count)
    if form == "json":
        return json.dumps({"file": file, "hand": name or "1", "agrees": history.agrees, **summary(hand, meta)})
    if form == "text":
        names = player_names(meta.names, hand.count)
        if hero is not None and hero not in names:
            raise BadHistory("unknown_hero", f"nobody is called {hero}")
        return stars_text(hand, meta, hero=names.index(hero) if hero is not None else -1)
    told = transcript(hand, meta, open_cards=True)
    return told if history.agrees is not False else told + "The file has other finishing stacks.\n"


def _text_of(file: str) -> str:
    with _opened(file) as stream:
        try:
            content = stream.read(_FILE_MAX + 1)
        except OSError as error:
            raise _Unreadable("cannot_read", f"cannot be read: {error.strerror}") from None
    if len(content) > _FILE_MAX:
        raise _Unreadable("too_large", f"is larger than {_FILE_MAX >> 20} MiB")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _Unreadable("not_utf8", "is not UTF-8 text") from None


def _opened(file: str) -> IO[bytes]:
    try:
        stream: IO[bytes] = click.open_file(file, "rb")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a path"
        raise _Unreadable("cannot_read", f"cannot be read: {reason}") from None
    return stream


def _complain(told: str) -> None:
    """Print an error on one line, without control characters of the file."""
    click.echo("".join(letter if letter.isprintable() else "?" for letter in told), err=True)


# ---- vectors


def _answer_vectors(file: str) -> int:
    """Answer every line; 1 if the file cannot be read."""
    from fairdeal.poker.history.vectors import answer_line

    try:
        with _opened(file) as stream:
            for line in lines_of(stream):
                answer = answer_line(line) if line is not None else {"error": "too_large"}
                click.echo(json.dumps(answer))
    except OSError as error:
        _complain(f"{file}: cannot be read: {error.strerror} (cannot_read)")
        return 1
    except _Unreadable as bad:
        _complain(f"{file}: {bad} ({bad.code})")
        return 1
    return 0
