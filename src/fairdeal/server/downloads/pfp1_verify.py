#!/usr/bin/env python3
"""
Verify published PFP-1 proofs by Python's standard library alone: hands, voids, casino rounds, shoes, HexaPro draws, lots, scans.
    python3 pfp1_verify.py [--key HEX] [--anchor HEX] [--quiet] FILE      ("-" reads standard input; one proof, or one a line)
Needs no server, and Python 3.6 or newer. --key is the room's public key, --anchor what a casino table, HexaPro game or tournament
published beforehand. The exit code is 0 if every check passed, 1 if one failed, 2 for what is no proof."""
import argparse, hashlib, hmac, json, struct, sys
from pathlib import Path
from typing import Any, Iterator
ZERO, SEATS = bytes(32), "protocol table hand roots hole order seats log lock signatures key"
HAND, VOID = SEATS + " mix deck unused_key openings deal end", SEATS + " kind reason void"
ROUND, DRAW = "protocol kind table round anchor players seeds secret", "protocol kind game commitment players seeds secret"
LOTS, WHERE = "protocol kind tournament number anchor heads logs secret draws", "kind table game tournament hand round number"
FIELDS = {None: HAND, "void": VOID, "round": ROUND + " result", "shoe": ROUND + " cards", "draw": DRAW + " result"}
FIELDS.update(lots=LOTS, scans="protocol kind table round log entries signatures key")
WHATS, SCANNED = "entrants seats table seat moved leavers tie".split(), "card unread refused correction redealt".split()
def hashed(tag: str, *parts: bytes) -> bytes: return hashlib.sha256(f"PFP1/{tag}\0".encode() + b"".join(parts)).digest()
def be(value: int, size: int = 1) -> bytes: return value.to_bytes(size, "big")
def unhex(text: Any, size: int = 32) -> bytes:
    if isinstance(text, str) and len(text) == 2 * size and not text.strip("0123456789abcdef"): return bytes.fromhex(text)
    raise ValueError(f"not {size} bytes in hexadecimal digits: {str(text)[:20]!r}")
def exactly(value: dict, fields: str) -> dict:
    if set(value) != set(fields.split()) or any(isinstance(each, (bool, float)) for each in value.values()):
        raise ValueError(f"not exactly the fields {fields}, with whole numbers")
    return value
def words(key: bytes) -> Iterator[int]:
    for block in range(2**32): yield from struct.unpack(">8I", hmac.new(key, b"PFP1/stream\0" + be(block, 8), "sha256").digest())
def uniform(source: Iterator[int], n: int) -> int: return next(word for word in source if word < 2**32 - 2**32 % n) % n
def shuffle(source: Iterator[int], n: int) -> list:
    row = list(range(n))
    for i in range(n - 1):
        j = i + uniform(source, n - i)
        row[i], row[j] = row[j], row[i]
    return row
P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493  # Ed25519 (RFC 8032), points in extended coordinates
D = -121665 * pow(121666, P - 2, P) % P
def add(a: tuple, b: tuple) -> tuple:
    r, s, t, u = (a[1] - a[0]) * (b[1] - b[0]), (a[1] + a[0]) * (b[1] + b[0]), 2 * D * a[3] * b[3], 2 * a[2] * b[2]
    e, f, g, h = (s - r) % P, (u - t) % P, (u + t) % P, (s + r) % P
    return e * f % P, g * h % P, f * g % P, e * h % P
