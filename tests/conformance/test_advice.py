"""What a seat is told as advice gives nothing away: each leak is found."""

from __future__ import annotations

import itertools

import pytest

from battlewright import systems
from battlewright.bots import adviser
from battlewright.bots.adviser import Adviser
from battlewright.conformance import check, seats
from battlewright.engine.errors import NotConforming
from battlewright.systems.heroes.setup.encounters import read_encounter
from tests.toy.morra.system import MORRA, MorraSetup


def test_a_chance_to_win_behind_a_secret_choice_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adviser, "has_win_chance", lambda position: True)
    with pytest.raises(NotConforming, match="is told a chance to win although something is kept secret"):
        check(MORRA, [MorraSetup()], battles=1)


def test_a_chance_to_win_by_secret_sheets_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    heroes = systems.load("heroes")
    setup = read_encounter("the-barrow").model_copy(update={"secret_sheets": True})
    monkeypatch.setattr(adviser, "has_win_chance", lambda position: True)
    with pytest.raises(NotConforming, match="is told a chance to win although something is kept secret"):
        check(heroes, [setup], battles=1)


def test_advice_that_is_not_always_the_same_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds = itertools.count()

    def restless(rollouts: int, exact_seconds: float) -> Adviser:
        return Adviser(next(seeds), rollouts, exact_seconds)

    formations = systems.load("formations")
    setup = formations.setup.read(("river-guard", "goblin-rabble"), rounds=1).setup
    monkeypatch.setattr(seats, "EVERY", 1)
    monkeypatch.setattr(seats, "Adviser", restless)
    with pytest.raises(NotConforming, match="depends on dice to come"):
        check(formations, [setup], battles=1)
