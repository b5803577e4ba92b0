"""Exchanges of a real battle, against the rules written out once more: choices, plans, and any moment there is."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from battlewright import systems
from battlewright.bots.random import RandomBot
from battlewright.contract.system import system_of
from battlewright.engine.errors import Refused
from battlewright.engine.node import NodeKind
from battlewright.engine.record import look, snapshot
from battlewright.engine.session import Session
from battlewright.odds import Answer
from battlewright.systems.skirmish.odds.exchange import Changes, Exchange
from battlewright.systems.skirmish.record import ChoiceKind, Editable, Fate, Setting, Skirmish, SkirmishChoice, Step
from battlewright.systems.skirmish.setup.battle import BattleSetup
from battlewright.systems.skirmish.setup.files import ROSTERS, TABLES, read_roster, read_table
from tests.modes import nightly_when_plain
from tests.systems.skirmish.helpers import Fight, climb, walk
from tests.systems.skirmish.odds import oracles
from tests.systems.skirmish.odds.oracles import BLADES, GUNS, Clash, Fencer, Firefight, Gained, Man, Obstacle, State
from tests.systems.skirmish.odds.test_solved import fencer, hold_choices, parts

plain = pytest.mark.plain
EIGHTH = Fraction(1, 8)


def ask(fight: Fight, **more: Any) -> Exchange:
    return Exchange(fight.session.setting, fight.session.battle, **more)


def gained(changes: Changes, models: int) -> Gained:
    stress = {change.who: change.stress for change in changes}
    return tuple(stress.get(who, 0) for who in range(models))


def hold_exchange(answer: Answer, chances: oracles.Chances[Gained], fight: Firefight, sign: int = 1) -> None:
    """The stress of all models, and what that is worth; nobody is removed."""
    models = len(fight.men)
    assert oracles.agrees(answer.odds.map(lambda changes: gained(changes, models)), chances)
    assert all(not change.removed and not change.toughness for changes, _ in answer.odds for change in changes)
    assert answer.values == parts(0, *(sign * part for part in oracles.worth_of(chances, fight.worth)))


def pick(answer: Answer, kind: ChoiceKind, whom: int = 0) -> tuple[SkirmishChoice, Answer]:
    ((choice, each),) = [one for one in answer.choices if one[0].kind == kind and one[0].whom == whom]
    return choice, each


SHOOTER, TARGET, BYSTANDER = range(3)


def firefight(stress: tuple[int, int], shooter: int = 4, **more: Any) -> tuple[Fight, Firefight]:
    """A shot over 8 inches at somebody with a pistol, past a wall and a bystander of its own side."""
    fight = Fight(
        a=[{"at": (4, 12), "ballistics": shooter, "toughness": 2, "agility": 4, "weapons": ["Rifle"]}],
        b=[
            {"at": (13, 12), "toughness": 3, "agility": 5, "weapons": ["Pistol"]},
            {"at": (8, 12), "toughness": 1, "weapons": []},
        ],
        pieces=[{"box": [10, 10, 0.5, 4], "top": 2}],
        **more,
    )
    for who, amount in enumerate(stress):
        fight.edit(Editable.STRESS, who, amount)
    men = (
        Man(SHOOTER, 0, shooter, 2, 4, stress[0], gun=GUNS["Rifle"]),
        Man(TARGET, 1, 3, 3, 5, stress[1], gun=GUNS["Pistol"]),
        Man(BYSTANDER, 1, 3, 1, 3),
    )
    return fight.activate(SHOOTER), Firefight(men, SHOOTER, TARGET, 8000, (Obstacle(), Obstacle((BYSTANDER,))))


@plain
@pytest.mark.parametrize("stress", [(0, 0), (0, 2), (1, 0), (1, 2)])
def test_a_real_shot_with_its_reactions_is_the_rules_written_out(stress: tuple[int, int]) -> None:
    fight, written = firefight(stress)
    before = snapshot(fight.session.battle), snapshot(fight.session.setting)
    answer = ask(fight).answer()
    assert (snapshot(fight.session.battle), snapshot(fight.session.setting)) == before
    hold_exchange(pick(answer, ChoiceKind.SHOOT, TARGET)[1], written.played(), written)
    past = Firefight(written.men, SHOOTER, BYSTANDER, 3000)
    hold_exchange(pick(answer, ChoiceKind.SHOOT, BYSTANDER)[1], past.played(), past)
    assert pick(answer, ChoiceKind.STOP)[1].values == parts(0, 0, 0)
    assert len(answer.choices) == 3
    assert answer.choices[answer.best][1].values == max(each.values for _, each in answer.choices) == answer.values


@plain
@pytest.mark.parametrize("stress", [(0, 0), (1, 2)])
def test_every_reaction_has_its_value_for_the_one_who_reacts(stress: tuple[int, int]) -> None:
    fight, written = firefight(stress)
    answer = ask(fight.shoot(TARGET)).answer()
    kinds = {"nothing": ChoiceKind.NOTHING, "cover": ChoiceKind.COVER, "return fire": ChoiceKind.RETURN_FIRE}
    reactions = written.reactions()
    assert len(answer.choices) == len(reactions) == 3
    for name, chances in reactions.items():
        hold_exchange(pick(answer, kinds[name])[1], chances, written, sign=-1)
    assert answer.choices[answer.best][1].values == max(each.values for _, each in answer.choices) == answer.values


def test_the_best_reaction_depends_on_who_is_close_to_breaking_down() -> None:
    """Otherwise the tests above would not see a wrong aim."""
    best = set()
    for stress in ((0, 0), (0, 2), (1, 0), (1, 2)):
        fight, _ = firefight(stress)
        answer = ask(fight.shoot(TARGET)).answer()
        best.add(ChoiceKind(answer.choices[answer.best][0].kind))
    assert best == {ChoiceKind.COVER, ChoiceKind.RETURN_FIRE}


@plain
def test_hits_are_by_the_targets_reaction() -> None:
    fight, written = firefight((0, 0))
    asked = ask(fight).hits(fight.choice(ChoiceKind.SHOOT, whom=TARGET))
    for name in ("nothing", "cover", "return fire"):
        dice = oracles.aimed(4, 12500 if name == "cover" else 10000)
        chances = oracles.turned(dice, lambda each: each[0])[True], oracles.turned(dice, lambda each: each[1])[True]
        assert asked[name] == chances
    assert asked.keys() == written.reactions().keys()
    assert ask(fight).hits(fight.choice(ChoiceKind.STOP)) == {}


@plain
def test_where_there_is_no_reaction_there_is_one_chance_to_hit() -> None:
    fight, _ = firefight((0, 0))
    fight.session.undo()
    fight.edit(Editable.AP, TARGET, 0).activate(SHOOTER)
    asked = ask(fight).hits(fight.choice(ChoiceKind.SHOOT, whom=TARGET))
    assert asked == {
        "nothing": (oracles.turned(oracles.aimed(4, 10000), lambda each: each[0])[True], asked["nothing"][1])
    }


@plain
def test_a_stray_shot_may_blow_up_what_is_in_the_line() -> None:
    """A barrel 1.5" before the target, with a radius of 2": the target and a friend of the shooter stand within."""
    fight = Fight(
        a=[{"at": (4, 12), "weapons": ["Rifle"]}, {"at": (10.5, 14.2), "toughness": 1, "weapons": []}],
        b=[{"at": (13, 12), "toughness": 1, "weapons": []}, {"at": (20, 20), "weapons": []}],
        pieces=[{"box": [10, 11.5, 1, 1], "top": 1.5, "effect": "explosion", "radius": 2}],
    ).activate(0)
    men = (Man(0, 0, gun=GUNS["Rifle"]), Man(1, 0, toughness=1), Man(2, 1, toughness=1), Man(3, 1))
    written = Firefight(men, 0, 2, 8000, (Obstacle((1, 2), explodes=True),))
    answer = ask(fight).answer()
    hold_exchange(pick(answer, ChoiceKind.SHOOT, 2)[1], written.played(), written)
    assert pick(answer, ChoiceKind.SHOOT, 2)[1].odds.chance_that(lambda changes: len(changes) == 2) > 0


def duel(blades: tuple[str, str], apart: float, margins: tuple[int, int], **more: Any) -> Fight:
    a, b = ({"weapons": [blade], "toughness": margin} for blade, margin in zip(blades, margins, strict=True))
    return Fight(a=[a | {"at": (10, 12)}], b=[b | {"at": (11 + apart, 12)}], **more).activate(0)


def fought_of(clash: Clash) -> tuple[Fraction, Fraction]:
    fought = clash.fought().values()
    value, net = ([chance * best.value[part] for chance, best in fought] for part in (0, 1))
    return sum(value, Fraction(0)), sum(net, Fraction(0))


@pytest.mark.parametrize("blades", [("Spear", "Sword"), ("Spear", "Spear"), ("Sword", "Spear"), ("Sword", "Sword")])
@pytest.mark.parametrize("apart", [0.5, 1])
@pytest.mark.parametrize("margins", [(2, 3), (3, 1)])
def test_a_shove_may_end_a_real_clash(blades: tuple[str, str], apart: float, margins: tuple[int, int]) -> None:
    clash = Clash(fencer(3, margins[0], blades[0]), fencer(3, margins[1], blades[1]), int(apart * 1000), shoving=True)
    fight = duel(blades, apart, margins)
    before = snapshot(fight.session.battle)
    answer = pick(ask(fight).answer(), ChoiceKind.CLOSE_COMBAT)[1]
    assert snapshot(fight.session.battle) == before
    assert answer.values == parts(0, *fought_of(clash))
    ends = set[Gained]().union(*(best.ends for _, best in clash.fought().values()))
    assert {gained(changes, 2) for changes, _ in answer.odds} <= ends


@plain
def test_a_shove_out_of_reach_is_worth_something_and_a_wall_behind_prevents_it() -> None:
    fencers = Fencer(2, 3, BLADES["Spear"]), Fencer(2, 3, BLADES["Sword"])
    free, pinned = (fought_of(Clash(*fencers, 500, shoving=shoving)) for shoving in (True, False))
    assert free != pinned
    for pieces, value in ((), free), (({"box": [12, 10, 1, 4], "top": 4},), pinned):
        fight = Fight(
            a=[{"at": (10, 12), "melee": 2, "weapons": ["Spear"]}],
            b=[{"at": (11.5, 12), "melee": 2, "weapons": ["Sword"]}],
            pieces=pieces,
        ).activate(0)
        assert pick(ask(fight).answer(), ChoiceKind.CLOSE_COMBAT)[1].values == parts(0, *value)


@plain
def test_in_the_middle_of_a_clash_every_choice_has_its_value() -> None:
    clash = Clash(fencer(3, 2, "Spear"), fencer(3, 2, "Spear"), 1500, shoving=True)
    fight = duel(("Spear", "Spear"), 1.5, (2, 2)).engage().roll(6, 5, 6).roll(4, 6, 1)
    state = State(((1, 2), (1, 1)), apart=1500)
    hold_choices(ask(fight).answer(), clash, state, 1)
    fight.choose(ChoiceKind.STRIKE, critical=1)  # out of reach by the shove: the defender may only parry now
    ((_, after),) = [each for each in clash.moves(state) if each[0] == ("strike", True, False)]
    assert (after.apart, after.stress, fight.node.side) == (2500, (0, 1), 1)
    later = Clash(fencer(3, 2, "Spear"), fencer(3, 1, "Spear"), shoving=True)  # what is to come is asked about
    hold_choices(ask(fight).answer(), later, after._replace(stress=(0, 0)), -1)


@plain
@nightly_when_plain
def test_a_listed_choice_is_worth_the_same_when_it_is_asked_about_by_itself() -> None:
    fight, _ = firefight((0, 2))
    exchange = ask(fight)
    for choice, each in exchange.answer().choices:
        alone = exchange.after(choice)
        assert (alone.values, alone.odds) == (each.values, each.odds)


@plain
def test_a_move_by_itself_is_worth_what_its_test_may_cost() -> None:
    """Nothing else that could be done from there counts."""
    fight = roof()
    walked = ask(fight).after(fight.choice(ChoiceKind.MOVE, walk(5, 15)))
    assert (walked.values, dict(walked.odds), walked.choices) == (parts(0, 0, 0), {(): Fraction(1)}, ())
    climbed = ask(fight).after(fight.choice(ChoiceKind.MOVE, climb(5, 11, 5)))
    assert climbed.values == parts(0, EIGHTH - 1, EIGHTH - 1)
    assert climbed.odds.chance(()) == EIGHTH


@plain
def test_a_choice_that_is_not_listed_is_asked_about_by_itself() -> None:
    fight = Fight(a=[{"at": (8, 12), "melee": 2}], b=[{"at": (13, 12), "melee": 1}]).activate(0)
    exchange, before = ask(fight), snapshot(fight.session.battle)
    answer = exchange.after(fight.choice(ChoiceKind.CLOSE_COMBAT, walk(11, 12)))
    assert answer.values == parts(
        0, *fought_of(Clash(Fencer(2, 3, BLADES["Sword"]), Fencer(1, 3, BLADES["Sword"]), 1000))
    )
    with pytest.raises(Refused) as refused:
        exchange.after(fight.choice(ChoiceKind.CLOSE_COMBAT, walk(10, 12)))
    assert refused.value.clause == "S2.K3"
    assert snapshot(fight.session.battle) == before


# Any moment of a battle.


def moment(seed: int) -> Session:
    """A battle of shipped rosters on a shipped table, played at random, with a liking for fights, up to a moment of an
    activation at which more than one thing may happen."""
    chance = Random(seed)
    setup = BattleSetup.model_validate(
        {
            "rosters": [read_roster(chance.choice(ROSTERS.names)) for _ in range(2)],
            "table": read_table(chance.choice(TABLES.names)),
            "scenario": {"name": "Test", "deployment": {"depth": chance.choice([4, 9])}},
        }
    )
    session, bot, least = Session(systems.load("skirmish"), setup, seed), RandomBot(seed), chance.randrange(30, 150)
    fighting = (ChoiceKind.CLOSE_COMBAT, ChoiceKind.SHOOT, ChoiceKind.RETURN_FIRE, ChoiceKind.AID)
    while not session.is_over:
        if session.node.kind == NodeKind.CHANCE:
            if len(session.steps) >= least and session.record.depth > 2:
                break
            session.roll()
            continue
        choices = session.choices()
        if len(session.steps) >= least and session.record.depth >= 2 and len(choices) > 2:
            break
        fights = [choice for choice in choices if choice.kind in fighting]
        session.choose(chance.choice(fights) if fights and chance.random() < 0.5 else bot.choose(session))
    return session


@pytest.mark.parametrize("seed", range(12))
def test_at_any_moment_the_answer_is_that_of_trying_everything(seed: int) -> None:
    """The battle's own rules, but every face of every die and every choice tried one by one."""
    session = moment(seed)
    assert not session.is_over
    first_of_b = look(Setting, session.setting).first_of_b
    before = [(model.toughness, model.stress, model.fate) for model in session.record.models]
    side = max(session.node.side, 0)

    def measure(battle: Skirmish) -> tuple[tuple[int, int, int, bool], ...]:
        changed = []
        for who, (toughness, stress, fate) in enumerate(before):
            model = battle.models[who]
            if (model.toughness, model.stress, model.fate) != (toughness, stress, fate):
                removed = model.fate == Fate.REMOVED
                changed.append((who, model.toughness - toughness, model.stress - stress, removed))
        return tuple(changed)

    def aim(changed: tuple[tuple[int, int, int, bool], ...]) -> tuple[int, int, int]:
        gone = breaks = stress = 0
        for who, lost, more, removed in changed:
            sign = 1 if (who >= first_of_b) != (side == 1) else -1
            toughness, stressed, fate = before[who]
            broken = removed or stressed + more >= toughness + lost
            gone += sign * removed
            breaks += sign * (broken - (fate == Fate.REMOVED or stressed >= toughness))
            stress += sign * more
        return gone, breaks, stress

    def ends(battle: Skirmish) -> bool:
        return battle.depth < 2 or (battle.node.kind == NodeKind.DECISION and battle.node.step == Step.ACT)

    tried = oracles.Tried(system_of(session), session.setting, ends, measure, aim, side).play(session.battle)
    answer = Exchange(session.setting, session.battle).answer()
    assert (answer.values, dict(answer.odds)) == (tried.values, tried.chances)
    assert tuple(each.values for _, each in answer.choices) == tried.tried
    assert answer.best == tried.best


