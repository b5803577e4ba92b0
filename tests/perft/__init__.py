"""Perft: how many paths and positions the rules lead to in a few steps, and with what odds. README.md says what is
counted; ``make perft`` counts anew.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from hashlib import blake2b
from pathlib import Path
from typing import Any

import tomli_w

from battlewright import systems
from battlewright.engine import replay
from battlewright.engine.node import NodeKind
from battlewright.engine.record import (
    allocate,
    copy_of,
    ints_of,
    memory_of,
    numbers,
    offset_of,
    position,
    restore,
    snapshot,
)
from battlewright.engine.session import Session
from battlewright.odds.pools import count_outcomes, outcomes
from tests.golden import FOLDER as GOLDEN

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*.toml"))
MOST_OUTCOMES = 1000
CHANCE, OVER = "chance", "over"
"""The sums that are not of a number in the battle."""


@dataclass(frozen=True)
class Counted:
    """What was counted, as it stands in the file: the sums are fractions."""

    paths: int
    positions: int
    sums: dict[str, str]


@dataclass(frozen=True)
class Case:
    """A place in a golden battle, a depth, and what was counted there."""

    name: str
    replay: str
    step: int
    depth: int
    paths: int = 0
    positions: int = 0
    sums: dict[str, str] = field(default_factory=dict)

    @property
    def counted(self) -> Counted:
        return Counted(self.paths, self.positions, self.sums)

    def session(self) -> Session:
        """The golden battle after its first ``step`` moves."""
        read = replay.read(GOLDEN / f"{self.replay}.replay", systems.load)
        session = Session(read.system, read.setup, None)
        for _, line in read.moves[: self.step]:
            replay.make_move(session, line)
        return session


@dataclass
class Reached:
    """A position that was reached: its bytes, by how many paths, and the sum of their chances."""

    saved: bytes
    paths: int = 0
    chance: Fraction = Fraction(0)


class Walk:
    """All edges from any position of a battle."""

    def __init__(self, session: Session) -> None:
        self.system, self.setting, self.battle = session.system, session.setting, session.battle
        self.record, self.ints = session.record, ints_of(session.battle)
        self.record.tail.silent = 1
        self._listed = allocate(self.system.rules.choice, self.system.rules.max_choices)
        self._faces = numbers(self.system.rules.max_dice)

    def edges(self, saved: bytes) -> Iterator[Fraction]:
        """The chance of each edge, 1 at a decision; the battle then stands where the edge leads to."""
        restore(self.battle, saved)
        return self._rolls(saved) if self.record.node.kind == NodeKind.CHANCE else self._choices(saved)

    def _choices(self, saved: bytes) -> Iterator[Fraction]:
        first, count = 0, len(self._listed)
        while count == len(self._listed):
            restore(self.battle, saved)
            count = self.system.rules.choices(self.setting, self.battle, self._listed, first)
            for place in range(count):
                restore(self.battle, saved)
                refused = self.system.rules.refusal(self.setting, self.battle, self._listed[place : place + 1])
                assert not refused, f"a listed choice is refused by clause {refused}"
                self.system.rules.choose(self.setting, self.battle, self._listed[place : place + 1])
                yield Fraction(1)
            first += count

    def _rolls(self, saved: bytes) -> Iterator[Fraction]:
        node = copy_of(self.record.node)
        assert count_outcomes(node) <= MOST_OUTCOMES, (
            f"a roll of {count_outcomes(node):,} outcomes is too wide for a perft"
        )
        for faces, ways in outcomes(node):
            restore(self.battle, saved)
            memory_of(self._faces)[: node.dice] = memory_of(numbers(faces))
            self.system.rules.roll(self.setting, self.battle, self._faces)
            yield Fraction(ways, node.sides**node.dice)

    def key(self) -> bytes:
        """A short name for the position where the battle stands."""
        return blake2b(position(self.system.rules.battle, self.battle), digest_size=16).digest()


def count(case: Case) -> Counted:
    """Count a case anew: level by level, each position of a level walked once for all paths that lead to it."""
    walk, leaves = Walk(case.session()), dict[bytes, Reached]()
    level = {walk.key(): Reached(snapshot(walk.battle), 1, Fraction(1))}
    for depth in range(case.depth, 0, -1):
        below: dict[bytes, Reached] = {}
        for reached in level.values():
            for chance in walk.edges(reached.saved):
                is_leaf = depth == 1 or walk.record.node.kind == NodeKind.OVER
                into, key = leaves if is_leaf else below, walk.key()
                there = into.get(key) or into.setdefault(key, Reached(snapshot(walk.battle)))
                there.paths += reached.paths
                there.chance += reached.chance * chance
        level = below
    return Counted(sum(leaf.paths for leaf in leaves.values()), len(leaves), _sums(case, walk, [*leaves.values()]))


def _sums(case: Case, walk: Walk, leaves: list[Reached]) -> dict[str, str]:
    """The sums that a case asks for."""
    sums = dict.fromkeys(case.sums, Fraction(0))
    for leaf in leaves:
        restore(walk.battle, leaf.saved)
        for what in sums:
            sums[what] += leaf.chance * number(walk.record, walk.ints, what)
    return {what: str(value) for what, value in sums.items()}


def number(record: Any, ints: Any, what: str) -> int:
    """What a sum is of: 1 for every path, or for every one that ends the battle, or a number of the battle."""
    if what in (CHANCE, OVER):
        return int(what == CHANCE or record.node.kind == NodeKind.OVER)
    return int(ints[offset_of(type(record), *(int(part) if part.isdigit() else part for part in what.split(".")))])


def read(path: Path) -> list[Case]:
    """The cases of a file."""
    return [Case(**case) for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]]


def written(path: Path, cases: list[Case]) -> str:
    """A file with these cases, under the comment that it begins with."""
    comment = path.read_text(encoding="utf-8").partition("[[case]]")[0]
    return comment + tomli_w.dumps({"case": [asdict(case) for case in cases]}, indent=2)
