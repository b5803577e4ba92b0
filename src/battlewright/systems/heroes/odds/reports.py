"""The questions about Heroes, answered with reports: from bare numbers, or from two sheets."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from operator import itemgetter
from typing import Annotated

from pydantic import TypeAdapter, ValidationError

from battlewright.answers.parameters import argument, option
from battlewright.answers.question import Question
from battlewright.answers.report import Report, exactness, figures, fractions, is_exact
from battlewright.engine.errors import BattlewrightError, shorten
from battlewright.odds.explorer import explorer
from battlewright.systems.heroes.odds import duels
from battlewright.systems.heroes.odds import solved as answers
from battlewright.systems.heroes.odds.duels import MOST_ROUNDS
from battlewright.systems.heroes.odds.situations import DUEL, MOST
from battlewright.systems.heroes.odds.solved import BODY, MIND, MOST_POOL, Blow
from battlewright.systems.heroes.setup.file_types import Damage, Dice, TypeWord, dice_of
from battlewright.systems.heroes.setup.files import SHEETS, read_sheet
from battlewright.systems.heroes.setup.rulings import as_shipped

USUAL = (-5, 20, 1)
"""The range of most bonuses."""
BANDS = {"dodged": "dodged", "parried": "parried", "armor": "stopped by armour", "hit": "hit", "critical": "critical"}
ASSUMED = (
    "The attacker acts first in every round and uses the action whenever it can, once a turn.",
    "With the points that are left it keeps up the effects that it brought.",
    "The defender does nothing, but suffers from its conditions and makes the checks that end them.",
    "Nobody is in cover, flanked or surrounded.",
)


# Rolls


def attack(
    bonus: Annotated[int, option("Everything that is added to the roll.", -MOST, MOST, usual=USUAL)],
    dodge: Annotated[int, option("The target's Dodge.", 0, MOST, usual=(0, 20, 1))],
    parry: Annotated[int, option("Its Parry.", 0, MOST, usual=(0, 20, 1))],
    armor: Annotated[int, option("Its Armor.", 0, MOST, usual=(0, 20, 1))],
) -> Report:
    """Show the bands of an attack roll: dodged, parried, stopped by armour, a hit, a critical hit.

    Example: `battlewright odds heroes attack --bonus 5 --dodge 9 --parry 5 --armor 4`
    """
    bands = answers.attack(bonus, dodge, parry, armor)
    report = Report(_texts(bands))
    whole = dodge + parry + armor
    against = f"Dodge {dodge}, Parry {parry} and Armor {armor}, a Physical Defence of {whole} (H.D7)"
    how = exactness(*bands.values())
    report.say(f"{_roll('attack', bonus)} (H.W1) against {against}. {how}; the bands are those of H.D8.")
    report.chances("", {BANDS[name]: chance for name, chance in bands.items()})
    through = bands["hit"] + bands["critical"]
    report.say(f"Gets through: {through} ({float(through):.4%}).")
    return report


def contest(
    attack: Annotated[int, option("The attacker's Spell Power.", -MOST, MOST, usual=USUAL)],
    defence: Annotated[int, option("The defender's Willpower, Fortitude or Reflex.", -MOST, MOST, usual=USUAL)],
) -> Report:
    """Show who wins a contest, and how many rounds count before it is won; ties repeat a round.

    Example: `battlewright odds heroes contest --attack 4 --defence 3`
    """
    found = answers.contest(attack, defence)
    rounds = {str(number): chance for number, chance in found.rounds.items()}
    report = Report({"attacker": str(found.attacker), "defender": str(found.defender), "rounds": _texts(rounds)})
    against = f"Spell Power {attack} against a defence of {defence} (H.R4 to H.R7)"
    report.say(f"A contest of {against}. {exactness(found)}; ties repeat.")
    report.chances("winner", {"attacker": found.attacker, "defender": found.defender})
    report.chances("rounds that count", rounds)
    return report


def check(
    bonus: Annotated[int, option("What is added to the dice.", -MOST, MOST, usual=USUAL)],
    against: Annotated[
        int, option("The number to reach, such as 12 and Spell Power.", -MOST, 2 * MOST, usual=(0, 40, 1))
    ],
    ties: Annotated[
        answers.Ties,
        option(
            "Who wins a tie: 'roller' in a resistance check, which the defender rolls (H.R9); "
            "'defender', so that it fails, in a maintenance check (H.R10)."
        ),
    ] = "defender",
) -> Report:
    """Show whether a check succeeds: the dice and a bonus against a number.

    Examples: `battlewright odds heroes check --bonus 6 --against 17 --ties roller` (resistance),
    `battlewright odds heroes check --bonus 6 --against 17 --ties defender` (maintenance)
    """
    success = answers.check(bonus, against, ties)
    report = Report({"success": str(success)})
    if ties == "roller":
        how = "A tie succeeds, as in a resistance check, which the defender rolls (H.R9)"
    else:
        how = "A tie fails, as in a maintenance check, which is rolled against the defender (H.R10)"
    report.say(f"{_roll('check', bonus)} against {against}. {how}. {exactness(success)}.")
    report.chances("", {"success": success, "failure": 1 - success})
    return report


# Damage


def damage(
    dice: Annotated[str, option("The damage dice and what is added, such as 2d6+3.")],
    types: Annotated[str, option("One type or several, such as fire,slashing.")],
    resist: Annotated[tuple[str, ...], option("Resistances, such as fire=2,frost=1.")] = (),
    vulnerable: Annotated[tuple[str, ...], option("Vulnerabilities, such as slashing=1.")] = (),
    critical: Annotated[bool, option("A critical hit: the dice are rolled twice.")] = False,
    health: Annotated[
        int | None,
        option(
            "Health left; Morale if the damage is psychic alone.",
            0,
            MOST_POOL,
            "--health",
            "--morale",
            usual=(0, 60, 1),
        ),
    ] = None,
    wounds: Annotated[
        int | None,
        option(
            "The size of Wounds or Stress. Default: half of that.",
            1,
            MOST_POOL,
            "--wounds",
            "--stress",
            usual=(1, 60, 1),
        ),
    ] = None,
) -> Report:
    """Show the damage after resistances and vulnerabilities, and what it does to the pools.

    Examples: `battlewright odds heroes damage --dice 2d6+3 --types fire,slashing --resist fire=2`,
    `battlewright odds heroes damage --dice 1d8+2 --types piercing --critical --health 14 --wounds 7`
    """
    faults: list[str] = []
    dice = _read(Dice, "--dice", dice.lower(), faults)
    named = [_read(TypeWord, "--types", each.strip(), faults) for each in types.split(",")]
    resisted = _amounts("--resist", resist, faults)
    suffered = _amounts("--vulnerable", vulnerable, faults)
    if faults:
        raise BattlewrightError(" ".join(f"{fault}." for fault in dict.fromkeys(faults)))
    rolled = dice_of(dice)
    blow = answers.damage(rolled, named, resisted, suffered, critical, health, wounds)
    pools = (MIND if blow.is_mental else BODY)[0]
    report = Report({**figures(blow.damage), "distribution": fractions(blow.damage), **_pools_data(blow, pools)})
    report.odds(_damage_title(rolled, named, critical, resisted, suffered), blow.damage)
    if blow.pools is not None:
        report.say(f"It goes to {pools[0].capitalize()} first, the rest to {pools[1].capitalize()} (H.P2), and leaves:")
        report.chances(", ".join(pools), {f"{one}, {other}": chance for (one, other), chance in blow.pools}, bar=30)
        report.chances("brings (H.P3)", {name.capitalize(): chance for name, chance in blow.brings.items()}, bar=30)
    return report


def _pools_data(blow: Blow, names: Sequence[str]) -> dict[str, object]:
    if blow.pools is None:
        return {}
    each = {name: fractions(blow.pools.map(itemgetter(at))) for at, name in enumerate(names)}
    return {**each, **_texts(blow.brings), "pools": fractions(blow.pools)}


def _damage_title(
    dice: Damage, types: Sequence[str], critical: bool, resisted: Mapping[str, int], vulnerable: Mapping[str, int]
) -> str:
    """Return a title such as ``2d6+3 fire and slashing, fire resisted by 2 (H.E2): the damage``."""
    named = f"{dice} {' and '.join(dict.fromkeys(types))}"
    doubled = ", of a critical hit, which rolls the dice twice (H.W2)" if critical else ""
    less = [f", {type} resisted by {amount} (H.E2)" for type, amount in resisted.items()]
    more = [f", vulnerable to {type} by {amount} (H.E3)" for type, amount in vulnerable.items()]
    return f"{named}{doubled}{''.join(less)}{''.join(more)}: the damage"


# Falling


def fall(
    attacker: Annotated[str, argument("A sheet, by name or by .toml/.json file.", choices=tuple(SHEETS.names))],
    defender: Annotated[str, argument("Another.", choices=tuple(SHEETS.names))],
    rounds: Annotated[int, option("Number of rounds.", 1, MOST_ROUNDS)] = 5,
    action: Annotated[str | None, option("The attacker's action. Default: the first on its sheet that harms.")] = None,
) -> Report:
    """Show the chance that the defender falls within 1, 2, 3 ... rounds, if the attacker does the same each turn.

    Examples: `battlewright odds heroes fall silarn ruffian --rounds 4`,
    `battlewright odds heroes fall mirelle frost-giant --action "chain of sparks" --rounds 10 --json`
    """
    one, other = read_sheet(attacker), read_sheet(defender)
    used = one.actions[duels.action_named(one, action)].name
    within = duels.fall(one, other, rounds, action)
    chances = {str(number): chance for number, chance in within.items()}
    report = Report({"exact": is_exact(*within.values()), "attacker": one.name, "defender": other.name, "action": used})
    report.data |= {"within": _texts(chances), "assumptions": list(ASSUMED)}
    report.say(f"{one.name} uses {used} against {other.name}. {exactness(*within.values())}.")
    for line in ASSUMED:
        report.say(f"  {line}")
    report.say("Unconscious, Dead or broken (H.P3) within this many rounds:")
    report.chances("rounds", chances)
    return report


# Shared helpers


def _roll(what: str, bonus: int) -> str:
    """Return a text such as ``3d8+5``, with the dice of an attack or a check."""
    rulings = as_shipped()
    return str(Damage(getattr(rulings, f"{what}_dice"), getattr(rulings, f"{what}_sides"), bonus))


def _texts(chances: Mapping[str, Fraction]) -> dict[str, str]:
    return {name: str(chance) for name, chance in chances.items()}


def _read(kind: type[str], option: str, text: str, faults: list[str]) -> str:
    """Read a word of a kind; add what is wrong with it to ``faults``."""
    try:
        return str(TypeAdapter(kind).validate_python(text))
    except ValidationError as error:
        faults.append(f"{option} {error.errors()[0]['msg'].removeprefix('Value error, ')}")
        return ""


def _amounts(option: str, texts: Sequence[str], faults: list[str]) -> dict[str, int]:
    """Read ``fire=2,frost=1``, or an option that is given several times."""
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


QUESTIONS = (
    Question("attack", attack, title="Does an attack hit?"),
    Question("contest", contest, title="Who wins a contest?"),
    Question("check", check, title="Does a check succeed?"),
    Question("damage", damage, title="How much damage?"),
    # the rules of duels are a small system of their own
    Question("fall", fall, lambda: (explorer(DUEL),), title="How soon does one fall?"),
)
