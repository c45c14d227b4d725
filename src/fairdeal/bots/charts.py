"""
Starting hands of hold'em, as the share of all hands that are at least as good.

Two charts, in thousandths of the 1,326 hands. `PLAY` orders hands by what they win against three random hands, two of the better
half and one of the best quarter, small pairs raised and weak aces lowered a little for what happens after the flop. `ALL_IN` orders
them by what they win in a showdown against a random hand and against one of the best quarter. Rows and columns go from ace to two;
suited hands stand above the diagonal of pairs.
"""

from typing import Final

_PLAY: Final = (
    (5, 26, 29, 45, 57, 95, 104, 124, 151, 148, 161, 176, 189),
    (38, 9, 78, 98, 101, 164, 214, 226, 261, 276, 300, 345, 370),
    (54, 113, 14, 121, 145, 192, 252, 309, 367, 379, 403, 475, 481),
    (75, 133, 186, 18, 158, 199, 264, 330, 406, 415, 487, 514, 566),
    (92, 173, 223, 235, 23, 202, 255, 306, 409, 502, 520, 572, 626),
    (142, 249, 297, 339, 327, 42, 258, 303, 382, 490, 611, 647, 674),
    (211, 354, 424, 454, 445, 463, 62, 279, 373, 478, 563, 680, 732),
    (273, 391, 551, 590, 581, 532, 499, 66, 342, 412, 523, 653, 765),
    (318, 436, 623, 729, 689, 671, 599, 541, 83, 376, 484, 614, 710),
    (288, 511, 662, 741, 810, 792, 753, 698, 635, 118, 427, 517, 650),
    (363, 560, 719, 783, 846, 910, 873, 837, 774, 707, 155, 569, 677),
    (400, 608, 762, 819, 891, 919, 973, 928, 882, 828, 864, 196, 744),
    (472, 644, 801, 855, 900, 955, 982, 1000, 964, 937, 946, 991, 240),
)
_ALL_IN: Final = (
    (5, 26, 38, 54, 62, 87, 98, 122, 142, 145, 161, 173, 179),
    (35, 9, 95, 110, 139, 196, 246, 267, 294, 300, 306, 318, 336),
    (51, 119, 14, 176, 217, 270, 303, 339, 354, 394, 397, 439, 454),
    (71, 154, 235, 18, 243, 291, 330, 367, 442, 457, 487, 493, 557),
    (84, 189, 288, 315, 23, 297, 333, 388, 484, 548, 554, 608, 614),
    (107, 279, 363, 385, 418, 42, 342, 391, 478, 560, 671, 674, 719),
    (136, 327, 427, 451, 466, 511, 59, 400, 481, 551, 632, 750, 747),
    (170, 351, 520, 541, 596, 578, 569, 75, 490, 544, 629, 735, 834),
    (214, 376, 529, 623, 668, 710, 692, 659, 92, 532, 626, 722, 822),
    (205, 409, 587, 650, 795, 777, 786, 804, 744, 127, 611, 713, 807),
    (226, 436, 605, 701, 768, 882, 864, 873, 843, 819, 158, 716, 810),
    (255, 475, 641, 732, 831, 891, 928, 946, 937, 900, 919, 193, 855),
    (264, 502, 683, 759, 852, 910, 955, 1000, 982, 964, 973, 991, 240),
)
_ACE: Final = 12


def share_of_ranks(high: int, low: int, *, suited: bool) -> float:
    """The share of hands at least as good to play as one of those ranks."""
    return _cell(_PLAY, high, low, suited=suited) / 1000


def _cell(chart: tuple[tuple[int, ...], ...], high: int, low: int, *, suited: bool) -> int:
    return chart[_ACE - high][_ACE - low] if suited else chart[_ACE - low][_ACE - high]


def _by_cards(chart: tuple[tuple[int, ...], ...]) -> list[float]:
    """The chart indexed by both cards (first * 52 + second): one look-up per hand."""
    found = [0.0] * (52 * 52)
    for one in range(52):
        for other in range(52):
            high, low = max(one, other) >> 2, min(one, other) >> 2
            found[one * 52 + other] = _cell(chart, high, low, suited=one & 3 == other & 3) / 1000
    return found


PLAY: Final = _by_cards(_PLAY)
ALL_IN: Final = _by_cards(_ALL_IN)


def play_share(first: int, second: int) -> float:
    """The share of hands at least as good to play on with, from 0.005 for aces to 1."""
    return PLAY[first * 52 + second]


def all_in_share(first: int, second: int) -> float:
    """The share of hands at least as good to show down with."""
    return ALL_IN[first * 52 + second]
