"""Bots by their names, as people type them: ``easy``, ``greedy``, ``search:200ms``, or ``mine.py:MyBot``."""

from __future__ import annotations

import importlib.util
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Protocol, cast, runtime_checkable

from battlewright.bots.greedy import GreedyBot
from battlewright.bots.levels import LEVELS, levels_of, player_of
from battlewright.bots.random import RandomBot
from battlewright.bots.search import search_named
from battlewright.contract.system import System, system_of
from battlewright.engine.errors import BattlewrightError, UnknownError, describe_value
from battlewright.engine.observation import Observation
from battlewright.engine.rulebook import BattleT, ChoiceT, SettingT


class Bot(Protocol):
    """A built-in player."""

    def choose(self, seen: Observation[SettingT, BattleT, ChoiceT]) -> ChoiceT:
        """Return one of the legal choices at this decision."""
        ...


@runtime_checkable
class PreparingBot(Protocol):
    """A bot that prepares for a battle before the clock starts."""

    def prepare(self, seen: Observation) -> None:
        """Load the tables and allocate the memory that the battle needs."""
        ...


@dataclass(frozen=True)
class NamedBot:
    """A bot by its name.

    ``make`` makes it from the seed and the number of a battle. ``compiled`` is its number in a compiled playout
    (``greedy.playout``), or None if it plays from Python only. A ``level`` plays every system in its own way.
    """

    name: str
    make: Callable[[int, int], Bot]
    compiled: int | None = None
    level: bool = False

    def for_system(self, system: System) -> NamedBot:
        """Return it as it plays a system."""
        if not self.level:
            return self
        if self.name not in levels_of(system):
            raise UnknownError(f"level of {system.title}", self.name, levels_of(system))
        return NamedBot(self.name, *player_of(system, self.name))


def _level(name: str) -> Callable[[str], NamedBot]:
    """Return the reader of a level. How it is made depends on the system (``NamedBot.for_system``)."""

    def make(seed: int, index: int) -> Bot:
        raise BattlewrightError(f"The level {name!r} plays each system in its own way: ask for_system first.")

    read = _plain(name, make, None)
    return lambda options: replace(read(options), level=True)


def _plain(name: str, make: Callable[[int, int], Bot], compiled: int | None) -> Callable[[str], NamedBot]:
    """Return the reader of a bot without options."""

    def read(options: str) -> NamedBot:
        if options:
            raise BattlewrightError(f"The bot {name!r} has no options; leave out ':{options}'.")
        return NamedBot(name, make, compiled)

    return read


def _search(options: str) -> NamedBot:
    """Read a searching bot, which may be given its time or its rollouts."""
    return NamedBot(f"search:{options}" if options else "search", search_named(options))


BOTS: Mapping[str, Callable[[str], NamedBot]] = {
    "random": _plain("random", RandomBot, 0),
    "greedy": _plain("greedy", GreedyBot, 1),
    "search": _search,
    **{level: _level(level) for level in LEVELS},
}
"""The bots, by the word before the colon; each is made from the text after it."""


OWN_BOT = "or one of your own, such as mine.py:MyBot"
"""What follows the names of bots in a list."""


def named(text: str) -> NamedBot:
    """Return the bot that a text names."""
    word, _, options = text.strip().partition(":")
    if word.endswith(".py"):
        return _own(Path(word), options)
    if word not in BOTS:
        raise UnknownError("bot", word, [*BOTS, OWN_BOT])
    return BOTS[word](options)


def check_name(what: str, name: object, *others: str) -> None:
    """Raise an error for a name that is no bot's; ``others`` are allowed too. A user's own file is not run for it."""
    if not isinstance(name, str):
        raise BattlewrightError(f"The {what} must be a name, such as 'greedy', not {describe_value(name)}.")
    word = name.partition(":")[0].strip()
    if word in BOTS:
        named(name)
    elif not word.endswith(".py"):
        raise UnknownError(what, name, [*others, *BOTS, OWN_BOT])


def _own(path: Path, name: str) -> NamedBot:
    """Return a user's own bot: a class in a Python file, instantiated for each battle (with its seed and number, if it
    takes them)."""
    made = _classes_in(path.resolve()).get(name)
    if not name:
        raise BattlewrightError(f"{path}: name the class of the bot too, such as {path}:MyBot.")
    if made is None:
        known = [each for each, found in _classes_in(path.resolve()).items() if hasattr(found, "choose")]
        raise UnknownError(f"bot in {path}", name, known)
    if not callable(getattr(made, "choose", None)):
        raise BattlewrightError(f"{path}: a bot is a class with a method choose(observation); {name} has none.")
    parameters = inspect.signature(made).parameters.values()
    needed = sum(each.default is each.empty for each in parameters)
    if needed > 2 or (needed and len(parameters) < 2):
        raise BattlewrightError(f"{path}: {name} must be made by {name}() or by {name}(seed, number).")

    def make(seed: int, index: int) -> Bot:
        try:
            return made(seed, index) if len(parameters) >= 2 else made()
        except Exception as error:
            what = f"{type(error).__name__}: {error}"
            raise BattlewrightError(f"{path}: the bot {name} cannot be made ({what}).") from error

    return NamedBot(f"{path}:{name}", make)


@cache
def _classes_in(path: Path) -> dict[str, Callable[..., Bot]]:
    """Run a Python file and return its classes by their names."""
    if not path.is_file():
        raise BattlewrightError(f"{path}: there is no such file.")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        raise BattlewrightError(f"{path}: the file of the bot cannot be run ({what}).") from error
    classes = {name: made for name, made in vars(module).items() if inspect.isclass(made)}
    return cast("dict[str, Callable[..., Bot]]", classes)


def default_bot(system: System) -> str:
    """Return the name of the bot that plays a system where none is named."""
    return "random" if system.bots.rank is None else "greedy"


def pair_of(text: str) -> tuple[NamedBot, NamedBot]:
    """Return the bots of two sides: one name for both, or two separated by a comma."""
    names = text.split(",")
    if len(names) > 2:
        raise BattlewrightError(f"--bots takes one bot for both sides or two with a comma, not {len(names)}.")
    return named(names[0]), named(names[-1])


def bots_for(pair: tuple[NamedBot, NamedBot], seen: Observation, seed: int, index: int) -> tuple[Bot, Bot]:
    """Return both bots of a battle, ready to choose; a bot that is named twice plays both sides."""
    first = _prepared(pair[0], seen, seed, index)
    return first, first if pair[0].name == pair[1].name else _prepared(pair[1], seen, seed, index)


def _prepared(bot: NamedBot, seen: Observation, seed: int, index: int) -> Bot:
    made = bot.for_system(system_of(seen)).make(seed, index)
    if isinstance(made, PreparingBot):
        made.prepare(seen)
    return made
