"""Advice about a battle: exchanges, plans with a Move, secret divisions, and time."""

from __future__ import annotations

import json
import time
from fractions import Fraction
from typing import Any

import pytest

from battlewright.answers.advice import Advice
from battlewright.contract.guides import guide_of, odds_of
from battlewright.engine.observation import observe
from battlewright.engine.record import copy_of
from battlewright.engine.text import percent
from battlewright.geometry.legs import LegKind
from battlewright.systems.skirmish.guide.guide import SkirmishGuide
from battlewright.systems.skirmish.odds.exchange import Exchange
from battlewright.systems.skirmish.record import ChoiceKind, Editable, SkirmishChoice
from tests.advice import advice_texts
from tests.systems.skirmish.helpers import Fight, climb, leg, walk

SECONDS = 20.0
"""More than any of these takes."""
RIFLE = {"ballistics": 5, "agility": 4, "weapons": ["Rifle"]}


def offered(fight: Fight) -> list[tuple[SkirmishChoice, str]]:
    """Every choice that a person sees, with its words."""
    by_place = sorted(guide_of(fight.session).offers(), key=lambda each: each.place)
    return [(each.choice, each.sentence) for each in by_place]


def found(fight: Fight, seconds: float = SECONDS) -> dict[str, Advice]:
    choices = offered(fight)
    given = odds_of(fight.session, [choice for choice, _ in choices], seconds)
    return {words: advice for (_, words), advice in zip(choices, given, strict=True)}


def beginning(fight: Fight, words: str) -> Advice:
    """The advice about the choice whose words begin so."""
    return next(advice for key, advice in found(fight).items() if key.startswith(words))


def range_of(inches: float, **more: Any) -> Fight:
    """A rifleman and a target in the open, in the first activation."""
    return Fight(a=[{"at": (4, 2), **RIFLE}], b=[{"at": (4, 2 + inches), "weapons": [], **more}]).activate(0)


def test_a_shot_is_valued_as_the_exchange_that_it_begins() -> None:
    fight = range_of(12, agility=2)
    shot = fight.choice(ChoiceKind.SHOOT, whom=1)
    exchange = Exchange(fight.session.setting, fight.session.battle)
    hits, values = exchange.hits(shot), exchange.after(shot).values
    advice = beginning(fight, "Shoot")
    assert tuple(advice.parts.values()) == values
    assert advice.value == exchange.stress_value(exchange.after(shot))
    assert (advice.chances["hit"], advice.chances["critical"]) == hits["nothing"]
    assert advice.chances["hit in cover"] == hits["cover"][0]
    assert advice.exact


def test_the_rifleman_moves_before_it_shoots() -> None:
    """From here a shot hits in at most 40 of 100, after a move in about 90: the move is best, and says why."""
    fight = range_of(20, agility=2)
    given = found(fight)
    shot, move = (next(key for key in given if word in key) for word in ("Shoot", ", towards"))
    assert given[shot].chances["hit"] <= Fraction(2, 5)
    assert given[move].chances["hit"] >= Fraction(17, 20)
    then = given[move].then
    assert then is not None
    assert (then.choice, then.kind, then.sentence) == ("shoot whom=1", "shoot", "shoot b1 (b1)")
    assert then.about == fight.session.words.reference(1)
    assert (given[move].best, given[shot].best) == (True, False)
    choices = offered(fight)
    texts = advice_texts(
        guide_of(fight.session), [choice for choice, _ in choices[:2]], [choice for choice, _ in choices[2:]], SECONDS
    )
    assert texts is not None
    told = texts[[words for _, words in choices].index(move)]
    assert told.startswith("then shoot b1 (b1): hit 9")
    assert told.endswith(" *")


def test_a_move_is_worth_what_the_next_choice_is_worth_after_it() -> None:
    fight = range_of(20, agility=2)
    move, words = next(each for each in offered(fight) if "towards" in each[1])
    promised = found(fight)[words]
    fight.session.choose(move)
    shot = beginning(fight, "Shoot")
    assert (promised.parts, promised.chances) == (shot.parts, shot.chances)


def test_after_the_last_action_point_that_an_exchange_takes_a_move_is_worth_nothing() -> None:
    fight = range_of(20, agility=2)
    fight.session.choose(copy_of(guide_of(fight.session).suggestions()[0].choice))
    moves = [advice for words, advice in found(fight).items() if words.startswith("Move")]
    assert moves
    assert all(advice.value == 0 and not advice.then for advice in moves)


