"""The commands ``backup`` and ``restore``."""

from __future__ import annotations

import os
import time
from pathlib import Path

from battlewright.cli.serve import usual_database
from battlewright.engine.errors import BattlewrightError


def back_up(file: str, database: str | None) -> None:
    """Write a backup of a database, and say what it has."""
    from battlewright.store.backup import backup

    began = time.monotonic()
    report = backup(database_of(database), _writable(Path(file)))
    print(f"{file}: {report.matches:,} matches with {report.entries:,} entries, {report.size:,} bytes", end="")
    print(f" ({time.monotonic() - began:.1f} s). It has the secrets of the dice: keep it where nobody else reads it.")


def put_back(file: str, database: str | None, replace: bool) -> None:
    """Restore a backup into a database, and say what it had."""
    from battlewright.store.backup import restore

    report = restore(Path(file), database_of(database), replace)
    print(f"{report.matches:,} matches with {report.entries:,} entries are restored from {file}.")


def database_of(named: str | None) -> str:
    """Return the database that is meant: the one that is named, that of the environment, or the user's own file."""
    from battlewright.store.database import VARIABLE

    return named or os.environ.get(VARIABLE) or usual_database()


def _writable(path: Path) -> Path:
    """Return a path that a file can be written to; a sentence, before any work, where it cannot."""
    reason = "it is a folder" if path.is_dir() else "" if path.parent.is_dir() else f"there is no folder {path.parent}"
    if not reason and not os.access(path.parent, os.W_OK):
        reason = f"the folder {path.parent} is not yours to write in"
    if reason:
        raise BattlewrightError(f"The backup {path} cannot be written: {reason}.")
    return path
