"""The rules of chapter 11: roulette."""

from typing import Final

from fairdeal.rulebook.clause import LC, Rule

RULES: Final = (
    Rule("RLT-01", "E", "Wheel", sources={LC: "§1.1"}, readings=("X-141",)),
    Rule("RLT-02", "D", "Aim and pay", sources={LC: "§1.1"}),
    Rule("RLT-03", "E", "Placing chips", sources={LC: "§1.2"}),
    Rule("RLT-04", "E", "Amounts that are no single chip", sources={LC: "§1.2"}),
    Rule("RLT-05", "D", "Current-bet display", sources={LC: "§1.2"}),
    Rule("RLT-06", "E", "Repeat last bet", sources={LC: "§1.2"}),
    Rule("RLT-07", "E", "Confirmation is mandatory", sources={LC: "§1.2"}),
    Rule(
        "RLT-08",
        "E",
        "Table minimum and maximum",
        sources={LC: "§1.2"},
        readings=(
            "X-97",
            "X-100",
        ),
    ),
    Rule("RLT-09", "D", "Inside and outside bets", sources={LC: "§1.2"}),
    Rule("RLT-10", "E", "Straight up", sources={LC: "§1.3, 1.4"}),
    Rule("RLT-11", "E", "Split", sources={LC: "§1.3, 1.4"}, readings=("X-98",)),
    Rule("RLT-12", "E", "Street", sources={LC: "§1.3, 1.4"}),
    Rule("RLT-13", "E", "Corner", sources={LC: "§1.3, 1.4"}),
    Rule("RLT-14", "E", "Line (six numbers)", sources={LC: "§1.3, 1.4"}),
    Rule("RLT-15", "E", "Column", sources={LC: "§1.3, 1.4"}),
    Rule("RLT-16", "E", "Dozen", sources={LC: "§1.3, 1.4"}),
    Rule("RLT-17", "E", "Even-money boxes", sources={LC: "§1.3, 1.4"}, readings=("X-96",)),
    Rule("RLT-18", "E", "Zero", sources={LC: "§1.3"}, readings=("X-99",)),
    Rule("RLT-19", "E", "Payout table", sources={LC: "§1.4"}),
    Rule("RLT-20", "D", "Result display", sources={LC: "§1.3"}),
    Rule("RLT-21", "E", "Chat", sources={LC: "§1.5"}),
)
