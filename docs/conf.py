"""How the documentation is built."""

from __future__ import annotations

import os
from typing import Any

os.environ["NUMBA_DISABLE_JIT"] = "1"  # rules stay plain functions, which autodoc can describe

from pydantic import BaseModel

from battlewright.answers.guide import Guide
from battlewright.answers.question import Question
from battlewright.answers.report import Report
from battlewright.contract import parts
from battlewright.contract.counts import Loss
from battlewright.engine import rulebook
from battlewright.engine.position import Position
from battlewright.engine.seats import Seat
from battlewright.engine.shelf import Shelf
from battlewright.version import __version__

# These are imported for type checkers alone; autodoc has to know which of several of that name are meant.
vars(rulebook).update({each.__name__: each for each in (BaseModel, Position, Seat, Shelf)})
vars(parts).update({each.__name__: each for each in (Guide, Loss, Question, Report)})

project = "Battlewright"
author = "The Battlewright contributors"
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build", "examples", "transcripts"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
nitpicky = False

html_theme = "furo"
html_title = f"Battlewright {release}"
html_show_copyright = False
html_copy_source = False

autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "undoc-members": True, "show-inheritance": True}
autodoc_typehints = "signature"


def keep_layout(app: Any, what: str, name: str, obj: object, options: Any, lines: list[str]) -> None:
    """Show an indented part of a docstring as it was typed: trees of errors, examples, tables in plain text."""
    shown: list[str] = []
    inside = False
    for line in lines:
        indented = line.startswith("    ")
        if indented and not inside:
            shown += ["::", ""]
        if line.strip():
            inside = indented
        shown.append(line)
    lines[:] = shown


def setup(app: Any) -> None:
    app.connect("autodoc-process-docstring", keep_layout)
