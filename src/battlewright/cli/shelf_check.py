"""``battlewright shelf check``: all files of a collection, each recognised by what is in it."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import typer
from rich.console import Console
from rich.progress import track

from battlewright.cli.pick import every_system
from battlewright.cli.roll import print_json
from battlewright.contract.shelf_reports import recognised, show_files
from battlewright.contract.system import System
from battlewright.engine import replay
from battlewright.engine.errors import BattlewrightError, Fault, SetupError
from battlewright.engine.shelf import singular
from battlewright.engine.text import plural

DATA = (".toml", ".json")
REPLAY = ".replay"
RESULTS = OK, WRONG, NOT_OURS = "ok", "wrong", "not_ours"


def check_collection(names: Sequence[str], as_json: bool) -> None:
    """Check all files in folders: a line for each, with its faults and warnings. Exit with 2 if one is wrong."""
    paths = [*_files_in(names)]
    everyone, width = every_system(), max((len(str(path)) for path in paths), default=0)
    checked = []
    for path in track(paths, "Checking", console=Console(stderr=True), transient=True, disable=not as_json):
        checked.append(found := _checked(everyone, path))
        if not as_json:
            _show(found, width)
    counts = Counter(each["result"] for each in checked)
    warnings = sum(len(each["warnings"]) for each in checked)
    if as_json:
        summary = {"files": len(paths), "warnings": warnings, **{word: counts[word] for word in RESULTS}}
        print_json({"files": checked, "summary": summary})
    else:
        told = (
            f"{counts[OK]} ok",
            f"{counts[WRONG]} wrong",
            f"{counts[NOT_OURS]} not ours",
            plural(warnings, "warning"),
        )
        print(f"{plural(len(paths), 'file')}: {', '.join(told)}.")
    if counts[WRONG]:
        raise typer.Exit(2)


def _files_in(names: Sequence[str]) -> Iterator[Path]:
    """Yield all files of folders and of those below them, but for hidden ones, in order."""
    if not names:
        raise BattlewrightError("Name a folder with files to check, such as: battlewright shelf check my-rosters")
    for name in names:
        if not Path(name).exists():
            raise BattlewrightError(f"{name}: there is no such folder or file.")
        if Path(name).is_file():
            yield Path(name)
        for folder, below, files in os.walk(name):
            below[:] = sorted(each for each in below if not each.startswith("."))
            yield from (Path(folder, each) for each in sorted(files) if not each.startswith("."))


def _checked(everyone: Sequence[System], path: Path) -> dict[str, Any]:
    """Return what a file is, with its faults and warnings."""
    found: dict[str, Any] = {"file": str(path), "result": OK, "system": None, "kind": None, "name": None, "figures": {}}
    found |= {"reason": "", "faults": [], "warnings": []}
    try:
        if path.suffix == REPLAY:
            _read_replay(path, found)
        else:
            _read(everyone, path, found)
    except BattlewrightError as error:
        is_ours = found["kind"] or (isinstance(error, SetupError) and path.suffix in DATA)
        faults = [_noted(fault) for fault in error.faults] if isinstance(error, SetupError) and is_ours else []
        found |= {"result": WRONG if is_ours else NOT_OURS, "reason": "" if faults else str(error), "faults": faults}
    return found


def _read(everyone: Sequence[System], path: Path, found: dict[str, Any]) -> None:
    """Write down what a file is, first of which kind."""
    system, shelf = recognised(everyone, str(path))
    found |= {"system": system.name, "kind": shelf.kind}
    found["name"] = shelf.find(str(path)).data.get("name")
    report = show_files(system, shelf.kind, [str(path)])
    shown = report.as_data()
    points = (shown[0] if isinstance(shown, list) else shown).get("points")
    found |= {"figures": {} if points is None else {"points": points}, "warnings": [*map(_noted, report.warnings)]}


def _read_replay(path: Path, found: dict[str, Any]) -> None:
    """Write down what a replay is; it is played again to its end."""
    from battlewright.cli.battle import load_compiled

    found["kind"] = "replays"
    played = replay.read(path, load_compiled)
    found |= {
        "system": played.system.name,
        "name": f"of {played.system.title}",
        "figures": {"moves": len(played.moves)},
    }
    played.repeat()


def _noted(note: Fault | str) -> dict[str, Any]:
    """Return a fault or a warning as data; its file is another one where a file names it."""
    fault = note if isinstance(note, Fault) else Fault("", 0, "", note)
    return {"file": fault.file, "line": fault.line, "field": fault.field, "message": fault.message}


def _show(found: dict[str, Any], width: int) -> None:
    """Print a line about a file, and one for each of its faults and warnings."""
    reason = found["reason"].removeprefix(found["file"]).lstrip(": ")
    if found["result"] == NOT_OURS:
        what = "not a file of ours" + (f": it {reason}" if found["file"].endswith(DATA) else "")
    else:
        figures = [plural(number, singular(name)) for name, number in found["figures"].items()]
        what = f"{singular(found['kind'] or 'files')} {', '.join([str(found['name'] or ''), *figures])}".strip()
        what += f": {reason or plural(len(found['faults']), 'fault')}" if found["result"] == WRONG else ""
    print(f"{found['file']:<{width}}  {what}")
    for word, notes in (("", found["faults"]), ("Warning: ", found["warnings"])):
        for each in notes:
            elsewhere = (
                f"{each['file']}:" if each["file"] not in ("", found["file"]) else "line " if each["line"] else ""
            )
            place = f"{elsewhere}{each['line'] or ''}: " if elsewhere else ""
            print(f"  {word}{place}{each['field']}{': ' if each['field'] else ''}{each['message']}")
