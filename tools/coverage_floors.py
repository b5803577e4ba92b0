"""The map of coverage: the share of lines that tests reach of each package, and its floor in ``pyproject.toml``.

    python tools/coverage_floors.py             the map; fails where a package is below its floor, or has none
    python tools/coverage_floors.py web store   also the lines that no test reaches there, file by file
    python tools/coverage_floors.py --set       raises the floors to a point below what is reached

The data are those of all runs together: ``make coverage`` combines what the tiers have left.
"""

from __future__ import annotations

import json
import sys
import tempfile
import tomllib
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from coverage import Coverage

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "battlewright"


@dataclass
class Reached:
    """What is counted of a package: its lines, those that a test reached, and those that are missing."""

    lines: int = 0
    reached: int = 0
    missing: dict[str, list[str]] = field(default_factory=dict)

    @property
    def share(self) -> float:
        return 100 * self.reached / self.lines if self.lines else 100.0


def floors() -> dict[str, float]:
    """The floors of packages by their dotted names, those of a package's parts before the package's own."""
    table = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["battlewright"]["floors"]
    return dict(sorted(table.items(), key=lambda each: -each[0].count(".")))


def package_of(file: str, names: list[str]) -> str:
    """The package in the table that a file belongs to: ``battlewright`` has the modules outside all others."""
    own = Path(file).resolve().relative_to(PACKAGE).with_suffix("").as_posix().replace("/", ".")
    return next(
        (name for name in names if own == name or own.startswith(f"{name}.")), own if "." in own else PACKAGE.name
    )


def measured(files: dict[str, Any], names: list[str]) -> dict[str, Reached]:
    """Count what was reached of each package."""
    packages: dict[str, Reached] = defaultdict(Reached)
    for file, found in files.items():
        package, counts = packages[package_of(file, names)], found["summary"]
        package.lines += counts["num_statements"]
        package.reached += counts["covered_lines"]
        if found["missing_lines"]:
            package.missing[file] = ranges(found["missing_lines"])
    return packages


def ranges(lines: list[int]) -> list[str]:
    """Numbers of lines, neighbours together."""
    together: list[list[int]] = []
    for line in lines:
        if together and line == together[-1][-1] + 1:
            together[-1].append(line)
        else:
            together.append([line])
    return [f"{each[0]}-{each[-1]}" if len(each) > 1 else str(each[0]) for each in together]


def faults(packages: dict[str, Reached], least: dict[str, float]) -> list[str]:
    """What is wrong with the map, in sentences."""
    below = [
        f"{name} is reached to {packages[name].share:.1f} %, its floor is {least[name]} %."
        for name in packages
        if name in least and packages[name].share < least[name]
    ]
    without = [f"{name} has no floor: add it to pyproject.toml." for name in packages if name not in least]
    gone = [f"{name} has a floor and no code that is measured." for name in least if name not in packages]
    return [*below, *without, *gone]


def raised(packages: dict[str, Reached], least: dict[str, float]) -> dict[str, float]:
    """Floors a point below what is reached; none is lowered, and those of packages that are gone are left out."""
    return {name: max(least.get(name, 0), int(packages[name].share - 1)) for name in sorted(packages)}


def write_floors(settings: Path, least: dict[str, float]) -> None:
    """Write the table of floors anew, the comments above it kept."""
    before, heading, after = settings.read_text(encoding="utf-8").partition("[tool.battlewright.floors]\n")
    table, gap, rest = after.partition("\n\n")
    comments = [line for line in table.splitlines() if line.startswith("#")]
    lines = [f'"{name}" = {floor}' if "." in name else f"{name} = {floor}" for name, floor in least.items()]
    settings.write_text(before + heading + "\n".join([*comments, *lines]) + gap + rest, encoding="utf-8")


def main(shown: list[str]) -> int:
    """Print the map; return 1 where a floor is not kept."""
    coverage = Coverage()
    coverage.load()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "coverage.json"
        coverage.json_report(outfile=str(file))
        files = json.loads(file.read_text())["files"]
    least = floors()
    packages = measured(files, list(least))
    if "--set" in shown:
        write_floors(ROOT / "pyproject.toml", raised(packages, least))
        least = floors()
    print(f"{'package':<22}{'lines':>8}{'reached':>10}{'floor':>8}")
    for name in sorted(packages):
        print(f"{name:<22}{packages[name].lines:>8}{packages[name].share:>8.1f} %{least.get(name, 0):>6} %")
    whole = Reached(*(sum(getattr(each, what) for each in packages.values()) for what in ("lines", "reached")))
    print(f"{'all':<22}{whole.lines:>8}{whole.share:>8.1f} %")
    wrong = faults(packages, least)
    below = [name for name in packages if any(each.startswith(f"{name} is ") for each in wrong)]
    for name in dict.fromkeys([*shown, *below]):
        for path, lines in packages[name].missing.items() if name in packages else ():
            print(f"{path}: {', '.join(lines)}")
    print(*wrong, sep="\n", end="\n" if wrong else "")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
