"""The commands that answer with odds of Heroes, from bare numbers or two sheets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from operator import itemgetter
from typing import Any, NamedTuple

from pydantic import TypeAdapter, ValidationError

from battlewright.cli.build import compile_if_needed
from battlewright.cli.chances import figures, fractions, print_chances, say, show_odds
from battlewright.cli.roll import print_json
from battlewright.engine.errors import BattlewrightError, UnknownError, shorten
from battlewright.odds.state_graph import explorer
from battlewright.systems.heroes.odds import answers as exact
from battlewright.systems.heroes.odds import duels
from battlewright.systems.heroes.odds.answers import BODY, MIND, Blow
from battlewright.systems.heroes.odds.questions import DUEL, MOST
from battlewright.systems.heroes.setup.file_types import Damage, Dice, TypeWord, dice_of
from battlewright.systems.heroes.setup.files import read_sheet
from battlewright.systems.heroes.setup.rulings import shipped_rulings

TIES = ("defender", "roller")
BANDS = {"dodged": "dodged", "parried": "parried", "armor": "stopped by armour", "hit": "hit", "critical": "critical"}
ASSUMED = (
    "The attacker acts first in every round and uses the action whenever it can, once a turn.",
    "With the points that are left it keeps up the effects that it brought.",
    "The defender does nothing, but suffers from its conditions and makes the checks that end them.",
    "Nobody is in cover, flanked or surrounded.",
)


def show_attack(bonus: int, dodge: int, parry: int, armor: int, as_json: bool) -> None:
    """The five bands of an attack."""
    compile_if_needed("heroes")
    bands = exact.attack(bonus, dodge, parry, armor)
    if as_json:
        print_json({name: str(chance) for name, chance in bands.items()})
        return
    whole = dodge + parry + armor
    against = f"Dodge {dodge}, Parry {parry} and Armor {armor}, a Physical Defence of {whole} (H.D7)"
    say(f"{_roll('attack', bonus)} (H.W1) against {against}. Exact; the bands are those of H.D8.")
    print_chances("", {BANDS[name]: chance for name, chance in bands.items()})
    say(f"Gets through: {_share(bands['hit'] + bands['critical'])}.")


def show_contest(power: int, defence: int, as_json: bool) -> None:
    """Who wins a contest, and in how many rounds."""
    compile_if_needed("heroes")
    contest = exact.contest(power, defence)
    rounds = {str(number): chance for number, chance in contest.rounds.items()}
    if as_json:
        won = {"attacker": str(contest.attacker), "defender": str(contest.defender)}
        print_json({**won, "rounds": {number: str(chance) for number, chance in rounds.items()}})
        return
    say(f"A contest of Spell Power {power} against a defence of {defence} (H.R4 to H.R7). Exact; ties repeat.")
    print_chances("winner", {"attacker": contest.attacker, "defender": contest.defender})
    print_chances("rounds that count", rounds)


def show_check(bonus: int, against: int, ties: str, as_json: bool) -> None:
    """Whether a check succeeds."""
    if ties not in TIES:
        raise UnknownError("side for --ties", ties, TIES)
    compile_if_needed("heroes")
    success = exact.check(bonus, against, "roller" if ties == "roller" else "defender")
    if as_json:
        print_json({"success": str(success)})
        return
    if ties == "roller":
        how = "A tie succeeds, as in a resistance check, which the defender rolls (H.R9)"
    else:
        how = "A tie fails, as in a maintenance check, which is rolled against the defender (H.R10)"
    say(f"{_roll('check', bonus)} against {against}. {how}. Exact.")
    print_chances("", {"success": success, "failure": 1 - success})


class DamageOptions(NamedTuple):
    """What the command line asked about damage."""

    dice: str
    types: str
    resist: Sequence[str]
    vulnerable: Sequence[str]
    critical: bool
    pool: int | None
    lesser: int | None


def show_damage(options: DamageOptions, as_json: bool) -> None:
    """What damage dice come to, and what that does to the pools."""
    faults: list[str] = []
    dice = _read(Dice, "--dice", options.dice.lower(), faults)
    types = [_read(TypeWord, "--types", each.strip(), faults) for each in options.types.split(",")]
    resisted = _amounts("--resist", options.resist, faults)
    vulnerable = _amounts("--vulnerable", options.vulnerable, faults)
    if faults:
        raise BattlewrightError(" ".join(f"{fault}." for fault in dict.fromkeys(faults)))
    rolled = dice_of(dice)
    compile_if_needed("heroes")
    blow = exact.damage(rolled, types, resisted, vulnerable, options.critical, options.pool, options.lesser)
    names = (MIND if blow.is_mental else BODY)[0]
    if as_json:
        print_json({**figures(blow.damage), "distribution": fractions(blow.damage), **_pools_data(blow, names)})
        return
    show_odds(_damage_title(rolled, types, options.critical, resisted, vulnerable), blow.damage, False)
    if blow.pools is not None:
        say(f"It goes to {names[0].capitalize()} first, the rest to {names[1].capitalize()} (H.P2), and leaves:")
        print_chances(", ".join(names), {f"{one}, {other}": chance for (one, other), chance in blow.pools}, bar=30)
        print_chances("brings (H.P3)", {name.capitalize(): chance for name, chance in blow.brings.items()}, bar=30)


def _pools_data(blow: Blow, names: Sequence[str]) -> dict[str, Any]:
    if blow.pools is None:
        return {}
    each = {name: fractions(blow.pools.map(itemgetter(at))) for at, name in enumerate(names)}
    brings = {name: str(chance) for name, chance in blow.brings.items()}
    return {**each, **brings, "pools": fractions(blow.pools)}


def _damage_title(
    dice: Damage, types: Sequence[str], critical: bool, resisted: dict[str, int], vulnerable: dict[str, int]
) -> str:
    """``2d6+3 fire and slashing, fire resisted by 2 (H.E2): the damage``."""
    named = f"{dice} {' and '.join(dict.fromkeys(types))}"
    doubled = ", of a critical hit, which rolls the dice twice (H.W2)" if critical else ""
    less = [f", {type} resisted by {amount} (H.E2)" for type, amount in resisted.items()]
    more = [f", vulnerable to {type} by {amount} (H.E3)" for type, amount in vulnerable.items()]
    return f"{named}{doubled}{''.join(less)}{''.join(more)}: the damage"


def show_fall(attacker: str, defender: str, rounds: int, action: str | None, as_json: bool) -> None:
    """How soon somebody falls."""
    one, other = read_sheet(attacker), read_sheet(defender)
    used = one.actions[duels.action_named(one, action)].name
    compile_if_needed("heroes", explorer(DUEL))
    within = duels.fall(one, other, rounds, action)
    if as_json:
        data = {"exact": True, "attacker": one.name, "defender": other.name, "action": used}
        chances = {str(number): str(chance) for number, chance in within.items()}
        print_json({**data, "within": chances, "assumptions": list(ASSUMED)})
        return
    say(f"{one.name} uses {used} against {other.name}. Exact.")
    for line in ASSUMED:
        say(f"  {line}")
    say("Unconscious, Dead or broken (H.P3) within so many rounds:")
    print_chances("rounds", {str(number): chance for number, chance in within.items()})


def _roll(what: str, bonus: int) -> str:
    """``3d8+5``, with the dice of an attack or a check."""
    rulings = shipped_rulings()
    return str(Damage(rulings[f"{what}_dice"], rulings[f"{what}_sides"], bonus))


def _share(chance: Fraction) -> str:
    return f"{chance} ({float(chance):.4%})"


def _read(kind: Any, option: str, text: str, faults: list[str]) -> str:
    """A word of a kind; what is wrong with it goes to the faults."""
    try:
        return str(TypeAdapter(kind).validate_python(text))
    except ValidationError as error:
        faults.append(f"{option} {error.errors()[0]['msg'].removeprefix('Value error, ')}")
        return ""


def _amounts(option: str, texts: Sequence[str], faults: list[str]) -> dict[str, int]:
    """``fire=2,frost=1``, or the option given several times."""
    found: dict[str, int] = {}
    for part in (each.strip() for text in texts for each in text.split(",")):
        name, sign, amount = (each.strip() for each in part.partition("="))
        type = _read(TypeWord, option, name, faults) if sign else ""
        if not re.fullmatch(r"[0-9]{1,2}", amount):
            wanted = f"a type and a whole number from 0 to {MOST}, such as fire=2"
            faults.append(f"{option} takes {wanted}, not {shorten(part)} (H.E2)")
        elif type in found:
            faults.append(f"{option} has {type} twice (H.E2)")
        elif type:
            found[type] = int(amount)
    return found
