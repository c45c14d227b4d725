"""Words of the generated pages themselves, in four languages."""

from collections.abc import Mapping
from typing import Final

from fairdeal.rulebook.chapter_titles import CHAPTER_TITLES
from fairdeal.rulebook.wording import Language

PAGE_WORDS: Final[Mapping[str, Mapping[Language, str]]] = {
    "rulebook": {"en": "Rulebook", "et": "Reeglistik", "sv": "Regelbok", "ro": "Regulament"},
    "lead": {
        "en": "Every rule of five published house rulebooks, in plain words, with the clause it comes from and the values each "
        "edition sets. The room plays by these files, and cites them when it rules.",
        "et": "Viie avaldatud reeglistiku kõik reeglid selges keeles, koos algse punkti ja iga väljaande väärtustega. "
        "Tuba mängib nende järgi ja viitab neile iga otsuse juures.",
        "sv": "Alla regler i fem publicerade regelböcker, på enkelt språk, med paragrafen de kommer från och värdena i varje "
        "utgåva. Rummet spelar efter dem och hänvisar till dem i varje beslut.",
        "ro": "Toate regulile din cinci regulamente publicate, pe înțelesul tuturor, cu articolul din care provin și valorile "
        "fiecărei ediții. Camera joacă după ele și le citează la fiecare decizie.",
    },
    "open": {
        "en": "Open the rulebook",
        "et": "Ava reeglistik",
        "sv": "Öppna regelboken",
        "ro": "Deschideți regulamentul",
    },
    "rules": {"en": "rules", "et": "reeglit", "sv": "regler", "ro": "reguli"},
    "value": {"en": "Value", "et": "Väärtus", "sv": "Värde", "ro": "Valoare"},
    "here": {"en": "In this edition", "et": "Selles väljaandes", "sv": "I den här utgåvan", "ro": "În această ediție"},
    "origin": {"en": "Origin", "et": "Päritolu", "sv": "Ursprung", "ro": "Origine"},
    "printed": {"en": "printed", "et": "trükitud", "sv": "tryckt", "ro": "tipărit"},
    "readings": {"en": "Readings", "et": "Tõlgendused", "sv": "Tolkningar", "ro": "Interpretări"},
    "restates": {"en": "Restates", "et": "Kordab reeglit", "sv": "Återger", "ro": "Reia"},
    "overridden": {
        "en": "The articles prevail over this glossary entry",
        "et": "Sõnastiku asemel kehtivad artiklid",
        "sv": "Artiklarna gäller före ordlistan",
        "ro": "Articolele prevalează asupra acestei definiții",
    },
    "E": {
        "en": "executable",
        "et": "programmi rakendatav",
        "sv": "tillämpas av programmet",
        "ro": "aplicată de program",
    },
    "D": {"en": "displayed", "et": "kuvatav", "sv": "visas", "ro": "afișată"},
    "O": {"en": "operator power", "et": "korraldaja õigus", "sv": "operatörens rätt", "ro": "drept al operatorului"},
    "P": {"en": "policy", "et": "põhimõte", "sv": "policy", "ro": "politică"},
    "NONE": {
        "en": "not implemented yet",
        "et": "veel rakendamata",
        "sv": "inte infört än",
        "ro": "încă neimplementată",
    },
    "DATA": {"en": "values only", "et": "ainult väärtused", "sv": "bara värden", "ro": "doar valori"},
    "BEHAVIOUR": {
        "en": "proven by tests",
        "et": "testidega tõestatud",
        "sv": "bevisat med tester",
        "ro": "dovedită prin teste",
    },
    "PAGE": {
        "en": "proven by tests and seen",
        "et": "testidega tõestatud ja nähtav",
        "sv": "bevisat med tester och synligt",
        "ro": "dovedită prin teste și vizibilă",
    },
    "yes": {"en": "yes", "et": "jah", "sv": "ja", "ro": "da"},
    "no": {"en": "no", "et": "ei", "sv": "nej", "ro": "nu"},
    "none": {"en": "none", "et": "puudub", "sv": "ingen", "ro": "niciuna"},
    "search": {"en": "Search this page", "et": "Otsi lehelt", "sv": "Sök på sidan", "ro": "Căutați în pagină"},
    "found": {"en": "found", "et": "leitud", "sv": "träffar", "ro": "găsite"},
    "nothing": {
        "en": "Nothing found. Try a rule id such as BET-13, or fewer letters.",
        "et": "Midagi ei leitud. Proovi reegli tunnust, näiteks BET-13, või vähem tähti.",
        "sv": "Inga träffar. Prova ett regel-id som BET-13, eller färre bokstäver.",
        "ro": "Nimic găsit. Încercați codul unei reguli, de exemplu BET-13, sau mai puține litere.",
    },
    "chapters": {"en": "Chapters", "et": "Peatükid", "sv": "Kapitel", "ro": "Capitole"},
    "more": {"en": "More", "et": "Veel", "sv": "Mer", "ro": "Mai mult"},
    "glossary": {"en": "Glossary", "et": "Sõnastik", "sv": "Ordlista", "ro": "Glosar"},
    "changes": {"en": "Changes", "et": "Muudatused", "sv": "Ändringar", "ro": "Modificări"},
    "coverage": {"en": "Coverage", "et": "Katvus", "sv": "Täckning", "ro": "Acoperire"},
    **CHAPTER_TITLES,
}


def say(key: str, language: Language) -> str:
    """A word of the page."""
    return PAGE_WORDS[key][language]
