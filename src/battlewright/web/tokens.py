"""Tokens of seats and invitations. The server stores only their hashes."""

from __future__ import annotations

import hashlib
import secrets


def new_id() -> str:
    """Return a new id of a match, which nobody can guess: 128 random bits."""
    return secrets.token_urlsafe(16)


def new_token() -> str:
    """Return a new token: 256 random bits."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """Return the stored hash of a token. A token has enough random bits to need no salt."""
    return hashlib.sha256(token.encode()).hexdigest()
