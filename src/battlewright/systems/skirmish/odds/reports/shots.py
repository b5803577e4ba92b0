"""Shots: their chance to hit, their effect, and the target's reactions; in both editions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, NamedTuple

from battlewright.answers.parameters import form_of, option
from battlewright.answers.report import Report, exactness, fractions, is_exact, number
from battlewright.engine.errors import BattlewrightError, shorten
from battlewright.engine.text import plural
from battlewright.geometry.lengths import number as inches_of
from battlewright.odds.distribution import Odds
from battlewright.systems.skirmish.odds import first, situations
from battlewright.systems.skirmish.odds import solved as answers
from battlewright.systems.skirmish.odds.figures import (
    AnyEdition,
    Text,
    in_words,
    length,
    parts_of,
    read_edition,
    read_figures,
    read_weapon,
)
from battlewright.systems.skirmish.odds.reports.rolls import standings, texts
from battlewright.systems.skirmish.odds.situations import MOST_OBSTACLES, Figure
from battlewright.systems.skirmish.odds.solved import REMOVED, Shot
from battlewright.systems.skirmish.record import MAX_ABILITY, Edition
from battlewright.systems.skirmish.rules.shooting import SHOT_AP, lowest_sum
from battlewright.systems.skirmish.setup.files import WeaponSetup

DAMAGE, CRITICAL = 1, 2
"""The figures of a gun that is not named."""
TARGET = ("ballistics", "toughness", "agility", "stress", "ap", "weapon")
SHOOTER = ("toughness", "agility", "stress", "ap")
WEAPONS = form_of(parts_of(("weapon",), "shooting", may_be_unarmed=False)["weapon"]).choices
CRITICALS = (*map(str, range(11)), "d3")
VALUES = ("value", "net_toughness", "net_stress")
"""The aims in the first edition: removals, Toughness and stress, the target's minus the shooter's."""


def shot(
    ballistics: Annotated[int, option("The shooter's Ballistics: how many dice it rolls.", 1, MAX_ABILITY)],
    difficulty: Annotated[float, option("In all, with obstacles and the weapon's modifier.", usual=(1, 30, 0.5))],
    damage: Annotated[int | None, option("The stress of a hit; without it 1.", 0, 10)] = None,
    critical: Annotated[str | None, option("The stress of a critical, or d3; without it 2.", choices=CRITICALS)] = None,
    weapon: Annotated[str | None, option("A weapon in place of both, such as rifle.", choices=WEAPONS)] = None,
    obstacles: Annotated[int, option("How many a miss may hit instead.", 0, MOST_OBSTACLES)] = 0,
    target: Annotated[str | None, option("Who may react; see the example.", parts=parts_of(TARGET, "shooting"))] = None,
    shooter: Annotated[
        str | None, option("Such as toughness=3,stress=0; also agility=, ap=.", parts=parts_of(SHOOTER))
    ] = None,
    edition: AnyEdition = "second",
) -> Report:
    """The chance that a shot hits, and its effect; with a target, for each of its reactions.

    Example: `battlewright odds skirmish shot --ballistics 4 --difficulty 12.5 --weapon rifle
    --target ballistics=3,toughness=3,agility=4,stress=1,ap=3,weapon=pistol`

    In the first edition modifiers are added to the difficulty, return fire is chosen after the shot (even by a target
    that is taken out), and stress is tested at once.
    """
    which, needed = read_edition(edition), length("--difficulty", difficulty)
    gun = _read_gun(damage, critical, weapon, which)
    given = {"ballistics": ballistics, "gun": gun}
    no_ap = {"ap": 0} if target is None else {}
    one, other = read_figures(
        Text("--shooter", shooter or "", SHOOTER, least={"ap": SHOT_AP}, given=given, edition=which),
        Text("--target", target or "", TARGET, "shooting", given=no_ap, edition=which),
    )
    asked = Asked(one, other, needed, obstacles, may_react=target is not None)
    return _by_first(asked) if which == Edition.FIRST else _by_second(asked)


class Asked(NamedTuple):
    """The shot that is asked about; ``may_react`` says whether its target was described."""

    shooter: Figure
    target: Figure
    difficulty: int
    obstacles: int
    may_react: bool


def _by_second(asked: Asked) -> Report:
    found = answers.shot(asked.shooter, asked.target, asked.difficulty, asked.obstacles)
    plain = found["nothing"]
    report = Report({"exact": is_exact(*found.values()), **_shot_data(plain, plain.stress)})
    _add_shot(report, asked, found, plain.stress)
    if asked.may_react:
        _add_reactions(report, found)
    return report


def _by_first(asked: Asked) -> Report:
    """As ``_by_second`` in the first edition, where return fire is chosen after the shot and stress is tested at
    once."""
    found = first.shot(asked.shooter, asked.target, asked.difficulty, asked.obstacles)
    plain = found["nothing"]
    report = Report({"exact": is_exact(*found.values()), "edition": "first", **_shot_data(plain, plain.damage)})
    _add_shot(report, asked, found, plain.damage)
    if asked.may_react:
        _add_first_reactions(report, found)
    return report


def _read_gun(damage: int | None, critical: str | None, weapon: str | None, edition: Edition) -> WeaponSetup:
    """The weapon that is named, or one with the given numbers."""
    if weapon is not None:
        if damage is not None or critical is not None:
            raise BattlewrightError("--weapon has its own damage and critical; leave --damage and --critical out.")
        return read_weapon(weapon, "shooting")
    most: int | str = CRITICAL
    if critical is not None:
        text = critical.strip().lower()
        most = int(text) if re.fullmatch(r"[0-9]{1,2}", text) else text
        if most != "d3" and not (isinstance(most, int) and most <= 10):
            clause = situations.cite("S2.F7", edition)
            wanted = f"a whole number from 0 to 10, or d3, not {shorten(critical)}"
            raise BattlewrightError(f"--critical must be {wanted} ({clause}).")
    plain = DAMAGE if damage is None else damage
    gun = {"name": "The weapon", "kind": "shooting", "modifier": 0, "damage": plain, "critical": most, "points": 0}
    return WeaponSetup.model_validate(gun)


def _shot_data(shot: Shot | first.Shot, stress: Odds[int]) -> dict[str, object]:
    return {"hit": str(shot.hit), "critical": str(shot.critical), "stress": fractions(stress)}


def _add_shot(report: Report, asked: Asked, found: Mapping[str, Shot | first.Shot], stress: Odds[int]) -> None:
    """Add the shot itself, without a reaction."""
    plain, shooter, need = found["nothing"], asked.shooter, lowest_sum(asked.difficulty)
    assert shooter.gun is not None, "a shooter has a weapon"
    sums = f"a sum of {need} or more hits" if need > 1 else "any roll hits"
    dice = plural(shooter.ballistics, "die")
    report.say(f"Difficulty {inches_of(asked.difficulty)} with {dice}: {sums}. {exactness(*found.values())}.")
    report.say(f"{_gun_words(shooter.gun)}.{' The target does nothing:' if len(found) > 1 else ''}")
    if asked.obstacles:
        report.data["strays"] = [str(chance) for chance in plain.strays]
    strays = {f"hits obstacle {obstacle} instead": chance for obstacle, chance in enumerate(plain.strays, start=1)}
    report.chances("", {"hits": plain.hit, "hits critically": plain.critical, **strays}, bar=30)
    if len(strays) > 1:
        report.say("Obstacle 1 is the one closest to the target.")
    report.chances("stress", {str(each): chance for each, chance in stress})
    if asked.may_react:
        report.say(f"Shooter: {in_words(shooter, SHOOTER)}.\nTarget: {in_words(asked.target, TARGET)}.")


def _gun_words(gun: WeaponSetup) -> str:
    if gun.critical is None:
        return f"{gun.name}: stress {gun.damage}, also of a critical"
    return f"{gun.name}: stress {gun.damage}, critical {str(gun.critical).upper()}"


def _add_reactions(report: Report, found: Mapping[str, Shot]) -> None:
    """Add the shooter's gain for each of the target's reactions."""
    reactions = {}
    for name, shot in found.items():
        row = [
            *(f"{float(chance):.2%}" for chance in (shot.hit, shot.critical)),
            *(number(odds.mean) for odds in (shot.stress, shot.suffered)),
            *(f"{float(value):+.4f}" for value in shot.values),
        ]
        value, net_stress = map(str, shot.values)
        won = {"suffered": fractions(shot.suffered), "value": value, "net_stress": net_stress}
        reactions[name] = row, _shot_data(shot, shot.stress) | won
    _add_table(report, found, ("hit", "critical", "stress", "back", "break-downs", "net stress"), reactions)
    report.say("Stress, what the shooter gets back, and what the shooter wins by it, on average.")
    report.say("Break-downs are those at the next activation. * is best for the target.")


def _add_table(
    report: Report,
    found: Mapping[str, Shot | first.Shot],
    headings: Sequence[str],
    reactions: Mapping[str, tuple[list[str], dict[str, object]]],
    firm: frozenset[int] = frozenset(),
) -> None:
    """Add the row and the data of each reaction, and mark the target's best one."""
    best = min(found, key=lambda name: found[name].values)
    report.data |= {"reactions": {name: data for name, (_, data) in reactions.items()}, "best": best}
    rows = [[f"{name}{' *' if name == best else ''}", *row] for name, (row, _) in reactions.items()]
    report.table(("reaction", *headings), rows, firm=firm, best=frozenset({[*found].index(best)}))


