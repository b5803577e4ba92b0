"""The catalogue of clauses: what a rulebook says, numbered for good.

Each system keeps a ``clauses.toml``. An id such as ``F.D3`` and its number are permanent: code, events, refusals,
tests and replays cite them.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files

from battlewright.engine.errors import UnknownError

KINDS = ("text", "ruling", "option", "erratum")

REASONS = 100
"""The most reasons for refusal per clause. A reason's number is its clause's number times this, plus its own index."""


@dataclass(frozen=True)
class Clause:
    """One clause: its id, its permanent number, its source, a summary in our own words, its kind, and its title;
    ``switches`` are the options and numbers by which it can be changed (``Setup.switches`` has what they are).

    A clause of another edition ``stands_for`` the clauses that it replaces.
    """

    id: str
    number: int
    source: str
    summary: str
    kind: str
    stands_for: tuple[str, ...] = ()
    title: str = ""
    switches: tuple[str, ...] = ()


@dataclass(frozen=True)
class Catalogue:
    """The clauses of one system, in the order of the rulebook.

    ``editions`` are called by the letters before the dot of an id, ``chapters`` by the letter after it.
    """

    system: str
    clauses: tuple[Clause, ...]
    editions: Mapping[str, str] = field(default_factory=dict)
    chapters: Mapping[str, str] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Clause]:
        return iter(self.clauses)

    def __len__(self) -> int:
        return len(self.clauses)

    def by_id(self, id: str) -> Clause:
        for clause in self.clauses:
            if clause.id.lower() == id.lower():
                return clause
        raise UnknownError("clause", id, [clause.id for clause in self.clauses])

    def by_number(self, number: int) -> Clause:
        clause = self._by_number.get(number)
        if clause is None:
            raise UnknownError("clause number", str(number), [str(clause.number) for clause in self.clauses])
        return clause

    @cached_property
    def _by_number(self) -> dict[int, Clause]:
        return {clause.number: clause for clause in self.clauses}

    @cached_property
    def _replacing(self) -> dict[tuple[str, str], Clause]:
        """The clauses of other editions, by their edition and what each stands for; the first of several."""
        return {(_edition(own), old): own for own in reversed(self.clauses) for old in own.stands_for}

    def cited(self, number: int, edition: str) -> Clause:
        """Return the clause that an edition (the letters before the dot; empty: any) cites for a clause number."""
        clause = self.by_number(number)
        return clause if _edition(clause) == edition else self._replacing.get((edition, clause.id), clause)

    def switched_by(self, name: str) -> tuple[str, ...]:
        """Return the ids of the clauses that an option or a number changes, in all editions."""
        own = {clause.id for clause in self.clauses if name in clause.switches}
        return tuple(clause.id for clause in self.clauses if clause.id in own or own & {*clause.stands_for})

    def cited_in(self, text: str, edition: str) -> str:
        """Return the text with its clause ids replaced by those that the edition cites."""
        own = {clause.id: self.cited(clause.number, edition).id for clause in self.clauses}
        return re.sub(r"\b[A-Z]\d?\.[A-Z]\d+\b", lambda found: own.get(found[0], found[0]), text)


def _edition(clause: Clause) -> str:
    return clause.id.partition(".")[0]


def clause_of(reason: int) -> int:
    """Return the number of the clause that a reason for refusal belongs to."""
    return reason // REASONS


@cache
def read_catalogue(package: str) -> Catalogue:
    """Read the catalogue in a system's package."""
    data = tomllib.loads((files(package) / "clauses.toml").read_text(encoding="utf-8"))
    rows = (
        {name: tuple(each) if isinstance(each, list) else each for name, each in row.items()} for row in data["clauses"]
    )
    clauses = tuple(Clause(**{"source": data["source"]} | row) for row in rows)
    return Catalogue(data["system"], clauses, data.get("editions", {}), data.get("chapters", {}))
