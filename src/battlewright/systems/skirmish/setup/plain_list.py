"""Rosters as people write them to each other: a line for each character, read leniently.

Night Watch (75 points)
Captain M4 B4 T4 A4 sword, pistol
2x Guard M3 B2 T3 A3 - spear
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from battlewright.engine.errors import BattlewrightError, Fault, SetupError, did_you_mean, shorten
from battlewright.engine.line_numbers import Place
from battlewright.engine.source import Source
from battlewright.systems.skirmish.rules.cards import RANKS
from battlewright.systems.skirmish.setup.files import shipped_weapons

EXAMPLE = "2x Guard M3 B2 T3 A3 - spear"
ABILITIES = {"m": "melee", "b": "ballistics", "t": "toughness", "a": "agility"}
GONE = "\1"
"""What stands for a part of a line that was read."""
LONGEST = 300
"""The most characters of a line."""
PLAIN = str.maketrans("\u2010\u2011\u2012\u2013\u2014\u2212\u00d7\u201c\u201d\u2033", '------x"""')
"""Dashes, signs and quotes as a keyboard has them."""
NUMBER = r"(\d{1,2})"
LABEL = r"(m(?:el(?:ee)?)?|b(?:al(?:l(?:istics?)?)?|s)?|t(?:ou(?:gh(?:ness)?)?|gh)?|a(?:gi(?:l(?:ity)?)?|g)?)"
LABELLED = re.compile(rf"(?i)(?<![^\W\d_]){LABEL} ?[:=.]? ?{NUMBER}(?!\d| ?x\b)\+?")
BEFORE_LABEL = re.compile(rf"(?i)(?<!\d){NUMBER} ?(melee|ballistics?|toughness|agility)\b")
IN_ORDER = re.compile(rf"^(.*)(?<![\d.]){' ?[/|,; -] ?'.join([NUMBER] * 4)}(?![\d.]| ?x\b)")
COUNT = re.compile(rf"(?i)^{NUMBER}x|(?<!\w)(?:{NUMBER} ?x|x ?{NUMBER})(?!\w)|\({NUMBER}\)(?=.*\0)")
BARE_COUNT = re.compile(rf"^{NUMBER} (?=[^\W\d_])")
POINTS = re.compile(
    r"(?i)[(\[=]? ?\d{1,4}(?: ?/ ?\d{1,4})? ?(?:points?|pts?|p)\b\.?(?: (?:each|in all))? ?[)\]]?|[(\[]\d{1,4}[)\]]$"
)
MEASURE = re.compile(r"(?i)\b(base|height)(?: of)? ?[:=]? ?(\d{1,2}(?:\.\d{1,3})?) ?(?:\"|''|in(?:ch(?:es)?)?\b)?")
BULLET = re.compile(r"^(?:(?:[>*\u2022\u00b7\u25aa\u25cf+-]|#+|\d{1,2}[.)])\s+)+")
TITLE = re.compile(r"(?i)^(?:name|roster|warband|army|team|list)\s*:\s*")
TOTAL = re.compile(r"(?i)^(?:total|points|sum|cost)\b[ :=]*\d*\W*$|^\d+ ?(?:points|pts)\b[ a-z]*$")
BETWEEN = re.compile(r"(?i)\s*(?:[|,;:()\[\]{}+&/\0]|(?<!\S)-+(?!\S)|\b(?:and|armed|with|carries|has)\b)\s*")
"""What stands between the parts of a line."""
FILLERS = {"a", "an", "and", "one", "1", "the", "weapon", "weapons", "his", "her", "their"}
UNARMED = {"no weapons", "no weapon", "without weapons", "unarmed", "none", "nothing", "-"}
LEADER = re.compile(r"(?i)[(\[](?:the )?leader[)\]]|^leader ?[:-]|(?<=[,;-]) ?leader$")
RANK = re.compile(rf"(?i)[(\[](?:{'|'.join(RANKS)})[)\]]")


@dataclass
class _Character:
    """A character as its lines have it; ``weapons`` are None until they are named, or said to be none."""

    line: int
    name: str
    values: dict[str, Any]
    weapons: list[str] | None
    leads: bool
    faults: list[str]

    @property
    def card(self) -> str:
        """The same for all characters that are alike but for their number."""
        return repr(sorted((self.data() | {"count": 1}).items()))

    def data(self) -> dict[str, Any]:
        return {"name": self.name, **self.values, "weapons": self.weapons or []}


def read_list(text: str, name: str) -> Source:
    """Read a roster from a list. Where no line is a character, it is refused; what is not understood is a fault."""
    made = _List()
    for number, line in enumerate(text.splitlines(), start=1):
        made.take(number, line)
    if not made.characters:
        raise BattlewrightError(f"{name} is no list of characters: none of its lines is one, such as {EXAMPLE!r}.")
    faults = [Fault(name, line, "", message) for line, message in sorted(made.faults())]
    if faults:
        raise SetupError(faults)
    return made.source(text, name)


