"""What is different in the lore of Skirmish's first edition: how long models last, and clashes with divided dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import comb

import numpy as np
import numpy.typing as npt

from battlewright.engine.progress import Report
from battlewright.systems.skirmish.bots.tables import (
    ACTIVATIONS,
    ATTACKER_BREAKS,
    CAUSED,
    CLASH_COLUMNS,
    DEFENDER_BREAKS,
    MILLION,
    STRESSES,
    SUFFERED,
    THOUSAND,
    UNARMED,
    Weight,
)
from battlewright.systems.skirmish.odds.split import Split, damage, solve_division
from battlewright.systems.skirmish.record import MAX_ABILITY

PRESSURE = (80, 15, 5)
"""In how many cases of a hundred a model suffers 0, 1, 2 points of stress at once from one activation to the next."""
ACTING = MILLION // 16
"""What it is worth to act once, beside being there in the end."""
WEIGHTS = {Weight.ZEAL: 100, Weight.SWAY: 60}
"""The weights that are not those of the second edition. These, too, were found by trial."""

Arms = tuple[int, int]
Floats = npt.NDArray[np.float64]


def standing_tables(pressure: Sequence[int] = PRESSURE, acting: int = ACTING) -> tuple[list[int], list[int]]:
    """What models are worth as they stand, and what they are if they have just been hurt to this stress: by induction
    from the last activation on.

    Whoever is not hurt is not tested, whatever its stress (S1.T2), and nobody loses its activation (S1.T5). Whoever is
    hurt, and has stress of its Toughness then, loses a point of it for each die under 4, and keeps its stress.
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
    one, other = (np.rint(table).astype(np.int64).reshape(-1).tolist() for table in (stand, hurt))
    return one, other


def clash_tables(
    arms: Sequence[Arms], melee: int, margins: int, report: Report | None = None
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Every clash up to a Melee, with all arms and margins, if both divide their dice so that nobody can profit from
    knowing how often; and how often they put 0, 1, 2 … dice on attack, the attacker and then the defender."""
    clashes = np.zeros((melee + 1, melee + 1, len(arms), len(arms), margins, margins, CLASH_COLUMNS), np.int32)
    mixtures = np.zeros((melee + 1, melee + 1, len(arms), len(arms), 2, melee + 1), np.int32)
    for done, (one, other) in enumerate(product(range(1, len(arms)), range(len(arms)))):
        unarmed = other == UNARMED
        figures = arms[one], (1, 1) if unarmed else arms[other]
        for a, d in product(range(melee + 1), repeat=2):
            division = solve_division(a, figures[0], d, figures[1], unarmed)
            caused = damages(division.attacker, division.defender, figures[0], margins)
            suffered = damages(division.defender, division.attacker, figures[1], margins)
            table = clashes[a, d, one, other]
            table[..., SUFFERED] = _mean(suffered)
            table[..., CAUSED] = _mean(caused)
            table[..., ATTACKER_BREAKS] = _at_least(suffered, margins)[:, None]
            table[..., DEFENDER_BREAKS] = _at_least(caused, margins)[None, :]
            for side, mixture in enumerate((division.attacker, division.defender)):
                mixtures[a, d, one, other, side] = _shares(mixture, melee)
        if report is not None:
            report(done + 1, (len(arms) - 1) * len(arms))
    return clashes, mixtures


def damages(strikers: Mapping[Split, float], others: Mapping[Split, float], figures: Arms, most: int) -> Floats:
    """The chance of each damage that one side causes, by how both divide their dice; of more than ``most``, as that."""
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


def _shares(mixture: Mapping[Split, float], melee: int) -> list[int]:
    """A mixture in millionths, by the dice on attack; what rounding leaves goes to the most frequent."""
    shares = [0] * (melee + 1)
    for (attack, _), often in mixture.items():
        shares[attack] = round(often * MILLION)
    shares[shares.index(max(shares))] += MILLION - sum(shares)
    return shares
