"""Make the tables that bots look up in Skirmish: shots, standings of models, clashes and distances on foot.

They are filled by the same enumeration as every other answer, rounded to the nearest, and looked up by compiled code
(``tables``). Clashes are tabulated by the arms of both weapons, up to a highest Melee, for all margins of stress. The
differences of the first edition are in ``make_tables_first``.

The tables for a setting are put together from parts that settings share: shots; standings by edition; clashes by
edition, Melee, margins and two weapons' arms; distance maps by ground, Agility and base. A part is made once per
process. All parts but the maps (there are millions of distances) are cached beside the compiled rules, in files whose
names change with the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import NamedTuple
from zlib import crc32

import numpy as np
import numpy.typing as npt

from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.compiler.stamps import folder, stamp_of
from battlewright.engine.progress import ProgressReport
from battlewright.engine.record import (
    PLAIN,
    Row,
    allocate,
    array_of,
    bytes_of,
    look,
    memory_of,
    numbers,
    offset_of,
    width_of,
)
from battlewright.engine.shared_cache import SharedCache
from battlewright.geometry.distance import INCH
from battlewright.odds.ends import FieldMeasure
from battlewright.odds.explorer import explorer
from battlewright.odds.graph_records import Vertex
from battlewright.odds.pools import outcomes
from battlewright.odds.solve import Solved
from battlewright.odds.solve_int64 import Induction
from battlewright.odds.state_graph import StateGraph
from battlewright.systems.skirmish.bots import make_tables_first as first
from battlewright.systems.skirmish.bots.distance_map import fill_map
from battlewright.systems.skirmish.bots.make_tables_first import ACTING, CAUSED, COLUMNS, NO_ARMS, SUFFERED, Arms, Ints
from battlewright.systems.skirmish.bots.tables import (
    ACTIVATIONS,
    CELLS,
    MILLION,
    MOST_ARMS,
    NEEDS,
    NO_CELL,
    STRESSES,
    THOUSAND,
    UNARMED,
    Basics,
    Cell,
    ClashOdds,
    ClashTable,
    DistanceMap,
    ShotOdds,
    Tables,
    row_of,
)
from battlewright.systems.skirmish.odds import situations
from battlewright.systems.skirmish.odds import solved as skirmish
from battlewright.systems.skirmish.odds.situations import Figure
from battlewright.systems.skirmish.odds.solved import EXCHANGE, REMOVED, exchange_reduction
from battlewright.systems.skirmish.record import MAX_ABILITY, SIDES, Edition, Setting, Skirmish, Step
from battlewright.systems.skirmish.rules.contract import RULES
from battlewright.systems.skirmish.rules.dice import count_criticals, count_successes
from battlewright.systems.skirmish.setup.files import WeaponSetup

USUAL_MELEE, MOST_MELEE = 5, 6
"""The highest usual Melee of characters, and the highest of a table."""
MOST_SECONDS = 600.0
MOST_BYTES = 256 << 20
"""The most memory that the cached parts of all settings may take together."""
VERSION = 1
"""Part of the files' names. Raise it when this module makes other numbers by the same rules."""
PRESSURE = (70, 20, 10)
"""The percentages of 0, 1, 2 points of stress that a model suffers between two activations."""
WEIGHTS = {
    "ap": 2,
    "later": 20,
    "fear": 30,
    "late_fear": 15,
    "blade_fear": 65,
    "blade_late_fear": 65,
    "near": 20,
    "blade_near": 300,
    "hold": 200,
    "aggression": 115,
    "sway": 30,
    "caution": 220,
    "dread": 130,
    "longing": 80,
    "bold": 150,
}
"""The weights, found by trial."""
AIMS = 2
"""The aims of both sides in a clash: break-downs, then stress."""

PARTS = SharedCache(MOST_BYTES)
"""The parts that were made or read, shared by all settings."""