def test_a_move_into_a_fire_costs_its_stress() -> None:
    fight = Fight(a=[{"at": (4, 2), **RIFLE}], b=[{"at": (4, 18), "weapons": [], "agility": 0}])
    fight.edit(Editable.FIRE, 0, 0, x=5500, y=6000, level=0).activate(0)
    guide = SkirmishGuide(fight.session)
    typed = [copy_of(guide.moves.typed("move", (x, "6"))) for x in ("5.5", "2.5")]
    burnt, whole = odds_of(fight.session, typed, SECONDS)
    assert burnt.then == whole.then
    assert burnt.then is not None
    assert burnt.then.sentence == "shoot b1 (b1)"
    assert burnt.chances["hit"] == whole.chances["hit"]
    assert burnt.parts["stress"] == whole.parts["stress"] - 1


def test_a_fighter_moves_before_it_engages() -> None:
    """Twelve inches away: an engage move alone does not reach, one after a Move does."""
    fight = Fight(a=[{"at": (4, 4), "melee": 5}], b=[{"at": (4, 14), "weapons": [], "melee": 0}]).activate(0)
    given = found(fight)
    best = {words: advice for words, advice in given.items() if advice.best}
    assert best
    for words, advice in best.items():
        assert words.startswith("Move")
        assert advice.then is not None
        assert advice.then.kind == "close-combat"
        assert advice.then.sentence == "close combat with b1 (b1)"
        assert advice.then.about == fight.session.words.reference(1)


def test_a_shot_that_cannot_hit_says_whom_it_harms() -> None:
    """Too far to hit, but somebody stands in the line: a miss may hit them."""
    fight = Fight(
        a=[{"at": (4, 2), "ballistics": 1, "weapons": ["Rifle"]}],
        b=[{"at": (4, 22), "weapons": []}, {"at": (4, 8), "weapons": []}],
    ).activate(0)
    far = beginning(fight, "Shoot b1 (b1)")
    assert far.chances["hit"] == 0
    assert far.note == "a miss may harm b2 (b2)"
    assert far.parts["stress"] > 0


def test_an_activation_without_a_risk_has_nothing_to_say() -> None:
    fight = Fight(a=[{"at": (4, 2)}, {"at": (8, 2)}], b=[{"at": (4, 20)}]).stress(0, 5)
    choices = fight.session.choices()
    risk, none = odds_of(fight.session, choices, SECONDS)
    assert (risk.note, none.note, none.chances) == ("breaks down", "", {})
    assert 0 < risk.chances["removed"] < 1
    assert advice_texts(guide_of(fight.session), choices, choices[:1]) == [
        f"breaks down, {percent(risk.chances['removed'])} to be removed",
        "",
        "",
    ]


# Close combat, and what its chance to hit means


def duel(edition: str = "second", **more: Any) -> Fight:
    """Two fighters in each other's reach."""
    return Fight([{"at": (5.0, 5.0), "melee": 4}], [{"at": (6.5, 5.0), **more}], edition=edition).activate(0)


@pytest.mark.parametrize("edition", ["second", "first"])
def test_the_hit_of_close_combat_is_the_chance_that_it_harms_an_opponent(edition: str) -> None:
    fight = duel(edition)
    odds = Exchange(fight.session.setting, fight.session.battle).after(fight.choice(ChoiceKind.CLOSE_COMBAT)).odds
    harmed = sum(chance for changes, chance in odds if any(each.who == 1 and each.harms for each in changes))
    advice = beginning(fight, "Close combat")
    assert advice.chances == {"hit": harmed}
    assert 0 < harmed < 1


def test_against_a_model_that_does_not_fight_back_close_combat_hits_unless_no_die_succeeds() -> None:
    assert beginning(duel(melee=0), "Close combat").chances["hit"] == 1 - Fraction(1, 2) ** 4


def test_a_plan_to_engage_shows_the_chance_to_hit() -> None:
    fight = Fight(a=[{"at": (4, 4), "melee": 5}], b=[{"at": (4, 14), "weapons": [], "melee": 0}]).activate(0)
    plans = [advice for advice in found(fight).values() if advice.then and advice.then.kind == "close-combat"]
    assert plans
    assert all(advice.chances["hit"] == 1 - Fraction(1, 2) ** 5 for advice in plans)


def test_each_split_shows_the_chance_to_harm_the_other() -> None:
    splits = odds_of(clash().session, clash().session.choices(), SECONDS)
    hits = [each.chances["hit"] for each in splits]
    assert hits == sorted(hits), "the more dice on attack, the likelier"
    assert hits[0] == 0
    assert hits[-1] > Fraction(1, 2)


# The order of choices


def test_much_stress_is_better_than_a_slight_chance_of_a_break_down() -> None:
    """The far one would break down, but is hardly ever hit; the near one is hit nearly always."""
    fight = Fight(
        a=[{"at": (4, 2), "ballistics": 3, "agility": 0, "weapons": ["Rifle"]}],
        b=[{"at": (4, 20), "weapons": [], "agility": 0}, {"at": (8, 2), "toughness": 6, "weapons": []}],
    )
    fight.stress(1, 2).activate(0)
    far, near = beginning(fight, "Shoot b1"), beginning(fight, "Shoot b2")
    assert 0 < far.parts["broken"] < Fraction(1, 20)
    assert near.parts["broken"] == 0
    assert near.parts["stress"] > 1
    assert (far.best, near.best) == (False, True)


