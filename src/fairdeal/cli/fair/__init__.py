"""`fairdeal fair`: proofs and their verification, and the keys that sign them and seal decks."""

from fairdeal.cli.fair.proofs import fair

__all__ = ["fair"]
