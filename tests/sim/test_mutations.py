"""Rules broken on purpose are noticed."""

import pytest

from tools.mutations import MUTATIONS, ROOT, Mutation, noticed

PROOFS = [(mutation, proof) for mutation in MUTATIONS for proof in mutation.proofs]


def test_there_are_twenty_breaks_and_each_changes_a_line_that_is_there_once() -> None:
    assert len(MUTATIONS) >= 20
    for mutation in MUTATIONS:
        assert (ROOT / "src/fairdeal" / mutation.file).read_text("utf-8").count(mutation.line) == 1, mutation.name


@pytest.mark.soak
@pytest.mark.parametrize(("mutation", "proof"), PROOFS, ids=lambda each: getattr(each, "name", each))
def test_a_broken_rule_is_noticed(mutation: Mutation, proof: str) -> None:
    assert noticed(mutation, proof)
