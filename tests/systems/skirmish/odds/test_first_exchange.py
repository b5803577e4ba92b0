"""Exchanges of battles by the first edition: shots, clashes with dice divided in secret, and what nobody may see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from battlewright import systems
from battlewright.bots.random import RandomBot
from battlewright.engine.node import NodeKind
from battlewright.engine.session import Session
from battlewright.odds import Answer
from battlewright.systems.skirmish.odds.exchange import Exchange
from battlewright.systems.skirmish.odds.split import FINENESS, Figures, damage, solve_split
from battlewright.systems.skirmish.record import ChoiceKind, SkirmishChoice, Step
from battlewright.systems.skirmish.setup.battle import read_scenario, set_up
from battlewright.systems.skirmish.setup.files import read_roster, read_table
from tests.modes import nightly_when_plain
from tests.systems.skirmish.helpers import Fight, walk
from tests.systems.skirmish.odds import oracles
from tests.systems.skirmish.odds.test_first import GUNS, REMOVED, Firefight, Man, nerves_of, put

SWORD: Figures = (1, 2)
CLUB: Figures = (1, 0)
CLUBS = [{"name": "Club", "kind": "melee", "threat": 1, "oppression": 1, "critical": 0, "points": 2}]
NOTHING = (Fraction(0), Fraction(0), Fraction(0))


def ask(fight: Fight) -> Exchange:
    return Exchange(fight.session.setting, fight.session.battle)


def pick(answer: Answer, kind: ChoiceKind, **named: int) -> Answer:
    """What a choice of a kind leads to."""
    found = [
        each
        for choice, each in answer.choices
        if choice.kind == kind and all(getattr(choice, name) == value for name, value in named.items())
    ]
    assert len(found) == 1
    return found[0]


# Shots.


def firefight(one: Man, other: Man, inches: int) -> Fight:
    """Two in the open, so many inches apart."""
    cards = [
        {"ballistics": man.ballistics, "toughness": man.toughness, "agility": man.agility, "weapons": [man.gun]}
        for man in (one, other)
    ]
    fight = Fight(a=[{"at": (4, 12), **cards[0]}], b=[{"at": (5 + inches, 12), **cards[1]}], edition="first")
    return fight.stress(0, one.stress).stress(1, other.stress)


DUELS = [
    (Man(2, 3, 3, 0, 3, "Rifle"), Man(2, 1, 4, 0, 3, "Pistol"), 6),
    (Man(3, 2, 3, 1, 3, "Pistol"), Man(3, 2, 2, 1, 3, "Rifle"), 9),
    (Man(2, 2, 1, 1, 3, "Sniper"), Man(2, 1, 1, 0, 3, "Sniper"), 7),
]


@nightly_when_plain
@pytest.mark.plain
@pytest.mark.clause("S1.F3", "S1.F7", "S1.T2")
@pytest.mark.parametrize(("one", "other", "inches"), DUELS)
def test_a_shot_is_worth_what_it_comes_to_with_return_fire_after_it(one: Man, other: Man, inches: int) -> None:
    oracle, pair = Firefight(one, other, 1000 * inches), (replace(one, ap=1), other)
    fight = firefight(one, other, inches).activate(0)
    answer = ask(fight).answer()
    shot = oracle.shot(pair, 0)
    assert pick(answer, ChoiceKind.SHOOT).values == oracle.worth(shot)
    assert pick(answer, ChoiceKind.STOP).values == NOTHING
    gone = sum((chance for pair, chance in shot.items() if pair[1].toughness == 0), Fraction(0))
    odds = pick(answer, ChoiceKind.SHOOT).odds
    assert odds.chance_that(lambda changes: any(change.who == 1 and change.removed for change in changes)) == gone

    fight.shoot(1)
    reactions = ask(fight).answer()
    covered = oracle.dice(put(pair, 1, replace(other, ap=other.ap - 1)), 0, 0, cover=True)
    uncovered = oracle.dice(pair, 0, 0, cover=False)
    assert pick(reactions, ChoiceKind.COVER).values == tuple(-part for part in oracle.worth(covered))
    assert pick(reactions, ChoiceKind.NOTHING).values == tuple(-part for part in oracle.worth(uncovered))
    (hit, _), *_ = (found for name, found in ask(fight).hits(fight.choice(ChoiceKind.NOTHING)).items())
    assert hit == sum(
        (chance for (fallen, _), chance in oracles.shot_dice(one.ballistics).items()
         if 1000 * fallen >= 1000 * inches + GUNS[one.gun].modifier), Fraction(0),
    )  # fmt: skip


@pytest.mark.clause("S1.F7")
def test_whoever_is_taken_out_weighs_its_return_shot() -> None:
    one, other = Man(3, 1, 3, 0, 3, "Rifle"), Man(3, 1, 3, 0, 3, "Rifle")
    fight = firefight(one, other, 3).activate(0).shoot(1)
    fight.choose(ChoiceKind.NOTHING).roll(5, 5, 5).roll(1)
    assert (fight.node.step, fight.model(1).toughness) == (Step.RETURN_FIRE, 0)
    answer = ask(fight).answer()
    assert pick(answer, ChoiceKind.FIRE).values > pick(answer, ChoiceKind.WAIVE).values
    removed = pick(answer, ChoiceKind.FIRE).odds.chance_that(
        lambda changes: any(change.who == 0 and change.removed for change in changes)
    )
    assert 0 < removed < Fraction(1, 2)


# Clashes.


def duel(
    melee: tuple[int, int], toughness: tuple[int, int] = (3, 2), weapons: Sequence[str] = ("Sword", "Sword")
) -> Fight:
    cards = [
        {"melee": dice, "toughness": tough, "weapons": [weapon]}
        for dice, tough, weapon in zip(melee, toughness, weapons, strict=True)
    ]
    fight = Fight(a=[{"at": (4, 12), **cards[0]}], b=[{"at": (6, 12), **cards[1]}], weapons=CLUBS, edition="first")
    return fight.activate(0)


def clash(fight: Fight, attacks: tuple[int, int], figures: tuple[Figures, Figures]) -> tuple[Fraction, ...]:
    """What a clash is worth to the attacker by these divisions: damage to both, then both tests."""
    melee = [fight.setting.cards[who].melee for who in range(2)]
    dealt = [damage(attacks[who], melee[1 - who] - attacks[1 - who], figures[who]) for who in range(2)]
    total = [Fraction(0)] * 3
    for sign, who in ((-1, 0), (1, 1)):
        toughness, stress = fight.model(who).toughness, fight.model(who).stress
        for suffered, chance in dealt[1 - who]:
            after = nerves_of(toughness, stress + suffered) if suffered else {(toughness, stress): Fraction(1)}
            for (left, now), part in after.items():
                total[0] += sign * chance * part * ((left, now) == REMOVED)
                total[1] += sign * chance * part * (toughness - left)
                total[2] += sign * chance * part * (now - stress if left else 0)
    return tuple(total)


@nightly_when_plain
@pytest.mark.plain
@pytest.mark.clause("S1.K2", "S1.K7")
@pytest.mark.parametrize(("melee", "toughness"), [((2, 2), (3, 2)), ((3, 1), (1, 1)), ((1, 3), (2, 4))])
def test_a_clash_is_worth_what_the_equilibrium_comes_to(melee: tuple[int, int], toughness: tuple[int, int]) -> None:
    fight, division = duel(melee, toughness), solve_split(melee[0], SWORD, melee[1], SWORD)
    attacks = tuple(
        max(mixture, key=lambda split: mixture[split])[0] for mixture in (division.attacker, division.defender)
    )
    expected = clash(fight, (attacks[0], attacks[1]), (SWORD, SWORD))
    strike = fight.choice(ChoiceKind.CLOSE_COMBAT)
    assert pick(ask(fight).answer(), ChoiceKind.CLOSE_COMBAT).values == expected
    assert ask(fight).after(strike).values == expected
    assert ask(fight).plan([strike]).values == expected


@pytest.mark.clause("S1.K2")
def test_each_division_is_weighed_against_the_other_sides_mixture() -> None:
    fight = duel((2, 6), weapons=("Sword", "Club"))
    division = solve_split(2, SWORD, 6, CLUB)
    own = {attack: round(FINENESS * chance) for (attack, _), chance in division.attacker.items()}
    their = {attack: round(FINENESS * chance) for (attack, _), chance in division.defender.items()}
    assert sum(map(bool, own.values())) == sum(map(bool, their.values())) == 2

    def worth(pairs: dict[tuple[int, int], int]) -> tuple[Fraction, ...]:
        total = sum(pairs.values())
        each = [(weight, clash(fight, pair, (SWORD, CLUB))) for pair, weight in pairs.items()]
        return tuple(sum((weight * values[part] for weight, values in each), Fraction(0)) / total for part in range(3))

    both = {(one, other): own[one] * their[other] for one in own for other in their if own[one] and their[other]}
    assert pick(ask(fight).answer(), ChoiceKind.CLOSE_COMBAT).values == worth(both)
    fight.engage()
    assert (fight.node.step, fight.node.side) == (Step.DIVIDE, 0)
    attacker = ask(fight)
    for attack in own:
        against = {(attack, other): weight for other, weight in their.items() if weight}
        assert pick(attacker.answer(), ChoiceKind.DIVIDE, attack=attack).values == worth(against)
    assert attacker.split_shares() == [Fraction(own[attack], sum(own.values())) for attack in range(3)]
    fight.choose(ChoiceKind.DIVIDE, attack=2)
    assert (fight.node.step, fight.node.side) == (Step.DIVIDE, 1)
    defender = ask(fight)
    for attack in their:
        against = {(one, attack): weight for one, weight in own.items() if weight}
        expected = tuple(-part for part in worth(against))
        assert pick(defender.answer(), ChoiceKind.DIVIDE, attack=attack).values == expected
        assert defender.after(fight.choice(ChoiceKind.DIVIDE, attack=attack)).values == expected
    assert defender.split_shares() == [Fraction(their[attack], sum(their.values())) for attack in range(7)]
    best = max((each.values for _, each in defender.answer().choices))
    assert defender.answer().values == best
    assert sum((chance for _, chance in defender.answer().odds), Fraction(0)) == 1


@pytest.mark.clause("S1.K9")
@pytest.mark.parametrize("weapons", [("Sword", "Sword"), ("Sword", "Club")])
def test_what_the_defender_is_told_does_not_depend_on_the_attackers_division(weapons: tuple[str, str]) -> None:
    def told(attack: int) -> list[Any]:
        fight = duel((2, 6), weapons=weapons).engage().choose(ChoiceKind.DIVIDE, attack=attack)
        exchange = ask(fight)
        answer = exchange.answer()
        return [
            exchange.split_shares(),
            *((each.values, each.odds) for _, each in answer.choices),
            answer.values,
            answer.odds,
        ]

    assert told(0) == told(1) == told(2)


@pytest.mark.clause("S1.K3")
def test_out_of_reach_a_clash_costs_the_attacker_nothing() -> None:
    cards = {"melee": 3, "toughness": 2}
    fight = Fight(
        a=[{"at": (4, 12), **cards, "weapons": ["Spear"]}], b=[{"at": (7, 12), **cards}], edition="first"
    ).activate(0)
    answer = pick(ask(fight).answer(), ChoiceKind.CLOSE_COMBAT)
    assert not any(change.who == 0 for changes, _ in answer.odds for change in changes)
    left = damage(3, 3, (1, 1)).chance(0)
    assert answer.odds.chance(()) == left


def test_a_defender_with_two_weapons_answers_with_the_better_one() -> None:
    fight = Fight(
        a=[{"at": (4, 12), "melee": 2, "weapons": ["Sword"]}],
        b=[{"at": (6, 12), "melee": 3, "weapons": ["Spear", "Sword"]}],
        edition="first",
    )
    fight.activate(0).engage().choose(ChoiceKind.DIVIDE, attack=1)
    exchange = ask(fight)
    chosen = [
        (choice.weapon, choice.attack)
        for share, (choice, _) in zip(exchange.split_shares(), exchange.answer().choices, strict=True)
        if share
    ]
    assert chosen == [(1, 3)]


def test_a_move_into_a_clash_falls_as_the_rules_say_and_goes_on() -> None:
    fight = Fight(a=[{"at": (4, 12), "agility": 4}], b=[{"at": (9, 12)}], edition="first").activate(0)
    choice = fight.choice(ChoiceKind.CLOSE_COMBAT, walk(7.5, 12))
    there = duel((3, 3), (3, 3))
    assert ask(fight).after(choice).values == pick(ask(there).answer(), ChoiceKind.CLOSE_COMBAT).values


# Any moment of a battle.


@pytest.mark.parametrize(("seed", "table"), [(1, "ruins"), (2, "rooftops")])
def test_every_decision_of_a_battle_has_an_answer_that_agrees_with_itself(seed: int, table: str) -> None:
    """What a choice is worth is what it leads to, wherever only dice and open choices follow."""
    rosters = read_roster("red-hall"), read_roster("powder-guild")
    setup = set_up(rosters, read_table(table), read_scenario("last-stand"), "first")
    session, bot = Session(systems.load("skirmish"), setup, seed), RandomBot(seed, 0)
    asked: dict[int, int] = {}
    while not session.is_over:
        step = session.node.step
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
            continue
        asked[step] = asked.get(step, 0) + 1
        if step != Step.DEPLOY and asked[step] % 3 == 1:
            exchange = Exchange(session.setting, session.battle)
            for choice, each in exchange.answer().choices[:6]:
                assert isinstance(choice, SkirmishChoice)
                assert exchange.after(choice).values == each.values
                assert sum((chance for _, chance in each.odds), Fraction(0)) == 1
        session.choose(bot.choose(session))
    assert {Step.ACT, Step.ACTIVATE, Step.REACT} <= set(asked)