# Plans.


@plain
def test_a_plan_to_move_and_shoot_is_the_shot_from_there() -> None:
    fight, written = firefight((1, 2))
    plan = [fight.choice(ChoiceKind.MOVE, walk(4, 16)), fight.choice(ChoiceKind.SHOOT, whom=TARGET)]
    before = snapshot(fight.session.battle)
    answer = ask(fight).plan(plan)
    assert snapshot(fight.session.battle) == before
    # 9" along and 4" across are 9.849" from centre to centre, with the wall, but not the bystander, between them
    men = (written.men[0]._replace(ap=2), *written.men[1:])
    there = Firefight(men, SHOOTER, TARGET, 8849, (Obstacle(),))
    hold_exchange(answer, there.played(), there)
    assert answer.choices == ()


def roof(**more: Any) -> Fight:
    """A shooter at the foot of a roof 5" high, which it climbs with three successes of three; it may then shoot."""
    return Fight(
        a=[{"at": (5, 12), "ballistics": 4, "toughness": 1, "weapons": ["Sword", "Rifle"]}],
        b=[{"at": (18, 11), "toughness": 2, "weapons": ["Rifle"], "ballistics": 4}, {"at": (5, 9.5, 5)}],
        pieces=[{"box": [3, 6, 4, 5.5], "top": 5}],
        **more,
    ).activate(0)


