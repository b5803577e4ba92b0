"""After a battle: those who go on from it, as a file, and the battle that they play next."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import tomli_w

from battlewright.cli.battle import load_compiled
from battlewright.cli.output import check_writable
from battlewright.cli.pick import every_system
from battlewright.cli.play import read_typed
from battlewright.contract.shelf_reports import recognised
from battlewright.contract.system import System, as_system, kind_of_those_who_go_on
from battlewright.engine import replay as replays
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.session import Session
from battlewright.engine.source import text_of


def write_party(file: str, rest: str, out: str, as_json: bool) -> None:
    """Write those who go on from a battle, or a party of a file, after a rest, as a file; or print them."""
    system, party = _party_of(file)
    if rest:
        party = _rested(system, party, rest)
    text = json.dumps(party, indent=1, ensure_ascii=False) + "\n" if as_json or out.endswith(".json") else ""
    text = text or tomli_w.dumps(party)
    if not out:
        print(text, end="")
        return
    check_writable(Path(out), "The file")
    Path(out).write_text(text, encoding="utf-8")
    print(f"Written: {out}. Play on with it: battlewright play {system.name} --{system.setup.brings} {out}")


def next_setup(file: str, system: System, typed: Mapping[str, Any], is_named: bool) -> Any:
    """Return the set-up of the battle after a finished one: the one that is named, with those who go on from that; or
    what follows in its file."""
    session = _finished(file)
    if is_named:
        with _as_file(after_of(system, session)) as party:
            return read_typed(system, {**typed, system.setup.brings: party}).setup
    made = system.setup.following(session) if system.setup.following else None
    if made is None:
        raise BattlewrightError(f"{file}: nothing follows in the file of this battle; name the next one.")
    return made


def after_of(system: System, session: Session) -> dict[str, Any]:
    """Return those who go on from a battle, as the data of a file."""
    if system.setup.after is None:
        raise BattlewrightError(f"Nobody goes on from a battle of {system.title}: each is played by itself.")
    return dict(system.setup.after(session))


def _finished(file: str) -> Session:
    saved = replays.read(file, load_compiled)
    if not saved.position:
        raise BattlewrightError(f"{file}: this battle is not over. Finish it with: battlewright play --resume {file}")
    return saved.repeat()


def _party_of(file: str) -> tuple[System, dict[str, Any]]:
    """Return those who go on from the battle of a replay, or those of a file of theirs."""
    if replays.BATTLE in text_of(file).splitlines():
        session = _finished(file)
        system = as_system(session.system)
        return system, after_of(system, session)
    system, shelf = recognised(every_system(), file)
    if shelf.kind != kind_of_those_who_go_on(system):
        raise BattlewrightError(f"{file}: this is neither a replay nor a file of those who go on from a battle.")
    return system, shelf.read(file).model_dump(mode="json", by_alias=True, exclude_defaults=True)


def _rested(system: System, party: dict[str, Any], rest: str) -> dict[str, Any]:
    """Return those who go on after a rest, as they enter the next battle."""
    with _as_file(party) as file:
        setup = system.setup.read(**{system.setup.brings: file, system.setup.rests: rest}).setup
    return {**after_of(system, Session(system, setup, None)), "name": party["name"]}


@contextmanager
def _as_file(party: Mapping[str, Any]) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "those-who-go-on.json"
        path.write_text(json.dumps(party), encoding="utf-8")
        yield str(path)
