"""What is different in the tables of Skirmish's first edition: how long models last, and clashes with split dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import comb

import numpy as np
import numpy.typing as npt

from battlewright.engine.record import place_of, width_of
from battlewright.systems.skirmish.bots.tables import ACTIVATIONS, MILLION, STRESSES, THOUSAND, ClashOdds
from battlewright.systems.skirmish.odds.split import Split, damage, solve_split
from battlewright.systems.skirmish.record import MAX_ABILITY

PRESSURE = (80, 15, 5)
"""In how many cases of a hundred a model suffers 0, 1, 2 points of stress at once from one activation to the next."""
ACTING = MILLION // 16
"""The value of acting once, beside being there in the end."""
WEIGHTS = {"aggression": 100, "sway": 60}
"""The weights that are not those of the second edition. These, too, were found by trial."""

Arms = tuple[int, int]
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int32]
COLUMNS = width_of(ClashOdds)
SUFFERED, CAUSED, ATTACKER_BREAKS, DEFENDER_BREAKS = (
    place_of(ClashOdds, name) for name in ("suffered", "caused", "attacker_breaks", "defender_breaks")
)


def standing_tables(pressure: Sequence[int] = PRESSURE, acting: int = ACTING) -> tuple[Ints, Ints]:
    """The values of models as they stand, and of those that have just been hurt to this stress: by induction from the
    last activation on.

    A model that is not hurt is not tested, whatever its stress (S1.T2), and none loses its activation (S1.T5). One that
    is hurt, and has stress of its Toughness then, loses a point of it for each die under 4, and keeps its stress.
    """
    stand = np.zeros((MAX_ABILITY + 1, STRESSES, ACTIVATIONS))
    hurt, last = np.zeros_like(stand), STRESSES - 1
    for left in range(ACTIVATIONS):
        stand[1:, :, left] = MILLION
        if left:
            stand[1:, :, left] = acting
            for more, share in enumerate(pressure):
                after = hurt if more else stand
                stand[1:, :, left] += share / 100 * after[1:, np.minimum(np.arange(STRESSES) + more, last), left - 1]
        for toughness, stress in product(range(1, MAX_ABILITY + 1), range(STRESSES)):
            hurt[toughness, stress, left] = stand[toughness, stress, left]
            if stress >= toughness:
                ends = [comb(toughness, lost) * stand[toughness - lost, stress, left] for lost in range(toughness + 1)]
                hurt[toughness, stress, left] = sum(ends) / 2**toughness
    return np.rint(stand).astype(np.int32), np.rint(hurt).astype(np.int32)


def clash_table(attacker: Arms, defender: Arms, melee: int, margins: int) -> tuple[Ints, Ints]:
    """A clash of two arms up to a Melee, if both split their dice as in an equilibrium; and how often they put 0, 1, 2
    … dice on attack, the attacker and then the defender. A defender with arms (0, 0) cannot strike."""
    clashes = np.zeros((melee + 1, melee + 1, margins, margins, COLUMNS), np.int32)
    splits = np.zeros((melee + 1, melee + 1, 2, melee + 1), np.int32)
    unarmed = defender == (0, 0)
    figures = attacker, (1, 1) if unarmed else defender
    for a, d in product(range(melee + 1), repeat=2):
        division = solve_split(a, figures[0], d, figures[1], unarmed)
        caused = damages(division.attacker, division.defender, figures[0], margins)
        suffered = damages(division.defender, division.attacker, figures[1], margins)
        table = clashes[a, d]
        table[..., SUFFERED] = _mean(suffered)
        table[..., CAUSED] = _mean(caused)
        table[..., ATTACKER_BREAKS] = _at_least(suffered, margins)[:, None]
        table[..., DEFENDER_BREAKS] = _at_least(caused, margins)[None, :]
        for side, policy in enumerate((division.attacker, division.defender)):
            splits[a, d, side] = _shares(policy, melee)
    return clashes, splits


def damages(strikers: Mapping[Split, float], others: Mapping[Split, float], figures: Arms, most: int) -> Floats:
    """The chance of each damage that one side causes, by how both split their dice; of more than ``most``, as that."""
    chances = np.zeros(most + 1)
    for ((attack, _), often), ((_, defence), other) in product(strikers.items(), others.items()):
        if often and other:
            odds = damage(attack, defence, figures)
            for amount, ways in odds.weights.items():
                chances[min(amount, most)] += often * other * (ways / odds.total)
    return chances


def _mean(chances: Floats) -> int:
    return round(float(chances @ np.arange(len(chances))) * THOUSAND)


def _at_least(chances: Floats, margins: int) -> npt.NDArray[np.int64]:
    """The chance to be tested, by the margin: hurt at all, and by as much."""
    tails = np.cumsum(chances[::-1])[::-1]
    return np.rint(tails[np.maximum(np.arange(margins), 1)] * MILLION).astype(np.int64)


def _shares(policy: Mapping[Split, float], melee: int) -> list[int]:
    """A split policy in millionths, by the dice on attack; what rounding leaves goes to the most frequent."""
    shares = [0] * (melee + 1)
    for (attack, _), often in policy.items():
        shares[attack] = round(often * MILLION)
    shares[shares.index(max(shares))] += MILLION - sum(shares)
    return shares