def test_choices_are_compared_in_stress_and_a_model_counts_as_the_toughness_on_its_card() -> None:
    """Somebody of Toughness 5 who will break down counts 5 more."""
    fight = Fight(a=[{"at": (4, 2), **RIFLE}], b=[{"at": (4, 8), "toughness": 5, "weapons": [], "agility": 0}])
    shot = beginning(fight.stress(1, 4).activate(0), "Shoot")
    assert shot.value == 5 * (shot.parts["removed"] + shot.parts["broken"]) + shot.parts["stress"]


def test_toughness_counts_as_much_as_stress_in_the_first_edition() -> None:
    fight = Fight(a=[{"at": (4, 2), **RIFLE}], b=[{"at": (4, 8), "toughness": 2, "weapons": []}], edition="first")
    shot = beginning(fight.activate(0), "Shoot")
    assert shot.parts["removed"] > 0
    assert shot.value == 2 * shot.parts["removed"] + shot.parts["Toughness"] + shot.parts["stress"]


# Attempts beyond the range, which the first edition allows


@pytest.mark.clause("S1.M7")
def test_a_climb_that_is_tried_beyond_the_range_is_advised_against() -> None:
    """It is sure to fall: a point of stress, and nothing is gained."""
    block = {"box": [8, 8, 4, 4], "top": 4}
    fight = Fight(a=[{"at": (4, 10), "weapons": []}], b=[{"at": (22, 22)}], pieces=[block], edition="first").activate(0)
    attempt = fight.choice(ChoiceKind.MOVE, walk(7.5, 10), climb(8, 10, 4))
    assert fight.session.refusal(attempt) == ""
    tried, stopped = odds_of(fight.session, [attempt, fight.choice(ChoiceKind.STOP)], SECONDS)
    assert (tried.value, tried.exact, tried.best) == (Fraction(-1), True, False)
    assert stopped.best


@pytest.mark.clause("S1.M9")
def test_a_jump_that_is_tried_beyond_the_range_is_advised_against() -> None:
    ledges = [{"box": [4, 6, 4, 4], "top": 3}, {"box": [13, 6, 4, 4], "top": 3}]
    one = {"at": (7.0, 8.0, 3.0), "agility": 2, "weapons": []}
    fight = Fight(a=[one], b=[{"at": (22, 22)}], pieces=ledges, edition="first").activate(0)
    attempt = fight.choice(ChoiceKind.MOVE, leg(LegKind.JUMP, 13.6, 8, 3))
    assert fight.session.refusal(attempt) == ""
    (tried,) = odds_of(fight.session, [attempt], SECONDS)
    assert tried.value == -Fraction(1, 4)  # it falls 3" if both dice carry it over the edge
    assert not tried.best


# Divisions of dice, which are secret


def clash(melee: int = 3) -> Fight:
    cards = [{"at": (5.0, 5.0), "melee": melee}, {"at": (6.5, 5.0), "melee": melee}]
    return Fight([cards[0]], [cards[1]], edition="first").activate(0).engage()


def test_the_shares_of_a_division_sum_to_one() -> None:
    given = odds_of(clash().session, clash().session.choices(), SECONDS)
    shares = [each.share for each in given if each.share is not None]
    assert (len(shares), sum(shares)) == (len(given), 1)
    assert [each.best for each in given] == [share > 0 for share in shares]


@pytest.mark.clause("S1.K9")
def test_advice_from_an_observation_does_not_depend_on_the_others_division() -> None:
    def told(attack: int) -> list[Advice]:
        session = clash().choose(ChoiceKind.DIVIDE, attack=attack).session
        seen = observe(session, session.node.side)
        return odds_of(seen, seen.choices(), SECONDS)

    first, *rest = [told(attack) for attack in range(4)]
    assert all(each == first for each in rest)
    assert first


# Time


def test_the_time_is_kept_and_what_is_missing_says_so() -> None:
    fight = range_of(20, agility=2)
    choices = [choice for choice, _ in offered(fight)]
    odds_of(fight.session, choices, SECONDS)  # compiled by now
    begin = time.monotonic()
    given = odds_of(fight.session, choices, 0.0)
    assert time.monotonic() - begin < 1
    assert all(each.is_late and each.value is None and not each.best for each in given)


def test_all_advice_travels_as_json() -> None:
    for advice in found(range_of(20)).values():
        assert Advice.from_data(json.loads(json.dumps(advice.as_data()))) == advice
