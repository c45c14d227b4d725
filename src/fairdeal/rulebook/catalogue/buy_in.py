"""The rules of chapter 04: buy-in, ratholing, banzai."""

from typing import Final

from fairdeal.rulebook.clause import PW, U22, U26, U27, Rule

RULES: Final = (
    Rule(
        "BUY-01",
        "E",
        "Table stakes",
        sources={
            U22: "All In (implicit)",
            U26: "All-in (implicit)",
            U27: "All In (implicit)",
            PW: 'Art.2.1 Buy-in, glossary "Table stakes", "Stack", "Buy-in"',
        },
    ),
    Rule(
        "BUY-02",
        "E",
        "Ordinary cash buy-in range",
        sources={U26: "Ratholing table row 1", U27: "Ratholing table row 1"},
        readings=("X-41",),
    ),
    Rule(
        "BUY-03",
        "E",
        'PublicWin fixed-limit buy-in table ("example of minimum needed")',
        sources={PW: "Art.2.1 a Buy-in, table Texas Hold'em/Omaha Fixed Limit"},
        readings=(
            "X-35",
            "X-40",
        ),
    ),
    Rule(
        "BUY-04",
        "E",
        "PublicWin NL/PL buy-in limits",
        sources={PW: "Art.2.1 Buy-in (values missing)"},
        readings=("X-41",),
    ),
    Rule("BUY-05", "E", "Auto top-up", sources={U26: "Auto topup", U27: "Automaatne topup"}, readings=("X-51",)),
    Rule(
        "BUY-06",
        "D",
        "Starting stack naming check",
        sources={U22: "rake tables", U26: "rake tables", U27: "rake tables"},
        readings=("X-45",),
    ),
    Rule("RAT-01", "E", "Definition", sources={U26: "Ratholing", U27: "Ratholing"}),
    Rule(
        "RAT-02",
        "E",
        "When the check applies",
        sources={U26: "Ratholing (text and table)", U27: "Ratholing (text and table)"},
        readings=("X-43",),
    ),
    Rule(
        "RAT-03",
        "E",
        "Allowed buy-in on return",
        sources={U26: "Ratholing table (Texas, Omaha)", U27: "Ratholing table (Texas, Omaha)"},
        readings=("X-44",),
    ),
    Rule("RAT-04", "E", "Ratholing counter", sources={U26: "Ratholing", U27: "Ratholing"}, readings=("X-42",)),
    Rule("RAT-05", "E", "Counter scope and reset", sources={U26: "Ratholing", U27: "Ratholing"}, readings=("X-51",)),
    Rule(
        "RAT-06",
        "E",
        "No ratholing in Texas Deepstack",
        sources={U26: "Texas/Ratholing last line", U27: "Texas/Ratholing last line"},
        readings=("X-45",),
    ),
    Rule(
        "RAT-07",
        "E",
        "No ratholing in Omaha Shortstack",
        sources={U26: "Omaha/Ratholing last line", U27: "Omaha/Ratholing last line"},
    ),
    Rule(
        "BZ-01",
        "E",
        "What Banzai is",
        sources={U22: "Banzai", U26: "BANZAI and contents", U27: "BANZAI and contents"},
        readings=("X-48",),
    ),
    Rule("BZ-02", "E", "Sit with 10 BB", sources={U22: "Banzai", U26: "BANZAI", U27: "BANZAI"}, readings=("X-50",)),
    Rule("BZ-03", "E", "Re-buy and top-up only to 10 BB", sources={U22: "Banzai", U26: "BANZAI", U27: "BANZAI"}),
    Rule("BZ-04", "E", "Tables per stake", sources={U22: "Banzai", U26: "BANZAI", U27: "BANZAI"}, readings=("X-49",)),
    Rule("BZ-05", "E", "Banzai seats", sources={U26: "BANZAI", U27: "BANZAI"}),
    Rule(
        "BZ-06",
        "E",
        "Returning after leaving with more than 10 BB",
        sources={U22: "Banzai", U26: "BANZAI", U27: "BANZAI"},
    ),
    Rule(
        "BZ-07", "E", "Resume or Reset, five times per day", sources={U26: "BANZAI", U27: "BANZAI"}, readings=("X-51",)
    ),
    Rule("BZ-08", "O", "Exclusion from Banzai", sources={U22: "Banzai", U26: "BANZAI", U27: "BANZAI"}),
)
