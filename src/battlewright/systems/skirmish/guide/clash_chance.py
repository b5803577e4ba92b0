"""The chance that close combat harms its target, by the numbers of both fighters alone, at once."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from battlewright.systems.skirmish.bots.make_tables_first import damages
from battlewright.systems.skirmish.odds.situations import Figure
from battlewright.systems.skirmish.odds.solved import clash
from battlewright.systems.skirmish.odds.split import solve_split
from battlewright.systems.skirmish.record import Edition, Model, Setting
from battlewright.systems.skirmish.setup.files import WeaponSetup

NO_BLADE = -1
ROUNDING = 1_000_000


class Fighter(NamedTuple):
    """What counts of a fighter: its Melee, its Toughness and stress, and what its weapon causes by a success and by a
    critical one. Toughness and stress are 0 where they do not count."""

    melee: int
    toughness: int
    stress: int
    strikes: tuple[int, int] | None


def fighter(setting: Setting, model: Model, who: int, blade: int) -> Fighter:
    """Return a model with one of its melee weapons, or with none that reaches."""
    card = setting.cards[who]
    strikes = None
    if blade != NO_BLADE:
        weapon = setting.weapons[card.blade[blade]]
        strikes = (weapon.stress, weapon.critical)
    if setting.edition == Edition.FIRST:
        return Fighter(card.melee, 0, 0, strikes)
    return Fighter(card.melee, max(model.toughness, 1), model.stress, strikes)


@lru_cache(maxsize=4096)
def harm_chance(edition: int, attacker: Fighter, defender: Fighter) -> Fraction:
    """Return the chance that the attacker causes stress, if both play best, both stay in reach, and none is shoved."""
    if edition == Edition.FIRST:
        return _split_chance(attacker, defender)
    odds = clash(_figure(attacker), _figure(defender)).odds
    return odds.chance_that(lambda suffered: suffered[1] > 0)


def _split_chance(attacker: Fighter, defender: Fighter) -> Fraction:
    """Return the chance where both split their dice by the equilibrium, rounded to a millionth."""
    assert attacker.strikes is not None
    unarmed = defender.strikes is None
    other = defender.strikes or (1, 1)
    found = solve_split(attacker.melee, attacker.strikes, defender.melee, other, unarmed)
    chances = damages(found.attacker, found.defender, attacker.strikes, 1)
    return Fraction(round(float(chances[1]) * ROUNDING), ROUNDING)


def _figure(one: Fighter) -> Figure:
    blade = None
    if one.strikes is not None:
        stress, critical = one.strikes
        blade = WeaponSetup(name="Blade", kind="melee", threat=1, oppression=stress, critical=critical, points=1)
    return Figure(melee=one.melee, toughness=one.toughness, stress=one.stress, blade=blade)
