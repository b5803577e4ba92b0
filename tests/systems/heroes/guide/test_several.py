"""The odds of actions on several targets before they are chosen, and how bots choose them."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from battlewright.bots.greedy import GreedyBot
from battlewright.systems.heroes.guide.advice import Chances
from battlewright.systems.heroes.guide.cards import Cards
from battlewright.systems.heroes.record import ChoiceKind, Editable
from tests.systems.heroes.helpers import CLUB, Meeting

pytestmark = pytest.mark.plain

USE, ALSO, ENOUGH = ChoiceKind.USE, ChoiceKind.ALSO, ChoiceKind.ENOUGH
SWEEP = {"name": "Sweep", "damage": "1d6", "types": ["slashing"], "targets": "side"}
BALM = {"name": "Balm", "heals": True, "damage": "1d6", "targets": "side", "uses": 1}
ARMED = {"armour": "light", "level": 4}


def chosen(fight: Meeting) -> tuple[int, int, int]:
    choice = GreedyBot().choose(fight.session)
    return choice.kind, choice.action, choice.target


def facing(weapon: dict[str, Any]) -> Meeting:
    fight = Meeting([{"weapons": [weapon]}], [ARMED, ARMED | {"resistances": {"slashing": 2}}, ARMED])
    return fight.edit(Editable.HEALTH, 1, 4).edit(Editable.HEALTH, 2, 6)


@pytest.mark.clause("H.O1")
def test_the_odds_of_a_whole_side_are_those_of_all_its_targets_together() -> None:
    """Counted over every roll: three attacks, the dice for all, and those of critical hits."""
    fight = facing(SWEEP)
    chances, choice = Chances(fight.session), fight.choice(USE)
    each = [chances.at(choice, whom) for whom in (1, 2, 3)]
    bands = [
        (1 - one.chances["hit"], one.chances["hit"] - one.chances["critical"], one.chances["critical"]) for one in each
    ]
    fells = Fraction(0)
    for first, second in product(range(1, 7), repeat=2):
        stand = Fraction(1)
        for (missed, hit, critical), life, less in zip(bands, (4, 6, 48), (0, 2, 0), strict=True):
            stand *= missed + hit * (first - less < life) + critical * (first + second - less < life)
        fells += (1 - stand) / 36
    found = chances.of(choice)
    assert found.chances["fells"] == fells
    assert 1 - found.chances["hit"] == bands[0][0] * bands[1][0] * bands[2][0]
    assert found.parts["damage"] == sum((one.parts["damage"] for one in each), Fraction(0))
    told = chances.text(choice, found)
    assert [part.split(":")[0] for part in told.split(" · ")] == ["b1", "b2", "b3"]
    assert chances.brief(choice, found) == [f"{float(found.parts['damage']):.1f} damage at 3"]


@pytest.mark.clause("H.O1")
def test_uses_tell_each_target_of_a_whole_side() -> None:
    uses = [use for use in Cards(facing(SWEEP).session).uses() if use.name == "Sweep"]
    assert [(use.choice, use.target) for use in uses] == [("use", 1), ("use", 2), ("use", 3)]


@pytest.mark.clause("H.O1")
def test_a_further_target_has_the_odds_of_its_own() -> None:
    fight = facing(SWEEP | {"targets": 2})
    before = Chances(fight.session).of(fight.choice(USE, target=3))
    fight.use(1)
    assert Chances(fight.session).of(fight.choice(ALSO, target=3)) == before
    assert [use.target for use in Cards(fight.session).uses()] == [2, 3]


@pytest.mark.clause("H.O1")
def test_healing_a_side_gives_back_what_each_has_lost() -> None:
    fight = Meeting([{"spells": [BALM], "intellect": 1}, {}], [{}]).edit(Editable.HEALTH, 1, 10)
    found = Chances(fight.session).of(fight.choice(USE))
    assert found.parts["healed"] == 2
    assert Chances(fight.session).cannot_succeed(fight.choice(USE)) is False
    assert Chances(fight.edit(Editable.HEALTH, 1, 12).session).cannot_succeed(fight.choice(USE)) is True


@pytest.mark.clause("H.O1", "H.O2")
def test_greedy_counts_all_targets_and_what_is_spent() -> None:
    weapons = [CLUB, SWEEP | {"damage": "1d4", "uses": 1}]
    assert chosen(Meeting([{"weapons": weapons}], [ARMED, ARMED, ARMED])) == (USE, 1, 0)
    assert chosen(Meeting([{"weapons": weapons}], [ARMED])) == (USE, 0, 1)
    spent = Meeting([{"weapons": weapons}], [ARMED, ARMED, ARMED]).edit(Editable.USES, 0, 0, of=1)
    assert chosen(spent)[1] == 0


@pytest.mark.clause("H.O1")
def test_greedy_names_the_best_targets_and_stops_where_nothing_is_gained() -> None:
    stone = ARMED | {"resistances": {"slashing": 50}}
    fight = Meeting([{"weapons": [SWEEP | {"targets": 3}]}], [stone, ARMED, ARMED])
    assert chosen(fight)[0] == USE
    fight.use(2)
    assert chosen(fight) == (ALSO, 0, 3)
    fight.choose(ALSO, target=3)
    assert chosen(fight)[0] == ENOUGH
