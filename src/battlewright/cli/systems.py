"""The command ``systems``: the installed rulebooks, and what each can do."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from battlewright.cli.pick import every_system
from battlewright.cli.roll import print_json
from battlewright.contract.system import capabilities


def show_systems(as_json: bool) -> None:
    """Print every system with what it can."""
    every = every_system()
    able = [capabilities(system) for system in every]
    if as_json:
        heads = [
            {"title": each.title, "ruleset": each.ruleset, "clauses": len(each.catalogue.clauses)} for each in every
        ]
        print_json({each.name: {**head, "can": can} for each, head, can in zip(every, heads, able, strict=True)})
        return
    table = Table("", *(system.name for system in every), box=None)
    table.add_row("ruleset", *(str(system.ruleset) for system in every))
    table.add_row("clauses", *(str(len(system.catalogue.clauses)) for system in every))
    for name in able[0]:
        table.add_row(name, *("yes" if can[name] else "-" for can in able))
    Console().print(table)
