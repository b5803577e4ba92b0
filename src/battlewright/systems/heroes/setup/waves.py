"""Encounters in a row: what follows one in its file, with the same heroes as they are."""

from __future__ import annotations

from collections.abc import Sequence

from battlewright.systems.heroes.setup.encounter import CombatantSetup, EncounterSetup, WaveSetup, tag_of
from battlewright.systems.heroes.setup.file_types import without_others
from battlewright.systems.heroes.setup.state import StateSetup


def following(setup: EncounterSetup, states: Sequence[StateSetup | None]) -> EncounterSetup:
    """Return the encounter that follows another one, with the heroes in these states. Who stood around them is gone."""
    wave = setup.waves[0]
    heroes = tuple(_goes_on(each, state, wave) for each, state in zip(setup.sides[0], states, strict=True))
    tags = {tag_of(who, len(heroes)) for who in range(len(heroes) + len(wave.foes))}
    seats = tuple(
        seat.model_copy(update={"leads": tuple(tag for tag in seat.leads if tag in tags)}) for seat in setup.seats
    )
    return setup.model_copy(
        update={
            "name": wave.name or setup.name,
            "about": wave.about,
            "sides": (heroes, wave.foes),
            "hazards": wave.hazards,
            "rest": wave.rest,
            "seats": seats,
            "waves": setup.waves[1:],
        }
    )


def _goes_on(hero: CombatantSetup, state: StateSetup | None, wave: WaveSetup) -> CombatantSetup:
    left = {"hidden": 0, "modifiers": ()} if wave.elsewhere else {}
    return without_others(hero).model_copy(update={"state": state, **left})


def chain(setup: EncounterSetup) -> tuple[EncounterSetup, ...]:
    """Return an encounter and all that follow it in its file."""
    made = [setup]
    while made[-1].waves:
        made.append(following(made[-1], [None] * len(setup.sides[0])))
    return tuple(made)


def as_wave(setup: EncounterSetup, heroes: Sequence[str], rest: str) -> WaveSetup:
    """Return an encounter as what follows another one, whose heroes have these names. Its hazards threaten those who
    are there; who stood around its own heroes is gone."""
    names = dict(zip(setup.tags, (each.name for each in setup.combatants), strict=True))
    there = {name: tag_of(who, len(heroes)) for who, name in enumerate(heroes)}
    own, hazards = setup.tags[: len(setup.sides[0])], []
    for hazard in setup.hazards:
        among = [there.get(names[tag], "") if tag in own else tag for tag in hazard.among]
        if any(among) or not hazard.among:
            hazards.append(hazard.model_copy(update={"among": tuple(filter(None, among))}))
    return WaveSetup(
        name=setup.name,
        about=setup.about,
        foes=tuple(map(without_others, setup.sides[1])),
        hazards=tuple(hazards),
        rest=rest,
        elsewhere=True,
    )
