"""
Words that are not sent at a casino table, by language.

A short list of plain abuse, meant as a first filter before people look at reports; operators bring their own besides. A
word that ends in * also stops everything that begins with it. A word without accents stops it with accents too; one with
accents only stops that spelling. One list serves everybody at a table, so nothing stands here that is an honest word in
another of its languages: Swedish "vitt" is white, a Romanian "tură" is a round, English has curves and a future.
"""

from collections.abc import Mapping
from typing import Final

BLOCKED: Final[Mapping[str, tuple[str, ...]]] = {
    "en": ("fuck*", "motherfuck*", "cunt*", "bitch*", "asshole*", "whore*", "bastard*", "dickhead*", "wanker*"),
    "et": ("türa*", "turapea*", "munn", "munnid", "vittu", "lits", "litsid", "perse", "persse", "persevest*"),
    "sv": ("fitta*", "fittor", "kuk", "kuken", "kukhuvud*", "horunge*", "knulla*", "javla*"),
    "ro": ("pula", "pizda*", "muie", "curva", "futu", "cacat*"),
}
