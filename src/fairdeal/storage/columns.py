"""The column types of all tables."""

from typing import Final

from sqlalchemy import INTEGER as PLAIN_INTEGER
from sqlalchemy import TEXT as PLAIN_TEXT
from sqlalchemy import BigInteger, LargeBinary, Text

# The order of ids is that of their code points everywhere, so that prefixes are ranges.
TEXT: Final = Text().with_variant(PLAIN_TEXT(collation="C"), "postgresql")
INTEGER: Final = BigInteger().with_variant(PLAIN_INTEGER(), "sqlite")
BYTES: Final = LargeBinary()
