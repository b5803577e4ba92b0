"""What a new sheet may begin with: kinds of foes, at any level from 1 to 10."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache, partial
from importlib.resources import files
from typing import Annotated

from pydantic import Field

from battlewright.engine.file_parts import About, Part
from battlewright.engine.shelf import Template
from battlewright.systems.heroes.setup.file_types import MOST_DICE, AttributeWord, Damage, dice_of
from battlewright.systems.heroes.setup.files import SheetSetup

LEVELS = MOST_DICE
"""The highest level of a template: its damage has as many dice as it has levels."""
HIGHEST = 12


class TemplateSetup(Part):
    """A kind of foe: its sheet at level 1, and how it grows."""

    about: About
    """A sentence about it."""
    grows: Annotated[tuple[AttributeWord, ...], Field(min_length=1)]
    """The attributes that gain a point with each level, one after the other, over and over."""
    sheet: SheetSetup
    """Its sheet at level 1."""


@cache
def known_templates() -> dict[str, TemplateSetup]:
    """Return the shipped templates by their names."""
    text = (files("battlewright.systems.heroes") / "data" / "templates.toml").read_text(encoding="utf-8")
    return {name: TemplateSetup.model_validate(each) for name, each in tomllib.loads(text).items()}


def templates() -> Mapping[str, Sequence[Template]]:
    """Return what new sheets may begin with."""
    known = known_templates().items()
    return {"sheets": [Template(name, each.about, LEVELS, partial(at_level, name)) for name, each in known]}


@cache
def at_level(name: str, level: int) -> SheetSetup:
    """Return the sheet of a template at a level. The level multiplies Health and Morale (H.P2), and so damage,
    resistances and vulnerabilities too."""
    template = known_templates()[name]
    sheet = template.sheet.model_dump(exclude_none=True)
    scores = sheet["attributes"]
    for gained in range(level - 1):
        grown = template.grows[gained % len(template.grows)]
        scores[grown] = min(scores[grown] + 1, HIGHEST)
    for action in (*sheet["weapons"], *sheet["spells"]):
        if "damage" in action:
            dice, sides, plus = dice_of(action["damage"])
            action["damage"] = str(Damage(level * dice, sides, level * plus))
    for amounts in ("resistances", "vulnerabilities"):
        sheet[amounts] = {type: level * amount for type, amount in sheet[amounts].items()}
    return SheetSetup.model_validate(sheet | {"level": level})
