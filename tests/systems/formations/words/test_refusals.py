"""Why a choice is refused: every refusal says by which clause, and what would be allowed."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from battlewright.engine.clauses import clause_of
from battlewright.engine.errors import Refused
from battlewright.engine.record import allocate, assign, look
from battlewright.systems.formations.reasons import Reason
from battlewright.systems.formations.record import ChoiceKind, Clause, FormationsChoice
from tests.systems.formations.helpers import ENEMY, Engaged, force

pytestmark = pytest.mark.plain

HYMN = {"name": "Hymn", "roll": "order", "effect": "rerolls", "amount": 2}


def engaged() -> Engaged:
    """Force a is to activate one of its two groups."""
    return Engaged(force({}, {}, actions=[HYMN]), force({})).roll(6, 1)


def acting() -> Engaged:
    return engaged().activate(0)


def rolling() -> Engaged:
    return Engaged(force(), force())


def choice(kind: int, **named: int) -> FormationsChoice:
    made = FormationsChoice()
    made.kind = kind
    for name, value in named.items():
        setattr(made, name, value)
    return made


class Case(NamedTuple):
    """A choice that is refused: by which clause, for which reason, and a part of what is said."""

    clause: str
    reason: Reason
    node: Callable[[], Engaged]
    choice: FormationsChoice
    part: str


ACTIVATE, ACT = ChoiceKind.ACTIVATE, ChoiceKind.ACT
REFUSALS = [
    Case("F.G3", Reason.DICE_AWAITED, rolling, choice(ACTIVATE), "Dice must be rolled now (2 dice)"),
    Case("F.G4", Reason.MUST_ACTIVATE, engaged, choice(ACT), "Side a must activate a group of its own"),
    Case("F.G4", Reason.NO_SUCH_GROUP, engaged, choice(ACTIVATE, group=99), "There is no such group. Side a must"),
    Case("F.G4", Reason.NOT_OWN_GROUP, engaged, choice(ACTIVATE, group=ENEMY), "That is not a group of side a"),
    Case("F.G4", Reason.GROUP_IS_GONE, engaged, choice(ACTIVATE, group=2), "That group is not there"),
    Case("F.G4", Reason.MUST_ACT, acting, choice(ACTIVATE), "must take one of its actions"),
    Case("F.G4", Reason.NO_SUCH_ACTION, acting, choice(ACT, action=9, target=ENEMY), "must take one of its actions"),
    Case(
        "F.G4",
        Reason.NO_SUCH_TARGET,
        acting,
        choice(ACT, target=2),
        "aimed at a group of the enemy that is still there",
    ),
    Case("F.G4", Reason.NOT_AN_ENEMY, acting, choice(ACT, target=1), "is aimed at a group of the enemy"),
    Case(
        "F.D10",
        Reason.NOT_A_FRIEND,
        acting,
        choice(ACT, action=1, target=ENEMY),
        "Hymn is aimed at a group of its own force",
    ),
]


@pytest.mark.parametrize("case", REFUSALS, ids=[case.reason.name for case in REFUSALS])
def test_a_refusal_says_why_and_what_would_be_allowed(case: Case) -> None:
    session, one = case.node().session, allocate(FormationsChoice)
    assign(look(FormationsChoice, one), case.choice)
    assert Reason(session.system.rules.refusal(session.setting, session.battle, one)) == case.reason
    with pytest.raises(Refused) as caught:
        session.choose(case.choice)
    assert caught.value.clause == case.clause
    assert case.part in str(caught.value)


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_belongs_to_a_clause(reason: Reason) -> None:
    assert clause_of(reason) in set(Clause)
