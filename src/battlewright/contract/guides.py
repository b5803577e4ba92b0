"""The guide of any battle, and the odds of its choices."""

from __future__ import annotations

from collections.abc import Sequence

from battlewright.answers.advice import SECONDS, Advice
from battlewright.answers.data import entry_data, node_data, offers_data, status_data, system_data
from battlewright.answers.exact_guide import WinGuide
from battlewright.answers.guide import Guide
from battlewright.contract.system import System, system_of
from battlewright.engine import data_types as types
from battlewright.engine.errors import BattlewrightError, shorten
from battlewright.engine.events import take_events
from battlewright.engine.node import Choice, Edit
from battlewright.engine.observation import Observation
from battlewright.engine.position import Position
from battlewright.engine.record import copy_of, record_data
from battlewright.engine.story import Sentence, sentences


def guide_class(system: System) -> type[Guide]:
    """Return the class of a system's guides, or the default one."""
    return system.guide.load() if system.guide.load else WinGuide


def guide_of(position: Position) -> Guide:
    """Return the guide of the position's system, or the default one."""
    return guide_class(system_of(position))(position)


def edits_of(position: Position, line: str) -> Sequence[Edit]:
    """Return the edits that a line stands for, as a game master types it."""
    guide = guide_of(position)
    edits = guide.edits(line)
    if edits is None:
        known = f" Known: {', '.join(guide.edit_forms)}." if guide.edit_forms else ""
        raise BattlewrightError(f"{shorten(line)} is not an edit of a game master.{known}")
    return edits


def edited(position: Position, line: str) -> tuple[Sentence, ...]:
    """Make the edits that a line stands for in a position, and return what they do in sentences."""
    done: list[Sentence] = []
    for edit in edits_of(position, line):
        position.make_edit(edit)
        done += sentences(position, take_events(position.tail))
    return tuple(done)


def odds_of(position: Position, choices: Sequence[Choice], seconds: float = SECONDS) -> list[Advice]:
    """Return the odds of each of these legal choices by the guide, in their order, in about ``seconds`` at most.

    Give it an observation, and it knows no more than the side does. The choices may be listed ones or others.
    """
    if not choices:
        return []
    listed = position.choices()
    wanted = [copy_of(choice) for choice in choices]
    more = [choice for choice in wanted if choice not in listed]
    given = guide_of(position).advise(listed, more, seconds)
    known = [*listed, *more]
    return [given[known.index(choice)] for choice in wanted]


def observation_data(seen: Observation) -> types.Observation:
    """Return an observation: the position, the node, the offers, and the news."""
    guide = guide_of(seen)
    battle = record_data(seen.record)
    del battle["tail"]
    return {
        **system_data(seen.system),
        "seat": seen.seat,
        "number": seen.number,
        "node": node_data(seen, seen.asked),
        **offers_data(guide),
        "status": status_data(seen),
        "battle": battle,
        "position": seen.fingerprint,
        "news": [entry_data(seen, entry) for entry in seen.news],
    }