@plain
@nightly_when_plain
def test_a_plan_with_a_climb_is_the_mixture_of_what_follows() -> None:
    """From the roof it is 13" (5 up, 12 along), from its foot a little over 12"; who falls has a stress more."""
    fight = roof()
    plan = [fight.choice(ChoiceKind.MOVE, climb(5, 11, 5)), fight.choice(ChoiceKind.SHOOT, whom=1)]
    men = (Man(0, 0, 4, 1, 3, ap=2, gun=GUNS["Rifle"]), Man(1, 1, 4, 2, 3, gun=GUNS["Rifle"]), Man(2, 1))
    above = Firefight(men, 0, 1, 13000)
    below = Firefight(men, 0, 1, 12039, before=(1, 0, 0))
    mixture = oracles.then({True: EIGHTH, False: 1 - EIGHTH}, lambda up: (above if up else below).played())
    hold_exchange(ask(fight).plan(plan), mixture, above)


@plain
@nightly_when_plain
def test_what_a_fall_makes_impossible_is_left_out_of_a_plan() -> None:
    """Close combat on the roof: with one of eight it comes to that, otherwise a fall of 5" is all."""
    fight = roof()
    plan = [fight.choice(ChoiceKind.MOVE, climb(5, 11, 5)), fight.choice(ChoiceKind.CLOSE_COMBAT)]
    answer = ask(fight).plan(plan)
    value, net = fought_of(Clash(Fencer(3, 1, BLADES["Sword"]), Fencer(3, 3, BLADES["Sword"]), 500))
    assert answer.values == parts(0, EIGHTH * value - (1 - EIGHTH), EIGHTH * net - (1 - EIGHTH))
    assert answer.odds.chance_that(lambda changes: [change[:3] for change in changes] == [(0, 0, 1)]) >= 1 - EIGHTH


