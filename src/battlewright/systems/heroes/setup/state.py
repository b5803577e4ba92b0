"""The present state of a combatant, as parties and encounters keep it: what is left of its pools, and what lasts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    PlainSerializer,
    SerializerFunctionWrapHandler,
    model_serializer,
)

from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.file_parts import Found, Name, Part
from battlewright.engine.line_numbers import Place
from battlewright.systems.heroes.enums import CONDITIONS, ConditionName, Target
from battlewright.systems.heroes.record import DIGIT, SEVERE, Card, Combatant, Setting
from battlewright.systems.heroes.rules.conditions import is_severe
from battlewright.systems.heroes.rules.rest import stays
from battlewright.systems.heroes.rules.uses import spent_until_rest
from battlewright.systems.heroes.setup.file_types import (
    CAUSED,
    ConditionWord,
    InflictedSetup,
    inflicted,
    member,
    word,
)
from battlewright.systems.heroes.setup.files import SheetSetup, Uses

POOLS = ("health", "wounds", "morale", "stress")
Points = Annotated[int, Field(ge=0, le=100_000, strict=True)]


def _can_stay(given: InflictedSetup) -> InflictedSetup:
    if given.condition in CAUSED:
        raise ValueError(f"{given.condition} {CAUSED[given.condition]}; nobody enters with it")
    if given.condition == "dominated":
        raise ValueError("dominated needs a dominating combatant: nobody enters with it (H.X5)")
    return given


def _plainly(kept: InflictedSetup) -> object:
    """Return a condition as a file has it: its name alone where that says all."""
    data = kept.model_dump(exclude_none=True)
    return data if len(data) > 1 else kept.condition


KeptPart = Annotated[
    InflictedSetup,
    BeforeValidator(inflicted, json_schema_input_type=ConditionWord | InflictedSetup),
    AfterValidator(_can_stay),
    PlainSerializer(_plainly),
]
"""A condition that lasts, with the defence and the power that it is resisted with and against."""


class StateSetup(Part):
    """The present state of a combatant, where it is not that of its sheet."""

    health: Points | None = None
    """The Health that is left; by default all of it (H.P1)."""
    wounds: Points = 0
    """Its Wounds."""
    morale: Points | None = None
    """The Morale that is left; by default all of it."""
    stress: Points = 0
    """Its Stress."""
    conditions: tuple[KeptPart, ...] | None = None
    """The conditions that last, Dead among them; by default those of its sheet."""
    spent: dict[Name, Uses] | None = None
    """The uses that it has spent since its last rest, by the names of its actions (H.O2)."""

    @model_serializer(mode="wrap")
    def _without_defaults(self, handler: SerializerFunctionWrapHandler) -> dict[str, object]:
        usual = {name: field.default for name, field in StateSetup.model_fields.items()}
        return {name: value for name, value in handler(self).items() if value != usual.get(name)}


def state_faults(state: StateSetup, card: Card, sheet: SheetSetup) -> Found:
    """Yield where the present state of a combatant does not fit what its sheet comes to."""
    for pool in POOLS:
        now, most = getattr(state, pool), getattr(card, pool)
        if now is not None and now > most:
            yield (pool,), f"must be at most {most}, all the {pool.title()} that its sheet allows, not {now} (H.P2)"
    names = [each.condition for each in state.conditions or ()]
    for index, name in enumerate(names):
        at: Place = ("conditions", index)
        number = member(ConditionName, name)
        if name in names[:index]:
            yield at, f"{name} is given twice"
        if as_plain(is_severe)(number) and word(ConditionName(number - SEVERE)) in names:
            mild = word(ConditionName(number - SEVERE))
            yield at, f"{name} is the severe form of {mild}: name one of them (H.X1)"
    yield from _spent_faults(state.spent or {}, sheet)


def _spent_faults(spent: Mapping[str, int], sheet: SheetSetup) -> Found:
    """Yield where the uses that a combatant has spent do not fit its sheet."""
    limited = {each.name: each.uses or 0 for each in sheet.actions if each.per == "rest"}
    for name, times in spent.items():
        if name not in limited:
            known = f"those of {sheet.name} are {', '.join(limited)}" if limited else f"{sheet.name} has none"
            yield ("spent", name), f"is no action whose uses are until a rest; {known} (H.O2)"
        elif times > limited[name]:
            yield ("spent", name), f"must be at most {limited[name]}, as often as it can be used, not {times} (H.O2)"


def write_state(setting: Setting, who: int, state: StateSetup, sheet: SheetSetup) -> None:
    """Write the present state of a combatant into its card, which has what its sheet comes to."""
    card = setting.cards[who]
    card.lost.health = 0 if state.health is None else max(card.health - state.health, 0)
    card.lost.morale = 0 if state.morale is None else max(card.morale - state.morale, 0)
    card.lost.wounds, card.lost.stress = min(state.wounds, card.wounds), min(state.stress, card.stress)
    names = [action.name for action in sheet.actions]
    card.spent = sum(times * DIGIT ** names.index(name) for name, times in (state.spent or {}).items())
    if state.conditions is None:
        return
    card.conditions = 0
    for given in state.conditions:
        condition = member(ConditionName, given.condition)
        card.conditions |= 1 << condition
        if given.defence is not None or given.power is not None:
            kept, usual = card.kept[condition], setting.conditions[condition].defence
            kept.defence = member(Target, given.defence) if given.defence else usual
            kept.power = setting.rulings.default_power if given.power is None else given.power


def state_of(setting: Setting, combatant: Combatant, card: Card, sheet: SheetSetup) -> StateSetup | None:
    """Return the state in which a combatant leaves an encounter (H.O3); None where it is that of its sheet."""
    kept = []
    for condition in range(CONDITIONS):
        effect, row = combatant.effects[condition], setting.conditions[condition]
        if as_plain(stays)(combatant, condition):
            given: dict[str, object] = {"condition": word(ConditionName(condition))}
            if (effect.defence, effect.power) != (row.defence, setting.rulings.default_power):
                given |= {"defence": word(Target(effect.defence)), "power": effect.power}
            kept.append(InflictedSetup.model_validate(given))
    on_sheet = {each.condition for each in kept} == set(sheet.conditions) and all(each.defence is None for each in kept)
    state = StateSetup(
        health=None if combatant.health == card.health else combatant.health,
        wounds=combatant.wounds,
        morale=None if combatant.morale == card.morale else combatant.morale,
        stress=combatant.stress,
        conditions=None if on_sheet else tuple(kept),
        spent=_spent(combatant, card, sheet) or None,
    )
    return None if state == StateSetup() else state


def _spent(combatant: Combatant, card: Card, sheet: SheetSetup) -> dict[str, int]:
    """Return the uses that a combatant has spent of its actions, where they return after a rest."""
    kept = as_plain(spent_until_rest)(card, combatant)
    spent = {action.name: kept // DIGIT**index % DIGIT for index, action in enumerate(sheet.actions)}
    return {name: times for name, times in spent.items() if times}
