"""Running the command line inside this process."""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass

import pytest

from battlewright.cli import main


@dataclass(frozen=True)
class Ran:
    """What a command printed, and how it ended."""

    code: int
    out: str
    err: str


class Command:
    """``battlewright``, as a person types it."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys, self.monkeypatch = capsys, monkeypatch

    def __call__(self, *arguments: str, typed: str = "") -> Ran:
        self.monkeypatch.setattr(sys, "argv", ["battlewright", *arguments])
        self.monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        self.monkeypatch.setenv("COLUMNS", "160")
        self.capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        printed = self.capsys.readouterr()
        code = ended.value.code
        return Ran(code if isinstance(code, int) else 1, printed.out, printed.err)
