"""Verify a finished battle: compute every die again from the secret that was published at its end, and check the log
of its match (``verify_log``).

Typed dice cannot be checked. Choices are not dice: a bot draws from streams of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from battlewright.engine import source
from battlewright.engine.errors import NotFair, ReplayError
from battlewright.engine.fair import Fair, commitment_of
from battlewright.engine.replay import BATTLE, Replay, repeat
from battlewright.engine.step import StepKind
from battlewright.engine.text import listed, plural
from battlewright.play.verify_log import VerifiedLog, verify_log

MOST_EPOCHS = 100_000
"""The most epochs that are searched for a stream."""


@dataclass(frozen=True)
class Verified:
    """What was checked: the number of dice of the stream, of typed dice, and of dice before the match, which
    belong to the battle that it resumed. ``epochs`` are the numbers of the streams; the dice of ``skipped`` ones were
    undone. ``fair`` is None where a seed decided the dice, ``log`` where the replay has none."""

    fair: Fair | None
    dice: int
    typed: int
    before: int
    epochs: tuple[int, ...]
    log: VerifiedLog | None = None

    @property
    def skipped(self) -> tuple[int, ...]:
        """The epochs up to the last one of which no die is left."""
        return tuple(number for number in range(max(self.epochs, default=-1)) if number not in self.epochs)

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "fair": self.fair is not None,
            "commitment": self.fair.commitment if self.fair else None,
            "added": list(self.fair.added) if self.fair else [],
            "dice": self.dice,
            "typed": self.typed,
            "before": self.before,
            "epochs": list(self.epochs),
            "skipped": list(self.skipped),
            "log": self.log.as_data() if self.log else None,
        }

    def sentences(self) -> Iterator[str]:
        """Yield the findings as sentences."""
        if self.fair is not None:
            yield from self._of_dice(self.fair)
        if self.log is not None:
            yield from self.log.sentences()
        yield "Choices are not dice: a bot's own draws and secret choices are not checked."

    def _of_dice(self, fair: Fair) -> Iterator[str]:
        dice = "The one die" if self.dice == 1 else f"All {plural(self.dice, 'die')}"
        yield f"{dice} of the stream {'follows' if self.dice == 1 else 'follow'} from the secret."
        yield f"The hash of the secret: {fair.commitment}. It must equal the one published before the match."
        if fair.added:
            yield f"Values added to the dice: {', '.join(fair.added)}. Check that yours is among them."
        if self.typed:
            yield f"{_dice_were(self.typed)} typed by people, and cannot be checked."
        if self.before:
            were = _dice_were(self.before)
            yield f"{were} rolled in the battle that this match resumed, and cannot be checked from this file."
        if self.skipped:
            one = len(self.skipped) == 1
            numbers = listed([str(number) for number in self.skipped], "and")
            yield f"The dice of {'epoch' if one else 'epochs'} {numbers} were undone."


def _dice_were(count: int) -> str:
    return f"{plural(count, 'die')} {'was' if count == 1 else 'were'}"


def verify(replay: Replay, commitment: str = "", key: str = "") -> Verified:
    """Compute every die of a finished battle again, and check its log. Raises ``NotFair`` with the line of the first
    thing that is wrong, and ``ReplayError`` where there is nothing to check with.

    ``commitment`` is the hash that the player noted before the match, ``key`` the public key of the server.
    """
    fair, proof = replay.fair, replay.proof
    if not replay.position or (fair is None and (proof is None or commitment)):
        why = "the battle is not over" if not replay.position else "it has no table 'fair' with the secret of its dice"
        can = "'battlewright replay' can still check that the battle repeats"
        raise ReplayError(f"{replay.name}: {why}, so its dice cannot be verified; {can}.")
    epochs = () if fair is None else _check_secret(replay, fair, commitment.strip().lower())
    try:
        session = repeat(replay)
    except ReplayError as error:
        raise NotFair(str(error)) from None
    counts: Counter[str] = Counter()
    for number, step in enumerate(session.steps):
        is_before = fair is not None and number < fair.after
        counts["typed" if step.kind is StepKind.TYPED else "before" if is_before else "dice"] += len(step.faces)
    if key and proof is None:
        raise NotFair(f"{replay.name}: it has no log that could be signed with the key {key}.")
    log = None if proof is None else verify_log(replay, proof, key)
    return Verified(fair, counts["dice"], counts["typed"], counts["before"], epochs, log)


def _check_secret(replay: Replay, fair: Fair, noted: str) -> tuple[int, ...]:
    """Check the secret by its hash, and the streams by the secret; return the numbers of their epochs."""
    head = source.parse(replay.text.partition(f"\n{BATTLE}\n")[0], replay.name, "toml")
    place = f"{replay.name}:{head.line(('fair', 'commitment'))}"
    if noted and noted != fair.commitment:
        raise NotFair(f"{place}: the commitment is not the one that you noted, {noted}.")
    if commitment_of(fair.secret) != fair.commitment:
        raise NotFair(f"{place}: the commitment is not the hash of the secret, {commitment_of(fair.secret)}.")
    return _epochs(replay, fair, head)


def _epochs(replay: Replay, fair: Fair, head: source.Source) -> tuple[int, ...]:
    """Return the number of the epoch of each stream. They are in order; the numbers of those taken back are missing."""
    own = [(place, stream) for place, stream in enumerate(replay.streams) if stream.begins >= fair.after]
    if not own or own[0][1].begins != fair.after:
        begin = f"{replay.name}:{head.line(('streams',))}: the match begins after {plural(fair.after, 'move')}"
        raise NotFair(f"{begin}, but no stream does.")
    numbers: list[int] = []
    for place, stream in own:
        first, wanted = numbers[-1] + 1 if numbers else 0, (stream.seed, stream.index)
        number = next((each for each in range(first, first + MOST_EPOCHS) if fair.epoch(each) == wanted), None)
        if number is None:
            line = head.line(("streams", place))
            what = "does not follow from the secret and what was added to it"
            raise NotFair(f"{replay.name}:{line}: the stream after {plural(stream.begins, 'move')} {what}.")
        numbers.append(number)
    return tuple(numbers)
