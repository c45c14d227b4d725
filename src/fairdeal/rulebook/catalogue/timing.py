"""The rules of chapter 03: time, connection, sitting out."""

from typing import Final

from fairdeal.rulebook.clause import PW, U22, U26, U27, Rule

RULES: Final = (
    Rule(
        "TIME-01",
        "E",
        "Voluntary sit-out in a cash game",
        sources={
            U22: "Sitting Out (Texas, Omaha)",
            U26: "Sitta ute",
            U27: "Lauast eemal olek",
            PW: 'Art.7.1, 13, glossary "Sit-out"',
        },
        readings=("X-04",),
    ),
    Rule(
        "TIME-02",
        "E",
        "Removal after too long a sit-out",
        sources={
            U22: "Sitting Out (Texas, Omaha)",
            U26: "Sitta ute (Texas, Omaha)",
            U27: "Lauast eemal olek (Texas, Omaha)",
            PW: "Art.7.1, 13",
        },
        readings=(
            "X-03",
            "X-04",
        ),
    ),
    Rule("TIME-03", "E", "Global sit-out", sources={U22: "cl.7", U26: "cl.7", U27: "cl.7"}, readings=("X-137",)),
    Rule(
        "TIME-04", "E", '"Sit out next big blind"', sources={U22: "cl.8", U26: "cl.8", U27: "cl.8"}, readings=("X-138",)
    ),
    Rule(
        "TIME-05",
        "E",
        "500-second limit of a global sit-out",
        sources={U22: "cl.9", U26: "cl.9", U27: "cl.9"},
        readings=("X-03",),
    ),
    Rule("TIME-06", "E", "Time bank, edition 2.2", sources={U22: "cl.10"}, readings=("X-10",)),
    Rule(
        "TIME-07",
        "E",
        "Time bank table, editions 2.6 and 2.7",
        sources={U26: "cl.10 table", U27: "cl.10 table"},
        readings=(
            "X-09",
            "X-11",
        ),
    ),
    Rule(
        "TIME-08",
        "E",
        "Time bank scope and no per-hand renewal",
        sources={U26: "cl.10", U27: "cl.10"},
        readings=("X-10",),
    ),
    Rule("TIME-09", "E", "PublicWin has no time bank", sources={PW: "Art.8 a, 14.1, 16 (no time bank named)"}),
    Rule(
        "TIME-10",
        "E",
        "Extra time for a disconnected player whose turn has come",
        sources={
            U22: "In Case of Problems (Texas, Omaha)",
            U26: "Om problem uppstår",
            U27: "Probleemide korral",
            PW: "Art.8 a, 14.1",
        },
        readings=("X-02",),
    ),
    Rule(
        "TIME-11",
        "E",
        "Thirty seconds to get back during a hand in progress",
        sources={U22: "cl.10", U26: "cl.10", U27: "cl.10", PW: "Art.16"},
        readings=(
            "X-01",
            "X-02",
            "X-67",
            "X-142",
        ),
    ),
    Rule(
        "TIME-12",
        "E",
        "Automatic decision",
        sources={U22: "In Case of Problems", U26: "Om problem uppstår", U27: "Probleemide korral", PW: "Art.8 a, 14.1"},
        readings=(
            "X-05",
            "X-06",
        ),
    ),
    Rule(
        "TIME-13",
        "E",
        "Sit-out after an automatic decision",
        sources={
            U22: "In Case of Problems",
            U26: "Om problem uppstår",
            U27: "Probleemide korral",
            PW: 'Art.8 a, 14.1, glossary "Sit-out"',
        },
        readings=("X-07",),
    ),
    Rule(
        "TIME-14",
        "E",
        "Connected player who times out (cash)",
        sources={
            U22: "cl.10 and In Case of Problems (implied)",
            U26: "cl.10 and Om problem uppstår (implied)",
            U27: "cl.10 and Probleemide korral (implied)",
            PW: "Art.8 a, 14.1 (implied)",
        },
        readings=("X-142",),
    ),
    Rule(
        "TIME-15",
        "E",
        "Server error that prevents the hand from finishing",
        sources={U22: "In Case of Problems", U26: "Om problem uppstår", U27: "Probleemide korral"},
    ),
    Rule(
        "TIME-16",
        "E",
        "Server crash: rollback",
        sources={U22: "cl.23", U26: "cl.23", U27: "cl.23"},
        readings=("X-143",),
    ),
    Rule("TIME-17", "E", "PublicWin server failure in cash games", sources={PW: "Art.8 b, 14.2"}, readings=("X-143",)),
    Rule(
        "TIME-18",
        "E",
        "Normal decision time",
        sources={
            U22: "In Case of Problems (value missing)",
            U26: "Om problem uppstår (value missing)",
            U27: "Probleemide korral (value missing)",
            PW: "Art.8 a, 14.1 (value missing)",
        },
        readings=("X-08",),
    ),
    Rule(
        "TIME-19",
        "O",
        "Unresolved bets expire after 90 days",
        sources={
            U22: "In Case of Problems (Texas, Omaha)",
            U26: "Om problem uppstår (Texas, Omaha)",
            U27: "Probleemide korral (Texas, Omaha)",
        },
        readings=("X-93",),
    ),
)
