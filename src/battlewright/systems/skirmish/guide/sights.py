"""Shots and threats between one model and all its opponents, measured at once by the rules."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Record, Row
from battlewright.systems.skirmish.record import NOBODY, Setting, Skirmish
from battlewright.systems.skirmish.rules.lines import count_obstacles, is_blocked
from battlewright.systems.skirmish.rules.move import threatens
from battlewright.systems.skirmish.rules.shooting import can_shoot, cover_bonus, difficulty_of, lowest_sum
from battlewright.systems.skirmish.rules.sides import side_of


class Sight(Record):
    """What a model could do to another from where both stand: the gun that hits with the lowest sum (NOBODY if it
    cannot shoot at all), that sum in the open and in cover, and as bits the melee weapons that reach."""

    gun: int
    need: int
    covered: int
    blades: int


@rule()
def list_sights(setting: Row[Setting], battle: Row[Skirmish], who: int, own: Row[Sight], their: Row[Sight]) -> None:
    """Write what a model could do to each opponent on the table, and what each of them could do to it."""
    for other in range(setting[0].models):
        own[other].gun = NOBODY
        their[other].gun = NOBODY
        if battle[0].crowd.bases[other].stands and side_of(setting[0], other) != side_of(setting[0], who):
            look_at(setting[0], battle[0], who, other, own[other])
            look_at(setting[0], battle[0], other, who, their[other])


@rule("S2.F1", "S2.F4", "S2.K5")
def look_at(setting: Setting, battle: Skirmish, who: int, whom: int, sight: Sight) -> None:
    """Write what a model could do to another."""
    if can_shoot(setting, who) and not is_blocked(setting, battle, who, whom):
        target = battle.crowd.bases[whom]
        obstacles = count_obstacles(setting, battle, who, whom, target.x, target.y, target.level)
        for gun in range(setting.cards[who].guns):
            difficulty = difficulty_of(setting, battle, who, gun, whom, obstacles)
            if sight.gun == NOBODY or lowest_sum(difficulty) < sight.need:
                sight.gun = gun
                sight.need = lowest_sum(difficulty)
                sight.covered = lowest_sum(difficulty + cover_bonus(setting, whom))
    for blade in range(setting.cards[who].blades):
        if threatens(setting, battle, who, blade, whom):
            sight.blades |= 1 << blade
