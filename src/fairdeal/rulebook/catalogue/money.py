"""The rules of chapter 05: rake, fees, rakeback, wallet."""

from typing import Final

from fairdeal.rulebook.clause import PW, U22, U26, U27, Rule

RULES: Final = (
    Rule(
        "RAKE-01",
        "D",
        "Definition",
        sources={
            U22: "Rake Information",
            U26: "RAKEINFORMATION",
            U27: "TEENUSTASU INFO",
            PW: 'Art.33 (first), glossary "Rake"',
        },
    ),
    Rule(
        "RAKE-02",
        "E",
        "Percentage with a cap",
        sources={U22: "Cash Game Rake", U26: "Cashgame-rake", U27: "Rahamängude teenustasu", PW: "Art.33.2, 33.3"},
        readings=("X-55",),
    ),
    Rule(
        "RAKE-03",
        "E",
        "No flop, no rake",
        sources={U22: "closing notes", U26: "closing notes", U27: "closing notes", PW: "Art.33.1, 33.3"},
    ),
    Rule(
        "RAKE-04", "E", "Minimum one cent", sources={U22: "closing notes", U26: "closing notes", U27: "closing notes"}
    ),
    Rule(
        "RAKE-05",
        "E",
        "Rounding",
        sources={U22: "closing notes", U26: "closing notes", U27: "closing notes", PW: "silent"},
        readings=(
            "X-53",
            "X-56",
        ),
    ),
    Rule(
        "RAKE-06",
        "E",
        "Cap halved for two or three players",
        sources={U22: "last line", U26: "last line", U27: "last line"},
        readings=("X-54",),
    ),
    Rule(
        "RAKE-07",
        "E",
        "Texas Hold'em table",
        sources={U22: "Texas Hold'em (Cash Game Rake)", U26: "Texas Hold'em", U27: "Texas Hold'em"},
        readings=(
            "X-45",
            "X-47",
        ),
    ),
    Rule(
        "RAKE-08",
        "E",
        "Omaha table",
        sources={U22: "Omaha (Cash Game Rake)", U26: "Omaha", U27: "Omaha"},
        readings=("X-45",),
    ),
    Rule(
        "RAKE-09",
        "E",
        "Banzai Texas table",
        sources={U22: "Banzai Texas", U26: "Banzai Texas", U27: "Banzai Texas"},
        readings=(
            "X-48",
            "X-52",
        ),
    ),
    Rule("RAKE-10", "E", "PublicWin rate", sources={PW: "Art.33.2, 33.3"}, readings=("X-60",)),
    Rule("RAKE-11", "E", "Weighted contribution", sources={PW: "Art.33.2"}),
    Rule("RAKE-12", "D", "Active players", sources={PW: "Art.33.1"}),
    Rule("RAKE-13", "E", "Play money is free", sources={PW: "Art.33.1"}),
    Rule(
        "FEE-01",
        "D",
        "Presentation of a fee",
        sources={
            U22: "Tournament Fees",
            U26: "Turneringsavgifter",
            U27: "Turniiri tasud",
            PW: "Art.33 (first) Taxele turneului",
        },
        readings=("X-58",),
    ),
    Rule(
        "FEE-02",
        "E",
        "5-handed Sit & Go",
        sources={U22: "5 Handed Sit & Go", U26: "5-handed Sit & Go", U27: "Viie mängijaga"},
        readings=("X-57",),
    ),
    Rule(
        "FEE-03",
        "E",
        "2-handed Sit & Go",
        sources={U22: "2 Handed Sit & Go", U26: "2-handed Sit & Go", U27: "Kahe mängijaga"},
    ),
    Rule("FEE-04", "E", "Multi-table fees, edition 2.2", sources={U22: "MTT"}),
    Rule(
        "FEE-05",
        "E",
        "Multi-table fees, editions 2.6 and 2.7",
        sources={U26: "paragraph after the Sit & Go table", U27: "paragraph after the Sit & Go table"},
    ),
    Rule(
        "FEE-06",
        "E",
        "No per-hand rake in tournaments",
        sources={
            U26: "paragraph after the Sit & Go table",
            U27: "paragraph after the Sit & Go table",
            PW: "Art.33.3 (Sit & Go and tournament tables are not ring games)",
        },
    ),
    Rule(
        "FEE-07",
        "E",
        "PublicWin Sit & Go fees",
        sources={PW: "Art.33 (first) Sit & Go"},
        readings=(
            "X-59",
            "X-60",
        ),
    ),
    Rule("RB-01", "E", "Entitlement", sources={PW: "Art.33.4, Bonusuri/Rakeback"}),
    Rule(
        "RB-02",
        "E",
        "Individual calculation",
        sources={PW: "Art.33.4 with example"},
        readings=(
            "X-61",
            "X-62",
        ),
    ),
    Rule("RB-03", "E", "Monthly payment", sources={PW: "Bonusuri/Rakeback and footnote"}, readings=("X-63",)),
    Rule("RB-04", "E", "Rakeback bonus", sources={PW: "Bonusuri/Rakeback Bonus"}, readings=("X-63",)),
    Rule("RB-05", "E", "Tournaments earn no rakeback", sources={PW: "Art.33.3, Bonusuri/Rakeback"}),
    Rule("WAL-01", "E", "Separate poker wallet", sources={PW: '"34." Transferul banilor'}),
    Rule("WAL-02", "D", "Transfer screen", sources={PW: '"34."'}),
    Rule("WAL-03", "E", "Direction and limit", sources={PW: '"34."'}),
    Rule("WAL-04", "E", "Conversion at the day's euro rate", sources={PW: '"34."'}, readings=("X-65",)),
    Rule("WAL-05", "E", "Conversion cost borne by the user", sources={PW: '"34."'}, readings=("X-64",)),
)
