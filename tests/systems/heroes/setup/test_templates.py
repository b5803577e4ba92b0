"""Templates of sheets: sound at every level, and stronger with each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from battlewright import systems
from battlewright.bots.named import pair_of
from battlewright.contract.shelf_reports import from_template, templates_of
from battlewright.engine.errors import BattlewrightError, UnknownError
from battlewright.lab.pairing import Pairing
from battlewright.lab.simulation import fight
from battlewright.systems.heroes.guide.breakdown import break_down
from battlewright.systems.heroes.setup.encounter import EncounterSetup
from battlewright.systems.heroes.setup.file_types import dice_of
from battlewright.systems.heroes.setup.files import SheetSetup
from battlewright.systems.heroes.setup.templates import LEVELS, at_level, known_templates

HEROES = systems.load("heroes")
KINDS = list(known_templates())
each_kind = pytest.mark.parametrize("kind", KINDS)


def side(sheet: SheetSetup) -> list[dict[str, Any]]:
    return [{"name": sheet.name, "sheet": sheet.model_dump(exclude_none=True)}]


def duels(sheets: Sequence[SheetSetup], battles: int = 100) -> tuple[int, int]:
    """How often each of two sheets wins."""
    setup = EncounterSetup.model_validate({"sides": [side(each) for each in sheets]})
    results = fight(Pairing.of(HEROES, setup, pair_of("greedy")), battles, 7).counts.results
    return results["a"].count, results["b"].count


def test_there_is_one_for_each_part_in_a_fight() -> None:
    assert KINDS == ["minion", "brute", "archer", "caster", "leader"]
    assert all(known_templates()[kind].about.endswith(".") for kind in KINDS)


@pytest.mark.parametrize("level", range(1, LEVELS + 1))
@each_kind
def test_every_template_is_sound_at_every_level(kind: str, level: int) -> None:
    sheet = at_level(kind, level)
    assert sheet.level == level
    assert SheetSetup.model_validate(sheet.model_dump(mode="json", exclude_none=True)) == sheet
    assert break_down(sheet).warnings == ()


@each_kind
def test_figures_grow_with_the_level(kind: str) -> None:
    for level in range(1, LEVELS):
        lower, higher = (break_down(at_level(kind, each)) for each in (level, level + 1))
        assert all(higher.values[name] >= value for name, value in lower.values.items())
        assert higher.values["Health"] > lower.values["Health"]
        for one, other in zip(lower.actions, higher.actions, strict=True):
            assert dice_of(other.damage).dice == dice_of(one.damage).dice + (one.damage is not None)
            if one.roll is not None and other.roll is not None:
                assert other.roll.value >= one.roll.value


@each_kind
def test_who_has_a_higher_level_wins_most_duels(kind: str) -> None:
    for level in range(1, LEVELS):
        wins, losses = duels([at_level(kind, level + 1), at_level(kind, level)])
        assert wins > losses


def test_a_minion_is_the_weakest_of_a_level_and_a_leader_the_strongest() -> None:
    for other in ("brute", "archer", "caster", "leader"):
        wins, losses = duels([at_level(other, 3), at_level("minion", 3)])
        assert wins > losses, other
    for other in ("minion", "brute", "archer", "caster"):
        wins, losses = duels([at_level("leader", 3), at_level(other, 3)])
        assert wins > losses, other


def test_what_is_asked_for_wrongly_is_refused_in_a_sentence() -> None:
    assert [each.name for each in templates_of(HEROES)["sheets"]] == KINDS
    assert from_template(HEROES, "sheets", "brute", 3) == at_level("brute", 3)
    with pytest.raises(UnknownError, match=r"template of sheets 'dragon'.*minion, brute"):
        from_template(HEROES, "sheets", "dragon", 1)
    with pytest.raises(UnknownError, match="template of parties"):
        from_template(HEROES, "parties", "brute", 1)
    for level in (0, 11):
        with pytest.raises(BattlewrightError, match=f"A brute has a level from 1 to 10, not {level}"):
            from_template(HEROES, "sheets", "brute", level)
    assert templates_of(systems.load("skirmish")) == {}
