"""The front door: what ``import battlewright`` gives, and what it leaves alone until it is asked for."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

import battlewright as bw
from battlewright.engine import errors

ERRORS = [
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
]
OF_SERVERS = {
    "Conflict",
    "Malformed",
    "NoSuchMatch",
    "NoSuchThing",
    "NotKept",
    "Outdated",
    "Forbidden",
    "WriteConflict",
    "ServerError",
    "StoreError",
    "TooBusy",
    "RateLimited",
    "Unauthenticated",
    "Unreachable",
}
"""Errors that only a server or its client raises."""
EXPORTED = [
    *ERRORS,
    "Advice",
    "DiceSource",
    "Match",
    "NodeKind",
    "Observation",
    "Odds",
    "Pairing",
    "Replay",
    "Session",
    "System",
    "__version__",
    "advise",
    "fight",
    "load",
    "pair_of",
    "play_on",
    "seat_bots",
    "solve",
    "study",
    "sum_of",
    "step_texts",
    "system_names",
]
API = Path(__file__).parents[1] / "docs" / "api.md"


def fresh(code: str) -> object:
    """What an expression comes to in a new process, after ``code``."""
    done = subprocess.run([sys.executable, "-c", f"import json, sys\n{code}"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_exactly_these_names_are_exported() -> None:
    names = "print(json.dumps(sorted({*globals()} - before)))"
    assert fresh(f"before = {{*globals(), 'before'}}\nfrom battlewright import *\n{names}") == sorted(EXPORTED)
    assert set(EXPORTED) <= set(dir(bw))


@pytest.mark.parametrize("name", EXPORTED)
def test_every_exported_name_is_there_and_documented(name: str) -> None:
    assert getattr(bw, name) is not None
    assert name in API.read_text(encoding="utf-8").partition("## The front door")[2].partition("\n## ")[0]


def test_every_error_is_exported_but_those_of_servers() -> None:
    tree = {name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, Exception)}
    assert tree - OF_SERVERS == set(ERRORS)
    assert tree >= OF_SERVERS


def test_the_import_and_the_names_of_the_systems_need_no_compiler() -> None:
    code = """
import battlewright as bw
heavy = {"numba", "numpy", "pydantic"}
bare = sorted(heavy & sys.modules.keys())
print(json.dumps([bare, bw.system_names(), sorted(heavy & sys.modules.keys())]))"""
    assert fresh(code) == [[], [*bw.system_names()], []]


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'battlewright' has no attribute 'nonsense'"):
        getattr(bw, "nonsense")  # noqa: B009  a type checker would refuse the plain form


def test_the_names_are_those_that_can_be_loaded() -> None:
    assert [bw.load(name).name for name in bw.system_names()] == [*bw.system_names()]
    with pytest.raises(bw.UnknownError, match="Did you mean 'heroes'"):
        bw.load("heros")


def test_the_package_says_that_it_is_typed() -> None:
    assert (files("battlewright") / "py.typed").is_file()
