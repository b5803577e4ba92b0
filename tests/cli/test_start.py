"""What a command imports before it starts: the compiler takes longer to import than most commands take to run."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

WALK = """
import contextlib, io, json, sys
from typer.main import get_command
from battlewright import systems
from battlewright.cli.main import app, main

def heavy(names):
    return [name for name in names if name in sys.modules]

def run(*arguments):
    sys.argv = ["battlewright", *arguments]
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown), contextlib.suppress(SystemExit):
        main()
    assert shown.getvalue(), arguments
    found[" ".join(arguments)] = heavy(watched)

def walk(command, path):
    run(*path, "--help")
    if hasattr(command, "commands"):
        context = command.make_context("battlewright", [], resilient_parsing=True)
        for name in command.list_commands(context):
            walk(command.get_command(context, name), (*path, name))

found, watched = {}, json.loads(sys.argv[1])
"""
LIGHT = """
for arguments in (["--help"], ["--version"], ["roll", "3d6", "--seed", "1"], ["roll", "2d6+1", "--json"]):
    run(*arguments)
passed_on = {"play", "sim", "ladder", "shelf", *systems.SHORT_NAMES}
tree = get_command(app)
for name, command in tree.commands.items():
    if name not in passed_on and name not in ("odds", "lab"):
        walk(command, (name,))
walk(tree.commands["lab"], ("lab",))
run("odds", "--help")
run("odds", "roll", "--help")
print(json.dumps(found))
"""
EVERY = """
tree = get_command(app)
walk(tree, ())
for name in ("play", "sim", "shelf"):
    for system in systems.names():
        run(name, system, "--help")
print(json.dumps(found))
"""


def walked(code: str, *watched: str) -> dict[str, Any]:
    """The heavy packages that are imported after each command of a walk."""
    command = [sys.executable, "-c", WALK + code, json.dumps(watched)]
    found: dict[str, Any] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return found


def test_a_roll_and_the_help_of_commands_without_a_system_need_no_arrays() -> None:
    found = walked(LIGHT, "llvmlite", "numba", "numpy", "scipy")
    assert {"roll 3d6 --seed 1", "serve --help", "study --help", "lab matchups --help", "odds --help"} <= found.keys()
    assert found == {each: [] for each in found}


def test_the_help_of_every_command_needs_no_compiler() -> None:
    found = walked(EVERY, "llvmlite", "numba", "scipy")
    asked = {"battle --help", "copy --help", "odds heroes contest --help", "play formations --help", "shelf --help"}
    assert asked <= found.keys()
    assert found == {each: [] for each in found}


def test_clauses_and_files_are_shown_without_a_compiler() -> None:
    commands = ("rules S2.F4", "copy sheet silarn", "weapons")
    code = "".join(f"run(*{command.split()!r})\n" for command in commands) + "print(json.dumps(found))"
    assert walked(code, "llvmlite", "numba") == {each: [] for each in commands}
