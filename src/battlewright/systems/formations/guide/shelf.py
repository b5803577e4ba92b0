"""Reports of what ships with Formations."""

from __future__ import annotations

from collections.abc import Sequence

from battlewright.answers.report import Report
from battlewright.engine.source import read_together
from battlewright.systems.formations.setup.engagement import FORCES, ForceSetup, actions_of, read_force
from battlewright.systems.formations.words.names import describe, sentence_of

COLUMNS = ("group", "kind", "models", "MIGHT", "DEF", "WILL", "DEX", "ATK", "actions")


def show(kind: str, names: Sequence[str]) -> Report:
    """Report forces in full; without names all that ship."""
    names = names or FORCES.names
    forces: list[ForceSetup] = read_together(*((name, read_force) for name in names))
    report = Report([])
    for name, force in zip(names, forces, strict=True):
        data = force.model_dump(mode="json", by_alias=True)
        said = {kind.name: [[each.name, sentence_of(each)] for each in actions_of(kind)] for kind in force.kinds}
        report.data.append({"force": name, **data, "said": said, "strength": force.strength})
        rows = []
        for group in force.groups:
            card = force.kind_of(group)
            scores = [group.models, card.might, card.deflection, card.will, card.dex, card.atk]
            actions = "\n".join(f"{action.name}: {describe(action)}" for action in actions_of(card))
            rows.append([group.title, card.name, *map(str, scores), actions])
        title = f"{force.name} ({name})"
        report.table(COLUMNS, rows, left=frozenset({0, 1, 8}), title=title, caption=force.about, ruled=True)
    return report
