"""Questions about a rulebook's odds.

A question is a function that returns a ``Report``. Its parameters are declared with their meaning and their limits
(``answers.parameters``); a command line turns them into options, a server into a form:

>>> from typing import Annotated
>>> from battlewright.answers.parameters import option
>>> def test(score: Annotated[int, option("The characteristic's score.", 1, 10)]) -> Report:
...     return Report({"score": score})
>>> [*parameters_of(test)]
['score']
"""

from __future__ import annotations

import inspect
import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

from battlewright.answers.parameters import Parameters, argument, option, parameters_of
from battlewright.answers.report import Report, report_of
from battlewright.engine.notation import parse_roll
from battlewright.odds.pools import sum_of

Answer = Callable[..., Report]


def with_parameters_of(other: Callable[..., object], answer: Answer) -> Answer:
    """Return ``answer`` with its ``**typed`` declared as the parameters of another function; those come first.

    >>> def read(goal: int = 12) -> None: ...
    >>> def ask(seconds: float = 10, **typed: int) -> Report: return Report(typed)
    >>> [*parameters_of(with_parameters_of(read, ask))]
    ['goal', 'seconds']
    """

    def joined(**typed: object) -> Report:
        return answer(**typed)

    joined.__doc__ = answer.__doc__
    joined.parameters = Parameters(parameters_of(other) | parameters_of(answer))  # type: ignore[attr-defined]
    return joined


@dataclass(frozen=True)
class Question:
    """A named question. ``answer`` is the function; its docstring is the help, with examples.

    ``rules`` returns the compiled rules that the answer needs besides those of the system, to be compiled first.
    ``other_names`` are aliases. ``title`` asks it in a few words of players.
    """

    name: str
    answer: Answer
    rules: Callable[[], tuple[Callable[..., object], ...]] = tuple
    other_names: tuple[str, ...] = ()
    title: str = ""

    @property
    def help(self) -> str:
        """The help text with examples: the docstring of ``answer``."""
        return inspect.cleandoc(self.answer.__doc__ or "")

    @property
    def example(self) -> dict[str, str | bool | list[str]]:
        """The arguments of the first example in the help, by name, as they are typed there.

        >>> def test(score: int, ties: bool = False) -> Report:
        ...     "Example: `battlewright odds pig test --score 4 --ties`"
        >>> Question("test", test).example
        {'score': '4', 'ties': True}
        """
        found = re.search(rf"Examples?: `battlewright odds (?:\w+ )?{re.escape(self.name)} *([^`]*)`", self.help)
        known, made = parameters_of(self.answer).values(), dict[str, str | bool | list[str]]()
        positional = [each for each in known if each.form.positional]
        words = shlex.split(found[1]) if found else []
        while words:
            word = words.pop(0)
            meant = next((each for each in known if word in each.options and not each.form.positional), None)
            if meant is None and positional:
                meant = positional[0] if positional[0].is_several else positional.pop(0)
                words.insert(0, word)
            if meant is None:
                break
            if meant.kind == "flag":
                made[meant.name] = True
            elif words and meant.is_several:
                made[meant.name] = [*made.get(meant.name, []), words.pop(0)]  # type: ignore[misc]
            elif words:
                made[meant.name] = words.pop(0)
        return made


def roll(
    notation: Annotated[str, argument("Such as 3d8+4, 2d6-1, 2d6+d4.", "NOTATION")],
    at_least: Annotated[int | None, option("Also the chance of this total or more.", usual=(1, 60, 1))] = None,
) -> Report:
    """Show the odds of the total of a roll.

    Example: `battlewright odds roll 3d8+4 --at-least 20`
    """
    asked = parse_roll(notation)
    odds = sum_of(asked)
    extra = {} if at_least is None else {"at_least": {str(at_least): odds.at_least(at_least)}}
    return report_of(f"{asked}: the total", odds, extra)


ROLL = Question("roll", roll, title="What do dice come to?")
"""The question about dice alone, without a rulebook."""
