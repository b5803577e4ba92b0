"""Golden battles: what the rules did when somebody last looked."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

import pytest

from battlewright import systems
from battlewright.engine import replay
from battlewright.engine.events import events_in
from battlewright.engine.record_text import word_of
from battlewright.systems.heroes import record as heroes
from battlewright.systems.skirmish.record import ChoiceKind, EventKind, Step
from tests.golden import FOLDER, GOLDEN, play
from tests.golden.heroes import ENCOUNTERS
from tests.modes import nightly_when_plain

pytestmark = pytest.mark.plain

SKIRMISHES = [name for name in GOLDEN if name.startswith(("skirmish-", "first-"))]


@pytest.mark.parametrize("name", GOLDEN)
def test_a_golden_battle_repeats_to_the_same_text(name: str) -> None:
    path = FOLDER / f"{name}.replay"
    session = replay.repeat(replay.read(path, systems.load))
    assert replay.write(session) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GOLDEN)
def test_a_golden_battle_is_played_as_it_was(name: str) -> None:
    assert play(name) == (FOLDER / f"{name}.replay").read_text(encoding="utf-8"), (
        "run 'make golden' and look at the diff"
    )


def test_no_golden_battle_is_missing_or_left_over() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.replay")) == sorted(GOLDEN)


def test_between_them_they_tell_every_kind_of_thing() -> None:
    """Every clause that events of Formations can cite is cited in some golden battle."""
    text = "".join((FOLDER / f"{name}.replay").read_text(encoding="utf-8") for name in GOLDEN)
    cited = [
        "F.D2",
        "F.D3",
        "F.D4",
        "F.D5",
        "F.D6",
        "F.D8",
        "F.D9",
        "F.D10",
        "F.D12",
        "F.G1",
        "F.G2",
        "F.G3",
        "F.G4",
        "F.G5",
    ]
    assert [clause for clause in cited if f"[{clause}]" not in text] == []
    assert "The game master sets" in text


EFFECTS_BY_HAND = {EventKind.EDITED_EXPLOSION, EventKind.EDITED_DUST, EventKind.EDITED_FIRE}
"""Edits that no golden battle has; ``tests/systems/skirmish/rules/test_edit.py`` has them."""


@dataclass(frozen=True)
class Seen:
    """What the golden skirmishes show: kinds of events, steps of nodes, words of choices."""

    events: set[int] = field(default_factory=set)
    steps: set[int] = field(default_factory=set)
    choices: set[str] = field(default_factory=set)


@cache
def seen() -> Seen:
    """All golden skirmishes, repeated with an ear to what is told."""
    seen = Seen()
    for name in SKIRMISHES:
        add_battle(seen, name)
    return seen


def add_battle(seen: Seen, name: str) -> None:
    """Add what a golden battle shows."""
    session = replay.repeat(replay.read(FOLDER / f"{name}.replay", systems.load))
    kinds = session.system.rules.event_kinds
    for events in (session.opening, *(step.events for step in session.steps)):
        seen.events.update(event.kind for event in events_in(kinds, events))
    for before, step in session.replayed():
        seen.steps.add(before.node.step)
        seen.choices.add(step.line.partition(" ")[0])


@nightly_when_plain
def test_between_them_skirmishes_tell_every_kind_of_thing() -> None:
    assert {EventKind(kind) for kind in seen().events} == {*EventKind} - EFFECTS_BY_HAND


@nightly_when_plain
def test_between_them_skirmishes_come_to_every_step() -> None:
    assert seen().steps == {int(step) for step in Step}


@nightly_when_plain
def test_between_them_skirmishes_have_every_kind_of_choice() -> None:
    assert {word_of(ChoiceKind, kind) for kind in ChoiceKind} <= seen().choices


@nightly_when_plain
def test_between_them_encounters_tell_every_kind_of_thing_and_come_to_every_step() -> None:
    seen = Seen()
    for name in ENCOUNTERS:
        add_battle(seen, name)
    assert seen.events == {*map(int, heroes.EventKind)} - {heroes.EventKind.CONTEST_WON}, "told to those who see less"
    assert seen.steps == set(map(int, heroes.Step))
    assert {word_of(heroes.ChoiceKind, kind) for kind in heroes.ChoiceKind} <= seen.choices