@plain
def test_an_empty_plan_changes_nothing() -> None:
    fight = roof()
    assert dict(ask(fight).plan([]).odds) == {(): 1}


@plain
def test_the_same_move_twice_is_two_parts_of_a_plan() -> None:
    """There and back: where one was before is not where the plan begins again."""
    fight, written = firefight((0, 0))
    there, back = fight.choice(ChoiceKind.MOVE, walk(4, 14)), fight.choice(ChoiceKind.MOVE, walk(4, 12))
    assert dict(ask(fight).plan([there, back]).odds) == {(): 1}
    answer = ask(fight).plan([back, fight.choice(ChoiceKind.SHOOT, whom=TARGET)])
    men = (written.men[0]._replace(ap=2), *written.men[1:])
    shot = Firefight(men, SHOOTER, TARGET, 8000, written.obstacles)
    hold_exchange(answer, shot.played(), shot)


# Stress and removal.


@plain
@pytest.mark.parametrize(("toughness", "stress"), [(1, 1), (3, 3), (3, 6), (2, 5)])
def test_an_activation_with_a_stress_test_counts_removals_first(toughness: int, stress: int) -> None:
    fight = Fight(a=[{"at": (5, 5), "toughness": toughness}, {"at": (9, 5)}], b=[{"at": (5, 20)}]).stress(0, stress)
    answer = ask(fight).answer()
    assert {choice.who for choice, _ in answer.choices} == {0, 1}
    checked, other = (next(each for choice, each in answer.choices if choice.who == who) for who in (0, 1))
    assert (other.values, dict(other.odds)) == (parts(0, 0, 0), {(): Fraction(1)})

    def standing(changes: Changes) -> tuple[int, int]:
        ((who, lost, more, removed),) = changes
        assert who == 0
        return oracles.REMOVED if removed else (toughness + lost, stress + more)

    written = oracles.stress_check(toughness, stress)
    assert oracles.agrees(checked.odds.map(standing), written)
    gone = written.get(oracles.REMOVED, Fraction(0))
    calm = sum(chance for (tough, stressed), chance in written.items() if stressed < tough)
    assert checked.values[:2] == (-gone, calm)
    assert answer.choices[answer.best][1] is (other if gone else checked)


