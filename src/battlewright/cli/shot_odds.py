"""The command that answers with odds of a shot of Skirmish, from bare numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from rich import box
from rich.console import Console
from rich.table import Table

from battlewright.cli import first_odds
from battlewright.cli.build import compile_if_needed
from battlewright.cli.chances import fractions, number, print_chances, say
from battlewright.cli.roll import print_json
from battlewright.engine.errors import BattlewrightError, shorten
from battlewright.engine.text import plural
from battlewright.odds import Odds
from battlewright.systems.skirmish.guide.figures import Text, in_words, length, read_edition, read_figures, read_weapon
from battlewright.systems.skirmish.odds import answers as exact
from battlewright.systems.skirmish.odds import first, questions
from battlewright.systems.skirmish.odds.answers import Shot
from battlewright.systems.skirmish.odds.questions import Figure
from battlewright.systems.skirmish.record import Edition
from battlewright.systems.skirmish.rules.shooting import SHOT_AP, lowest_sum
from battlewright.systems.skirmish.setup.files import WeaponSetup
from battlewright.table.text import number as inches_of

DAMAGE, CRITICAL = 1, 2
"""What a gun does that is not named."""


class ShotOptions(NamedTuple):
    """What the command line asked about a shot."""

    ballistics: int
    difficulty: float
    damage: int | None
    critical: str | None
    weapon: str | None
    obstacles: int
    target: str | None
    shooter: str | None
    edition: str = "second"


TARGET = ("ballistics", "toughness", "agility", "stress", "ap", "weapon")
SHOOTER = ("toughness", "agility", "stress", "ap")


def show_shot(options: ShotOptions, as_json: bool) -> None:
    """Whether a shot hits, and what it does; with a target that may react, by its reactions."""
    edition, difficulty = read_edition(options.edition), length("--difficulty", options.difficulty)
    gun = _gun(options, edition)
    given = {"ballistics": options.ballistics, "gun": gun}
    no_ap = {"ap": 0} if options.target is None else {}
    shooter, target = read_figures(
        Text("--shooter", options.shooter or "", SHOOTER, least={"ap": SHOT_AP}, given=given, edition=edition),
        Text("--target", options.target or "", TARGET, "shooting", given=no_ap, edition=edition),
    )
    compile_if_needed("skirmish")
    if edition == Edition.FIRST:
        _show_first_shot(options, shooter, target, difficulty, as_json)
        return
    found = exact.shot(shooter, target, difficulty, options.obstacles)
    plain, best = found["nothing"], min(found, key=lambda name: found[name].values)
    if as_json:
        data = {"exact": True, **_shot_data(plain)}
        data |= {"strays": [str(chance) for chance in plain.strays]} if options.obstacles else {}
        if options.target is not None:
            data |= {"reactions": {name: _reaction_data(each) for name, each in found.items()}, "best": best}
        print_json(data)
        return
    _print_shot(options, difficulty, gun, len(found) > 1, plain, plain.stress)
    if options.target is not None:
        _introduce_shot(shooter, target)
        _print_reactions(found, best)


def _show_first_shot(options: ShotOptions, shooter: Figure, target: Figure, difficulty: int, as_json: bool) -> None:
    """The same in the first edition, where return fire is chosen after the shot and stress is tested at once."""
    found = first.shot(shooter, target, difficulty, options.obstacles)
    plain = found["nothing"]
    if as_json:
        data = {"exact": True, "edition": "first", **first_odds.shot_data(plain)}
        data |= {"strays": [str(chance) for chance in plain.strays]} if options.obstacles else {}
        if options.target is not None:
            reactions = {name: first_odds.reaction_data(each) for name, each in found.items()}
            data |= {"reactions": reactions, "best": first_odds.best_reaction(found)}
        print_json(data)
        return
    assert shooter.gun is not None, "a shooter has a weapon"
    _print_shot(options, difficulty, shooter.gun, len(found) > 1, plain, plain.damage)
    if options.target is not None:
        _introduce_shot(shooter, target)
        first_odds.print_reactions(found)


def _print_shot(
    options: ShotOptions,
    difficulty: int,
    gun: WeaponSetup,
    has_reactions: bool,
    plain: Shot | first.Shot,
    stress: Odds[int],
) -> None:
    """A shot itself, whose target does nothing."""
    need = lowest_sum(difficulty)
    sums = f"a sum of {need} or more hits" if need > 1 else "any roll hits"
    say(f"Difficulty {inches_of(difficulty)} with {plural(options.ballistics, 'die')}: {sums}. Exact.")
    say(f"{_gun_words(gun)}.{' The target does nothing:' if has_reactions else ''}")
    strays = {f"hits obstacle {place} instead": chance for place, chance in enumerate(plain.strays, start=1)}
    print_chances("", {"hits": plain.hit, "hits critically": plain.critical, **strays}, bar=30)
    if len(strays) > 1:
        say("Obstacle 1 is the one closest to the target.")
    print_chances("stress", {str(each): chance for each, chance in stress})


def _introduce_shot(shooter: Figure, target: Figure) -> None:
    say(f"Shooter: {in_words(shooter, SHOOTER)}.\nTarget: {in_words(target, TARGET)}.")


def _gun(options: ShotOptions, edition: Edition) -> WeaponSetup:
    """The weapon that is named, or one of the numbers that are given."""
    if options.weapon is not None:
        if options.damage is not None or options.critical is not None:
            raise BattlewrightError("--weapon has its own damage and critical; leave --damage and --critical out.")
        return read_weapon(options.weapon, "shooting")
    critical: int | str = CRITICAL
    if options.critical is not None:
        text = options.critical.strip().lower()
        critical = int(text) if re.fullmatch(r"[0-9]{1,2}", text) else text
        if critical != "d3" and not (isinstance(critical, int) and critical <= 10):
            clause = questions.cite("S2.F7", edition)
            wanted = f"a whole number from 0 to 10, or d3, not {shorten(options.critical)}"
            raise BattlewrightError(f"--critical must be {wanted} ({clause}).")
    damage = DAMAGE if options.damage is None else options.damage
    gun = {"name": "The weapon", "kind": "shooting", "modifier": 0, "damage": damage, "critical": critical, "points": 0}
    return WeaponSetup.model_validate(gun)


def _gun_words(gun: WeaponSetup) -> str:
    if gun.critical is None:
        return f"{gun.name}: stress {gun.damage}, also of a critical"
    return f"{gun.name}: stress {gun.damage}, critical {str(gun.critical).upper()}"


def _shot_data(shot: Shot) -> dict[str, Any]:
    return {"hit": str(shot.hit), "critical": str(shot.critical), "stress": fractions(shot.stress)}


def _reaction_data(shot: Shot) -> dict[str, Any]:
    value, net_stress = map(str, shot.values)
    return {**_shot_data(shot), "suffered": fractions(shot.suffered), "value": value, "net_stress": net_stress}


def _print_reactions(found: Mapping[str, Shot], best: str) -> None:
    table = Table(box=box.SIMPLE, pad_edge=False)
    table.add_column("reaction")
    for heading in ("hit", "critical", "stress", "back", "break-downs", "net stress"):
        table.add_column(heading, justify="right")
    for name, shot in found.items():
        stress = (number(shot.stress.mean), number(shot.suffered.mean))
        table.add_row(
            f"{name}{' *' if name == best else ''}",
            *(f"{float(chance):.2%}" for chance in (shot.hit, shot.critical)),
            *stress,
            *(f"{float(value):+.4f}" for value in shot.values),
        )
    Console().print(table)
    say("Stress, what the shooter gets back, and what the shooter wins by it, on average.")
    say("Break-downs are those at the next activation. * is best for the target.")
