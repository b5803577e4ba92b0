"""The lore of Skirmish for bots: shots, how long models last, and clashes, in a row of whole numbers.

It is filled by the same enumeration as every other answer, rounded to the nearest, and looked up by compiled code
(``systems.skirmish.lore``). What it holds of clashes is for weapons by what they do, for a Melee up to a highest one,
and for all margins of stress. What is different in the first edition is in ``lore_first``.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path
from tempfile import NamedTemporaryFile

import numpy as np
import numpy.typing as npt

from battlewright import systems
from battlewright.engine.cache import folder, stamp_of
from battlewright.engine.progress import Report
from battlewright.engine.record import PLAIN, Many, allocate, array_of, look, memory_of, numbers, place_of
from battlewright.odds.graph_records import Explored
from battlewright.odds.pools import outcomes
from battlewright.odds.solve import Reading, Solved
from battlewright.odds.solve_int64 import Induction
from battlewright.odds.state_graph import Place, explorer
from battlewright.systems.skirmish.bots import make_tables_first as lore_first
from battlewright.systems.skirmish.bots.distance_map import FIRST_WAY, NO_SPOT, WAYS_SIZE, survey
from battlewright.systems.skirmish.bots.tables import (
    ACTIVATIONS,
    AFTER_STANDINGS,
    CAUSED,
    CLASH_COLUMNS,
    CRITICAL,
    HIT,
    MILLION,
    MOST_ARMS,
    MOST_WEIGHTS,
    NEEDS,
    SHOT_COLUMNS,
    STRESSES,
    SUFFERED,
    THOUSAND,
    WAYS,
    WEIGHTS,
    Weight,
    row_of,
)
from battlewright.systems.skirmish.odds import answers as skirmish
from battlewright.systems.skirmish.odds import questions
from battlewright.systems.skirmish.odds.answers import EXCHANGE, REMOVED, unread
from battlewright.systems.skirmish.odds.questions import Figure
from battlewright.systems.skirmish.record import MAX_ABILITY, MAX_MODELS, SIDES, Edition, Setting, Skirmish, Step
from battlewright.systems.skirmish.rules.dice import count_criticals, count_successes
from battlewright.systems.skirmish.setup.files import WeaponSetup
from battlewright.table.measure import INCH

USUAL_MELEE, MOST_MELEE = 5, 6
"""The highest Melee that characters usually have, and the highest of a table."""
MOST_SECONDS = 600.0
PRESSURE = (70, 20, 10)
"""In how many cases of a hundred a model suffers 0, 1, 2 points of stress from one activation to the next."""
ACTING = MILLION // 16
"""What it is worth to act once, beside being there in the end."""
AIMS = 2
"""Break-downs, then stress: what both aim at in a clash."""

Arms = tuple[int, int]
"""What a weapon does: the stress of a strike, and that of a critical."""
NO_ARMS: Arms = (0, 0)


def shot_table() -> list[int]:
    """Hits and criticals of every shot."""
    table = [0] * ((MAX_ABILITY + 1) * NEEDS * SHOT_COLUMNS)
    gun = WeaponSetup(name="Gun", kind="shooting", modifier=0, damage=1, critical=2, points=1)
    for ballistics, need in product(range(1, MAX_ABILITY + 1), range(NEEDS)):
        shooter = Figure(ballistics=ballistics, gun=gun)
        question = questions.shot(shooter, Figure(ap=0), min(need, questions.MOST_DIFFICULTY) * INCH)
        hit, critical = skirmish.hits_of(question) if need <= questions.MOST_DIFFICULTY else (Fraction(0), Fraction(0))
        at = (ballistics * NEEDS + need) * SHOT_COLUMNS
        table[at + HIT], table[at + CRITICAL] = round(hit * MILLION), round(critical * MILLION)
    return table


def standing_table(pressure: Sequence[int] = PRESSURE, acting: int = ACTING) -> list[int]:
    """What models are worth, by Toughness, stress and activations to come: by induction from the last one on.

    A model that is on the table after its last activation is worth a million. An activation in which it may act is
    worth ``acting`` more, and after it ``pressure`` says in how many cases of a hundred the model suffers 0, 1, 2 …
    points of stress before the next.
    """
    table = np.zeros((MAX_ABILITY + 1, STRESSES, ACTIVATIONS))
    table[1:, :, 0] = MILLION
    checks = {
        (toughness, stress): skirmish.stress_check(toughness, stress)
        for toughness, stress in product(range(1, MAX_ABILITY + 1), range(STRESSES))
    }
    last = STRESSES - 1
    for left in range(1, ACTIVATIONS):
        after = np.zeros((MAX_ABILITY + 1, STRESSES))
        for more, share in enumerate(pressure):
            after += share / 100 * table[:, np.minimum(np.arange(STRESSES) + more, last), left - 1]
        for (toughness, stress), odds in checks.items():
            table[toughness, stress, left] = (acting if stress < toughness else 0) + sum(
                weight * after[end[0], min(end[1], last)] for end, weight in odds.weights.items() if end != REMOVED
            ) / odds.total
    return np.rint(table).astype(np.int64).reshape(-1).tolist()


def clash_tables(
    arms: Sequence[Arms], melee: int = USUAL_MELEE, report: Report | None = None
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Every clash up to a Melee, with all arms and margins; and the same after the dice, for every roll and turn.

    The first arms are nobody's (UNARMED): whoever attacks has others.
    """
    margins, rows = margins_of(arms, melee), row_of(0, melee) + 1
    clashes = np.zeros((melee + 1, melee + 1, len(arms), len(arms), margins, margins, CLASH_COLUMNS), np.int32)
    resolves = np.zeros((len(arms), len(arms), margins, margins, rows, rows, 2), np.int32)
    successes = [_success_weights(dice, melee) for dice in range(melee + 1)]
    for done, (one, other) in enumerate(product(range(1, len(arms)), range(len(arms)))):
        ends, resolves[one, other] = _solve_clash(arms[one], arms[other], melee, margins)
        for a, d in product(range(melee + 1), repeat=2):
            # so many ways over 6 to the number of dice: numbers that 64 bits hold up to Melee 10
            ways = np.einsum("s,ijstc,t->ijc", successes[a], ends, successes[d])
            scale = np.array([THOUSAND, THOUSAND, MILLION, MILLION], np.int64)
            clashes[a, d, one, other] = _divide(ways, SIDES ** (a + d), scale)
        if report is not None:
            report(done + 1, (len(arms) - 1) * len(arms))
    return clashes, resolves


