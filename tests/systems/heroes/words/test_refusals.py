"""Why a choice is refused: every refusal says by which clause, and what would be allowed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from battlewright.engine.clauses import clause_of
from battlewright.engine.errors import Refused
from battlewright.engine.record import allocate, assign, look
from battlewright.systems.heroes.enums import CONDITIONS, Clause, ConditionName, Target
from battlewright.systems.heroes.reasons import Reason
from battlewright.systems.heroes.record import ChoiceKind, Editable, HeroesChoice
from tests.systems.heroes.helpers import CLUB, Meeting

pytestmark = pytest.mark.plain

BOLT = {"name": "Bolt", "target": "reflex", "damage": "1d6", "types": ["fire"]}
MEND = {"name": "Mend", "heals": True, "damage": "1d6"}
FINISH = CLUB | {"name": "Finish", "against": "bloodied"}
FURY = CLUB | {"name": "Fury", "when": "bloodied"}
USE, RESIST, MAINTAIN = ChoiceKind.USE, ChoiceKind.RESIST, ChoiceKind.MAINTAIN


def meeting() -> Meeting:
    """The turn of a1, with a friend and two opponents."""
    one = {"weapons": [CLUB, FINISH, FURY], "spells": [BOLT, MEND]}
    return Meeting([one, {}], [{}, {}])


def tired() -> Meeting:
    """The turn of a1, which has 1 AP left, where everything costs 2."""
    return Meeting([{}], [{}], check_ap=2, other_ap=2).edit(Editable.AP, 0, 1)


def mute() -> Meeting:
    return meeting().give(0, ConditionName.MUTE)


def spent() -> Meeting:
    blast = CLUB | {"name": "Blast", "uses": 1}
    return Meeting([{"weapons": [blast]}], [{}]).edit(Editable.USES, 0, 0)


def dead(who: int) -> Callable[[], Meeting]:
    return lambda: meeting().give(who, ConditionName.DEAD)


def caught() -> Meeting:
    """The turn of a1, which has tried to shake something off."""
    found = meeting().give(0, ConditionName.MUTE, defence=Target.WILLPOWER, power=9)
    found.choose(RESIST, condition=ConditionName.MUTE)
    return found.roll(*[1] * found.node.dice)


def rolling() -> Meeting:
    return meeting().use(2)


class Case(NamedTuple):
    """A choice that is refused: by which clause, for which reason, and a part of what is said."""

    clause: str
    reason: Reason
    node: Callable[[], Meeting]
    choice: dict[str, Any]
    part: str


def named(kind: int, **more: int) -> dict[str, Any]:
    return {"kind": kind, **more}


REFUSALS = [
    Case("H.N1", Reason.DICE_AWAITED, rolling, named(USE), "Dice must be rolled now"),
    Case("H.N1", Reason.NO_SUCH_CHOICE, meeting, named(99), "it may attack (2 AP), cast"),
    Case("H.N1", Reason.NAMES_MORE, meeting, named(USE, condition=1), "an action is named with its target"),
    Case("H.N1", Reason.NAMES_MORE, meeting, named(ChoiceKind.END, target=1), "it is ended without naming more"),
    Case("H.N1", Reason.NO_SUCH_ACTION, meeting, named(USE, action=9), "its sheet are Club, Finish, Fury, Bolt, Mend"),
    Case("H.N1", Reason.NO_AP_FOR_ACTION, tired, named(USE, target=1), "Club costs 2 AP, and a1 (a1) has 1"),
    Case("H.X5", Reason.MUTE, mute, named(USE, action=3, target=2), "a1 (a1) cannot cast Bolt while it is Mute"),
    Case("H.O2", Reason.SPENT, spent, named(USE, target=1), "a1 (a1) has spent its uses of Blast"),
    Case("H.X4", Reason.NOT_BLOODIED, meeting, named(USE, action=2, target=2), "uses Fury only while it is Bloodied"),
    Case("H.N1", Reason.NO_SUCH_TARGET, meeting, named(USE, target=9), "Club is aimed at a combatant of the encounter"),
    Case("H.N1", Reason.NOT_AN_OPPONENT, meeting, named(USE, target=1), "aimed at an opponent who is still in the"),
    Case("H.N1", Reason.TARGET_OUT, dead(2), named(USE, target=2), "at an opponent who is still in the encounter"),
    Case("H.N1", Reason.NOT_OF_OWN_SIDE, meeting, named(USE, action=4, target=2), "of its own side who is not Dead"),
    Case("H.N1", Reason.TARGET_DEAD, dead(1), named(USE, action=4, target=1), "who is not Dead, not at a2 (a2)"),
    Case(
        "H.X4",
        Reason.NOT_A_BLOODIED_OPPONENT,
        meeting,
        named(USE, action=1, target=2),
        "a1 (a1) uses Finish only at an opponent who is Bloodied, and b1 (b1) is not",
    ),
    Case("H.N1", Reason.NO_AP_FOR_CHECK, tired, named(RESIST), "A check costs 2 AP, and a1 (a1) has 1 AP"),
    Case("H.N1", Reason.NO_AP_FOR_OTHER, tired, named(ChoiceKind.OTHER), "Something else costs 2 AP"),
    Case("H.N1", Reason.NO_SUCH_CONDITION, meeting, named(RESIST, condition=CONDITIONS), "There is no such condition"),
    Case("H.R9", Reason.NOTHING_TO_RESIST, meeting, named(RESIST), "cannot shake off"),
    Case("H.R9", Reason.RESISTED_THIS_TURN, caught, named(RESIST, condition=ConditionName.MUTE), "one try a turn"),
    Case("H.R9", Reason.RESISTANCE_NAMES_TARGET, meeting, named(RESIST, target=1), "and so names no target"),
    Case("H.R10", Reason.NOTHING_TO_MAINTAIN, meeting, named(MAINTAIN), "cannot keep up"),
]


def choice_of(choice: dict[str, Any]) -> HeroesChoice:
    made = HeroesChoice()
    for name, value in choice.items():
        setattr(made, name, value)
    return made


@pytest.mark.parametrize("case", REFUSALS, ids=[f"{case.reason.name} {case.part[:24]}" for case in REFUSALS])
def test_a_refusal_says_why_and_what_would_be_allowed(case: Case) -> None:
    session, choice = case.node().session, choice_of(case.choice)
    one = allocate(HeroesChoice)
    assign(look(HeroesChoice, one), choice)
    assert Reason(session.system.rules.refusal(session.setting, session.battle, one)) == case.reason
    with pytest.raises(Refused) as caught:
        session.choose(choice)
    assert caught.value.clause == case.clause
    assert case.part in str(caught.value)


@pytest.mark.parametrize("reason", [reason for reason in Reason if not reason.name.startswith("EDIT_")])
def test_every_reason_has_a_sentence(reason: Reason) -> None:
    found = meeting()
    assert found.session.words.refusal(found.battle, choice_of(named(USE, target=2)), reason).strip()


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_belongs_to_a_clause(reason: Reason) -> None:
    assert clause_of(reason) in set(Clause)
