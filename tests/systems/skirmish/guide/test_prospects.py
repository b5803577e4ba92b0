"""What a move leads to: the shots and close combats from where it ends, and what opponents could do there."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from battlewright.contract.guides import odds_of
from battlewright.engine.errors import BattlewrightError, Refused
from battlewright.engine.observation import observe
from battlewright.engine.record_text import write_record
from battlewright.engine.text import percent
from battlewright.systems.skirmish.guide import prospects
from battlewright.systems.skirmish.guide.clash_chance import harm_chance
from battlewright.systems.skirmish.guide.guide import SkirmishGuide
from battlewright.systems.skirmish.guide.paths import Finder
from battlewright.systems.skirmish.guide.prospects import Prospects
from battlewright.systems.skirmish.record import ChoiceKind
from tests.systems.skirmish.helpers import Fight, walk

BOTH: dict[str, Any] = {"weapons": ["Sword", "Rifle"], "melee": 4}
WALL = {"box": [0, 9, 6, 0.5], "top": 2}


def after(fight: Fight, *legs: tuple[int, int, int, int]) -> Prospects:
    """The prospects of a move, asked as over HTTP."""
    line = write_record(fight.choice(ChoiceKind.MOVE, *legs), ChoiceKind)
    return SkirmishGuide(observe(fight.session, fight.node.side)).prospects(line)


def two_sides(edition: str = "second", pieces: Sequence[dict[str, Any]] = (WALL,)) -> Fight:
    """A model that is to act, and three opponents behind a wall: near, far, and unarmed."""
    return Fight(
        a=[{"at": (4, 6), **BOTH}],
        b=[{"at": (4, 12), **BOTH}, {"at": (10, 20), **BOTH}, {"at": (8, 14), "weapons": []}],
        pieces=pieces,
        edition=edition,
    ).activate(0)


@pytest.mark.clause("S2.F1", "S2.F4", "S1.F1")
@pytest.mark.parametrize("edition", ["second", "first"])
def test_shots_are_those_of_the_lines_of_fire_once_the_model_is_there(edition: str) -> None:
    fight = two_sides(edition)
    told = after(fight, walk(7, 8))
    fight.choose(ChoiceKind.MOVE, walk(7, 8))
    guide = SkirmishGuide(fight.session)
    assert {each.model for each in told.shots} == {1, 2, 3}
    assert {each.model for each in told.shot_by} == {1, 2}
    for shots, is_own in ((told.shots, True), (told.shot_by, False)):
        for each in shots:
            line = guide.fire(0, each.model) if is_own else guide.fire(each.model, 0)
            assert line.open is not None
            assert (each.need, each.hit, each.critical) == (line.open.need, line.open.hit, line.open.critical)
            assert line.cover is not None
            assert each.cover == (line.cover.hit if line.may_cover else None)
        assert [each.hit for each in shots] == sorted((each.hit for each in shots), reverse=True)
    assert told.ap == fight.model(0).ap == 2


@pytest.mark.clause("S2.K3", "S2.K5", "S1.K2")
@pytest.mark.parametrize("edition", ["second", "first"])
def test_close_combat_has_the_chance_of_the_advice_once_the_model_is_there(edition: str) -> None:
    fight = two_sides(edition, pieces=())
    told = after(fight, walk(4, 8.4))
    (fought,) = told.fights
    assert (fought.model, fought.how) == (1, "engages")
    fight.choose(ChoiceKind.MOVE, walk(4, 8.4))
    guide = SkirmishGuide(fight.session)
    choice = guide.parse("engage b1")
    assert choice is not None
    (advice,) = odds_of(fight.session, [choice], 20)
    assert float(fought.harm) == pytest.approx(float(advice.chances["hit"]), abs=1e-6)


@pytest.mark.clause("S2.K2", "S2.K5")
def test_an_opponent_stands_in_reach_or_engages_or_is_too_far() -> None:
    fight = Fight(
        a=[{"at": (4, 4), **BOTH}],
        b=[{"at": (4, 9), **BOTH}, {"at": (12, 9), "weapons": ["Rifle"]}],
    ).activate(0)
    hows = [tuple(each.how for each in after(fight, walk(4, y)).fought_by) for y in (8, 5, 3)]
    assert hows == [("stands",), ("engages",), ()]
    assert after(fight, walk(4, 8)).fights[0].how == "stands"


def test_those_who_have_acted_come_later_and_those_who_break_down_not_at_all() -> None:
    fight = Fight(a=[{"at": (4, 4), **BOTH}, {"at": (12, 4)}], b=[{"at": (4, 9), **BOTH}, {"at": (12, 14), **BOTH}])
    fight.stress(3, 3)
    fight.activate(1).choose(ChoiceKind.STOP).activate(2).choose(ChoiceKind.STOP).activate(0)
    told = after(fight, walk(4, 6))
    assert [(each.model, each.later) for each in told.shot_by] == [(2, True)]
    assert [(each.model, each.later) for each in told.fought_by] == [(2, True)]
    assert told.shot_by[0].cover is not None, "in the next round it has action points again"
    assert told.sentences[-1].startswith("Next round in reach of: b1 (b1), close combat ")


def test_with_the_last_action_point_nothing_is_promised() -> None:
    fight = two_sides().choose(ChoiceKind.MOVE, walk(4, 7))
    told = after(fight, walk(4, 8))
    assert (told.ap, told.shots, told.fights) == (1, (), ())
    assert told.sentences[0] == "From here: no attack, with 1 AP left."
    assert told.shot_by


def test_an_engagement_says_whom_it_reaches() -> None:
    fight = Fight(a=[{"at": (4, 6), **BOTH}], b=[{"at": (4, 9), **BOTH}])
    fight.activate(0)
    guide = SkirmishGuide(fight.session)
    choice = guide.parse("engage b1")
    assert choice is not None
    told = guide.prospects(write_record(choice, ChoiceKind))
    assert ([each.model for each in told.fights], told.shots, told.ap) == ([1], (), 1)
    assert told.sentences[0].startswith("Close combat with b1 (b1) ")


def test_everything_is_said_in_a_sentence_and_is_data() -> None:
    told = after(two_sides(pieces=()), walk(4, 8.5))
    data = told.as_data()
    assert json.loads(json.dumps(data)) == data
    near, far = percent(told.shots[0].hit), percent(told.shots[1].hit)
    assert told.sentences[0].startswith(f"From here: shoot b1 (b1) {near}, b3 (b3) {far}, b2 (b2) ")
    assert told.sentences[1].startswith(
        f"In reach of: b1 (b1), close combat {percent(told.fought_by[0].harm)} or shoots "
    )
    alone = Fight(a=[{"at": (4, 4), **BOTH}], b=[{"at": (20, 20), "weapons": []}]).activate(0)
    assert after(alone, walk(4, 6)).sentences[1] == "Nobody can shoot it or come near it there."


def test_only_a_legal_choice_that_leads_to_a_place_has_prospects() -> None:
    fight = two_sides()
    with pytest.raises(Refused):
        after(fight, walk(4, 23))
    guide = SkirmishGuide(fight.session)
    for line in ("stop", "shoot whom=1"):
        with pytest.raises(BattlewrightError, match="leads to a place"):
            guide.prospects(line)
    with pytest.raises(BattlewrightError):
        guide.prospects("move count=x")


@pytest.mark.clause("S2.A2", "S2.T3")
def test_a_model_that_is_activated_first_has_the_prospects_that_it_has_then() -> None:
    fight = Fight(a=[{"at": (4, 6), **BOTH}, {"at": (12, 4)}], b=[{"at": (4, 12), **BOTH}])
    fight.stress(1, 3)
    line = write_record(fight.choice(ChoiceKind.MOVE, walk(7, 8)), ChoiceKind)
    guide = SkirmishGuide(observe(fight.session, fight.node.side))
    told = guide.prospects(line, activated=0)
    with pytest.raises(BattlewrightError, match="Dice are rolled for this model before it may act"):
        guide.prospects(line, activated=1)
    for stranger in (2, 9, -1):
        with pytest.raises(Refused):
            guide.prospects(line, activated=stranger)
    assert told == after(fight.activate(0), walk(7, 8))
    assert told.shots
    assert told.shot_by


def test_paths_are_searched_for_those_alone_who_could_come_near(monkeypatch: pytest.MonkeyPatch) -> None:
    """So a place is told of within a tenth of a second, however many models are on the table; and a close combat of the
    same numbers is solved once."""
    sides = [[{"at": (2 + 1.8 * number, y), **BOTH} for number in range(12)] for y in (5, 14)]
    fight, searched = Fight(a=sides[0], b=sides[1]).activate(0), []

    class Counted(Finder):
        def __init__(self, *given: Any) -> None:
            searched.append(given[2])
            super().__init__(*given)

    monkeypatch.setattr(prospects, "Finder", Counted)
    solved = harm_chance.cache_info().misses
    far, near = after(fight, walk(2, 6)), after(fight, walk(2, 10))
    assert (len(far.shot_by), far.fought_by) == (10, ())
    assert {each.model for each in near.fought_by} == {12, 13}
    assert set(searched) <= {0, 12, 13}
    assert harm_chance.cache_info().misses - solved <= 1
