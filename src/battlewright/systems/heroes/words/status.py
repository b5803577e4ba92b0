"""The state of the table, as rows of text."""

from __future__ import annotations

from collections.abc import Sequence

from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.text import plural
from battlewright.systems.heroes.enums import CONDITIONS, Check, Component, ConditionName
from battlewright.systems.heroes.record import AWAY, BROKEN, Combatant, Encounter
from battlewright.systems.heroes.rules.defence import has, is_bloodied
from battlewright.systems.heroes.setup.file_types import word
from battlewright.systems.heroes.setup.names import name_of
from battlewright.systems.heroes.words.names import Names, condition_name, defence_name

HEADINGS = ["combatant", "Health", "Wounds", "Morale", "Stress", "AP", "D+P+A", "conditions"]
"""D+P+A: Dodge, Parry and Armor, which add up to Physical Defence."""
POOLS = ("health", "wounds", "morale", "stress")


def status_rows(names: Names, encounter: Encounter) -> Sequence[Sequence[str]]:
    """Return a row of headings, then one for each combatant."""
    rows = [HEADINGS]
    for who, card in enumerate(names.cards):
        each = encounter.combatants[who]
        if names.knows(who):
            pools = [f"{getattr(each, name)}/{getattr(card, name)}" for name in POOLS]
            defences = f"{each.dodge}+{each.parry}+{each.armor}"
        else:
            pools, defences = [names.seems(each, who) or "?", *["?"] * (len(POOLS) - 1)], "?"
        rows.append([names.name(who), *pools, str(each.ap), defences, ", ".join(_state(names, encounter, who))])
    return rows


def _state(names: Names, encounter: Encounter, who: int) -> list[str]:
    """Return the conditions, movement, cover, neighbours, hazards and modifiers of a combatant."""
    combatant = encounter.combatants[who]
    state = [_has(names, encounter, who, n) for n in range(CONDITIONS) if as_plain(has)(combatant, n)]
    state += _response(names, who) if as_plain(is_bloodied)(combatant) else []
    state += _movement(names, who, combatant)
    state += ["broken"] if combatant.broken & BROKEN else []
    state += ["away"] if combatant.broken & AWAY else []
    state += [f"{combatant.hidden}% hidden"] if combatant.hidden else []
    ring = " ".join(f"{place} {names.tag(each - 1)}" for place, each in enumerate(combatant.ring, 1) if each)
    state += [f"ring {ring}"] if ring else []
    state += [each.name for n, each in enumerate(names.setup.hazards) if (combatant.hazards >> n) & 1]
    given = [each for each in encounter.modifiers[: encounter.modifiers_count] if each.whom == who]
    for each in given:
        name, turns = name_of(list(each.name)), f" for {plural(each.turns, 'turn')}" if each.turns else ""
        against = f" against {names.name(each.against - 1)}" if each.against else ""
        state.append(f"{name or 'by hand'}: {word(Component(each.component))} {each.amount:+d}{against}{turns}")
    return state


def _has(names: Names, encounter: Encounter, who: int, condition: int) -> str:
    """Return text such as ``Stunned by Mirelle (a3), resisted with Willpower``, ``Prone for 2 turns``."""
    effect, name = encounter.combatants[who].effects[condition], condition_name(condition)
    if not effect.left:
        return name
    by = f" by {names.name(effect.by - 1)}" if effect.by > 0 else ""
    if effect.left > 1:
        return f"{name} for {plural(effect.left - 1, 'turn')}{by}"
    how = "kept up against" if effect.check == Check.MAINTENANCE else "resisted with"
    lasting = names.setup.rulings.conditions[ConditionName(condition).name.lower()].turns == "lasting"
    return f"{name}{by}" if lasting else f"{name}{by} ({how} {defence_name(effect.defence)})"


def _response(names: Names, who: int) -> list[str]:
    """Return the effect of being Bloodied on a combatant."""
    said = names.setup.combatants[who].sheet.bloodied
    if said in ("none", "afraid"):
        return []
    return [said if isinstance(said, str) else "responds to blood"]


def _movement(names: Names, who: int, combatant: Combatant) -> list[str]:
    """Return what conditions leave of a combatant's movement, for the players to heed: there is no map (H.N1)."""
    rows, said = names.setup.rulings.conditions, names.setup.combatants[who].sheet.bloodied
    left = {rows[each.name.lower()].movement for each in ConditionName if as_plain(has)(combatant, each)}
    if not isinstance(said, str) and as_plain(is_bloodied)(combatant):
        left.add(said.movement)
    return ["no movement"] if "none" in left else ["half movement"] if "half" in left else []
