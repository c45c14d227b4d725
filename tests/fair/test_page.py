"""The page's verifier, run by Node without a browser: it says what the other two say of the same proofs."""

import json
import re
import subprocess
from functools import cache
from pathlib import Path
from typing import Any, Final

from playwright._impl._driver import compute_driver_executable

from fairdeal.fair import DRAW, ROUND, SHOE, end_hand, proof_text, publish_void, void_hand
from fairdeal.server.http.static import DOWNLOADS
from fairdeal.testing.plan import Dice
from tests.fair.hands import KEY, random_hand, random_lots, random_round, random_scans, random_shown, signed, standalone
from tests.fair.test_verify import places, with_change

PAGE: Final = DOWNLOADS / "pfp1_verify.html"
RUN: Final = """
const lines = require("fs").readFileSync(0, "utf8").split("\\n").map((line) => JSON.parse(line));
for (const [proof, key] of lines) {
  let told;
  try { told = PFP1.verify(proof, key).checks.map(({ name, passed }) => [name, passed]); } catch (error) { told = error.message; }
  console.log(JSON.stringify(told));
}
"""
HASHES: Final = """
const crypto = require("crypto");
for (let size = 0; size < 300; size++) {
  const data = crypto.randomBytes(size), key = crypto.randomBytes(size % 100);
  const same = (bytes, other) => { if (PFP1.hex(bytes) !== other.digest("hex")) throw new Error(String(size)); };
  same(PFP1.sha256(data), crypto.createHash("sha256").update(data));
  same(PFP1.sha512(data), crypto.createHash("sha512").update(data));
  same(PFP1.hmac(key, data), crypto.createHmac("sha256", key).update(data));
}
console.log("same");
"""
VERIFY = standalone()["verify"]


@cache
def core() -> str:
    """The script of the page that verifies, without the one that draws."""
    found = re.search(r'<script id="pfp1">(.*?)</script>', PAGE.read_text("utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


def node(program: str, text: str = "") -> str:
    """What a program prints in the Node that drives the browser tests."""
    executable, _ = compute_driver_executable()
    result = subprocess.run(
        [executable, "-e", core() + program], input=text, capture_output=True, text=True, check=False, encoding="utf-8"
    )
    assert result.returncode == 0, result.stderr[-2000:]
    return result.stdout


def told_by_page(proofs: list[str], key: str = "") -> list[Any]:
    """The checks of each proof by the page, or why it is none."""
    return [json.loads(line) for line in node(RUN, "\n".join(json.dumps([each, key]) for each in proofs)).splitlines()]


def proofs() -> list[str]:
    dice = Dice(61)
    found = []
    for _ in range(6):
        dealt = random_hand(dice)
        own = dealt.hole_cards(dealt.locked.order[0]) if dice.random() < 0.5 else ()
        found.append(proof_text(signed(end_hand(dealt, random_shown(dice, dealt)), tuple(own))))
    void = void_hand(random_hand(dice).locked, 1)
    signatures = [KEY.sign(void.locked.lock), KEY.sign(void.void)]
    found.append(proof_text(publish_void(void, signatures, KEY.public)))
    found += [proof_text(random_round(dice, kind, 5)) for kind in (ROUND, SHOE, DRAW) for _ in range(3)]
    return [
        *found,
        proof_text(random_lots(dice, 5)),
        proof_text(random_lots(dice, tables=0)),
        proof_text(random_scans(dice)),
    ]


def test_its_hashes_are_those_of_everybody() -> None:
    assert node(HASHES) == "same\n"


def test_honest_proofs_pass() -> None:
    told = told_by_page(proofs())

    assert len(told) == 19
    assert all(passed for checks in told for _, passed in checks)
    assert [name for name, _ in told[0]] == [
        "order", "lock", "seeds", "cut", "deal", "unused_deck", "cards", "end", "log", "signatures",
    ]  # fmt: skip


def test_a_proof_may_be_pinned_to_a_key() -> None:
    (right,) = told_by_page(proofs()[:1], KEY.public.hex())
    (wrong,) = told_by_page(proofs()[:1], "00" * 32)

    assert right[-1] == ["pinned", True]
    assert wrong[-1] == ["pinned", False]


def test_whatever_is_changed_fails_as_in_the_other_verifier() -> None:
    """Every sixth value of a hand, a void hand, a round, a shoe, a draw, lots and a scanner's log."""
    texts = proofs()
    changed = []
    for text in (texts[0], texts[6], texts[7], texts[10], texts[13], texts[16], texts[18]):
        found = json.loads(text)
        changed += [with_change(found, path) for path in places(found)[::6] if path[0] not in ("protocol", "kind")]
    told = told_by_page([json.dumps(each, separators=(",", ":")) for each in changed])

    for each, checks in zip(changed, told, strict=True):
        assert isinstance(checks, str) or not all(passed for _, passed in checks)
        if not isinstance(checks, str):
            names = {"shoe": "cards", "pinnedAnchor": "pinned", "scanlog": "log"}
            page = {names.get(name, name) for name, passed in checks if not passed}
            assert page == {name for name, passed in VERIFY(each) if not passed}


def test_what_is_no_proof_is_refused() -> None:
    text = proofs()[0]
    found = json.loads(text)
    refused = [
        "",
        "{}",
        "[]",
        text.replace('"hand":1,', '"hand":1,"hand":1,'),
        text.replace('"hand":1,', '"hand":1.0,'),
        json.dumps({**found, "stack": 5}),
        json.dumps({name: value for name, value in found.items() if name != "log"}),
        json.dumps({**found, "kind": "constructor"}),
    ]

    assert all(isinstance(told, str) for told in told_by_page(refused))


def test_the_page_asks_nobody_for_anything() -> None:
    text = PAGE.read_text("utf-8")

    assert "default-src 'none'" in text
    assert not re.search(r"https?://|fetch\(|XMLHttpRequest|WebSocket|import\(|innerHTML|<link|src=", text)


def test_every_language_has_every_word() -> None:
    text = PAGE.read_text("utf-8")
    words = re.search(r"const WORDS = (\{.*?\n  \});", text, re.DOTALL)
    assert words is not None
    found = json.loads(node(f"console.log(JSON.stringify({words[1]}))"))

    def shape(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: shape(each) for name, each in value.items()}
        if isinstance(value, list):
            return [shape(each) for each in value]
        return sorted(re.findall(r"\{\w+\}", value))

    assert set(found) == {"en", "et", "sv", "ro"}
    assert all(shape(found[language]) == shape(found["en"]) for language in found)
    checks = {name for line in told_by_page(proofs(), "00" * 32) for name, _ in line}
    assert checks | {"decks", "numbers", "follows"} == set(found["en"]["checks"])
    assert Path(PAGE).stat().st_size < 64 * 1024
