"""Verify the log of a finished match: its chain, the signature of a server over it, and that it leads to the battle."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from battlewright.contract.system import as_system
from battlewright.engine.chain import Proof, head_line, links
from battlewright.engine.errors import LogError, NotFair, NotInstalled
from battlewright.engine.log import STEPS, EntryKind
from battlewright.engine.replay import COMMENT, LOG, Replay
from battlewright.engine.signature import is_by_its_key
from battlewright.engine.text import plural
from battlewright.play.log import restored
from battlewright.play.match import PERSON, REMOTE, Match


@dataclass(frozen=True)
class VerifiedLog:
    """What was checked of a log: its last link, and the numbers of its entries, of its undos and of the steps that they
    took back. ``key`` is the public key of the server that signed it (empty: none did); ``is_checked``: whether the
    signature could be checked here."""

    chain: str
    entries: int
    undos: int
    undone: int
    key: str
    is_checked: bool

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data."""
        counts = {"chain": self.chain, "entries": self.entries, "undos": self.undos, "undone": self.undone}
        return counts | {"key": self.key or None, "signature": self.is_checked if self.key else None}

    def sentences(self) -> Iterator[str]:
        """Yield the findings as sentences."""
        undone = f", with {plural(self.undone, 'step')} taken back" if self.undone else ""
        yield f"The log leads to this battle: {plural(self.entries, 'line')}{undone}."
        yield f"The last link of its chain: {self.chain}."
        if not self.key:
            yield "No server has signed it: whoever has the file can change choices, typed dice and edits."
        elif self.is_checked:
            yield f"It is signed with the key {self.key}: without that key, nobody can change the log."
            yield "Compare the key with that of the server (/healthz), or name it with --key."
        else:
            install = 'pip install "battlewright[server]"'
            yield f"The signature with the key {self.key} is not checked; that needs {install}."


def verify_log(replay: Replay, proof: Proof, key: str) -> VerifiedLog:
    """Verify the log of a replay whose battle was repeated. Raises ``NotFair`` with the first thing that is wrong.
    ``key`` is the public key that must have signed it; empty for any, or none."""
    lines = replay.text.split("\n")
    place = f"{replay.name}:{lines.index(LOG) + 1}" if LOG in lines else replay.name
    *_, last = ("", *links(proof.lines))
    if last != proof.chain:
        raise NotFair(f"{place}: the log was changed: its chain ends in {last or 'nothing'}, not in {proof.chain}.")
    is_checked = _check_signature(proof, key, place)
    match = _restored(replay, proof, place)
    moves = ((number, line.partition(COMMENT)[0]) for number, line in replay.moves)
    for move, step in zip_longest(moves, match.session.steps):
        if move is None or step is None or move[1] != step.text:
            line = move[0] if move else lines.index(LOG) + 1
            raise NotFair(f"{replay.name}:{line}: from here on, the log tells of another battle.")
    if replay.ended != match.ended_by:
        raise NotFair(f"{place}: the log tells of another end ({match.ended_by or 'by the rules'}).")
    taken = [entry for entry in match.log if entry.kind in STEPS]
    undos = sum(entry.kind is EntryKind.UNDO for entry in match.log)
    named = proof.signature.key if proof.signature else ""
    return VerifiedLog(last, match.number, undos, len(taken) - len(match.standing), named, is_checked)


def _check_signature(proof: Proof, key: str, place: str) -> bool:
    """Check who has signed the chain; return whether a signature was there and could be checked."""
    signature = proof.signature
    if key and (signature is None or signature.key != key):
        who = f"with the key {signature.key}" if signature else "by nobody"
        raise NotFair(f"{place}: the log is signed {who}, not with the key {key}.")
    if signature is None:
        return False
    try:
        is_valid = is_by_its_key(signature, proof.chain)
    except NotInstalled:
        if key:
            raise
        return False
    if not is_valid:
        raise NotFair(f"{place}: the signature is not one of the key {signature.key} over this log.")
    return True


def _restored(replay: Replay, proof: Proof, place: str) -> Match:
    """Play the log of a replay again, entry by entry, whichever bots are installed here."""
    fair = replay.fair
    try:
        public, *entries = (json.loads(line) for line in proof.lines)
        head = {**public, "secret": fair.secret.hex() if fair else "", "setup": proof.setup}
        is_same = head_line(head) == proof.lines[0] and public["added"] == list(fair.added if fair else ())
        is_same = is_same and replay.players.items() <= public["players"].items()
        head["players"] = {seat: PERSON if player == PERSON else REMOTE for seat, player in public["players"].items()}
        if is_same and public["system"] == replay.system.name:
            return restored(head, entries, lambda _: as_system(replay.system), replay.name)
    except LogError as error:
        raise NotFair(str(error)) from None
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise NotFair(f"{place}: the log cannot be read ({error}).") from None
    raise NotFair(f"{place}: the log is that of another match: of another set-up, secret, value, or player.")
