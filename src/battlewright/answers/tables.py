"""Tables of Skirmish odds for bots: shots, stress checks and clashes, in whole numbers that compiled code looks up.

They are filled by the same enumeration as every other answer. Chances are in millionths, means in thousandths,
rounded to the nearest. A table of clashes is for weapons by their figures (the stress of a strike and of a critical):
*arms*. A margin is how much stress a model may still suffer before it breaks down.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from pathlib import Path
from tempfile import NamedTemporaryFile
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from battlewright import systems
from battlewright.answers import skirmish
from battlewright.answers.skirmish import EXCHANGE, REMOVED, unread
from battlewright.engine.cache import folder, stamp_of
from battlewright.engine.record import PLAIN, Many, array_of, look, memory_of, numbers
from battlewright.engine.rule import rule
from battlewright.odds.explore import Place, explorer
from battlewright.odds.explored import Explored
from battlewright.odds.induct import Induction
from battlewright.odds.pools import outcomes
from battlewright.odds.solve import Solved
from battlewright.systems.skirmish import questions
from battlewright.systems.skirmish.dice import count_criticals, count_successes
from battlewright.systems.skirmish.files import WeaponSetup
from battlewright.systems.skirmish.questions import Figure
from battlewright.systems.skirmish.record import MAX_ABILITY, SIDES, Setting, Skirmish
from battlewright.table.measure import INCH

MILLION, THOUSAND = 1_000_000, 1_000
NEEDS = MAX_ABILITY * SIDES + 2
"""A shot's lowest sum that hits, from 0 to more than all dice can show."""
STRESSES = 32
SHOT_COLUMNS, STRESS_COLUMNS, CLASH_COLUMNS = 2, 3, 4
HIT, CRITICAL = range(SHOT_COLUMNS)
GONE, TOUGHNESS, STRESS = range(STRESS_COLUMNS)
VALUE, NET_STRESS, ATTACKER_BREAKS, DEFENDER_BREAKS = range(CLASH_COLUMNS)
USUAL_MELEE, MOST_MELEE = 5, 6
"""The highest Melee that characters usually have, and the highest of a table."""
MOST_SECONDS = 600.0

Arms = tuple[int, int]
"""What a weapon does: the stress of a strike, and that of a critical."""
Report = Callable[[int, int], None]
"""Told how many parts of a table are done, and how many there are."""


@rule()
def shot_odds(shots: Many[int], ballistics: int, need: int, column: int) -> int:
    """The chance of a HIT or a CRITICAL with so much Ballistics, where ``need`` is the lowest sum that hits."""
    return shots[(ballistics * NEEDS + min(max(need, 0), NEEDS - 1)) * SHOT_COLUMNS + column]


@rule()
def stress_odds(checks: Many[int], toughness: int, stress: int, column: int) -> int:
    """What the check at the start of an activation does: the chance to be GONE, the mean TOUGHNESS and STRESS after."""
    return checks[(toughness * STRESSES + min(stress, STRESSES - 1)) * STRESS_COLUMNS + column]


@rule()
def clash_odds(
    clashes: Many[int],
    arms: int,
    attacker: int,
    defender: int,
    attacker_arms: int,
    defender_arms: int,
    attacker_margin: int,
    defender_margin: int,
    column: int,
) -> int:
    """What a clash comes to by the best play of both, from the Melee, arms and margins of both sides.

    ``arms`` is how many kinds of arms the table has. Melee and margins beyond the table count as its largest.
    """
    melee, margins = clashes[0], clashes[1]
    at = min(attacker, melee) * (melee + 1) + min(defender, melee)
    at = (at * arms + attacker_arms) * arms + defender_arms
    at = at * margins + min(max(attacker_margin, 0), margins - 1)
    at = at * margins + min(max(defender_margin, 0), margins - 1)
    return clashes[2 + at * CLASH_COLUMNS + column]


@dataclass(frozen=True)
class Tables:
    """All tables for battles with these arms."""

    arms: tuple[Arms, ...]
    shots: Many[int]
    checks: Many[int]
    clashes: Many[int]


