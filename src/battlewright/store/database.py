"""Open a database: SQLite or PostgreSQL, its tables brought up to date. Its errors are messages for people."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, create_engine, event, exc, inspect, make_url, text

from battlewright.engine.errors import BattlewrightError, NotKept, StoreError, WriteConflict

if TYPE_CHECKING:
    from alembic.config import Config

VARIABLE = "BATTLEWRIGHT_DATABASE"
"""The environment variable that names the database."""
DATABASE_TIMEOUT = 10
"""The seconds to wait for a database that is busy, or does not answer."""
URLS = "use one such as sqlite:///battles.db or postgresql://user@host/name"


def open_database(url: str) -> Engine:
    """Open a database, check it, and bring its tables up to date; a new one gets its tables."""
    engine = connect(url)
    try:
        check_integrity(engine)
        with engine.begin() as connection:
            migrate(connection)
    except (exc.SQLAlchemyError, sqlite3.Error, StoreError) as error:
        engine.dispose()
        if isinstance(error, StoreError):
            raise
        raise StoreError(f"The database cannot be opened ({reason_of(error)}).") from None
    return engine


@contextmanager
def opened(url: str) -> Iterator[Engine]:
    """Open a database as it is; a file of SQLite must be there."""
    engine = connect(url)
    try:
        if engine.dialect.name == "sqlite" and not Path(engine.url.database or "").exists():
            raise StoreError(f"There is no database {engine.url.database}.")
        yield engine
    except exc.SQLAlchemyError as error:
        raise StoreError(f"The database cannot be read ({reason_of(error)}).") from None
    finally:
        engine.dispose()


def connect(url: str) -> Engine:
    """Return the engine of a database, without looking into it."""
    try:
        parsed = make_url(url)
    except (exc.ArgumentError, ValueError):
        shown = re.sub(r"://.*@", "://…@", url)[:80]  # without a password
        raise StoreError(f"{shown!r} is not a database URL; {URLS}.") from None
    if parsed.get_backend_name() == "sqlite":
        return _sqlite(parsed.database or "")
    if parsed.get_backend_name() != "postgresql":
        raise StoreError(f"{parsed.get_backend_name()!r} is not a supported database; {URLS}.")
    try:
        options = {
            "connect_timeout": DATABASE_TIMEOUT,
            "keepalives_idle": DATABASE_TIMEOUT,
            "tcp_user_timeout": 1000 * DATABASE_TIMEOUT,
        }
        parsed = parsed.set(drivername="postgresql+psycopg")
        return create_engine(parsed, pool_size=4, max_overflow=4, pool_pre_ping=True, connect_args=options)
    except (ImportError, exc.NoSuchModuleError):
        raise StoreError('PostgreSQL needs one more package: pip install "battlewright[postgres]".') from None


def _sqlite(file: str) -> Engine:
    if not file or file == ":memory:":
        raise StoreError("An in-memory database would lose its matches; use a file, such as sqlite:///battles.db.")
    if not Path(file).parent.is_dir():
        raise StoreError(f"The database cannot be opened: there is no folder {Path(file).parent}.")
    if Path(file).is_dir():
        raise StoreError(f"The database cannot be opened: {file} is a folder.")
    engine = create_engine(f"sqlite:///{file}", connect_args={"timeout": DATABASE_TIMEOUT})
    event.listen(engine, "do_connect", lambda *given: _keep_to_owner(Path(file)))
    event.listen(engine, "connect", _set_pragmas)
    return engine


def _keep_to_owner(file: Path) -> None:
    """Restrict an SQLite file to its owner, since it has the secrets of the dice: a new one, and one that was made with
    wider permissions. The files that SQLite writes beside it get the same permissions."""
    with suppress(OSError):  # it is there; or SQLite says what is wrong
        # Never open one that is there: to close it again drops the locks that this process has on it, and then another
        # process takes itself for the last one, and deletes the log that this one writes to.
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    for each in (file, *(file.with_name(file.name + end) for end in ("-wal", "-shm", "-journal"))):
        with suppress(OSError):  # it is not there, or somebody else's
            if each.stat().st_mode & 0o077:
                each.chmod(0o600)


def _set_pragmas(connection: Any, record: object) -> None:
    """Use a write-ahead log, sync the disk at each commit, and enforce foreign keys."""
    cursor = connection.cursor()
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def check_integrity(engine: Engine) -> None:
    """Check a file of SQLite without changing it. Raises ``StoreError`` where it is damaged."""
    file = Path(engine.url.database or "")
    if engine.dialect.name != "sqlite" or not file.exists() or file.stat().st_size == 0:
        return
    try:
        address = f"{file.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, timeout=DATABASE_TIMEOUT, uri=True)) as connection:
            found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as error:
        found = str(error)
    if found != "ok":
        what = " ".join(found.split())[:100]
        raise StoreError(f"The database {file} is damaged ({what}); it was not changed. Restore a backup.")


@contextmanager
def transaction(engine: Engine, writes: bool = False) -> Iterator[Connection]:
    """Yield a connection that sees a snapshot of the database, whatever others write meanwhile; or, with ``writes``, in
    one transaction for everything, tables included."""
    is_sqlite = engine.dialect.name == "sqlite"
    level = "AUTOCOMMIT" if is_sqlite else "READ COMMITTED" if writes else "REPEATABLE READ"
    with engine.connect().execution_options(isolation_level=level) as connection:
        if not is_sqlite:
            with connection.begin():
                yield connection
            return
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
        try:
            yield connection
        except BaseException:
            connection.exec_driver_sql("ROLLBACK")
            raise
        connection.exec_driver_sql("COMMIT")


def migrate(connection: Connection, revision: str = "head") -> None:
    """Bring the tables to a revision, in the transaction of a connection."""
    from alembic import command

    if connection.dialect.name == "postgresql":  # servers that start together take turns
        connection.execute(text("SELECT pg_advisory_xact_lock(7261)"))
    current = revision_of(connection)
    if current is not None and current not in revisions():
        raise StoreError(f"The database was made by a later version (revision {current}); this version cannot read it.")
    config = _alembic()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def revision_of(connection: Connection) -> str | None:
    """Return the revision of the tables of a database; None where there are none yet."""
    if "alembic_version" not in inspect(connection).get_table_names():
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found


def revisions() -> set[str]:
    """Return the revisions that this version knows."""
    from alembic.script import ScriptDirectory

    return {script.revision for script in ScriptDirectory.from_config(_alembic()).walk_revisions()}


def newest_revision() -> str | None:
    """Return the revision of the tables that this version works with."""
    from alembic.script import ScriptDirectory

    return ScriptDirectory.from_config(_alembic()).get_current_head()


def _alembic() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(files("battlewright.store") / "migrations"))
    return config


def from_database(error: Exception) -> BattlewrightError:
    """Return the error to show for a database's error."""
    if isinstance(error, StoreError):
        return error
    if isinstance(error, exc.DataError):
        return NotKept(f"The database cannot store this ({reason_of(error)}).")
    if isinstance(error, exc.IntegrityError):
        return WriteConflict()
    reason = reason_of(error)
    if ("full" in reason or "No space left" in reason) and isinstance(error, exc.OperationalError):
        return StoreError("The server's disk is full; nothing was written, and the match has not changed.")
    return StoreError(f"The database does not answer ({reason}). Try again soon; saved moves are not lost.")


def reason_of(error: Exception) -> str:
    """Return the text of a database's error, on one line."""
    return " ".join(str(getattr(error, "orig", None) or error).split())[:200]
