"""What a study varies: paths to numbers, names and options, and the set-ups that their values give.

A path leads into the set-up's file: ``rosters.a.characters.old-hob.weapons``, ``scenario.round_limit``,
``forces.b.kinds.0.might``. An entry of a list goes by its index, by its side (a, b), by its name in small letters with
hyphens, or ``*`` for all that have the rest of the path. The names that a command line takes (``rosters``, ``table``,
``edition``) may be varied too, and those of one side: ``rosters.b``. A system has paths of its own
(``Lab.vary``), and short names for some (``Lab.study_aliases``), such as ``weapons.spear.threat`` or ``rulings.S2.F3``.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from battlewright.answers.parameters import parameters_of
from battlewright.contract.system import System
from battlewright.engine import source
from battlewright.engine.errors import Fault, SetupError
from battlewright.engine.sides import SIDE_LETTERS

BOTS = "bots"
ALL = "*"


@dataclass(frozen=True)
class Axis:
    """One thing that is varied: its path, and its values."""

    path: str
    values: tuple[Any, ...]

    @property
    def texts(self) -> list[str]:
        """The values, as a label has them."""
        return [text_of(value) for value in self.values]


def refuse(field: str, message: str) -> SetupError:
    """Return the error of one field of a study's file."""
    return SetupError([Fault("", 0, field, message)])


def text_of(value: Any) -> str:
    """Return a value as a label has it."""
    match value:
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:g}"
        case list() | tuple():
            return " + ".join(map(text_of, value)) or "nothing"
        case dict():
            return json.dumps(value, ensure_ascii=False)
        case None:
            return "none"
    return str(value)


def is_parameter(system: System, path: str) -> bool:
    """Return whether a path is what a command line takes for a set-up: ``table``, or one side of it: ``rosters.b``."""
    name, _, side = path.partition(".")
    known = parameters_of(system.setup.read)
    return name in known and (not side or (known[name].is_several and side in SIDE_LETTERS[:2]))


def read_setup(system: System, names: Mapping[str, Any], values: Mapping[str, Any]) -> BaseModel:
    """Return the set-up of some names, with these values at their paths. A mistake is reported with its path."""
    typed = dict(names)
    for path, value in values.items():
        if is_parameter(system, path):
            name, _, side = path.partition(".")
            if side:
                sides = list(typed.get(name) or _default_sides(system, name))
                sides[SIDE_LETTERS.index(side)] = value
                value = tuple(sides)
            typed[name] = value
    setup: BaseModel = system.setup.read(**parameters_of(system.setup.read).read(typed)).setup
    paths = {path: value for path, value in values.items() if not is_parameter(system, path)}
    return put_in(system, setup, paths) if paths else setup


def _default_sides(system: System, name: str) -> Sequence[str]:
    """Return names for both sides where a study gives none and varies one of them: the first of the shelf."""
    shelf = next((shelf for shelf in system.setup.shelves if shelf.kind == name), None)
    if shelf is None:
        raise refuse(f"setup.{name}", "name both sides here, since the study varies one of them.")
    return [shelf.names[0], shelf.names[0]]


def put_in(system: System, setup: BaseModel, values: Mapping[str, Any]) -> BaseModel:
    """Return a set-up with these values at their paths."""
    values = dict(values)
    for path in list(values):
        made = system.lab.vary(setup, path, values[path]) if system.lab.vary else None
        if made is not None:
            setup = made
            del values[path]
    whole = system.setup.complete(setup) if system.setup.complete else setup
    data = whole.model_dump(mode="json", by_alias=True)
    for path, value in values.items():
        places = list(find(system, data, path))
        for place in places:
            _put(data, place, deepcopy(value))
    try:
        return source.check(source.Source("the set-up", "", _without_none(data), {(): 0}), system.setup.model)
    except SetupError as error:
        fault = error.faults[0]
        what = ", ".join(f"vary.{path} = {text_of(value)}" for path, value in values.items())
        raise refuse(what, f"{fault.field} {fault.message}".strip()) from None


def find(system: System, data: Any, path: str) -> Iterator[tuple[str | int, ...]]:
    """Yield every place in a set-up's data that a path leads to. One that leads nowhere is an error, which names the
    part that is wrong and what is there instead."""
    for short, long in sorted(system.lab.study_aliases.items(), key=lambda each: -len(each[0])):
        if path == short or path.startswith(f"{short}."):
            path_in_file = long + path[len(short) :]
            break
    else:
        path_in_file = path
    found, wrong = _walk(data, path_in_file.split("."), ())
    if not found:
        part, known = wrong or ("", [])
        if len(path_in_file.split(".")) and part == path_in_file.split(".")[0]:
            known = [*known, *system.lab.study_aliases, BOTS, *parameters_of(system.setup.read)]
        raise refuse(f"vary.{path}", _near(part, dict.fromkeys(known)))
    yield from found


Wrong = tuple[str, list[str]] | None


def _walk(data: Any, parts: list[str], at: tuple[str | int, ...]) -> tuple[list[tuple[str | int, ...]], Wrong]:
    """Return the places that the parts lead to, and the first part that leads nowhere with what was known there."""
    if not parts:
        return [at], None
    part, rest = parts[0], parts[1:]
    if isinstance(data, dict):
        named = {slug(key): key for key in data}
        key = part if part in data else named.get(part)
        return _walk(data[key], rest, (*at, key)) if key is not None else ([], (part, list(data)))
    if not isinstance(data, list):
        return [], (part, [])
    if part == ALL:
        walked = [_walk(each, rest, (*at, index)) for index, each in enumerate(data)]
        return [place for found, _ in walked for place in found], next((wrong for _, wrong in walked if wrong), None)
    index = _index(data, part)
    if index is None:
        names = [slug(str(each["name"])) for each in data if isinstance(each, dict) and "name" in each]
        return [], (part, [*names, f"0 to {len(data) - 1}", ALL] if data else [])
    return _walk(data[index], rest, (*at, index))


def _index(data: list[Any], part: str) -> int | None:
    """Return the index that a part of a path names in a list."""
    if part.isdecimal():
        return int(part) if int(part) < len(data) else None
    if len(data) == 2 and part in SIDE_LETTERS[:2]:
        return SIDE_LETTERS.index(part)
    names = [slug(str(each.get("name", ""))) if isinstance(each, dict) else "" for each in data]
    return names.index(slug(part)) if slug(part) in names else None


def slug(text: str) -> str:
    """Return a name as a path has it: ``Old Hob`` is ``old-hob``."""
    return re.sub(r"[^\w]+", "-", text.lower()).strip("-")


def _near(part: str, known: Mapping[str, Any]) -> str:
    """Return a sentence about a name that is not there."""
    near = difflib.get_close_matches(part.lower(), list(known), n=1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    return f"there is nothing called {part!r} here.{hint} Known: {', '.join(known) or 'nothing'}."


def _put(data: Any, place: tuple[str | int, ...], value: Any) -> None:
    for part in place[:-1]:
        data = data[part]
    data[place[-1]] = value


def _without_none(data: Any) -> Any:
    """Return data without fields that are not given, as a file has it."""
    if isinstance(data, dict):
        return {key: _without_none(value) for key, value in data.items() if value is not None}
    return [_without_none(each) for each in data] if isinstance(data, list) else data
