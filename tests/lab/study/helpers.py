"""Small studies: of Pig, the toy system, and of Formations."""

from __future__ import annotations

from typing import Any

from battlewright import systems
from battlewright.contract.system import System
from battlewright.engine.record import PLAIN
from battlewright.lab.study.executors import Threads
from battlewright.lab.study.file import Plan, read_plan
from battlewright.lab.study.run import Outcome, run
from battlewright.lab.study.study import StudyResult
from tests.toy.pig import PIG


def load(name: str) -> System:
    return PIG if name == "pig" else systems.load(name)


def plan(setup: dict[str, Any] | None = None, vary: dict[str, Any] | None = None, **head: Any) -> Plan:
    return read_plan({"study": head, "setup": setup or {}, "vary": vary or {}}, load)


def pig(vary: dict[str, Any] | None = None, **head: Any) -> Plan:
    """A study of Pig by the goal."""
    return plan(vary={"goal": [6, 12, 20]} if vary is None else vary, **{"system": "pig", "precision": 0.08, **head})


def formations(**head: Any) -> Plan:
    vary = {"forces.a": ["river-guard", "iron-company"], "heavy_sixes": [False, True]}
    return plan({"forces": ["river-guard", "marsh-coven"]}, vary, **{"system": "formations", "precision": 0.05, **head})


def small(**head: Any) -> Plan:
    """A study of several cells that does not take long, in either mode."""
    if not PLAIN:
        return formations(**head)
    return pig(
        {"goal": [3, 4]}, **{"precision": 0.2, **{key: value for key, value in head.items() if key != "precision"}}
    )


def carried_out(made: Plan, workers: int = 2) -> StudyResult:
    return StudyResult(run(made, Threads(workers)))


def numbers(outcome: Outcome) -> list[tuple[int, list[int], list[int]]]:
    """All that a study has counted."""
    return [(each.battles, each.sums.totals, each.sums.squares) for each in outcome.cells]
