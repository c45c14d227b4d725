"""Rules broken on purpose are noticed."""

import ast
from collections import Counter

import pytest

from fairdeal.rulebook.catalogue import RULES
from fairdeal.rulebook.readings import READINGS
from tools.mutations import AREAS, MUTATIONS, Verdict, chosen, main, table_lines
from tools.mutations.copies import ROOT, Copy, LineNotFound, broken_text, place_of, sources
from tools.mutations.mutation import HOUSE, Mutation

SAMPLE = chosen(
    [
        "a hand without a flop is raked",
        "one choice more a day",
        "everybody has a second more",
        "half a chain is posted",
        "the rest of a satellite's pool is lost when everybody wins",
        "in the money chips alone decide",
        "the draw is one off at every edge of the wheel",
        "the banker does not look at the third card",
        "insurance pays even money",
        "small numbers come more often from a stream",
    ]
)
REST = [mutation for mutation in MUTATIONS if mutation not in SAMPLE]


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return Copy(tmp_path_factory.mktemp("broken"))


def proofs_of(mutations: list[Mutation]) -> list[str]:
    return [proof for mutation in mutations for proof in mutation.proofs]


def test_every_area_has_its_breaks_and_each_changes_text_that_is_there_once() -> None:
    assert len(MUTATIONS) >= 300
    assert min(map(len, AREAS.values())) >= 20
    for mutation in MUTATIONS:
        broken = broken_text(mutation)
        assert broken != sources()[place_of(mutation)], mutation.name
        ast.parse(broken)


def test_every_break_has_a_name_of_its_own_and_a_rule_there_is() -> None:
    assert Counter(mutation.name for mutation in MUTATIONS).most_common(1)[0][1] == 1
    assert {mutation.rule for mutation in MUTATIONS} <= {*RULES, *(reading.id for reading in READINGS), HOUSE}


def test_every_break_has_proofs_that_exist() -> None:
    files = {
        path: (ROOT / path).read_text("utf-8") for path in {proof.split("::")[0] for proof in named_tests(MUTATIONS)}
    }
    for mutation in MUTATIONS:
        assert mutation.proofs, mutation.name
    for proof in named_tests(MUTATIONS):
        path, _, test = proof.partition("::")
        assert f"def {test}(" in files[path], proof


def named_tests(mutations: tuple[Mutation, ...]) -> list[str]:
    return [proof for proof in proofs_of(list(mutations)) if not proof.startswith("simulate ")]


@pytest.mark.parametrize("line", ["def decide(", "nowhere in the package"])
def test_text_that_is_not_there_exactly_once_is_refused(line: str) -> None:
    with pytest.raises(LineNotFound, match="a break"):
        place_of(Mutation("a break", HOUSE, line, "", ()))


def test_words_that_choose_nothing_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["a rule nobody broke"]) == 2
    assert "hexapro" in capsys.readouterr().out


def test_areas_and_words_choose_and_the_table_adds_up() -> None:
    assert chosen(["hexapro"]) == list(AREAS["hexapro"])
    assert [mutation.rule for mutation in chosen(["insurance pays even money"])] == ["BJ-30"]
    assert chosen([]) == list(MUTATIONS)
    one, other = AREAS["poker"][0], AREAS["bank"][0]
    verdicts = [Verdict(one, "a", noticed=True), Verdict(one, "b", noticed=False), Verdict(other, "c", noticed=None)]

    lines = [line.split() for line in table_lines(verdicts)]

    assert lines[1:] == [["poker", "1", "2", "1"], ["bank", "1", "1", "0"], ["total", "2", "3", "1"]]


def test_a_sample_has_one_break_of_every_area_and_its_proofs_pass_while_nothing_is_broken(tree: Copy) -> None:
    assert [sum(mutation in mutations for mutation in SAMPLE) for mutations in AREAS.values()] == [1] * len(AREAS)
    assert tree.wrong_before(proofs_of(SAMPLE)) == ""


@pytest.mark.parametrize("mutation", SAMPLE, ids=lambda each: each.name)
def test_a_broken_rule_of_every_area_is_noticed(tree: Copy, mutation: Mutation) -> None:
    assert all(tree.noticed(mutation, proof) for proof in mutation.proofs)


def test_what_breaks_nothing_is_not_noticed_and_what_cannot_run_proves_nothing(tree: Copy) -> None:
    harmless = Mutation(
        "harmless", HOUSE, "shares = [rake * amount // total for", "shares = [amount * rake // total for", ()
    )

    assert tree.noticed(harmless, "tests/poker/test_rake.py::test_no_flop_no_rake") is False
    assert tree.noticed(harmless, "tests/poker/test_rake.py::test_nobody_wrote") is None


@pytest.mark.soak
def test_every_proof_passes_while_nothing_is_broken(tree: Copy) -> None:
    assert tree.wrong_before(proofs_of(list(MUTATIONS))) == ""


@pytest.mark.soak
@pytest.mark.parametrize("mutation", REST, ids=lambda each: each.name)
def test_a_broken_rule_is_noticed(tree: Copy, mutation: Mutation) -> None:
    assert {proof: tree.noticed(mutation, proof) for proof in mutation.proofs} == dict.fromkeys(mutation.proofs, True)
