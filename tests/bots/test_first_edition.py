"""Bots in the first edition of Skirmish: dice split at random, return fire, searches that pass secrets by."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from battlewright import systems
from battlewright.bots.greedy import GreedyBot
from battlewright.bots.named import NamedBot, named
from battlewright.bots.random import RandomBot
from battlewright.bots.search import SearchBot
from battlewright.bots.secret_draw import draw_secretly
from battlewright.bots.tree import TreeNode
from battlewright.contract.counts import Winner
from battlewright.engine.dice import Dice, Lane, seed_dice
from battlewright.engine.node import NodeKind
from battlewright.engine.record import allocate, look, numbers, snapshot
from battlewright.engine.rulebook import PROPOSAL_SIDES
from battlewright.engine.session import Session
from battlewright.lab.pairing import Pairing
from battlewright.lab.simulation import fight
from battlewright.systems.skirmish.bots.evaluate import SkirmishScratch
from battlewright.systems.skirmish.bots.make_tables import tables_of
from battlewright.systems.skirmish.odds.split import solve_split
from battlewright.systems.skirmish.record import ChoiceKind, Step
from battlewright.systems.skirmish.setup.battle import BattleSetup, read_scenario, set_up
from battlewright.systems.skirmish.setup.files import TABLES, read_roster, read_table
from tests.systems.skirmish.helpers import Fight

SKIRMISH = systems.load("skirmish")
CLUB = {"name": "Club", "kind": "melee", "threat": 1, "oppression": 2, "critical": 1, "points": 1}
AXE = {"name": "Axe", "kind": "melee", "threat": 1, "oppression": 2, "critical": 2, "points": 1}
PISTOL = {"weapons": ["Pistol"], "ballistics": 5}


def mirrored(roster: str, table: str, rounds: int = 8) -> BattleSetup:
    scenario = read_scenario("last-stand").model_copy(update={"round_limit": rounds})
    return set_up((read_roster(roster), read_roster(roster)), read_table(table), scenario, "first")


def clash(blades: int = 1) -> Fight:
    """A Club with four dice attacks an Axe with three: both must not be guessed."""
    a = [{"at": (5, 5), "melee": 4, "weapons": ["Club"]}]
    b = [{"at": (6.5, 5), "melee": 3, "weapons": ["Sword", "Axe"][-blades:]}]
    return Fight(a=a, b=b, weapons=[CLUB, AXE], edition="first").activate(0).engage()


def divided(attack: int, blades: int = 1) -> Fight:
    """The same, after the attacker has divided its dice."""
    return clash(blades).choose(ChoiceKind.DIVIDE, attack=attack)


def split_of(choice: Any) -> tuple[int, int]:
    assert choice.kind == ChoiceKind.DIVIDE
    return choice.attack, choice.weapon


@pytest.mark.clause("S1.K2")
def test_it_divides_its_dice_as_often_so_as_nobody_can_profit_from() -> None:
    """The shares of many draws are those of the solved division, on both sides."""
    division, tables = solve_split(4, (2, 1), 3, (2, 2)), tables_of(clash().session.setting)
    for met, mixture in ((clash(), division.attacker), (divided(3), division.defender)):
        bot, count = GreedyBot(4, tables=tables), 2000
        found = Counter(split_of(bot.choose(met.session)) for _ in range(count))
        assert sum(found.values()) == count
        for (attack, _), often in mixture.items():
            assert abs(found[attack, 0] / count - often) < 0.04


def test_every_draw_has_its_part_and_the_values_say_how_often() -> None:
    fight, tables = clash(), tables_of(clash().session.setting)
    room, scratch = allocate(SKIRMISH.rules.choice, SKIRMISH.rules.max_choices), allocate(SkirmishScratch)
    found: Counter[int] = Counter()
    view = look(SkirmishScratch, scratch)
    assert SKIRMISH.bots.rank is not None
    for drawn in range(1, PROPOSAL_SIDES + 1, 128):
        view.draw = drawn
        count = SKIRMISH.bots.rank(fight.session.setting, fight.session.battle, tables, room, scratch, 8)
        found[split_of(look(SKIRMISH.rules.choice, room))[0]] += 1
        assert count == 5
        assert view.values[0] > 1_000_000
        assert sum(view.values[:count]) == 2_000_000, "all shares, and the one that the draw says"
    often = solve_split(4, (2, 1), 3, (2, 2)).attacker[3, 1]
    assert abs(found[3] / found.total() - often) < 0.005


@pytest.mark.clause("S1.K9")
@pytest.mark.parametrize("make", [GreedyBot, lambda seed: SearchBot(seed, rollouts=30)])
def test_what_it_chooses_does_not_depend_on_what_the_other_has_chosen(make: Any) -> None:
    """The same draws lead to the same divisions, whatever the attacker's secret is."""
    chosen = []
    for attack in range(5):
        fight, bot = divided(attack), make(8)
        assert (fight.node.step, fight.node.side, fight.frame.own_split) == (Step.DIVIDE, 1, 1 + attack)
        before = snapshot(fight.session.battle)
        chosen.append([split_of(bot.choose(fight.session)) for _ in range(40)])
        assert snapshot(fight.session.battle) == before
    assert len(set(chosen[0])) > 1
    assert all(each == chosen[0] for each in chosen)


def test_two_bots_of_the_same_seed_do_not_know_each_others_draws() -> None:
    stream, faces = allocate(Dice), numbers(4)
    drawn: list[list[int]] = []
    for side in range(2):
        seed_dice(look(Dice, stream), 5, 1, Lane.SECRET)
        drawn.append([])
        for _ in range(200):
            drawn[side].append(draw_secretly(stream[0], faces, side))
        assert min(drawn[side]) >= 1
    high = [[2 * one > PROPOSAL_SIDES for one in each] for each in drawn]
    assert 70 < sum(one == other for one, other in zip(*high, strict=True)) < 130


