"""Running the command line inside this process."""

from __future__ import annotations

import io
import json
import sys
from dataclasses import dataclass
from typing import Any

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

    def __call__(self, *arguments: str, typed: str = "", columns: int = 160) -> Ran:
        self.monkeypatch.setattr(sys, "argv", ["battlewright", *arguments])
        self.monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        self.monkeypatch.setenv("COLUMNS", str(columns))
        self.capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        printed = self.capsys.readouterr()
        code = ended.value.code
        return Ran(code if isinstance(code, int) else 1, printed.out, printed.err)

    def told(self, *arguments: str) -> str:
        """What a command that succeeds prints."""
        ran = self(*arguments)
        assert (ran.code, ran.err) == (0, "")
        return ran.out

    def data(self, *arguments: str) -> Any:
        """What a command that succeeds prints as JSON."""
        return json.loads(self.told(*arguments, "--json"))

    def refusal(self, *arguments: str) -> str:
        """The one sentence of a command that is refused."""
        ran = self(*arguments)
        assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1)
        assert ran.err.startswith("Error: ")
        return ran.err
