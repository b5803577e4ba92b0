"""A game master's amendments as they are typed: ``arrive ruffian b as Late Ruffian``, ``flee b2``, ``level a1 2``.

Each line becomes the data of one amendment. What is too long for a line, such as a sheet of one's own, is sent as data.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import Any

from pydantic.fields import FieldInfo

from battlewright.answers.edits import Blank, EditForm, Option, find_named, number_within, options_of, whole_number
from battlewright.engine.errors import BattlewrightError, UnknownError, shorten
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.systems.heroes.enums import Attribute, DamageType
from battlewright.systems.heroes.setup.amend import RULINGS
from battlewright.systems.heroes.setup.encounter import EncounterSetup
from battlewright.systems.heroes.setup.file_types import word
from battlewright.systems.heroes.setup.files import SHEETS, SheetSetup
from battlewright.systems.heroes.setup.rulings import RulingsSetup

AMEND_FORMS: Mapping[str, str] = {
    "arrive ruffian b as Late Ruffian": "a shipped sheet joins a side; it acts from the next round on (H.N1)",
    "flee b2": "a combatant leaves the encounter; with return it comes back (H.N1)",
    "remove b2": "a combatant is taken out, as if it had never been there (H.N1)",
    "turn b2": "a combatant changes sides (H.N1)",
    "attribute a1 strength 6": "an attribute, and all that follows from it (H.A1)",
    "level a1 2": "a level (H.P2)",
    "resist a1 fire 3": "a natural resistance; with vulnerable a vulnerability; 0 takes it away (H.E2, H.E3)",
    "sheet b1 frost-giant": "another sheet (H.A1)",
    "ruling attack_dice 4": "the number of a ruling, from now on",
    "found pit": "a trap or a hazard that was hidden is found; with clear it is gone (H.R0)",
}
"""Examples for the help."""
ATTRIBUTES = [word(each) for each in Attribute]
TYPES = [word(each) for each in DamageType]
ABOUT_ONE = ("flee", "return", "remove", "turn", "attribute", "level", "resist", "vulnerable", "sheet")
LARGEST = 999_999


def is_amendment(answer: str) -> bool:
    """Return whether an answer is a game master's amendment."""
    verbs = ("arrive", "ruling", "found", "clear", *ABOUT_ONE)
    return re.match(rf"({'|'.join(verbs)})\s+\S", answer, re.IGNORECASE) is not None and "=" not in answer


def read_line(setup: EncounterSetup, answer: str) -> dict[str, Any]:
    """Return the amendment that a line stands for; raise an error if it cannot be understood."""
    verb, *words = answer.replace('"', " ").split()
    verb = verb.lower()
    if verb == "arrive":
        return _arrive(" ".join(words))
    if verb == "ruling":
        return _ruling([each.lower() for each in words])
    if verb in ("found", "clear"):
        return {"kind": verb, "hazard": " ".join(words)}
    example = next(form for form in AMEND_FORMS if form.startswith(verb) or verb in ("return", "vulnerable"))
    names = [each.name for each in setup.combatants]
    who, rest = find_named([each.lower() for each in words], setup.tags, names, example)
    return {"kind": verb, "who": setup.tags[who], **OF_ONE[verb](rest)}


def _arrive(text: str) -> dict[str, Any]:
    found = re.fullmatch(r"(\S+)(?: ([ab]))?(?: as (.+?))?(?: ([ab]))?", text, re.IGNORECASE)
    if found is None:
        raise BattlewrightError("Say which sheet arrives on which side, such as: arrive ruffian b as Late Ruffian")
    sheet, name = found[1].lower(), found[3]
    if sheet not in SHEETS.names:
        raise UnknownError("sheet", sheet, SHEETS.names)
    named = {} if name is None else {"name": name.title() if name.islower() else name}
    return {"kind": "arrive", "sheet": sheet, "side": (found[2] or found[4] or "b").lower(), **named}


def _ruling(words: Sequence[str]) -> dict[str, Any]:
    *name, value = words
    ruling = "_".join(name)
    if ruling not in RULINGS:
        raise UnknownError("ruling", ruling, RULINGS)
    return {"kind": "ruling", "ruling": ruling, "value": number_within(value, 0, LARGEST, f"The ruling {ruling}", "")}


def _alone(rest: Sequence[str]) -> dict[str, Any]:
    if rest and (len(rest) > 1 or rest[0] not in SIDE_LETTERS):
        raise BattlewrightError(f"After the name comes nothing more, not {shorten(' '.join(rest))}.")
    return {}


def _level(rest: Sequence[str]) -> dict[str, Any]:
    return {"value": number_within(" ".join(rest), 1, 20, "The level", "H.P2")}


