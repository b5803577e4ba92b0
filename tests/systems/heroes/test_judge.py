"""How choices look to a bot, and how well that plays."""

from __future__ import annotations

from fractions import Fraction

import pytest

from battlewright import systems
from battlewright.bots import greedy
from battlewright.bots.greedy import GreedyBot
from battlewright.engine.dice import Dice, Lane, seed_dice
from battlewright.engine.node import NodeKind
from battlewright.engine.record import allocate, look, numbers
from battlewright.systems.heroes.chances import at_least, contest_won
from battlewright.systems.heroes.encounters import read_encounter
from battlewright.systems.heroes.record import ChoiceKind, Editable, Encounter
from battlewright.systems.heroes.setup import EncounterSetup
from tests.systems.heroes.helpers import Meeting

MACE = {"name": "Mace", "damage": "2d6", "types": ["bludgeoning"]}
TWIG = {"name": "Twig", "damage": "1d4", "types": ["bludgeoning"]}


def chosen(fight: Meeting) -> tuple[int, int, int]:
    choice = GreedyBot().choose(fight.session)
    return choice.kind, choice.action, choice.target


@pytest.mark.plain
def test_greedy_takes_the_better_weapon_and_the_softer_target() -> None:
    assert chosen(Meeting([{"weapons": [TWIG, MACE]}], [{}])) == (ChoiceKind.USE, 1, 1)
    assert chosen(Meeting([{"weapons": [MACE]}], [{"armour": "heavy"}, {}])) == (ChoiceKind.USE, 0, 2)
    hurt = Meeting([{"weapons": [TWIG]}], [{}, {}]).edit(Editable.HEALTH, 2, 2)
    assert chosen(hurt) == (ChoiceKind.USE, 0, 2)


@pytest.mark.plain
def test_greedy_does_not_waste_an_attack_on_what_resists_it() -> None:
    stone = {"resistances": {"bludgeoning": 50}}
    assert chosen(Meeting([{"weapons": [MACE]}], [stone]))[0] == ChoiceKind.END


@pytest.mark.plain
def test_greedy_brings_back_whoever_is_down() -> None:
    mend = {"name": "Mend", "heals": True, "damage": "2d6"}
    fight = Meeting([{"weapons": [TWIG], "spells": [mend]}, {}], [{"armour": "heavy"}]).edit(Editable.HEALTH, 1, 0)
    assert chosen(fight) == (ChoiceKind.USE, 1, 1)


@pytest.mark.plain
def test_the_chances_that_bots_know_are_counted_right() -> None:
    assert at_least(3, 8)[3] == 1_000_000
    assert at_least(3, 8)[24] == round(1_000_000 / 512)
    assert contest_won(10, 2, 2, 0) == Fraction(1, 2)
    assert contest_won(10, 2, 2, 20) == 1
    assert contest_won(10, 2, 2, 3) + contest_won(10, 2, 2, -3) == 1


def wins(setup: EncounterSetup, seats: tuple[int, int], battles: int) -> list[int]:
    """How often it was a draw, and how often each side won; 1 stands for greedy, 0 for random."""
    system = systems.load("heroes")
    play, setting = greedy.playout(system), system.build(setup)
    room, faces, bot = allocate(system.choice, system.max_choices), numbers(system.max_dice), allocate(Dice)
    results = [0, 0, 0]
    for index in range(battles):
        battle = allocate(Encounter)
        view = look(Encounter, battle)
        view.tail.silent = 1
        seed_dice(view.tail.dice, 5, index)
        seed_dice(look(Dice, bot), 5, index, Lane.BOT)
        system.start(setting, battle)
        play(setting, battle, numbers(1), numbers(seats), room, numbers(system.notes), faces, bot, system.max_nodes)
        assert view.node.kind == NodeKind.OVER
        results[view.node.result] += 1
    return results


def test_greedy_beats_random_with_the_same_sheets_from_both_sides() -> None:
    side = read_encounter("the-barrow").sides[0]
    setup = EncounterSetup(sides=(side, side))
    assert wins(setup, (1, 0), 100)[1] >= 95
    assert wins(setup, (0, 1), 100)[2] >= 95
