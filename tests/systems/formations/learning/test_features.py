"""What a learner is shown of an engagement means what its name says."""

from __future__ import annotations

from typing import Any

import pytest

from battlewright import systems
from battlewright.engine.record import numbers, row_of, snapshot
from battlewright.engine.session import Session
from battlewright.systems.formations.learning.features import CHOICE_NAMES, FEATURES, TABLE_NAMES
from battlewright.systems.formations.record import ChoiceKind, FormationsChoice
from battlewright.systems.formations.setup.engagement import EngagementSetup, ForceSetup

GUARD = {
    "name": "Guard",
    "kinds": [{"name": "Archer", "might": 2, "dex": 3, "will": 3, "def": 4, "atk": 2}],
    "groups": [{"kind": "Archer", "models": 4, "rerolls": 2}, {"kind": "Archer", "models": 3}],
}


def engagement() -> Session:
    """Two equal forces; side a has won the roll-off."""
    force = ForceSetup.model_validate(GUARD)
    session = Session(
        systems.load("formations"), EngagementSetup(forces=(force, force), round_limit=2, opening_penalty=0)
    )
    session.roll_typed([6, 1])
    return session


def table(session: Session, side: int = 0) -> dict[str, int]:
    out = numbers(len(TABLE_NAMES))
    FEATURES.observe(session.setting, session.battle, side, out)
    return dict(zip(TABLE_NAMES, out, strict=True))


def traits(session: Session, kind: ChoiceKind, **named: Any) -> dict[str, int]:
    """The features of a choice that is allowed now; to look changes nothing."""
    choice, dice = FormationsChoice(), named.pop("dice", {})
    choice.kind = kind
    for name, value in named.items():
        setattr(choice, name, value)
    for face, count in dice.items():
        choice.dice[face - 1] = count
    assert session.refusal(choice) == ""
    out, before = numbers(len(CHOICE_NAMES)), snapshot(session.battle)
    asked = row_of(FormationsChoice, choice)
    FEATURES.describe(session.setting, session.battle, session.node.side, asked, out)
    assert snapshot(session.battle) == before
    return dict(zip(CHOICE_NAMES, out, strict=True))


@pytest.mark.plain
def test_equal_forces_look_the_same_from_both_seats_until_one_suffers() -> None:
    session = engagement()
    assert table(session, 0) == table(session, 1)
    assert table(session)["own1_models"] == 400
    session.record.groups[24].wounds = 1
    mine, theirs = table(session, 0), table(session, 1)
    assert mine["their1_wounds"] == theirs["own1_wounds"] == 100
    assert mine["their1_might_left"] == 700
    assert mine["their_strength"] == theirs["own_strength"] == 1000 * 13 // 14
    assert (mine["round"], mine["rounds_left"], mine["step_activate"]) == (500, 500, 1000)


@pytest.mark.plain
def test_an_attack_shows_its_dice_its_chance_and_its_wounds() -> None:
    session = engagement()
    first = traits(session, ChoiceKind.ACTIVATE, group=0)
    assert (first["own_models"], first["own_dice"], first["own_rerolls"]) == (400, 800, 200)
    session.choose(session.choices()[0])
    seen = traits(session, ChoiceKind.ACT, target=25)
    assert (seen["kind_act"], seen["roll_attack"], seen["effect_none"]) == (1000, 1000, 1000)
    assert (seen["dice"], seen["chance"], seen["wounds"]) == (800, 500, 400)
    assert (seen["their_models"], seen["their_might_left"], seen["their_acted"]) == (300, 600, 0)
    assert seen["share"] == 1000 * 4 // 6
    assert table(session)["own1_acting"] == 1000


@pytest.mark.plain
def test_a_reroll_shows_what_it_takes_up() -> None:
    session = engagement()
    session.choose(session.choices()[0])
    session.choose(session.choices()[0])
    session.roll_typed([4, 4, 5, 6, 1, 2, 3, 3])
    seen = table(session)
    assert (seen["roll_dice"], seen["roll_score"], seen["roll_successes"], seen["roll_rerolls"]) == (800, 400, 400, 200)
    faces = [face for face in range(6) if session.record.frames[2].shown[face]]
    low, high = faces[0] + 1, faces[-1] + 1
    both = traits(session, ChoiceKind.REROLL, dice={low: 1, high: 1})
    assert (both["misses"], both["successes"], both["left"]) == (100, 100, 0)
    none = traits(session, ChoiceKind.REROLL)
    assert (none["misses"], none["successes"], none["left"]) == (0, 0, 200)
