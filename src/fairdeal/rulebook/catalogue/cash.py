"""The rules of chapter 01: cash games."""

from typing import Final

from fairdeal.rulebook.clause import PW, U22, U26, U27, Rule

RULES: Final = (
    Rule(
        "CASH-01",
        "O",
        "Fairness outranks the technical rules",
        sources={U22: "cl.1", U26: "cl.1", U27: "cl.1", PW: "Art.15.1"},
    ),
    Rule(
        "CASH-02",
        "E",
        "Table assignment is random with two preferences",
        sources={U22: "cl.2", U26: "cl.2", U27: "cl.2", PW: "Art.15.2"},
        readings=("X-19",),
    ),
    Rule(
        "CASH-03",
        "E",
        "First button of a new table is random",
        sources={U22: "cl.3 and Texas/How to Play", U26: "cl.3", U27: "cl.3", PW: "Art.15.3, 3.1, 10.1"},
    ),
    Rule(
        "CASH-04",
        "E",
        "Blind and button rotation (big-blind-forward)",
        sources={U22: "cl.4", U26: "cl.4", U27: "cl.4", PW: "Art.15.4"},
        readings=(
            "X-16",
            "X-17",
        ),
    ),
    Rule(
        "CASH-05",
        "E",
        "Heads-up: the small blind is the button",
        sources={
            U22: "cl.5 and Texas/How to Play, Omaha/How to Play",
            U26: "cl.5",
            U27: "cl.5",
            PW: "Art.15.5, 3.1, 10.1",
        },
    ),
    Rule(
        "CASH-06",
        "E",
        "Number of raises unlimited",
        sources={U22: "cl.6", U26: "cl.6 (sentence runs into the next heading)", U27: "cl.6", PW: "Art.15.6"},
        readings=("X-31",),
    ),
    Rule(
        "CASH-07",
        "E",
        "Cash game families offered",
        sources={U22: "Cash games", U26: "contents list, BANZAI", U27: "contents list, BANZAI", PW: "Art.2.1, 2.2"},
    ),
    Rule(
        "CASH-08",
        "E",
        "One 52-card deck, reshuffled every hand",
        sources={
            U22: "Cash games, HexaPro/Card shuffling",
            U26: "introduction, HEXAPRO/Kortblandning",
            U27: "introduction, HEXAPRO/Kaartide segamine",
            PW: 'Art.2.2 (after the list), glossary "Deck"',
        },
        readings=("X-18",),
    ),
    Rule(
        "CASH-09",
        "E",
        "Seats per table",
        sources={
            U22: "Texas/How to Play, Omaha/How to Play",
            U26: "Texas and Omaha/Så här spelar man, BANZAI",
            U27: "Texas and Omaha/Kuidas mängida, BANZAI",
            PW: 'Art.3.1, 10.1, glossary "Heads-up"',
        },
        readings=("X-139",),
    ),
    Rule(
        "CASH-10",
        "E",
        "Seating queue",
        sources={
            U22: "Texas/How to Play, Omaha/How to Play",
            U26: "Texas and Omaha/Så här spelar man",
            U27: "Texas and Omaha/Kuidas mängida",
            PW: "Art.3.1, 10.1",
        },
        readings=("X-15",),
    ),
    Rule(
        "CASH-11",
        "E",
        "Leaving the queue",
        sources={
            U22: "Texas/How to Play",
            U26: "Texas/Så här spelar man",
            U27: "Texas/Kuidas mängida",
            PW: "Art.3.1, 10.1",
        },
    ),
    Rule(
        "CASH-12",
        "E",
        "Minimum players to start a hand",
        sources={
            U22: "Texas/How to Play, Omaha/How to Play",
            U26: "Texas and Omaha/Så här spelar man",
            U27: "Texas and Omaha/Kuidas mängida",
            PW: "Art.3.1, 3.2, 10.1, 10.2",
        },
        readings=(
            "X-14",
            "X-15",
        ),
    ),
    Rule(
        "CASH-13",
        "E",
        "Forced blinds",
        sources={
            U22: "Texas/How to Play",
            U26: "Texas/Så här spelar man",
            U27: "Texas/Kuidas mängida",
            PW: 'Art.3.1, 10.1, glossary "Big Blind", "Small Blind"',
        },
        readings=("X-135",),
    ),
    Rule(
        "CASH-14",
        "E",
        "Hole cards",
        sources={
            U22: "Texas/How to Play, Omaha/How to Play",
            U26: "Texas and Omaha/Så här spelar man",
            U27: "Texas and Omaha/Kuidas mängida",
            PW: "Art.3.2, 10.2",
        },
        readings=("X-20",),
    ),
    Rule(
        "CASH-15",
        "E",
        "Hole cards are private, board cards public",
        sources={
            U22: "Texas Hold'em intro, Omaha intro",
            U26: "Texas Hold'em intro, Omaha intro",
            U27: "Texas Hold'em intro, Omaha intro",
            PW: 'Art.2.2 (Texas paragraph), 9.1, glossary "Community card(s)"',
        },
    ),
    Rule(
        "CASH-16",
        "E",
        "How a new player enters",
        sources={
            U22: "Texas/How to Play, Omaha/How to Play",
            U26: "Texas and Omaha/Så här spelar man",
            U27: "Texas and Omaha/Kuidas mängida",
            PW: 'Art.3.2, 10.2, glossary "Big Blind"',
        },
        readings=("X-12",),
    ),
    Rule(
        "CASH-17",
        "E",
        "Missed blinds while sitting out",
        sources={
            U22: "Omaha/Sitting Out (Texas: nothing stated)",
            U26: "nothing stated",
            U27: "nothing stated",
            PW: 'Art.7.1, 13, glossary "Post"',
        },
        readings=("X-13",),
    ),
    Rule(
        "CASH-18",
        "E",
        "Order of play: streets",
        sources={
            U22: "Texas/How to Play, Omaha/How to Play",
            U26: "Texas and Omaha/Så här spelar man",
            U27: "Texas and Omaha/Kuidas mängida",
            PW: "Art.3.2, 6.1, 10.2",
        },
    ),
    Rule(
        "CASH-19",
        "E",
        "Returning after leaving a table",
        sources={
            U26: "Texas and Omaha/Sätta sig igen på ett cash game bord",
            U27: "Texas and Omaha/Mängulauda naasmine",
        },
    ),
    Rule(
        "CASH-20",
        "O",
        "Malfunction voids all pays and plays",
        sources={
            U26: "introduction",
            U27: "introduction",
            PW: "Art.18.9 (winnings due to a software error may be annulled later)",
        },
        readings=("X-110",),
    ),
    Rule(
        "CASH-21",
        "P",
        "Playing a hand = acceptance of the rules",
        sources={U22: "cl.24", U26: "cl.24", U27: "cl.24", PW: "Art.35.1"},
    ),
    Rule(
        "CASH-22",
        "O",
        "Operator may change any rule without notice",
        sources={U22: "cl.24", U26: "cl.24", U27: "cl.24"},
    ),
    Rule(
        "CASH-23",
        "D",
        "Stake names",
        sources={U22: "Cash Game Rake", U26: "Cashgame-rake", U27: "Rahamängude teenustasu"},
        readings=("X-46",),
    ),
    Rule(
        "CASH-24",
        "E",
        "Banzai and Omaha inherit every unmentioned rule of their parent",
        sources={U22: "Banzai", U26: "BANZAI", U27: "BANZAI", PW: "Art.9.1"},
    ),
    Rule("CASH-25", "E", "General betting minimum (all games)", sources={PW: "Art.2.1 first sentence"}),
)
