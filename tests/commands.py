"""Commands and scripts of the documentation, run inside this process as if each had one of its own."""

from __future__ import annotations

import contextlib
import io
import runpy
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from battlewright.cli import main


@dataclass(frozen=True)
class Printed:
    """How a program ended, and what it printed, errors included, in the order in which it did."""

    code: int
    text: str


def run_command(arguments: list[str], folder: Path, environment: Mapping[str, str], typed: str = "") -> Printed:
    """``battlewright`` with these arguments, in a folder, with something typed."""
    assert arguments[0] == "battlewright"
    return _run(main, arguments, folder, environment, typed)


def run_script(path: Path, arguments: Sequence[str] = (), folder: Path | None = None, typed: str = "") -> Printed:
    """A file of Python with these arguments, in its own folder or in another, with something typed."""
    run = [str(path), *arguments]
    return _run(lambda: runpy.run_path(str(path), run_name="__main__"), run, folder or path.parent, None, typed)


def _run(
    program: Callable[[], object],
    arguments: list[str],
    folder: Path,
    environment: Mapping[str, str] | None = None,
    typed: str = "",
) -> Printed:
    with pytest.MonkeyPatch.context() as patch, _one_output(patch) as output, contextlib.chdir(folder):
        patch.setattr(sys, "argv", arguments)
        patch.setattr(sys, "stdin", io.StringIO(typed))
        patch.syspath_prepend(folder)
        for name, value in (environment or {}).items():
            patch.setenv(name, value)
        code = 0
        try:
            program()
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
            if isinstance(ended.code, str):
                print(ended.code, file=sys.stderr)  # noqa: T201  as Python itself does
        sys.stdout.flush()
        return Printed(code, output.getvalue().decode())


@contextlib.contextmanager
def _one_output(patch: pytest.MonkeyPatch) -> Iterator[io.BytesIO]:
    """What is printed and what is told as an error come to one place."""
    output = io.BytesIO()
    stream = io.TextIOWrapper(output, encoding="utf-8", write_through=True)
    patch.setattr(sys, "stdout", stream)
    patch.setattr(sys, "stderr", stream)
    yield output
    stream.detach()