class _List:
    """A list, as far as it was read: its title, its characters, and lines that may belong to what follows."""

    def __init__(self) -> None:
        self.title, self.about = (0, ""), (0, "")
        self.characters: list[_Character] = []
        self._order = [*ABILITIES.values()]
        self._waiting: list[tuple[int, str]] = []
        self._too_long: list[int] = []
        self._sound: dict[str, _Character] = {}

    def take(self, number: int, line: str) -> None:
        """Take the next line."""
        if len(line) > LONGEST:
            self._too_long.append(number)
            return
        text = _cleaned(line)
        is_heading = line.lstrip().startswith("#") or text.endswith(":")
        if not re.search(r"\w", text) or TOTAL.match(text):
            return
        labels = [ABILITIES[word[0]] for word in re.findall(r"\w+", text.lower()) if _is_heading_of_ability(word)]
        if len(labels) == len({*labels}) == len(ABILITIES) and not re.search(r"\d", text):
            self._order = labels
        elif found := _character(number, text, self._order):
            self._add(found if found.name else self._named(found, text))
        elif self.characters and self.characters[-1].weapons is None and (carried := _weapons_in(text)) is not None:
            self.characters[-1].weapons = carried
        elif text.lower().startswith("about:"):
            self.about = number, text.partition(":")[2].strip()
        elif not self.title[1] and not self.characters:
            self.title = number, text
        elif not is_heading:
            self._waiting.append((number, text))

    def _named(self, found: _Character, text: str) -> _Character:
        """Return a character whose name stands on the line before; as it is where there is none."""
        if self._waiting:
            line, before = self._waiting.pop()
        elif self.title[0] and not self.characters:
            (line, before), self.title = self.title, (0, "")
        else:
            return found
        return _character(line, f"{before} {text}", self._order) or found

    def _add(self, found: _Character) -> None:
        """Add a character; one of the same card and name is another model of it."""
        same = None if found.faults else self._sound.setdefault(found.card, found)
        if same is None or same is found:
            self.characters.insert(0 if found.leads else len(self.characters), found)
        else:
            same.values["count"] = same.values.get("count", 1) + found.values.get("count", 1)

    def faults(self) -> Iterator[tuple[int, str]]:
        """Yield what was not understood: the line, and a sentence."""
        for line in self._too_long:
            yield line, f"a line may have at most {LONGEST} characters"
        for line, text in self._waiting:
            yield line, f"{shorten(text)} is not understood: a character is a line such as {EXAMPLE!r}"
        for each in self.characters:
            yield from ((each.line, fault) for fault in each.faults)

    def source(self, text: str, name: str) -> Source:
        """Return the list as a file of a roster, with the line of each character."""
        title = POINTS.sub("", TITLE.sub("", self.title[1])).strip(" -:|,()[]")
        usual = Path(name).stem.replace("-", " ").replace("_", " ").strip().title() or "Roster"
        data: dict[str, Any] = {"name": title or usual, "about": self.about[1]}
        data["characters"] = [each.data() for each in self.characters]
        lines: dict[Place, int] = {("characters", index): each.line for index, each in enumerate(self.characters)}
        return Source(name, text, data, {("name",): self.title[0] or 1, ("about",): self.about[0], **lines})


def _cleaned(line: str) -> str:
    """Return a line without bullets, marks of bold or italics, and repeated spaces."""
    text = re.sub(r"\*\*|__|~~|`|^[*_]|[*_]$", "", BULLET.sub("", line.translate(PLAIN).strip()))
    return " ".join(text.strip("|").split())


def _is_heading_of_ability(word: str) -> bool:
    return word in ABILITIES or word in ABILITIES.values()


def _character(number: int, text: str, order: list[str]) -> _Character | None:
    """Read a line as a character; None where it has no abilities."""
    values: dict[str, Any] = {what.lower(): float(size) for what, size in MEASURE.findall(text)}
    leads = bool(LEADER.search(text))
    for left_out in (MEASURE, LEADER, RANK, POINTS):
        text = left_out.sub(GONE, text)
    text, abilities = _abilities(text, order)
    if len(abilities) < 2:
        return None
    values |= dict(abilities)
    counted = COUNT.search(text)
    text = COUNT.sub(GONE, text, count=1).replace(GONE, " ").strip()
    if not counted:
        counted = BARE_COUNT.match(text)
        text = BARE_COUNT.sub("", text)
    if counted:
        values["count"] = int(next(filter(None, counted.groups())))
    before, _, after = text.partition("\0")
    name, carried, unknown = _name_and_weapons(before)
    parts = _parts(after)
    if not name and parts and _weapons_in(parts[0]) is None:
        name = parts.pop(0)
    for part in parts:
        found = _weapons_in(part)
        carried = carried if found is None else [*(carried or []), *found]
        unknown += [part] if found is None else []
    if carried is None and not unknown:
        name, carried = _weapons_at_the_end(name)
    if counted and "x" not in counted[0].lower() and values["count"] > 1:
        name = _singular(name)
    return _Character(number, name, values, carried, leads, [*_faults(name, abilities, unknown)])


