"""What the page about data shows of events: every kind of every system, with its fields.

python docs/event_kinds.py    write the tables anew, from the systems' enumerations
"""

from __future__ import annotations

import inspect
from pathlib import Path

from battlewright import systems
from battlewright.contract.system import System
from battlewright.engine.record_text import word_of

PAGE = Path(__file__).resolve().parent / "transcripts" / "event-kinds.md"


def tables() -> str:
    """The kinds of events of all systems that ship."""
    return "\n\n".join(_table(systems.load(name)) for name in systems.names()) + "\n"


def _table(system: System) -> str:
    lines = [f"### {system.title}", "", _about(system), "", "| kind | fields |", "|---|---|"]
    for kind in system.rules.event_kinds:
        fields = ", ".join(f"`{name}`" for name in kind.fields)
        lines.append(f"| `{word_of(system.rules.event_kinds, kind)}` | {fields} |")
    return "\n".join(lines)


def _about(system: System) -> str:
    """What the fields mean: the docstring of the kinds, without its first sentence."""
    text = inspect.cleandoc(system.rules.event_kinds.__doc__ or "").partition("\n\n")[2]
    return " ".join(text.replace("``", "`").split())


if __name__ == "__main__":
    PAGE.write_text(tables(), encoding="utf-8")
