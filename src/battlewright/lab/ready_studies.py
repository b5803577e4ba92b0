"""Ready questions: studies that are often wanted, as the files that they are.

Each returns a study as data; ``battlewright study`` would carry out the same file. The names are those of the system's
own set-ups, so they work for any system that has the like.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from battlewright.answers.parameters import parameters_of
from battlewright.contract.system import System
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.shelf import Shelf
from battlewright.lab.study.vary import is_parameter

Data = dict[str, Any]


def default_bots(system: System) -> list[str]:
    """Return the bots that a ready question is repeated for: two, or the only one that plays a system."""
    return ["random"] if system.bots.rank is None else ["greedy", "random"]


def sides_of(system: System) -> tuple[str, Shelf[Any]]:
    """Return the parameter that names both sides of a battle, and the shelf of what can be named: rosters, forces."""
    for name, each in parameters_of(system.setup.read).items():
        for shelf in system.setup.shelves:
            if each.is_several and shelf.kind == name:
                return name, shelf
    raise BattlewrightError(f"{system.title} has no sides that are named one against the other.")


def whole_of(system: System) -> tuple[str, Shelf[Any]]:
    """Return the parameter that names a whole battle, and the shelf of such battles: encounters."""
    for name, each in parameters_of(system.setup.read).items():
        for shelf in system.setup.shelves:
            if not each.is_several and each.form.positional and shelf.singular == name:
                return name, shelf
    raise BattlewrightError(f"{system.title} has no battles that ship as a whole, such as encounters.")


def matchups(system: System, names: Sequence[str], setup: Mapping[str, Any], head: Data) -> Data:
    """Every side against every other: who beats whom, and a ranking."""
    parameter, shelf = sides_of(system)
    listed = list(names) or shelf.names
    if len(listed) < 2:
        raise BattlewrightError(f"A matrix needs two {shelf.kind} or more.")
    title = f"{system.title}: who beats whom"
    vary = {parameter: [list(pair) for pair in combinations(listed, 2)]}
    return {"study": {"name": title, **head}, "setup": dict(setup), "vary": vary}


def first_player(system: System, names: Sequence[str], setup: Mapping[str, Any], head: Data) -> Data:
    """Every side against itself: how often the one that begins wins."""
    parameter, shelf = sides_of(system)
    listed = list(names) or shelf.names
    precision = head.pop("precision", 0.03)
    title = f"{system.title}: is it good to begin?"
    about = "Each side meets itself, so that only who begins tells them apart."
    about_study = {"name": title, "about": about, "precision": {"first_player": precision}}
    measure = ["first_player", "win_share", "side_a", "draws", "rounds"]
    vary = {parameter: [[name, name] for name in listed]}
    return {"study": {**about_study, "measure": measure, **head}, "setup": dict(setup), "vary": vary}


def sweep(system: System, path: str, values: Sequence[Any], setup: Mapping[str, Any], head: Data) -> Data:
    """One thing over some values."""
    title = f"{system.title}: {path} from {values[0]} to {values[-1]}" if values else system.title
    return {"study": {"name": title, **head}, "setup": dict(setup), "vary": {path: list(values)}}


def encounter(
    system: System,
    names: Sequence[str],
    levels: Sequence[Any],
    parties: Sequence[str],
    setup: Mapping[str, Any],
    head: Data,
    more: Mapping[str, Sequence[Any]] = {},
) -> Data:
    """How deadly battles are that ship as a whole, by the level of the party, by who is in it, and by what is varied
    ``more``."""
    parameter, shelf = whole_of(system)
    vary: Data = {parameter: list(names) or shelf.names}
    for name, given in (("level", levels), ("party", parties)):
        if given and not is_parameter(system, name):
            raise BattlewrightError(f"{system.title} has no {name} that could be varied.")
        if given:
            vary[name] = list(given)
    vary |= {path: list(values) for path, values in more.items()}
    title = f"{system.title}: how deadly is it?"
    about = "The win share is that of the party. Standing and dead are counted when the battle is over."
    known = [name for name in ("all standing", "somebody dead", "standing") if name in system.lab.tally_names]
    measure = ["win_share", *(f"{name}_at_the_end" for name in known), "rounds"]
    return {"study": {"name": title, "about": about, "measure": measure, **head}, "setup": dict(setup), "vary": vary}


def fair_points(system: System, match_ups: int, battles: int, head: Data) -> Data:
    """What everything with a price is worth, by battles between random sides."""
    title = f"{system.title}: what are points worth?"
    return {"study": {"name": title, **head}, "fair_points": {"match_ups": match_ups, "battles": battles}}


def values_of(text: str) -> list[Any]:
    """Return the values that were typed: ``1,2,4``, ``yes,no``, a range ``1..5`` or ``1..2/0.25``.

    >>> values_of("1..2/0.5"), values_of("ruins,wood")
    ([1.0, 1.5, 2.0], ['ruins', 'wood'])
    """
    found = re.fullmatch(r"(-?[\d.]+?)\.\.(-?[\d.]+?)(?:/([\d.]+))?", text.strip())
    if found is None:
        return [_value(each.strip()) for each in text.split(",") if each.strip()]
    first, last, step = (_value(each or "1") for each in found.groups())
    if not all(isinstance(each, int | float) for each in (first, last, step)) or step <= 0 or last < first:
        raise BattlewrightError(f"The range {text} is empty; write it as 1..5, or as 1..2/0.25 with a step.")
    count = int((last - first) / step + 1e-9) + 1
    return [
        first + number * step if isinstance(first + step, int) else round(first + number * step, 9)
        for number in range(count)
    ]


def _value(text: str) -> Any:
    words = {"yes": True, "true": True, "no": False, "false": False}
    if text.lower() in words:
        return words[text.lower()]
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
