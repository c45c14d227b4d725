"""
Makes the list of common passwords that the server refuses.

`uv run --with zxcvbn python -m tools.common_passwords` writes it anew from the list of the zxcvbn package (MIT), which was drawn from
published leaks. What is kept: everything long enough to be a password here, and the words from which longer ones are made.
"""

from importlib import import_module
from pathlib import Path
from typing import Final

from fairdeal.server.auth.passwords import PASSWORD_MIN

LIST: Final = Path(__file__).resolve().parent.parent / "src/fairdeal/server/auth/common_passwords.txt"
WORDS_MAX: Final = 10_000
WORD_LENGTH_MIN: Final = 4


def chosen(ranked: list[str]) -> list[str]:
    """Of passwords, the most common first, those that belong into the list."""
    long = {each for each in ranked if len(each) >= PASSWORD_MIN}
    words = {each for each in ranked[:WORDS_MAX] if len(each) >= WORD_LENGTH_MIN and not each.isdigit()}
    return sorted(each for each in long | words if each.isascii() and each.isprintable() and " " not in each)


def main() -> None:
    """Write the list."""
    ranked = list(import_module("zxcvbn.frequency_lists").FREQUENCY_LISTS["passwords"])
    LIST.write_text("".join(f"{each}\n" for each in chosen(ranked)), "utf-8")


if __name__ == "__main__":
    main()
