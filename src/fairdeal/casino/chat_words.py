"""
Words that are blocked in the chat of casino tables, by language.

A short list of plain abuse, meant as a first filter before staff looks at reports; operators add their own. A word that ends
in * also blocks everything that begins with it. A word without accents is blocked with accents too; one with accents only in
that spelling. All lists apply to everybody at a table, so none has a word that is harmless in another of the languages:
Swedish "vitt" is white, a Romanian "tură" is a round, English has curves and a future.
"""

from collections.abc import Mapping
from typing import Final

BLOCKED: Final[Mapping[str, tuple[str, ...]]] = {
    "en": ("fuck*", "motherfuck*", "cunt*", "bitch*", "asshole*", "whore*", "bastard*", "dickhead*", "wanker*"),
    "et": ("türa*", "turapea*", "munn", "munnid", "vittu", "lits", "litsid", "perse", "persse", "persevest*"),
    "sv": ("fitta*", "fittor", "kuk", "kuken", "kukhuvud*", "horunge*", "knulla*", "javla*"),
    "ro": ("pula", "pizda*", "muie", "curva", "futu", "cacat*"),
}
