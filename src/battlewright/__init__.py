"""Battlewright: the rules engine for tabletop combat.

    import battlewright as bw
    bw.system_names()                   the names of the rulebooks
    bw.load(name)                       a rulebook, as a System
    bw.Match(system, setup)             a battle between seats: what each may see, undo, fair dice
    bw.Session(system, setup, seed=7)   one battle, step by step, with everything to be seen
    bw.Replay.read(path).repeat()       a battle from a file, played again
    bw.sum_of("3d6"), bw.Odds           exact odds of dice
    bw.solve(...)                       exact odds of where a battle leads
    bw.advise(seen, choices, 1.5)       what is known of each choice before it is made
    bw.fight(bw.Pairing(...), ...)      many battles between bots
    bw.study("spear.toml")              a study: battles until the answer is precise enough

Each name is imported when it is first used, so the import alone is fast and brings in neither NumPy nor Numba.
"""

from __future__ import annotations

from importlib import import_module

from battlewright.version import __version__

TYPE_CHECKING = False  # type checkers take it for true; ``typing`` alone would double the time of the import
if TYPE_CHECKING:
    from battlewright.answers.advice import Advice
    from battlewright.bots.named import pair_of
    from battlewright.contract.guides import advise
    from battlewright.contract.system import System
    from battlewright.engine.errors import (
        BattlewrightError,
        BotError,
        DiceError,
        LogError,
        Looped,
        NotAllowed,
        NotationError,
        NotCompiled,
        NotConforming,
        NotFair,
        NotInstalled,
        Refused,
        ReplayError,
        SavedError,
        SetupError,
        TooLarge,
        UnknownError,
        WrongValue,
    )
    from battlewright.engine.node import NodeKind
    from battlewright.engine.observation import Observation
    from battlewright.engine.session import Session
    from battlewright.engine.story import step_texts
    from battlewright.lab.arena import Pairing
    from battlewright.lab.batch import fight
    from battlewright.lab.study.study import study
    from battlewright.odds.distribution import Odds
    from battlewright.odds.pools import sum_of
    from battlewright.odds.solve import solve
    from battlewright.play.dice import DiceSource
    from battlewright.play.match import Match
    from battlewright.play.players import play_on, seat_bots
    from battlewright.play.replays import Replay
    from battlewright.systems import load

__all__ = [
    "Advice",
    "BattlewrightError",
    "BotError",
    "DiceError",
    "DiceSource",
    "LogError",
    "Looped",
    "Match",
    "NodeKind",
    "NotAllowed",
    "NotCompiled",
    "NotConforming",
    "NotFair",
    "NotInstalled",
    "NotationError",
    "Observation",
    "Odds",
    "Pairing",
    "Refused",
    "Replay",
    "ReplayError",
    "SavedError",
    "Session",
    "SetupError",
    "System",
    "TooLarge",
    "UnknownError",
    "WrongValue",
    "__version__",
    "advise",
    "fight",
    "load",
    "pair_of",
    "play_on",
    "seat_bots",
    "solve",
    "step_texts",
    "study",
    "sum_of",
    "system_names",
]

_HOMES = {
    "engine.errors": (
        "BattlewrightError",
        "BotError",
        "DiceError",
        "LogError",
        "Looped",
        "NotAllowed",
        "NotCompiled",
        "NotConforming",
        "NotFair",
        "NotInstalled",
        "NotationError",
        "Refused",
        "ReplayError",
        "SavedError",
        "SetupError",
        "TooLarge",
        "UnknownError",
        "WrongValue",
    ),
    "answers.advice": ("Advice",),
    "engine.node": ("NodeKind",),
    "engine.observation": ("Observation",),
    "engine.session": ("Session",),
    "engine.story": ("step_texts",),
    "contract.system": ("System",),
    "play.replays": ("Replay",),
    "play.dice": ("DiceSource",),
    "play.match": ("Match",),
    "play.players": ("play_on", "seat_bots"),
    "odds.distribution": ("Odds",),
    "contract.guides": ("advise",),
    "odds.pools": ("sum_of",),
    "odds.solve": ("solve",),
    "bots.named": ("pair_of",),
    "lab.arena": ("Pairing",),
    "lab.batch": ("fight",),
    "lab.study.study": ("study",),
    "systems": ("load",),
}
"""The modules in which the names of the front door are defined."""


def system_names() -> tuple[str, ...]:
    """Return the names of all installed systems, sorted."""
    from battlewright.systems import names

    return names()


if not TYPE_CHECKING:  # so that type checkers refuse a name that is not there

    def __getattr__(name: str) -> object:
        """Import a name when it is first used."""
        for module, names in _HOMES.items():
            if name in names:
                found = globals()[name] = getattr(import_module(f"battlewright.{module}"), name)
                return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
