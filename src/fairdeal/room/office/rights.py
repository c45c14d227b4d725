"""Whether accounts say of themselves what the docket gave them: a row that says more gives no right, and was written by others."""

from collections.abc import Iterator, Mapping

from fairdeal.office.docket.state import Docket
from fairdeal.storage.port import Finding


def rights_that_differ(docket: Docket, rows: Mapping[str, str]) -> Iterator[Finding]:
    """Accounts whose roles are not those of the docket; `rows` are the roles of all accounts that have some, as stored."""
    known = {str(each.staff): frozenset(each.roles) for each in docket.staff}
    written = {person: frozenset(text.split()) for person, text in rows.items()}
    for person in sorted(known.keys() | written.keys()):
        given, says = known.get(person, frozenset()), written.get(person, frozenset())
        if given != says:
            told = [" ".join(sorted(each)) or "none" for each in (says, given)]
            yield Finding(f"account {person}", f"its row says it has the roles {told[0]}; the docket gave {told[1]}")