class Clash(NamedTuple):
    """A clash of two arms: its odds by Melee, Melee, margin, margin and column; the values of its decisions by margin,
    margin, row, row and turn (second edition); the frequencies of splits by Melee, Melee, side and dice on attack
    (first edition)."""

    odds: Ints
    resolves: Ints
    splits: Ints


def shot_table() -> Ints:
    """The odds of every shot, by Ballistics, the lowest sum that hits, and column."""
    table = np.zeros((MAX_ABILITY + 1, NEEDS, width_of(ShotOdds)), np.int32)
    gun = WeaponSetup(name="Gun", kind="shooting", modifier=0, damage=1, critical=2, points=1)
    for ballistics, need in product(range(1, MAX_ABILITY + 1), range(NEEDS)):
        shooter = Figure(ballistics=ballistics, gun=gun)
        question = situations.shot(shooter, Figure(ap=0), min(need, situations.MOST_DIFFICULTY) * INCH)
        hit, critical = skirmish.hits_of(question) if need <= situations.MOST_DIFFICULTY else (Fraction(0), Fraction(0))
        table[ballistics, need] = round(hit * MILLION), round(critical * MILLION)
    return table


def standing_table(pressure: Sequence[int] = PRESSURE, acting: int = ACTING) -> Ints:
    """The values of models by Toughness, stress and activations to come, by backward induction.

    A model that is on the table after its last activation has a value of a million. An activation in which it may act
    adds ``acting``. ``pressure`` gives the percentages of 0, 1, 2 … points of stress that it suffers before the next
    one.
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
    return np.rint(table).astype(np.int32)


def clash_table(attacker: Arms, defender: Arms, melee: int, margins: int) -> Clash:
    """A clash of two arms in the second edition, up to a Melee; the defender may have NO_ARMS."""
    ends, resolves = _solve_clash(attacker, defender, melee, margins)
    odds = np.zeros((melee + 1, melee + 1, margins, margins, COLUMNS), np.int32)
    successes = [_success_weights(dice, melee) for dice in range(melee + 1)]
    for a, d in product(range(melee + 1), repeat=2):
        # Counts out of 6 to the number of dice fit into 64 bits up to Melee 10.
        counts = np.einsum("s,ijstc,t->ijc", successes[a], ends, successes[d])
        scale = np.array([THOUSAND, THOUSAND, MILLION, MILLION], np.int64)
        odds[a, d] = _divide(counts, SIDES ** (a + d), scale)
    return Clash(odds, resolves.astype(np.int32), np.zeros(0, np.int32))


def margins_of(arms: Sequence[Arms], melee: int) -> int:
    """The number of margins that make a difference: from 0 to more than a clash can cause."""
    return melee * max(max(figures) for figures in arms) + 2


def _divide(counts: npt.NDArray[np.int64], total: int, scale: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Counts out of a total, scaled and rounded."""
    whole, rest = counts // total, counts % total
    return whole * scale + np.rint(rest * scale / total).astype(np.int64)


def _success_weights(dice: int, most: int) -> npt.NDArray[np.int64]:
    """The number of rolls of ``dice`` dice for each outcome of ``most`` dice; the missing dice count as failures."""
    rows = [row for row, _ in _successes(most)]
    weights = np.zeros(len(rows), np.int64)
    for row, counts in _successes(dice):
        weights[rows.index(row)] = counts
    return weights


def _successes(dice: int) -> list[tuple[tuple[int, int], int]]:
    """The successes and criticals of a clash's roll, with their weights."""
    if not dice:
        return [((0, 0), 1)]
    node = look(Skirmish, situations.clash(Figure(melee=dice, blade=_blade((1, 1))), Figure()).battle).node
    return [
        ((count_successes(numbers(faces), dice), count_criticals(numbers(faces), dice)), counts)
        for faces, counts in outcomes(node)
    ]


