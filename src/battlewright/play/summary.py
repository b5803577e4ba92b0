"""A match in short, as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from battlewright.answers.data import system_data
from battlewright.engine import data_types as types
from battlewright.engine.results import result_data
from battlewright.engine.sides import SIDE_LETTERS

if TYPE_CHECKING:
    from battlewright.play.match import Match


def summary_of(match: Match, seat: str) -> types.Summary:
    """Return a summary of a match, as data that a seat may know."""
    seen, system, playing = match.observe(seat), match.system, match.playing
    data = {
        **system_data(system),
        "over": match.is_over,
        "result": result_data(match.result),
        "number": match.number,
        "steps": len(match.session.steps),
        "seats": [
            {
                "name": each.name,
                "side": None if each.side is None else SIDE_LETTERS[each.side],
                "player": playing[each.name],
                "master": each.is_master,
                "taken_back": match.taken_back[each.name],
            }
            for each in match.seats.all
        ],
        **(system.guide.summary(seen) if system.guide.summary else {}),
        "position": seen.fingerprint,
    }
    return cast("types.Summary", data)
