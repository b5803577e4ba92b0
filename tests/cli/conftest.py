"""The command line, for its tests."""

from __future__ import annotations

import pytest

from tests.cli.helpers import Command
from tests.web.conftest import client, new_server, shared_server

__all__ = ["client", "new_server", "shared_server"]


@pytest.fixture
def battlewright(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """``battlewright`` in this process."""
    return Command(capsys, monkeypatch)