def shot_table() -> Many[int]:
    """Hits and criticals of every shot."""
    table = [0] * ((MAX_ABILITY + 1) * NEEDS * SHOT_COLUMNS)
    gun = WeaponSetup(name="Gun", kind="shooting", modifier=0, damage=1, critical=2, points=1)
    for ballistics, need in product(range(1, MAX_ABILITY + 1), range(NEEDS)):
        shooter = Figure(ballistics=ballistics, gun=gun)
        question = questions.shot(shooter, Figure(ap=0), min(need, questions.MOST_DIFFICULTY) * INCH)
        hit, critical = skirmish.hits_of(question) if need <= questions.MOST_DIFFICULTY else (Fraction(0), Fraction(0))
        at = (ballistics * NEEDS + need) * SHOT_COLUMNS
        table[at + HIT], table[at + CRITICAL] = round(hit * MILLION), round(critical * MILLION)
    return numbers(table)


def stress_table() -> Many[int]:
    """Every stress check."""
    table = [0] * ((MAX_ABILITY + 1) * STRESSES * STRESS_COLUMNS)
    for toughness, stress in product(range(1, MAX_ABILITY + 1), range(STRESSES)):
        odds = skirmish.stress_check(toughness, stress)
        at = (toughness * STRESSES + stress) * STRESS_COLUMNS
        table[at + GONE] = round(odds.chance(REMOVED) * MILLION)
        table[at + TOUGHNESS] = round(odds.mean_of(lambda standing: standing[0]) * THOUSAND)
        table[at + STRESS] = round(odds.mean_of(lambda standing: standing[1]) * THOUSAND)
    return numbers(table)


def clash_table(arms: Sequence[Arms], melee: int = USUAL_MELEE, report: Report | None = None) -> Many[int]:
    """Every clash up to a Melee, with all arms and margins."""
    margins = melee * max(max(figures) for figures in arms) + 2
    shape = (melee + 1, melee + 1, len(arms), len(arms), margins, margins, CLASH_COLUMNS)
    table = np.zeros(shape, np.int32)
    successes = [_success_weights(dice, melee) for dice in range(melee + 1)]
    for done, (one, other) in enumerate(product(range(len(arms)), repeat=2)):
        ends = _clash_ends(arms[one], arms[other], melee, margins)
        for a, d in product(range(melee + 1), repeat=2):
            # so many ways over 6 to the number of dice: numbers that 64 bits hold up to Melee 10
            ways = np.einsum("s,ijstc,t->ijc", successes[a], ends, successes[d])
            scale = np.array([MILLION, THOUSAND, MILLION, MILLION], np.int64)
            table[a, d, one, other] = _divide(ways, SIDES ** (a + d), scale)
        if report is not None:
            report(done + 1, len(arms) ** 2)
    return numbers([melee, margins, *table.reshape(-1).tolist()])


