"""The rules of chapter 10: hand rankings."""

from typing import Final

from fairdeal.rulebook.clause import PW, U22, U26, U27, Rule

RULES: Final = (
    Rule(
        "HAND-01",
        "E",
        "Ace high, or one in straights",
        sources={U22: "Poker Hands", U26: "Pokerhänder", U27: "Pokkeri käed", PW: "Art.32"},
        readings=("X-95",),
    ),
    Rule(
        "HAND-02",
        "E",
        "Strongest matching category counts",
        sources={U22: "Poker Hands", U26: "Pokerhänder", U27: "Pokkeri käed", PW: "Art.32"},
    ),
    Rule(
        "HAND-03",
        "E",
        "Straight flush",
        sources={U22: "Poker Hands, table", U26: "Pokerhänder, table", U27: "Pokkeri käed, table", PW: "Art.32, table"},
        readings=("X-95",),
    ),
    Rule(
        "HAND-04",
        "D",
        "Royal flush",
        sources={
            U22: "Poker Hands, table",
            U26: "Pokerhänder, table",
            U27: "Pokkeri käed, table",
            PW: 'Art.32, glossary "Royal Flush"',
        },
    ),
    Rule(
        "HAND-05",
        "E",
        "Four of a kind",
        sources={U22: "Poker Hands, table", U26: "Pokerhänder, table", U27: "Pokkeri käed, table", PW: "Art.32"},
    ),
    Rule(
        "HAND-06",
        "E",
        "Full house",
        sources={
            U22: "Poker Hands, table",
            U26: "Pokerhänder, table",
            U27: "Pokkeri käed, table",
            PW: 'Art.32, glossary "Full House"',
        },
    ),
    Rule(
        "HAND-07",
        "E",
        "Flush",
        sources={U22: "Poker Hands, table", U26: "Pokerhänder, table", U27: "Pokkeri käed, table", PW: "Art.32"},
    ),
    Rule(
        "HAND-08",
        "E",
        "Straight",
        sources={U22: "Poker Hands, table", U26: "Pokerhänder, table", U27: "Pokkeri käed, table", PW: "Art.32"},
    ),
    Rule(
        "HAND-09",
        "E",
        "Three of a kind",
        sources={U22: "Poker Hands, table", U26: "Pokerhänder, table", U27: "Pokkeri käed, table", PW: "Art.32"},
    ),
    Rule(
        "HAND-10",
        "E",
        "Two pair",
        sources={U22: "Poker Hands, table", U26: "Pokerhänder, table", U27: "Pokkeri käed, table", PW: "Art.32"},
    ),
    Rule(
        "HAND-11",
        "E",
        "Pair",
        sources={U22: "Poker Hands, table", U26: "Pokerhänder, table", U27: "Pokkeri käed, table", PW: "Art.32"},
    ),
    Rule(
        "HAND-12",
        "E",
        "High card",
        sources={U22: "Poker Hands, table", U26: "Pokerhänder, table", U27: "Pokkeri käed, table", PW: "Art.32"},
    ),
    Rule(
        "HAND-13",
        "E",
        "Suits never break ties",
        sources={
            U22: "Poker Hands (implied by all tiebreak lists)",
            U26: "Pokerhänder (implied by all tiebreak lists)",
            U27: "Pokkeri käed (implied by all tiebreak lists)",
            PW: "Art.32 (implied by all tiebreak lists)",
        },
    ),
)