def _sheet(rest: Sequence[str]) -> dict[str, Any]:
    name = " ".join(rest)
    if name not in SHEETS.names:
        raise UnknownError("sheet", name, SHEETS.names)
    return {"sheet": name}


def _named_number(field: str, known: Sequence[str]) -> Callable[[Sequence[str]], dict[str, Any]]:
    def read(rest: Sequence[str]) -> dict[str, Any]:
        *name, value = rest or [""]
        if " ".join(name) not in known:
            raise UnknownError(field, " ".join(name) or value, known)
        if whole_number(value) is None:
            raise BattlewrightError(f"Say to what, as a whole number, not {shorten(value)}.")
        return {field: " ".join(name), "value": int(value)}

    return read


OF_ONE: Mapping[str, Callable[[Sequence[str]], dict[str, Any]]] = {
    **dict.fromkeys(("flee", "return", "remove", "turn"), _alone),
    "attribute": _named_number("attribute", ATTRIBUTES),
    "level": _level,
    **dict.fromkeys(("resist", "vulnerable"), _named_number("type", TYPES)),
    "sheet": _sheet,
}
"""What reads the rest of a line about one combatant."""


def amendment_forms(setup: EncounterSetup) -> Iterator[EditForm]:
    """Yield the lines to fill in of what a game master may amend now."""
    sheets = Blank("sheet", "Sheet", tuple(Option(name, name.replace("-", " ").capitalize()) for name in SHEETS.names))
    sides = tuple(Option(letter, title) for letter, title in zip(SIDE_LETTERS, setup.titles, strict=False))
    arriving = (sheets, Blank("side", "Side", sides[::-1]), Blank("name", "Its name", before="as", optional=True))
    yield EditForm("arrive", "Somebody arrives", "It acts from the next round on (H.N1).", arriving)
    there = [tag for tag, each in zip(setup.tags, setup.combatants, strict=True) if not each.away]
    several = [tag for tag in setup.tags if sum(other[0] == tag[0] for other in setup.tags) > 1]
    for verb, title, about, tags in (
        ("flee", "Somebody leaves", "It may return later (H.N1).", there),
        ("return", "Somebody returns", "It acts from the next round on (H.N1).", {*setup.tags} - {*there}),
        ("turn", "Somebody changes sides", "With all that it has (H.N1).", several),
        ("remove", "Somebody is taken out", "As if it had never been there (H.N1).", several),
    ):
        if tags:
            yield EditForm(verb, title, about, (_who(setup, tags),))
    who, attributes = _who(setup, setup.tags), Blank("of", "Attribute", options_of(ATTRIBUTES))
    score = Blank("value", "New", is_number=True, least=1, most=12)
    yield EditForm("attribute", "An attribute", "With all that follows from it (H.A1).", (who, attributes, score))
    level = Blank("value", "New", (), True, *_limits(SheetSetup.model_fields["level"]))
    yield EditForm("level", "A level", "It multiplies the pools (H.P2).", (who, level))
    types, amount = Blank("type", "Type of damage", options_of(TYPES)), Blank("value", "Amount", (), True, 0, 50)
    yield EditForm("resist", "A natural resistance", "0 takes it away (H.E2).", (who, types, amount))
    yield EditForm("vulnerable", "A natural vulnerability", "0 takes it away (H.E3).", (who, types, amount))
    yield EditForm("sheet", "Another sheet", "A shipped one (H.A1).", (who, sheets))
    rulings = tuple(
        Option(name, name.replace("_", " ").capitalize(), "", getattr(setup.rulings, name), *_limits(field))
        for name, field in RulingsSetup.model_fields.items()
        if name in RULINGS
    )
    number = Blank("value", "New", is_number=True)
    yield EditForm("ruling", "A ruling", "From now on.", (Blank("ruling", "Ruling", rulings), number))
    for verb, title, named in (
        ("found", "A hidden trap or hazard is found", [each.name for each in setup.hazards if each.hidden]),
        ("clear", "A trap or hazard is gone", [each.name for each in setup.hazards]),
    ):
        if named:
            yield EditForm(verb, title, "H.R0", (Blank("hazard", "Trap or hazard", options_of(named)),))


def _who(setup: EncounterSetup, tags: Container[str]) -> Blank:
    named = zip(setup.tags, setup.combatants, strict=True)
    return Blank("who", "Combatant", tuple(Option(tag, f"{each.name} ({tag})") for tag, each in named if tag in tags))


def _limits(field: FieldInfo) -> tuple[int | None, int | None]:
    """Return the least and the most of a field that is a number."""
    found = {kind: getattr(each, kind) for each in field.metadata for kind in ("ge", "le") if hasattr(each, kind)}
    return found.get("ge"), found.get("le")
