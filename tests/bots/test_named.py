"""Bots by their names."""

from __future__ import annotations

from pathlib import Path

import pytest

from battlewright import systems
from battlewright.bots.greedy import GreedyBot
from battlewright.bots.named import PreparingBot, bots_for, named, pair_of
from battlewright.bots.random import RandomBot
from battlewright.bots.search import SearchBot
from battlewright.engine.errors import BattlewrightError, UnknownError
from battlewright.engine.observation import Observation, observe
from battlewright.engine.session import Session
from battlewright.engine.view import NOBODY
from battlewright.systems.formations.setup.engagement import EngagementSetup, read_force
from tests.toy.pig import PIG, PigSetup

pytestmark = pytest.mark.plain


def test_a_bot_is_known_by_its_name() -> None:
    assert isinstance(named("greedy").make(1, 2), GreedyBot)
    assert isinstance(named(" random ").make(1, 2), RandomBot)
    assert (named("random").compiled, named("greedy").compiled) == (0, 1)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("clever", "Unknown bot 'clever'. Known: random, greedy"),
        ("gredy", "Did you mean 'greedy'?"),
        ("", "Unknown bot ''"),
    ],
)
def test_an_unknown_bot_is_told_with_those_that_are_known(text: str, said: str) -> None:
    with pytest.raises(UnknownError) as raised:
        named(text)
    assert said in str(raised.value)


def test_a_searching_bot_may_be_given_its_time_or_its_rollouts() -> None:
    bots = [named(text) for text in ("search", "search:200ms", "search:400")]
    assert [bot.name for bot in bots] == ["search", "search:200ms", "search:400"]
    made = [bot.make(1, 2) for bot in bots]
    assert all(isinstance(bot, SearchBot) for bot in made)
    assert [bot.compiled for bot in bots] == [None] * 3
    with pytest.raises(BattlewrightError, match="not 'soon'"):
        named("search:soon")


def test_a_bot_without_settings_takes_none() -> None:
    with pytest.raises(BattlewrightError, match="'greedy' has no options; leave out ':fast'"):
        named("greedy:fast")


def test_one_name_is_for_both_sides_and_two_are_for_each() -> None:
    assert [bot.name for bot in pair_of("greedy")] == ["greedy", "greedy"]
    assert [bot.name for bot in pair_of("greedy, random")] == ["greedy", "random"]
    with pytest.raises(BattlewrightError, match="not 3"):
        pair_of("greedy,random,greedy")


def engagement() -> Observation:
    forces = (read_force("river-guard"), read_force("marsh-coven"))
    return observe(Session(systems.load("formations"), EngagementSetup(forces=forces), 1), NOBODY)


def test_a_bot_that_is_named_twice_plays_both_seats() -> None:
    one, other = bots_for(pair_of("random"), engagement(), 1, 0)
    assert one is other
    one, other = bots_for(pair_of("random,search:8"), engagement(), 1, 0)
    assert (type(one), type(other)) == (RandomBot, SearchBot)


def test_bots_get_ready_when_they_sit_down() -> None:
    assert isinstance(SearchBot(), PreparingBot)
    assert isinstance(GreedyBot(), PreparingBot)
    assert not isinstance(RandomBot(), PreparingBot)
    with pytest.raises(BattlewrightError, match="no greedy bot for Pig"):
        bots_for(pair_of("greedy"), observe(Session(PIG, PigSetup(), 1), NOBODY), 1, 0)


OWN = """
class First:
    def choose(self, seen):
        return seen.choices()[0]

class Seeded:
    def __init__(self, seed, number):
        self.seed = seed, number

    def choose(self, seen):
        return seen.choices()[-1]

class Needy:
    def __init__(self, friend):
        pass

    def choose(self, seen):
        return None

class Stone:
    pass
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(OWN)
    return path


def test_a_bot_of_ones_own_is_a_class_in_a_file(own: Path) -> None:
    first, seeded = pair_of(f"{own}:First,{own}:Seeded")
    assert (first.name, first.compiled) == (f"{own}:First", None)
    session = Session(systems.load("formations"), EngagementSetup(forces=(read_force("river-guard"),) * 2), 1)
    session.roll_typed([6, 1])
    seen = observe(session, 0)
    assert first.make(1, 2).choose(seen) == seen.choices()[0]
    assert vars(seeded.make(1, 2)) == {"seed": (1, 2)}


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        ("mine.py:Last", "Unknown bot in .*mine.py 'Last'.* Known: First, Seeded, Needy"),
        ("mine.py:Stone", "a bot is a class with a method choose.observation.; Stone has none"),
        ("mine.py:Needy", "Needy must be made by Needy.. or by Needy.seed, number."),
        ("mine.py", "mine.py: name the class of the bot too, such as .*mine.py:MyBot"),
        ("other.py:First", "there is no such file"),
        ("broken.py:First", "the file of the bot cannot be run .SyntaxError"),
    ],
)
def test_a_bot_that_is_none_is_refused_with_a_sentence(own: Path, bot: str, sentence: str) -> None:
    (own.parent / "broken.py").write_text("class First(")
    with pytest.raises(BattlewrightError, match=sentence):
        named(str(own.parent / bot))
