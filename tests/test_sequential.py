"""Sequential tests of shares."""

from __future__ import annotations

import pytest

from battlewright import systems
from battlewright.bots.named import pair_of
from battlewright.lab.pairing import Pairing
from battlewright.systems.formations.setup.engagement import read_setup, swap
from sequential import evidence, wins_often

FORMATIONS = systems.load("formations")


def pairing(bots: str) -> Pairing:
    setup = read_setup(("marsh-coven", "marsh-coven")).setup
    return Pairing(FORMATIONS, (setup, swap(setup)), pair_of(bots))


@pytest.mark.plain
def test_evidence_points_to_the_claim_that_is_nearer() -> None:
    assert evidence(99, 100, 0.9, 0.98) > 0 > evidence(88, 100, 0.9, 0.98)
    assert evidence(198, 200, 0.9, 0.98) == pytest.approx(2 * evidence(99, 100, 0.9, 0.98))


def test_battles_are_fought_until_it_is_clear() -> None:
    strong, even = wins_often(pairing("greedy,random"), 0.6, 0.9, 3), wins_often(pairing("random"), 0.6, 0.9, 3)
    assert (strong.passed, even.passed) == (True, False)
    assert strong.interval[0] < strong.share <= strong.interval[1]
    assert str(even).startswith(f"{even.share:.1%} of {even.battles:,} battles (")


def test_what_stays_open_is_said_so() -> None:
    found = wins_often(pairing("random"), 0.499, 0.501, 3, most=200)
    assert (found.passed, found.battles) == (None, 200)
