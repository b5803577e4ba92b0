"""The searching bot: it sees further than one action, keeps its time, repeats itself, and knows no dice to come."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from functools import cache
from itertools import product

import pytest

from battlewright import systems
from battlewright.bots import search
from battlewright.bots.greedy import GreedyBot
from battlewright.bots.racing import CLEAR_LEAD
from battlewright.bots.random import RandomBot
from battlewright.bots.search import JOINING, LEAST_TRIED, TREES, SearchBot, Tree, search_named
from battlewright.bots.tree import MILLION, Plan, TreeNode
from battlewright.bots.workspace import tables_for
from battlewright.contract.guides import guide_of
from battlewright.contract.system import System
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.node import NodeKind
from battlewright.engine.record import look, snapshot
from battlewright.engine.session import Session
from battlewright.systems.formations.setup.engagement import EngagementSetup, read_force
from battlewright.systems.skirmish.bots.make_tables import tables_of
from battlewright.systems.skirmish.record import ChoiceKind
from battlewright.systems.skirmish.setup.battle import BattleSetup, read_scenario, set_up
from battlewright.systems.skirmish.setup.files import ROSTERS, read_roster, read_table
from tests.systems.skirmish.helpers import Fight
from tests.toy.pig import PIG, Kind, PigSetup

SKIRMISH, FORMATIONS, HEROES = (systems.load(name) for name in ("skirmish", "formations", "heroes"))
UNRANKED = replace(FORMATIONS, bots=replace(FORMATIONS.bots, rank=None, tables=None, win_chance=None))
"""A system that is searched from its list of choices."""
RIFLE = {"weapons": ["Rifle"], "ballistics": 6, "toughness": 4}
FRAIL = {"toughness": 1, "melee": 6, "agility": 1}


@cache
def mirrored(roster: str = "lantern-company", table: str = "ruins") -> BattleSetup:
    return set_up((read_roster(roster), read_roster(roster)), read_table(table), read_scenario("last-stand"))


def opened(seed: int = 3) -> Session:
    """A battle in which all models stand and somebody is to be activated."""
    session, bot = Session(SKIRMISH, mirrored(), seed), GreedyBot()
    while session.node.kind == NodeKind.CHANCE or session.record.round == 0:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
        else:
            session.choose(bot.choose(session))
    return session


def engagement() -> EngagementSetup:
    return EngagementSetup(forces=(read_force("river-guard"), read_force("marsh-coven")))


def last_chance() -> Fight:
    """The last activation of a battle for the middle: who walks twice is there, who shoots first is not.

    A shot looks good: it is likely to break somebody down. But somebody else would still be left.
    """
    b = [{"at": (2, 3)} | FRAIL, {"at": (22, 22)} | FRAIL]
    return Fight(a=[{"at": (12, 1.5)} | RIFLE], b=b, victory="hold", round_limit=1).activate(0)


def test_it_finds_a_win_that_is_two_actions_away() -> None:
    fight = last_chance()
    assert GreedyBot().choose(fight.session).kind == ChoiceKind.SHOOT
    bots, session = (SearchBot(rollouts=200), GreedyBot()), fight.session
    while not session.is_over:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
        else:
            session.choose(bots[session.node.side].choose(session))
    assert fight.node.result == 1


def test_whatever_it_chooses_in_a_battle_is_allowed_and_thinking_changes_nothing() -> None:
    setup = mirrored("gable-foxes", "rooftops")
    short = setup.model_copy(update={"scenario": setup.scenario.model_copy(update={"round_limit": 2})})
    session, bots = Session(SKIRMISH, short, 3), (SearchBot(rollouts=6), RandomBot(3))
    while not session.is_over:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
            continue
        before = snapshot(session.battle)
        choice = bots[0].choose(session)
        assert snapshot(session.battle) == before
        assert session.refusal(choice) == ""
        session.choose(choice if session.node.side == 0 else bots[1].choose(session))


def test_the_same_position_gets_the_same_choice_whatever_the_workers() -> None:
    session = opened()
    one, two = SearchBot(7, rollouts=81, workers=1), SearchBot(7, rollouts=81)
    asked = 0
    while asked < 4 or session.node.kind == NodeKind.CHANCE:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
            continue
        thought = one.search(session)
        assert thought.options == two.search(session).options
        session.choose(thought.choice)
        asked += 1
    assert SearchBot(8, rollouts=81).search(session).options != two.search(session).options


def test_a_tree_that_is_planted_anew_knows_nothing_of_what_was_before() -> None:
    session, bot = opened(), SearchBot(7, rollouts=60, workers=1)
    first = bot.search(session)
    bot.search(opened(4))
    assert bot.search(session).options == first.options
    for tree in bot._trees:
        assert sum(1 for slot in tree.memory.slots if slot) == tree.progress.nodes


def test_later_turns_branch_out_only_where_an_edge_has_many_visits() -> None:
    session, nodes = opened(), []
    for visits in (0, 6, 10_000):
        bot = SearchBot(3, rollouts=200)
        bot.prepare(session)
        for tree in bot._trees:
            look(Plan, tree.memory.plan).expand_after = visits
        assert bot.search(session).rollouts == 200
        nodes.append(sum(tree.progress.nodes for tree in bot._trees))
    assert nodes[0] > 1.2 * nodes[1] > 1.2 * nodes[2] > TREES


def deploying(seed: int = 3) -> Session:
    """A battle at its first choice: nobody stands yet."""
    session = Session(SKIRMISH, mirrored(), seed)
    while session.node.kind == NodeKind.CHANCE:
        session.roll()
    return session


def test_it_weighs_places_all_over_its_zone() -> None:
    session, bot = deploying(), SearchBot(1, rollouts=60, workers=1)
    options = bot.search(session).options
    places = {(option.choice.legs[0].x, option.choice.legs[0].y) for option in options}
    width = max(x for x, _ in places) - min(x for x, _ in places)
    assert len(places) == len(options) > 8
    assert width > 20_000
    assert all(session.refusal(option.choice) == "" for option in options)
    assert len({option.value for option in options}) > 1


def test_a_rollout_begins_to_count_its_turns_when_all_stand() -> None:
    session = deploying()
    assert SKIRMISH.bots.tables is not None
    tree = Tree(SKIRMISH, session.setting, tables_of(session.setting))
    look(Plan, tree.memory.plan).turns = 1
    tree.reset(session.battle, 1, 0)
    tree.run_rollouts(1)
    reached = look(SKIRMISH.rules.battle, tree.memory.replica)
    models = reached.models[: session.record.crowd.count]
    assert reached.round == 1
    assert sum(model.activated for model in models) == 1


def test_a_rollout_counts_the_turns_of_combatants_where_a_turn_has_several_choices() -> None:
    session, bot = Session(HEROES, HEROES.setup.read("the-toll-bridge"), 5), GreedyBot()
    while session.node.kind == NodeKind.CHANCE:
        session.roll()
    tree = Tree(HEROES, session.setting, tables_for(HEROES, session.setting))
    look(Plan, tree.memory.plan).turns = 2
    for _ in range(20):
        tree.reset(session.battle, 1, 0)
        tree.run_rollouts(1)
        here, reached = session.record, look(HEROES.rules.battle, tree.memory.replica)
        passed = reached.next - here.next + (reached.round - here.round) * here.count
        assert (2 <= passed <= 4) or reached.node.kind == NodeKind.OVER  # some combatants have no choice in their turns
        session.choose(bot.choose(session))
        while session.node.kind == NodeKind.CHANCE:
            session.roll()


def test_without_a_win_chance_rollouts_go_to_the_end() -> None:
    blind, session = (
        replace(FORMATIONS, bots=replace(FORMATIONS.bots, win_chance=None)),
        Session(FORMATIONS, engagement(), 1),
    )
    tree = Tree(blind, session.setting, tables_for(FORMATIONS, session.setting))
    assert look(Plan, tree.memory.plan).turns == 0
    while session.node.kind == NodeKind.CHANCE:
        session.roll()
    tree.reset(session.battle, 1, 0)
    tree.run_rollouts(1)
    assert look(FORMATIONS.rules.battle, tree.memory.replica).node.kind == NodeKind.OVER


def test_it_does_not_know_the_dice_of_the_battle() -> None:
    """Two battles in the same position, with other dice to come, get the same thoughts."""
    thoughts = []
    for seed in (1, 2):
        fight = Fight(a=[{"at": (5, 5)} | RIFLE], b=[{"at": (5, 12)} | RIFLE, {"at": (9, 11)}], seed=seed).activate(0)
        thoughts.append(SearchBot(rollouts=60).search(fight.session))
    assert thoughts[0].options == thoughts[1].options


def test_what_the_trees_say_adds_up() -> None:
    bot = SearchBot(rollouts=150)
    thought = bot.search(opened())
    assert thought.rollouts == 150
    assert sum(option.visits for option in thought.options) == 150
    visits = [option.visits for option in thought.options]
    assert visits[0] + 2 * TREES >= max(visits) > 2 * min(visits)
    assert all(0 <= option.value <= 1 for option in thought.options)
    for tree in bot._trees:
        memory = tree.memory
        for number in range(tree.progress.nodes):
            node = look(TreeNode, memory.nodes, number)
            edges = range(node.first, node.first + node.count)
            assert sum(memory.visits[edge] for edge in edges) == node.visits
            assert all(0 <= memory.value_sum[edge] <= MILLION * memory.visits[edge] for edge in edges)
        assert tree.root.visits == tree.progress.rollouts
        assert 1 < tree.progress.deepest < tree.progress.rollouts


def test_a_full_tree_goes_on_without_growing() -> None:
    session = opened()
    tree = Tree(SKIRMISH, session.setting, tables_of(session.setting), nodes=5, edges=60)
    tree.reset(session.battle, 1, 0)
    tree.run_rollouts(40)
    assert (tree.progress.rollouts, tree.progress.nodes <= 5, tree.progress.edges <= 60) == (40, True, True)
    assert tree.root.visits == 40


def test_it_keeps_its_time_and_wastes_none_where_there_is_nothing_to_choose() -> None:
    session, bot = opened(), SearchBot(milliseconds=200)
    bot.search(session, 1)  # its tables are read once
    assert bot.search(session).seconds > 0.1
    assert any(bot.search(session).seconds < 0.22 for _ in range(20))  # the best of them: others use this machine, too
    fight = Fight(a=[{"at": (5, 5)}], b=[{"at": (9, 11)}])
    bot.search(fight.session, 1)
    assert bot.search(fight.session).seconds < 0.1


def test_thinking_can_be_ended_from_outside() -> None:
    session, bot = opened(), SearchBot(milliseconds=60_000)
    bot.search(session, 1)
    timer = threading.Timer(0.1, bot.stop)
    began = time.perf_counter()
    timer.start()
    thought = bot.search(session)
    assert time.perf_counter() - began < 30
    assert thought.rollouts > 0
    assert session.refusal(thought.choice) == ""


def wins(system: System, setup: object, rollouts: int, battles: int) -> int:
    """How often the searching bot wins against the random one, from both sides by turns."""
    won = 0
    for index in range(battles):
        session, side = Session(system, setup, 5, index), index % 2
        bots = [RandomBot(5, index), RandomBot(5, index)]
        searching = SearchBot(5, index, rollouts=rollouts)
        while not session.is_over:
            if session.node.kind == NodeKind.CHANCE:
                session.roll()
            else:
                bot = searching if session.node.side == side else bots[1 - side]
                session.choose(bot.choose(session))
        won += session.node.result == side + 1
    return won


def test_a_cautious_search_leaves_what_ranks_first_for_a_clear_lead_alone() -> None:
    """A plain one takes up what looks better by few rollouts."""
    session, greedy, eager = Session(FORMATIONS, engagement(), 4), GreedyBot(), 0
    while not session.is_over:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
            continue
        first = greedy.choose(session)
        if session.forced() is None:
            found = {
                is_cautious: SearchBot(rollouts=200, workers=1, is_cautious=is_cautious)
                for is_cautious in (False, True)
            }
            plain, cautious = (bot.search(session) for bot in found.values())
            if cautious.choice != first:
                (kept,) = [each for each in cautious.options if each.choice == first]
                assert kept.lost >= CLEAR_LEAD * kept.error
            eager += plain.choice != first and cautious.choice == first
        session.choose(first)
    assert eager > 0


def test_where_nothing_is_ranked_it_searches_what_is_listed() -> None:
    forces = (read_force("river-guard"), read_force("river-guard"))
    assert wins(FORMATIONS, EngagementSetup(forces=forces), 40, 8) >= 7


@pytest.mark.plain
def test_a_small_search_gives_the_same_in_plain_python() -> None:
    """The hashes of all nodes say so."""
    session = Session(UNRANKED, engagement(), 1)
    while session.node.kind == NodeKind.CHANCE:
        session.roll()
    bot = SearchBot(rollouts=12, workers=1)
    assert bot.search(session).rollouts == 12
    nodes = [look(TreeNode, tree.memory.nodes, number) for tree in bot._trees for number in range(tree.progress.nodes)]
    assert [node.visits for node in nodes] == [6, 3, 2, 2, 1, 1] * 2
    assert sum(node.one ^ node.other for node in nodes) == 3939392158


def test_it_is_named_with_its_time_or_its_rollouts() -> None:
    made = {text: search_named(text)(1, 2) for text in ("", "200ms", "2s", "400")}
    assert {text: (bot.rollouts, bot.milliseconds) for text, bot in made.items()} == {
        "": (None, search.MILLISECONDS),
        "200ms": (None, 200),
        "2s": (None, 2000),
        "400": (400, search.MILLISECONDS),
    }
    assert all((bot.seed, bot.index) == (1, 2) for bot in made.values())


@pytest.mark.parametrize("text", ["fast", "0", "0ms", "-3", "1.5s", "2 h"])
def test_a_name_that_says_no_time_is_refused_with_what_would_do(text: str) -> None:
    with pytest.raises(BattlewrightError, match="search:2s, search:200ms or search:400; not"):
        search_named(text)


def test_where_nobody_chooses_it_says_so() -> None:
    with pytest.raises(BattlewrightError, match="No side has a choice here"):
        SearchBot().choose(Session(SKIRMISH, mirrored(), 1))


@pytest.mark.nightly
def test_it_beats_the_greedy_bot() -> None:
    """Every roster on two tables, from sides that alternate (``bench/search_strength.py`` fights more)."""
    score, battles = 0.0, list(enumerate(product(ROSTERS.names, ("ruins", "open-field"))))
    for index, (roster, table) in battles:
        session, side = Session(SKIRMISH, mirrored(roster, table), 5, index), index % 2
        bots: dict[int, SearchBot | GreedyBot] = {
            side: SearchBot(5, index, rollouts=400),
            1 - side: GreedyBot(5, index),
        }
        while not session.is_over:
            if session.node.kind == NodeKind.CHANCE:
                session.roll()
            else:
                session.choose(bots[session.node.side].choose(session))
        score += 0.5 if session.node.result == 0 else session.node.result == side + 1
    assert score >= 0.7 * len(battles)


def test_of_the_choices_that_are_offered_all_are_tried_and_one_is_best() -> None:
    session = opened()
    session.choose(GreedyBot().choose(session))
    offered = [each.choice for each in guide_of(session).offers()]
    bot = SearchBot(7, rollouts=200, workers=1)
    found = bot.search(session, offered=offered)
    ranked = bot.search(session)
    assert len(found.options) == len(offered)
    assert all(each.choice in offered and each.visits >= LEAST_TRIED for each in found.options)
    assert any(each.choice not in offered for each in ranked.options), "it then looks at its own candidates again"
    assert found.options[0].lost == found.options[0].error == 0
    assert all(each.error > 0 for each in found.options[1:] if each.lost)


def test_the_offered_choice_that_ranks_first_is_best_unless_another_is_clearly_ahead() -> None:
    session = opened()
    offered = session.choices()
    bot = SearchBot(7, rollouts=150, workers=1)
    found = bot.search(session, offered=offered)
    first = GreedyBot().choose(session)
    best, usual = found.options[0], next(each for each in found.options if each.choice == first)
    assert best.choice == first or usual.lost >= CLEAR_LEAD * usual.error


def test_a_star_moves_on_a_clear_lead_alone_where_nothing_is_ranked_too() -> None:
    """With few rollouts, the noise alone would often move it."""
    session: Session = Session(PIG, PigSetup(goal=40), None)
    offered, kept = session.choices(), 0
    for seed in range(20):
        bot = SearchBot(seed, rollouts=30, workers=1)
        first = bot.search(session, offered=offered)
        assert first.options[0].value == max(each.value for each in first.options), "no choice ranks first"
        for favourite in offered:
            found = bot.search(session, offered=offered, favourite=favourite)
            usual = next(each for each in found.options if each.choice == favourite)
            assert found.choice == favourite or usual.lost >= CLEAR_LEAD * usual.error
            kept += found.choice == favourite != first.choice
    assert kept, "a favourite that did worse in these few was kept"


def test_a_favourite_leaves_no_offer_untried_where_nothing_is_ranked() -> None:
    session = Session(UNRANKED, engagement(), 1)
    while session.node.kind == NodeKind.CHANCE or len(session.choices()) <= JOINING + 1:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
        else:
            session.choose(session.choices()[0])
    offered = session.choices()
    found = SearchBot(rollouts=40 * len(offered), workers=1).search(session, offered=offered, favourite=offered[3])
    assert sum(each.visits > LEAST_TRIED for each in found.options) == len(offered)


def test_what_is_offered_is_searched_the_same_by_one_worker_and_by_two() -> None:
    session = opened()
    one, two = (SearchBot(7, rollouts=150, workers=each).search(session, offered=session.choices()) for each in (1, 2))
    assert one.options == two.options


@pytest.mark.plain
def test_offers_are_ranked_and_tried_in_plain_python_too() -> None:
    session = Session(FORMATIONS, engagement(), 1)
    while session.node.kind == NodeKind.CHANCE:
        session.roll()
    offered = session.choices()[::-1]
    found = SearchBot(rollouts=2, workers=1, size=(64, 1 << 10)).search(session, offered=offered)
    assert sorted(map(repr, (each.choice for each in found.options))) == sorted(map(repr, offered))
    assert all(each.visits >= LEAST_TRIED for each in found.options)
    assert found.choice == GreedyBot().choose(session), "with so few rollouts no other is clearly ahead"


def test_offers_are_tried_less_where_there_is_no_time_for_it() -> None:
    session = opened()
    found = SearchBot(milliseconds=1, workers=1).search(session, offered=session.choices())
    assert sum(each.visits for each in found.options) < LEAST_TRIED * len(found.options)


def test_what_a_choice_loses_is_right_where_a_battle_comes_back_to_the_same_position() -> None:
    """Who holds with the goal reached has won; who rolls on and fails may stand there again a turn later."""
    session: Session = Session(PIG, PigSetup(goal=5), None)
    session.choose(session.choices()[0])
    session.roll_typed([6])
    held, rolled = SearchBot(rollouts=2000, workers=1).search(session, offered=session.choices()).options
    assert (held.choice.kind, held.value) == (Kind.HOLD, 1.0)
    assert 0 < rolled.lost < 0.5
    assert abs(rolled.lost - (held.value - rolled.value)) < 0.05
