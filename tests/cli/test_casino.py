"""`fairdeal casino`: figures of many rounds, and a table in the terminal."""

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fairdeal.casino.proven import CHAIN, ProvenDraws
from fairdeal.casino.simulate import simulate_blackjack
from fairdeal.cli.casino import casino, rules_of
from fairdeal.fair import DEFAULT, OWN, PublishedRound, read_proof, verify_log, verify_proof
from fairdeal.fair.casino import SHOE_CARDS
from fairdeal.fair.values import UNREVEALED
from fairdeal.rulebook.ruled import Ruled
from tests.sim.test_proofs import standalone


def run(*arguments: str, answers: str = "") -> Result:
    return CliRunner().invoke(casino, list(arguments), input=answers)


def figures(*arguments: str) -> dict[str, object]:
    result = run("simulate", *arguments, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, object] = json.loads(result.output)
    return found


@pytest.mark.parametrize(
    ("game", "bets"),
    [
        ("roulette", {"straight_up", "split", "street", "corner", "line", "column", "dozen", "even_money"}),
        ("baccarat", {"player", "banker", "tie"}),
    ],
)
def test_a_simulation_tells_the_edge_of_every_bet(game: str, bets: set[str]) -> None:
    found = figures(game, "--rounds", "3000", "--seed", "5")

    assert isinstance(found["bets"], dict)
    assert set(found["bets"]) == bets
    assert all(set(each) == {"edge", "se"} and each["se"] > 0 for each in found["bets"].values())
    assert found["rounds"] == 3000
    assert isinstance(found["rounds_per_second"], float)
    edges = [each["edge"] for each in found["bets"].values()]
    assert found["edge"] == pytest.approx(sum(edges) / len(edges))


def test_blackjack_has_one_bet() -> None:
    found = figures("blackjack", "--rounds", "2000", "--seed", "5", "--strategy", "basic")

    assert "bets" not in found
    assert isinstance(found["edge"], float)
    assert isinstance(found["se"], float)
    assert -0.2 < found["edge"] < 0.2
    assert 0 < found["se"] < 0.1


def test_the_same_seed_gives_the_same_edge_and_soft_17_matters() -> None:
    base = ("blackjack", "--rounds", "2000", "--seed", "8")

    assert figures(*base)["edge"] == figures(*base, "--soft17", "stand")["edge"]
    assert figures(*base)["edge"] != figures(*base, "--soft17", "hit")["edge"]


def test_one_round_has_no_standard_error() -> None:
    assert figures("blackjack", "--rounds", "1")["se"] is None


@pytest.mark.parametrize("game", ["roulette", "baccarat", "blackjack"])
def test_what_was_drawn_is_proven_to_both_verifiers(game: str, tmp_path: Path) -> None:
    file = tmp_path / "proofs.jsonl"
    # More rounds than a chain has secrets, and a mid-way change of chain where every round uses one up.
    rounds = CHAIN + 200
    found = figures(game, "--rounds", str(rounds), "--seed", "5", "--proofs", str(file))

    proofs = [read_proof(line) for line in file.read_text("utf-8").splitlines()]
    rows = [each for each in proofs if isinstance(each, PublishedRound)]
    assert found["rounds"] == rounds
    assert len(rows) == len(proofs) == (rounds if game == "roulette" else len({each.number for each in rows}))
    assert all(verify_proof(each).passed for each in proofs)
    assert verify_log(proofs, whole=True).passed
    assert standalone(file).startswith(f"{len(proofs)} proofs, 0 failed")
    kinds = {"round"} if game == "roulette" else {"shoe"}
    assert {each.kind for each in rows} == kinds
    assert {OWN, DEFAULT} <= {player.flag for each in rows for player in each.players}
    if game == "roulette":
        assert UNREVEALED in {player.flag for each in rows for player in each.players}
        assert len({each.place for each in rows}) == 2, "a chain that is used up is followed by another"


def test_a_shoe_that_runs_out_within_a_round_is_followed_by_its_discards_and_both_are_proven() -> None:
    lines: list[str] = []
    rules = rules_of("live-casino", None).blackjack
    thin = replace(rules, cut_card_from_back=Ruled(1, rules.cut_card_from_back.rule))
    draws = ProvenDraws(random.Random(5).randbytes, lines.append)  # noqa: S311
    simulate_blackjack(thin, 3_000, draws, over=draws.over)

    proofs = [read_proof(line) for line in lines]
    assert all(verify_proof(each).passed for each in proofs)
    assert verify_log(proofs, whole=True).passed
    taken = [len(each.cards) for each in proofs if isinstance(each, PublishedRound)]
    assert taken.count(SHOE_CARDS) > 0, "no shoe ran out"
    assert min(taken[:-1]) < SHOE_CARDS // 8, "no discards were dealt"


