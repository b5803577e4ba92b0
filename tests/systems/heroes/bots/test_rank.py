"""How choices look to a bot, and how well that plays."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from battlewright import systems
from battlewright.bots import greedy
from battlewright.bots.greedy import GreedyBot
from battlewright.bots.named import named
from battlewright.bots.workspace import no_tables, workspace_for
from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.dice import Dice, Lane, seed_dice
from battlewright.engine.node import NodeKind
from battlewright.engine.observation import observe
from battlewright.engine.record import allocate, look, numbers
from battlewright.engine.session import Session
from battlewright.systems.heroes.bots.evaluate import share_taken, ways_at_most
from battlewright.systems.heroes.bots.rank import turn_of, win_chance
from battlewright.systems.heroes.enums import ConditionName, DamageType
from battlewright.systems.heroes.record import ChoiceKind, Editable, Encounter
from battlewright.systems.heroes.rules.chances import at_least, contest_won
from battlewright.systems.heroes.setup.encounter import EncounterSetup
from battlewright.systems.heroes.setup.encounters import ENCOUNTERS, read_encounter
from tests.systems.heroes.helpers import Meeting

HEROES = systems.load("heroes")
MACE = {"name": "Mace", "damage": "2d6", "types": ["bludgeoning"]}
MEND = {"name": "Mend", "heals": True, "damage": "2d6"}
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
@pytest.mark.parametrize("level", ["beginner", "easy", "medium", "hard"])
def test_no_level_ends_its_turn_or_wastes_points_with_an_attack_at_hand(level: str) -> None:
    fight = Meeting([{"weapons": [TWIG, MACE]}], [{"armour": "heavy"}, {}])
    bot, seen = named(level).for_system(HEROES).make(1, 2), observe(fight.session, 0)
    made = {(each.kind, each.action, each.target) for each in (bot.choose(seen) for _ in range(40))}
    assert made <= set(product([ChoiceKind.USE], [0, 1], [1, 2]))
    assert len(made) > 1, "but it does not always make the best"


@pytest.mark.plain
def test_greedy_brings_back_whoever_is_down() -> None:
    fight = Meeting([{"weapons": [TWIG], "spells": [MEND]}, {}], [{"armour": "heavy"}]).edit(Editable.HEALTH, 1, 0)
    assert chosen(fight) == (ChoiceKind.USE, 1, 1)


@pytest.mark.plain
@pytest.mark.clause("H.X5", "H.P3")
def test_greedy_heals_nobody_whom_a_condition_keeps_from_recovering() -> None:
    fight = Meeting([{"weapons": [TWIG], "spells": [MEND]}, {}], [{"armour": "heavy"}]).edit(Editable.HEALTH, 1, 0)
    assert chosen(fight.give(1, ConditionName.DISEASED))[:2] != (ChoiceKind.USE, 1)
    song = {"name": "Song", "heals": True, "damage": "2d6", "types": ["psychic"]}
    fight = Meeting([{"weapons": [], "spells": [song]}, {}], [{}]).edit(Editable.MORALE, 1, 3)
    assert chosen(fight) == (ChoiceKind.USE, 0, 1)
    assert chosen(fight.give(1, ConditionName.AFRAID))[0] == ChoiceKind.END


@pytest.mark.plain
def test_greedy_goes_for_who_is_more_dangerous() -> None:
    strong = {"weapons": [MACE | {"bonus": 4}]}
    assert chosen(Meeting([{"weapons": [MACE]}], [{"weapons": [TWIG]}, strong])) == (ChoiceKind.USE, 0, 2)


@pytest.mark.plain
def test_greedy_brings_no_condition_to_who_has_it_or_worse() -> None:
    hold = {"name": "Hold", "target": "willpower", "effect": "paralyzed", "check": "resistance"}
    mage = {"wisdom": 9, "weapons": [TWIG], "spells": [hold]}
    fight = Meeting([mage], [{"level": 3, "weapons": [MACE]}, {"level": 3, "weapons": [TWIG]}])
    assert chosen(fight) == (ChoiceKind.USE, 1, 1)
    assert chosen(fight.give(1, ConditionName.PETRIFIED)) != (ChoiceKind.USE, 1, 1)


@pytest.mark.plain
@pytest.mark.clause("H.R10", "H.X5")
def test_greedy_keeps_up_what_hampers_an_opponent_and_not_what_hampers_a_friend() -> None:
    hold = {"name": "Hold", "target": "willpower", "effect": "stunned", "check": "maintenance"}
    fight = Meeting([{"wisdom": 9, "weapons": [], "spells": [hold]}], [{"weapons": [MACE]}])
    fight.use(1).roll(10).roll(1).roll(12).roll(1)
    fight.end().end().initiative()
    assert chosen(fight)[0] == ChoiceKind.MAINTAIN


@pytest.mark.plain
@pytest.mark.clause("H.R10", "H.P3")
def test_greedy_keeps_nothing_up_on_who_is_out_but_what_keeps_it_out() -> None:
    mage = {"wisdom": 9, "weapons": [], "spells": [MEND], "player": True}
    fight = Meeting([mage], [{}, {}]).give(1, ConditionName.STUNNED, by=1).end().end().end().initiative()
    assert chosen(fight)[0] == ChoiceKind.MAINTAIN
    assert chosen(fight.edit(Editable.HEALTH, 1, 0))[0] == ChoiceKind.END
    fight = Meeting([mage], [{}, {}]).give(1, ConditionName.UNCONSCIOUS, by=1).end().end().initiative()
    assert chosen(fight)[0] == ChoiceKind.MAINTAIN


@pytest.mark.plain
@pytest.mark.clause("H.X5")
def test_who_leads_a_dominated_caster_does_not_shake_that_off() -> None:
    fight = Meeting([{"wisdom": 9}], [{}, {}]).give(1, ConditionName.DOMINATED, by=1).edit(Editable.AP, 0, 0)
    assert (fight.actor, fight.node.side) == (1, 0)
    assert chosen(fight) == (ChoiceKind.USE, 0, 2)


@pytest.mark.plain
def test_the_chances_that_bots_know_are_counted_right() -> None:
    assert at_least(3, 8)[3] == 1_000_000
    assert at_least(3, 8)[24] == round(1_000_000 / 512)
    assert contest_won(10, 2, 2, 0) == Fraction(1, 2)
    assert contest_won(10, 2, 2, 20) == 1
    assert contest_won(10, 2, 2, 3) + contest_won(10, 2, 2, -3) == 1


@pytest.mark.plain
def test_damage_is_worth_the_share_of_a_life_that_it_takes_counted_roll_by_roll() -> None:
    for dice, sides in ((1, 8), (2, 6), (3, 4), (4, 6)):
        rolls = [sum(faces) for faces in product(range(1, sides + 1), repeat=dice)]
        for total in range(-1, dice * sides + 2):
            assert ways_at_most(dice, sides, total) == sum(roll <= total for roll in rolls)
    fight = Meeting([{}], [{"resistances": {"fire": 2}, "vulnerabilities": {"frost": 1}}]).edit(Editable.HEALTH, 1, 7)
    for type, shift in ((DamageType.FIRE, -2), (DamageType.FROST, 1), (DamageType.ACID, 0)):
        taken = [min(max(sum(faces) + 1 + shift, 0), 7) for faces in product(range(1, 7), repeat=2)]
        found = as_plain(share_taken)(fight.setting, fight.battle, 1, 2, 6, 1, 1 << type)
        assert found == 1000 * sum(taken) // (7 * 36)


@pytest.mark.plain
@pytest.mark.clause("H.X5")
def test_who_will_fall_by_itself_is_not_struck_first() -> None:
    fight = Meeting([{"weapons": [TWIG]}], [{}, {}]).edit(Editable.HEALTH, 2, 1)
    assert chosen(fight) == (ChoiceKind.USE, 0, 2)
    assert chosen(fight.give(2, ConditionName.BLEEDING)) == (ChoiceKind.USE, 0, 1)


def wins(setup: EncounterSetup, sides: tuple[int, int], battles: int) -> list[int]:
    """How often it was a draw, and how often each side won; 1 stands for greedy, 0 for random."""
    system = systems.load("heroes")
    play, setting = greedy.playout(system), system.setup.build(setup)
    work, bot = workspace_for(system, no_tables(system)), allocate(Dice)
    results = [0, 0, 0]
    for index in range(battles):
        battle = allocate(Encounter)
        view = look(Encounter, battle)
        view.tail.silent = 1
        seed_dice(view.tail.dice, 5, index)
        seed_dice(look(Dice, bot), 5, index, Lane.BOT)
        system.rules.start(setting, battle)
        play(setting, battle, work, numbers(sides), bot, system.rules.max_nodes)
        assert view.node.kind == NodeKind.OVER
        results[view.node.result] += 1
    return results


def test_greedy_beats_random_with_the_same_sheets_from_both_sides() -> None:
    side = read_encounter("the-barrow").sides[0]
    setup = EncounterSetup(sides=(side, side))
    assert wins(setup, (1, 0), 100)[1] >= 95
    assert wins(setup, (0, 1), 100)[2] >= 95


@pytest.mark.plain
@pytest.mark.clause("H.N1")
def test_a_turn_keeps_its_number_until_the_next_combatant_acts() -> None:
    system, turns = systems.load("heroes"), []
    session = Session(system, system.setup.read("the-toll-bridge"), 5)
    while session.record.round < 3:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
            continue
        turns.append((turn_of(session.battle, 0), session.record.round, session.record.frames[1].actor))
        session.choose(GreedyBot().choose(session))
    numbered, acting = [turn for turn, _, _ in turns], {each[1:] for each in turns}
    assert numbered == sorted(numbered)
    assert len(set(numbered)) == len(acting) < len(turns)


@pytest.mark.clause("H.P3")
def test_the_win_chance_foretells_encounters() -> None:
    system, errors = systems.load("heroes"), []
    for name, index in product(ENCOUNTERS.names, range(12)):
        session, bot, chances = Session(system, system.setup.read(name), 11, index), GreedyBot(), []
        while session.node.kind != NodeKind.OVER:
            if session.node.kind == NodeKind.CHANCE:
                session.roll()
            else:
                chances.append(win_chance(session.setting, session.battle, numbers(1)) / 1_000_000)
                session.choose(bot.choose(session))
        errors += [(chance - (session.node.result == 1)) ** 2 for chance in chances]
    assert sum(errors) / len(errors) < 0.19  # always saying a half would be 0.25


@pytest.mark.plain
def test_the_win_chance_falls_with_health_and_conditions() -> None:
    def chance(fight: Meeting) -> int:
        return win_chance(fight.session.setting, fight.session.battle, numbers(1))

    even = Meeting([{}, {}], [{}, {}])
    assert chance(even) == 500_000
    assert chance(Meeting([{}, {}], [{}, {}]).edit(Editable.HEALTH, 0, 2)) < 500_000
    assert chance(Meeting([{}, {}], [{}, {}]).give(2, ConditionName.PRONE)) > 500_000
    assert chance(Meeting([{}, {}], [{}]).edit(Editable.HEALTH, 2, 0)) > 990_000
