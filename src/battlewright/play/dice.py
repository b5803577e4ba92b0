"""The source of a match's dice: a secret with the players' values, or a seed."""

from __future__ import annotations

from dataclasses import dataclass

from battlewright.engine.dice import new_secret, stream_of
from battlewright.engine.errors import DiceError, describe_value
from battlewright.engine.fair import commitment_of, epoch_of
from battlewright.engine.philox import check_stream

MIN_SECRET_BYTES = 16
"""The fewest bytes of a secret: 128 bits decide the dice."""


@dataclass(frozen=True)
class DiceSource:
    """A secret with the values that the players added, or a seed for experiments; without either, a new secret."""

    secret: bytes = b""
    added: tuple[str, ...] = ()
    seed: int | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.secret, bytes):
            raise DiceError(f"A secret must be bytes, not of the type {type(self.secret).__name__}.")
        if self.seed is not None:
            check_stream(self.seed, 0)
        if self.seed is None and not self.secret:
            object.__setattr__(self, "secret", new_secret())
        if self.seed is None and len(self.secret) < MIN_SECRET_BYTES:
            raise DiceError(f"A secret must have at least {MIN_SECRET_BYTES} bytes, not {len(self.secret)}.")

    @property
    def commitment(self) -> str:
        """The hash of the secret, which can be published before the match. Empty for a seed, which is not secret."""
        return "" if self.seed is not None else commitment_of(self.secret)

    def epoch(self, number: int) -> tuple[int, int]:
        """Return the seed and the index of the stream of an epoch."""
        return (self.seed, number) if self.seed is not None else epoch_of(self.secret, self.added, number)

    def part(self, number: int) -> tuple[int, int]:
        """Return the seed and the index of the stream of the dice that the server adds to a roll of several, by the
        number of its entry."""
        return (self.seed, number) if self.seed is not None else stream_of(self.secret, "part", *self.added, number)

    def draws(self, seat: str, place: int) -> tuple[int, int]:
        """Return the seed and the index of a seat's own stream."""
        return (self.seed, place) if self.seed is not None else stream_of(self.secret, "draws", *self.added, seat)


def source_of(dice: object) -> DiceSource:
    """Return the given dice source, or a new secret. Raises ``DiceError`` for anything else."""
    if not isinstance(dice, DiceSource | None):
        wanted = "The dice of a match must be a DiceSource, such as DiceSource(seed=7)"
        raise DiceError(f"{wanted}, not {describe_value(dice)}.")
    return dice or DiceSource()