def test_the_same_seed_draws_the_same_and_a_shoe_is_told_once(tmp_path: Path) -> None:
    texts = []
    for name in ("one", "other"):
        figures("baccarat", "--rounds", "100", "--seed", "3", "--proofs", str(tmp_path / name))
        texts.append((tmp_path / name).read_text("utf-8"))

    assert texts[0] == texts[1]
    assert [json.loads(line)["round"] for line in texts[0].splitlines()] == [1, 2]


def test_people_read_a_table() -> None:
    result = run("simulate", "baccarat", "--rounds", "500")

    assert result.exit_code == 0
    assert "baccarat, 500 rounds from seed 0" in result.output
    assert "banker        house edge" in result.output
    assert "all bets" in result.output


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("simulate", "craps"), "'craps' is not one of"),
        (("simulate", "roulette", "--rounds", "0"), "0 is not in the range"),
        (("simulate", "roulette", "--soft17", "hit"), "are for blackjack"),
        (("deal", "roulette", "--soft17", "hit"), "--soft17 is for blackjack"),
        (("simulate", "roulette", "--edition", "unibet-2.7"), "unibet-2.7 has no casino"),
        (("deal", "roulette", "--edition", "live-casion"), "did you mean live-casino?"),
    ],
)
def test_mistakes_get_an_answer(arguments: tuple[str, ...], told: str) -> None:
    result = run(*arguments)

    assert result.exit_code != 0
    assert told in result.output
    assert "Traceback" not in result.output


def test_an_evening_of_blackjack() -> None:
    result = run("deal", "blackjack", "--seed", "3", answers="10\nw\nh\ns\nwhat\n10\ns\nq\n")

    assert result.exit_code == 0
    assert "Dealer: a card face down" in result.output
    assert "soft 19 against 6: stand, hit, double" in result.output
    assert "BJ-45: " in result.output
    assert "The dealer turns over K♠." in result.output
    assert '"what" is no amount' in result.output
    assert "2 rounds. You have 980.00." in result.output


def test_the_hole_card_is_not_told_before_it_is_shown() -> None:
    output = run("deal", "blackjack", "--seed", "3", answers="10\nq\n").output

    assert "K♠" not in output
    assert "0 rounds. You have 990.00." in output


def test_insurance_is_asked_for() -> None:
    for seed in range(40):
        output = run("deal", "blackjack", "--seed", str(seed), "--rounds", "1", answers="10\n5\n" + "s\n" * 9).output
        if "insurance up to 5.00" in output:
            assert "No blackjack in the hole." in output or "The dealer has blackjack." in output
            assert "Traceback" not in output
            return
    raise AssertionError("no ace in forty rounds")


def test_an_evening_of_roulette() -> None:
    result = run("deal", "roulette", "--seed", "3", answers="red 5, 17 1\nl\nmoon 3\nst 1\nred\nred x\nred 0.07\nq\n")

    assert "The ball lies on 15." in result.output
    assert "You lose 6.00." in result.output
    assert "You win 5.00 and lose 1.00." in result.output
    assert 'no spot "moon"' in result.output
    assert "could be any of" in result.output
    assert 'write a spot and an amount, such as "red 5"' in result.output
    assert '"x" is no amount' in result.output
    assert "the table has no chips for 0.07" in result.output
    assert "2 rounds. You have 998.00." in result.output


def test_a_refusal_names_its_rule_in_the_players_language() -> None:
    output = run("deal", "roulette", "--seed", "3", "--lang", "et", answers="red 3000\nl\nred 5\nq\n").output

    assert "No: above maximum (amount 3000.00, most 500.00). RLT-08: Panus" in output
    assert "No: no previous bet. RLT-06: " in output
    assert "1 rounds." in output


def test_money_that_is_not_there_cannot_be_bet() -> None:
    output = run("deal", "roulette", "--seed", "3", answers="red 500, black 500, 1 500\nq\n").output

    assert "No: you have only 1000.00." in output


def test_an_evening_of_baccarat() -> None:
    result = run("deal", "baccarat", "--seed", "3", answers="b 25\nl\nq\n")

    assert "Player: 4♣" in result.output
    assert "You win 23.75." in result.output
    assert "2 rounds. You have 998.75." in result.output


@pytest.mark.parametrize("game", ["roulette", "baccarat", "blackjack"])
def test_the_end_of_the_input_ends_the_evening(game: str) -> None:
    result = run("deal", game, "--seed", "3")

    assert result.exit_code == 0
    assert "0 rounds. You have 1000.00." in result.output
