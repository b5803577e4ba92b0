"""The state of the table, as rows of text."""

from __future__ import annotations

from collections.abc import Sequence

from battlewright.systems.skirmish.record import Fate, FrameKind, Skirmish
from battlewright.systems.skirmish.words.names import Names, place

HEADINGS = ["model", "M", "B", "T", "A", "S", "AP", "place", "weapons", "state"]


def status_rows(names: Names, battle: Skirmish) -> Sequence[Sequence[str]]:
    """A row of headings, then one for each model that is not removed."""
    rows = [HEADINGS]
    for who, card in enumerate(names.cards):
        model, base = battle.models[who], battle.crowd.bases[who]
        if model.fate == Fate.REMOVED:
            continue
        toughness = f"{model.toughness}/{card.toughness}" if model.toughness != card.toughness else card.toughness
        abilities = [card.melee, card.ballistics, toughness, card.agility, model.stress, model.ap]
        weapons = ", ".join(weapon.name for weapon in (*names.blades(who), *names.guns(who)))
        there = "on the table" if names.is_measured else place(base.x, base.y, base.level)
        where = there if base.stands else "to be placed"
        rows.append([names.model(who), *map(str, abilities), where, weapons, _state(names, battle, who)])
    return rows


def _state(names: Names, battle: Skirmish, who: int) -> str:
    """The state of a model this round."""
    model, activation = battle.models[who], battle.frames[1]
    acting = battle.depth > 1 and activation.kind == FrameKind.ACTIVATION and activation.actor == who
    parts = [
        "taken out" if model.fate == Fate.FIELDED and model.toughness == 0 else "",
        "acting" if acting else ("activated" if model.activated else ""),
        "broke down" if model.broke_down else "",
        "aided" if model.aided else "",
        f"may take the place of {names.model(model.helps - 1)}" if model.helps else "",
        f"has caused {model.caused} stress" if model.caused else "",
    ]
    return ", ".join(filter(None, parts))
