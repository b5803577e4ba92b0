"""What a command imports before it starts: the compiler takes longer to import than most commands take to run."""

from __future__ import annotations

import json
import subprocess
import sys

COMMANDS = (
    ["--help"],
    ["--version"],
    ["roll", "3d6", "--seed", "1"],
    ["roll", "2d6+1", "--json"],
    *([name, "--help"] for name in ("backup", "bench", "compile", "copy", "join", "odds", "replay", "report")),
    *([name, "--help"] for name in ("restore", "roll", "rules", "serve", "verify")),
)
CODE = """
import contextlib, io, json, sys
from battlewright.cli import main

heavy = {}
for arguments in json.loads(sys.argv[1]):
    sys.argv = ["battlewright", *arguments]
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
        main()
    heavy[" ".join(arguments)] = [name for name in ("llvmlite", "numba", "numpy", "scipy") if name in sys.modules]
print(json.dumps(heavy))
"""


def test_a_roll_and_the_help_of_commands_need_no_compiler() -> None:
    command = [sys.executable, "-c", CODE, json.dumps(COMMANDS)]
    ran = subprocess.run(command, check=True, capture_output=True, text=True)
    assert json.loads(ran.stdout) == {" ".join(arguments): [] for arguments in COMMANDS}


def test_numba_is_imported_without_linear_algebra_and_others_can_still_import_it() -> None:
    code = """
import sys
from battlewright.cli.without_blas import start_without_blas

start_without_blas()
start_without_blas()
import numba

assert "scipy.linalg" not in sys.modules
import scipy.linalg

assert scipy.linalg.norm([3, 4]) == 5
"""
    subprocess.run([sys.executable, "-c", code], check=True)
