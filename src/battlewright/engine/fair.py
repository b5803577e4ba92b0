"""Fair dice: how anybody can check, once a battle is over, that its dice were not chosen.

Before the players add a value each, the hash of a secret is published (the *commitment*). The dice follow from the
secret, what was added, and the number of the epoch; at the end the secret is published too.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from battlewright.engine.dice import stream_of


def commitment_of(secret: bytes) -> str:
    """Return what is published of a secret before the battle: its SHA-256, in hexadecimal digits."""
    return hashlib.sha256(secret).hexdigest()


def epoch_of(secret: bytes, added: tuple[str, ...], number: int) -> tuple[int, int]:
    """Return the seed and the index of the stream of an epoch."""
    return stream_of(secret, "dice", *added, number)


@dataclass(frozen=True)
class Fair:
    """What the dice of a finished battle are checked by. ``after`` is the number of moves before this match: those that
    a resumed battle had already."""

    commitment: str
    secret: bytes
    added: tuple[str, ...] = ()
    after: int = 0

    def epoch(self, number: int) -> tuple[int, int]:
        """Return the seed and the index of the stream of an epoch."""
        return epoch_of(self.secret, self.added, number)

    def as_data(self) -> dict[str, Any]:
        """Return it as the head of a replay has it."""
        data = {"commitment": self.commitment, "secret": self.secret.hex(), "added": list(self.added)}
        return data | ({"after": self.after} if self.after else {})

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Fair:
        """Return what ``as_data`` gave. Raises ValueError where something is missing or of another kind."""
        known = {"after": 0, "added": [], **data}
        if known.keys() != {"commitment", "secret", "added", "after"}:
            raise ValueError("has a commitment, a secret, what was added, and perhaps after")
        commitment, secret, added, after = (known[name] for name in ("commitment", "secret", "added", "after"))
        if not (isinstance(commitment, str) and isinstance(secret, str)):
            raise ValueError("has a commitment and a secret that are texts of hexadecimal digits")
        if not (isinstance(added, list) and all(isinstance(each, str) for each in added)):
            raise ValueError("has a list of texts that were added")
        if isinstance(after, bool) or not isinstance(after, int) or after < 0:
            raise ValueError("begins after a number of moves")
        try:
            return cls(commitment, bytes.fromhex(secret), tuple(added), after)
        except ValueError:
            raise ValueError("has a secret of hexadecimal digits") from None
