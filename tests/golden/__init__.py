"""Golden battles: replays that a person can read, played anew by ``make golden`` after a change of the rules.

A change here is a change of what the rules do: bump the system's ``ruleset`` with it. The skirmishes that are played
at random change with the random bot as well; those that are led by the hand (``skirmish.py``) do not.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from battlewright import systems
from battlewright.bots.random import RandomBot
from battlewright.engine import replay
from battlewright.engine.node import Edit, NodeKind
from battlewright.engine.session import Session
from battlewright.systems.formations.record import SLOTS, Editable
from battlewright.systems.formations.setup.engagement import EngagementSetup, read_force
from battlewright.systems.skirmish.setup.battle import read_scenario, set_up
from battlewright.systems.skirmish.setup.files import read_roster, read_table
from tests.golden.first import FIRST
from tests.golden.heroes import ENCOUNTERS
from tests.golden.skirmish import SCRIPTS

FOLDER = Path(__file__).parent

ENGAGEMENTS: dict[str, tuple[str, str, int, dict[str, Any]]] = {
    "formations-spears-against-hexes": ("river-guard", "marsh-coven", 3, {"opening_penalty": 0}),
    "formations-swords-against-a-rabble": ("iron-company", "goblin-rabble", 5, {"opening_penalty": 0}),
    "formations-heavy-sixes": ("goblin-rabble", "river-guard", 8, {"heavy_sixes": True, "opening_penalty": 0}),
    "formations-one-round": ("marsh-coven", "iron-company", 13, {"round_limit": 1, "opening_penalty": 0}),
    "formations-edited": ("river-guard", "goblin-rabble", 21, {"opening_penalty": 0}),
    "formations-the-opening": ("iron-company", "marsh-coven", 34, {"opening_penalty": 2, "round_limit": 2}),
}
"""Two forces, a seed, and options. The forces lie in ``forces``: shipped ones may change without a change of the rules.
"""

SKIRMISHES: dict[str, tuple[str, str, str, str, int, dict[str, Any]]] = {
    "skirmish-foxes-on-the-rooftops": ("gable-foxes", "powder-guild", "rooftops", "last-stand", 4, {"round_limit": 3}),
    "skirmish-the-captain-in-the-ruins": (
        "lantern-company",
        "hollow-king",
        "ruins",
        "kill-the-captain",
        7,
        {"round_limit": 4},
    ),
    "skirmish-the-bridge-by-all-options": (
        "red-hall",
        "harrow-hedge",
        "bridge",
        "hold-the-middle",
        9,
        {"round_limit": 3, "threat_stops_moves": True, "modifier_added": True, "solid_blocks": True},
    ),
    "first-rooftops-to-the-end": ("gable-foxes", "red-hall", "rooftops", "last-stand", 4, {"round_limit": 5}),
    "first-the-captain-on-the-bridge": (
        "lantern-company",
        "powder-guild",
        "bridge",
        "kill-the-captain",
        2,
        {"round_limit": 4},
    ),
}
"""Two rosters, a table, a scenario, a seed, and options; by the first edition where the name says so."""


def play(name: str) -> str:
    """A golden battle as the text of its replay."""
    return replay.write(GOLDEN[name]())


def _engagement(name: str) -> Session:
    """An engagement of Formations, played at random by its seed."""
    first, second, seed, options = ENGAGEMENTS[name]
    forces = [read_force(str(FOLDER / "forces" / f"{force}.toml")) for force in (first, second)]
    setup = EngagementSetup.model_validate({"forces": forces, **options})
    return _play(Session(systems.load("formations"), setup, seed), edited=name.endswith("edited"))


def _skirmish(name: str) -> Session:
    """A whole skirmish between shipped rosters, played at random by its seed."""
    first, second, table, scenario, seed, options = SKIRMISHES[name]
    given = read_scenario(scenario).model_copy(update=options)
    edition = "first" if name.startswith("first-") else "second"
    setup = set_up((read_roster(first), read_roster(second)), read_table(table), given, edition)
    return _play(Session(systems.load("skirmish"), setup, seed))


def _play(session: Session, edited: bool = False) -> Session:
    bot = RandomBot(session.seed)
    while not session.is_over:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
            continue
        if edited and len(session.steps) == 1:
            _edit(session)
        session.choose(bot.choose(session))
    return session


def _edit(session: Session) -> None:
    for what, who, value in ((Editable.REROLLS, 0, 5), (Editable.MODELS, SLOTS, 2), (Editable.ROUND, 0, 3)):
        edit = Edit()
        edit.what, edit.who, edit.value = what, who, value
        session.edit(edit)


GOLDEN: dict[str, Callable[[], Session]] = {
    **{name: partial(_engagement, name) for name in ENGAGEMENTS},
    **SCRIPTS,
    **FIRST,
    **{name: partial(_skirmish, name) for name in SKIRMISHES},
    **ENCOUNTERS,
}
"""All golden battles, by the names of their files."""
