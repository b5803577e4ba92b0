"""Open a database: SQLite or PostgreSQL, its tables brought up to date."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from battlewright.engine.errors import StoreError
from battlewright.store.errors import from_database

VARIABLE = "BATTLEWRIGHT_DATABASE"
"""The environment variable that names the database."""
WAITS = 10
"""The seconds to wait for a database that is busy, or does not answer."""
URLS = "a database is named like sqlite:///battles.db or postgresql://user@host/name"


def open_database(url: str) -> Engine:
    """Open a database, check it, and bring its tables up to date; a new one gets its tables."""
    engine = connect(url)
    try:
        if engine.dialect.name == "sqlite":
            _check_integrity(engine)
        migrate(engine)
    except SQLAlchemyError as error:
        raise from_database(error) from None
    return engine


def connect(url: str) -> Engine:
    """Return the engine of a database, without looking into it."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise StoreError(f"{url[:80]!r} is no database; {URLS}.") from None
    if parsed.get_backend_name() == "sqlite":
        return _sqlite(url, parsed.database or "")
    if parsed.get_backend_name() != "postgresql":
        raise StoreError(f"{parsed.get_backend_name()!r} is no kind of database here; {URLS}.")
    try:
        options = {"connect_timeout": WAITS}
        parsed = parsed.set(drivername="postgresql+psycopg")
        return create_engine(parsed, pool_size=4, max_overflow=4, pool_pre_ping=True, connect_args=options)
    except (ImportError, NoSuchModuleError):
        raise StoreError("PostgreSQL needs one more package: pip install 'battlewright[postgres]'.") from None


def _sqlite(url: str, file: str) -> Engine:
    if not file or file == ":memory:":
        raise StoreError("A database in memory would lose its matches; name a file, such as sqlite:///battles.db.")
    if not Path(file).parent.is_dir():
        raise StoreError(f"The database cannot be opened: there is no folder {Path(file).parent}.")
    engine = create_engine(url, connect_args={"timeout": WAITS})
    event.listen(engine, "connect", _set_pragmas)
    return engine


def _set_pragmas(connection: Any, record: object) -> None:
    """Write ahead, wait for the disk at each commit, and hold what rows refer to."""
    cursor = connection.cursor()
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _check_integrity(engine: Engine) -> None:
    with engine.connect() as connection:
        found = connection.execute(text("PRAGMA quick_check(1)")).scalar()
        if found != "ok":
            raise StoreError(f"The database {engine.url.database} is damaged ({found}); restore a backup.")


def migrate(engine: Engine, revision: str = "head") -> None:
    """Bring the tables to a revision."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(files("battlewright.store") / "migrations"))
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":  # servers that start together take turns
            connection.execute(text("SELECT pg_advisory_xact_lock(7261)"))
        _refuse_newer(connection, config)
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


def _refuse_newer(connection: Any, config: Any) -> None:
    """Refuse a database that a later version has changed."""
    from alembic.script import ScriptDirectory

    if "alembic_version" not in inspect(connection).get_table_names():
        return
    current = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if current is not None and current not in known:
        raise StoreError(f"The database is of a later version (revision {current}); this one cannot read it.")
