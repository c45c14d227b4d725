"""
The tree over a deck: one root says all 52 cards, and six nodes show that one card is among them without showing another.

A tree has 64 leaves; the last twelve are the same padding everywhere.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from fairdeal.fair.values import tagged

LEAVES: Final = 64
PATH_NODES: Final = 6
PAD: Final = tagged("pad")

_NODE: Final = sha256(b"PFP1/node\0")

Tree = tuple[tuple[bytes, ...], ...]
"""Levels of a tree: the 64 leaves first, the root alone last."""


def node(left: bytes, right: bytes) -> bytes:
    """The node above two nodes."""
    hashed = _NODE.copy()
    hashed.update(left + right)
    return hashed.digest()


def tree_of(leaves: Sequence[bytes]) -> Tree:
    """The tree over up to 64 leaves."""
    assert len(leaves) <= LEAVES
    level = (*leaves, *[PAD] * (LEAVES - len(leaves)))
    levels = [level]
    while len(level) > 1:
        level = tuple([node(level[at], level[at + 1]) for at in range(0, len(level), 2)])
        levels.append(level)
    return tuple(levels)


def path_to(tree: Tree, place: int) -> tuple[bytes, ...]:
    """The six nodes beside the way from a leaf to the root, the lowest first."""
    return tuple([tree[height][place >> height ^ 1] for height in range(PATH_NODES)])


def root_by(leaf: bytes, place: int, path: Sequence[bytes]) -> bytes:
    """The root that a leaf at that place and its path lead to."""
    found = leaf
    for height, beside in enumerate(path):
        found = node(beside, found) if place >> height & 1 else node(found, beside)
    return found
