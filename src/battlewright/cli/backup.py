"""The commands ``backup`` and ``restore``."""

from __future__ import annotations

import os
import time
from pathlib import Path

from battlewright.cli.serve import usual_database
from battlewright.engine.errors import BattlewrightError


def back_up(file: str, database: str | None) -> None:
    """Write a backup of a database, and print its size."""
    from battlewright.store.backup import backup

    began = time.monotonic()
    report = backup(database_of(database), _writable(Path(file)))
    print(f"{file}: {report.matches:,} matches with {report.entries:,} entries, {report.size:,} bytes", end="")
    print(f" ({time.monotonic() - began:.1f} s). It contains the secrets of the dice: keep it private.")


def put_back(file: str, database: str | None, replace: bool) -> None:
    """Restore a backup into a database, and print what was restored."""
    from battlewright.store.backup import restore

    report = restore(Path(file), database_of(database), replace)
    print(f"{report.matches:,} matches with {report.entries:,} entries restored from {file}.")


def database_of(named: str | None) -> str:
    """Return the database to use: the named one, that of the environment variable, or the user's own file."""
    from battlewright.store.database import VARIABLE

    return named or os.environ.get(VARIABLE) or usual_database()


def _writable(path: Path) -> Path:
    """Return a path that can be written to. Raises an error before any work where it cannot."""
    reason = "it is a folder" if path.is_dir() else "" if path.parent.is_dir() else f"there is no folder {path.parent}"
    if not reason and not os.access(path.parent, os.W_OK):
        reason = f"the folder {path.parent} is not writable"
    if reason:
        raise BattlewrightError(f"The backup {path} cannot be written: {reason}.")
    return path
