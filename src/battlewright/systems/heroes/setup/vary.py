"""What a study or a simulation may change of an encounter, beside what its data has: how many of a kind there are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from battlewright.systems.heroes.record import MAX_COMBATANTS
from battlewright.systems.heroes.setup.encounter import CombatantSetup, EncounterSetup, tag_of

PATH = re.compile(r"(heroes|foes)\.([^.]+)\.count")


def with_count(setup: EncounterSetup, path: str, value: Any) -> EncounterSetup | None:
    """Return an encounter with so many of a sheet (``foes.ruffian.count``), which is named by itself, or by one who has
    it. The last of them go, or more like the last one come. None where the path is no such thing."""
    found = PATH.fullmatch(path.lower())
    if found is None:
        return None
    side = ("heroes", "foes").index(found[1])
    members = setup.sides[side]
    own = [each for each in members if found[2] in (_slug(each.sheet.name), _slug(each.name), _slug(_plain(each.name)))]
    if not own or isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MAX_COMBATANTS:
        return None
    kept = [each for each in members if not _is_in(own[value:], each)]
    place = next(index for index, each in enumerate(members) if each is own[-1]) + 1 if value > len(own) else 0
    if place:
        kept[place:place] = [own[-1].model_copy(update={"ring": {}}) for _ in range(value - len(own))]
    return _renamed(setup, side, tuple(kept))


def _slug(text: str) -> str:
    return re.sub(r"[^\w]+", "-", text.lower()).strip("-")


def _plain(name: str) -> str:
    """Return a name without the number that tells those who share it apart."""
    return re.sub(r" \d+$", "", name)


def _is_in(members: Sequence[CombatantSetup], one: CombatantSetup) -> bool:
    return any(each is one for each in members)


def _renamed(setup: EncounterSetup, side: int, members: tuple[CombatantSetup, ...]) -> EncounterSetup:
    """Return an encounter with other combatants of a side: those who share a name are numbered anew, and who was named
    by a short name is so by the new one, unless it is gone."""
    shared = Counter(_plain(each.name) for each in members)
    number = Counter[str]()
    named = []
    for each in members:
        name = _plain(each.name)
        number[name] += 1
        named.append(each.model_copy(update={"name": f"{name} {number[name]}" if shared[name] > 1 else name}))
    sides = (tuple(named), setup.sides[1]) if side == 0 else (setup.sides[0], tuple(named))
    before = dict(zip(map(id, setup.combatants), setup.tags, strict=True))
    after = [*members, *setup.sides[1]] if side == 0 else [*setup.sides[0], *members]
    tags: dict[str, str] = {}
    for who, each in enumerate(after):
        if id(each) in before:
            tags.setdefault(before[id(each)], tag_of(who, len(sides[0])))

    def kept(given: Sequence[str]) -> tuple[str, ...]:
        return tuple(tags[tag] for tag in given if tag in tags)

    def placed(combatant: CombatantSetup) -> CombatantSetup:
        ring = {place: tags[tag] for place, tag in combatant.ring.items() if tag in tags}
        return combatant.model_copy(update={"ring": ring})

    hazards = tuple(each.model_copy(update={"among": kept(each.among)}) for each in setup.hazards)
    seats = tuple(each.model_copy(update={"leads": kept(each.leads)}) for each in setup.seats)
    placed_sides = tuple(tuple(map(placed, each)) for each in sides)
    return setup.model_copy(update={"sides": placed_sides, "hazards": hazards, "seats": seats})
