"""Figures of a question as they are typed: lengths, weapons, ``melee=4,stress=1,weapon=sword``."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic.fields import FieldInfo

from battlewright.answers.parameters import option
from battlewright.engine import source
from battlewright.engine.errors import BattlewrightError, SetupError, UnknownError, shorten
from battlewright.engine.text import listed
from battlewright.systems.skirmish.odds.situations import LIMITS, Figure, cite, title_of
from battlewright.systems.skirmish.record import Edition
from battlewright.systems.skirmish.setup.file_types import thousandths
from battlewright.systems.skirmish.setup.files import WEAPONS, WeaponSetup, shipped_weapons

EDITIONS = ("second", "first")
EditionName = Literal["first", "second"]
AnyEdition = Annotated[EditionName, option("Of the rules: first or second.", choices=EDITIONS)]
Kind = Literal["melee", "shooting"]
Values = dict[str, Any]
"""Some fields of a figure, by their names: numbers and a weapon."""


def parts_of(keys: Sequence[str], kind: Kind = "melee", may_be_unarmed: bool = True) -> dict[str, FieldInfo]:
    """The parts of a figure, for forms."""
    weapons = (*_shipped(kind), *(["none"] if may_be_unarmed else []))
    numbers = {key: option(key, *LIMITS[key][:2], usual=(LIMITS[key][0], min(LIMITS[key][1], 12), 1)) for key in LIMITS}
    return {key: numbers[key] if key in numbers else option(key, choices=weapons) for key in keys}


def read_edition(name: str) -> Edition:
    """An edition by its name."""
    names = {edition.name.lower(): edition for edition in sorted(Edition, reverse=True)}
    if name.strip().lower() not in names:
        raise UnknownError("edition", name, names)
    return names[name.strip().lower()]


def length(option: str, value: float) -> int:
    """A length in thousandths."""
    if not math.isfinite(value) or round(value, 3) != value:
        raise BattlewrightError(f"{option} takes inches with at most three decimals, such as 2.5, not {value}.")
    return thousandths(value)


def read_weapon(name: str, kind: Kind) -> WeaponSetup:
    """A weapon of a kind: a shipped one by its name, or one from a file."""
    known = {weapon.name.lower(): weapon for weapon in shipped_weapons()}
    if name.lower() in known:
        weapon = known[name.lower()]
    elif Path(name).suffix in (".toml", ".json"):
        weapon = source.check(WEAPONS.find(name), WeaponSetup)
    else:
        raise UnknownError(f"{kind} weapon", name, _shipped(kind))
    if weapon.kind != kind:
        reason = f"{weapon.name} is a {weapon.kind} weapon, and a {kind} one is needed: {listed(_shipped(kind))}."
        raise BattlewrightError(reason)
    return weapon


def _shipped(kind: Kind) -> list[str]:
    return [weapon.name.lower() for weapon in shipped_weapons() if weapon.kind == kind]


class Text(NamedTuple):
    """A figure as it is typed after an option: ``melee=4,stress=1,weapon=sword``.

    ``least`` raises the lowest value of some numbers, ``given`` is what else is known of the figure.
    """

    option: str
    text: str
    keys: Sequence[str]
    kind: Kind = "melee"
    names_weapon: bool = False
    may_be_unarmed: bool = True
    least: Mapping[str, int] = {}
    given: Mapping[str, Any] = {}
    edition: Edition = Edition.SECOND


def read_figures(*texts: Text) -> list[Figure]:
    """Read figures from texts; raise all faults of all texts at once."""
    read = [(text, *_read(text)) for text in texts]
    faults = [f"{text.option}: {'; '.join(found)}." for text, _, found in read if found]
    if faults:
        raise BattlewrightError(" ".join(faults))
    return [Figure(**{**text.given, **values}) for text, values, _ in read]


def _read(text: Text) -> tuple[Values, list[str]]:
    values: Values = {}
    faults: list[str] = []
    seen: list[str] = []
    for part in text.text.split(",") if text.text.strip() else []:
        key, sign, value = (each.strip() for each in part.partition("="))
        key = key.lower()
        if not sign or key not in text.keys:
            faults.append(f"{shorten(part.strip())} is not one of {', '.join(f'{each}=' for each in text.keys)}")
        elif key in seen:
            faults.append(f"{key} is given twice")
        elif key == "weapon":
            _read_weapon(text, value, values, faults)
        else:
            _read_number(text, key, value, values, faults)
        seen.append(key)
    if text.names_weapon and "weapon" not in seen:
        names = [*_shipped(text.kind), *(["none"] if text.may_be_unarmed else [])]
        faults.append(f"weapon= is missing: {listed(names)}")
    return values, faults


def _read_number(text: Text, key: str, value: str, values: Values, faults: list[str]) -> None:
    least, most, clause = LIMITS[key]
    least, clause = text.least.get(key, least), cite(clause, text.edition)
    if re.fullmatch(r"-?[0-9]{1,6}", value) and least <= int(value) <= most:
        values[key] = int(value)
    else:
        faults.append(f"{key} must be a whole number from {least} to {most}, not {shorten(value)} ({clause})")


def _read_weapon(text: Text, name: str, values: Values, faults: list[str]) -> None:
    if name.lower() == "none" and text.may_be_unarmed:
        return
    try:
        values["blade" if text.kind == "melee" else "gun"] = read_weapon(name, text.kind)
    except SetupError as error:
        faults += map(str, error.faults)
    except BattlewrightError as error:
        faults.append(str(error).rstrip("."))


def described(figure: Figure, keys: Sequence[str]) -> dict[str, int | str | None]:
    """The numbers and the weapon of a figure that matter for a question."""
    weapon = figure.blade or figure.gun
    return {key: (weapon.name if weapon else None) if key == "weapon" else getattr(figure, key) for key in keys}


def in_words(figure: Figure, keys: Sequence[str]) -> str:
    """A figure as text: ``Melee 4, Toughness 3, stress 0, Sword``."""
    return ", ".join(
        f"{value or 'no weapon'}" if key == "weapon" else f"{title_of(key)} {value}"
        for key, value in described(figure, keys).items()
    )
