"""The map of coverage: files counted in their packages, and floors that are kept."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
TOOL = runpy.run_path(str(ROOT / "tools" / "coverage_floors.py"), run_name="coverage_floors")
PACKAGE = ROOT / "src" / "battlewright"


def measured_file(lines: int, reached: int, missing: list[int]) -> dict[str, Any]:
    return {"summary": {"num_statements": lines, "covered_lines": reached}, "missing_lines": missing}


@pytest.mark.parametrize(
    ("file", "package"),
    [
        ("engine/dice.py", "engine"),
        ("engine/compiler/rule.py", "engine.compiler"),
        ("systems/heroes/rules/turns.py", "systems.heroes"),
        ("client.py", "client"),
        ("__init__.py", "battlewright"),
    ],
)
def test_a_file_counts_in_the_innermost_package_that_has_a_floor(file: str, package: str) -> None:
    assert TOOL["package_of"](str(PACKAGE / file), list(TOOL["floors"]())) == package


def test_every_module_has_a_floor() -> None:
    floors = TOOL["floors"]()
    files = [str(file) for file in PACKAGE.rglob("*.py")]
    assert {TOOL["package_of"](file, list(floors)) for file in files} == set(floors)
    assert all(50 <= floor <= 100 for floor in floors.values())


def test_a_package_below_its_floor_without_one_or_without_code_is_named() -> None:
    files = {str(PACKAGE / "web" / "app.py"): measured_file(100, 90, [1, 2, 3, 7, 9, 10])}
    files[str(PACKAGE / "new" / "part.py")] = measured_file(10, 10, [])
    floors = {"web": 91, "store": 80}
    packages = TOOL["measured"](files, list(floors))
    assert packages["web"].share == 90
    assert packages["web"].missing == {str(PACKAGE / "web" / "app.py"): ["1-3", "7", "9-10"]}
    assert TOOL["faults"](packages, floors) == [
        "web is reached to 90.0 %, its floor is 91 %.",
        "new.part has no floor: add it to pyproject.toml.",
        "store has a floor and no code that is measured.",
    ]
    assert TOOL["faults"]({"web": packages["web"]}, {"web": 90}) == []


def test_floors_are_raised_and_never_lowered(tmp_path: Path) -> None:
    files = {
        str(PACKAGE / "web" / "app.py"): measured_file(100, 90, []),
        str(PACKAGE / "client.py"): measured_file(100, 90, []),
    }
    least = {"client": 50, "web": 92}
    raised = TOOL["raised"](TOOL["measured"](files, list(least)), least)
    assert raised == {"client": 89, "web": 92}
    settings = tmp_path / "pyproject.toml"
    settings.write_text("[tool.battlewright.floors]\n# In per cent.\nclient = 50\nweb = 92\n\n[tool.next]\nkept = 1\n")
    TOOL["write_floors"](settings, raised | {"engine.compiler": 70})
    table = "# In per cent.", "client = 89", "web = 92", '"engine.compiler" = 70', "", "[tool.next]", "kept = 1"
    assert settings.read_text().splitlines() == ["[tool.battlewright.floors]", *table]
