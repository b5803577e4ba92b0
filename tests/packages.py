"""Packages that bring a system, installed for a test as pip would leave them."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[1]
EMBER_DUEL = ROOT / "examples" / "ember_duel"


def install(site: Path, name: str, value: str) -> None:
    """Write what pip writes of a package with this entry point."""
    folder = site / f"{name.replace('-', '_')}-1.0.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text(f"[battlewright.systems]\n{name} = {value}\n")


def environment(site: Path, *paths: Path) -> dict[str, str]:
    """The environment of a process that finds these packages, the tests and the project."""
    return {"PYTHONPATH": ":".join(map(str, (site, *paths, ROOT, ROOT / "src")))}
