"""The chapters of the rulebook in every language."""

from collections.abc import Mapping
from typing import Final

from fairdeal.rulebook.wording import Language

CHAPTER_TITLES: Final[Mapping[str, Mapping[Language, str]]] = {
    "01-cash": {"en": "Cash games", "et": "Rahamängud", "sv": "Cashgames", "ro": "Jocuri pe bani"},
    "02-betting": {
        "en": "Betting, pots, showdown",
        "et": "Panustamine, potid, kaartide avamine",
        "sv": "Satsningar, pottar, visning",
        "ro": "Pariere, poturi, showdown",
    },
    "03-timing": {
        "en": "Time, connection, sitting out",
        "et": "Aeg, ühendus, eemalolek",
        "sv": "Tid, anslutning, sitta ute",
        "ro": "Timp, conexiune, Sit Out",
    },
    "04-buy-in": {
        "en": "Buy-in, ratholing, Banzai",
        "et": "Sisseost, ratholing, Banzai",
        "sv": "Inköp, ratholing, Banzai",
        "ro": "Buy-in, ratholing, Banzai",
    },
    "05-money": {
        "en": "Rake, fees, rakeback, wallet",
        "et": "Teenustasu, osalustasud, tagastus, rahakott",
        "sv": "Rake, avgifter, rakeback, plånbok",
        "ro": "Rake, taxe, rakeback, portofel",
    },
    "06-tournaments": {"en": "Tournaments", "et": "Turniirid", "sv": "Turneringar", "ro": "Turnee"},
    "07-hexapro": {"en": "HexaPro", "et": "HexaPro-mängud", "sv": "HexaPro-spel", "ro": "Jocuri HexaPro"},
    "08-cancellation": {"en": "Cancellation", "et": "Tühistamine", "sv": "Inställda turneringar", "ro": "Anulare"},
    "09-integrity": {
        "en": "Integrity and house powers",
        "et": "Aus mäng ja korraldaja õigused",
        "sv": "Rent spel och husets rätt",
        "ro": "Joc corect și drepturile casei",
    },
    "10-hands": {"en": "Hand rankings", "et": "Käte järjestus", "sv": "Händernas rang", "ro": "Ierarhia mâinilor"},
    "11-roulette": {"en": "Roulette", "et": "Rulett", "sv": "Roulett", "ro": "Ruletă"},
    "12-blackjack": {"en": "Blackjack", "et": "Blackjacki mäng", "sv": "Blackjackspel", "ro": "Jocul de blackjack"},
    "13-baccarat": {"en": "Baccarat", "et": "Baccarat’ mäng", "sv": "Baccaratspel", "ro": "Jocul de baccarat"},
    "14-chat-glossary": {
        "en": "Chat and glossary",
        "et": "Vestlus ja sõnastik",
        "sv": "Chatt och ordlista",
        "ro": "Conversație și glosar",
    },
}
