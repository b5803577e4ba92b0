"""Who threatens whom in close combat, as data."""

from __future__ import annotations

from dataclasses import dataclass

from battlewright.answers.described import Described, SideNumber
from battlewright.engine.compiler.rule import as_plain, rule
from battlewright.engine.position import Position
from battlewright.engine.record import Row, look, memory_of, numbers
from battlewright.systems.skirmish.guide.mover import names_of
from battlewright.systems.skirmish.record import VERTICAL_REACH, Setting, Skirmish
from battlewright.systems.skirmish.rules.move import longest_threat, threatens
from battlewright.systems.skirmish.rules.sides import side_of


@rule()
def list_threats(setting: Row[Setting], battle: Row[Skirmish], found: Row[int]) -> None:
    """Write for each model, as bits, the opponents that one of its melee weapons reaches."""
    bases = battle[0].crowd.bases
    for who in range(setting[0].models):
        reached = 0
        for whom in range(setting[0].models):
            if bases[who].stands and bases[whom].stands and side_of(setting[0], who) != side_of(setting[0], whom):
                for weapon in range(setting[0].cards[who].blades):
                    if threatens(setting[0], battle[0], who, weapon, whom):
                        reached |= 1 << whom
        found[who] = reached


@dataclass(frozen=True)
class Threat(Described):
    """A model on the table and whom it threatens in close combat: opponents whose base reaches into a circle around its
    middle, and whose level is not too far from its own. Lengths are thousandths of an inch."""

    who: int
    """The model, by its number."""
    tag: str
    """The tag of the model."""
    side: SideNumber
    """The side of the model."""
    x: int
    """Where it stands, from the western edge."""
    y: int
    """Where it stands, from the southern edge."""
    level: int
    """The height at which it stands."""
    range: int
    """Its longest threat range; 0 without a melee weapon."""
    radius: int
    """The radius of the circle; 0 without a melee weapon."""
    rise: int
    """How far the levels may be apart."""
    threatens: tuple[int, ...]
    """Whom it threatens, by number."""
    threatened_by: tuple[int, ...]
    """Who threatens it, by number."""


def threats_of(position: Position) -> tuple[Threat, ...]:
    """Return the threats of all models on the table."""
    setting: Setting = look(Setting, position.setting)
    battle: Skirmish = position.record
    row, names = numbers(setting.models), names_of(position)
    list_threats(position.setting, position.battle, row)
    reached, everybody = memory_of(row).tolist(), range(setting.models)
    found = []
    for who, base in zip(everybody, battle.crowd.bases, strict=False):
        if base.stands:
            threat = as_plain(longest_threat)(setting, who)
            radius, rise = (base.radius + threat, VERTICAL_REACH + threat) if setting.cards[who].blades else (0, 0)
            whom = tuple(other for other in everybody if reached[who] >> other & 1)
            by = tuple(other for other in everybody if reached[other] >> who & 1)
            place = (names.side_of(who), base.x, base.y, base.level)
            found.append(Threat(who, names.tag(who), *place, threat, radius, rise, whom, by))
    return tuple(found)
