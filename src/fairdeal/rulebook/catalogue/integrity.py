"""The rules of chapter 09: integrity and house powers."""

from typing import Final

from fairdeal.rulebook.clause import PW, U22, U26, U27, Rule

RULES: Final = (
    Rule(
        "INT-11", "P", "Individual game", sources={U22: "cl.11, 49", U26: "cl.11, 49", U27: "cl.11, 49", PW: "Art.17.1"}
    ),
    Rule(
        "INT-12",
        "O",
        "Soft play and chip dumping: penalties",
        sources={U22: "cl.12, 49", U26: "cl.12, 49", U27: "cl.12, 49", PW: "Art.17.2"},
        readings=("X-128",),
    ),
    Rule("INT-13", "O", "Data collection", sources={U22: "cl.13", U26: "cl.13", U27: "cl.13", PW: "Art.17.3"}),
    Rule(
        "INT-14",
        "O",
        "Routine review and withholding",
        sources={U22: "cl.14, 49", U26: "cl.14, 49", U27: "cl.14, 49", PW: "Art.17.4"},
        readings=("X-128",),
    ),
    Rule(
        "INT-14b",
        "O",
        "Video recording on demand",
        sources={U27: "cl.14"},
        readings=(
            "X-128",
            "X-132",
        ),
    ),
    Rule(
        "INT-15",
        "O",
        "No bots",
        sources={U22: "cl.15", U26: "cl.15", U27: "cl.15", PW: "Art.17.5"},
        readings=(
            "X-132",
            "X-144",
        ),
    ),
    Rule(
        "INT-16",
        "O",
        "Detection of prohibited programs",
        sources={U22: "cl.16", U26: "cl.16", U27: "cl.16", PW: "Art.17.6"},
        readings=("X-145",),
    ),
    Rule("INT-17", "O", "No circumvention", sources={U22: "cl.17", U26: "cl.17", U27: "cl.17", PW: "Art.17.7"}),
    Rule(
        "INT-18",
        "O",
        "Sanctions for fraud",
        sources={U22: "cl.18 (18.1-18.4)", U26: "cl.18", U27: "cl.18", PW: "Art.18.10"},
    ),
    Rule("INT-19", "O", "Collusion", sources={U22: "cl.19", U26: "cl.19", U27: "cl.19", PW: "Art.18.11"}),
    Rule(
        "INT-20",
        "O",
        "Complaints are investigated",
        sources={U22: "cl.20", U26: "cl.20", U27: "cl.20", PW: "Art.18.12"},
    ),
    Rule(
        "INT-21",
        "P",
        "No liability for collusion losses",
        sources={U22: "cl.21", U26: "cl.21", U27: "cl.21", PW: "Art.18.13"},
    ),
    Rule("INT-22", "O", "Chip dumping", sources={U22: "cl.22", U26: "cl.22", U27: "cl.22", PW: "Art.19.1"}),
    Rule("INT-30", "D", "Operator identity", sources={PW: "header, Dispoziții Generale, Art.35.1"}),
    Rule("INT-31", "O", "Refusal of registration", sources={PW: "Art.18.1"}),
    Rule("INT-32", "O", "Closing accounts and returning balances", sources={PW: "Art.18.2"}, readings=("X-129",)),
    Rule("INT-33", "P", "User obligations", sources={PW: "Art.18.3, 18.4, 18.5, 18.6"}),
    Rule("INT-34", "O", "Investigation and reporting", sources={PW: "Art.18.7"}),
    Rule("INT-35", "O", "Anti-cheating measures", sources={PW: "Art.18.8"}),
    Rule("INT-36", "O", "Freeze and forfeiture to the state budget", sources={PW: "Art.18.8"}, readings=("X-129",)),
    Rule("INT-37", "O", "Later annulment of winnings", sources={PW: "Art.18.9"}),
    Rule("INT-38", "O", "Complaints and disputes", sources={PW: "Art.35.3"}),
    Rule("INT-39", "O", "No payment of tainted results", sources={PW: "Art.35.2"}),
)
