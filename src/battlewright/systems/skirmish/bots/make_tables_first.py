"""The tables of Skirmish's first edition that differ: standings of models, and clashes with split dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import comb

import numpy as np
import numpy.typing as npt

from battlewright.engine.record import offset_of, width_of
from battlewright.systems.skirmish.bots.tables import ACTIVATIONS, MILLION, STRESSES, THOUSAND, ClashOdds
from battlewright.systems.skirmish.odds.split import Split, damage, solve_split
from battlewright.systems.skirmish.record import MAX_ABILITY

PRESSURE = (80, 15, 5)
"""The percentages of 0, 1, 2 points of stress that a model suffers at once between two activations."""
ACTING = MILLION // 16
"""The value of acting once, compared with being on the table at the end."""
WEIGHTS = {"aggression": 100, "sway": 60}
"""The weights that differ from the second edition's, also found by trial."""

Arms = tuple[int, int]
"""The arms of a weapon: the stress of a strike, and that of a critical."""
NO_ARMS: Arms = (0, 0)
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int32]
COLUMNS = width_of(ClashOdds)
SUFFERED, CAUSED, ATTACKER_BREAKS, DEFENDER_BREAKS = (
    offset_of(ClashOdds, name) for name in ("suffered", "caused", "attacker_breaks", "defender_breaks")
)


def standing_tables(pressure: Sequence[int] = PRESSURE, acting: int = ACTING) -> tuple[Ints, Ints]:
    """The values of models as they stand, and of those that have just been hurt to this stress, by backward induction.

    A model that is not hurt is not tested, whatever its stress (S1.T2), and none loses its activation (S1.T5). A model
    that is hurt and then has stress of at least its Toughness loses a point of it for each die under 4, and keeps its
    stress.
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
    """A clash of two arms up to a Melee, if both split their dice by an equilibrium; and the frequencies of 0, 1, 2 …
    dice on attack, the attacker's and then the defender's. A defender with NO_ARMS cannot strike."""
    clashes = np.zeros((melee + 1, melee + 1, margins, margins, COLUMNS), np.int32)
    splits = np.zeros((melee + 1, melee + 1, 2, melee + 1), np.int32)
    unarmed = defender == NO_ARMS
    figures = attacker, (1, 1) if unarmed else defender
    for a, d in product(range(melee + 1), repeat=2):
        equilibrium = solve_split(a, figures[0], d, figures[1], unarmed)
        caused = damages(equilibrium.attacker, equilibrium.defender, figures[0], margins)
        suffered = damages(equilibrium.defender, equilibrium.attacker, figures[1], margins)
        table = clashes[a, d]
        table[..., SUFFERED] = _mean(suffered)
        table[..., CAUSED] = _mean(caused)
        table[..., ATTACKER_BREAKS] = _at_least(suffered, margins)[:, None]
        table[..., DEFENDER_BREAKS] = _at_least(caused, margins)[None, :]
        for side, policy in enumerate((equilibrium.attacker, equilibrium.defender)):
            splits[a, d, side] = _shares(policy, melee)
    return clashes, splits


def damages(strikers: Mapping[Split, float], others: Mapping[Split, float], figures: Arms, most: int) -> Floats:
    """The chance of each damage that one side causes, by the split policies of both; damage above ``most`` counts as
    ``most``."""
    chances = np.zeros(most + 1)
    for ((attack, _), often), ((_, defence), other) in product(strikers.items(), others.items()):
        if often and other:
            odds = damage(attack, defence, figures)
            for amount, weight in odds.weights.items():
                chances[min(amount, most)] += often * other * (weight / odds.total)
    return chances


def _mean(chances: Floats) -> int:
    return round(float(chances @ np.arange(len(chances))) * THOUSAND)


def _at_least(chances: Floats, margins: int) -> npt.NDArray[np.int64]:
    """The chance to be tested, by the margin: hurt at all, and by at least the margin."""
    tails = np.cumsum(chances[::-1])[::-1]
    return np.rint(tails[np.maximum(np.arange(margins), 1)] * MILLION).astype(np.int64)


def _shares(policy: Mapping[Split, float], melee: int) -> list[int]:
    """A split policy in millionths, by the dice on attack. The remainder of rounding goes to the most frequent
    split."""
    shares = [0] * (melee + 1)
    for (attack, _), often in policy.items():
        shares[attack] = round(often * MILLION)
    shares[shares.index(max(shares))] += MILLION - sum(shares)
    return shares
