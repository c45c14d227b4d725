"""`fairdeal fair`: verify published proofs of PFP-1 offline, from what was published alone."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from fairdeal.cli.fair import keys
from fairdeal.cli.options import database_option, opened

if TYPE_CHECKING:
    from fairdeal.fair import LogVerifier, Verification, VerifySignature

# Commands import what they need when they run, so that starting stays fast.

PASSED: Final = 0
FAILED: Final = 1
UNREADABLE: Final = 2


def _bytes(_context: click.Context, _option: click.Parameter, value: str | None) -> bytes | None:
    """32 bytes from 64 hexadecimal digits, or an error that says what is wanted."""
    if value is None:
        return None
    try:
        found = bytes.fromhex(value)
    except ValueError:
        found = b""
    if len(found) != 32:
        raise click.BadParameter("write 32 bytes as 64 hexadecimal digits")
    return found


@click.group()
def fair() -> None:
    """Verify published proofs, and keep the keys that sign them and seal decks."""


for _command in keys.COMMANDS:
    fair.add_command(_command)


@fair.command()
@click.argument("file", metavar="FILE|HAND")
@database_option
@click.option("--key", callback=_bytes, help="The room's public key, as you know it from elsewhere.")
@click.option("--anchor", callback=_bytes, help="What a casino table or HexaPro game published beforehand.")
@click.option("--whole", is_flag=True, help="The file is a whole log: from each table's first hand on, none missing.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each proof, and one for all together.")
def verify(file: str, database: str, key: bytes | None, anchor: bytes | None, *, whole: bool, as_json: bool) -> None:
    """
    Verify proofs: FILE holds one, or one a line; "-" reads standard input. HAND is the id of a hand in this machine's database.

    Of a FILE nothing else is read: no server, no database, no network. Of a single proof every check is told, of several only what
    failed, and what they prove together. The exit code is 0 if every check passed, 1 if one failed, 2 for a file that holds something
    else.
    """
    from fairdeal.fair import BadProof, LogVerifier
    from fairdeal.runtime.signing import is_signed

    texts = list(_texts(_read(file, database)))
    if not texts:
        raise click.ClickException("the file is empty")
    log = LogVerifier(whole=whole)
    failed = 0
    for number, text in enumerate(texts, 1):
        try:
            found = _verified(text, log, is_signed, key, anchor)
        except BadProof as error:
            click.echo(f"proof {number}: {error} ({error.code})", err=True)
            sys.exit(UNREADABLE)
        failed += not found.passed
        if as_json:
            click.echo(json.dumps(found.as_json()))
        elif len(texts) == 1 or not found.passed:
            for line in _lines(found):
                click.echo(line)
    together = log.result()
    if as_json:
        click.echo(json.dumps(together.as_json()))
    else:
        _tell_sum(together, len(texts), failed, pinned=key is not None)
    sys.exit(FAILED if failed or not together.passed else PASSED)


def _read(name: str, database: str) -> bytes:
    """What a file holds, or standard input; otherwise the public proof of the hand with that id."""
    if name == "-" or Path(name).exists():
        with click.open_file(name, "rb") as file:
            data: bytes = file.read()
            return data
    if not name.isalnum():
        raise click.BadParameter(f"there is no file {name}", param_hint="FILE|HAND")
    from fairdeal.fair import proof_text
    from fairdeal.kernel import HandId
    from fairdeal.room.proofs import proof_of

    with opened(database) as store:
        proof = proof_of(store, HandId(name))
    if proof is None:
        raise click.ClickException(f"there is no file {name}, and no proof of a hand with that id")
    return proof_text(proof).encode()


@fair.command()
@click.option("--table", default=None, help="Only of this table.")
@database_option
def export(table: str | None, database: str) -> None:
    """Print the public proofs of all hands and draws, table by table, oldest first, one a line; `fair verify --whole -` reads them."""
    from fairdeal.fair import proof_text
    from fairdeal.room.proofs import proofs_at, proven_tables

    with opened(database) as store:
        for stream in proven_tables(store, table):
            for proof in proofs_at(store, stream):
                click.echo(proof_text(proof))


def _tell_sum(together: "Verification", count: int, failed: int, *, pinned: bool) -> None:
    """What several proofs show together; of one there is nothing more to say."""
    if count == 1 and together.passed:
        return
    for line in _lines(together):
        click.echo(line)
    click.echo(f"{count - failed:,} of {count:,} proofs passed every check")
    if not pinned:
        click.echo("Signature not pinned: no key of the room was given (--key).")


def _texts(data: bytes) -> Iterator[bytes]:
    """The proofs of a file: one over several lines, or one a line."""
    lines = [line for line in data.splitlines() if line.strip()]
    if len(lines) > 1 and not lines[0].rstrip().endswith(b"}"):
        yield data
    else:
        yield from lines


def _verified(
    text: bytes, log: "LogVerifier", signature: "VerifySignature", key: bytes | None, anchor: bytes | None
) -> "Verification":
    from fairdeal.fair import read_proof, verify_proof

    proof = read_proof(text)
    log.add(proof)
    return verify_proof(proof, signature=signature, room_key=key, anchor=anchor)


def _lines(found: "Verification") -> Iterator[str]:
    yield f"{found.subject}: {'every check passed' if found.passed else 'FAILED: ' + ', '.join(found.failed)}"
    for check in found.checks:
        yield f"  {'passed' if check.passed else 'FAILED'}  {check.name}: {check.sentence}"
    if found.passed:
        for statement in found.proven:
            yield f"  proven: {statement.sentence}"
    for statement in found.not_proven:
        yield f"  not proven: {statement.sentence}"
