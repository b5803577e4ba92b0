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

from battlewright.version import __version__ as __version__

TYPE_CHECKING = False  # type checkers take it for true; ``typing`` alone would double the time of the import
if TYPE_CHECKING:  # the names of the front door; ``__getattr__`` reads these lines too
    from battlewright.answers.advice import Advice as Advice
    from battlewright.bots.adviser import advise as advise
    from battlewright.bots.named import pair_of as pair_of
    from battlewright.contract.system import System as System
    from battlewright.engine.errors import BattlewrightError as BattlewrightError
    from battlewright.engine.errors import BotError as BotError
    from battlewright.engine.errors import DiceError as DiceError
    from battlewright.engine.errors import LogError as LogError
    from battlewright.engine.errors import Looped as Looped
    from battlewright.engine.errors import NotAllowed as NotAllowed
    from battlewright.engine.errors import NotationError as NotationError
    from battlewright.engine.errors import NotCompiled as NotCompiled
    from battlewright.engine.errors import NotConforming as NotConforming
    from battlewright.engine.errors import NotFair as NotFair
    from battlewright.engine.errors import NotInstalled as NotInstalled
    from battlewright.engine.errors import Refused as Refused
    from battlewright.engine.errors import ReplayError as ReplayError
    from battlewright.engine.errors import SavedError as SavedError
    from battlewright.engine.errors import SetupError as SetupError
    from battlewright.engine.errors import TooLarge as TooLarge
    from battlewright.engine.errors import UnknownError as UnknownError
    from battlewright.engine.errors import WrongValue as WrongValue
    from battlewright.engine.node import NodeKind as NodeKind
    from battlewright.engine.observation import Observation as Observation
    from battlewright.engine.session import Session as Session
    from battlewright.engine.story import step_texts as step_texts
    from battlewright.lab.pairing import Pairing as Pairing
    from battlewright.lab.simulation import fight as fight
    from battlewright.lab.study.study import study as study
    from battlewright.odds.distribution import Odds as Odds
    from battlewright.odds.pools import sum_of as sum_of
    from battlewright.odds.solve import solve as solve
    from battlewright.play.dice import DiceSource as DiceSource
    from battlewright.play.match import Match as Match
    from battlewright.play.players import play_on as play_on
    from battlewright.play.players import seat_bots as seat_bots
    from battlewright.play.replays import Replay as Replay
    from battlewright.systems import load as load
else:
    _homes = {}

    def __getattr__(name):
        """Import a name when it is first used, from where the lines above say."""
        if not _homes:
            import ast

            declared = ast.walk(ast.parse(__loader__.get_source(__name__)))
            imports = [node for node in declared if isinstance(node, ast.ImportFrom)]
            _homes.update({each.asname: node.module for node in imports for each in node.names if each.asname})
        if name == "__all__":
            return sorted([*_homes, "system_names"])
        if name not in _homes:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        found = globals()[name] = getattr(import_module(_homes[name]), name)
        return found

    def __dir__():
        return sorted({*globals(), *__getattr__("__all__")})


def system_names() -> tuple[str, ...]:
    """Return the names of all installed systems, sorted."""
    from battlewright.systems import names

    return names()
