"""Check output files before the work begins."""

from __future__ import annotations

import os
from pathlib import Path

from battlewright.engine.errors import BattlewrightError


def check_writable(path: Path, what: str) -> None:
    """Refuse a path that cannot be written; ``what`` is to be written there. The path is left as it was."""
    if path.is_dir():
        raise BattlewrightError(f"{what} cannot be written to {path}: that is a folder.")
    if not path.parent.is_dir():
        raise BattlewrightError(f"{what} cannot be written to {path}: there is no folder {path.parent}.")
    existed = path.exists()
    try:
        if existed and not path.is_file():  # a pipe or a device
            writable = os.access(path, os.W_OK)
        else:
            path.open("ab").close()
            writable = True
    except OSError as error:
        raise BattlewrightError(f"{what} cannot be written to {path} ({error.strerror}).") from None
    if not writable:
        raise BattlewrightError(f"{what} cannot be written to {path} (Permission denied).")
    if not existed:
        path.unlink()
