"""A battle written out in full, so that nothing in it changes when a shipped file does."""

from __future__ import annotations

from typing import TypeVar

from battlewright.geometry.distance import INCH
from battlewright.systems.skirmish.setup.battle import BattleSetup, ScenarioSetup
from battlewright.systems.skirmish.setup.files import EffectPart, RosterSetup, TableSetup

P = TypeVar("P", bound=EffectPart)


def complete(setup: BattleSetup) -> BattleSetup:
    """The same battle with all that it takes from shipped files or by default: weapons, effects, zones, and the circle
    to be held."""
    rosters = tuple(map(_with_weapons, setup.rosters))
    return setup.model_copy(update={"rosters": rosters, "table": _table(setup), "scenario": _scenario(setup)})


def _with_weapons(roster: RosterSetup) -> RosterSetup:
    """A roster whose own weapons are those that its characters carry."""
    carried = (weapon for character in roster.characters for weapon in roster.carried(character))
    return roster.model_copy(update={"weapons": tuple(dict.fromkeys(carried))})


def _table(setup: BattleSetup) -> TableSetup:
    """The table with the effects that its pieces and the scenario name."""
    table, rows = setup.table, setup.table.rows
    parts: tuple[EffectPart, ...] = (*table.pieces, *setup.scenario.effects)
    names = dict.fromkeys(part.effect for part in parts if part.effect is not None)
    pieces = tuple(_with_once(piece, table) for piece in table.pieces)
    return table.model_copy(update={"effects": tuple(rows[name] for name in names), "pieces": pieces})


def _scenario(setup: BattleSetup) -> ScenarioSetup:
    """The scenario with the depth of its zones, and the circle if one is to be held."""
    scenario = setup.scenario
    deployment = scenario.deployment.model_copy(update={"depth": scenario.deployment.reach / INCH})
    effects = tuple(_with_once(effect, setup.table) for effect in scenario.effects)
    hold = tuple(length / INCH for length in setup.hold) if scenario.victory == "hold" else None
    return scenario.model_copy(update={"deployment": deployment, "effects": effects, "hold": hold})


def _with_once(part: P, table: TableSetup) -> P:
    """A part that says whether its effect, if it has one, happens once. A row cannot say it for all: it goes by the
    radius, which may be the part's own."""
    return part if part.effect is None else part.model_copy(update={"once": part.row(table.rows).happens_once})
