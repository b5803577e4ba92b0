"""Golden battles: replays that a person can read, played anew by ``make golden`` after a change of the rules.

A change here is a change of what the rules do: bump the system's ``ruleset`` with it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from battlewright import systems
from battlewright.bots.random import RandomBot
from battlewright.engine import replay
from battlewright.engine.node import Edit, NodeKind
from battlewright.engine.session import Session
from battlewright.systems.formations.record import SLOTS, Editable
from battlewright.systems.formations.setup import EngagementSetup, read_force

FOLDER = Path(__file__).parent

GOLDEN: dict[str, tuple[str, str, int, dict[str, Any]]] = {
    "formations-spears-against-hexes": ("river-guard", "marsh-coven", 3, {}),
    "formations-swords-against-a-rabble": ("iron-company", "goblin-rabble", 5, {}),
    "formations-heavy-sixes": ("goblin-rabble", "river-guard", 8, {"heavy_sixes": True}),
    "formations-one-round": ("marsh-coven", "iron-company", 13, {"round_limit": 1}),
    "formations-edited": ("river-guard", "goblin-rabble", 21, {}),
}


def play(name: str) -> str:
    """A golden battle, played at random by its seed, as the text of its replay."""
    first, second, seed, options = GOLDEN[name]
    setup = EngagementSetup.model_validate({"forces": [read_force(first), read_force(second)], **options})
    session, bot = Session(systems.load("formations"), setup, seed), RandomBot(seed)
    while not session.is_over:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
            continue
        if name.endswith("edited") and len(session.moves) == 1:
            _edit(session)
        session.choose(bot.choose(session))
    return replay.write(session)


def _edit(session: Session) -> None:
    for what, who, value in ((Editable.REROLLS, 0, 5), (Editable.MODELS, SLOTS, 2), (Editable.ROUND, 0, 3)):
        edit = Edit()
        edit.what, edit.who, edit.value = what, who, value
        session.edit(edit)