def point(data: bytes) -> tuple:
    y = int.from_bytes(data, "little") & 2**255 - 1
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if (x * x - square) % P == 0 else x * pow(2, (P - 1) // 4, P) % P
    if y >= P or (x * x - square) % P or (not x and data[31] >> 7): return ()
    x = x if x & 1 == data[31] >> 7 else P - x
    return x, y, 1, x * y % P
BASE = point(b"\x58" + b"\x66" * 31)
def signed(key: bytes, message: bytes, signature: bytes) -> bool:
    owner, s = point(key), int.from_bytes(signature[32:], "little")
    if not owner or s >= L: return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    minus, total = (P - owner[0], owner[1], 1, P - owner[3]), (0, 1, 1, 0)
    summands = (total, BASE, minus, add(BASE, minus))
    for bit in range(252, -1, -1):  # s times the base minus k times the key, in one pass
        total = add(add(total, total), summands[(s >> bit & 1) + 2 * (k >> bit & 1)])
    x, y = (each * pow(total[2], P - 2, P) % P for each in total[:2])
    return bool((y | (x & 1) << 255).to_bytes(32, "little") == signature[:32])
def deck_root(th: bytes, b: int, key: bytes) -> bytes:
    salt_key, level = hashed("saltkey", key), [hashed("pad")] * 64
    for i, card in enumerate(shuffle(words(hashed("deck", key)), 52)):
        salt = hmac.new(salt_key, b"PFP1/salt\0" + be(i, 2), "sha256").digest()
        level[i] = hashed("leaf", th, be(b), be(i, 2), be(card), salt)
    while len(level) > 1: level = [hashed("node", *level[at : at + 2]) for at in range(0, len(level), 2)]
    return level[0]
def opened_root(th: bytes, b: int, each: dict) -> bytes:
    found = hashed("leaf", th, be(b), be(each["i"], 2), be(each["card"]), unhex(each["salt"]))
    for height, node in enumerate(map(unhex, each["path"])):
        found = hashed("node", *((node, found) if each["i"] >> height & 1 else (found, node)))
    return found if len(each["path"]) == 6 else ZERO
def right_seed(place: bytes, turn: int, each: dict, fixed: bytes) -> bool:  # own, missing, or the default
    promise, seed = unhex(each["commitment"]), unhex(each["seed"])
    who = place + be(turn, 8) + be(each.get("seat", 0)) + unhex(each["pid"], 16)
    if each["flag"] == 2: return promise == ZERO and seed == hashed("default", who, fixed)
    return promise == hashed("cli", who, seed) if each["flag"] == 1 else each["flag"] == 0 and seed == ZERO != promise
def hand_checks(proof: dict) -> Iterator[tuple]:
    table, roots, order, hole = unhex(proof["table"], 16), list(map(unhex, proof["roots"])), proof["order"], proof["hole"]
    void, both, th, n = "kind" in proof, b"".join(roots), table + be(proof["hand"], 8), len(order)
    seats = [exactly(each, "seat pid flag commitment" + " seed" * (not void)) for each in proof["seats"]]
    start, log = order.index(min(order)), exactly(proof["log"], "before after")
    clockwise = order[start:] + order[:start] == sorted(set(order)) == [each["seat"] for each in seats]
    yield "order", clockwise and 2 <= n <= 10 and hole > 0 and n * hole <= 47 and len({e["pid"] for e in seats}) == n
    before, after, lock = unhex(log["before"]), unhex(log["after"]), unhex(proof["lock"])
    rows = [be(e["seat"]) + unhex(e["pid"], 16) + be(e["flag"] or 1) + unhex(e["commitment"]) for e in seats]
    yield "lock", lock == hashed("lock", th, both, be(hole), be(n), *rows, bytes(order), before) and len(set(roots)) == 2
    if void:
        yield "seeds", all(e["flag"] == 1 or (e["flag"] == 2 and unhex(e["commitment"]) == ZERO) for e in seats)
        yield "void", unhex(proof["void"]) == hashed("void", th, lock, be(proof["reason"]))
        yield "log", after == hashed("log", before, lock, unhex(proof["void"])) and (proof["hand"] != 1 or before == ZERO)
        return
    yield "seeds", all(right_seed(table, proof["hand"], each, both) for each in seats)
    rows = [be(e["seat"]) + unhex(e["pid"], 16) + be(e["flag"]) + unhex(e["seed"]) for e in seats]
    mix = hashed("mix", th, both, be(n), *rows, ZERO)
    source = words(mix)
    b, places = next(source) & 1, shuffle(source, 52)
    yield "cut", mix == unhex(proof["mix"]) and b == proof["deck"]
    deal, end, key = unhex(proof["deal"]), unhex(proof["end"]), unhex(proof["unused_key"])
    yield "deal", deal == hashed("deal", th, lock, be(n), *(be(e["seat"]) + be(e["flag"]) + unhex(e["seed"]) for e in seats), mix)
    yield "unused_deck", deck_root(th, 1 - b, key) == roots[1 - b]
    cards = [exactly(each, "k i card salt path") for each in proof["openings"]]
    ks, faces = [each["k"] for each in cards], {each["card"] for each in cards}
    there = [e["k"] < n * hole + 5 and e["i"] == places[e["k"]] and opened_root(th, b, e) == roots[b] for e in cards]
    yield "cards", all(there) and ks == sorted(set(ks)) and len(faces) == len(cards) and max(faces, default=0) < 52
    copies = [[e for e in cards if e["k"] >= n * hole or e["k"] % n != own] for own in range(n)]  # own cards left out
    texts = [b"".join(be(each["k"]) + be(each["card"]) for each in copy) for copy in [cards, *copies]]
    yield "end", end in [hashed("end", th, deal, key, be(len(text) // 2), text) for text in texts]
    yield "log", after == hashed("log", before, lock, deal, end) and (proof["hand"] != 1 or before == ZERO)
# ---- the casino, and lots of tournaments
def chain_back(secret: bytes, steps: int) -> bytes:
    for _ in range(min(steps, 2**20)): secret = hashed("chain", secret)
    return secret
def casino_checks(proof: dict) -> Iterator[tuple]:
    draw, secret = proof["kind"] == "draw", unhex(proof["secret"])
    place, turn = (unhex(proof["game"], 16), 0) if draw else (unhex(proof["table"], 16), proof["round"])
    fixed = unhex(proof["commitment" if draw else "anchor"])
    yield "secret", (hashed("draw", place, secret) if draw else chain_back(secret, turn)) == fixed and (draw or turn > 0)
    players = [exactly(each, "seat " * draw + "pid flag commitment seed") for each in proof["players"]]
    rows = sorted(unhex(each["pid"], 16) + be(each["flag"]) + unhex(each["seed"]) for each in players)
    yield "seeds", all(right_seed(place, turn, e, fixed + ZERO) for e in players) and len({r[:16] for r in rows}) == len(rows)
    seeds = hashed("seeds", be(len(rows), 4), *rows)
    yield "mix", seeds == unhex(proof["seeds"])
    what = b"PFP1/hexapro\0" + place + seeds if draw else b"PFP1/round\0" + place + be(turn, 8) + seeds + ZERO
    source = words(hmac.new(secret, what, "sha256").digest())
    if proof["kind"] == "shoe":
        yield "cards", [i % 52 for i in shuffle(source, 416)][: len(proof["cards"])] == proof["cards"]
    elif proof["result"] is not None:
        yield "result", uniform(source, 100000 if draw else 37) == proof["result"]
def lots_checks(proof: dict) -> Iterator[tuple]:
    place, number, secret = unhex(proof["tournament"], 16), proof["number"], unhex(proof["secret"])
    yield "secret", number > 0 and chain_back(secret, number) == unhex(proof["anchor"])
    logs, heads = [exactly(each, "table log") for each in proof["logs"]], exactly(proof["heads"], "before after")
    rows, before, after = [unhex(e["table"], 16) + unhex(e["log"]) for e in logs], unhex(heads["before"]), unhex(heads["after"])
    once = [row[:16] for row in rows] == sorted({row[:16] for row in rows}) and (number > 1 or before == ZERO)
    yield "heads", after == hashed("heads", before, be(len(rows), 4), *rows) and once
    source = words(hmac.new(secret, b"PFP1/lots\0" + place + be(number, 8) + after, "sha256").digest())
    draws = [(e["what"], e["of"], e["drawn"]) for e in (exactly(each, "what of drawn") for each in proof["draws"])]
    drawn = [(shuffle(source, of) if len(row) == of else [uniform(source, of)]) == row and of > 1 for _, of, row in draws]
    yield "draws", all(drawn) and len(drawn) > 0 and all(what in WHATS for what, _, _ in draws)
def scan_checks(proof: dict) -> Iterator[tuple]:
    place, log = unhex(proof["table"], 16) + be(proof["round"], 8), exactly(proof["log"], "before after")
    last, right = unhex(log["before"]), []
    for at, each in enumerate(exactly(row, "what seat hand card video salt face") for row in proof["entries"]):
        where = be(SCANNED.index(each["what"])) + be(each["seat"]) + be(each["hand"]) + be(each["video"] or 0, 8)
        face, salt = unhex(each["face"]), unhex(each["salt"])
        last = hashed("scanlog", last, hashed("scan", place, be(at, 2), where, face))  # a hidden card has no salt
        right.append(salt == ZERO if each["card"] is None else face == hashed("face", be(each["card"]), salt))
    yield "entries", all(right) and len(right) > 0
    yield "log", last == unhex(log["after"])
# ---- reading and telling
SAYS = dict(each.split(": ") for each in (
    "order: the seats are not dealt in once each, clockwise; lock: it does not name the decks, seats and log that stand here; "
    "seeds: a seed is not the one that was promised; cut: it does not follow from decks and seeds; deal: it names other seeds; "
    "unused_deck: the opened deck is not the one that was locked; cards: one was not in the locked deck where the cut took it; "
    "end: it names other cards or another deck; void: it names another hand; log: it does not go on by this; mix: other seeds; "
    "secret: not the one that was fixed; result: another follows from secret and seeds; heads: other logs were mixed in; "
    "draws: others follow from secret and logs; entries: one is not what was written; signatures: this key did not sign this; "
    "pinned: not the key or anchor you gave; follows: not the log before; numbers: not in turn; decks: used again").split("; "))
def log_checks(proof: dict, last: dict, used: set) -> Iterator[tuple]:  # what the earlier proofs of a file leave to check
    secrets = [*proof.get("roots", ()), *(proof[name] for name in ("unused_key", "secret") if name in proof)]
    place, log = proof.get("table", proof.get("tournament")), proof.get("log", proof.get("heads", {"before": "", "after": ""}))
    turn = proof.get("hand", proof.get("round", proof.get("number", 0)))
    number, after = last.get(place, (-1, ""))
    yield "decks", not used & set(secrets)
    yield "numbers", place is None or turn > number
    yield "follows", turn != number + 1 or number < 0 or log["before"] == after
    used.update(secrets)
    last[place] = turn, log["after"]
def verify(proof: dict, key: str = "", anchor: str = "") -> list:
    if exactly(proof, FIELDS[proof.get("kind")])["protocol"] != "PFP-1": raise ValueError("another protocol")
    if "key" not in proof:
        checks = lots_checks(proof) if proof["kind"] == "lots" else casino_checks(proof)
        return [*checks, ("pinned", anchor in ("", proof.get("anchor", proof.get("commitment"))))]
    messages = [unhex(proof[name]) for name in ("lock", "void", "deal", "end") if name in proof] or [unhex(proof["log"]["after"])]
    rows = list(zip(messages, (unhex(each, 64) for each in proof["signatures"])))
    right = len(rows) == len(proof["signatures"]) == len(messages) and all(signed(unhex(proof["key"]), *r) for r in rows)
    checks = scan_checks(proof) if "entries" in proof else hand_checks(proof)
    return [*checks, ("signatures", right), ("pinned", key in ("", proof["key"]))]
def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("file", "--key", "--anchor"): parser.add_argument(name, default="")
    parser.add_argument("--quiet", action="store_true", help="only failures and the sum")
    options, failed, count, known = parser.parse_args(), 0, 0, ({}, set())  # type: Any, int, int, Any
    try:
        text = (sys.stdin.read() if options.file == "-" else Path(options.file).read_text("utf-8")).strip()
        lines = [text] if text.split("\n")[0][-1:] != "}" else filter(None, map(str.strip, text.split("\n")))
        for count, line in enumerate(lines, 1):
            proof = json.loads(line, object_pairs_hook=lambda rows: dict(rows) if len(dict(rows)) == len(rows) else {})
            checks = [*verify(proof, options.key, options.anchor), *log_checks(proof, *known)]
            wrong = [name for name, passed in checks if not passed]
            failed, where = failed + bool(wrong), [proof[it] for it in WHERE.split() if it in proof]
            if wrong or not options.quiet:
                sys.stdout.write(f"{where}: {'FAILED: ' + ', '.join(wrong) if wrong else 'all right'}\n")
            for name in wrong: sys.stdout.write(f"    {name}: {SAYS[name]}\n")
    except (KeyError, IndexError, TypeError, ValueError, OverflowError, AttributeError, RecursionError, OSError) as error:
        sys.stdout.write(f"{'line %d is no proof as it is published' % count if count else 'nothing can be read'}: {error!r}\n")
        return 2
    sys.stdout.write(f"{count} proofs, {failed} failed{'' if options.key else '; signature not pinned: no --key given'}\n")
    return 1 if failed else 0
if __name__ == "__main__": sys.exit(main())
