"""The tutorial of the documentation, at a small size; and learned bots at an ordinary table."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from battlewright.bots.random import RandomBot
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.node import NodeKind
from battlewright.engine.session import Session
from battlewright.training import LearnedBot
from tests.modes import nightly_when_plain
from tests.training.helpers import NAMES, mirrored, system_and_setup

TUTORIAL = Path(__file__).parents[2] / "docs" / "examples" / "training" / "train_skirmish.py"


@pytest.fixture(scope="module")
def tutorial() -> dict[str, Any]:
    return runpy.run_path(str(TUTORIAL))


def test_a_trained_bot_beats_the_random_one_beyond_doubt(tutorial: dict[str, Any]) -> None:
    policy = tutorial["Softmax"](seed=1)
    untrained = tutorial["share_won"](policy, 64)
    tutorial["train"](policy, 1800)
    won, played = tutorial["share_won"](policy, 128)
    assert played == 128
    assert tutorial["wilson"](won, played)[0] > 0.5
    assert won / played > untrained[0] / untrained[1] + 0.2
    assert tutorial["at_the_table"](policy, 5) >= 2


def test_wilsons_interval_is_the_one_of_the_textbook(tutorial: dict[str, Any]) -> None:
    low, high = tutorial["wilson"](50, 100)
    assert (round(low, 3), round(high, 3)) == (0.404, 0.596)
    assert tutorial["wilson"](10, 10)[1] == pytest.approx(1)


@nightly_when_plain
@pytest.mark.plain
@pytest.mark.parametrize("name", NAMES)
def test_a_learned_bot_chooses_like_any_other(name: str) -> None:
    """A policy that takes the last place, whatever it is."""
    system, setup = system_and_setup(name)
    session, shapes = Session(system, mirrored() if name == "skirmish" else setup, seed=2), set()

    def last(table: Any, actions: Any) -> int:
        shapes.add((table.ndim, actions.ndim))
        assert table.dtype == actions.dtype == np.int32
        return len(actions) - 1

    bots = (LearnedBot(last), RandomBot(2))
    for _ in range(80):
        if session.is_over:
            break
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
        else:
            session.choose(bots[session.node.side].choose(session))
    assert shapes == {(1, 2)}


@pytest.mark.plain
def test_a_policy_that_names_no_action_is_told_so() -> None:
    system, setup = system_and_setup("formations")
    session = Session(system, setup, seed=2)
    while session.node.kind == NodeKind.CHANCE:
        session.roll()
    with pytest.raises(BattlewrightError, match=r"The policy may take the actions 0 to \d+ .* not 99"):
        LearnedBot(lambda table, actions: 99).choose(session)
