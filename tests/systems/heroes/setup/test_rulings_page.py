"""docs/rulings.md: every number of every ruling, as it is shipped."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from battlewright import systems
from battlewright.engine.record import look
from battlewright.systems.heroes.enums import ConditionName
from battlewright.systems.heroes.record import Setting
from battlewright.systems.heroes.setup.encounter import build
from battlewright.systems.heroes.setup.encounters import read_encounter
from battlewright.systems.heroes.setup.rulings import shipped_rulings

pytestmark = pytest.mark.plain

PAGE = (Path(__file__).parents[4] / "docs" / "rulings.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `([^`]+)` \| `([^`]+)` \| (\S+) \| (.*) \|$", PAGE, re.MULTILINE)


def keys_of(table: dict[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from keys_of(value, f"{before}{key}.")
        else:
            yield before + key, value


def test_the_page_has_every_key_of_the_file_with_its_shipped_value() -> None:
    assert len(ROWS) == len({key for key, *_ in ROWS})
    assert {key: json.loads(value) for key, value, *_ in ROWS} == dict(keys_of(shipped_rulings()))


def test_every_number_has_a_clause_and_a_reason() -> None:
    known = {clause.id for clause in systems.load("heroes").catalogue.clauses}
    assert {clause for _, _, clause, _ in ROWS} <= known
    assert [key for key, _, _, why in ROWS if len(why) < 4 or not why.endswith(".")] == []


def test_the_example_of_the_page_is_an_encounter_by_other_rulings(tmp_path: Path) -> None:
    example = re.search(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert example is not None
    (tmp_path / "house.toml").write_text(example[1], encoding="utf-8")
    setup = read_encounter(str(tmp_path / "house.toml"))
    setting = look(Setting, build(setup))
    bleeding = setting.conditions[ConditionName.BLEEDING]
    assert (setting.rulings.round_limit, setting.rulings.critical_margin, setting.rulings.ap) == (12, 8, 3)
    assert (bleeding.dice, bleeding.sides, bleeding.turns) == (1, 6, 3)
    assert [(each.most_dodge, each.strength) for each in setting.armours] == [(-1, 0), (12, 0), (6, 6), (0, 9)]
    assert setup.rulings.situations["knee-deep mud"].component == "dodge"
