"""The column types of all tables."""

from typing import Final

from sqlalchemy import BigInteger, LargeBinary, Text
from sqlalchemy.dialects import postgresql, sqlite

# The order of ids is that of their code points everywhere, so that prefixes are ranges.
TEXT: Final = Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")
INTEGER: Final = BigInteger().with_variant(sqlite.INTEGER(), "sqlite")
BYTES: Final = LargeBinary()
