"""
Which schema a database has, making the newest, and migrating to it.

Only a database that has to change needs Alembic, which takes a while to load. A new one is made as `schema` has it; a test holds that
the migrations lead to the same.
"""

from pathlib import Path
from typing import Final

from sqlalchemy import Connection, inspect
from sqlalchemy.exc import DBAPIError

from fairdeal.storage.port import BadSchema
from fairdeal.storage.schema import metadata
from fairdeal.storage.shapes import NEWEST, REVISIONS

_VERSIONS: Final = "alembic_version"
_ADVICE: Final = "run `fairdeal db migrate`"
_MAKE_VERSIONS: Final = f"""
    CREATE TABLE {_VERSIONS} (version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num))
"""
_NOTE_VERSION: Final = f"INSERT INTO {_VERSIONS} (version_num) VALUES ('{NEWEST}')"  # noqa: S608 - two constants


def revision_of(connection: Connection) -> str | None:
    """The schema revision of a database, None if it is empty; raises `BadSchema` if it is unknown."""
    tables = set(inspect(connection).get_table_names())
    if not tables:
        return None
    if _VERSIONS not in tables:
        raise BadSchema("this database holds something else; give Fairdeal a database of its own")
    try:
        rows = connection.exec_driver_sql("SELECT version_num FROM alembic_version").all()
    except DBAPIError as error:
        raise BadSchema(f"the table {_VERSIONS} is not readable: {error.orig}") from error
    if len(rows) != 1 or not isinstance(rows[0][0], str):
        raise BadSchema(f"the table {_VERSIONS} should name one schema: it names {[row[0] for row in rows]}")
    revision: str = rows[0][0]
    if revision not in REVISIONS:
        raise BadSchema(f"the schema is {revision!r}, which this program does not know; a newer one may have made it")
    missing = set(metadata.tables) - tables
    if revision == NEWEST and missing:
        raise BadSchema(f"the schema lacks the tables {', '.join(sorted(missing))}")
    return revision


def check_schema(connection: Connection) -> None:
    """Raise `BadSchema` unless the database has the newest schema."""
    revision = revision_of(connection)
    if revision is None:
        raise BadSchema(f"the database is empty; {_ADVICE}")
    if revision != NEWEST:
        raise BadSchema(f"the schema is {revision}, this program needs {NEWEST}; {_ADVICE}")


def make_schema(connection: Connection) -> None:
    """Make all tables in the connection's transaction, unless another process has made them meanwhile."""
    if revision_of(connection) is not None:
        check_schema(connection)
        return
    metadata.create_all(connection, checkfirst=False)
    connection.exec_driver_sql(_MAKE_VERSIONS)
    connection.exec_driver_sql(_NOTE_VERSION)


def upgrade(connection: Connection, to: str = NEWEST) -> str | None:
    """Migrate a database in the connection's transaction; return the revision it had before."""
    before = revision_of(connection)
    if before == to:
        return before
    from alembic import command  # noqa: PLC0415 - see the module's docstring
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    folder = str(Path(__file__).parent / "migrations")
    config.set_main_option("script_location", folder.replace("%", "%%"))  # Alembic expands percent signs
    config.attributes["connection"] = connection
    command.upgrade(config, to)
    return before