FRIEND, HELPER = 3, 4


def helped() -> Fight:
    """The friend of side b has broken down and has no AP; its helper may take its place when it is shot at."""
    fight = Fight(
        a=[{"at": (12, 12), "weapons": ["Rifle"]}, {"at": (20, 20)}, {"at": (20, 16)}],
        b=[{"at": (4, 12)}, {"at": (3, 12), "agility": 5, "weapons": ["Rifle"]}],
    )
    fight.stress(FRIEND, 5).activate(1).stop().activate(FRIEND).roll(4, 4, 4).activate(2).stop().activate(HELPER)
    return fight.choose(ChoiceKind.AID, whom=FRIEND).stop().activate(0)


@plain
def test_who_is_helped_has_its_helper_in_its_place_where_that_is_better() -> None:
    fight = helped()
    answer = pick(ask(fight).answer(), ChoiceKind.SHOOT, FRIEND)[1]
    asked = ask(fight.shoot(FRIEND))
    kept = asked.after(fight.choice(ChoiceKind.KEEP_PLACE))
    taken = asked.after(fight.choice(ChoiceKind.TAKE_PLACE, who=HELPER))
    assert tuple(-part for part in answer.values) == max(kept.values, taken.values)
    assert kept.values != taken.values


@plain
def test_hits_are_those_of_the_target_that_is_named() -> None:
    """Without a helper in its place: 7" away, and the friend has nothing to react with."""
    fight = helped()
    dice = oracles.aimed(3, 7000)
    asked = ask(fight).hits(fight.choice(ChoiceKind.SHOOT, whom=FRIEND))["nothing"]
    assert asked == (oracles.turned(dice, lambda each: each[0])[True], oracles.turned(dice, lambda each: each[1])[True])


def test_who_has_nothing_to_react_with_has_one_chance_to_be_hit_whoever_may_take_its_place() -> None:
    fight = helped()
    assert ask(fight).hits(fight.choice(ChoiceKind.SHOOT, whom=FRIEND)).keys() == {"nothing"}