def _divide(ways: npt.NDArray[np.int64], total: int, scale: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Ways out of a total, scaled and rounded."""
    whole, rest = ways // total, ways % total
    return whole * scale + np.rint(rest * scale / total).astype(np.int64)


def _success_weights(dice: int, most: int) -> npt.NDArray[np.int64]:
    """In how many ways so many dice come to each outcome of ``most`` dice; those that there are fewer of fail."""
    rows = [row for row, _ in _successes(most)]
    weights = np.zeros(len(rows), np.int64)
    for row, ways in _successes(dice):
        weights[rows.index(row)] = ways
    return weights


def _successes(dice: int) -> list[tuple[tuple[int, int], int]]:
    """The successes and criticals of a clash's roll, with their weights."""
    if not dice:
        return [((0, 0), 1)]
    node = look(Skirmish, questions.clash(Figure(melee=dice, blade=_blade((1, 1))), Figure()).battle).node
    return [
        ((count_successes(numbers(faces), dice), count_criticals(numbers(faces), dice)), ways)
        for faces, ways in outcomes(node)
    ]


def _clash_ends(attacker: Arms, defender: Arms, melee: int, margins: int) -> npt.NDArray[np.int64]:
    """What a clash comes to after the dice, by margin, margin, the attacker's roll, the defender's roll, column."""
    question = questions.clash(Figure(melee=melee, blade=_blade(attacker)), Figure(melee=melee, blade=_blade(defender)))
    view, limit = look(Skirmish, question.battle), margins
    explored = Explored(systems.load("skirmish"), question.setting, EXCHANGE, MOST_SECONDS, unread(2))
    roots = []
    for one, other in product(range(margins), repeat=2):
        view.models[0].toughness = view.models[1].toughness = limit
        view.models[0].stress, view.models[1].stress = limit - one, limit - other
        roots.append(explored.begin(question.battle))
    explored.explore()

    def worth(stress: tuple[int, int]) -> tuple[int, int, int, int]:
        breaks = (int(stress[0] >= limit), int(stress[1] >= limit))
        return breaks[1] - breaks[0], stress[1] - stress[0], *breaks

    solution = Solved(
        explored, lambda battle: (battle.models[0].stress, battle.models[1].stress), worth, aims=2
    ).solution
    assert isinstance(solution, Induction), "after the dice a clash is whole numbers"
    values = array_of(solution.numerators).reshape(-1, CLASH_COLUMNS)
    rolled = _children(explored, _children(explored, np.array(roots)))
    ends = values[rolled].reshape(margins, margins, *rolled.shape[1:], CLASH_COLUMNS)
    start = np.arange(margins)
    ends[..., NET_STRESS] -= (start[:, None] - start[None, :])[:, :, None, None]  # counted from the clash's beginning
    return ends


def _children(explored: Explored, places: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Where rolls of the same kind lead to, by their outcomes."""
    edges, rows = memory_of(explored.edges), []
    for number in places.reshape(-1).tolist():
        place = look(Place, explored.places, number)
        rows.append(edges[place.first : place.first + place.count].tolist())
    return np.array(rows, np.int64).reshape(*places.shape, -1)


def _blade(arms: Arms) -> WeaponSetup:
    return WeaponSetup(name="Blade", kind="melee", threat=1, oppression=arms[0], critical=arms[1], points=1)


def kept_tables(
    arms: tuple[Arms, ...], melee: int, report: Report | None = None
) -> tuple[Many[int], Many[int], Many[int]]:
    """The three tables, from the folder of compiled rules if they lie there: their name tells of all rules."""
    where = None if PLAIN else folder()
    if where is None:
        return shot_table(), stress_table(), clash_table(arms, melee, report)
    stamp = stamp_of(explorer(systems.load("skirmish")).py_func)  # type: ignore[attr-defined]
    name = "-".join(f"{one}.{other}" for one, other in arms)
    file = where / f"skirmish-odds-{stamp}-{melee}-{name}.npz"
    try:
        with np.load(file) as kept:
            return numbers(kept["shots"]), numbers(kept["checks"]), numbers(kept["clashes"])
    except (OSError, KeyError, ValueError, BadZipFile):
        pass  # not there, or not whole
    made = (shot_table(), stress_table(), clash_table(arms, melee, report))
    with NamedTemporaryFile(dir=where, suffix=".npz", delete=False) as unfinished:
        np.savez_compressed(unfinished, shots=array_of(made[0]), checks=array_of(made[1]), clashes=array_of(made[2]))
    Path(unfinished.name).replace(file)
    return made


def tables_of(setting: Many[Setting], report: Report | None = None) -> Tables:
    """The tables for a battle: its weapons' arms, and the highest Melee of its models."""
    cards = look(Setting, setting)
    models = [cards.cards[who] for who in range(cards.models)]
    weapons = [cards.weapons[card.blade[place]] for card in models for place in range(card.blades)]
    arms = tuple(sorted({(weapon.stress, weapon.critical) for weapon in weapons})) or ((1, 1),)
    melee = max(USUAL_MELEE, *(card.melee for card in models))
    return Tables(arms, *kept_tables(arms, min(melee, MOST_MELEE), report))
