"""The chain over a match's log: no line of it can be changed, left out or moved without another last link.

The lines are those of the complete log as they are public at the end: the head without its secret, then every entry,
also what was undone. They name no person, and chat is no part of them. Each link is the SHA-256 of the link before
(32 bytes; none at the head) and the line in UTF-8.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from battlewright.engine.fair import commitment_of
from battlewright.engine.signature import Signature

PUBLIC = ("format", "system", "ruleset", "setting", "players", "with_master", "terms", "resumed", "added", "seed")
"""What the public head has as the complete one has it."""


def canonical(data: Any) -> str:
    """Return data as the one text that stands for it: JSON in ASCII with sorted keys, without spaces."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


def head_line(head: Mapping[str, Any]) -> str:
    """Return the first line: the head with hashes of the secret (the commitment) and of what is long."""
    data = {name: head[name] for name in PUBLIC if name in head}
    secret = head.get("secret")
    data["commitment"] = commitment_of(bytes.fromhex(secret)) if secret else ""
    data["setup"] = _hash(canonical(head.get("setup")))
    if "replay" in head:  # a battle that was uploaded
        data["replay"] = _hash(head["replay"])
    return canonical(data)


def links(lines: Iterable[str], last: str = "") -> Iterator[str]:
    """Yield the link of each line. ``last`` is the link before the first."""
    for line in lines:
        last = sha256(bytes.fromhex(last) + line.encode()).hexdigest()
        yield last


def last_link(head: Mapping[str, Any], entries: Iterable[Mapping[str, Any]] = ()) -> str:
    """Return the last link of a complete log."""
    *_, link = links([head_line(head), *map(canonical, entries)])
    return link


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()


@dataclass(frozen=True)
class Proof:
    """What proves the log of a finished match: its public lines, the set-up of which their head has the hash, their
    last link as it was noted, and the signature of a server over that link."""

    lines: tuple[str, ...]
    setup: Mapping[str, Any]
    chain: str
    signature: Signature | None = None

    def as_data(self) -> dict[str, Any]:
        """Return the table that the head of a replay has; the lines stand at the replay's end."""
        return {"chain": self.chain} | (self.signature._asdict() if self.signature else {})

    @classmethod
    def from_data(cls, data: Mapping[str, Any], lines: Iterable[str], setup: Mapping[str, Any]) -> Proof:
        """Return what ``as_data`` gave. Raises ValueError where something is missing or of another kind."""
        if data.keys() not in ({"chain"}, {"chain", *Signature._fields}):
            raise ValueError("has a chain, and a key with its signature where a server has signed it")
        if not all(isinstance(each, str) for each in data.values()):
            raise ValueError("has texts of hexadecimal digits")
        signature = Signature(data["key"], data["signature"]) if "key" in data else None
        return cls(tuple(lines), setup, data["chain"], signature)