def _add_first_reactions(report: Report, found: Mapping[str, first.Shot]) -> None:
    """Add the standings of both in the first edition, for each of the target's reactions."""
    reactions = {}
    for name, shot in found.items():
        sides = {"target": shot.target, "shooter": shot.shooter}
        out = {side: odds.chance(REMOVED) for side, odds in sides.items()}
        row = [
            *(f"{float(chance):.1%}" for chance in (shot.hit, shot.critical)),
            number(shot.damage.mean),
            *(f"{float(chance):.1%}" for chance in out.values()),
            *(f"{float(value):+.3f}" for value in shot.values[1:]),
        ]
        data = _shot_data(shot, shot.damage) | {side: texts(standings(odds)) for side, odds in sides.items()}
        data |= {"removed": texts(out)} | dict(zip(VALUES, map(str, shot.values), strict=True))
        reactions[name] = row, data
    headings = ("hit", "critical", "damage", "target out", "shooter out", "Toughness", "stress")
    _add_table(report, found, headings, reactions, firm=frozenset({0}))
    report.say("Damage of the shot; who is taken out; what the shooter wins on average, in Toughness and in stress.")
    if "return fire" in found:
        report.say("Return fire is chosen after the shot, even by a target that is taken out (S1.F7).")
    report.say("* is best for the target: first by who is removed, then by Toughness, then by stress.")
