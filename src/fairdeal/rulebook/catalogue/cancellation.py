"""The rules of chapter 08: cancellation."""

from typing import Final

from fairdeal.rulebook.clause import PW, U22, U26, U27, Rule

RULES: Final = (
    Rule(
        "CANC-52",
        "E",
        "Cancelled before the start",
        sources={U22: "cl.52", U26: "cl.52", U27: "cl.52"},
        readings=("X-84",),
    ),
    Rule("CANC-53a", "E", "Started, not in the money: fees", sources={U22: "cl.53", U26: "cl.53", U27: "cl.53"}),
    Rule(
        "CANC-53b",
        "E",
        "Started, not in the money: pool",
        sources={U22: "cl.53", U26: "cl.53", U27: "cl.53"},
        readings=(
            "X-80",
            "X-81",
        ),
    ),
    Rule("CANC-53c", "E", "Freeroll exception", sources={U22: "cl.53", U26: "cl.53", U27: "cl.53"}),
    Rule("CANC-54a", "E", "In the money: fees", sources={U22: "cl.54", U26: "cl.54", U27: "cl.54"}),
    Rule("CANC-54b", "E", "In the money, not at the final table", sources={U22: "cl.54", U26: "cl.54", U27: "cl.54"}),
    Rule(
        "CANC-54c",
        "E",
        "At the final table, in the money: ICM",
        sources={U22: "cl.54", U26: "cl.54", U27: "cl.54"},
        readings=("X-82",),
    ),
    Rule("CANC-54d", "E", "Non-monetary prizes", sources={U22: "cl.54", U26: "cl.54", U27: "cl.54"}),
    Rule(
        "CANC-55",
        "E",
        "HexaPro cancellation",
        sources={U22: "cl.55", U26: "cl.55", U27: "cl.55"},
        readings=(
            "X-83",
            "X-93",
        ),
    ),
    Rule(
        "CANC-56",
        "E",
        "Bounty tournaments",
        sources={U22: "after cl.55", U26: "after cl.55", U27: "after cl.55"},
        readings=("X-76",),
    ),
    Rule(
        "CANC-57",
        "O",
        "Right to alter payouts or the policy",
        sources={U22: "after cl.55", U26: "after cl.55", U27: "after cl.55"},
    ),
    Rule(
        "CANC-58",
        "O",
        "Disputes: management decision final",
        sources={U22: "after cl.55", U26: "after cl.55", U27: "after cl.55", PW: "Art.28 b"},
        readings=("X-130",),
    ),
    Rule("CANC-60", "E", "Cancelled before the start (MTT or Sit & Go)", sources={PW: "Art.30.1"}, readings=("X-85",)),
    Rule(
        "CANC-61",
        "E",
        "Server failure during a tournament: one of two published options",
        sources={PW: "Art.28 b"},
        readings=("X-86",),
    ),
    Rule("CANC-62", "E", "Hands in progress at the failure", sources={PW: "Art.28 b last paragraph"}),
    Rule(
        "CANC-63",
        "O",
        "No policy for other mid-tournament cancellations",
        sources={PW: "Art.20.2.7, 30 (absence)"},
        readings=("X-86",),
    ),
)
