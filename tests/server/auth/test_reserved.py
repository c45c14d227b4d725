"""Names of the house, and names that are not what they seem."""

import pytest

from fairdeal.server.auth import names
from fairdeal.server.auth.reserved import as_seen, is_readable
from tests.server.auth.test_names import code_of

HOUSE = "Club Tallinn"


def refused(name: str) -> str:
    return code_of(names.checked_name, name, HOUSE)


@pytest.mark.parametrize(
    "name",
    [
        "admin", "Admin", "ADMIN", "Adm1n", "adrnin", "a d m i n", "Ad.min", "ádmin", "Admin 2", "AdminBob", "Bob the Admin", "xadmin",
        "Support", "supp0rt", "Support_Team", "support99", "DEALER", "Dea1er", "Dealer7", "moderator", "MODERATOR", "Moderaator",
        "Mod", "mod_1", "house", "The House", "Fairdeal", "F4irDea1", "Club Tallinn", "CLUB-TALLINN", "C1ub Ta11inn", "Floor",
        "Security", "System", "Klienditugi", "Kundtjänst", "Suport", "АДМИН", "Модератор", "Krupjee", "Cashier",
    ],
)  # fmt: skip
def test_names_that_read_as_the_house_are_its_own(name: str) -> None:
    assert refused(name) == "name_reserved"


@pytest.mark.parametrize(
    "name",
    [
        "аdmin",  # a Cyrillic first letter
        "Mаria",  # a Cyrillic second one
        "Ροkеr Κing",
        "ᴀᴅᴍɪɴ",
        "𝐚𝐝𝐦𝐢𝐧",
        "Ａdmin",
        "Вера",  # every letter passes for a Latin one
        "ΑΝΝΑ",
        "ᎠᎡᎢ",
        "Admin\u3164",
        "Mar\u115fia",
        "Mar\uffa0ia",
    ],
)
def test_names_that_cannot_be_told_from_others_are_refused(name: str) -> None:
    assert refused(name) == "name_misleads"


@pytest.mark.parametrize(
    "hidden", ["\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u202e", "\u180e", "\ufe0f", "\U000e0041"]
)
def test_a_name_holds_nothing_invisible(hidden: str) -> None:
    assert refused(f"Mar{hidden}ia") == "bad_name"


@pytest.mark.parametrize(
    "name",
    [
        "Stafford", "badminton", "Modesty", "Houseman", "Bank Robber", "Kassandra", "Claudia", "Märt Õun", "Ștefan", "Анна Каренина",
        "Ιωάννης", "李小龙", "ひかり", "홍길동", "Guest 123456", "Tallinn Fan", "Ann 2", "o'Neil",
    ],
)  # fmt: skip
def test_names_of_people_stay_names(name: str) -> None:
    assert names.checked_name(name, HOUSE) == name


def test_staff_may_be_called_what_they_are_but_not_what_they_are_not() -> None:
    assert names.checked_name("Support", HOUSE, is_staff=True) == "Support"
    assert code_of(lambda: names.checked_name("Suppоrt", HOUSE, is_staff=True)) == "name_misleads"


def test_what_is_seen_is_the_same_for_letters_that_look_alike() -> None:
    assert len({as_seen(each) for each in ("Modern", "Modem", "MODERN", "М0dеrn")}) == 1
    assert is_readable("Modern")