@pytest.mark.clause("S1.K3")
def test_the_defender_names_the_best_weapon_that_reaches() -> None:
    fight, bot = divided(4, blades=2), GreedyBot(2)
    found = {split_of(bot.choose(fight.session)) for _ in range(20)}
    assert {weapon for attack, weapon in found if attack} == {1}


@pytest.mark.clause("S1.F3", "S1.F7")
def test_who_does_nothing_may_still_shoot_back() -> None:
    """Cover spares little where the shot can hardly miss; a shot back, close by, is worth more."""
    fight = Fight(a=[{"at": (5, 5)} | PISTOL], b=[{"at": (8, 5), "agility": 1} | PISTOL], edition="first")
    fight.activate(0).shoot(1)
    assert fight.kinds() == {ChoiceKind.NOTHING, ChoiceKind.COVER}
    assert GreedyBot().choose(fight.session).kind == ChoiceKind.NOTHING
    unarmed = Fight(a=[{"at": (5, 5)} | PISTOL], b=[{"at": (12, 5), "agility": 6}], edition="first")
    unarmed.activate(0).shoot(1)
    assert GreedyBot().choose(unarmed.session).kind == ChoiceKind.COVER


@pytest.mark.clause("S1.F7")
def test_who_is_taken_out_still_shoots_back() -> None:
    b: list[dict[str, Any]] = [{"at": (8, 5), "toughness": 1} | PISTOL, {"at": (20, 20)}]
    fight = Fight(a=[{"at": (5, 5)} | PISTOL], b=b, edition="first").activate(0).shoot(1)
    fight.choose(ChoiceKind.NOTHING).roll(5, 5, 5, 5, 5).roll(1)
    assert fight.node.step == Step.RETURN_FIRE
    assert fight.model(1).toughness == 0
    assert GreedyBot().choose(fight.session).kind == ChoiceKind.FIRE


@pytest.mark.clause("S1.T5")
def test_over_stressed_models_are_activated_like_others() -> None:
    """Whoever can shoot at somebody slow comes before who is far away; in the second edition it would come last."""
    kinds = {}
    for edition in ("first", "second"):
        a: list[dict[str, Any]] = [{"at": (5, 5)} | PISTOL, {"at": (22, 2), "weapons": ["Sword"]}]
        fight = Fight(a=a, b=[{"at": (5, 11), "agility": 1}], edition=edition).stress(0, 4)
        kinds[edition] = GreedyBot().choose(fight.session).who
    assert kinds == {"first": 0, "second": 1}


@pytest.mark.parametrize("table", TABLES.names)
@pytest.mark.parametrize(("roster", "least"), [("lantern-company", 27), ("gable-foxes", 27), ("quarry-brood", 17)])
def test_it_beats_the_random_bot(roster: str, table: str, least: int) -> None:
    setup = mirrored(roster, table)
    counts = fight(Pairing(SKIRMISH, (setup, setup), (named("greedy"), named("random"))), 30, 11).counts
    assert counts.count(Winner.A) >= least


@pytest.mark.parametrize("bots", ["greedy", "greedy,random"])
def test_bots_that_play_from_python_draw_the_same_lots_as_compiled_ones(bots: str) -> None:
    """Also where one and the same plays both sides, and where the sides swap them."""
    setups = mirrored("red-hall", "open-field", 3), mirrored("red-hall", "open-field", 3)
    slow = {"greedy": NamedBot("slow greedy", GreedyBot), "random": NamedBot("slow random", RandomBot)}
    names = (bots.split(",") * 2)[:2]
    wanted = fight(Pairing(SKIRMISH, setups, (named(names[0]), named(names[1]))), 8, 3).counts
    found = fight(Pairing(SKIRMISH, setups, (slow[names[0]], slow[names[1]])), 8, 3).counts
    assert found == wanted


def test_a_search_begun_elsewhere_goes_through_clashes_without_a_node_in_them() -> None:
    """Nobody in the tree chooses where the other's secret lies open."""
    a = [{"at": (5, 5), "melee": 4, "weapons": ["Club"]}]
    b = [{"at": (6.5, 5), "melee": 3, "weapons": ["Axe"]}]
    fight = Fight(a=a, b=b, weapons=[CLUB, AXE], edition="first", round_limit=2).activate(0)
    bot = SearchBot(3, rollouts=400)
    thought = bot.search(fight.session)
    assert thought.rollouts == 400
    assert fight.session.refusal(thought.choice) == ""
    kinds = set()
    for tree in bot._trees:
        for number in range(tree.progress.nodes):
            node = look(TreeNode, tree.memory.nodes, number)
            edges = range(node.first, node.first + node.count)
            kinds |= {look(SKIRMISH.rules.choice, tree.memory.options, edge).kind for edge in edges}
    assert ChoiceKind.CLOSE_COMBAT in kinds
    assert ChoiceKind.DIVIDE not in kinds


def test_a_searching_bot_plays_a_battle_of_the_first_edition_to_its_end() -> None:
    session, steps = Session(SKIRMISH, mirrored("red-hall", "open-field", 4), 3), set()
    bots = SearchBot(3, rollouts=8), RandomBot(3)
    while not session.is_over:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
            continue
        if session.node.side == 0:
            steps.add(session.node.step)
        session.choose(bots[session.node.side].choose(session))
    assert Step.DIVIDE in steps
