"""Every code by which a player can be refused has words in the client, and the numbers those words need."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PROJECT: Final = Path(__file__).parents[2]
SOURCE: Final = PROJECT / "src/fairdeal"
WORDS: Final = PROJECT / "web/src/i18n"
# The packages whose refusals reach a player over the socket or a page of data.
SPEAKERS: Final = (
    "server", "protocol", "present", "cash", "play", "bank", "poker", "room", "runtime", "tournament", "hexapro", "casino",
)  # fmt: skip
REFUSING: Final = {"reject", "rule_on", "Refused", "Explanation", "invalid", "BadMessage", "disconnect"}

TO_TIMERS: Final = {"stale_timer", "too_early", "not_enough_players", "stale_game"}
TO_THE_HOUSE: Final = {
    "already_announced", "already_open", "already_paused", "already_started", "bad_setup", "bot_not_allowed", "game_not_full",
    "inconsistent_report", "lobby_already_closed", "lobby_already_open", "no_cancellation_policy",
    "no_players_left", "no_start_time", "no_such_phase", "no_such_rulebook", "not_in_the_future", "not_paused", "not_running",
    "option_not_offered", "parameter_not_adjustable", "phases_running", "pool_too_small", "table_is_open",
    "no_such_template", "start_missing", "template_linked", "template_missing", "unknown_rulebook", "unsupported_rounding",
    "wrong_edition",
}  # fmt: skip
TO_STAFF: Final = {
    "already_paid", "bad_share", "hand_not_over", "no_such_case", "request_expired", "round_is_over", "too_few_chips",
    "bad_extension", "bets_do_not_expire", "destination_missing", "duplicate_bet", "duplicate_hold",
    "fee_missing", "forfeiture_not_allowed", "hold_has_no_deadline", "hold_not_allowed", "more_than_held",
    "no_such_bet", "no_such_complaint", "no_such_hold", "no_such_person", "no_such_price", "no_such_role",
    "already_barred", "already_settled", "no_such_payment", "not_suspended", "clause_of_other_rulebook",
    "cannot_be_done", "clause_missing", "limit_unchanged", "money_came_in", "no_such_clause", "no_such_request",
    "no_such_stream", "not_barred", "second_signature_needed",
    "already_in_force", "bad_paper", "bad_rulebook", "no_such_paper", "rulebook_differs", "still_stopped",
    "not_your_purse", "nothing_held", "own_admin_role", "reason_missing", "same_account",
}  # fmt: skip
TO_PROGRAMS: Final = {"bad_token", "no_such_provider"}
AT_THE_STATION: Final = {
    "card_not_in_shoe", "card_read_twice", "card_unread", "dealer_shuffles_by_hand",
    "no_bets_in_round", "no_card_due", "no_dealer", "no_more_bets_not_called",
    "no_scanner", "no_shoe", "no_wheel", "no_shuffle_due", "no_spin_due", "no_such_card", "no_such_pocket",
    "not_blocked", "not_correctable", "not_your_proposal", "not_your_table", "nothing_proposed", "own_sensor", "pit_needed",
    "proposal_open", "second_person_needed", "staff_missing", "staff_only", "station_locked", "steps_out_of_order",
    "table_has_dealer", "table_not_suspended",
}  # fmt: skip
TO_THE_CASINO: Final = {"balances_missing", "entropy_missing", "no_automatic_shoe"}
# The client tells a hand that was rolled back with the stack it knows; why a top-up has its range is told by its clause.
TOLD_OTHERWISE: Final = {"hand_rolled_back", "top_up_range"}
UNWORDED: Final = TO_TIMERS | TO_THE_HOUSE | TO_STAFF | TO_PROGRAMS | AT_THE_STATION | TO_THE_CASINO | TOLD_OTHERWISE
# The reason of a usual range is not shown: there is nothing to explain.
NEVER_SHOWN: Final = {"buy_in_range"}


@dataclass(frozen=True)
class Site:
    """Where a code is sent, and with which numbers; None: they are put together elsewhere."""

    place: str
    numbers: frozenset[str] | None


def sites() -> dict[str, list[Site]]:
    """Every code the packages can send."""
    found: dict[str, list[Site]] = {}
    for package in SPEAKERS:
        for file in sorted((SOURCE / package).rglob("*.py")):
            for code, numbers, line in _codes(ast.parse(file.read_text())):
                found.setdefault(code, []).append(Site(f"{file.relative_to(SOURCE)}:{line}", numbers))
    return found


def _codes(tree: ast.Module) -> Iterator[tuple[str, frozenset[str] | None, int]]:
    for node in ast.walk(tree):
        sent: list[ast.expr] = []
        numbers: frozenset[str] | None = None
        match node:
            case ast.Call() if _name(node.func) in REFUSING:
                sent, numbers = _code_of(node), _numbers(node)
            case ast.AnnAssign(target=ast.Name(id="refusal"), value=ast.Constant() as refusal):
                sent = [refusal]
            case ast.ClassDef(name="Refusal"):
                sent = [line.value for line in node.body if isinstance(line, ast.Assign)]
            case ast.AnnAssign(target=ast.Name(id="_CODES"), value=ast.Dict(values=values)):
                sent = values
        for expression in sent:
            for code in _texts(expression):
                yield code, numbers, expression.lineno


def _name(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _code_of(call: ast.Call) -> list[ast.expr]:
    return [*(word.value for word in call.keywords if word.arg == "code"), *call.args][:1]


def _texts(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(text)) if re.fullmatch(r"[a-z]\w+", text):
            yield text
        case ast.IfExp():
            yield from _texts(node.body)
            yield from _texts(node.orelse)
        case ast.JoinedStr():
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "?" for part in node.values)


def _numbers(call: ast.Call) -> frozenset[str] | None:
    if _name(call.func) not in {"reject", "rule_on", "invalid"} or any(word.arg is None for word in call.keywords):
        return None
    return frozenset(word.arg for word in call.keywords if word.arg is not None)


def words() -> dict[str, set[str]]:
    """Codes that have words of their own in English, with the numbers those name; other languages have the same."""
    text = "\n".join(path.read_text() for path in sorted((WORDS / "words" / "en").glob("*.ts")))
    found = re.findall(r'^  "ruling\.(\w+)":\s*(.*?),\n(?=  "|\n|\})', text, re.MULTILINE | re.DOTALL)
    return {code: set(re.findall(r"\{(\w+)\}", said)) for code, said in found}


def told_as() -> dict[str, str]:
    """Codes that are told in the words of another."""
    text = (WORDS / "codes.ts").read_text()
    found = re.findall(r'^  (\w+):\s*"([\w ]+)",$', text, re.MULTILINE)
    return {code: code_with_words for code_with_words, codes in found for code in codes.split()}


def worded_as(code: str, same: dict[str, str]) -> list[str]:
    """The codes whose words tell this one; a code that names its kind stands for all kinds of it."""
    if code == "?_limit_?":
        return ["deposit_limit", "loss_limit", "time_limit"]
    return [same.get(code, re.sub("(_limit)_day$|(withdrawal_is)_[?]$", r"\1\2", code))]


def test_every_refusal_a_player_can_meet_has_words() -> None:
    known, same = words(), told_as()
    silent = {
        f"{code}: {found[0].place}"
        for code, found in sites().items()
        if code not in UNWORDED and any(each not in known for each in worded_as(code, same))
    }
    assert silent == set()


def test_no_refusal_lacks_a_number_that_its_words_name() -> None:
    known, same = words(), told_as()
    lacking = {
        f"{code} has no {missing}: {site.place}"
        for code, found in sites().items()
        if code not in UNWORDED | NEVER_SHOWN
        for each in worded_as(code, same)
        for site in found
        if site.numbers is not None and (missing := sorted(known.get(each, set()) - site.numbers))
    }
    assert lacking == set()


def test_what_has_no_words_is_still_sent_and_still_has_none() -> None:
    sent, known = sites(), words()
    assert {code for code in UNWORDED if code not in sent or code in known} == set()


def test_codes_told_as_others_are_sent_and_those_have_words() -> None:
    sent, known, same = sites(), words(), told_as()
    assert len(same) > 30
    # "refused" answers a status for which there is no code.
    assert {code for code in same if code not in sent} == {"refused"}
    assert {each for each in same.values() if each not in known} == set()
