"""Perft: the listed choices, the outcomes of rolls and their odds, counted to a depth."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from battlewright.engine.node import NodeKind, outcome
from battlewright.engine.record import copy_of, ints_of, position
from battlewright.engine.session import Session
from battlewright.systems import names
from tests.golden import GOLDEN
from tests.perft import FILES, Case, Counted, count, number, read, written

CASES = {(path.stem, case.name): case for path in FILES for case in read(path)}
FEW = 1000
"""Cases of at most so many paths are also counted as plain Python, and slowly."""
SLOWLY = [case for case in CASES.values() if case.paths <= FEW]


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(
            case,
            id=f"{file}-{name}".replace(" ", "-").replace(",", ""),
            marks=[pytest.mark.plain] if case.paths <= FEW else [],
        )
        for (file, name), case in CASES.items()
    ],
)
def test_the_rules_lead_to_as_many_positions_as_before(case: Case) -> None:
    assert count(case) == case.counted, "run 'make perft' and look at the diff"


@pytest.mark.parametrize("case", SLOWLY, ids=[f"{case.replay}-{case.step}" for case in SLOWLY])
def test_a_session_that_takes_every_move_back_counts_the_same(case: Case) -> None:
    session, paths, positions = case.session(), 0, set[bytes]()
    sums = dict.fromkeys(case.sums, Fraction(0))
    for chance in every_path(session, case.depth):
        paths += 1
        positions.add(position(session.system.rules.battle, session.battle))
        for what in sums:
            sums[what] += chance * number(session.record, ints_of(session.battle), what)
    assert Counted(paths, len(positions), {what: str(value) for what, value in sums.items()}) == case.counted


def every_path(session: Session, depth: int) -> Iterator[Fraction]:
    """The chance of every path, one after the other, with the session at its end."""
    if not depth or session.is_over:
        yield Fraction(1)
    elif session.node.kind == NodeKind.DECISION:
        for choice in session.choices():
            session.choose(choice)
            yield from every_path(session, depth - 1)
            session.undo()
    else:
        for faces, chance in distinct_faces(session):
            session.roll_typed(faces)
            yield from (chance * rest for rest in every_path(session, depth - 1))
            session.undo()


def distinct_faces(session: Session) -> list[tuple[tuple[int, ...], Fraction]]:
    """One roll for each outcome that the node tells apart, with its chance, from all faces of all dice."""
    node = copy_of(session.node)
    seen: dict[object, tuple[tuple[int, ...], int]] = {}
    for faces in every_roll(node.dice, node.sides):
        first, ways = seen.get(alike := outcome(node, faces), (faces, 0))
        seen[alike] = first, ways + 1
    return [(faces, Fraction(ways, node.sides**node.dice)) for faces, ways in seen.values()]


@cache
def every_roll(dice: int, sides: int) -> list[tuple[int, ...]]:
    return list(product(range(1, sides + 1), repeat=dice))


def test_every_system_and_edition_has_cases() -> None:
    """A file is named after its system, and its edition where the system has several."""
    found: dict[str, set[str]] = {}
    for (file, _), case in CASES.items():
        assert case.replay in GOLDEN
        setup, system = case.session().setup, case.session().system
        found.setdefault(file, set()).add(f"{system.name}-{setup.edition}" if system.rules.edition else system.name)
    assert found == {file: {file} for file in ("formations", "heroes", "skirmish-first", "skirmish-second")}
    assert {file.partition("-")[0] for file in found} == set(names())


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_file_is_written_as_make_perft_writes_it(path: Path) -> None:
    assert written(path, read(path)) == path.read_text(encoding="utf-8")
