"""A rulebook in short, for one page: the options and rulings in force, then what one looks up during a battle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from battlewright.answers.guide import changed_rulings
from battlewright.answers.report import Line, Report, block_data
from battlewright.contract.system import System
from battlewright.engine.errors import UnknownError

AS_USUAL: Mapping[str, Any] = MappingProxyType({})


def rules_summary(system: System, changed: Mapping[str, Any] = AS_USUAL, edition: str = "") -> Report:
    """Report a rulebook in short, by what is not as usual (``Guide.changed``) and by an edition (default: the first of
    its catalogue)."""
    known = {each.lower(): each for each in system.catalogue.editions}
    if edition and edition.lower() not in known:
        raise UnknownError("edition", edition, system.catalogue.editions)
    edition = known.get(edition.lower()) or next(iter(system.catalogue.editions), "")
    made = system.guide.rules_summary(changed, edition) if system.guide.rules_summary else _by_chapter(system, edition)
    head: list[Any] = [Line(text) for text in _in_force(system, changed, edition)]
    blocks = [Line("In force", heading=True), *head, *made.blocks] if head else made.blocks
    title = ", ".join(filter(None, (system.title, system.catalogue.editions.get(edition, "").lower())))
    data = {"system": system.name, "title": title, "edition": edition, "blocks": [block_data(each) for each in blocks]}
    return Report(data, list(blocks))


def _in_force(system: System, changed: Mapping[str, Any], edition: str) -> Iterator[str]:
    """Yield what is changed, and the options that are as usual."""

    def cited(name: str) -> str:
        return ", ".join(each for each in system.catalogue.switched_by(name) if each.startswith(edition))

    for each in changed_rulings(system, changed):
        if clauses := cited(each.name):
            yield f"{each.text[:1].upper()}{each.text[1:]}. ({clauses})"
    usual = system.setup.switches() if system.setup.switches else {}
    own = {name: each.id for each in system.catalogue if each.id.startswith(edition) for name in each.switches}
    options = [
        f"{name} {'on' if usual[name] else 'off'} ({clause})"
        for name, clause in own.items()
        if name not in changed and isinstance(usual.get(name), bool)
    ]
    if usual:
        others = "All other" if changed else "All"
        yield f"{others} options and numbers are as usual{': ' if options else ''}{', '.join(options)}."


def _by_chapter(system: System, edition: str) -> Report:
    """Report the clauses of an edition, chapter by chapter."""
    report, chapter = Report(), None
    for clause in system.catalogue:
        letters, _, place = clause.id.partition(".")
        if edition and letters != edition:
            continue
        if place.rstrip("0123456789") != chapter:
            chapter = place.rstrip("0123456789")
            report.say(system.catalogue.chapters.get(chapter, chapter), heading=True)
        report.say(f"{clause.summary} ({clause.id})")
    return report