def margins_of(arms: Sequence[Arms], melee: int) -> int:
    """How many margins make a difference: from 0 to more than a clash can cause."""
    return melee * max(max(figures) for figures in arms) + 2


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


def _solve_clash(
    attacker: Arms, defender: Arms, melee: int, margins: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """What a clash comes to after the dice: by margin, margin, the attacker's roll, the defender's roll and column; and
    at every decision, by margin, margin, row, row and turn."""
    question = questions.clash(Figure(melee=melee, blade=_blade(attacker)), Figure(melee=melee, blade=_blade(defender)))
    view, limit = look(Skirmish, question.battle), margins
    explored = Explored(systems.load("skirmish"), question.setting, EXCHANGE, MOST_SECONDS, unread(2))
    roots = []
    for one, other in product(range(margins), repeat=2):
        view.models[0].toughness = view.models[1].toughness = limit
        view.models[0].stress, view.models[1].stress = limit - one, limit - other
        roots.append(explored.begin(question.battle))
    explored.explore()

    def worth(stress: tuple[int, int]) -> tuple[int, ...]:
        breaks = (int(stress[0] >= limit), int(stress[1] >= limit))
        return breaks[1] - breaks[0], stress[1] - stress[0], *stress, *breaks

    stresses = tuple(place_of(Skirmish, "models", who, "stress") for who in range(2))
    solution = Solved(explored, Reading(stresses), worth, aims=AIMS).solution
    assert isinstance(solution, Induction), "after the dice a clash is whole numbers"
    values = array_of(solution.numerators).reshape(-1, AIMS + CLASH_COLUMNS)
    rolled = _children(explored, _children(explored, np.array(roots)))
    ends = values[rolled, AIMS:].reshape(margins, margins, *rolled.shape[1:], CLASH_COLUMNS)
    before = limit - np.arange(margins)  # stress is counted from the clash's beginning
    ends[..., SUFFERED] -= before[:, None, None, None]
    ends[..., CAUSED] -= before[None, :, None, None]
    return ends, _resolves(explored, values, stresses, melee, margins)


def _resolves(
    explored: Explored, values: npt.NDArray[np.int64], stresses: tuple[int, ...], melee: int, margins: int
) -> npt.NDArray[np.int64]:
    """What every decision of a clash is worth to the attacker: break-downs in thousands, and net stress from there."""
    names = ("own", "own_critical", "their", "their_critical", "turn")
    wanted = (place_of(Skirmish, "node", "step"), *(place_of(Skirmish, "frames", 2, name) for name in names))
    every = explored.read(range(len(explored)), (*wanted, *stresses))
    at = np.flatnonzero(every[:, 0] == Step.RESOLVE)
    own, own_critical, their, their_critical, turn = every[at, 1:6].T
    suffered, caused = every[at, 6], every[at, 7]
    rows = row_of(0, melee) + 1
    found = np.zeros((margins, margins, rows, rows, 2), np.int64)
    index = (
        np.clip(margins - suffered, 0, margins - 1),
        np.clip(margins - caused, 0, margins - 1),
        _rows(own, own_critical),
        _rows(their, their_critical),
        turn,
    )
    found[index] = values[at, 0] * THOUSAND + values[at, 1] - (caused - suffered)
    return found


def _rows(normal: npt.NDArray[np.int64], critical: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    successes = normal + critical
    return successes * (successes + 1) // 2 + critical


def _children(explored: Explored, places: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Where rolls of the same kind lead to, by their outcomes."""
    edges, rows = memory_of(explored.edges), []
    for number in places.reshape(-1).tolist():
        place = look(Place, explored.places, number)
        rows.append(edges[place.first : place.first + place.count].tolist())
    return np.array(rows, np.int64).reshape(*places.shape, -1)


def _blade(arms: Arms) -> WeaponSetup | None:
    if arms == NO_ARMS:
        return None
    return WeaponSetup(name="Blade", kind="melee", threat=1, oppression=arms[0], critical=arms[1], points=1)


def write_lore(
    arms: Sequence[Arms], melee: int = USUAL_MELEE, report: Report | None = None, edition: int = Edition.SECOND
) -> Many[int]:
    """All of it, as ``systems.skirmish.lore`` looks it up, for a table of which no ways are known."""
    arms, resolves, mixtures = [NO_ARMS, *arms], np.zeros(0, np.int32), np.zeros(0, np.int32)
    margins = margins_of(arms, melee)
    if edition == Edition.FIRST:
        clashes, mixtures = lore_first.clash_tables(arms, melee, margins, report)
        standings, hurt = lore_first.standing_tables()
    else:
        clashes, resolves = clash_tables(arms, melee, report)
        standings = hurt = standing_table()
    flat = [figure for pair in arms for figure in pair]
    head = [len(arms), melee, margins, AFTER_STANDINGS]
    for part in (clashes, resolves, mixtures):
        head.append(head[-1] + part.size)
    head += flat + [0] * (2 * MOST_ARMS - len(flat))
    weights = weights_of(edition)
    head += [weights.get(Weight(place), 0) if place < len(weights) else 0 for place in range(MOST_WEIGHTS)]
    no_ways = [MAX_MODELS] * MAX_MODELS + [NO_SPOT] * FIRST_WAY
    tables = (clashes.reshape(-1), resolves.reshape(-1), mixtures.reshape(-1))
    parts = (head, shot_table(), standings, hurt, *tables, no_ways)
    return numbers(np.concatenate([np.asarray(part, np.int32) for part in parts]))


def weights_of(edition: int) -> dict[Weight, int]:
    """The weights of an edition."""
    return WEIGHTS | lore_first.WEIGHTS if edition == Edition.FIRST else WEIGHTS


def ways_of(setting: Many[Setting]) -> npt.NDArray[np.int32]:
    """The ways of a battle's table: where those for each model begin, then these, once for each Agility and base."""
    cards = look(Setting, setting).cards[: look(Setting, setting).models]
    begins = np.full(MAX_MODELS, MAX_MODELS)
    parts: list[npt.NDArray[np.int32]] = []
    known: dict[tuple[int, int, int], int] = {}
    for who, card in enumerate(cards):
        gait = card.agility, card.radius, card.height
        if gait not in known:
            known[gait] = MAX_MODELS + len(parts) * WAYS_SIZE
            ways = numbers(WAYS_SIZE)
            survey(setting, allocate(Skirmish), ways, who)
            parts.append(array_of(ways))
        begins[who] = known[gait]
    return np.concatenate([begins.astype(np.int32), *parts])


def lore_of(setting: Many[Setting], report: Report | None = None) -> Many[int]:
    """The lore for a battle: its weapons' arms, the highest Melee of its models, and the ways of its table (these only
    where rules are compiled: there are millions of them)."""
    tables = _tables_of(setting, report)
    if PLAIN:
        return tables
    return numbers(np.concatenate([array_of(tables)[: tables[WAYS]], ways_of(setting)]))


def _tables_of(setting: Many[Setting], report: Report | None) -> Many[int]:
    """All but the ways. It is kept beside the compiled rules, under a name that changes with them."""
    cards = look(Setting, setting)
    models = [cards.cards[who] for who in range(cards.models)]
    weapons = [cards.weapons[card.blade[place]] for card in models for place in range(card.blades)]
    arms = sorted({(weapon.stress, weapon.critical) for weapon in weapons})[: MOST_ARMS - 1] or [(1, 1)]
    melee = min(max(USUAL_MELEE, *(card.melee for card in models)), MOST_MELEE)
    where = None if PLAIN else folder()
    if where is None:
        return write_lore(arms, melee, report, cards.edition)
    stamp = stamp_of(explorer(systems.load("skirmish")).py_func)  # type: ignore[attr-defined]
    name = "-".join(f"{one}.{other}" for one, other in arms)
    pressure = lore_first.PRESSURE if cards.edition == Edition.FIRST else PRESSURE
    name += "-w" + ".".join(map(str, (*weights_of(cards.edition).values(), *pressure, ACTING)))
    name += f"-{Edition(cards.edition).name.lower()}-{AFTER_STANDINGS}"
    file = where / f"skirmish-lore-{stamp}-{melee}-{name}.npy"
    try:
        return numbers(np.load(file))
    except (OSError, ValueError, EOFError):
        pass  # not there, or not whole
    lore = write_lore(arms, melee, report, cards.edition)
    with NamedTemporaryFile(dir=where, suffix=".npy", delete=False) as unfinished:
        np.save(unfinished, array_of(lore))
    Path(unfinished.name).replace(file)
    return lore
