"""What needs the packages of an extra says so in a sentence, before any work, where they are not installed."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from battlewright.engine.extras import EXTRAS

ROOT = Path(__file__).parents[2]
WITHOUT = """
import contextlib, importlib, io, json, sys
from battlewright.engine.extras import EXTRAS

sys.modules.update({package: None for packages in EXTRAS.values() for package in packages})
import battlewright.cli.serve
from battlewright.cli import main

def compiled(name):
    print("compiling")

battlewright.cli.serve.compile_rules_of = compiled

def run(*arguments):
    sys.argv = ["battlewright", *arguments]
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main()
        except SystemExit as ended:
            return [ended.code, out.getvalue(), err.getvalue()]

def imported(name):
    try:
        importlib.import_module(name)
    except ImportError as error:
        return [type(error).__name__, str(error), error.name]

commands, modules = json.loads(sys.argv[1])
done = {command: run(*command.split()) for command in commands}, {name: imported(name) for name in modules}
print(json.dumps(done))
"""
COMMANDS = {
    "backup x.backup": "server",
    "restore x.backup": "server",
    "serve --port 0": "server",
    "join http://127.0.0.1:1": "server",
    "play --browser": "server",
    "bench --quick": "rl",
    "study study.toml": "lab",
    "study study.toml --cluster local:2": "cluster",
    "study study.parquet": "lab",
    "lab matchups formations": "lab",
    "lab sweep rulings.S2.F3 yes,no": "lab",
    "lab first-player": "lab",
    "lab encounter": "lab",
    "lab fair-points": "lab",
}
MODULES = {
    "battlewright.client": "server",
    "battlewright.store.store": "server",
    "battlewright.store.backup": "server",
    "battlewright.web.app": "server",
    "battlewright.training.petting": "rl",
}
FREE = ["roll 2d6", "shelf formations", "rules F.D3", "copy roster red-hall", "odds roll 2d6"]


@pytest.fixture(scope="module")
def without(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What commands print and modules raise where no extra is installed."""
    folder = tmp_path_factory.mktemp("without")
    (folder / "study.toml").write_text('[study]\nsystem = "formations"\nprecision = 0.2\n')
    (folder / "study.parquet").write_bytes(b"")
    asked = json.dumps([[*COMMANDS, *FREE], [*MODULES]])
    run = [sys.executable, "-c", WITHOUT, asked]
    return json.loads(subprocess.run(run, cwd=folder, capture_output=True, text=True, check=True, timeout=60).stdout)


def sentence(extra: str) -> str:
    install = re.escape(f'pip install "battlewright[{extra}]".')
    return rf"[A-Z][\w ]+ needs packages that are not installed \(\w+ and perhaps more\): {install}"


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_without_its_extra_says_what_to_install(without: Any, command: str) -> None:
    code, out, err = without[0][command]
    assert (code, out) == (2, "")
    assert re.fullmatch(rf"Error: {sentence(COMMANDS[command])}\n", err)


@pytest.mark.parametrize("command", FREE)
def test_all_other_commands_need_no_extra(without: Any, command: str) -> None:
    code, out, err = without[0][command]
    assert (code, err) == (0, "")
    assert out


@pytest.mark.parametrize("module", MODULES)
def test_a_module_without_its_extra_raises_an_import_error_with_the_same_sentence(without: Any, module: str) -> None:
    kind, said, package = without[1][module]
    assert kind == "NotInstalled"
    assert re.fullmatch(sentence(MODULES[module]), said)
    assert package in EXTRAS[MODULES[module]]


def test_the_extras_are_those_of_the_package() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    names = {extra: [re.split(r"[\[>=<]", each)[0].replace("-", "_") for each in declared[extra]] for extra in declared}
    assert names == {extra: [*packages] for extra, packages in EXTRAS.items()}
