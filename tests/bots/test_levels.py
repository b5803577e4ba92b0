"""Opponents by level: what each is in a system, and how careless ones choose."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any, get_args

import pytest

from battlewright import systems
from battlewright.bots.careless import number_of, pick_carelessly
from battlewright.bots.greedy import GreedyBot
from battlewright.bots.levels import LEVELS, levels_of, usual_level
from battlewright.bots.named import bots_for, named, pair_of
from battlewright.bots.random import RandomBot
from battlewright.bots.search import SearchBot
from battlewright.cli.ladder_page import ladders
from battlewright.cli.play import LevelName
from battlewright.contract.counts import Winner
from battlewright.contract.parts import Strength
from battlewright.contract.system import System
from battlewright.engine.errors import BattlewrightError, UnknownError
from battlewright.engine.node import NodeKind
from battlewright.engine.observation import observe
from battlewright.engine.record import numbers
from battlewright.engine.rulebook import PROPOSAL_SIDES
from battlewright.engine.session import Session
from battlewright.engine.view import NOBODY
from battlewright.lab.pairing import Pairing
from battlewright.lab.simulation import fight
from battlewright.odds.distribution import wilson
from tests.toy.pig import PIG, PigSetup

SHIPPED = [systems.load(name) for name in systems.names()]
FORMATIONS, SKIRMISH = systems.load("formations"), systems.load("skirmish")


def opened(system: System, seed: int = 1) -> Session:
    """A battle that waits for its first choice."""
    session = Session(system, system.setup.read().setup, seed)
    while session.node.kind != NodeKind.DECISION:
        session.roll()
    return session


def test_the_command_line_has_the_same_names() -> None:
    (literal, *_) = get_args(get_args(LevelName)[0])
    assert get_args(literal) == tuple(LEVELS)


@pytest.mark.parametrize("system", SHIPPED, ids=lambda system: system.name)
def test_every_system_has_five_levels_from_careless_to_searching(system: System) -> None:
    made = [named(level).for_system(system) for level in LEVELS]
    assert [bot.name for bot in made] == list(levels_of(system)) == list(LEVELS)
    *others, expert = (bot.make(1, 2) for bot in made)
    assert isinstance(expert, SearchBot)
    for bot, player in zip(made, others, strict=False):
        if isinstance(player, SearchBot):
            assert bot.compiled is None
            assert 0 < (player.rollouts or 0) < (expert.rollouts or 0)
        else:
            assert isinstance(player, GreedyBot)
            assert bot.compiled == player.number
    assert usual_level(system) == "medium"


def test_where_the_ranking_is_good_the_search_is_cautious() -> None:
    experts = {system.name: named("expert").for_system(system).make(1, 2) for system in SHIPPED}
    cautious = {name: isinstance(bot, SearchBot) and bot.is_cautious for name, bot in experts.items()}
    assert cautious == {"skirmish": False, "heroes": True, "formations": True}


def test_a_system_that_ranks_nothing_has_them_by_search() -> None:
    assert [type(named(level).for_system(PIG).make(1, 2)) for level in LEVELS] == [RandomBot, *[SearchBot] * 4]
    rollouts = [strength.rollouts for strength in levels_of(PIG).values()]
    assert rollouts == sorted(set(rollouts))
    fought = fight(Pairing(PIG, (PigSetup(goal=20),) * 2, pair_of("medium,beginner")), 40, 1).counts
    assert fought.count(Winner.A) > fought.count(Winner.B)


def test_only_battles_of_two_sides_have_levels_that_search() -> None:
    three = replace(PIG, rules=replace(PIG.rules, sides=3))
    assert list(levels_of(three)) == [usual_level(three)] == ["beginner"]
    with pytest.raises(UnknownError, match="level of Pig"):
        named("hard").for_system(three)


def test_a_level_is_made_for_a_system_and_has_no_options() -> None:
    with pytest.raises(BattlewrightError, match="plays each system in its own way"):
        named("easy").make(1, 2)
    with pytest.raises(BattlewrightError, match="'easy' has no options"):
        named("easy:400")
    seen = observe(opened(FORMATIONS), NOBODY)
    one, other = bots_for(pair_of("easy,expert"), seen, 1, 0)
    assert (type(one), type(other)) == (GreedyBot, SearchBot)


@pytest.mark.plain
@pytest.mark.parametrize(
    ("values", "temperature", "overlooks", "shares"),
    [
        ([5, 5, 5, 5], 10, 0, [1 / 4] * 4),
        ([9, 7], 100, 0, [2 / 3, 1 / 3]),
        ([9, 7], 50, 0, [4 / 5, 1 / 5]),
        ([9, 7], 200, 0, [4 / 7, 3 / 7]),  # between whole halvings it is a straight line
        ([900, 700, 700, -(1 << 30)], 100, 0, [1 / 2, 1 / 4, 1 / 4, 0]),
        ([9, 7], 100, 50, [1 / 2, 1 / 2]),
        ([9, 9, 7], 100, 75, [1 / 4, 1 / 4, 1 / 2]),
        ([9, 7], 100, 100, [0, 1]),
        ([5, 5], 100, 100, [1 / 2, 1 / 2]),
    ],
)
def test_a_choice_that_loses_as_much_as_the_middle_one_is_half_as_likely_at_temperature_one(
    values: list[int], temperature: int, overlooks: int, shares: list[float]
) -> None:
    row, even = numbers(values), range(1, PROPOSAL_SIDES + 1, 97)
    picked = Counter(pick_carelessly(row, len(values), temperature, overlooks, drawn) for drawn in even)
    assert [picked[index] / len(even) for index in range(len(values))] == pytest.approx(shares, abs=0.005)


def choices_of(strength: Strength, session: Session, draws: int) -> list[Any]:
    bot = GreedyBot(7, number=number_of(strength))
    return [bot.choose(session) for _ in range(draws)]


@pytest.mark.plain
def test_a_careless_bot_picks_from_what_ranks_first_and_the_best_most_often() -> None:
    session = opened(FORMATIONS)
    best = GreedyBot().choose(session)
    drawn = Counter(str(each) for each in choices_of(Strength(choices=3, temperature=1.0), session, 300))
    assert len(drawn) == 3
    assert drawn.most_common(1)[0][0] == str(best)
    calm = Counter(str(each) for each in choices_of(Strength(choices=3, temperature=0.3), session, 300))
    assert drawn[str(best)] < calm[str(best)] < 300
    assert choices_of(Strength(choices=1, temperature=1.0), session, 3) == [best] * 3


def test_the_same_seed_gives_the_same_battle() -> None:
    setup = FORMATIONS.setup.read().setup
    one, two, other = (fight(Pairing.of(FORMATIONS, setup, pair_of("easy")), 10, seed).counts for seed in (1, 1, 2))
    assert one == two != other


@pytest.mark.parametrize(
    ("title", "pair", "battles"),
    [
        *(("Formations", pair, 1600) for pair in ("easy,beginner", "medium,easy", "hard,medium")),
        *(("Heroes", pair, 1200) for pair in ("easy,beginner", "medium,easy", "hard,medium")),
        *(("Skirmish, second edition", pair, 210) for pair in ("easy,beginner", "medium,easy")),
        *(("Skirmish, first edition", pair, 210) for pair in ("easy,beginner", "medium,easy")),
    ],
)
def test_each_level_beats_the_one_below(title: str, pair: str, battles: int) -> None:
    """The levels that do not search, on all match-ups; bench/levels.py has the shares of all levels."""
    ((system, _, match_ups),) = [each for each in ladders() if each[1] == title]
    won = 0.0
    for match_up in match_ups:
        counts = fight(Pairing(system, match_up.setups, pair_of(pair)), battles // len(match_ups), 3).counts
        won += counts.count(Winner.A) + counts.count(Winner.DRAW) / 2
    assert 0.65 < won / battles < 0.85


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_the_battle_that_begins_at_one_click_is_even(level: str) -> None:
    """The person leads side a of it. Both sides play at the level of a first battle, or at that of the later ones: the
    interval does not rule out 45 to 55 of 100."""
    assert SKIRMISH.pages is not None
    setup = SKIRMISH.setup.read(**SKIRMISH.pages.options).setup
    counts = fight(Pairing(SKIRMISH, (setup, setup), pair_of(level), swaps=False), 600, 9).counts
    low, high = wilson(round(counts.count(Winner.A) + counts.count(Winner.DRAW) / 2), 600)
    assert low < 0.55
    assert high > 0.45
