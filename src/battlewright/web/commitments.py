"""Commitments: the hash of a secret, told before whoever begins a match sends a value for its dice.

A secret is used for one match only: once that match is over, everybody knows it.
"""

from __future__ import annotations

import time
from collections import OrderedDict

from battlewright.engine.dice import new_secret
from battlewright.engine.errors import Conflict
from battlewright.engine.fair import commitment_of


class Commitments:
    """Secrets that wait for their match, by their hashes. The oldest is dropped where there are too many."""

    def __init__(self, most: int = 50_000, seconds: float = 600.0) -> None:
        self.most, self.seconds = most, seconds
        self._secrets: OrderedDict[str, tuple[float, bytes]] = OrderedDict()

    def new(self) -> str:
        """Return the hash of a new secret."""
        secret = new_secret()
        commitment = commitment_of(secret)
        self._secrets[commitment] = (time.monotonic(), secret)
        while len(self._secrets) > self.most:
            self._secrets.popitem(last=False)
        return commitment

    def take(self, commitment: str) -> bytes:
        """Return the secret that a hash was told of, once."""
        made, secret = self._secrets.pop(commitment, (0.0, b""))
        if not secret or time.monotonic() - made > self.seconds:
            raise Conflict("This commitment is not known here, or was used already; ask for a new one.")
        return secret
