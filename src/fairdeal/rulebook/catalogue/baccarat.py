"""The rules of chapter 13: baccarat."""

from typing import Final

from fairdeal.rulebook.clause import LC, Rule

RULES: Final = (
    Rule("BAC-01", "E", "Two hands, three bets", sources={LC: "§3.1"}, readings=("X-141",)),
    Rule("BAC-02", "E", "Eight decks", sources={LC: "§3.1"}),
    Rule("BAC-03", "E", "Placing chips", sources={LC: "§3.2"}),
    Rule("BAC-04", "E", "Combined chips", sources={LC: "§3.2"}),
    Rule("BAC-05", "D", "Current-bet display", sources={LC: "§3.2"}),
    Rule("BAC-06", "E", "Repeat last bet", sources={LC: "§3.2"}),
    Rule("BAC-07", "E", "Confirmation is mandatory", sources={LC: "§3.2"}),
    Rule("BAC-08", "E", "Table limits", sources={LC: "§3.2"}, readings=("X-100",)),
    Rule("BAC-09", "E", "Close of betting", sources={LC: "§3.2"}),
    Rule("BAC-10", "E", "Initial deal", sources={LC: "§3.2"}, readings=("X-124",)),
    Rule("BAC-11", "E", "Card values", sources={LC: "§3.2"}),
    Rule(
        "BAC-12",
        "E",
        "Totals modulo ten",
        sources={LC: "§3.2"},
        readings=(
            "X-122",
            "X-123",
        ),
    ),
    Rule("BAC-13", "E", "Natural", sources={LC: "§3.2, 3.3"}, readings=("X-125",)),
    Rule("BAC-14", "E", "Player third card", sources={LC: "§3.3.1"}),
    Rule("BAC-15", "E", "Banker third card, outline", sources={LC: "§3.3.2"}),
    Rule("BAC-16", "E", "Banker against the Player's third card", sources={LC: "§3.3.2 table"}, readings=("X-126",)),
    Rule("BAC-17", "E", "Banker when Player stands", sources={LC: "§3.3.2 last paragraph"}, readings=("X-124",)),
    Rule("BAC-18", "E", "At most three cards per hand, automatic", sources={LC: "§3.2"}),
    Rule("BAC-19", "E", "Tie", sources={LC: "§3.2"}),
    Rule(
        "BAC-20",
        "E",
        "Payouts",
        sources={LC: "§3.3.3"},
        readings=(
            "X-121",
            "X-127",
        ),
    ),
    Rule("BAC-21", "E", "Chat", sources={LC: "§3.4"}),
)
