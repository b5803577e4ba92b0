"""Saved seats of the user on servers: one private file for each match."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

from battlewright.engine import formats
from battlewright.engine.errors import BattlewrightError


@dataclass(frozen=True)
class KeptSeat:
    """A seat of a match: the token that proves it, and the commitment to the dice."""

    seat: str
    token: str
    commitment: str | None = None


def folder() -> Path:
    """Return the folder of the files, within the user's data folder."""
    data = Path(os.environ.get("XDG_DATA_HOME", "") or Path.home() / ".local" / "share")
    return data / "battlewright" / "seats"


def file_of(address: str) -> Path:
    """Return the file for a match, by its address without an invitation."""
    return folder() / f"{hashlib.sha256(address.encode()).hexdigest()[:32]}.json"


def keep(address: str, seat: KeptSeat) -> None:
    """Save a seat, in a file that only its owner can read."""
    path = file_of(address)
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        written = path.with_suffix(f".{os.getpid()}")
        with os.fdopen(os.open(written, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            json.dump({"format": formats.KEPT_SEAT, "match": address, **asdict(seat)}, file)
        written.replace(path)
    except OSError as error:
        why = f"Your seat cannot be saved in {path.parent} ({error.strerror})"
        raise BattlewrightError(f"{why}; without it you could not come back.") from None


def kept(address: str) -> KeptSeat | None:
    """Return the saved seat of a match; None if there is none."""
    path = file_of(address)
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        format = data.get("format", 1)
        seat = KeptSeat(str(data["seat"]), str(data["token"]), data["commitment"])
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise BattlewrightError(f"{path}: your saved seat cannot be read; remove the file.") from None
    if format != formats.KEPT_SEAT:
        reads = f"this version reads format {formats.KEPT_SEAT}"
        raise BattlewrightError(f"{path}: this is a saved seat of format {format!r:.20}; {reads}.")
    return seat


def forget(address: str) -> None:
    """Remove the file of a match."""
    file_of(address).unlink(missing_ok=True)