def _solve_clash(
    attacker: Arms, defender: Arms, melee: int, margins: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The outcome of a clash after the dice, by margin, margin, the attacker's roll, the defender's roll and column;
    and at every decision, by margin, margin, row, row and turn."""
    question = situations.clash(
        Figure(melee=melee, blade=_blade(attacker)), Figure(melee=melee, blade=_blade(defender))
    )
    view, limit = look(Skirmish, question.battle), margins
    explored = StateGraph(RULES, question.setting, EXCHANGE, MOST_SECONDS, exchange_reduction(2))
    roots = []
    for one, other in product(range(margins), repeat=2):
        view.models[0].toughness = view.models[1].toughness = limit
        view.models[0].stress, view.models[1].stress = limit - one, limit - other
        roots.append(explored.begin(question.battle))
    explored.explore()

    def value(stress: tuple[int, int]) -> tuple[int, ...]:
        breaks = (int(stress[0] >= limit), int(stress[1] >= limit))
        return breaks[1] - breaks[0], stress[1] - stress[0], *stress, *breaks

    stresses = tuple(offset_of(Skirmish, "models", who, "stress") for who in range(2))
    solution = Solved(explored, FieldMeasure(stresses), value, aims=AIMS).solution
    assert isinstance(solution, Induction), "after the dice a clash is whole numbers"
    values = array_of(solution.numerators).reshape(-1, AIMS + COLUMNS)
    rolled = _children(explored, _children(explored, np.array(roots)))
    ends = values[rolled, AIMS:].reshape(margins, margins, *rolled.shape[1:], COLUMNS)
    before = limit - np.arange(margins)  # stress counts from the start of the clash
    ends[..., SUFFERED] -= before[:, None, None, None]
    ends[..., CAUSED] -= before[None, :, None, None]
    return ends, _resolves(explored, values, stresses, melee, margins)


def _resolves(
    explored: StateGraph, values: npt.NDArray[np.int64], stresses: tuple[int, ...], melee: int, margins: int
) -> npt.NDArray[np.int64]:
    """The value of every decision of a clash to the attacker: break-downs in thousands, and net stress from there."""
    names = ("own", "own_critical", "their", "their_critical", "turn")
    wanted = (offset_of(Skirmish, "node", "step"), *(offset_of(Skirmish, "frames", 2, name) for name in names))
    every = explored.read(range(len(explored)), (*wanted, *stresses))
    at = np.flatnonzero(every[:, 0] == Step.RESOLVE)
    own, own_critical, their, their_critical, turn = every[at, 1:6].T
    suffered, caused = every[at, 6], every[at, 7]
    rows = row_of(0, melee) + 1
    found = np.zeros((margins, margins, rows, rows, 2), np.int64)
    index = (
        np.clip(margins - suffered, 0, margins - 1),
        np.clip(margins - caused, 0, margins - 1),
        as_plain(row_of)(own, own_critical),
        as_plain(row_of)(their, their_critical),
        turn,
    )
    found[index] = values[at, 0] * THOUSAND + values[at, 1] - (caused - suffered)
    return found


def _children(explored: StateGraph, places: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The indices of the nodes that rolls of the same kind lead to, by their outcomes."""
    edges, rows = memory_of(explored.edges), []
    for number in places.reshape(-1).tolist():
        vertex = look(Vertex, explored.vertices, number)
        rows.append(edges[vertex.first : vertex.first + vertex.count].tolist())
    return np.array(rows, np.int64).reshape(*places.shape, -1)


def _blade(arms: Arms) -> WeaponSetup | None:
    if arms == NO_ARMS:
        return None
    return WeaponSetup(name="Blade", kind="melee", threat=1, oppression=arms[0], critical=arms[1], points=1)


def tables_for_arms(
    arms: Sequence[Arms], melee: int = USUAL_MELEE, report: ProgressReport | None = None, edition: int = Edition.SECOND
) -> Tables:
    """The tables for weapons with these arms, without distance maps."""
    key = "arms", tuple(arms), melee, int(edition)
    return PARTS.get(key, lambda: _put_together([NO_ARMS, *arms], melee, report, edition))


def _put_together(arms: list[Arms], melee: int, report: ProgressReport | None, edition: int) -> Tables:
    """Put tables together from their parts."""
    basics = allocate(Basics)
    view = look(Basics, basics)
    view.arms, view.melee, view.margins = len(arms), melee, margins_of(arms, melee)
    for name, weight in weights_of(edition).items():
        setattr(view.weights, name, weight)
    for number, figures in enumerate(arms):
        view.weapons[number].stress, view.weapons[number].critical = figures
    _write(basics, "shots", _part("shots", shot_table))
    for name, table in zip(("standings", "hurt_standings"), _standings(edition), strict=True):
        _write(basics, name, table)
    rows: tuple[list[Ints], ...] = [], [], []
    for done, (one, other) in enumerate(product(range(1, len(arms)), range(len(arms)))):
        clash = _clash(arms[one], arms[other], melee, view.margins, edition)
        _append(view.clashes[one * MOST_ARMS + other], rows, clash)
        if report is not None:
            report(done + 1, (len(arms) - 1) * len(arms))
    nothing = Clash(*(np.zeros_like(part) for part in clash))  # for an attacker that no longer reaches
    _append(view.clashes[UNARMED * MOST_ARMS], rows, nothing)
    for other in range(1, len(arms)):
        view.clashes[UNARMED * MOST_ARMS + other] = view.clashes[UNARMED * MOST_ARMS]
    odds, resolves, splits = (
        np.concatenate([np.zeros(0, np.int32), *(part.reshape(-1) for part in row)]) for row in rows
    )
    clashes = allocate(ClashOdds, len(odds) // COLUMNS)
    memory_of(clashes)[:] = memory_of(numbers(odds))
    return Tables(basics, clashes, numbers(resolves), numbers(splits), _no_map())


def _append(found: ClashTable, rows: tuple[list[Ints], ...], clash: Clash) -> None:
    """Append a clash to the rows, and write where its parts begin."""
    found.odds = sum(each.size for each in rows[0]) // COLUMNS
    found.resolves, found.splits = (sum(each.size for each in row) for row in rows[1:])
    for row, part in zip(rows, clash, strict=True):
        row.append(part)


def _write(basics: Row[Basics], name: str, table: Ints) -> None:
    at = offset_of(Basics, name)
    memory_of(basics)[at : at + table.size] = memory_of(numbers(table))


def _standings(edition: int) -> tuple[Ints, Ints]:
    """The values of models as they stand, and of those that have just been hurt."""
    if edition == Edition.FIRST:
        settings = (*first.PRESSURE, first.ACTING)
        stand, hurt = _part(f"standings-first-{_text(settings)}", lambda: np.stack(first.standing_tables()))
        return stand, hurt
    table = _part(f"standings-{_text((*PRESSURE, ACTING))}", standing_table)
    return table, table


def _clash(attacker: Arms, defender: Arms, melee: int, margins: int, edition: int) -> Clash:
    """A clash of two arms: from memory, from its file, or made."""
    name = f"clash-{Edition(edition).name.lower()}-{melee}-{margins}-{_text(attacker)}-{_text(defender)}"
    shape = melee + 1, melee + 1, margins, margins, COLUMNS
    rows = row_of(0, melee) + 1
    make = first.clash_table if edition == Edition.FIRST else clash_table

    def flat() -> Ints:
        return np.concatenate([part.reshape(-1) for part in make(attacker, defender, melee, margins)])

    found, size = _part(name, flat), int(np.prod(shape))
    odds, rest = found[:size].reshape(shape), found[size:]
    none = np.zeros(0, np.int32)
    if edition == Edition.FIRST:
        return Clash(odds, none, rest.reshape(melee + 1, melee + 1, 2, melee + 1))
    return Clash(odds, rest.reshape(margins, margins, rows, rows, 2), none)


def _text(figures: Sequence[int]) -> str:
    return ".".join(map(str, figures))


def _part(name: str, make: Callable[[], Ints]) -> Ints:
    """A part by its name: from memory, from its file beside the compiled rules, or made."""
    return PARTS.get(name, lambda: _from_file(name, make))


def _from_file(name: str, make: Callable[[], Ints]) -> Ints:
    where = None if PLAIN else folder()
    if where is None:
        return make()
    stamp = stamp_of(explorer(RULES).py_func)  # type: ignore[attr-defined]
    file = where / f"skirmish-tables-{VERSION}-{stamp}-{name}.npy"
    try:
        found: Ints = np.load(file)
        return found
    except (OSError, ValueError, EOFError):
        pass  # missing or incomplete
    made = make()
    with NamedTemporaryFile(dir=where, suffix=".npy", delete=False) as unfinished:
        np.save(unfinished, made)
    Path(unfinished.name).replace(file)
    return made


def weights_of(edition: int) -> dict[str, int]:
    """The weights of an edition."""
    return WEIGHTS | first.WEIGHTS if edition == Edition.FIRST else WEIGHTS


def _no_map() -> Row[DistanceMap]:
    """A distance map without cells."""
    maps, start = allocate(DistanceMap), offset_of(DistanceMap, "cells")
    cells = numbers([NO_CELL] * (CELLS * width_of(Cell)))
    memory_of(maps)[start : start + len(cells)] = memory_of(cells)
    return maps


def map_of(setting: Row[Setting], who: int) -> Row[DistanceMap]:
    """The distance map of a model, by its ground, edition, Agility and base."""
    view = look(Setting, setting)
    card = view.cards[who]

    def make() -> Row[DistanceMap]:
        made = allocate(DistanceMap)
        fill_map(setting, allocate(Skirmish), made, who)
        return made

    key = "map", bytes(bytes_of(view.terrain)), view.edition, card.agility, card.radius, card.height
    return PARTS.get(key, make)


def _stamp_of(setting: Setting) -> int:
    """A number for all cards and weapons, above 0."""
    sides = f"{setting.models} {setting.first_of_b}".encode()
    rows = [bytes_of(row) for row in (*setting.cards[: setting.models], *setting.weapons)]
    return crc32(sides + b"".join(map(bytes, rows))) >> 1 or 1


def tables_of(setting: Row[Setting], report: ProgressReport | None = None) -> Tables:
    """The tables for battles of a setting: the arms of its weapons, the highest Melee of its models, and their distance
    maps (only where rules are compiled)."""
    view = look(Setting, setting)
    models = [view.cards[who] for who in range(view.models)]
    weapons = [view.weapons[card.blade[index]] for card in models for index in range(card.blades)]
    arms = sorted({(weapon.stress, weapon.critical) for weapon in weapons})[: MOST_ARMS - 1] or [(1, 1)]
    melee = min(max(USUAL_MELEE, *(card.melee for card in models)), MOST_MELEE)
    gaits = [(card.agility, card.radius, card.height) for card in models]
    tables = tables_for_arms(arms, melee, report, view.edition)
    if PLAIN:
        return tables

    firsts = sorted({gaits.index(gait) for gait in gaits})

    def make() -> Row[DistanceMap]:
        maps, width = allocate(DistanceMap, len(firsts)), width_of(DistanceMap)
        for number, who in enumerate(firsts):
            memory_of(maps)[number * width : (number + 1) * width] = memory_of(map_of(setting, who))
        return maps

    basics = allocate(Basics)
    memory_of(basics)[:] = memory_of(tables.basics)
    found = look(Basics, basics)
    found.stamp = _stamp_of(view)
    for who, gait in enumerate(gaits):
        found.map_of[who] = firsts.index(gaits.index(gait))
    maps = PARTS.get(("maps", bytes(bytes_of(view.terrain)), view.edition, tuple(gaits)), make)
    return tables._replace(basics=basics, maps=maps)