def _faults(name: str, abilities: list[tuple[str, int]], unknown: list[str]) -> Iterator[str]:
    given = [ability for ability, _ in abilities]
    lacking = [ability for ability in ABILITIES.values() if ability not in given]
    if not name:
        yield f"a character has a name before its abilities, as in {EXAMPLE!r}"
    if lacking:
        yield f"{name or 'this character'} lacks {' and '.join(lacking)}: all four are needed, as in {EXAMPLE!r}"
    for ability in dict.fromkeys(each for each in given if given.count(each) > 1):
        yield f"{name or 'this character'} has {ability} twice"
    weapons = [weapon.name for weapon in shipped_weapons()]
    for text in unknown:
        allowed = f"weapons are {', '.join(weapons)}, or 'no weapons'"
        yield f"{shorten(text)} is not understood; {allowed}.{did_you_mean(text, weapons)}"


def _abilities(text: str, order: list[str]) -> tuple[str, list[tuple[str, int]]]:
    """Return a line with NUL in place of its abilities, and these."""
    labelled = [(ABILITIES[label[0].lower()], int(value)) for label, value in LABELLED.findall(text)]
    if len(dict(labelled)) == len(ABILITIES):
        return LABELLED.sub("\0", text), labelled
    before = [(ABILITIES[label[0].lower()], int(value)) for value, label in BEFORE_LABEL.findall(text)]
    if len(dict(before)) == len(ABILITIES):
        return BEFORE_LABEL.sub("\0", text), before
    if in_order := IN_ORDER.search(text):
        start, *numbers = in_order.groups()
        return f"{start}\0{text[in_order.end() :]}", [*zip(order, map(int, numbers), strict=True)]
    return LABELLED.sub("\0", text), labelled


def _parts(text: str) -> list[str]:
    return [part for part in (each.strip(" .-") for each in BETWEEN.split(text)) if part]


def _name_and_weapons(text: str) -> tuple[str, list[str] | None, list[str]]:
    """Return the name in what stands before the abilities, the weapons there (None: none are named), and what should be
    one and is not known. A name may have commas and the like in it."""
    ends = [(0, 0), *(each.span() for each in BETWEEN.finditer(text)), (len(text), len(text))]
    carried: list[str] | None = None
    unknown: list[str] = []
    end = ends[1][0]
    for (before, start), (stop, _) in [*pairwise(ends)][1:]:
        part, after_with = text[start:stop].strip(" ."), "with" in text[before:start].lower()
        found = _weapons_in(part) if part else None
        if found is not None:
            carried = [*(carried or []), *found]
        elif part and (after_with or carried is not None or did_you_mean(part, _weapon_words())):
            unknown.append(part)
        elif part:
            end = stop
    return text[:end].strip(" ,;:.-"), carried, unknown


@cache
def _weapon_words() -> dict[str, str]:
    """The words for weapons, in lower case."""
    names = {weapon.name.lower(): weapon.name for weapon in shipped_weapons()}
    return (
        names
        | {f"{word}s": name for word, name in names.items()}
        | {"sniper rifle": "Sniper", "sniper rifles": "Sniper"}
    )


def _weapons_in(text: str) -> list[str] | None:
    """Return the weapons that a text names and nothing else; None where there is more in it."""
    if text.lower().strip(" .") in UNARMED:
        return []
    words = [word for word in re.findall(r"[\w'-]+", text.lower()) if word not in FILLERS]
    found = []
    while words:
        size = next((size for size in (2, 1) if " ".join(words[:size]) in _weapon_words()), 0)
        if not size:
            return None
        found.append(_weapon_words()[" ".join(words[:size])])
        words = words[size:]
    return found or None


def _weapons_at_the_end(name: str) -> tuple[str, list[str] | None]:
    """Return a name without the weapons that stand after it; they are None where there are none."""
    words = name.split()
    for start in range(1, len(words)):
        found = _weapons_in(" ".join(words[start:]))
        if found is not None:
            return " ".join(words[:start]), found
    return name, None


def _singular(name: str) -> str:
    """Return the name of one of several: "Guard" for "Guards"."""
    for plural, singular in (
        ("ies", "y"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("sses", "ss"),
        ("ss", "ss"),
        ("us", "us"),
        ("s", ""),
    ):
        if name.endswith(plural):
            return name.removesuffix(plural) + singular
    return name
