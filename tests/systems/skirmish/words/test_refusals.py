"""Why a choice is refused: every refusal says by which clause, and what would be allowed."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright.engine.errors import Refused
from battlewright.systems.skirmish.clauses import Clause
from battlewright.systems.skirmish.record import MAX_LEGS, ChoiceKind, Editable, SkirmishChoice, Step
from battlewright.systems.skirmish.rules import refusals
from tests.systems.skirmish.helpers import Fight, climb, drop, jump, walk
from tests.systems.skirmish.nodes import (
    BRANN,
    NODES,
    YSOLDE,
    acting,
    activating,
    aiming,
    bound,
    covering,
    names,
    over,
    placing,
    replaced,
    resolving,
    returning,
    shot_at,
    striking,
    words_of,
)

pytestmark = pytest.mark.plain

SPOT = (0, 5000, 8000, 0)


class Case(NamedTuple):
    """A choice that is refused at a node: by which clause, and a part of what is said."""

    clause: str
    node: Callable[[], Fight]
    choice: SkirmishChoice
    part: str


def alone(**card: object) -> Callable[[], Fight]:
    """Somebody with a card of its own is acting."""
    return lambda: Fight([YSOLDE | card], [BRANN]).activate(0)


def threatened() -> Fight:
    return Fight([YSOLDE], [BRANN | {"at": (9.0, 5.0)}], threat_stops_moves=True).activate(0)


def walled_off() -> Fight:
    wall = {"name": "Wall", "box": [9, 3, 0.5, 4], "top": 2, "solid": True}
    return Fight([YSOLDE], [BRANN], [wall], solid_blocks=True).activate(0)


def near_cover() -> Fight:
    """Brann has taken cover, and there is a wall to hide behind."""
    wall = {"name": "Wall", "box": [12, 5.3, 0.5, 3], "top": 2}
    return Fight([YSOLDE], [BRANN], [wall]).activate(0).shoot(1).choose(ChoiceKind.COVER).roll(1, 1, 1)


def under_cover() -> Fight:
    """Brann has taken cover behind a wall already, and there is nothing else to hide behind."""
    wall = {"name": "Wall", "box": [12, 4.5, 0.5, 1], "top": 2}
    fight = Fight([YSOLDE], [BRANN], [wall]).activate(0).shoot(1).choose(ChoiceKind.COVER).roll(1, 1, 1)
    return fight.roll(1)


def unarmed() -> Fight:
    return Fight([YSOLDE], [BRANN | {"weapons": ["Sword"]}]).activate(0).shoot(1)


def tired() -> Fight:
    """Brann has 1 AP left when it is shot at."""
    fight = Fight([YSOLDE], [BRANN]).edit(Editable.AP, 1, 1)
    return fight.activate(0).shoot(1)


def weary() -> Fight:
    return acting().shoot(2).choose(ChoiceKind.NOTHING).roll(1, 1, 1)


def broken() -> Fight:
    """Ysolde has broken down, and Wren is out of reach of her."""
    fight = activating().stress(0, 4).activate(0).roll(5, 5, 5)
    fight.activate(2).stop()
    fight.put(1, (2, 6))
    return fight.activate(1)


def turned() -> Fight:
    return acting().stop().activate(2).stop()


REFUSALS = [
    Case("S2.A6", placing, names(ChoiceKind.DEPLOY, SPOT), "in its zone (x from 0 to 24, y from 0 to 4)"),
    Case("S2.A6", placing, names(ChoiceKind.STOP), "seat a must say where it puts Ysolde (a1) or Wren (a2)"),
    Case("S2.A6", placing, names(ChoiceKind.DEPLOY, SPOT, who=2), "Brann (b1) is not waiting to be placed by seat a"),
    Case("S2.A2", activating, names(ChoiceKind.MOVE), "seat a must activate Ysolde (a1) or Wren (a2)"),
    Case("S2.A2", activating, names(ChoiceKind.ACTIVATE, who=2), "Brann (b1) is not a model of seat a"),
    Case("S2.A2", activating, names(ChoiceKind.ACTIVATE, who=99), "There is no such model"),
    Case("S2.A2", activating, names(ChoiceKind.ACTIVATE, whom=1), "An activation names nothing but a model"),
    Case("S2.A2", turned, names(ChoiceKind.ACTIVATE), "Ysolde (a1) has been activated this round"),
    Case("S2.A3", acting, names(99), "it may move (1 AP), fight in close combat (2), shoot (2), aid (2), or stop"),
    Case("S2.A3", acting, names(ChoiceKind.STOP, whom=1), "Who stops names nothing else; Ysolde (a1) has 3 AP left"),
    Case("S2.A3", striking, names(ChoiceKind.STOP), "Dice must fall now; nothing can be chosen before"),
    Case("S2.A4", over, names(ChoiceKind.STOP), "The battle is over"),
    Case("S2.M1", acting, names(ChoiceKind.MOVE), "A path has 1 to 8 legs"),
    Case("S2.C2", alone(agility=0), names(ChoiceKind.MOVE, walk(5, 5.5)), "Ysolde (a1) has Agility 0"),
    Case("S2.M2", acting, names(ChoiceKind.MOVE, walk(5, 5.5)), "the base would overlap that of Wren (a2)"),
    Case("S2.M2", acting, names(ChoiceKind.MOVE, walk(0.2, 5)), "At (0.2, 5) the base would not be on the table"),
    Case("S2.M2", acting, names(ChoiceKind.MOVE, (7, 5000, 5500, 0)), "Nobody knows the way 7 to (5, 5.5)"),
    Case("S2.M2", acting, names(ChoiceKind.MOVE, walk(7.5, 8)), "Something is in the way"),
    Case(
        "S2.M3",
        acting,
        names(ChoiceKind.MOVE, walk(12, 5)),
        'The path takes 7", more than the range of 6"; a Move of Agility 3 goes at most 6"',
    ),
    Case("S2.M3", acting, names(ChoiceKind.CLOSE_COMBAT, walk(9, 5)), "an engage move of Agility 3 goes at most 3"),
    Case("S2.M3", covering, names(ChoiceKind.COVER_MOVE, walk(14, 8)), "a cover move of Agility 3 goes at most 1.5"),
    Case("S2.M4", acting, names(ChoiceKind.MOVE, climb(5.5, 5)), 'A climb goes more than 1" up or down'),
    Case("S2.M7", alone(at=(5.6, 6.4)), names(ChoiceKind.MOVE, climb(5.6, 7, 3)), "no room for the base"),
    Case("S2.M8", acting, names(ChoiceKind.MOVE, jump(6, 6, 4)), 'A jump lands at most 1" higher'),
    Case("S2.M12", acting, names(ChoiceKind.MOVE, drop(5.5, 5)), 'ends at most 1.1" from where it began'),
    Case("S2.M13", threatened, names(ChoiceKind.MOVE, walk(7, 5)), "the threat range of an enemy"),
    Case("S2.K1", acting, names(ChoiceKind.CLOSE_COMBAT, weapon=5), "2 AP (Ysolde (a1) has 3)"),
    Case("S2.K1", weary, names(ChoiceKind.CLOSE_COMBAT), "one of its melee weapons (Sword or Spear)"),
    Case(
        "S2.K3",
        acting,
        names(ChoiceKind.CLOSE_COMBAT),
        'No opponent would be within the Sword\'s threat range of 1" (4" up or down) at the end of the engage move '
        '(up to 3")',
    ),
    Case("S2.K4", aiming, names(ChoiceKind.TARGET), "must pick an opponent within the Sword's threat range of 1"),
    Case("S2.K7", resolving, names(ChoiceKind.STOP), "(1 success and 1 critical success)"),
    Case("S2.K8", resolving, names(ChoiceKind.PARRY, against=1), "Ysolde (a1) cannot parry that"),
    Case("S2.K9", resolving, names(ChoiceKind.STRIKE, weapon=1), "Ysolde (a1) strikes only with the Sword"),
    Case(
        "S2.K9",
        lambda: resolving().choose(ChoiceKind.STRIKE),
        names(ChoiceKind.STRIKE, weapon=5),
        "in whose threat range Ysolde (a1) is now (Sword or Spear)",
    ),
    Case("S2.F1", acting, names(ChoiceKind.SHOOT, whom=1), "(Rifle or Sniper) and an opponent (Brann (b1))"),
    Case("S2.F1", weary, names(ChoiceKind.SHOOT, whom=2), "A shot costs 2 AP, and Ysolde (a1) has 1"),
    Case("S2.F1", alone(weapons=["Sword"]), names(ChoiceKind.SHOOT, whom=1), "Ysolde (a1) has no shooting weapon"),
    Case("S2.F1", alone(ballistics=0), names(ChoiceKind.SHOOT, whom=1), "Ysolde (a1) has Ballistics 0"),
    Case("S2.F12", walled_off, names(ChoiceKind.SHOOT, whom=1), "Solid terrain stands between"),
    Case("S2.D1", acting, names(ChoiceKind.AID, whom=1), "Wren (a2) has not broken down this round"),
    Case("S2.D1", acting, names(ChoiceKind.AID, whom=2), "Brann (b1) is not another model of this side"),
    Case("S2.D1", acting, names(ChoiceKind.AID, whom=99), "A model that is not there"),
    Case("S2.D1", weary, names(ChoiceKind.AID, whom=1), "Aid costs 2 AP, and Ysolde (a1) has 1"),
    Case("S2.D1", broken, names(ChoiceKind.AID, whom=0), "Ysolde (a1) is not in base contact"),
    Case("S2.D3", replaced, names(ChoiceKind.TAKE_PLACE), "Only Wren (a2) may take the place of Ysolde (a1) now"),
    Case("S2.F4", shot_at, names(ChoiceKind.STOP), "it may take cover (1 AP), return fire (2 AP) or do nothing"),
    Case("S2.F4", unarmed, names(ChoiceKind.RETURN_FIRE), "Brann (b1) has no shooting weapon"),
    Case("S2.F4", tired, names(ChoiceKind.RETURN_FIRE), "Return fire needs 2 AP (Brann (b1) has 1"),
    Case("S2.F4", returning, names(ChoiceKind.WAIVE, who=1), "or holds its fire"),
    Case("S2.F5", bound, names(ChoiceKind.COVER), "Wren (a2) took an Aid action this round and cannot take cover"),
    Case("S2.F10", covering, names(ChoiceKind.COVER_MOVE), 'it moves up to 1.5" and names its path, or stays'),
    Case("S2.F10", near_cover, names(ChoiceKind.COVER_MOVE, walk(14, 4.5)), "with more obstacles in the line to Ysol"),
    Case(
        "S2.F10", under_cover, names(ChoiceKind.COVER_MOVE, walk(14, 6.4)), "with no fewer obstacles in the line to Ys"
    ),
    Case("S2.F11", returning, names(ChoiceKind.FIRE, weapon=5), "fires one of its shooting weapons (Rifle or Sniper)"),
]


@pytest.mark.parametrize("case", REFUSALS, ids=[f"{case.clause} {case.part[:24]}" for case in REFUSALS])
def test_a_refusal_says_why_and_what_would_be_allowed(case: Case) -> None:
    fight = case.node()
    with pytest.raises(Refused) as caught:
        fight.session.choose(case.choice)
    assert caught.value.clause == case.clause
    assert case.part in str(caught.value)


def test_every_clause_that_refuses_has_an_example() -> None:
    folder = Path(refusals.__file__).parent
    lines = [line for name in ("refusals", "cover", "move") for line in (folder / f"{name}.py").read_text().split("\n")]
    cited = {clause for line in lines if "(battle" not in line for clause in re.findall(r"\bClause\.(\w+)", line)}
    told = {"K2"}  # an engage move is told by it; nothing is refused by it
    assert cited - told == {case.clause.removeprefix("S2.") for case in REFUSALS}


numbers = st.one_of(st.integers(-3, 30), st.integers(-(1 << 31), (1 << 31) - 1))
garbage = st.fixed_dictionaries(
    dict.fromkeys(("kind", "who", "whom", "weapon", "critical", "against", "count"), numbers)
)
paths = st.lists(st.tuples(numbers, numbers, numbers, numbers), max_size=MAX_LEGS)


@cache
def kept(step: Step | None) -> Fight:
    return NODES[step]() if step else over()


@given(st.sampled_from([None, *Step]), garbage, paths, st.sampled_from(list(Clause)))
def test_whatever_a_choice_holds_there_are_words_for_it(
    step: Step | None, named: dict[str, int], legs: list[tuple[int, int, int, int]], clause: Clause
) -> None:
    fight = kept(step)
    choice = names(named.pop("kind"), *legs, **named)
    assert words_of(fight).choice(fight.battle, choice).strip()
    assert words_of(fight).refusal(fight.battle, choice, f"S2.{clause.name}").strip()
    refused = fight.session.refusal(choice)
    if refused:
        assert words_of(fight).refusal(fight.battle, choice, refused).strip()
