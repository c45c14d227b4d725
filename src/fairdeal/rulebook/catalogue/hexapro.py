"""The rules of chapter 07: HexaPro."""

from typing import Final

from fairdeal.rulebook.clause import U22, U26, U27, Rule

RULES: Final = (
    Rule("HEXA-01", "E", "Format", sources={U22: "HexaPro, How does it work", U26: "HEXAPRO", U27: "HEXAPRO"}),
    Rule(
        "HEXA-02", "E", "Buy-ins", sources={U22: "How does it work", U26: "Hur fungerar det", U27: "Kuidas see töötab"}
    ),
    Rule(
        "HEXA-03",
        "E",
        "Registration flow",
        sources={U22: "How does it work", U26: "Hur fungerar det", U27: "Kuidas see töötab"},
    ),
    Rule(
        "HEXA-04",
        "E",
        "Prize pools and probabilities",
        sources={U22: "Prizes", U26: "Priser", U27: "Auhinnad"},
        readings=("X-87",),
    ),
    Rule(
        "HEXA-05",
        "D",
        "Rake equivalent 6.853 %",
        sources={U22: "Prizes", U26: "Priser", U27: "Auhinnad"},
        readings=("X-89",),
    ),
    Rule(
        "HEXA-06",
        "E",
        "Payout split",
        sources={U22: "Payouts", U26: "Utdelning", U27: "Väljamaksed"},
        readings=("X-88",),
    ),
    Rule("HEXA-07", "E", "Crediting and history", sources={U22: "Payouts", U26: "Utdelning", U27: "Väljamaksed"}),
    Rule("HEXA-08", "E", "Starting stack", sources={U22: "Starting stack", U26: "Startstack", U27: "Mängumärkide arv"}),
    Rule(
        "HEXA-09",
        "E",
        "Blind structure",
        sources={U22: "Blind structure", U26: "Blindstruktur", U27: "Pimepanuste struktuur"},
        readings=("X-92",),
    ),
    Rule(
        "HEXA-10",
        "E",
        "Level duration by multiplier",
        sources={U22: "Blind level time", U26: "Blindnivåtakt", U27: "Pimepanuste tasemete pikkus"},
    ),
    Rule("HEXA-11", "E", "Deck", sources={U22: "Card shuffling", U26: "Kortblandning", U27: "Kaartide segamine"}),
    Rule(
        "HEXA-12",
        "P",
        "Disconnection risk and protection",
        sources={U22: "If connection is lost", U26: "Vid tappad anslutning", U27: "Kui ühendus katkeb"},
        readings=("X-94",),
    ),
    Rule(
        "HEXA-13",
        "E",
        "Not connected: dealt in and charged",
        sources={U22: "If connection is lost", U26: "Vid tappad anslutning", U27: "Kui ühendus katkeb"},
    ),
    Rule(
        "HEXA-14",
        "O",
        "Single sit-out allowed, agreements forbidden",
        sources={U22: "If connection is lost", U26: "Vid tappad anslutning", U27: "Kui ühendus katkeb"},
    ),
    Rule(
        "HEXA-15",
        "E",
        "Disconnected in turn: decision time + 20 s",
        sources={U22: "If connection is lost", U26: "Vid tappad anslutning", U27: "Kui ühendus katkeb"},
        readings=(
            "X-07",
            "X-94",
        ),
    ),
    Rule(
        "HEXA-16",
        "E",
        "Sitting out",
        sources={U22: "If connection is lost", U26: "Vid tappad anslutning", U27: "Kui ühendus katkeb"},
    ),
    Rule(
        "HEXA-17",
        "O",
        "Server issues and the 90-day rule",
        sources={U22: "In case of server issues", U26: "Vid serverproblem", U27: "Serveri probleemide korral"},
        readings=("X-93",),
    ),
    Rule("HEXA-18", "E", "Time bank", sources={U26: "cl.10 table", U27: "cl.10 table"}),
    Rule("HEXA-19", "D", '"HexaPro Banzai"', sources={U26: "contents list", U27: "contents list"}, readings=("X-90",)),
    Rule("HEXT-01", "E", "Format", sources={U26: "HEXAPRO EXTREME", U27: "HEXAPRO EXTREME"}),
    Rule("HEXT-02", "E", "Pool formula", sources={U26: "Priser", U27: "Auhinnafond"}),
    Rule("HEXT-03", "E", "Buy-ins", sources={U26: "Priser tables", U27: "Auhinnafond tables"}),
    Rule("HEXT-04", "E", "Prize pools and probabilities", sources={U26: "Priser", U27: "Auhinnafond"}),
    Rule("HEXT-05", "D", "Rake equivalent 6.853 %", sources={U26: "Priser", U27: "Auhinnafond"}, readings=("X-89",)),
    Rule("HEXT-06", "E", "Payout split", sources={U26: "Utbetalningar", U27: "Väljamaksed"}),
    Rule("HEXT-07", "E", "Starting stacks", sources={U26: "Startstacken", U27: "Mängumärkide arv"}, readings=("X-91",)),
    Rule(
        "HEXT-08",
        "E",
        "Blind structure",
        sources={U26: "Blindstruktur", U27: "Pimepanuste struktuur"},
        readings=("X-91",),
    ),
    Rule(
        "HEXT-09",
        "E",
        "Level duration",
        sources={U26: 'Blindnivåtakt (column misheaded "Startstack")', U27: "Pimepanuste tasemete pikkus"},
    ),
    Rule(
        "HEXT-10",
        "E",
        "Everything else as HexaPro",
        sources={U26: "HEXAPRO EXTREME", U27: "HEXAPRO EXTREME"},
        readings=("X-11",),
    ),
)
