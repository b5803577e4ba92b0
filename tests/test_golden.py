"""Golden battles: what the rules did when somebody last looked."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache

import pytest

from battlewright import systems
from battlewright.engine import replay
from battlewright.engine.events import Happened
from battlewright.engine.system import System
from battlewright.engine.wording import word_of
from battlewright.systems.heroes import record as heroes
from battlewright.systems.heroes.words.wording import HeroesWords
from battlewright.systems.skirmish.record import ChoiceKind, EventKind, Step
from battlewright.systems.skirmish.words.wording import SkirmishWords
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

    class Listening(SkirmishWords):
        def event(self, event: Happened) -> str:
            seen.events.add(event.kind)
            return super().event(event)

    def load(name: str) -> System:
        return replace(systems.load(name), words=Listening)

    for name in SKIRMISHES:
        session = replay.repeat(replay.read(FOLDER / f"{name}.replay", load))
        seen.choices.update(move.text.partition(": ")[2].partition(" ")[0] for move in session.steps)
        while session.steps:
            session.undo()
            seen.steps.add(session.node.step)
    return seen


@nightly_when_plain
def test_between_them_skirmishes_tell_every_kind_of_thing() -> None:
    assert {EventKind(kind) for kind in seen().events} == {*EventKind} - EFFECTS_BY_HAND


def test_between_them_skirmishes_come_to_every_step() -> None:
    assert seen().steps == {int(step) for step in Step}


def test_between_them_skirmishes_have_every_kind_of_choice() -> None:
    assert {word_of(ChoiceKind, kind) for kind in ChoiceKind} <= seen().choices


@nightly_when_plain
def test_between_them_encounters_tell_every_kind_of_thing_and_come_to_every_step() -> None:
    told: set[int] = set()
    steps: set[int] = set()
    choices: set[str] = set()

    class Listening(HeroesWords):
        def event(self, event: Happened) -> str:
            told.add(event.kind)
            return super().event(event)

    def load(name: str) -> System:
        return replace(systems.load(name), words=Listening)

    for name in ENCOUNTERS:
        session = replay.repeat(replay.read(FOLDER / f"{name}.replay", load))
        choices.update(move.text.partition(": ")[2].partition(" ")[0] for move in session.steps)
        while session.steps:
            session.undo()
            steps.add(session.node.step)
    assert told == set(map(int, heroes.EventKind))
    assert steps == set(map(int, heroes.Step))
    assert {word_of(heroes.ChoiceKind, kind) for kind in heroes.ChoiceKind} <= choices
